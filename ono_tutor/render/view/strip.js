// The puzzles of an assignment in a row: where one is, how each stands, and a way to each.

import {list, text} from "./given.js";
import {ICON, fit, icon, put, set} from "./dom.js";

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
    set(node.parts.dot, { hidden: !["given", "begun"].includes(stop.state) });
    set(node.parts.button, { "aria-label": text(stop.name), "aria-current": stop.current ? "step" : null });
    set(node.parts.button, { "aria-disabled": stop.disabled === true ? "true" : null });
  });
}
