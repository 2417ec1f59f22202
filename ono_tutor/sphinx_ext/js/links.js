// A set of one's own: its puzzles are checked by the engine, and become a link to share.

import {fill, put} from "./dom.js";

export const FIELD = "set=";

const linkTo = (words) => `${location.href.split("#")[0]}#${FIELD}${encodeURIComponent(words)}`;

export class LinkMaker {
  constructor(page) {
    this.page = page;
    const acts = { make: () => this.makeLink(), add: () => this.addSet(), copy: () => this.copyLink() };
    for (const [name, act] of Object.entries(acts)) page.parts[name].addEventListener("click", act);
  }

  addSet() {
    const { words, from } = this.page.parts;
    const ids = from.value.split(" ").filter(Boolean);
    words.value = [...words.value.split("\n").filter((line) => line.trim()), ...ids].join("\n");
  }

  async makeLink() {
    const { parts } = this.page;
    const words = parts.words.value.split("\n").map((line) => line.trim()).filter(Boolean).join("; ");
    put(parts, { wrong: "", copied: "" });
    parts.made.hidden = true;
    parts.words.removeAttribute("aria-invalid");
    try {
      const about = await this.page.make("about", { set: words });
      parts.link.value = linkTo(about.words);
      parts.open.href = linkTo(about.words);
      put(parts, { count: fill(this.page.words.made, { count: about.count }) });
      parts.made.hidden = false;
      parts.link.focus();
      parts.link.select();
    } catch (error) {
      parts.words.setAttribute("aria-invalid", "true");
      put(parts, { wrong: error.message });
      parts.words.focus();
    }
  }

  async copyLink() {
    const { parts, words } = this.page;
    parts.link.select();
    await navigator.clipboard?.writeText(parts.link.value).then(() => put(parts, { copied: words.copied }), () => {});
  }
}
