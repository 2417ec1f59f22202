// A rule point's id, wherever it is shown, and the panel that shows the point itself.

import {fill, list, safeLink, sentences, text} from "./given.js";
import {fit, isShown, make, put, set} from "./dom.js";

// ---- the id: a link where it leads somewhere, else a button that asks for the panel ----

export const RULE = `<span class="ono-rule"><a data-part="link"><code data-part="linkId"></code></a><button type="button"
  data-do="rule" data-part="ask"><code data-part="askId"></code></button></span>`;

export function drawRule({ parts }, { id, href }, words) {
  const link = safeLink(href);
  const name = id ? fill(words.rule, { id }) : null;
  put(parts, { linkId: link ? id : "", askId: link ? "" : id });
  set(parts.link, { href: link, "aria-label": name, hidden: parts.linkId.hidden });
  set(parts.ask, { "data-rule": text(id), "aria-label": name, hidden: parts.askId.hidden });
}

// ---- the panel ----

const PANEL = `<section class="ono-point" role="region" tabindex="-1" hidden>
  <p class="ono-title"><b data-part="title"></b><button type="button" data-do="unrule" data-part="close"></button></p>
  <p class="ono-which"><a data-part="link"></a><code data-part="id"></code></p>
  <dl data-part="says"></dl>
  <p class="ono-where" data-part="where"></p>
</section>`;
const SAYS = '<div><dt data-part="rules"></dt><dd data-part="text"></dd></div>';

// It opens right below the ids among which it was asked for, and gives the focus back.
export class RulePanel {
  constructor(parts, uid) {
    this.node = make(PANEL);
    this.parts = parts;
    this.uid = `${uid}-rule`;
    parts.feedback.after(this.node);
  }

  get isOpen() {
    return !this.node.hidden;
  }

  get aloud() {
    const { title, id, says, where } = this.point;
    return sentences(text(title) || id, ...list({ says }, "says").flatMap((row) => [row.rules, row.text]), where);
  }

  // Remembers which button asked, so that the answer is shown beside it.
  ask(opener) {
    this.asked = { id: opener.dataset.rule, opener };
    if (this.isOpen && text(this.point.id) === this.asked.id) this.answer(opener);
  }

  // True where the panel shows another point than before.
  draw(point, words) {
    const isNew = point !== this.point;
    if (isNew) this.isShut = false;
    this.point = point;
    set(this.node, { hidden: this.isShut || !(text(point.title) || text(point.id)) });
    this.fill(words);
    const { feedback } = this.parts;
    if (isNew) this.moveTo(this.home);
    else if (feedback.hidden && feedback.contains(this.node)) this.moveTo(feedback);
    return isNew && this.isOpen;
  }

  get isAsked() {
    return this.isOpen && this.asked?.id === text(this.point.id) && this.asked.opener.isConnected;
  }

  // What it stands below: the list of ids from which it was asked for.
  get home() {
    const { points, log, feedback } = this.parts;
    return (this.isAsked && [points, log].find((each) => each.contains(this.asked.opener))) || feedback;
  }

  moveTo(home) {
    if (home.nextElementSibling !== this.node) home.after(this.node);
  }

  fill(words) {
    const { point, uid } = this;
    const { parts } = this.node;
    const href = safeLink(point.href);
    set(this.node, { "aria-labelledby": `${uid}-title`, "aria-describedby": `${uid}-says` });
    set(parts.title, { id: `${uid}-title` });
    set(parts.says, { id: `${uid}-says` });
    put(parts, { title: text(point.title) || point.id, link: href ? point.id : "", id: href ? "" : point.id });
    put(parts, { close: words.close, where: point.where });
    set(parts.close, { "aria-label": words.closeRule });
    set(parts.link, { href });
    fit(parts.says, SAYS, list(point, "says"), (node, { rules, text: sentence }) => put(node.parts, { rules, text: sentence }));
  }

  // Takes the focus where the reader who asked has stayed; false where somebody must be told.
  answer(active) {
    const hasStayed = this.isAsked && (!active || active === this.asked.opener || active === document.body);
    delete this.asked?.id;
    if (!hasStayed) return false;
    this.node.focus({ preventScroll: true });
    this.node.scrollIntoView({ block: "nearest" });
    return true;
  }

  // Hides the panel at once, before the model has answered.
  shut() {
    this.isShut = true;
    this.node.hidden = true;
  }

  // Where the focus goes when the panel has closed.
  get opener() {
    return isShown(this.asked?.opener) ? this.asked.opener : null;
  }
}
