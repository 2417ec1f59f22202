// The felt: the players round it, the ring of the total, the piles, and the same in words.

import {isObject, items, list, number, part, text} from "./given.js";
import {at, fit, picture, put, set} from "./dom.js";

const pileMarkup = (name) => `<div class="ono-pile" data-part="${name}"><span class="ono-stack" data-part="${name}Stack"
  aria-hidden="true"></span><span class="ono-caption" data-part="${name}Text"></span></div>`;
const circleMarkup = (name) => `<circle class="ono-${name}" data-part="${name}" r="53" cx="60" cy="60"/>`;

export const BOARD = `<div class="ono-round" data-part="round">
    <ul class="ono-seats" data-part="seats"></ul><div class="ono-arrows" data-part="arrows" aria-hidden="true"></div>
    ${pileMarkup("draw")}
    <div class="ono-ring" data-part="ring" aria-hidden="true">
      <svg viewBox="0 0 120 120">${circleMarkup("track")}${circleMarkup("arc")}${circleMarkup("gaps")}</svg>
      <div data-part="marks"></div><b data-part="number"></b><span data-part="unit"></span>
    </div>
    ${pileMarkup("discard")}
  </div>
  <ul class="ono-status" data-part="status"><li data-part="total"></li><li data-part="turn"></li><li
    data-part="owes"></li><li data-part="direction"></li></ul>`;
const SEAT = `<li class="ono-seat"><span class="ono-said" data-part="said"></span><span class="ono-plate" aria-hidden="true">
  <b data-part="name"></b><span class="ono-tag" data-part="tag"></span><span class="ono-fan" data-part="fan"></span>
  <span data-part="stake"></span><span class="ono-open" data-part="shown"></span></span></li>`;
const MOST = 10_000;
const SPOKEN = ["total", "turn", "owes", "direction"];

export function drawBoard(parts, scene, words) {
  const isRound = drawTotal(parts, scene, words) + drawSeats(parts, scene, words) + drawPiles(parts, scene) > 0;
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
  const marks = [...items(part(scene, "total"), "marks").filter(Number.isFinite), limit];
  set(parts.ring, { hidden: !isKnown, "data-below": value < 0 });
  put(parts, { number: text(part(scene, "total").value).replace("-", "\u2212"), unit: words.total });
  for (const circle of [parts.track, parts.arc, parts.gaps]) set(circle, { pathLength: isKnown ? limit : 1 });
  parts.arc.style.setProperty("--filled", isKnown ? Math.min(Math.abs(value), limit) : 0);
  fit(parts.marks, "<i></i>", isKnown ? marks : [], (node, mark) => {
    put({ node }, { node: mark });
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
