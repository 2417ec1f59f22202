// Sphinx looks for what it found by "#99-two" as a selector, and throws: no id of CSS begins with
// a digit unless it is escaped.
if (typeof Search !== "undefined" && Search.htmlToText) {
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => textOf(html, anchor && `#${CSS.escape(anchor.slice(1))}`);
}
