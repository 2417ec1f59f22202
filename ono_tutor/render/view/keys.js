// What a key does, as long as the focus is inside the table.

import {list, text} from "./given.js";
import {buttonsIn} from "./dom.js";
import {press} from "./press.js";

const OWN = { t: "total", w: "turn", "?": "keys" };
const KEYLESS = ["checkbox", "range"];

// A field in which letters and digits are written, or chosen by typing.
const isTyping = (node) =>
  Boolean(node.closest("textarea, select, [contenteditable]")) || (node.matches("input") && !KEYLESS.includes(node.type));
const isSent = ({ key, target }) => key === "Enter" && target.matches("input") && !KEYLESS.includes(target.type);

// On keyboards whose digits need Shift the key below the digit counts as well.
const digitOf = ({ key, code, shiftKey }) =>
  Number(/^[1-9]$/.test(key) ? key : (!shiftKey && /^Digit([1-9])$/.exec(code)?.[1]) || 0);

// The act of a key as a function, or null where the key is not the table's.
export function actOf(table, event) {
  const key = text(event.key).toLowerCase();
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  if (isSent(event)) return () => table.enter(event.target);
  if (key === "escape" && !event.target.matches("select")) return escapeOf(table);
  return isTyping(event.target) ? null : plainAct(table, event, key);
}

function plainAct(table, event, key) {
  const place = digitOf(event);
  if (place) return list(table.scene, "hand")[place - 1] ? () => press(table, "card", place - 1) : null;
  if (key === "arrowleft" || key === "arrowright") return stepOf(table, key === "arrowleft" ? -1 : 1);
  // Where no total or turn is given there is none to say; the list of keys is hidden until it is asked for.
  const isThere = Object.hasOwn(OWN, key) && (key === "?" || !table.parts[OWN[key]].hidden);
  return isThere ? () => press(table, OWN[key]) : letterOf(table, key);
}

// Escape closes what is open, first of all what has the focus.
function escapeOf(table) {
  const { parts, panel } = table;
  const open = [
    [parts.tray, () => table.openTray(null)],
    [panel.node, () => table.closeRule()],
    [parts.keys, () => table.toggleKeys()],
  ].filter(([node]) => !node.hidden);
  return (open.find(([node]) => node.contains(table.active())) ?? open[0])?.[1] ?? null;
}

function letterOf(table, key) {
  for (const [name, what] of [["choices", "choice"], ["actions", "action"]]) {
    const item = list(table.scene, name).find((each) => text(each.key) && text(each.key).toLowerCase() === key);
    if (item) return () => item.disabled || table.send({ type: what, id: item.id });
  }
  return null;
}

function stepOf(table, by) {
  const near = [table.parts.hand, table.parts.tray].map(buttonsIn).find((nodes) => nodes.includes(table.active()));
  return near ? () => near[(near.indexOf(table.active()) + by + near.length) % near.length].focus() : null;
}
