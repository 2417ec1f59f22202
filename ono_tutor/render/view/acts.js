// What a press and a key do, and what is said aloud.

import {buttonsIn, fill, isShown, list, part, sentences, text} from "./dom.js";
import {isPlay} from "./board.js";
import {areKeysOn} from "./keys.js";

// ---- what a press does, on a button or by its key ----

const ANSWERS = ["card", "play", "choice", "answer", "takeBack", "seat", "pick"];

export function press(table, what, index, node) {
  const { scene, speech, form, words } = table;
  const send = (name) => table.send({ type: what, id: list(scene, name)[index].id });
  const acts = {
    card: () => pressCard(table, index),
    play: () => pressWay(table, index),
    choice: () => send("choices"),
    action: () => send("actions"),
    stop: () => table.send({ type: "action", id: list(part(scene, "strip"), "items")[index].id }),
    answer: () => table.send({ type: "answer", values: form.values() }),
    takeBack: () => sayField(table, form.takeBack(node)),
    seat: () => pick(table, form.seats, index),
    pick: () => pick(table, form.fieldOf(node), index),
    rule: () => table.askRule(node),
    unrule: () => table.closeRule(),
    question: () => speech.say(sentences(aloud(scene), tellingOf(table.feedback))),
    total: () => speech.say(text(part(scene, "total").text)),
    turn: () => speech.say(sentences(part(scene, "turn").text, part(scene, "owes").text)),
    keys: () => table.toggleKeys(),
  };
  if (scene.shut === "all" && ANSWERS.includes(what)) speech.say(words.answered);
  else if (!node?.getAttribute("aria-disabled") || what === "card") acts[what]();
}

// A player, or how many cards: both together are an answer.
function pick(table, node, index) {
  const { form, speech } = table;
  const option = list(node?.field, "options")[index];
  if (!option) return;
  const isWhole = form.pick(node, option.value);
  table.drawPicks();
  if (isWhole) table.send({ type: "answer", values: form.values() });
  else speech.say(sentences(`${text(option.text)}.`, form.open?.field.label));
}

function pressCard(table, place) {
  const card = list(table.scene, "hand")[place];
  if (card.disabled || table.scene.shut) table.speech.say(fill(table.words.closed, card));
  else if (list(card, "choices").length) table.openTray(table.opener === place ? null : place);
  else playCard(table, place, card.code, card.name);
}

function pressWay(table, index) {
  const place = table.opener;
  const { play, name } = list(list(table.scene, "hand")[place], "choices")[index];
  table.openTray(null);
  playCard(table, place, play, name);
}

function playCard(table, place, play, name) {
  if (table.form.taker) takeCard(table, place, play, name);
  else if (table.send({ type: "play", play })) table.pressed = place;
}

// The press is heard from the button itself where that has the focus and tells its state.
function takeCard(table, place, play, name) {
  const result = table.form.take(play);
  table.drawHand();
  const { button } = table.parts.hand.children[place].parts;
  const tells = table.active() === button && button.hasAttribute("aria-pressed");
  if (result === "field") sayField(table, table.form.taker);
  else if (result === "closed" || !tells) table.speech.say(sentences(fill(table.words[result], { name }), twinsOf(table, play, result)));
}

// Two cards alike are chosen together.
function twinsOf({ scene, words }, play, result) {
  const isMany = list(scene, "hand").filter((card) => isPlay(card, play)).length > 1;
  return isMany && result !== "closed" ? words.twins : "";
}

// The codes of cards in a field are said by their names.
function sayField({ scene, speech, words, form }, { key, field }) {
  const plays = list(scene, "hand").flatMap((card) => [{ play: card.code, name: card.name }, ...list(card, "choices")]);
  const named = (word) => plays.find(({ play }) => play === word)?.name ?? word;
  const value = text(form.values()[key]).split(", ").map((each) => text(named(each))).join(", ");
  speech.say(fill(words.field, { label: field.label, value: value || words.empty }));
}

// ---- what a key does, as long as the focus is inside the table ----

const OWN = { q: "question", t: "total", w: "turn", "?": "keys" };
const KEYLESS = ["checkbox", "range"];

