// The log of what was played: numbered sentences in a region of its own that scrolls.

import {items, list, text} from "./given.js";
import {fit, make, put, set} from "./dom.js";
import {RULE, drawRule} from "./rule.js";

export const LOG = `<div class="ono-log" data-part="log">
  <p class="ono-title" data-part="logTitle"></p>
  <div class="ono-scroll" role="region" tabindex="0" data-part="logRegion"><ol data-part="entries"></ol></div>
</div>`;
const ENTRY = `<li><div class="ono-entry"><span data-part="text"></span><span class="ono-rules"
  data-part="rules"></span></div></li>`;
const NEAR = 24;

export function drawLog(parts, log, words, uid) {
  const entries = list(log, "items");
  const first = Number.isInteger(log.first) ? log.first : 1;
  const region = parts.logRegion;
  const isAtEnd = region.scrollHeight - region.scrollTop - region.clientHeight < NEAR;
  set(region, { "data-opens": log.opens === "top" ? "top" : "end" });
  const isMore = first + entries.length !== region.next;
  put(parts, { logTitle: log.title });
  set(parts.logTitle, { id: `${uid}-log` });
  set(region, { "aria-labelledby": text(log.title) ? `${uid}-log` : null });
  set(parts.log, { hidden: entries.length === 0 });
  set(parts.entries, { start: first });
  dropBefore(parts.entries, first);
  fit(parts.entries, ENTRY, entries, (node, entry, index) => drawEntry(node, entry, first + index, words));
  // Who has scrolled up to read is left there; a log that has begun anew is shown at its end.
  if (isMore && (isAtEnd || !region.next || first + entries.length < region.next)) open(region);
  region.next = first + entries.length;
}

// What was played opens at its newest entry, a list to read at its first.
function open(region) {
  region.scrollTop = region.dataset.opens === "top" ? 0 : region.scrollHeight;
}

// A box that is not on the page yet cannot be scrolled: it is opened when it appears.
export function watchLog({ logRegion: region }) {
  let wasShown = false;
  const watch = new ResizeObserver(() => {
    if (!wasShown && region.clientHeight) open(region);
    wasShown = region.clientHeight > 0;
  });
  watch.observe(region);
  return watch;
}

// An entry keeps its node while the log moves on, so that the focus stays with its sentence.
function dropBefore(home, first) {
  while (home.firstElementChild?.number < first) home.firstElementChild.remove();
  if (home.firstElementChild?.number !== first) home.replaceChildren();
}

function drawEntry(node, entry, number, words) {
  node.number = number;
  put(node.parts, { text: entry.text });
  set(node, { "data-you": entry.you === true });
  const rules = items(entry, "rules").filter((rule) => text(rule?.id));
  fit(node.parts.rules, RULE, rules, (chip, rule) => drawRule(chip, rule, words));
  set(node.parts.rules, { hidden: rules.length === 0 });
}
