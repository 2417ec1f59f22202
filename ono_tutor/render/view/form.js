// A form: either sent as a whole, or field by field as it is changed.
//
// What somebody is typing is never overwritten: a field is shown anew only when its value was
// really changed by the model, which the echo of what was sent from here is not.

import {list, part, text} from "./given.js";
import {put, set} from "./dom.js";
import {append, drawField, makeField, showBeside, showValue, takeBack, toggle, typeOf, valueOf} from "./field.js";

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
    this.isWhole = Boolean(text(submit.text));
    put(this.parts, { legend: form.legend, submit: submit.text });
    set(this.parts.form, { hidden: fields.length === 0 });
    this.fit(fields);
    this.nodes.forEach((node, index) => {
      drawField(node, fields[index], words, `${this.uid}-${index}`);
      this.settle(node, this.isWhole && asked !== this.asked);
    });
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
