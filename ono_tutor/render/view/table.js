// The card table: it draws the scene it is given, sends back what was chosen and shows the
// feedback it is given. It knows no rule of any game.
//
// In notebooks the default export is an anywidget. On a plain page `mount(el, model)` takes any
// object with get(name), on(event, callback), off(event, callback) and send(message).

import {WORDS, buttonsIn, heightInSight, isJustRun, isObject, isShown, list, make, number, part, put, sentences, set, text} from "./dom.js";
import {BOARD, CHOICES, HAND, OWN_TOOLS, STRIP, TOOLS, drawBoard, drawButtons, drawHand, drawKeys, drawOnward, drawStrip, drawTray} from "./board.js";
import {FORM, Form} from "./form.js";
import {areKeysOn, switchKeys, watchKeys} from "./keys.js";
import {CASES, FEEDBACK, FIGURE, GRID, LOG, RulePanel, drawCases, drawFeedback, drawFigure, drawGrid, drawLog, watchLog} from "./panels.js";
import {LIVE, Speech, actOf, press} from "./acts.js";
import {Playback} from "./playback.js";
import {tendCell} from "./cell.js";

const PENDING_MS = 2000;
const BACK_MS = 100;
const ARRIVE_MS = [50, 200, 500, 1000];
const TRAITS = ["scene", "feedback", "figure", "rule_point"];
const EVENTS = ["click", "keydown", "focusin", "focusout", "input", "change"];

const TABLE = `<div class="ono-table" tabindex="-1"><p data-part="keyHint" hidden></p>
<p class="ono-error" data-part="error"></p>
<div class="ono-body" data-part="body">
  <p class="ono-notice" data-part="notice"></p>
  <div class="ono-ask">
    ${STRIP}
    <p class="ono-meta"><span data-part="rules"></span><span class="ono-progress" data-part="progress"></span></p>
    <p class="ono-question" data-part="question"></p>
    <p class="ono-lead" data-part="lead"></p>
  </div>
  <div class="ono-board" data-part="board"><div class="ono-felt">${BOARD}${HAND}</div></div>
  <div class="ono-side">${CHOICES}${FORM}${TOOLS}${FEEDBACK}${LOG}${OWN_TOOLS}</div>
  ${FIGURE}
  ${CASES}
  ${GRID}
</div>
${LIVE}</div>`;

// What a scene asks, and at which step of how many: two puzzles may ask in the same words.
const askedBy = (scene) => [scene.question, scene.lead, part(scene, "progress").text].map(text).join("\n");

// ---- one view of one model ----

class Table {
  constructor(el, model) {
    this.model = model;
    this.root = make(TABLE);
    this.parts = this.root.parts;
    this.uid = `ono-${Math.random().toString(36).slice(2, 10)}`;
    this.form = new Form(this.parts, this.uid, (message) => this.model.send(message));
    this.panel = new RulePanel(this.parts, this.uid);
    this.speech = new Speech(this);
    this.playback = new Playback(this);
    this.watch = watchLog(this.parts);
    this.changed = () => this.later();
    for (const name of TRAITS) model.on(`change:${name}`, this.changed);
    for (const name of EVENTS) this.root.addEventListener(name, (event) => this[name](event));
    this.away = new AbortController();
    watchKeys(() => this.draw(), this.away.signal);
    el.append(this.root);
    this.draw();
    this.speech.begin();
  }

  close() {
    for (const name of TRAITS) this.model.off(`change:${name}`, this.changed);
    this.isClosed = true;
    this.away.abort();
    this.playback.stop();
    this.form.close();
    this.speech.close();
    this.watch.disconnect();
    this.root.remove();
  }

  // Traits often change together: one drawing and one announcement for all.
  later() {
    if (!this.isDue) queueMicrotask(() => this.update());
    this.isDue = true;
  }

  update() {
    this.isDue = false;
    if (this.isClosed) return;
    const [held, before] = [this.held(), this.scene];
    const isPointNew = this.draw();
    this.refocus(held);
    if (isPointNew && !this.panel.answer(this.active())) this.speech.add(this.panel.aloud);
    const isTold = this.speech.tell();
    if (this.hasFocus() && (isTold || askedBy(before) !== askedBy(this.scene))) this.reveal(isTold);
    if (before.serial !== this.scene.serial) this.playback.begin(before);
  }

  // The question, the table and what is told of the answer stay in sight together where they fit.
  // At once: where a page scrolls smoothly each of these would stop the one before.
  reveal(isTold) {
    const { reason, headline } = this.parts;
    const isWhole = this.root.offsetHeight <= heightInSight(this.root);
    const show = (node, block) => node.scrollIntoView({ block, behavior: "instant" });
    if (isWhole || !isTold) show(this.root, isWhole ? "nearest" : "start");
    if (isTold) for (const part of [reason, headline]) show(part, "nearest");
  }

