// Plays that were made one after another are shown one after another: each card moves to the
// pile and the total counts up. Any press or key shows the table as it is now.

import {drawBoard} from "./board.js";
import {isShown, list, number, part, put, text} from "./dom.js";

const STEP_MS = 400;
const MOVE_MS = 280;
const isCalm = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Playback {
  constructor(table) {
    this.table = table;
    this.plays = [];
  }

  // Shows what was played since the scene before.
  begin(before) {
    const { scene, root } = this.table;
    this.stop();
    if (isCalm() || !isShown(root) || before?.serial === scene.serial) return;
    this.plays = list(scene, "plays");
    this.total = number(part(before, "total").value);
    if (this.plays.length) this.next();
  }

  get isOn() {
    return this.timer !== undefined;
  }

  next() {
    const { parts, scene, words, root } = this.table;
    const play = this.plays.shift();
    if (!play) return this.stop();
    const piles = part(scene, "piles");
    const seats = list(scene, "seats").map((seat) => ({ ...seat, mover: seat.seat === play.seat }));
    const total = { ...part(scene, "total"), value: play.total };
    drawBoard(parts, { ...scene, total, seats, piles: { ...piles, discard: { ...part(piles, "discard"), svg: play.svg } } }, words);
    root.dataset.playing = "";
    this.timer = setTimeout(() => this.next(), STEP_MS);
    this.move(seats.findIndex((seat) => seat.mover));
    this.count(this.total, play.total);
    this.total = play.total;
  }

  // The card moves from its player to the pile.
  move(place) {
    const { seats, discardStack } = this.table.parts;
    const middle = (node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    if (!seats.children[place] || discardStack.parentNode.hidden) return;
    const [[fromX, fromY], [x, y]] = [middle(seats.children[place]), middle(discardStack)];
    const start = { transform: `translate(${fromX - x}px, ${fromY - y}px) scale(0.7)` };
    discardStack.animate([start, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" });
  }

  count(from, to) {
    const began = performance.now();
    const tick = () => {
      const done = Math.min(1, (performance.now() - began) / MOVE_MS);
      if (!this.isOn || this.table.isClosed) return;
      put(this.table.parts, { number: text(Math.round(from + (to - from) * done)).replace("-", "\u2212") });
      if (done < 1) requestAnimationFrame(tick);
    };
    if (Number.isFinite(from) && Number.isFinite(to)) tick();
  }

  stop() {
    if (!this.isOn) return;
    const { parts, scene, words, root, isClosed } = this.table;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.plays = [];
    delete root.dataset.playing;
    for (const animation of parts.discardStack.getAnimations()) animation.finish();
    if (!isClosed) drawBoard(parts, scene, words);
  }
}
