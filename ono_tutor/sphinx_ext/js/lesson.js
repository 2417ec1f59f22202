// A lesson: its steps one after another, and its tables. A table opens with what the build sent and
// takes its first answer by that; then the engine has it. Where answers are kept it opens with what
// the engine said, when the last of them was given, that it would open with.

import {fill, make, put} from "./dom.js";
import {ANSWER, answeredPuzzles, keep, keepOpening, keepReached, keptAnswers, keptOpening, reachedIn} from "./kept.js";
import {mount} from "./table.js";
import {PageModel, messageKey, startEngine, unpack, warmUp} from "./tables.js";

const CELL = `<div class="ono-live"><div data-part="table"></div>
  <p class="ono-live-status" role="status" data-part="status"></p><progress data-part="bar" aria-hidden="true" hidden></progress>
  <p class="ono-live-error" role="alert" data-part="error" hidden></p>
  <button type="button" data-part="retry" hidden></button></div>`;
const ONWARD = `<div class="ono-way-on-line"><button type="button" data-part="next"></button>
  <a data-part="link" hidden></a> <span data-part="step"></span></div>`;

let cellCount = 0;

class Cell {
  constructor(home, site, faces) {
    Object.assign(this, { site, name: `cell-${(cellCount += 1)}`, said: [], waiting: [], isLive: false });
    this.data = unpack(JSON.parse(home.querySelector("script.ono-data").textContent), faces);
    const box = make(CELL);
    this.parts = box.parts;
    put(this.parts, { retry: site.words.retry, status: "" });
    this.parts.retry.addEventListener("click", () => this.begin(true));
    this.model = new PageModel((message) => this.hear(message));
    this.isNew = Boolean(this.data.parts) && !this.countKept();
    this.without = home.querySelector(".ono-without");
    home.append(box);
    const parts = this.isNew ? this.data.parts : this.openingParts();
    if (parts) this.show(parts);
  }

  countKept() {
    return keptAnswers().filter((text) => this.isOwn(text)).length;
  }

  get edition() {
    return `${this.site.bundle} ${this.site.engine?.wheel}`;
  }

  openingParts() {
    const opening = keptOpening(this.data.lesson);
    const isOfNow = opening?.edition === this.edition && opening.count === this.countKept();
    return isOfNow ? opening.parts : null;
  }

  // Opens the quiz a second time, unseen, to know what a learner who comes back is to see at once.
  keepOpening() {
    const [name, count] = [`${this.name}-later`, this.countKept()];
    this.engine.listen(name, ({ parts }) => {
      if (parts) keepOpening(this.data.lesson, { edition: this.edition, count, parts });
      this.engine.close(name);
    });
    this.engine.ask(name, { open: "cell", told: { ...this.data.cell, kept: keptAnswers(), said: [] } });
  }

  isOwn(text) {
    try {
      return Boolean(this.data.lesson) && JSON.parse(text).lesson === this.data.lesson;
    } catch {
      return false;
    }
  }

  show(parts) {
    this.model.change(parts);
    if (this.isShown) return;
    this.isShown = true;
    this.without.remove();
    mount(this.parts.table, this.model);
  }

  hear(message) {
    if (this.isLive) return void this.engine.ask(this.name, { message });
    const reply = this.isNew && !this.said.length && !this.waiting.length && this.data.replies[messageKey(message)];
    if (!reply) {
      this.waiting.push(message);
      return void this.begin(true);
    }
    this.said.push(message);
    if (reply.answered) this.keep({ ...reply.answered, at: new Date().toISOString() });
    this.model.change(reply.parts);
    this.begin();
  }

  // Kept before it is shown. What the table is told of it is what it was told here.
  keep(answered) {
    const cause = keep(ANSWER, answered);
    this.own = JSON.stringify(answered);
    if (cause !== null) put(this.parts, { error: fill(this.site.words.refused, { cause }) });
  }

  // Opens the table in the engine, which says nothing of what was said here already.
  async begin(isAwaited = false) {
    const { parts, site } = this;
    this.isAwaited ||= isAwaited;
    if (location.protocol === "file:" && !isAwaited) return;
    if (this.isAwaited) startEngine(parts, site).catch(() => {}).finally(() => put(parts, { status: "" }));
    if (this.isBegun) return;
    this.isBegun = true;
    put(parts, { error: "" });
    parts.retry.hidden = true;
    try {
      this.engine = await warmUp(site).ready;
      this.engine.listen(this.name, (told) => this.told(told));
      const kept = keptAnswers().filter((text) => text !== this.own);
      this.engine.ask(this.name, { open: "cell", told: { ...this.data.cell, kept, said: this.said } });
    } catch (error) {
      this.fail(error.message);
    }
  }

