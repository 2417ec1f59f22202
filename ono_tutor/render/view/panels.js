// What stands beside and below the felt: rule points, feedback, the log, a picture and a grid.

import {ICON, fill, fit, icon, isObject, isShown, items, list, make, part, picture, put, safeLink, sentences, set, text} from "./dom.js";

// ---- a rule point's id: a link where it leads somewhere, else a button that asks for the panel ----

const RULE = `<span class="ono-rule"><a data-part="link"><code data-part="linkId"></code></a><button type="button"
  data-do="rule" data-part="ask"><code data-part="askId"></code></button></span>`;

function drawRule({ parts }, { id, title, href }, words) {
  const [link, shown] = [safeLink(href), text(title) || id];
  const name = id ? fill(words.rule, { id: shown }) : null;
  put(parts, { linkId: link ? shown : "", askId: link ? "" : shown });
  for (const node of [parts.linkId, parts.askId]) set(node, { "data-titled": Boolean(title), title: title ? id : null });
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

// ---- what is told of an answer: the headline, why, the rule points, and what every card would have done ----

export const FEEDBACK = `<div class="ono-feedback" data-part="feedback">
  <p class="ono-headline" data-part="headline">${ICON}<span data-part="headlineText"></span></p>
  <p data-part="reason"></p>
  <ul class="ono-thoughts" data-part="thoughts"></ul>
  <p class="ono-theme" data-part="theme"></p>
  <ul class="ono-points" data-part="points"></ul>
  <details class="ono-fold" data-part="fold"><summary data-part="caption"></summary><table class="ono-outcomes"
    role="table" data-part="table"><thead role="rowgroup"><tr role="row" data-part="columns"></tr></thead><tbody
    role="rowgroup" data-part="rows"></tbody></table></details>
</div>`;
const THOUGHT = '<li><span data-part="quoted"></span> <span data-part="truth"></span></li>';
const POINT = '<li><span data-part="rule"></span><span class="ono-sentence" data-part="sentence"></span></li>';
const COLUMN = '<th scope="col" role="columnheader"></th>';
const ROW = `<tr role="row">
  <th scope="row" role="rowheader"><span class="ono-face" data-part="face"></span><span data-part="name"></span>
    <span class="ono-yours" data-part="yours"></span></th>
  <td role="cell" class="ono-outcome">${ICON}<span data-part="label"></span></td>
  <td role="cell" class="ono-chance" data-part="chance"></td><td role="cell" data-part="text"></td></tr>`;

export function drawFeedback(parts, feedback, words) {
  set(parts.feedback, { "data-state": feedback.state, hidden: !feedback.headline && !feedback.text });
  put(parts, { headlineText: feedback.headline, reason: feedback.text, theme: feedback.theme, caption: words.caption });
  set(parts.headline, { hidden: !feedback.headline });
  icon(parts, feedback.state);
  fit(parts.thoughts, THOUGHT, list(feedback, "thoughts"), ({ parts: named }, { quoted, truth }) => put(named, { quoted, truth }));
  set(parts.thoughts, { hidden: list(feedback, "thoughts").length === 0 });
  fit(parts.points, POINT, list(feedback, "rules"), (node, rule) => drawPoint(node, rule, words));
  set(parts.points, { hidden: list(feedback, "rules").length === 0 });
  drawOutcomes(parts, feedback, words);
}

function drawPoint(node, rule, words) {
  const home = node.parts.rule;
  if (!home.firstElementChild) home.append(make(RULE));
  drawRule(home.firstElementChild, rule, words);
  put(node.parts, { sentence: rule.sentence });
}

function drawOutcomes(parts, feedback, words) {
  const rows = list(feedback, "cards");
  const isGiven = !isObject(feedback.chosen) && feedback.chosen !== undefined;
  const chosen = isGiven ? rows.findIndex((row) => (row.play ?? row.code) === feedback.chosen) : -1;
  const hasChance = rows.some((row) => row.chance);
  const columns = [words.card, words.outcome, hasChance ? words.chance : "", words.effect];
  set(parts.fold, { hidden: rows.length === 0 });
  set(parts.table, { "aria-label": words.caption });
  // What a reader has opened stays open until there is something new to tell.
  if (parts.fold.serial !== feedback.serial) parts.fold.open = feedback.folded !== true;
  parts.fold.serial = feedback.serial;
  fit(parts.columns, COLUMN, columns, (node, label) => put({ node }, { node: label }));
  fit(parts.rows, ROW, rows, (node, row, index) => {
    drawOutcome(node, row, index === chosen, words);
    set(node.parts.chance, { hidden: !hasChance, "data-label": row.chance ? words.chance : null });
  });
}

function drawOutcome(node, row, isChosen, words) {
  const yours = isChosen ? words.yours : "";
  put(node.parts, { name: row.name, yours, label: row.label, chance: row.chance, text: row.text });
  set(node.parts.text, { hidden: false });
  picture(node.parts.face, row.svg);
  icon(node.parts, row.outcome);
  set(node, { "data-outcome": row.outcome, "data-chosen": isChosen, "data-faceless": !row.svg });
}

// ---- the log: numbered sentences in a region of its own that scrolls ----

export const LOG = `<div class="ono-log" data-part="log">
  <p class="ono-title" data-part="logTitle"></p>
  <div class="ono-scroll" role="region" tabindex="0" data-part="logRegion"><ol data-part="entries"></ol></div>
</div>`;
const ENTRY = `<li><div class="ono-entry"><span data-part="text"></span><span class="ono-rules"
  data-part="rules"></span></div></li>`;
const NEAR = 24;

export function drawLog(parts, log, words, uid) {
  const entries = list(log, "items");
  const first = Number.isInteger(log.first) ? log.first : 1;
  const region = parts.logRegion;
  const isAtEnd = region.scrollHeight - region.scrollTop - region.clientHeight < NEAR;
  set(region, { "data-opens": log.opens === "top" ? "top" : "end" });
  const isMore = first + entries.length !== region.next;
  put(parts, { logTitle: log.title });
  set(parts.logTitle, { id: `${uid}-log` });
  set(region, { "aria-labelledby": text(log.title) ? `${uid}-log` : null });
  set(parts.log, { hidden: entries.length === 0 });
  set(parts.entries, { start: first });
  dropBefore(parts.entries, first);
  fit(parts.entries, ENTRY, entries, (node, entry, index) => drawEntry(node, entry, first + index, words));
  // Who has scrolled up to read is left there; a log that has begun anew is shown at its end.
  if (isMore && (isAtEnd || !region.next || first + entries.length < region.next)) open(region);
  region.next = first + entries.length;
}

// What was played opens at its newest entry, a list to read at its first.
function open(region) {
  region.scrollTop = region.dataset.opens === "top" ? 0 : region.scrollHeight;
}

// A box that is not on the page yet cannot be scrolled: it is opened when it appears.
export function watchLog({ logRegion: region }) {
  let wasShown = false;
  const watch = new ResizeObserver(() => {
    if (!wasShown && region.clientHeight) open(region);
    wasShown = region.clientHeight > 0;
  });
  watch.observe(region);
  return watch;
}

// An entry keeps its node while the log moves on, so that the focus stays with its sentence.
function dropBefore(home, first) {
  while (home.firstElementChild?.number < first) home.firstElementChild.remove();
  if (home.firstElementChild?.number !== first) home.replaceChildren();
}

function drawEntry(node, entry, number, words) {
  node.number = number;
  put(node.parts, { text: entry.text });
  set(node, { "data-you": entry.you === true });
  const rules = items(entry, "rules").filter((rule) => text(rule?.id));
  fit(node.parts.rules, RULE, rules, (chip, rule) => drawRule(chip, rule, words));
  set(node.parts.rules, { hidden: rules.length === 0 });
}

// ---- a picture with its words: described for readers of the screen, and open to everybody ----

export const FIGURE = `<figure class="ono-figure" data-part="figure">
  <figcaption class="ono-title" data-part="figureTitle"></figcaption>
  <p data-part="figureNote"></p>
  <div class="ono-picture" role="img" data-part="figureImage"><div aria-hidden="true" data-part="figurePicture"></div></div>
  <details data-part="figureDetails"><summary data-part="figureSummary"></summary><p data-part="figureText"></p></details>
</figure>`;

export function drawFigure(parts, figure, words, uid) {
  const isDrawn = text(figure.svg).startsWith("<svg");
  picture(parts.figurePicture, figure.svg);
  put(parts, { figureTitle: figure.title, figureNote: figure.note, figureText: figure.text, figureSummary: words.inWords });
  set(parts.figureTitle, { id: `${uid}-figure` });
  set(parts.figureText, { id: `${uid}-words` });
  set(parts.figure, { hidden: !isDrawn && !text(figure.text), "aria-labelledby": figure.title ? `${uid}-figure` : null });
  set(parts.figureImage, { hidden: !isDrawn, "aria-label": text(figure.title) || words.inWords });
  set(parts.figureImage, { "aria-describedby": text(figure.text) ? `${uid}-words` : null });
  set(parts.figureDetails, { hidden: !text(figure.text) });
}

// ---- several pictures, each as the one above ----

export const CASES = '<div class="ono-cases" data-part="cases"></div>';

export function drawCases(parts, cases, words, uid) {
  set(parts.cases, { hidden: cases.length === 0 });
  fit(parts.cases, FIGURE, cases, (node, figure, index) =>
    drawFigure({ ...node.parts, figure: node }, figure, words, `${uid}-${index}`));
}

// ---- a table with row and column heads; on narrow screens its rows are drawn as cards ----

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
  set(parts.verdict, { hidden: !text(cell.label) && !text(cell.outcome), "data-full": Number.isFinite(cell.done) });
  parts.verdict.style.setProperty("--done", Number.isFinite(cell.done) ? cell.done : 0);
  set(node, { "data-outcome": cell.outcome, "data-empty": parts.verdict.hidden && parts.text.hidden });
  drawDiffers(node, cell.differs, words);
}

function drawDiffers(node, differs, words) {
  put(node.parts, { differsText: differs === true ? words.differs : "" });
  set(node.parts.differs, { hidden: differs !== true });
  set(node, { "data-differs": differs === true });
}
