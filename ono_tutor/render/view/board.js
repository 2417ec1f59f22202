// The felt with the players, the total and the piles; the hand; the buttons; the row of puzzles.

import {ICON, at, fill, fit, icon, isObject, items, list, number, part, picture, put, safeLink, set, text} from "./dom.js";
import {areKeysOn} from "./keys.js";

const pileMarkup = (name) => `<div class="ono-pile" data-part="${name}"><span class="ono-stack" data-part="${name}Stack"
  aria-hidden="true"></span><span class="ono-caption" data-part="${name}Text"></span></div>`;
const circleMarkup = (name) => `<circle class="ono-${name}" data-part="${name}" r="53" cx="60" cy="60"/>`;

export const BOARD = `<div class="ono-round" data-part="round">
    <ul class="ono-seats" data-part="seats" tabindex="-1"></ul><div class="ono-arrows" data-part="arrows" aria-hidden="true"></div>
    ${pileMarkup("draw")}
    <div class="ono-ring" data-part="ring" aria-hidden="true">
      <svg viewBox="0 0 120 120">${circleMarkup("track")}${circleMarkup("arc")}${circleMarkup("gaps")}</svg>
      <div data-part="marks"></div><b data-part="number"></b><span data-part="unit"></span>
    </div>
    ${pileMarkup("discard")}
  </div>
  <ul class="ono-status" data-part="status"><li data-part="total"></li><li data-part="turn"></li><li
    data-part="owes"></li><li data-part="direction"></li></ul>`;
const SEAT = `<li class="ono-seat"><span class="ono-said" data-part="said"></span><button type="button"
  class="ono-pick" data-do="seat" data-part="pick"></button><span class="ono-plate" aria-hidden="true">
  <b data-part="name"></b><span class="ono-tag" data-part="tag"></span><span class="ono-fan" data-part="fan"></span>
  <span data-part="stake"></span><span class="ono-open" data-part="shown"></span></span></li>`;
const MOST = 10_000;
const SPOKEN = ["total", "turn", "owes", "direction"];

// The seats can be pressed where `field` is answered by a player; `picked` is the one who is chosen.
export function drawBoard(parts, scene, words, { field, picked } = {}) {
  const isRound = drawTotal(parts, scene, words) + drawSeats(parts, scene, words) + drawPiles(parts, scene) > 0;
  set(parts.seats, { role: field ? "toolbar" : null });
  [...parts.seats.children].forEach((node, index) => {
    set(node, { role: field ? "none" : null });
    drawPick(node.parts.pick, list(field, "options")[index], scene, picked);
  });
  set(parts.round, { hidden: !isRound });
  drawStatus(parts, scene);
  const isPlain = !isRound && parts.status.hidden && list(scene, "hand").length === 0;
  set(parts.board, { hidden: isPlain });
  set(parts.body, { "data-plain": isPlain });
}

function drawStatus(parts, scene) {
  for (const name of SPOKEN) put(parts, { [name]: part(scene, name).text });
  set(parts.owes, { "data-many": number(part(scene, "owes").count) > 1 });
  set(parts.direction, { "data-way": part(scene, "direction").id });
  set(parts.status, { hidden: SPOKEN.every((name) => parts[name].hidden) });
}

function drawTotal(parts, scene, words) {
  const [value, limit] = ["value", "limit"].map((name) => number(part(scene, "total")[name]));
  const isKnown = !Number.isNaN(value) && limit > 0 && limit < MOST;
  const [marks, unit] = [items(part(scene, "total"), "marks").filter(Number.isFinite), text(part(scene, "total").unit)];
  set(parts.ring, { hidden: !isKnown, "data-below": value < 0 });
  put(parts, { number: text(part(scene, "total").value).replace("-", "\u2212"), unit: unit || words.total });
  for (const circle of [parts.track, parts.arc, parts.gaps]) set(circle, { pathLength: isKnown ? limit : 1 });
  parts.arc.style.setProperty("--filled", isKnown ? Math.min(Math.abs(value), limit) : 0);
  fit(parts.marks, "<i></i>", isKnown ? marks : [], (node, mark) => {
    node.textContent = unit ? "" : mark;
    at(node, (mark / limit) * 360 - 90);
  });
  return isKnown;
}

