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
