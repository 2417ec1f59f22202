// One field of a form: its label, its control, its help and what is wrong with it.

import {items, list, number, text} from "./given.js";
import {ICON, fit, icon, make, picture, put, set} from "./dom.js";

const NOTES = `<p class="ono-help" data-part="help"></p>
  <p class="ono-wrong" data-part="wrong">${ICON}<span data-part="error"></span></p>`;
const lineMarkup = (control) => `<div class="ono-field"><label data-part="label"></label><div class="ono-control"><span
  class="ono-face" data-part="face"></span>${control}</div>${NOTES}</div>`;
const BACK = `<button type="button" data-do="takeBack" data-part="back"><svg class="ono-icon" viewBox="0 0 24 24"
  aria-hidden="true"><path d="M9 6L4 11l5 5M4 11h10a6 5 0 0 1 0 9h-3"/></svg><span data-part="backText"></span></button>`;
const MARKUP = {
  number: lineMarkup('<input type="number" autocomplete="off" data-part="input">'),
  text: lineMarkup(`<input type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
    data-part="input">${BACK}`),
  range: lineMarkup('<input type="range" data-part="input"><b class="ono-shown" aria-hidden="true" data-part="shown"></b>'),
  select: lineMarkup('<select data-part="input"></select>'),
  checks: `<fieldset class="ono-field"><legend data-part="label"></legend><div class="ono-checks"
    data-part="options"></div>${NOTES}</fieldset>`,
};
const CHECK = `<label class="ono-check"><input type="checkbox" data-part="box"><span class="ono-face"
  data-part="face"></span><span data-part="text"></span></label>`;
const OPTION = "<option></option>";
const LONG = 13;

export const typeOf = ({ type }) => (Object.hasOwn(MARKUP, text(type)) ? type : "text");

export function makeField(field) {
  const node = make(MARKUP[typeOf(field)]);
  set(node, { "data-type": typeOf(field) });
  return Object.assign(node, { kind: typeOf(field), key: text(field.name) });
}

// ---- everything but the value ----

export function drawField(node, field, words, uid) {
  const { parts, kind } = node;
  node.field = field;
  put(parts, { label: field.label, help: field.help, error: field.error });
  icon(parts, field.error ? "wrong" : "");
  set(parts.wrong, { hidden: parts.error.hidden, id: `${uid}-error` });
  set(parts.help, { id: `${uid}-help` });
  const notes = ["help", "error"].filter((name) => !parts[name].hidden).map((name) => `${uid}-${name}`).join(" ");
  set(kind === "checks" ? node : parts.input, { "aria-describedby": notes || null });
  if (kind === "checks") return drawChecks(node, field);
  set(parts.label, { for: `${uid}-input` });
  set(parts.input, { id: `${uid}-input`, "aria-invalid": field.error ? "true" : null });
  if (kind === "select") return drawOptions(node, field);
  if (kind === "text") return drawBack(parts, field, words);
  for (const name of ["min", "max", "step"]) set(parts.input, { [name]: Number.isFinite(field[name]) ? field[name] : null });
  // Telephones show no minus on a keyboard for digits.
  return set(parts.input, { inputmode: number(field.min) >= 0 ? "numeric" : null });
}

function drawChecks({ parts }, field) {
  fit(parts.options, CHECK, list(field, "options"), (node, option) => {
    set(node.parts.box, { value: text(option.value), "aria-invalid": field.error ? "true" : null });
    put(node.parts, { text: option.text });
    drawFace(node.parts.face, option.svg);
  });
}

// What was chosen stays chosen while its option is there.
function drawOptions(node, field) {
  const { parts } = node;
  const isLong = list(field, "options").some((option) => text(option.text).length > LONG);
  const chosen = parts.input.value;
  set(node, { "data-long": isLong });
  fit(parts.input, OPTION, list(field, "options"), (child, option) => {
    put({ child }, { child: option.text });
    set(child, { value: text(option.value), hidden: false });
  });
  if (parts.input.value !== chosen) parts.input.value = chosen;
}

function drawBack(parts, field, words) {
  put(parts, { backText: words.takeBack });
  set(parts.back, { hidden: field.from_hand !== "append" });
}

function drawFace(node, svg) {
  picture(node, svg);
  set(node, { hidden: !node.firstElementChild });
}

// ---- the value ----

const boxes = ({ parts }) => [...parts.options.children].map((label) => label.parts.box);

export function valueOf(node) {
  if (node.kind === "checks") return boxes(node).filter((box) => box.checked).map((box) => box.value);
  const { value } = node.parts.input;
  if (node.kind === "text" || node.kind === "select") return value;
  return value === "" || !Number.isFinite(Number(value)) ? null : Number(value);
}

export function showValue(node, value) {
  if (node.kind === "checks") for (const box of boxes(node)) box.checked = items({ value }, "value").includes(box.value);
  else if (node.parts.input.value !== text(value)) node.parts.input.value = text(value);
  showBeside(node);
}

// The number beside a range, and the picture of the option that is chosen.
export function showBeside({ kind, parts, field }) {
  if (kind === "range") put(parts, { shown: parts.input.value.replace("-", "\u2212") });
  if (kind === "select") drawFace(parts.face, list(field, "options").find(({ value }) => text(value) === parts.input.value)?.svg);
  else if (parts.face) set(parts.face, { hidden: true });
}

// ---- cards of the hand, put in by a press ----

// True where the play stands there after the press, false where it does not, null where it may not.
export function toggle(node, play) {
  const box = boxes(node).find(({ value }) => value === text(play));
  if (!box) return null;
  box.checked = !box.checked;
  return box.checked;
}

const wordsOf = ({ parts }) => parts.input.value.split(/[\s,;]+/).filter(Boolean);

export function append(node, play) {
  node.parts.input.value = [...wordsOf(node), text(play)].join(", ");
}

export function takeBack(node) {
  node.parts.input.value = wordsOf(node).slice(0, -1).join(", ");
}
