// The tables of a page: puzzles whose answers were looked up, and tables that the engine runs.

import {fill, isObject, make, put} from "./dom.js";
import {mount} from "./table.js";

// ---- what the view asks for and tells: parts by name, and who wants to know of a change ----

export class PageModel {
  constructor(send) {
    Object.assign(this, { send, values: {}, callbacks: [] });
  }

  get(name) {
    return this.values[name];
  }

  on(event, callback) {
    this.callbacks.push({ event, callback });
  }

  off(event, callback) {
    this.callbacks = this.callbacks.filter((one) => one.event !== event || one.callback !== callback);
  }

  change(values) {
    Object.assign(this.values, values);
    const events = Object.keys(values).map((name) => `change:${name}`);
    for (const { event, callback } of [...this.callbacks]) if (events.includes(event)) callback();
  }
}

// ---- a puzzle: every answer was looked up when the page was built, and nothing is judged here ----

// The data with the faces of cards in place of {"$": code}.
export function unpack(value, faces) {
  if (Array.isArray(value)) return value.map((inner) => unpack(inner, faces));
  if (!isObject(value)) return value;
  if ("$" in value) return faces[value.$];
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner, faces)]));
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
    this.serial = 0;
    this.model = new PageModel((message) => this.hear(message));
    this.model.change({ scene: this.scene(null), feedback: null, figure: null, rule_point: null });
    mount(home, this.model);
  }

  // Once the answer is told the puzzle takes no other, until one begins again.
  scene(feedback) {
    const { scene } = this.data;
    const isOver = ["right", "wrong"].includes(feedback?.state);
    const actions = scene.actions.filter(({ id }) => (id === "again" ? feedback : !isOver));
    return { ...scene, shut: isOver ? "all" : scene.shut, actions };
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
    this.model.change({ scene: this.scene(feedback), feedback: told });
  }
}

export function showPuzzle(home, faces) {
  const data = unpack(JSON.parse(home.querySelector("script.ono-data").textContent), faces);
  const place = document.createElement("div");
  home.querySelector(".ono-without").replaceWith(place);
  return new StaticPuzzle(place, data);
}

// ---- the engine in a worker of the page: started once, on demand, and shared by all tables ----

let shared = null;

// Starts the engine, and shows how far it is; throws why it cannot be had.
export async function startEngine(parts, site) {
  shared ??= new LiveEngine(site, () => (shared = null));
  const engine = shared;
  const unwatch = engine.watch((progress) => showStart(parts, site, progress));
  try {
    return await engine.ready;
  } finally {
    unwatch();
    parts.bar.hidden = true;
  }
}

// Starts the engine without a word, so that it is there when a table is wanted.
export function warmUp(site) {
  shared ??= new LiveEngine(site, () => (shared = null));
  return shared;
}

const PATIENCE = 1500; // milliseconds; keeping is a help, and never waited for any longer

// Has the browser keep what the engine loads, where it can: it starts all the same where not.
async function keepEngine({ base, engine }) {
  const isActive = async () => {
    const held = await navigator.serviceWorker.register(new URL(engine.keeper, base), { scope: base });
    const coming = held.installing ?? held.waiting;
    while (coming && !["activated", "redundant"].includes(coming.state)) {
      await new Promise((done) => coming.addEventListener("statechange", done, { once: true }));
    }
  };
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  if (navigator.serviceWorker) await Promise.race([isActive().catch(() => {}), late]);
}

class LiveEngine {
  constructor(site, forget) {
    Object.assign(this, { site, forget, tables: new Map(), watchers: new Set(), step: null });
    this.ready = new Promise((done, fail) => Object.assign(this, { done, fail }));
    this.ready.catch(() => {});
    if (location.protocol === "file:") this.end(site.words.fromFile);
    else keepEngine(site).then(() => this.begin());
  }