// The reader sits at the bottom; the others follow clockwise, as seen from above.
function drawSeats(parts, scene, words) {
  const seats = list(scene, "seats");
  const you = Math.max(0, seats.findIndex((seat) => seat.you));
  const degrees = (index) => 90 + ((index - you) * 360) / seats.length;
  const { id } = part(scene, "direction");
  set(parts.seats, { "aria-label": words.seats, hidden: seats.length === 0 });
  fit(parts.seats, SEAT, seats, (node, seat, index) => {
    at(node, degrees(index), 0.42);
    drawSeat(node, seat, words);
  });
  fit(parts.arrows, "<i></i>", id ? seats : [], (node, _, index) => {
    at(node, degrees(index + 0.5), 0.42);
    node.style.setProperty("--turn", `${degrees(index + 0.5) + (id === "ccw" ? -90 : 90)}deg`);
  });
  return seats.length > 0;
}

function drawSeat(node, seat, words) {
  const tag = seat.out ? words.out : seat.mover ? words.toMove : "";
  const fan = seat.out || seat.shown || !Number.isInteger(seat.cards) ? "" : seat.cards;
  put(node.parts, { shown: seat.shown, said: seat.text, name: seat.name, stake: seat.stake, fan, tag });
  node.parts.fan.style.setProperty("--cards", Math.min(fan || 0, 4));
  set(node, { "data-mover": Boolean(seat.mover), "data-out": Boolean(seat.out), "data-you": Boolean(seat.you) });
}

function drawPick(node, option, { shut }, picked) {
  set(node, { hidden: !option, "aria-label": text(option?.text), "aria-pressed": String(text(option?.value) === picked) });
  set(node, { "aria-disabled": shut === "all" ? "true" : null });
}

function drawPiles(parts, scene) {
  const { draw, discard } = part(scene, "piles");
  put(parts, { drawText: draw?.text, drawStack: draw?.count, discardText: discard?.text });
  picture(parts.discardStack, discard?.svg);
  set(parts.draw, { hidden: !isObject(draw) });
  set(parts.drawStack, { hidden: false, "data-empty": draw?.count === 0 });
  set(parts.discard, { hidden: !isObject(discard) });
  set(parts.discardStack, { hidden: false, "data-empty": !discard?.svg });
  return isObject(draw) || isObject(discard);
}

// ---- a button, with its sign, its key and what is told of it ----

export const BUTTON = `<button type="button">${ICON}<span data-part="text"></span><span class="ono-told" data-part="told"></span>
  <kbd data-part="key" aria-hidden="true"></kbd></button>`;

export function drawButton(node, does, { text: label, key: letter, disabled, primary }, { tone, text: told } = {}) {
  const key = areKeysOn() ? letter : "";
  put(node.parts, { text: label, key, told: told ? `– ${text(told)}` : "" });
  icon(node.parts, tone);
  set(node, { "data-do": does, "data-primary": Boolean(primary), "aria-keyshortcuts": text(key) || null });
  set(node, { "aria-disabled": disabled ? "true" : null, "aria-current": tone ? "true" : null, "data-mark": tone });
}

// ---- the cards in hand, and the tray with the ways to play the one that is open ----

export const HAND = `<div class="ono-rail" data-part="rail">
    <div class="ono-hand" data-part="hand" role="toolbar" tabindex="-1"></div><div class="ono-tray" data-part="tray" role="group" hidden></div>
  </div>`;
const SLOT = `<div class="ono-slot"><button type="button" class="ono-card" data-do="card" data-part="button">
  <span class="ono-frame"><span class="ono-face" data-part="face"></span></span>
  <span data-part="name"></span><span class="ono-badge" data-part="badge" aria-hidden="true">${ICON}<span
  data-part="label"></span></span><span class="ono-mark" data-part="mark" aria-hidden="true"></span></button><span class="ono-place" data-part="place" aria-hidden="true"></span></div>`;

