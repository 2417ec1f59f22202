// A puzzle whose every answer was looked up when the page was built. Nothing is judged here:
// what was done is the key to what is said of it.

import {isObject} from "./dom.js";
import {mount} from "./table.js";
import {PageModel} from "./page_model.js";

// What stands in several places is written once: {"$": 3} is the third of `shared`, and
// {"$": "H"} the face of a card.
export function unpack({ shared, ...packed }, faces) {
  const whole = (value) => {
    if (Array.isArray(value)) return value.map(whole);
    if (!isObject(value)) return value;
    if ("$" in value) return typeof value.$ === "number" ? whole(shared[value.$]) : faces[value.$];
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, whole(inner)]));
  };
  return whole(packed);
}

// The values of a form in the order of its fields, parted by bars; marked options by commas.
export function messageKey(message) {
  if (message.type !== "answer") return `${message.type} ${message.play ?? message.id}`;
  return `answer ${Object.values(message.values).map((value) => [value].flat().join(",")).join("|")}`;
}

class StaticPuzzle {
  constructor(home, data) {
    this.data = data;
    this.hints = 0;
    this.serial = data.scene.serial;
    this.model = new PageModel((message) => this.hear(message));
    this.model.change({ scene: this.scene(false), feedback: null, figure: null, rule_point: null });
    mount(home, this.model);
  }

  // One may try again once something was said.
  scene(isTold) {
    const { scene } = this.data;
    return { ...scene, actions: scene.actions.filter(({ id }) => isTold || id !== "again") };
  }

  hear(message) {
    const { hints, solution, answers, points } = this.data;
    if (message.type === "rule") return this.model.change({ rule_point: points[message.id] ?? null });
    if (message.type !== "action") return this.tell(answers[messageKey(message)]);
    if (message.id === "hint") {
      this.hints = Math.min(this.hints + 1, hints.length);
      return this.tell(hints[this.hints - 1]);
    }
    return this.tell(message.id === "solution" ? solution : null);
  }

  tell(feedback) {
    if (feedback === undefined) return;
    if (feedback === null) this.hints = 0;
    this.serial += 1;
    const told = feedback && { ...feedback, serial: this.serial };
    this.model.change({ scene: this.scene(feedback !== null), feedback: told });
  }
}

export function showPuzzle(home, faces) {
  const data = unpack(JSON.parse(home.querySelector("script.ono-data").textContent), faces);
  const place = document.createElement("div");
  home.querySelector(".ono-without").replaceWith(place);
  return new StaticPuzzle(place, data);
}
