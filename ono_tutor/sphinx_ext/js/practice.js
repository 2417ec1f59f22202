// The practice page: what the address asks for, a practice, a set of puzzles or an assignment, run by
// the engine.

import {fill, put, text} from "./dom.js";
import {ANSWER, HOMEWORK, answeredPuzzles, forgetAll, homeOf, isOfHomework, keep, keepLearner, keptAnswers, keptHomework, learnerName, puzzleOf, stored} from "./kept.js";
import {FIELD, LinkMaker} from "./links.js";
import {LessonPage} from "./lesson.js";
import {mount} from "./table.js";
import {PageModel, showPuzzle, startEngine, toggleTry, warmUp} from "./tables.js";

// ---- the page ----

const PRACTICE = "practice";
const UNSEEN = "unseen";
const READING = 1500; // milliseconds after which somebody is reading and choosing
const WHOLE = ["scene", "feedback", "figure", "rule_point"]; // all parts: a table was opened

const SITTINGS = ["practice", "check-up"]; // what the learner's own answers choose

const ASSIGNMENT = /^homework=/; // the link of an assignment

// What the address asks for: practice or a check-up, an assignment as its whole fragment, or the
// words of a set; else null.
function asked() {
  const hash = location.hash.replace(/^#/, "");
  if (SITTINGS.includes(hash)) return { open: hash };
  const one = hash.match(/^practice=([\w-]+)\/([\w-]+)$/); // on one rule of one game
  if (one) return { open: PRACTICE, scope: { game: one[1], topic: one[2] } };
  if (ASSIGNMENT.test(hash)) return { fragment: hash };
  if (!hash.startsWith(FIELD)) return null;
  const words = hash.slice(FIELD.length);
  try {
    return { set: decodeURIComponent(words) };
  } catch {
    return { set: words }; // cut in the middle of a character: what is wrong with it will be said
  }
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileWord = (text) => text.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

// An error of the engine; where it refuses a set the sentence says so.
function refusal({ kind, message }, sentence) {
  const text = kind && sentence ? fill(sentence, { cause: message }) : message;
  return Object.assign(new Error(text), { isRefusal: Boolean(kind) });
}

class PracticePage {
  constructor(home, site) {
    Object.assign(this, { home, site, words: site.words });
    this.parts = Object.fromEntries([...home.querySelectorAll("[data-part]")].map((node) => [node.dataset.part, node]));
    this.heading = home.parentElement.querySelector("h1")?.firstChild;
    this.title = text(this.heading?.textContent);
    this.presses();
    new LinkMaker(this);
    this.parts.learner.value = learnerName();
    this.showKept();
    window.addEventListener("hashchange", () => this.begin());
    window.addEventListener("storage", ({ key }) => this.catchUp(key));
    this.begin();
  }

  presses() {
    const { parts } = this;
    const acts = {
      retry: () => this.begin(), saveAnswers: () => this.saveAnswers(), saveProgress: () => this.saveProgress(),
      forget: () => this.forget(),
    };
    for (const [name, act] of Object.entries(acts)) parts[name].addEventListener("click", act);
    parts.learner.addEventListener("change", () => keepLearner(parts.learner.value.trim()));
    parts.load.addEventListener("change", () => this.loadProgress());
    parts.forget.addEventListener("blur", () => this.askToForget(false));
  }

  // ---- the set of the address ----

  async begin() {
    const wanted = asked();
    this.close();
    put(this.parts, { error: "", notice: "", status: "" });
    this.parts.retry.hidden = true;
    Object.assign(this, { wanted, set: wanted?.set ?? null });
    this.tidy();
    this.showKept();
    if (wanted === null) return this.warmUp();
    this.parts.choose.hidden = true;
    try {
      const about = await this.aboutWanted();
      if (wanted !== this.wanted) return;
      this.about = about;
      this.open();
    } catch (error) {
      if (wanted !== this.wanted) return;
      this.fail(error.message, !error.isRefusal);
      const { words } = this.parts;
      if (this.set && !words.value) words.value = this.set.split(";").map((item) => item.trim()).join("\n");
    }
  }

  // Who is still choosing need not wait later; who saves data is asked nothing.
  warmUp() {
    if (location.protocol === "file:" || navigator.connection?.saveData) return;
    setTimeout(() => this.wanted === null && this.prepare(), READING);
  }

  // A check-up that nobody sees: what its first choice looks up is there for all later ones.
  async prepare() {
    const engine = warmUp(this.site);
    const isThere = await engine.ready.then(() => true, () => false);
    if (!isThere || this.wanted !== null) return;
    engine.ask(UNSEEN, { open: "check-up", told: {} });
    engine.close(UNSEEN);
  }

  get isHomework() {
    return Boolean(this.wanted?.fragment);
  }

  // A learner with an assignment reads what concerns it, and nothing of what else the page is for.
  tidy(title = this.title) {
    const others = [...this.home.parentElement.children].filter((node) => node !== this.home && node.tagName !== "H1");
    for (const node of others) node.hidden = this.isHomework;
    if (this.heading) this.heading.textContent = title;
  }

  async aboutWanted() {
    if (this.isHomework) return this.aboutHomework();
    if (!this.wanted.open) return this.make("about", { set: this.set, kept: keptAnswers() });
    const { unread } = await this.make("progress", { kept: keptAnswers() });
    return { unread };
  }

  // What is kept of an assignment stands under its id, which the engine finds in the address.
  async aboutHomework() {
    const { id } = await this.make("assignment", this.wanted);
    return this.make("assignment", this.homework(id));
  }

  homework(id) {
    const [kept, desk] = ["answer", "note"].map((kind) => keptHomework(homeOf(id, kind)));
    return { ...this.wanted, kept, desk, learner: learnerName() };
  }

  // What the engine is told of the table to open.
  get told() {
    if (this.wanted.open) return { open: this.wanted.open, told: { ...this.wanted.scope, kept: keptAnswers() } };
    if (!this.isHomework) return { open: "quiz", told: { set: this.set, kept: keptAnswers() } };
    return { open: "homework", told: this.homework(this.about.id) };
  }

  open() {
    const { parts, about, words } = this;
    const title = about.title ?? words.ownSet;
    // An assignment says itself what it is, and is handed in at its table; practice is one's own.
    put(parts, { about: this.set ? fill(words.about, { title, count: about.count }) : "" });
    this.reopens = 0;
    this.isBehind = false;
    parts.session.hidden = false;
    parts.handIn.hidden = !this.set;
    parts.choose.hidden = true;
    parts.another.hidden = this.isHomework;
    if (this.isHomework) this.tidy(title);
    this.unmount?.();
    this.model = this.unmount = null;
    this.engine.listen(PRACTICE, (told) => this.hear(told));
    this.engine.ask(PRACTICE, this.told);
    this.notices(about.unread ? fill(words.unread, { count: about.unread }) : "");
    this.showKept();
  }

  // Another window has answered, or handed in: the table takes it over, and the puzzle stays.
  catchUp(key) {
    this.showKept();
    if (this.isHomework && this.model && isOfHomework(this.about.id, key)) this.reopen();
  }

  reopen() {
    const place = (this.model.get("scene").strip?.items ?? []).findIndex(({ current }) => current);
    const { open, told } = this.told;
    this.engine.ask(PRACTICE, { open, told: { ...told, place: Math.max(0, place) } });
    this.reopens += 1;
    this.isBehind = false;
  }

  // An answer that was on its way when the table was opened again is not on that table yet.
  reopened() {
    this.reopens -= 1;
    if (!this.reopens && this.isBehind) this.reopen();
  }

  close() {
    const { parts } = this;
    this.engine?.close(PRACTICE);
    this.unmount?.();
    this.model = this.unmount = null;
    parts.session.hidden = true;
    parts.another.hidden = true;
    parts.choose.hidden = false;
  }

  hear({ parts: changed, answered, noted, handed, error }) {
    if (error) this.fail(error.message);
    // Kept before what is said of it is shown: that comes after, as a message of its own.
    if (answered) this.keep("answer", answered);
    if (noted) this.keep("note", noted);
    if ((answered || noted) && this.reopens) this.isBehind = true;
    if (handed) download(handed.name, handed.text);
    if (changed) this.show(changed);
    if (changed && WHOLE.every((part) => part in changed) && this.reopens) this.reopened();
  }

  show(changed) {
    const isNew = !this.model;
    this.model ??= new PageModel((message) => this.engine.ask(PRACTICE, { message }));
    this.model.change(changed);
    if (!isNew) return;
    const lacksFocus = !document.activeElement || document.activeElement === document.body;
    this.unmount = mount(this.parts.table, this.model, lacksFocus);
    if (!lacksFocus) return; // reading elsewhere
    const { top } = this.parts.table.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) this.parts.table.scrollIntoView();
  }

  fail(message, canRetry = true) {
    const { parts } = this;
    put(parts, { error: message, status: "" });
    parts.retry.hidden = !canRetry;
    parts.choose.hidden = !parts.session.hidden;
  }

  // ---- what is kept ----

  keep(kind, item) {
    const cause = keep(this.isHomework ? homeOf(this.about.id, kind) : ANSWER, item);
    if (item.what === "sat") keepLearner(item.learner);
    if (cause !== null) this.notices(fill(this.words.refused, { cause }));
    this.showKept();
  }

  notices(text) {
    put(this.parts, { notice: text });
  }

  showKept() {
    const count = stored(ANSWER).length;
    // An answer that was changed is kept twice, and is one.
    const homework = new Set(stored(HOMEWORK, "/answer/").map(puzzleOf)).size;
    put(this.parts, { kept: this.isHomework ? "" : fill(this.words.kept, { count }) });
    for (const name of ["keptWhy", "carry"]) this.parts[name].hidden = this.isHomework;
    const words = this.isHomework ? this.words.homeworkHere : homework ? this.words.keptHomework : "";
    put(this.parts, { keptHomework: fill(words, { count: homework }) });
    this.showDone();
  }

  // How many puzzles of each set were answered, here or in another set.
  showDone() {
    const answered = answeredPuzzles();
    for (const node of this.home.querySelectorAll("[data-ids]")) {
      const ids = node.dataset.ids.split(" ");
      const done = ids.filter((id) => answered.has(id)).length;
      put({ node }, { node: fill(this.words.done, { done, count: ids.length }) });
    }
  }

  // Two presses, as it cannot be taken back.
  forget() {
    if (!this.isForgetting) return this.askToForget(true);
    forgetAll();
    this.askToForget(false);
    this.parts.learner.value = "";
    put(this.parts, { carried: this.words.forgotten, saved: "", notice: "" });
    this.showKept();
    if (!this.parts.session.hidden) this.open();
    return null;
  }

  askToForget(isAsked) {
    this.isForgetting = isAsked;
    put(this.parts, { forget: isAsked ? this.words.forgetNow : this.words.forget });
  }

  // ---- files ----

  async saveAnswers() {
    const { parts, words } = this;
    const learner = parts.learner.value.trim();
    parts.learner.setAttribute("aria-invalid", String(!learner));
    put(parts, { noName: learner ? "" : words.noName, saved: "" });
    if (!learner) return parts.learner.focus();
    keepLearner(learner);
    return this.tried("saved", async () => {
      const { text, count } = await this.make("answers", { set: this.set, learner, kept: keptAnswers() });
      const name = `ono-answers-${fileWord(this.about.name)}-${fileWord(learner)}.json`;
      download(name, text);
      return fill(words.saved, { count, file: name });
    });
  }

  saveProgress() {
    return this.tried("carried", async () => {
      const { text, count, unread } = await this.make("progress", { kept: keptAnswers() });
      const name = `ono-progress-${new Date().toISOString().slice(0, 10)}.json`;
      download(name, text);
      const left = unread ? fill(this.words.unread, { count: unread }) : "";
      return [fill(this.words.saved, { count, file: name }), left].filter(Boolean).join(" ");
    });
  }

  loadProgress() {
    const [file] = this.parts.load.files;
    if (!file) return null;
    return this.tried("carried", async () => {
      const made = await this.make("merge", { file: await file.text(), kept: keptAnswers() });
      const causes = made.new.map((answered) => keep(ANSWER, answered)).filter((cause) => cause !== null);
      this.parts.load.value = "";
      this.showKept();
      if (made.new.length && !this.parts.session.hidden) this.open();
      if (causes.length) this.notices(fill(this.words.refused, { cause: causes[0] }));
      return fill(this.words.loaded, { count: made.new.length, file: file.name });
    });
  }

  // Does it, and says in the place of this name what came of it.
  async tried(place, act) {
    try {
      put(this.parts, { [place]: await act() });
    } catch (error) {
      this.parts.load.value = "";
      put(this.parts, { [place]: fill(this.words.notDone, { cause: error.message }) });
    }
  }

  // ---- the engine ----

  async make(what, told) {
    const { parts, site } = this;
    const engine = await startEngine(parts, site).finally(() => put(parts, { status: "" }));
    this.engine = engine;
    const table = `request-${(this.asked = (this.asked ?? 0) + 1)}`;
    try {
      return await new Promise((done, fail) => {
        engine.listen(table, ({ made, error }) => {
          if (error) fail(refusal(error, ["about", "assignment"].includes(what) && this.words.badLink));
          else done(made);
        });
        engine.ask(table, { make: what, told });
      });
    } finally {
      engine.close(table);
    }
  }
}

// What a page can do, for the small script that loads it. FACES, the cards by their codes, is put
// before this text when the pages are built.
window.onoTutor = {
  showPuzzle: (home) => showPuzzle(home, FACES),
  showLesson: (home, site) => new LessonPage(home, site, FACES),
  showPractice: (home, site) => new PracticePage(home, site),
  toggleTry,
};