export const isPlay = (card, play) => card.code === play || list(card, "choices").some((choice) => choice.play === play);

// The plays of the cards and of their ways that stand in `picked`; null where nothing is picked.
const pressedState = (picked, play) => (picked ? String(picked.includes(text(play))) : null);

export function drawHand(parts, scene, feedback, { pressed, opener, picked }, words) {
  const hand = list(scene, "hand");
  const chosen = chosenPlace(hand, feedback.chosen, pressed);
  set(parts.rail, { hidden: hand.length === 0 });
  set(parts.hand, { "aria-label": words.hand });
  set(parts.hand, { "data-shut": text(scene.shut) || null });
  fit(parts.hand, SLOT, hand, (node, card, place) => {
    drawCard(node, card, place, { isChosen: place === chosen, isOpen: place === opener, picked, isShut: Boolean(scene.shut) });
    drawMark(node, list(feedback, "marks").find(({ id }) => isPlay(card, id)) ?? {});
    drawBadge(node, list(feedback, "cards").filter((row) => isPlay(card, row.play) || isPlay(card, row.code)));
  });
  if (!parts.tray.hidden) drawTray(parts, hand[opener], picked, words);
}

function chosenPlace(hand, play, pressed) {
  if (play === null || play === undefined) return -1;
  return hand[pressed] && isPlay(hand[pressed], play) ? pressed : hand.findIndex((card) => isPlay(card, play));
}

function drawCard(node, card, place, { isChosen, isOpen, picked, isShut }) {
  const { button, face } = node.parts;
  const key = areKeysOn() ? place + 1 : null;
  const opens = list(card, "choices").length > 0 && !isShut;
  put(node.parts, { name: card.label || card.name, place: key });
  picture(face, card.svg);
  set(node, { "data-chosen": isChosen, "data-picked": Boolean(picked?.some((play) => isPlay(card, play))) });
  set(button, { "aria-label": text(card.name), "aria-keyshortcuts": key, "aria-current": isChosen ? "true" : null });
  set(button, { "aria-disabled": card.disabled || isShut ? "true" : null, "aria-expanded": opens ? String(isOpen) : null });
  set(button, { "aria-pressed": opens || card.disabled || isShut ? null : pressedState(picked, card.code) });
}

// What was answered, and what would have been right.
function drawMark(node, { tone, text: label }) {
  put(node.parts, { mark: label });
  set(node, { "data-mark": tone });
}

// Two plays of one card may end differently: then only the table below tells them apart.
function drawBadge(node, rows) {
  const row = rows.length > 0 && rows.every(({ outcome }) => outcome === rows[0].outcome) ? rows[0] : {};
  put(node.parts, { label: row.label });
  icon(node.parts, row.outcome);
  set(node, { "data-outcome": row.outcome });
  set(node.parts.badge, { hidden: !row.outcome });
}

export function drawTray(parts, card, picked, words) {
  set(parts.tray, { "aria-label": fill(words.plays, card) });
  fit(parts.tray, BUTTON, list(card, "choices"), (node, { name, play }) => {
    drawButton(node, "play", { text: name });
    set(node, { "aria-pressed": pressedState(picked, play) });
  });
}

// ---- the answers beside the cards, what else can be done, the view's own buttons, and the keys ----

export const CHOICES = '<div class="ono-choices" data-part="choices" role="toolbar" tabindex="-1"></div>';
export const TOOLS = `<div class="ono-tools" data-part="actions"></div>
  <p class="ono-onward" data-part="onward"><a data-part="onwardLink"></a></p>`;
export const OWN_TOOLS = `<div class="ono-tools" data-part="own"></div>
  <div class="ono-keys" data-part="keys" role="group" hidden>
    <p><b data-part="keysTitle"></b><button type="button" data-do="keys" data-part="close"></button></p>
    <dl data-part="keyList"></dl>
    <p data-part="keysOff"></p>
    <label class="ono-check"><input type="checkbox" data-part="singleKeys"><span data-part="singleKeysText"></span></label>
  </div>`;
