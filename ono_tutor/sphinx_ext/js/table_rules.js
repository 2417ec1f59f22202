// Your table's rules: shows the questions, and of the sentences in the page those that were chosen.

(() => {
  const home = document.querySelector("[data-ono-rules]");
  const words = JSON.parse(home.dataset.words);
  const all = (selector, from = home) => [...from.querySelectorAll(selector)];
  const parts = Object.fromEntries(all("[data-part]").map((node) => [node.dataset.part, node]));
  const questions = all("[data-question]");
  const fill = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
  const say = (part, text) => Object.assign(parts[part], { textContent: text, hidden: !text });
  let place = 0;

  // ---- what is chosen ----

  const game = () => parts.ask.elements.game.value;
  const isNumber = (question) => Boolean(question.querySelector("[type=number]"));
  const nameOf = (question) => question.dataset.question.split(" ")[1];
  const ofGame = () => questions.filter((each) => each.dataset.question.startsWith(`${game()} `));

  // A number that is missing or impossible counts as the usual one.
  function valueOf(question) {
    const { value } = parts.ask.elements[question.dataset.question];
    if (!isNumber(question)) return value;
    return value && question.querySelector("input").validity.valid ? String(Number(value)) : question.dataset.default;
  }

  const chosen = () => Object.fromEntries(ofGame().map((each) => [nameOf(each), valueOf(each)]));
  const isMet = ({ dataset }, values) => !dataset.needs || values[dataset.needs.split("=")[0]] === dataset.needs.split("=")[1];
  const asked = () => [questions[0], ...ofGame().filter((each) => isMet(each, chosen()))];

  // The options stand in the order of the rule set, whatever the order of the questions.
  function line() {
    const values = chosen();
    const changed = asked().slice(1).filter((each) => values[nameOf(each)] !== each.dataset.default);
    changed.sort((one, other) => one.dataset.place - other.dataset.place);
    return [game(), ...changed.map((each) => `${nameOf(each)}=${values[nameOf(each)]}`)].join("+");
  }

  // ---- the questions ----

  const isOneByOne = () => parts.ask.elements.mode.value === "one";

  function showQuestions() {
    const now = asked();
    place = Math.min(place, now.length - 1);
    for (const each of questions) each.hidden = !now.includes(each) || (isOneByOne() && each !== now[place]);
    for (const template of all("fieldset:not([hidden]) template", parts.ask)) template.replaceWith(template.content);
    say("where", isOneByOne() ? fill(words.question, { number: place + 1, count: now.length }) : "");
    parts.back.hidden = !isOneByOne() || place === 0;
    parts.next.hidden = !isOneByOne() || place === now.length - 1;
    parts.finish.classList.toggle("ono-main", parts.next.hidden);
  }

  function step(by) {
    place += by;
    showQuestions();
    const { elements } = parts.ask;
    const field = elements[asked()[place].dataset.question];
    const first = field instanceof RadioNodeList ? [...field].find((each) => each.checked) : field;
    first.focus({ preventScroll: true });
    parts.where.scrollIntoView();
  }

  function finish() {
    parts.outcome.focus({ preventScroll: true });
    parts.outcome.scrollIntoView();
  }

  // ---- the sheet ----

  function showSheet() {
    const values = chosen();
    const usual = Object.fromEntries(ofGame().map((each) => [nameOf(each), each.dataset.default]));
    for (const sheet of all("[data-sheet]")) {
      sheet.hidden = sheet.dataset.sheet !== game();
      if (!sheet.hidden) for (const each of all(".ono-chapter", sheet)) showChapter(each, values, usual);
      sheet.querySelector("[data-part-line]").textContent = line();
    }
    parts.line.value = line();
    parts.link.value = `${location.href.split("#")[0]}#${line()}`;
    if (parts.practise) parts.practise.href = `practice.html#set=${encodeURIComponent(`rules: ${line()}`)}`;
  }

  function showChapter(chapter, values, usual) {
    const lines = all("p:not(.ono-sheet-head)", chapter);
    for (const each of lines) showLine(each, values, usual);
    chapter.hidden = lines.every((each) => each.hidden);
  }

  function showLine(paragraph, values, usual) {
    paragraph.hidden = !isMet(paragraph, values);
    const choices = all("[data-choice]", paragraph).map((node) => [node, ...node.dataset.choice.split("=")]);
    const isUsual = choices.every(([, name]) => values[name] === usual[name]);
    paragraph.querySelector("[data-usual]").hidden = !isUsual;
    for (const [node, name, value] of choices) {
      node.hidden = isUsual || (value !== "*" && value !== values[name]);
      node.classList.toggle("ono-own", values[name] !== usual[name]);
      if (value === "*") node.textContent = fill((node.dataset.text ??= node.textContent), { number: values[name] });
    }
  }

  // ---- a link that was sent ----

  function read(fragment) {
    const [key, ...pairs] = fragment.split("+");
    const bad = [];
    const pick = (name, value) => {
      const field = parts.ask.elements[name];
      const values = field instanceof RadioNodeList ? [...field].map((each) => each.value) : null;
      if (!field || (values && !values.includes(value))) return false;
      field.value = value;
      return values !== null || (value !== "" && field.validity.valid);
    };
    if (!pick("game", key)) bad.push(key);
    else for (const pair of pairs) {
      const [name, value = ""] = pair.split("=");
      const question = questions.find((each) => each.dataset.question === `${key} ${name}`);
      if (question && pick(`${key} ${name}`, value)) continue;
      bad.push(pair);
      if (question && isNumber(question)) pick(`${key} ${name}`, question.dataset.default);
    }
    say("error", bad.map((word) => fill(words.unknown, { word: `“${word.slice(0, 60)}”` })).join(" "));
  }

  function open() {
    let fragment = location.hash.slice(1);
    try {
      fragment = decodeURIComponent(fragment);
    } catch {
      // cut off in the middle of a character: it is told as what it is
    }
    if (document.getElementById(fragment)) fragment = ""; // a heading of this page
    parts.ask.reset();
    say("error", "");
    if (fragment) read(fragment);
    parts.sent.hidden = !fragment;
    parts.ask.hidden = Boolean(fragment);
    change();
  }

  function change() {
    showQuestions();
    showSheet();
  }

  function checkNumber({ target }) {
    if (target.type !== "number") return;
    const { validity, value, min, max } = target;
    say("error", validity.valid ? "" : fill(words.badNumber, { number: value || "…", least: min, most: max }));
    target.setAttribute("aria-invalid", String(!validity.valid));
  }

  async function copy(part) {
    parts[part].select();
    try {
      await navigator.clipboard.writeText(parts[part].value);
      say("told", words.copied);
    } catch {
      say("told", words.notCopied);
    }
  }

  parts.ask.addEventListener("change", (event) => {
    checkNumber(event);
    change();
  });
  parts.ask.addEventListener("submit", (event) => {
    event.preventDefault();
    if (parts.next.hidden) finish();
    else step(1);
  });
  parts.back.addEventListener("click", () => step(-1));
  parts.finish.addEventListener("click", finish);
  parts.print.addEventListener("click", () => window.print());
  parts.change.addEventListener("click", () => {
    parts.sent.hidden = true;
    parts.ask.hidden = false;
    parts.ask.elements.game[0].focus();
  });
  for (const button of all("[data-copy]")) button.addEventListener("click", () => copy(button.dataset.copy));
  window.addEventListener("hashchange", open);
  open();
})();
