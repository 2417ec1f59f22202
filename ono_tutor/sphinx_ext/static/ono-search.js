// Sphinx looks for what it found by "#99-two" as a selector, and throws: no id of CSS begins with
// a digit unless it is escaped.
if (typeof Search !== "undefined" && Search.htmlToText) {
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => textOf(html, anchor && `#${CSS.escape(anchor.slice(1))}`);
}

// Without a word to look for, the page is empty: it asks for one, also where the sidebar is folded.
document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("search-results");
  if (!place || new URLSearchParams(location.search).get("q")) return;
  place.innerHTML = `<h1>${_("Search")}</h1><form role="search" action="search.html" class="ono-search">
    <input type="search" name="q" aria-label="${_("Search")}"> <button>${_("Search")}</button></form>`;
});
