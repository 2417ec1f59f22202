// What is told of an answer: the headline, why, the rule points, and what every card would do.

import {isObject, list} from "./given.js";
import {ICON, fit, icon, make, picture, put, set} from "./dom.js";
import {RULE, drawRule} from "./rule.js";

export const FEEDBACK = `<div class="ono-feedback" data-part="feedback">
  <p class="ono-headline" data-part="headline">${ICON}<span data-part="headlineText"></span></p>
  <p data-part="reason"></p>
  <ul class="ono-points" data-part="points"></ul>
  <table class="ono-outcomes" role="table" data-part="table"><caption data-part="caption"></caption><thead
    role="rowgroup"><tr role="row" data-part="columns"></tr></thead><tbody role="rowgroup"
    data-part="rows"></tbody></table>
</div>`;
const POINT = '<li><span data-part="rule"></span><span class="ono-sentence" data-part="sentence"></span></li>';
const COLUMN = '<th scope="col" role="columnheader"></th>';
const ROW = `<tr role="row">
  <th scope="row" role="rowheader"><span class="ono-face" data-part="face"></span><span data-part="name"></span>
    <span class="ono-yours" data-part="yours"></span></th>
  <td role="cell" class="ono-outcome">${ICON}<span data-part="label"></span></td>
  <td role="cell" class="ono-chance" data-part="chance"></td><td role="cell" data-part="text"></td></tr>`;

export function drawFeedback(parts, feedback, words) {
  set(parts.feedback, { "data-state": feedback.state, hidden: !feedback.headline && !feedback.text });
  put(parts, { headlineText: feedback.headline, reason: feedback.text, caption: words.caption });
  set(parts.headline, { hidden: !feedback.headline });
  icon(parts, feedback.state);
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
  set(parts.table, { hidden: rows.length === 0 });
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