  // Jupyter shows the cell after the one that was run: the new table is brought back into sight,
  // unless the reader has moved on.
  arrive() {
    const still = new AbortController();
    const stop = () => still.abort();
    for (const name of ["wheel", "keydown", "pointerdown"]) document.addEventListener(name, stop, { signal: still.signal, capture: true });
    for (const wait of ARRIVE_MS) setTimeout(() => still.signal.aborted || this.isClosed || (isJustRun(this.root) && this.reveal()), wait);
    setTimeout(stop, ARRIVE_MS.at(-1) + 1);
  }

  read() {
    const given = Object.fromEntries(TRAITS.map((name) => [name, this.model.get(name)]));
    for (const name of TRAITS) this[name] = part(given, name);
    this.words = { ...WORDS, ...part(this.scene, "words") };
    return isObject(given.scene);
  }

  // True where a rule point is shown that was not shown before.
  draw() {
    const before = this.scene?.serial;
    const isKnown = this.read();
    const { parts, scene, feedback, words, uid } = this;
    put(parts, { error: isKnown ? "" : words.noScene });
    set(parts.body, { hidden: !isKnown });
    this.drawRoot();
    const isTrayStale = scene.serial !== before || !list(list(scene, "hand")[this.opener], "choices").length;
    if (isTrayStale) this.openTray(null);
    if (scene.serial !== before) this.pressed = null;
    this.drawAsk();
    drawStrip(parts, part(scene, "strip"));
    this.form.draw(scene, words);
    this.drawPicks();
    drawButtons(parts, scene, feedback, words);
    drawKeys(parts, scene, words);
    drawOnward(parts, part(scene, "link"));
    drawFeedback(parts, feedback, words);
    drawFigure(parts, this.figure, words, uid);
    drawCases(parts, list(scene, "cases"), words, uid);
    drawLog(parts, part(scene, "log"), words, uid);
    drawGrid(parts, part(scene, "grid"), words);
    return this.panel.draw(this.rule_point, words);
  }

  // As long as its keys act, the table is an application: a screen reader leaves the keys to it.
  drawRoot() {
    const { parts, root, scene, words, uid } = this;
    const isKeyed = areKeysOn();
    parts.keyHint.id = `${uid}-keys`;
    parts.keyHint.textContent = words.pressKeys;
    set(root, { role: isKeyed ? "application" : "group", "aria-label": text(scene.name) || words.noScene });
    set(root, { "aria-describedby": isKeyed ? parts.keyHint.id : null });
  }

  drawAsk() {
    const { parts, scene } = this;
    const progress = part(scene, "progress");
    put(parts, { notice: scene.notice, rules: part(scene, "rules").title, progress: progress.text });
    put(parts, { question: scene.question, lead: scene.lead });
    const done = number(progress.done) / number(progress.of);
    parts.progress.style.setProperty("--done", Number.isFinite(done) ? done : 0);
  }

  // The table as far as it shows what is chosen on it.
  drawPicks() {
    const { seats } = this.form;
    drawBoard(this.parts, this.scene, this.words, { field: seats?.field, picked: seats?.picked });
    this.drawHand();
  }

  drawHand() {
    const { picked } = this.form;
    drawHand(this.parts, this.scene, this.feedback, { pressed: this.pressed, opener: this.opener, picked }, this.words);
  }

  // ---- the focus ----

  active() {
    return this.root.getRootNode().activeElement ?? null;
  }

  hasFocus() {
    return this.root.contains(this.active()) && isShown(this.active());
  }

  held() {
    const { seats, hand, choices, fields, actions, own, stripItems } = this.parts;
    if (!this.hasFocus()) return null;
    if (this.panel.node.contains(this.active())) return { home: hand, index: 0, back: () => this.panel.opener };
    const home = [seats, hand, choices, fields, actions, own, stripItems].find((group) => group.contains(this.active())) ?? hand;
    return { home, index: Math.max(0, buttonsIn(home).indexOf(this.active())) };
  }

  refocus(held) {
    if (!held || this.hasFocus()) return;
    const { hand, choices, actions } = this.parts;
    const near = buttonsIn(held.home);
    const next = near[Math.min(held.index, near.length - 1)] ?? [hand, choices, actions].flatMap(buttonsIn)[0];
    (held.back?.() ?? next ?? this.root).focus({ preventScroll: true });
  }

  // Gives the focus to where an answer begins: a field, or the players, cards or answers as a whole,
  // so that none of them looks chosen.
  begin() {
    const { form, seats, hand, choices, actions } = this.parts;
    const field = this.form.isWhole && !this.form.taker && form.querySelector("input, select");
    const bars = [seats, this.scene.shut ? null : hand, choices].filter((bar) => bar && buttonsIn(bar).length);
    const first = [field, ...bars, ...buttonsIn(actions)].find(isShown) ?? this.root;
    first.focus({ preventScroll: true });
    this.reveal();
  }

  // ---- what is done ----

  click({ target }) {
    this.playback.stop();
    const node = target.closest("[data-do]");
    const what = node?.dataset.do;
    if (!node) return;
    const item = ["card", "stop", "seat"].includes(what) ? node.parentNode : node;
    press(this, what, [...item.parentNode.children].indexOf(item), node);
  }

