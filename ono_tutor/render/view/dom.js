// Reading what is given, and touching the page: only where something differs, so that focus and
// readers stay calm. What is missing or of the wrong kind reads as empty.

// ---- reading what is given ----

// The few words the view says by itself; a scene in another language brings its own as `words`.
export const WORDS = {
  noScene: "There is no position to show.", seats: "Players", toMove: "to move", out: "out", total: "total",
  hand: "Your hand", plays: "Ways to play {name}", closed: "You can't press {name} now.", answers: "Answers",
  answered: "This one is answered.",
  sayTotal: "Say total", sayTurn: "Say turn", keys: "Keys", close: "Close", caption: "What every card would have done",
  card: "Card", outcome: "Outcome", chance: "Chance", effect: "What happens", yours: "your choice",
  rule: "rule {id}", closeRule: "Close the rule", differs: "differs", inWords: "In words", takeBack: "Take back",
  sayQuestion: "Say question", singleKeys: "Play with single keys", questionMark: "question mark",
  pressKeys: "Press question mark for the keys.", keysOff: "Single keys are off. Tab and Enter do everything.",
  field: "{label}: {value}", picked: "{name}: chosen.", dropped: "{name}: no longer chosen.", twins: "It goes for every card like it.", empty: "nothing",
};

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const part = (owner, name) => (isObject(owner?.[name]) ? owner[name] : {});
export const items = (owner, name) => (Array.isArray(owner?.[name]) ? owner[name] : []);
export const list = (owner, name) => items(owner, name).filter(isObject);
export const text = (value) => (["string", "number", "boolean"].includes(typeof value) ? String(value) : "");
export const number = (value) => (Number.isFinite(value) ? value : Number.NaN);
export const sentences = (...values) => values.map(text).filter(Boolean).join(" ");
export const fill = (template, fields) => text(template).replace(/\{(\w+)\}/g, (_, name) => text(fields[name]));

const urlOf = (href) => (href && URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null);
export const safeLink = (href) => (["https:", "http:", "file:"].includes(urlOf(text(href))?.protocol) ? text(href) : null);

const FOCUSABLE = "button, a, input, select, summary, [tabindex]";

// ---- markup: every piece the drawing fills in carries a data-part name ----

const TICK = "M4 13l5 5L20 6";
const CROSS = "M5 5l14 14M19 5L5 19";
const ICONS = {
  right: TICK, safe: TICK, wrong: CROSS, lost: CROSS, risk: "M12 3v11M12 20v.1", info: "M12 4v.1M12 10v10",
  barred: "M6 6l12 12M12 3a9 9 0 1 0 .1 0z", hint: "M9 20h6M9 16c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8z",
  none: "M5 12h14", differs: "M4 9h16M4 15h16M16 4L8 20", back: "M9 6L4 11l5 5M4 11h10a6 5 0 0 1 0 9h-3",
};

export const ICON = '<svg class="ono-icon" viewBox="0 0 24 24" aria-hidden="true"><path data-part="icon"/></svg>';

// The first element of some markup, or null; nothing in it lets JupyterLab's shortcuts through.
function build(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  // JupyterLab tries its shortcuts on the focused node before it looks at the nodes around.
  for (const child of template.content.querySelectorAll(FOCUSABLE)) child.dataset.lmSuppressShortcuts = "true";
  return template.content.firstElementChild;
}

// A node of our own markup, with its named parts.
export function make(html) {
  const node = build(html);
  node.parts = Object.fromEntries([...node.querySelectorAll("[data-part]")].map((child) => [child.dataset.part, child]));
  return node;
}

// ---- changing what stands there ----

export function put(nodes, values) {
  for (const [name, value] of Object.entries(values)) {
    const [node, wanted] = [nodes[name], text(value)];
    if (node.textContent !== wanted) node.textContent = wanted;
    if (node.hidden !== (wanted === "")) node.hidden = wanted === "";
  }
}

// True stands for an attribute without a value; what is neither text nor number for none at all.
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === true ? "" : value;
    if (!["string", "number"].includes(typeof wanted)) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(wanted)) node.setAttribute(name, wanted);
  }
}

// One child an item, after the first `kept` children, which belong to the parent itself.
export function fit(parent, html, items, draw, kept = 0) {
  while (parent.children.length > items.length + kept) parent.lastElementChild.remove();
  while (parent.children.length < items.length + kept) parent.append(make(html));
  items.forEach((item, index) => draw(parent.children[index + kept], item, index));
}

// A picture that is given as markup; anything else is drawn as nothing.
export function picture(node, svg) {
  if (node.drawn === svg) return;
  node.drawn = svg;
  const drawn = text(svg).startsWith("<svg") ? build(svg) : null;
  node.replaceChildren(...(drawn ? [drawn] : []));
}

export function icon(nodes, name) {
  const sign = Object.hasOwn(ICONS, text(name)) ? ICONS[name] : "";
  set(nodes.icon, { d: sign });
  set(nodes.icon.parentNode, { hidden: !sign });
}

// Places a node on a circle, or with a bulge below one on a rounder square, by its style sheet.
export function at(node, degrees, bulge = 1) {
  const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  node.style.setProperty("--x", (Math.sign(x) * Math.abs(x) ** bulge).toFixed(4));
  node.style.setProperty("--y", y.toFixed(4));
}

// ---- where the focus is ----

export const isShown = (node) => Boolean(node?.isConnected && node.getClientRects().length);
export const buttonsIn = (home) => [...home.querySelectorAll("button")].filter(isShown);

// ---- what can be seen of it ----

const scrolls = (node) => /auto|scroll/.test(getComputedStyle(node).overflowY);

// The height of the window, or of the box within it that scrolls, without what a page keeps free at its foot.
export function heightInSight(node) {
  let home = node.parentElement;
  while (home && !scrolls(home)) home = home.parentElement;
  const kept = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  return Math.min(innerHeight - kept, home?.clientHeight || innerHeight);
}

// A cell of a notebook that was run is the active one, or stands right before it.
export function isJustRun(node) {
  const cell = node.closest(".jp-Cell");
  return [cell, cell?.nextElementSibling].some((each) => each?.classList.contains("jp-mod-active"));
}
