// The answers beside the cards, what else can be done, the view's own buttons, and the keys.

import {list} from "./given.js";
import {BUTTON, drawButton, fit, put, set} from "./dom.js";

export const CHOICES = '<div class="ono-choices" data-part="choices" role="group"></div>';
export const TOOLS = `<div class="ono-tools" data-part="tools"><div data-part="actions"></div><div data-part="own"></div></div>
  <div class="ono-keys" data-part="keys" role="group" tabindex="-1" hidden>
    <p><b data-part="keysTitle"></b><button type="button" data-do="keys" data-part="close"></button></p>
    <dl data-part="keyList"></dl>
  </div>`;
const KEY = '<div><dt><kbd data-part="key"></kbd></dt><dd data-part="text"></dd></div>';

export function drawButtons(parts, scene, feedback, words) {
  const choices = list(scene, "choices");
  const own = [["total", words.sayTotal, "t"], ["turn", words.sayTurn, "w"], ["keys", words.keys, "?"]];
  const mark = (choice) => (feedback.chosen !== undefined && choice.id === feedback.chosen ? feedback.state : "");
  set(parts.choices, { "aria-label": words.answers, hidden: choices.length === 0 });
  fit(parts.choices, BUTTON, choices, (node, choice) => drawButton(node, "choice", choice, mark(choice)));
  fit(parts.actions, BUTTON, list(scene, "actions"), (node, action) => drawButton(node, "action", action));
  fit(parts.own, BUTTON, own, (node, [does, label, key]) => drawButton(node, does, { text: label, key }));
  // Where no total or turn is given there is none to say.
  for (const [index, name] of ["total", "turn"].entries()) parts.own.children[index].hidden = parts[name].hidden;
  set(parts.own.lastElementChild, { "aria-expanded": String(!parts.keys.hidden) });
}

export function drawKeys(parts, scene, words) {
  put(parts, { keysTitle: words.keys, close: words.close });
  set(parts.keys, { "aria-label": words.keys });
  fit(parts.keyList, KEY, list(scene, "keys"), (node, { key, text: label }) => put(node.parts, { key, text: label }));
}