  // A second press before the answer is there would be a second answer: it is dropped.
  send(message) {
    const serials = `${text(this.scene.serial)} ${text(this.feedback.serial)}`;
    const now = performance.now();
    if (this.pending?.serials === serials && now < this.pending.until) return false;
    this.pending = { serials, until: now + PENDING_MS };
    this.model.send(message);
    return true;
  }

  enter(target) {
    if (!this.form.fieldOf(target)) return;
    if (this.form.isWhole) press(this, "answer");
    else this.form.change(target);
  }

  input({ target }) {
    this.form.input(target);
  }

  change({ target }) {
    if (target === this.parts.singleKeys) return switchKeys(target.checked);
    this.form.change(target);
    this.drawHand();
  }

  // ---- the tray, the keys and the rule point: what opens and closes ----

  openTray(place) {
    const { hand, tray } = this.parts;
    const opener = (index) => hand.children[index]?.parts.button;
    const card = list(this.scene, "hand")[place];
    if (tray.contains(this.active())) opener(this.opener)?.focus();
    if (opener(this.opener)?.ariaExpanded) set(opener(this.opener), { "aria-expanded": "false" });
    this.opener = card ? place : null;
    set(tray, { hidden: !card });
    if (!card) return;
    set(opener(place), { "aria-expanded": "true" });
    drawTray(this.parts, card, this.form.picked, this.words);
    tray.firstElementChild.focus();
  }

  focusin({ relatedTarget: last }) {
    if (!this.root.contains(last)) this.speech.enter();
  }

  focusout({ target, relatedTarget: next }) {
    const { tray, hand } = this.parts;
    const stays = !next || tray.contains(next) || hand.children[this.opener]?.contains(next);
    if (tray.contains(target) && !tray.hidden && !stays) this.openTray(null);
  }

  toggleKeys() {
    const { keys, own, close } = this.parts;
    const leaves = keys.contains(this.active());
    if (keys.hidden) this.beforeKeys = this.active();
    keys.hidden = !keys.hidden;
    set(own.lastElementChild, { "aria-expanded": String(!keys.hidden) });
    if (!keys.hidden) this.speech.sayKeys();
    if (!keys.hidden) close.focus();
    else if (leaves) (this.root.contains(this.beforeKeys) && isShown(this.beforeKeys) ? this.beforeKeys : this.root).focus();
  }

  askRule(opener) {
    this.panel.ask(opener);
    this.model.send({ type: "rule", id: opener.dataset.rule });
  }

  closeRule() {
    const held = this.held();
    this.panel.shut();
    this.refocus(held);
    this.model.send({ type: "rule", id: null });
  }

  // Keys act only while the focus is inside: the listener sits on the table itself.
  keydown(event) {
    this.playback.stop();
    const act = actOf(this, event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  }
}

// ---- the two ways in ----

// The still picture that a saved notebook shows gives place as long as the table is there.
function still(model) {
  const style = document.createElement("style");
  if (/^[\w-]+$/.test(text(model.get("still")))) style.textContent = `.${model.get("still")} { display: none; }`;
  return style;
}

export function mount(el, model, takesFocus = false) {
  const table = new Table(el, model);
  if (takesFocus) table.begin();
  return () => table.close();
}

// Below a table stands the next cell of a notebook: who comes back by Shift+Tab is led to the
// cards, or to the field to fill in, and not to the last of the buttons.
function leadBack(table, signal) {
  let cameAt = -Infinity;
  const heard = ({ key, shiftKey }) => (cameAt = key === "Tab" && shiftKey ? performance.now() : -Infinity);
  document.addEventListener("keydown", heard, { signal, capture: true });
  table.root.addEventListener("focusin", ({ relatedTarget }) => {
    if (!table.root.contains(relatedTarget) && performance.now() - cameAt < BACK_MS) table.begin();
  }, { signal });
}

// What a cell shows without a table, the steps of a play or a list of dangers, is brought back
// into sight as well.
function watchShown(notebook) {
  if (!notebook || notebook.dataset.onoWatched) return;
  notebook.dataset.onoWatched = "yes";
  const shownIn = (node) => (node.matches?.(".ono-shown") ? node : node.querySelector?.(".ono-shown"));
  const show = (node) => node.isConnected && isJustRun(node) && node.scrollIntoView({ block: "nearest" });
  new MutationObserver((changes) => {
    const shown = changes.flatMap((each) => [...each.addedNodes].map(shownIn)).filter(Boolean);
    for (const node of shown) for (const wait of ARRIVE_MS) setTimeout(() => show(node), wait);
  }).observe(notebook, { childList: true, subtree: true });
}

function render({ model, el }) {
  const table = new Table(el, model);
  table.root.append(still(model));
  table.arrive();
  const here = new AbortController();
  leadBack(table, here.signal);
  requestAnimationFrame(() => watchShown(table.root.closest(".jp-Notebook")));
  const leaveCell = tendCell(model);
  return () => (here.abort(), leaveCell(), table.close());
}

export default { render };
