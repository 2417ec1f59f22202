// A real table with row and column heads; on narrow screens its rows are drawn as cards.

import {items, list, part, sentences, text} from "./given.js";
import {ICON, fit, icon, picture, put, set} from "./dom.js";

export const GRID = `<div class="ono-grid" data-part="gridHome">
  <table role="table" data-part="grid"><caption data-part="gridCaption"></caption><thead role="rowgroup"><tr role="row"
    data-part="gridColumns"></tr></thead><tbody role="rowgroup" data-part="gridRows"></tbody></table>
</div>`;
const DIFFERS = `<span class="ono-differs" data-part="differs"><svg class="ono-icon" viewBox="0 0 24 24"
  aria-hidden="true"><path d="M4 9h16M4 15h16M16 4L8 20"/></svg><span data-part="differsText"></span></span>`;
const GRID_HEAD = '<th scope="col" role="columnheader"><span data-part="text"></span></th>';
const GRID_ROW = `<tr role="row"><th scope="row" role="rowheader"><div class="ono-who"><span class="ono-face"
  data-part="face"></span><span class="ono-name"><span data-part="name"></span><span class="ono-note"
  data-part="note"></span>${DIFFERS}</span></div></th></tr>`;
const GRID_CELL = `<td role="cell"><div class="ono-cell"><span class="ono-column" aria-hidden="true" data-part="column"></span>
  <span class="ono-verdict" data-part="verdict">${ICON}<span data-part="label"></span></span>
  <span class="ono-what" data-part="text"></span>${DIFFERS}</div></td>`;

export function drawGrid(parts, grid, words) {
  const rows = list(grid, "rows");
  const widest = Math.max(0, ...rows.map((row) => items(row, "cells").length));
  const columns = items(grid, "columns").map(text);
  const heads = Array.from({ length: Math.max(columns.length, widest + 1) }, (_, index) => columns[index] ?? "");
  set(parts.gridHome, { hidden: rows.length === 0, "data-brief": rows.every(isBrief) });
  put(parts, { gridCaption: grid.caption });
  fit(parts.gridColumns, GRID_HEAD, rows.length ? heads : [], (node, head) => put(node.parts, { text: head }));
  fit(parts.gridRows, GRID_ROW, rows, (node, row) => drawGridRow(node, row, heads.slice(1), words));
}

// A row whose cells are each a word or two.
function isBrief(row) {
  return list(row, "cells").every((cell) => !cell.differs && sentences(cell.label, cell.text).length < 28);
}

function drawGridRow(node, row, heads, words) {
  put(node.parts, { name: row.name, note: row.note });
  picture(node.parts.face, row.svg);
  set(node.parts.face, { hidden: !node.parts.face.firstElementChild });
  drawDiffers(node, row.differs, words);
  const cells = heads.map((head, index) => ({ head, cell: part(items(row, "cells"), index) }));
  fit(node, GRID_CELL, cells, (child, { head, cell }) => drawGridCell(child, cell, head, words), 1);
}

function drawGridCell(node, cell, head, words) {
  const { parts } = node;
  put(parts, { column: head, label: cell.label, text: cell.text });
  icon(parts, cell.outcome);
  set(parts.verdict, { hidden: !text(cell.label) && !text(cell.outcome) });
  set(node, { "data-outcome": cell.outcome, "data-empty": parts.verdict.hidden && parts.text.hidden });
  drawDiffers(node, cell.differs, words);
}

function drawDiffers(node, differs, words) {
  put(node.parts, { differsText: differs === true ? words.differs : "" });
  set(node.parts.differs, { hidden: differs !== true });
  set(node, { "data-differs": differs === true });
}
