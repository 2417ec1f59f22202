// A picture with its words: described for readers of the screen, and open to everybody.

import {text} from "./given.js";
import {picture, put, set} from "./dom.js";

export const FIGURE = `<figure class="ono-figure" data-part="figure">
  <figcaption class="ono-title" data-part="figureTitle"></figcaption>
  <div class="ono-picture" role="img" data-part="figureImage"><div aria-hidden="true" data-part="figurePicture"></div></div>
  <details data-part="figureDetails"><summary data-part="figureSummary"></summary><p data-part="figureText"></p></details>
</figure>`;

export function drawFigure(parts, figure, words, uid) {
  const isDrawn = text(figure.svg).startsWith("<svg");
  picture(parts.figurePicture, figure.svg);
  put(parts, { figureTitle: figure.title, figureText: figure.text, figureSummary: words.inWords });
  set(parts.figureTitle, { id: `${uid}-figure` });
  set(parts.figureText, { id: `${uid}-words` });
  set(parts.figure, { hidden: !isDrawn && !text(figure.text), "aria-labelledby": figure.title ? `${uid}-figure` : null });
  set(parts.figureImage, { hidden: !isDrawn, "aria-label": text(figure.title) || words.inWords });
  set(parts.figureImage, { "aria-describedby": text(figure.text) ? `${uid}-words` : null });
  set(parts.figureDetails, { hidden: !text(figure.text) });
}