// A field in which letters and digits are written, or chosen by typing.
const isTyping = (node) =>
  Boolean(node.closest("textarea, select, [contenteditable]")) || (node.matches("input") && !KEYLESS.includes(node.type));
const isSent = ({ key, shiftKey, target }) => key === "Enter" && !shiftKey && target.matches("input") && target.type !== "range";

// On keyboards whose digits need Shift the key below the digit counts as well.
const digitOf = ({ key, code, shiftKey }) =>
  /^[0-9]$/.test(key) ? key : (!shiftKey && /^Digit([0-9])$/.exec(code)?.[1]) || "";

// The act of a key as a function, or null where the key is not the table's.
export function actOf(table, event) {
  const key = text(event.key).toLowerCase();
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  if (isSent(event)) return () => table.enter(event.target);
  if (key === "escape" && !event.target.matches("select")) return escapeOf(table);
  if (key.length === 1 && !areKeysOn()) return null;
  // In a field of numbers a letter cannot be written, so it is still a key.
  const isFree = event.target.type === "number" && /^[a-df-z?]$/.test(key);
  return isTyping(event.target) && !isFree ? null : plainAct(table, event, key);
}

function plainAct(table, event, key) {
  const digit = digitOf(event);
  if (digit) return actOfDigit(table, digit);
  if (key === "arrowleft" || key === "arrowright") return stepOf(table, key === "arrowleft" ? -1 : 1);
  // Where no question, total or turn is given there is none to say; the list of keys is hidden until it is asked for.
  const isThere = Object.hasOwn(OWN, key) && (key === "?" || !table.parts[OWN[key]].hidden);
  return isThere ? () => press(table, OWN[key]) : letterOf(table, key);
}

// A digit is a card's place; where players are pressed, a player's number and then how many cards.
function actOfDigit(table, digit) {
  const { open } = table.form.seats ? table.form : {};
  const index = open ? list(open.field, "options").findIndex(({ value }) => text(value) === digit) : digit - 1;
  if (open) return index < 0 ? null : () => press(table, open.kind === "seats" ? "seat" : "pick", index, open);
  return list(table.scene, "hand")[index] ? () => press(table, "card", index) : null;
}

// Escape closes what is open, first of all what has the focus; else it leads out, to the notebook's
// next cell: that is the one to run now.
function escapeOf(table) {
  const { parts, panel } = table;
  const open = [
    [parts.tray, () => table.openTray(null)],
    [panel.node, () => table.closeRule()],
    [parts.keys, () => table.toggleKeys()],
  ].filter(([node]) => !node.hidden);
  const cell = table.root.parentElement?.closest('[tabindex="0"]');
  const next = cell?.matches(".jp-Cell") ? cell.nextElementSibling : null;
  const out = cell ? () => (next?.matches(".jp-Cell") ? next : cell).focus() : null;
  return (open.find(([node]) => node.contains(table.active())) ?? open[0])?.[1] ?? out;
}

function letterOf(table, key) {
  for (const [name, what] of [["choices", "choice"], ["actions", "action"]]) {
    const index = list(table.scene, name).findIndex((each) => text(each.key) && text(each.key).toLowerCase() === key);
    const isOpen = index >= 0 && !list(table.scene, name)[index].disabled;
    if (index >= 0) return () => isOpen && press(table, what, index);
  }
  return null;
}

function stepOf(table, by) {
  const { seats, hand, tray, choices } = table.parts;
  const near = [seats, hand, tray, choices].map(buttonsIn).find((nodes) => nodes.includes(table.active()));
  return near ? () => near[(near.indexOf(table.active()) + by + near.length) % near.length].focus() : null;
}

// ---- what is said aloud: one polite live region, and one voice where a model has several views ----

const TOGETHER_MS = 40;
const START_MS = 400;

export const LIVE = '<p class="ono-said" role="status" aria-live="polite" data-part="live"></p>';

export class Speech {
  static #all = new Set();

  constructor(table) {
    this.table = table;
    this.queue = [];
    this.said = {};
    this.bornAt = performance.now();
    Speech.#all.add(this);
  }