const KEY = '<div><dt><kbd data-part="key"></kbd></dt><dd data-part="text"></dd></div>';

export function drawButtons(parts, scene, feedback, words) {
  const choices = list(scene, "choices");
  const own = [["question", words.sayQuestion, "q"], ["total", words.sayTotal, "t"], ["turn", words.sayTurn, "w"], ["keys", words.keys, "?"]];
  const isChosen = (choice) => feedback.chosen !== undefined && choice.id === feedback.chosen;
  const mark = (choice) => list(feedback, "marks").find(({ id }) => id === choice.id) ?? (isChosen(choice) ? { tone: feedback.state } : {});
  set(parts.choices, { "aria-label": words.answers, hidden: choices.length === 0 });
  const isShut = scene.shut === "all";
  fit(parts.choices, BUTTON, choices, (node, choice) => drawButton(node, "choice", { ...choice, disabled: isShut }, mark(choice)));
  fit(parts.actions, BUTTON, list(scene, "actions"), (node, action) => drawButton(node, "action", action));
  fit(parts.own, BUTTON, own, (node, [does, label, key]) => drawButton(node, does, { text: label, key }));
  // Where no question, total or turn is given there is none to say.
  for (const [index, name] of ["question", "total", "turn"].entries()) parts.own.children[index].hidden = parts[name].hidden;
  set(parts.own.lastElementChild, { "aria-expanded": String(!parts.keys.hidden) });
}

// A way to another notebook; Jupyter opens it by its own command, from the folder of this one.
export function drawOnward(parts, link) {
  const folder = /\/(?:tree|notebooks)\/(.*\/)?[^/]*$/.exec(decodeURI(location.pathname))?.[1] ?? "";
  const href = safeLink(link.href);
  set(parts.onward, { hidden: !href });
  put(parts, { onwardLink: link.text });
  set(parts.onwardLink, {
    href, "data-commandlinker-command": href && "docmanager:open",
    "data-commandlinker-args": href && JSON.stringify({ path: folder + href }),
  });
}

export function drawKeys(parts, scene, words) {
  const isKeyed = areKeysOn();
  put(parts, { keysTitle: words.keys, close: words.close, singleKeysText: words.singleKeys });
  put(parts, { keysOff: isKeyed ? "" : words.keysOff });
  parts.singleKeys.checked = isKeyed;
  set(parts.keys, { "aria-label": words.keys });
  fit(parts.keyList, KEY, isKeyed ? list(scene, "keys") : [], (node, { key, text: label }) => put(node.parts, { key, text: label }));
}

// ---- the puzzles of an assignment in a row: where one is, how each stands, and a way to each ----

export const STRIP = `<nav class="ono-strip" data-part="strip">
  <p class="ono-title" data-part="stripTitle"></p><p class="ono-note" data-part="stripNote"></p>
  <ol data-part="stripItems"></ol>
</nav>`;
const STOP = `<li><button type="button" data-do="stop" data-part="button">${ICON}<span class="ono-dot" aria-hidden="true"
  data-part="dot"></span><span data-part="text"></span></button></li>`;
const MARKS = ["right", "wrong"];

export function drawStrip(parts, strip) {
  const stops = list(strip, "items");
  put(parts, { stripTitle: strip.title, stripNote: strip.note });
  set(parts.strip, { hidden: stops.length === 0, "aria-label": text(strip.label) || null });
  fit(parts.stripItems, STOP, stops, (node, stop) => {
    put(node.parts, { text: stop.text });
    icon(node.parts, MARKS.includes(stop.state) ? stop.state : "");
    set(node, { "data-state": stop.state });
    set(node.parts.dot, { hidden: !["given", "begun", "chosen"].includes(stop.state) });
    set(node.parts.button, { "aria-label": text(stop.name), "aria-current": stop.current ? "step" : null });
    set(node.parts.button, { "aria-disabled": stop.disabled === true ? "true" : null });
  });
}
