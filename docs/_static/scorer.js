// How the search weighs what it finds: as Sphinx does, but a rule is told by its own title.
var Scorer = {
  score: (result) => {
    const [page, title, anchor, , score, , kind] = result;
    if (kind !== "index" || !anchor) return score;
    const { alltitles, docnames } = Search._index;
    const isHere = ([file, id]) => docnames[file] === page && `#${id}` === anchor;
    const found = Object.entries(alltitles).find(([, places]) => places.some(isHere));
    if (found) result[1] = `${title} > ${found[0]}`;
    return anchor.startsWith("#99-") ? score - 1 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// Words that only ask; Sphinx looks for every word of a question.
const ASKING = new Set(
  ("a am an are be can could do does everybody everyone for get has have happens how i if in is it may me must my of one s should so somebody someone the then there to we what when which will with you your").split(" "),
);
const wordsOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}'+-]+/gu, " ").trim().split(" ");

// What is looked for in place of a question: the longest entry of the index that is in it, or
// half of it at least, and else what it asks about.
const inPlaceOf = (question, entries) => {
  const asked = question.toLowerCase().trim();
  if (entries.some((entry) => entry.includes(asked))) return question;
  const words = new Set(wordsOf(question));
  const about = [...words].filter((word) => !ASKING.has(word));
  const weight = (entry) => wordsOf(entry).filter((word) => !ASKING.has(word)).length;
  const held = entries.filter((entry) => wordsOf(entry).every((word) => words.has(word)));
  const longest = held.sort((a, b) => weight(b) - weight(a) || b.length - a.length)[0];
  if (longest && 2 * weight(longest) >= about.length) return longest;
  return about.join(" ") || question;
};

document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const parse = Search._parseQuery;
  Search._parseQuery = (query) => parse(inPlaceOf(query, Object.keys(Search._index.indexentries)));
});
