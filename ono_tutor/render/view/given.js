// Reading what is given: what is missing or of the wrong kind reads as empty.

// The few words the view says by itself; a scene in another language brings its own as `words`.
export const WORDS = {
  noScene: "There is no position to show.", seats: "Players", toMove: "to move", out: "out", total: "total",
  hand: "Your hand", plays: "Ways to play {name}", closed: "{name} is not open to you now.", answers: "Answers",
  sayTotal: "Say total", sayTurn: "Say turn", keys: "Keys", close: "Close", caption: "What every card would have done",
  card: "Card", outcome: "Outcome", chance: "Chance", effect: "What happens", yours: "your choice",
  rule: "rule {id}", closeRule: "Close the rule", differs: "differs", inWords: "In words", takeBack: "Take back",
  field: "{label}: {value}", picked: "{name}: chosen.", dropped: "{name}: no longer chosen.", empty: "nothing",
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
