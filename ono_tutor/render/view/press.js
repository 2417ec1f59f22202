// What a press does, on a button or by its key.

import {fill, list, part, sentences, text} from "./given.js";

export function press(table, what, index, node) {
  const { scene, speech, form } = table;
  const send = (name) => table.send({ type: what, id: list(scene, name)[index].id });
  const acts = {
    card: () => pressCard(table, index),
    play: () => pressWay(table, index),
    choice: () => send("choices"),
    action: () => send("actions"),
    stop: () => table.send({ type: "action", id: list(part(scene, "strip"), "items")[index].id }),
    answer: () => table.send({ type: "answer", values: form.values() }),
    takeBack: () => sayField(table, form.takeBack(node)),
    rule: () => table.askRule(node),
    unrule: () => table.closeRule(),
    total: () => speech.say(text(part(scene, "total").text)),
    turn: () => speech.say(sentences(part(scene, "turn").text, part(scene, "owes").text)),
    keys: () => table.toggleKeys(),
  };
  acts[what]();
}

function pressCard(table, place) {
  const card = list(table.scene, "hand")[place];
  if (card.disabled) table.speech.say(fill(table.words.closed, card));
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
  else if (result === "closed" || !tells) table.speech.say(fill(table.words[result], { name }));
}

function sayField({ speech, words, form }, { key, field }) {
  speech.say(fill(words.field, { label: field.label, value: form.values()[key] || words.empty }));
}
