// What is said aloud: one polite live region, and one voice where a model has several views.

import {fill, part, sentences, text} from "./given.js";
import {isShown} from "./dom.js";

const TOGETHER_MS = 40;
const START_MS = 400;

export const LIVE = '<p class="ono-said" role="status" aria-live="polite" data-part="live"></p>';

export class Speech {
  static #all = new Set();

  constructor(table) {
    this.table = table;
    this.queue = [];
    this.said = {};
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

  // A live region is read again only if its text changes: the same words get an unseen end.
  say(words) {
    const { live } = this.table.parts;
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }

  // What belongs together may arrive one after the other, and is said in one go.
  add(words, wait = TOGETHER_MS) {
    if (!words) return;
    this.queue.push(words);
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  flush() {
    this.timer = null;
    const words = sentences(...this.queue.splice(0));
    if (this.isVoice) this.say(words);
  }

  // At the start only the notice is news, as soon as the view stands on the page.
  begin() {
    const { scene, feedback } = this.table;
    Object.assign(this.said, { scene: scene.serial, feedback: feedback.serial, notice: "" });
    this.table.form.faults();
    this.tellNotice(START_MS);
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
    if (isFresh) this.add(text(feedback.say) || sentences(feedback.headline, feedback.text));
    return isFresh;
  }

  // Beside a feedback a scene is said only where it brings words of its own.
  tellScene(isFresh) {
    const { scene, feedback } = this.table;
    const isNew = scene.serial !== this.said.scene;
    this.said.scene = scene.serial;
    if (!isNew) return;
    if (typeof scene.say === "string") this.add(scene.say);
    else if (!isFresh && feedback.serial === undefined) this.add(aloud(scene));
  }
}

function aloud(scene) {
  const [progress, total, turn, owes] = ["progress", "total", "turn", "owes"].map((name) => part(scene, name).text);
  return sentences(progress, scene.question, scene.lead, total, turn, owes);
}