  close() {
    clearTimeout(this.timer);
    Speech.#all.delete(this);
  }

  // Of several views of one model the one with the focus speaks, else the first that is shown.
  get isVoice() {
    const given = (speech) => speech.table.model.get("scene");
    const twins = [...Speech.#all].filter((each) => isShown(each.table.root) && given(each) === given(this));
    return (twins.find((each) => each.table.hasFocus()) ?? twins[0]) === this;
  }

  // What waits is said first, so that it cannot replace these words a moment later. A live region
  // is read again only if its text changes: the same words get an unseen end.
  say(answer) {
    clearTimeout(this.timer);
    this.timer = null;
    const words = sentences(...this.queue.splice(0), answer);
    this.opening = "";
    const { live } = this.table.parts;
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }

  // A question mark is a pause to most voices, so it is said by its name.
  sayKeys() {
    const { scene, words } = this.table;
    const named = (key) => (key === "?" ? words.questionMark : text(key));
    const rows = list(scene, "keys").map((row) => ended(`${named(row.key)}: ${text(row.text)}`));
    this.say(areKeysOn() ? sentences(...rows) : words.keysOff);
  }

  // What belongs together may arrive one after the other, and is said in one go.
  add(words, wait = TOGETHER_MS) {
    if (!words) return;
    this.queue.push(words);
    this.flushAfter(wait);
  }

  flushAfter(wait) {
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  flush() {
    this.timer = null;
    const words = sentences(...this.queue.splice(0), this.opening);
    if (words && this.isVoice) this.say(words);
  }

  // At the start only the notice is news, as soon as the view stands on the page.
  begin() {
    const { scene, feedback } = this.table;
    Object.assign(this.said, { scene: scene.serial, feedback: feedback.serial, notice: "" });
    this.table.form.faults();
    this.tellNotice(START_MS);
  }

  // Who comes to a table that was never said hears it as a new one; a live region that has just
  // come to the page is not read yet. What is pressed meanwhile is said instead.
  enter() {
    const { scene, feedback, words } = this.table;
    if (this.isKnown) return;
    this.isKnown = true;
    const title = text(part(scene, "rules").title);
    this.opening = sentences(title && `${title}.`, aloud(scene), tellingOf(feedback), areKeysOn() ? words.pressKeys : "");
    this.flushAfter(Math.max(TOGETHER_MS, this.bornAt + START_MS - performance.now()));
  }

  // Says what is new; true where that is a feedback.
  tell() {
    this.tellNotice();
    const isFresh = this.tellFeedback();
    this.tellScene(isFresh);
    for (const { label, value } of this.table.form.faults()) this.add(fill(this.table.words.field, { label, value }));
    return isFresh;
  }

  tellNotice(wait) {
    const notice = text(this.table.scene.notice);
    if (notice !== this.said.notice) this.add(notice, wait);
    this.said.notice = notice;
  }

  tellFeedback() {
    const { feedback } = this.table;
    const isFresh = feedback.serial !== undefined && feedback.serial !== this.said.feedback;
    this.said.feedback = feedback.serial;
    if (isFresh) this.add(tellingOf(feedback));
    return isFresh;
  }

  // Beside a feedback a scene is said only where it brings words of its own, or is to be said all the same.
  tellScene(isFresh) {
    const { scene, feedback } = this.table;
    const isNew = scene.serial !== this.said.scene;
    this.said.scene = scene.serial;
    if (!isNew) return;
    if (typeof scene.say === "string") this.add(scene.say);
    else if (scene.say === true || (!isFresh && feedback.serial === undefined)) this.add(aloud(scene));
  }
}

const tellingOf = ({ say, headline, text: more }) => text(say) || sentences(headline, more);

const ended = (words) => words.replace(/[^.?!]$/, "$&.");

// A table in words: where one is, what is asked, what lies there.
function aloud(scene) {
  const [progress, total] = ["progress", "total"].map((name) => part(scene, name).text);
  return sentences(...[progress, scene.question, scene.lead, total, scene.held].map((words) => ended(text(words))));
}
