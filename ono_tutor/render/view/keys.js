// Whether single keys act on the tables of a page. A reader may switch them off for all tables, and
// the browser remembers it. The page holds the state, as each notebook widget is a script of its own.

const STORED = "ono-tutor/keys";
const SWITCHED = "ono-keys";

function storedKeys() {
  try {
    return localStorage.getItem(STORED) ?? "on";
  } catch {
    return "on";
  }
}

export const areKeysOn = () => (document.documentElement.dataset.onoKeys ??= storedKeys()) !== "off";

export function switchKeys(isOn) {
  const state = isOn ? "on" : "off";
  document.documentElement.dataset.onoKeys = state;
  try {
    localStorage.setItem(STORED, state);
  } catch { /* it lasts as long as the page */ }
  document.dispatchEvent(new Event(SWITCHED));
}

// Draws again when they are switched, here or in another window.
export function watchKeys(draw, signal) {
  document.addEventListener(SWITCHED, draw, { signal });
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORED && key !== null) return;
    delete document.documentElement.dataset.onoKeys;
    draw();
  }, { signal });
}
