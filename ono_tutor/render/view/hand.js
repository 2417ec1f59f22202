// The cards in hand, and the tray with the ways to play the one that is open.

import {fill, list, text} from "./given.js";
import {BUTTON, ICON, drawButton, fit, icon, picture, put, set} from "./dom.js";

export const HAND = `<div class="ono-rail" data-part="rail">
    <ol class="ono-hand" data-part="hand"></ol><div class="ono-tray" data-part="tray" role="group" hidden></div>
  </div>`;
const SLOT = `<li class="ono-slot"><button type="button" class="ono-card" data-do="card" data-part="button">
  <span class="ono-frame"><span class="ono-face" data-part="face"></span>
    <span class="ono-badge" data-part="badge" aria-hidden="true">${ICON}<span data-part="label"></span></span></span>
  <span data-part="name"></span></button><span class="ono-place" data-part="place" aria-hidden="true"></span></li>`;

const isPlay = (card, play) => card.code === play || list(card, "choices").some((choice) => choice.play === play);

// The plays of the cards and of their ways that stand in `picked`; null where nothing is picked.
const pressedState = (picked, play) => (picked ? String(picked.includes(text(play))) : null);

export function drawHand(parts, scene, feedback, { pressed, opener, picked }, words) {
  const hand = list(scene, "hand");
  const chosen = chosenPlace(hand, feedback.chosen, pressed);
  set(parts.rail, { hidden: hand.length === 0 });
  set(parts.hand, { "aria-label": words.hand });
  fit(parts.hand, SLOT, hand, (node, card, place) => {
    drawCard(node, card, place, { isChosen: place === chosen, isOpen: place === opener, picked });
    drawBadge(node, list(feedback, "cards").filter((row) => isPlay(card, row.play) || isPlay(card, row.code)));
  });
  if (!parts.tray.hidden) drawTray(parts, hand[opener], picked, words);
}

function chosenPlace(hand, play, pressed) {
  if (play === null || play === undefined) return -1;
  return hand[pressed] && isPlay(hand[pressed], play) ? pressed : hand.findIndex((card) => isPlay(card, play));
}

function drawCard(node, card, place, { isChosen, isOpen, picked }) {
  const { button, face } = node.parts;
  const opens = list(card, "choices").length > 0;
  put(node.parts, { name: card.name, place: place + 1 });
  picture(face, card.svg);
  set(node, { "data-chosen": isChosen, "data-picked": Boolean(picked?.some((play) => isPlay(card, play))) });
  set(button, { "aria-label": text(card.name), "aria-keyshortcuts": place + 1, "aria-current": isChosen ? "true" : null });
  set(button, { "aria-disabled": card.disabled ? "true" : null, "aria-expanded": opens ? String(isOpen) : null });
  set(button, { "aria-pressed": opens || card.disabled ? null : pressedState(picked, card.code) });
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
