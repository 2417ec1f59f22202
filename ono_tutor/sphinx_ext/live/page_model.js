// What the view asks for and tells, on a page: parts by name, and who wants to know of a change.

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
