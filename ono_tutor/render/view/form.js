// A form and its fields: either sent as a whole, or field by field as it is changed.
//
// What somebody is typing is never overwritten: a field is shown anew only when its value was
// really changed by the model, which the echo of what was sent from here is not.

import {BUTTON, drawButton} from "./board.js";
import {ICON, fit, icon, items, list, make, number, part, picture, put, set, text} from "./dom.js";

// ---- one field: its label, its control, its help and what is wrong with it ----

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
  buttons: `<fieldset class="ono-field"><legend data-part="label"></legend><div class="ono-choices"
    data-part="options"></div>${NOTES}</fieldset>`,
  seats: `<div class="ono-field"><p><span data-part="label"></span> <b data-part="chosen"></b></p>${NOTES}</div>`,
};
const PICKED = ["buttons", "seats"];
const CHECK = `<label class="ono-check"><input type="checkbox" data-part="box"><span class="ono-face"
  data-part="face"></span><span data-part="text"></span></label>`;
const OPTION = "<option></option>";
const LONG = 13;

const typeOf = ({ type }) => (Object.hasOwn(MARKUP, text(type)) ? type : "text");

function makeField(field) {
  const node = make(MARKUP[typeOf(field)]);
  set(node, { "data-type": typeOf(field) });
  return Object.assign(node, { kind: typeOf(field), key: text(field.name) });
}

// ---- everything but the value ----