  told({ parts, answered, error }) {
    if (error) this.fail(error.message);
    if (answered) this.keep(answered);
    if (answered || (parts && !this.isLive && this.said.length)) this.keepOpening();
    if (!parts) return;
    this.show(parts);
    this.isLive = true;
    for (const message of this.waiting.splice(0)) this.engine.ask(this.name, { message });
  }

  fail(message) {
    put(this.parts, { error: message, status: "" });
    Object.assign(this, { isBegun: false, isLive: false });
    this.parts.retry.hidden = false;
  }
}

export class LessonPage {
  constructor(home, site, faces) {
    Object.assign(this, { home, site, lesson: home.dataset.onoLesson });
    this.next = home.querySelector("a");
    this.top = document.querySelector("section.ono-lesson");
    this.steps = [this.top, ...this.top.querySelectorAll(":scope > section.ono-step")];
    const stepOf = (node) => Math.max(0, this.steps.indexOf(node.closest("section.ono-step")));
    this.cells = [...this.top.querySelectorAll("[data-ono-cell]")].filter((cell) => cell.querySelector("script.ono-data"))
      .map((cell) => ({ step: stepOf(cell), cell: new Cell(cell, site, faces) }));
    this.line = make(ONWARD);
    home.replaceChildren(this.line);
    this.top.append(home); // after all the steps, the last of which it stood in
    this.line.parts.next.addEventListener("click", () => this.goOn());
    this.top.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("hashchange", () => this.follow());
    window.addEventListener("storage", () => this.showDone());
    this.showDone();
    this.open(reachedIn(this.lesson));
    this.follow();
    this.takeUp();
    performance.mark("ono-lesson");
  }

  // Who left in the middle comes back to that step; a page that is loaded anew stays where it was.
  takeUp() {
    const [{ type } = {}] = performance.getEntriesByType("navigation");
    const isInTheMiddle = this.at > 0 && this.at + 1 < this.steps.length;
    if (isInTheMiddle && !location.hash && type === "navigate") this.lead();
  }

  // At a table that has no use for them n goes on with the lesson, and Escape leads to its button.
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !event.target.closest(".ono-table")) return;
    if (event.key === "n") this.goOn();
    else if (event.key === "Escape") [...this.line.children].find((node) => !node.hidden)?.focus();
  }

  open(step) {
    this.at = Math.min(Math.max(step, this.at ?? 0), this.steps.length - 1);
    this.steps.forEach((section, place) => section.classList.toggle("ono-open", place <= this.at));
    const saves = navigator.connection?.saveData;
    for (const { step: place, cell } of this.cells) if (place <= this.at && !(saves && cell.isShown)) cell.begin(!cell.isShown);
    const { parts } = this.line;
    const [total, done] = [this.steps.length, this.at + 1];
    put(parts, { next: this.site.words.onward, step: fill(this.site.words.step, { done, count: total }) });
    const isLast = done === total;
    parts.next.hidden = isLast;
    if (isLast && this.next) {
      parts.link.href = this.next.href;
      put(parts, { link: this.next.textContent });
    }
    parts.link.hidden = !(isLast && this.next);
  }

  goOn() {
    if (this.at + 1 >= this.steps.length) return;
    this.open(this.at + 1);
    keepReached(this.lesson, this.at);
    this.lead();
  }

  // At once, not smoothly: what changes its height above meanwhile would leave the heading out of view.
  lead() {
    const heading = this.steps[this.at].querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start", behavior: "instant" });
  }

  // How much of each lesson is done; the first that is not is where to go on.
  showDone() {
    const answered = answeredPuzzles();
    let isOpen = true;
    for (const node of this.top.querySelectorAll("[data-ids]")) {
      const ids = node.dataset.ids.split(" ");
      const done = ids.filter((id) => answered.has(id)).length;
      node.textContent = done ? fill(this.site.words.done, { done, count: ids.length }) : "";
      const isNext = isOpen && done < ids.length;
      if (isNext) isOpen = false;
      if (isNext) node.parentElement.setAttribute("aria-current", "step");
      else node.parentElement.removeAttribute("aria-current");
    }
  }

  // A link to a later step opens it.
  follow() {
    const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const step = wanted ? this.steps.indexOf(wanted.closest("section.ono-step")) : -1;
    if (step <= this.at) return;
    this.open(step);
    wanted.scrollIntoView();
  }
}