  begin() {
    const { engine } = this.site;
    try {
      this.worker = new Worker(new URL("engine.js", this.site.base), { type: "module" });
    } catch (error) {
      this.end(String(error.message ?? error));
      return;
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.end(event.message || "engine.js");
    this.worker.postMessage({ start: engine });
  }

  // Who is told how far it is, as {bytes, step}: at once and at each change.
  watch(watcher) {
    this.watchers.add(watcher);
    if (this.progress) watcher(this.progress);
    return () => this.watchers.delete(watcher);
  }

  hear({ progress, ready, failed, line, lost }) {
    if (progress) {
      this.progress = progress;
      for (const watcher of this.watchers) watcher(progress);
    } else if (ready) this.done(this);
    else if (failed) this.end(failed);
    else if (lost) this.tables.get(lost.table)?.({ error: { message: lost.cause } });
    else {
      const { table, ...told } = JSON.parse(line);
      this.tables.get(table)?.(told);
    }
  }

  // It cannot go on: who waits is told why, and the next to ask gets a fresh one.
  end(cause) {
    this.worker?.terminate();
    this.forget();
    const message = fill(this.site.words.failed, { cause });
    this.fail(new Error(message));
    for (const told of this.tables.values()) told({ error: { message, isEnd: true } });
  }

  ask(table, what) {
    this.worker?.postMessage({ line: JSON.stringify({ table, ...what }) });
  }

  listen(table, listener) {
    this.tables.set(table, listener);
  }

  close(table) {
    this.tables.delete(table);
    this.ask(table, { close: true });
  }
}

// ---- try your own hand: a table that the engine runs, opened beside what the page shows ----

const BOX = `<section class="ono-live">
  <p class="ono-live-status" role="status" data-part="status"></p>
  <progress data-part="bar" aria-hidden="true" hidden></progress>
  <p class="ono-live-error" role="alert" data-part="error" hidden></p>
  <button type="button" data-part="retry" hidden></button>
  <div data-part="table"></div>
</section>`;
const HOMES = ".ono-position, .ono-puzzle, .ono-try";

let count = 0;

// Shows in words and as a bar how far the start of the engine is; only the words are spoken.
function showStart(parts, { words, engine }, { bytes, step }) {
  put(parts, { status: fill(words.runtime, { size: (engine.bytes / 1e6).toFixed(0) }) });
  parts.bar.hidden = false;
  if (step === "runtime") parts.bar.value = Math.min(bytes / engine.bytes, 1);
  else parts.bar.removeAttribute("value");
}

class LiveTable {
  constructor(button, site) {
    Object.assign(this, { button, site, name: `table-${(count += 1)}` });
    this.wanted = JSON.parse(button.dataset.onoTry);
    this.box = make(BOX);
    this.parts = this.box.parts;
    put(this.parts, { retry: site.words.retry, status: "" });
    this.parts.status.hidden = false;
    this.box.setAttribute("aria-label", button.textContent);
    this.parts.retry.hidden = true;
    this.parts.retry.addEventListener("click", () => this.start());
    this.button.closest(HOMES).after(this.box);
    this.button.setAttribute("aria-expanded", "true");
    this.start();
  }

  async start() {
    const { parts, site } = this;
    put(parts, { error: "" });
    const heldFocus = document.activeElement === parts.retry;
    parts.retry.hidden = true;
    if (heldFocus) this.button.focus();
    try {
      this.engine = await startEngine(parts, site);
      if (this.isClosed) return;
      this.engine.listen(this.name, (told) => this.hear(told));
      this.engine.ask(this.name, this.wanted);
    } catch (error) {
      this.fail(error.message);
    }
  }

  hear({ parts: changed, error }) {
    if (error) this.fail(error.message);
    else if (changed) this.show(changed);
  }

  show(changed) {
    const isNew = !this.model;
    this.model ??= new PageModel((message) => this.engine.ask(this.name, { message }));
    this.model.change(changed);
    if (!isNew) return;
    const isAwaited = [this.button, document.body].includes(document.activeElement); // not reading elsewhere
    this.unmount = mount(this.parts.table, this.model, isAwaited);
    put(this.parts, { status: this.site.words.ready });
    if (isAwaited) this.box.scrollIntoView();
  }

  fail(message) {
    put(this.parts, { status: "", error: message });
    this.unmount?.();
    this.model = this.unmount = null;
    this.parts.retry.hidden = false;
  }

  close() {
    this.isClosed = true;
    this.engine?.close(this.name);
    this.unmount?.();
    this.box.remove();
    this.button.setAttribute("aria-expanded", "false");
  }
}

const openTables = new Map();

export function toggleTry(button, site) {
  const table = openTables.get(button);
  if (table) {
    table.close();
    openTables.delete(button);
  } else openTables.set(button, new LiveTable(button, site));
}