function drawField(node, field, words, uid) {
  const { parts, kind } = node;
  node.field = field;
  put(parts, { label: field.label, help: field.help, error: field.error });
  icon(parts, field.error ? "wrong" : "");
  set(parts.wrong, { hidden: parts.error.hidden, id: `${uid}-error` });
  set(parts.help, { id: `${uid}-help` });
  const notes = ["help", "error"].filter((name) => !parts[name].hidden).map((name) => `${uid}-${name}`).join(" ");
  if (PICKED.includes(kind)) return undefined;
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

function valueOf(node) {
  if (PICKED.includes(node.kind)) return node.picked ?? "";
  if (node.kind === "checks") return boxes(node).filter((box) => box.checked).map((box) => box.value);
  const { value } = node.parts.input;
  if (node.kind === "text" || node.kind === "select") return value;
  return value === "" || !Number.isFinite(Number(value)) ? null : Number(value);
}

function showValue(node, value) {
  if (PICKED.includes(node.kind)) showPicked(node, text(value));
  else if (node.kind === "checks") for (const box of boxes(node)) box.checked = items({ value }, "value").includes(box.value);
  else if (node.parts.input.value !== text(value)) node.parts.input.value = text(value);
  showBeside(node);
}

function showPicked(node, value) {
  const options = list(node.field, "options");
  node.picked = value;
  if (node.kind === "seats") put(node.parts, { chosen: options.find((each) => text(each.value) === value)?.text });
  else fit(node.parts.options, BUTTON, options, (button, each) => {
    drawButton(button, "pick", { text: each.text });
    set(button, { "aria-pressed": String(text(each.value) === value) });
  });
}

// The number beside a range, and the picture of the option that is chosen.
function showBeside({ kind, parts, field }) {
  if (kind === "range") put(parts, { shown: parts.input.value.replace("-", "\u2212") });
  if (kind === "select") drawFace(parts.face, list(field, "options").find(({ value }) => text(value) === parts.input.value)?.svg);
  else if (parts.face) set(parts.face, { hidden: true });
}

// ---- cards of the hand, put in by a press ----

// True where the play stands there after the press, false where it does not, null where it may not.
function toggle(node, play) {
  const box = boxes(node).find(({ value }) => value === text(play));
  if (!box) return null;
  box.checked = !box.checked;
  return box.checked;
}

const wordsOf = ({ parts }) => parts.input.value.split(/[\s,;]+/).filter(Boolean);

function append(node, play) {
  node.parts.input.value = [...wordsOf(node), text(play)].join(", ");
}

function takeBack(node) {
  node.parts.input.value = wordsOf(node).slice(0, -1).join(", ");
}

// ---- the form ----

export const FORM = `<fieldset class="ono-form" data-part="form"><legend data-part="legend"></legend>
  <div class="ono-fields" data-part="fields"></div>
  <button type="button" data-primary data-do="answer" data-part="submit"></button>
</fieldset>`;
const TYPING_MS = 400;
const DRAGGING_MS = 100;
const ECHO_MS = 2000;

const keyOf = (value) => (Array.isArray(value) ? JSON.stringify(value.map(text)) : text(value));

export class Form {
  constructor(parts, uid, send) {
    Object.assign(this, { parts, uid, send });
  }

  get nodes() {
    return [...this.parts.fields.children];
  }

  close() {
    for (const node of this.nodes) clearTimeout(node.timer);
  }

  // ---- drawing ----

  draw(scene, words) {
    const form = part(scene, "form");
    const fields = list(form, "fields").filter(({ name }) => text(name));
    const submit = part(form, "submit");
    const asked = questionOf(scene, fields);
    this.isWhole = Boolean(text(submit.text)) || fields.some((field) => PICKED.includes(typeOf(field)));
    put(this.parts, { legend: form.legend, submit: submit.text });
    set(this.parts.form, { hidden: fields.length === 0 });
    this.fit(fields);
    this.nodes.forEach((node, index) => {
      drawField(node, fields[index], words, `${this.uid}-${index}`);
      this.settle(node, this.isWhole && asked !== this.asked);
    });
    if (asked !== this.asked) this.isPicking = false;
    this.asked = asked;
  }

  fit(fields) {
    const home = this.parts.fields;
    fields.forEach((field, index) => {
      const node = home.children[index];
      if (node?.key === text(field.name) && node.kind === typeOf(field)) return;
      clearTimeout(node?.timer);
      const fresh = Object.assign(makeField(field), { echoes: [], sentAt: -ECHO_MS });
      if (node) node.replaceWith(fresh);
      else home.append(fresh);
    });
    for (const node of this.nodes.slice(fields.length)) {
      clearTimeout(node.timer);
      node.remove();
    }
  }

  settle(node, isNewQuestion) {
    const given = keyOf(node.field.value);
    const isChanged = given !== node.given;
    const echo = node.echoes.indexOf(given);
    node.given = given;
    if (isNewQuestion || (isChanged && echo < 0)) this.show(node);
    else if (isChanged) node.echoes = node.echoes.slice(echo + 1);
    else if (!this.isWhole && !text(node.field.error) && !this.isHeld(node)) this.show(node);
    showBeside(node);
  }

  show(node) {
    clearTimeout(node.timer);
    Object.assign(node, { timer: null, echoes: [] });
    showValue(node, node.field.value);
  }

  isHeld(node) {
    const isWaiting = node.echoes.length > 0 && performance.now() - node.sentAt < ECHO_MS;
    return Boolean(node.timer) || isWaiting || node.contains(node.getRootNode().activeElement);
  }

  // ---- what is wrong, for the live region: only what was not wrong before ----

  faults() {
    const before = this.said ?? new Map();
    this.said = new Map(this.nodes.map(({ key, field }) => [key, text(field.error)]));
    const fresh = this.nodes.filter(({ key, field }) => text(field.error) && before.get(key) !== field.error);
    return fresh.map(({ field }) => ({ label: field.label, value: field.error }));
  }

  // ---- what the reader does ----

  fieldOf(target) {
    return this.nodes.find((node) => node.contains(target));
  }

  // While something is typed or dragged.
  input(target) {
    const node = this.fieldOf(target);
    if (!node) return;
    showBeside(node);
    if (this.isWhole || !["text", "number", "range"].includes(node.kind)) return;
    const isDragged = node.kind === "range";
    if (isDragged && node.timer) return;
    clearTimeout(node.timer);
    node.timer = setTimeout(() => this.push(node), isDragged ? DRAGGING_MS : TYPING_MS);
  }

  // When it is done: the field is left, Enter is pressed, an option is chosen.
  change(target) {
    const node = this.fieldOf(target);
    if (!node) return;
    showBeside(node);
    this.push(node);
  }

  push(node) {
    clearTimeout(node.timer);
    node.timer = null;
    if (this.isWhole) return;
    const value = valueOf(node);
    if (keyOf(value) === (node.echoes.at(-1) ?? node.given)) return;
    node.echoes.push(keyOf(value));
    node.sentAt = performance.now();
    this.send({ type: "set", name: node.key, value });
  }

  values() {
    return Object.fromEntries(this.nodes.map((node) => [node.key, valueOf(node)]));
  }

  // ---- players and numbers that are pressed, one after the other ----

  get seats() {
    return this.nodes.find((node) => node.kind === "seats");
  }

  // What is to be pressed next; after an answer everything is.
  get open() {
    return this.nodes.find((node) => !this.isPicking || !valueOf(node));
  }

  // True where everything is pressed now: then it is an answer.
  pick(node, value) {
    if (!this.isPicking) for (const each of this.nodes) showValue(each, "");
    showValue(node, value);
    this.isPicking = !this.nodes.every(valueOf);
    return !this.isPicking;
  }

  // ---- cards of the hand in place of typing ----

  get taker() {
    const takes = { checks: "toggle", text: "append" };
    return this.nodes.find((node) => node.field.from_hand && node.field.from_hand === takes[node.kind]);
  }

  // The plays that are chosen, where cards are chosen by pressing them; else null.
  get picked() {
    return this.taker?.kind === "checks" ? valueOf(this.taker) : null;
  }

  // What a press on a card did: "picked", "dropped", "field", or "closed" where it has no place.
  take(play) {
    const node = this.taker;
    const isIn = node.kind === "checks" ? toggle(node, play) : append(node, play);
    this.push(node);
    if (isIn === undefined) return "field";
    return { true: "picked", false: "dropped", null: "closed" }[isIn];
  }

  takeBack(target) {
    const node = this.fieldOf(target);
    takeBack(node);
    this.push(node);
    return node;
  }
}

// A form that is sent as a whole belongs to its position: another one is another question.
function questionOf(scene, fields) {
  const shown = [scene.question, scene.lead, part(scene, "rules").id, part(scene, "total").value, part(scene, "owes").count];
  const kinds = fields.map((field) => [field.name, typeOf(field), list(field, "options").map(({ value }) => value)]);
  return JSON.stringify([shown, list(scene, "hand").map(({ code }) => code), kinds]);
}
