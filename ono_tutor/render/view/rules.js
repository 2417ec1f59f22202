// Your table's rules: asks the questions of a game, and says on the sheet what was chosen. Every
// sentence was made by the engine; nothing is judged here.

import {fill, make} from "./dom.js";

// ---- markup ----

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const plain = (value) => String(value).replace(/[&<>"]/g, (sign) => SIGNS[sign]);
const each = (list, draw) => list.map(draw).join("");

const choiceOf = (name, value, isPicked, inside) => `<label class="ono-choice">
  <input type="radio" name="${plain(name)}" value="${plain(value)}"${isPicked ? " checked" : ""}><span>${inside}</span></label>`;

const gameChoice = ({ key, title, deck }, index) => choiceOf("game", key, index === 0, `<strong>${plain(title)}</strong>
  <span class="ono-faces ono-few">${each(deck.slice(-7), ({ face }) => `<span>${face}</span>`)}</span>`);

const answerChoice = (words, name, usual) => ([value, means, follows]) => choiceOf(name, value, value === usual, `${plain(means)}
  ${value === usual ? `<small>${plain(words.usual)}</small>` : ""}<span class="ono-then">${plain(follows)}</span>`);

const numberField = (words, name, { range: [least, most], usual, answers: [[, means]] }) => `<p>${plain(means)}</p>
  <label class="ono-number">${plain(words.number)} <input type="number" inputmode="numeric" name="${name}" min="${least}"
  max="${most}" value="${usual === "0" ? "" : plain(usual)}" aria-description="${plain(means)}"></label>`;

const question = (words, key) => (asked) => {
  const name = plain(`${key} ${asked.name}`);
  const picture = `<template><div class="ono-table-picture" role="img" aria-label="${plain(asked.text)}">${asked.svg}</div></template>`;
  const answers = asked.range ? numberField(words, name, asked) : each(asked.answers, answerChoice(words, name, asked.usual));
  return `<fieldset class="ono-asked" data-question="${name}" data-place="${asked.place}" data-default="${plain(asked.usual)}"
    data-needs="${plain(asked.needs)}" tabindex="-1" hidden><legend>${plain(asked.asks)}</legend>
    <div class="ono-settled">${asked.svg ? picture : ""}<div class="ono-answers">${answers}</div></div></fieldset>`;
};

// What a point says: the first case that fits, * being any value but the usual one.
function sentence({ says, cases }, values, usual) {
  const fits = ([name, value]) => (value === "*" ? values[name] !== usual[name] : values[name] === value);
  return fill((cases.find(({ choices }) => Object.entries(choices).every(fits)) ?? { says }).says, values);
}

// A sentence is the table's own if one of its options was chosen, or if a choice elsewhere changes
// what it says; what only follows from the game that is played (`kind`, the usual values of that
// game) is nobody's choice. It is our reading where the texts leave it open and the table did not
// choose all of its options.
const sheetLine = (values, usual, kind) => (line) => {
  const said = sentence(line, values, usual);
  const isKept = (name) => values[name] === usual[name];
  const isOwn = !line.options.every(isKept) || said !== sentence(line, kind, usual);
  const isOurs = line.isOpen && (line.isAlwaysOurs || !line.options.length || line.options.some(isKept));
  return said && `<p><strong>${plain(line.title)}${isOurs ? " †" : ""}</strong>
    <span${isOwn ? ` class="ono-own"` : ""}>${plain(said)}</span></p>`;
};

const chapter = (values, usual, kind) => ({ title, lines }) => {
  const said = each(lines, sheetLine(values, usual, kind));
  return said && `<div class="ono-chapter"><p class="ono-sheet-head"><strong>${plain(title)}</strong></p>${said}</div>`;
};

const sheet = (words, line, values, usual, kind) => ({ title, deck, counts, chapters }) => `<div class="ono-sheet docutils container ono-own-sheet">
  <p class="ono-sheet-name">${plain(fill(words.title, { game: title }))}</p><ul class="ono-faces" aria-label="${plain(words.deck)}">
  ${each(deck, ({ face, name, count }, place) => `<li>${face}<span>×${counts[values.decks]?.[place] ?? count} ${plain(name)}</span></li>`)}</ul>
  <div class="ono-columns">${each(chapters, chapter(values, usual, kind))}</div>
  <p class="ono-legend">${plain(line)} · ${plain(words.own)} ${plain(words.ours)}</p></div>`;

const given = (words, part, copy) => `<div class="ono-line" data-part="${part}Row"><label>${plain(words[part])}
  <input type="text" readonly data-part="${part}"></label> <button type="button" data-copy="${part}">${plain(words[copy])}</button></div>`;

const page = ({ words, games }, practise) => `<div class="ono-your-rules">
  <p class="ono-live-error" role="alert" data-part="error" hidden></p>
  <div data-part="sent" class="ono-sent" hidden><p>${plain(words.sent)}</p>
  <p><button type="button" data-part="change">${plain(words.change)}</button></p></div>
  <form data-part="ask" aria-label="${plain(words.name)}">
  <fieldset class="ono-mode"><legend>${plain(words.mode)}</legend>
  <label><input type="radio" name="mode" value="one" checked> ${plain(words.one)}</label>
  <label><input type="radio" name="mode" value="all"> ${plain(words.all)}</label></fieldset>
  <p class="ono-where" data-part="where" role="status"></p>
  <fieldset class="ono-asked" data-question="game" tabindex="-1"><legend>${plain(words.game)}</legend>
  <div class="ono-answers">${each(games, gameChoice)}</div></fieldset>
  ${each(games, ({ key, questions }) => each(questions, question(words, key)))}
  <p class="ono-line ono-steps"><button type="button" data-part="back">${plain(words.back)}</button>
  <button type="submit" class="ono-main" data-part="next">${plain(words.next)}</button>
  <button type="button" data-part="finish">${plain(words.finish)}</button></p></form>
  <section class="ono-outcome" data-part="outcome" tabindex="-1" aria-label="${plain(words.rules)}">
  <h2>${plain(words.rules)}</h2>${given(words, "line", "copyLine")}${given(words, "link", "copyLink")}
  <p class="ono-line"><button type="button" class="ono-main" data-part="print">${plain(words.print)}</button> ${practise}</p>
  <p role="status" data-part="told" class="ono-help"></p><div data-part="sheet"></div></section></div>`;

// ---- what it does ----

// Draws it in a node. `link` gives the address for the others, empty where there is none; `print`
// is told the sheet; `practise` is an address by the line, or what is done with the line; `chose`
// hears of every line. Returns what shows the rules of a fragment.
export function showRules(host, data, { link, print, practise, isPlace, chose }) {
  const { words } = data;
  const way = isPlace ? `<a class="ono-start" data-part="practise" href="">` : `<button type="button" data-part="practise">`;
  const home = make(page(data, practise ? `${way}${plain(words.practise)}</${isPlace ? "a" : "button"}>` : ""));
  host.replaceChildren(home);
  const { parts } = home;
  const all = (selector, from = home) => [...from.querySelectorAll(selector)];
  const questions = all("[data-question]");
  const say = (name, text) => Object.assign(parts[name], { textContent: text, hidden: !text });
  let place = 0;

  // ---- what is chosen ----

  const game = () => parts.ask.elements.game.value;
  const isNumber = (asked) => Boolean(asked.querySelector("[type=number]"));
  const nameOf = (asked) => asked.dataset.question.split(" ")[1];
  const ofGame = () => questions.filter((asked) => asked.dataset.question.startsWith(`${game()} `));

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

  // A choice that means nothing without another one counts as the usual one.
  function showSheet() {
    const values = chosen();
    const usual = Object.fromEntries(ofGame().map((each) => [nameOf(each), each.dataset.default]));
    const played = Object.fromEntries(ofGame().map((each) => [nameOf(each), (isMet(each, values) ? values : usual)[nameOf(each)]]));
    const needed = ofGame().map(({ dataset }) => dataset.needs.split("=")[0]).filter(Boolean);
    const kind = { ...usual, ...Object.fromEntries(needed.map((name) => [name, played[name]])) };
    parts.sheet.innerHTML = sheet(words, line(), played, usual, kind)(data.games.find(({ key }) => key === game()));
    parts.line.value = line();
    const address = link(line());
    parts.link.value = address;
    parts.linkRow.hidden = !address;
    if (isPlace) parts.practise.href = practise(line());
    chose?.(line());
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

  function open(fragment) {
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
  parts.print.addEventListener("click", () => print(parts.sheet.firstElementChild));
  if (practise && !isPlace) parts.practise.addEventListener("click", () => practise(line()));
  parts.change.addEventListener("click", () => {
    parts.sent.hidden = true;
    parts.ask.hidden = false;
    parts.ask.elements.game[0].focus();
  });
  for (const button of all("[data-copy]")) button.addEventListener("click", () => copy(button.dataset.copy));
  return open;
}
