// The engine in a worker of the page: started once, on demand, and shared by all its tables.

import {fill} from "./dom.js";

let shared = null;

export const sharedEngine = (site) => (shared ??= new LiveEngine(site, () => (shared = null)));

class LiveEngine {
  constructor(site, forget) {
    Object.assign(this, { site, forget, tables: new Map(), watchers: new Set(), step: null });
    this.ready = new Promise((done, fail) => Object.assign(this, { done, fail }));
    this.ready.catch(() => {});
    if (location.protocol === "file:") this.end(site.words.fromFile);
    else this.begin();
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
    this.worker.onerror = (event) => this.end(event.message || this.site.words.noWorker);
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
