// The page of a table's rules: its address holds them, and it is printed as it stands.

import {showRules} from "./rules.js";

{
  const host = document.querySelector("[data-ono-rules]");
  const data = JSON.parse(host.querySelector("script").textContent);
  const practise = (line) => `practice.html#set=${encodeURIComponent(`rules: ${line}`)}`;
  const open = showRules(host, data, {
    link: (line) => `${location.href.split("#")[0]}#${line}`,
    print: () => window.print(),
    practise: host.dataset.practise ? practise : null,
    isPlace: Boolean(host.dataset.practise),
  });
  const go = () => {
    let fragment = location.hash.slice(1);
    try {
      fragment = decodeURIComponent(fragment);
    } catch {
      // cut off in the middle of a character: it is told as what it is
    }
    open(document.getElementById(fragment) ? "" : fragment); // not for a heading of this page
  };
  window.addEventListener("hashchange", go);
  go();
}
