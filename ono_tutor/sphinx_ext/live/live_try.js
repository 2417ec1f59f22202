// Try your own hand: a table that the engine runs, opened beside what the page shows.

import {fill, make, put} from "./dom.js";
import {mount} from "./table.js";
import {PageModel} from "./page_model.js";
import {sharedEngine} from "./live_engine.js";

const BOX = `<section class="ono-live">
  <p class="ono-live-status" role="status" data-part="status"></p>
  <progress data-part="bar" hidden></progress>
  <p class="ono-live-error" role="alert" data-part="error" hidden></p>
  <button type="button" data-part="retry" hidden></button>
  <div data-part="table"></div>
</section>`;
const HOMES = ".ono-position, .ono-puzzle, .ono-try";

let count = 0;

// Shows in words and as a bar how far the start of the engine is; only steps are spoken.
export function showStart(parts, site, { bytes, step }) {
  const { words, engine } = site;
  const status = fill(words[step], { size: (engine.bytes / 1e6).toFixed(0) });
  put(parts, { status });
  parts.bar.hidden = false;
  parts.bar.setAttribute("aria-label", words.bar);
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
    const engine = sharedEngine(site);
    this.engine = engine;
    const unwatch = engine.watch((progress) => showStart(parts, site, progress));
    engine.listen(this.name, (told) => this.hear(told));
    try {
      await engine.ready;
      if (!this.isClosed) engine.ask(this.name, this.wanted);
    } catch (error) {
      this.fail(error.message);
    } finally {
      unwatch();
      parts.bar.hidden = true;
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
    this.unmount = mount(this.parts.table, this.model);
    put(this.parts, { status: this.site.words.ready });
    if (document.activeElement === this.button) this.parts.table.firstElementChild.focus();
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

const open = new Map();

export function toggleTry(button, site) {
  const table = open.get(button);
  if (table) {
    table.close();
    open.delete(button);
  } else open.set(button, new LiveTable(button, site));
}
