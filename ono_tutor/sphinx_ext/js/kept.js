// What the browser keeps: each answer under a key of its own, so that pages which are open at the
// same time never write over each other's. What it refuses is kept while the page lasts.

export const ANSWER = "ono-tutor/answer/";
export const HOMEWORK = "ono-tutor/homework/";
const LESSON = "ono-tutor/lesson/";
const OPENING = "ono-tutor/opening/";
const LEARNER = "ono-tutor/learner";
const PLACES = 9;

const refused = new Map();
let keptCount = 0;

// Null where it was stored, else why not. What comes later sorts later, also within a millisecond.
export function keep(home, item) {
  const text = JSON.stringify(item);
  const mark = `${String((keptCount += 1)).padStart(PLACES, "0")}${Math.random().toString(36).slice(2, 10)}`;
  try {
    localStorage.setItem(`${home}${item.at}/${mark}`, text);
    return null;
  } catch (error) {
    refused.set(home, [...refusedBelow(home), text]);
    return String(error.message ?? error);
  }
}

const refusedBelow = (home) => refused.get(home) ?? [];

// The entries whose key starts so, in order; a browser that keeps nothing has none.
export function stored(start, within = "") {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start) && key.includes(within)).sort();
    return keys.map((key) => localStorage.getItem(key)).filter((text) => text !== null);
  } catch {
    return [];
  }
}

export const keptAnswers = () => [...stored(ANSWER), ...refusedBelow(ANSWER)];

export function puzzleOf(text) {
  try {
    return JSON.parse(text).puzzle;
  } catch {
    return null; // an answer that cannot be read counts for no set
  }
}

export const answeredPuzzles = () => new Set(keptAnswers().map(puzzleOf));

// Answers to an assignment, and what its table noted, each under the assignment's own keys.
export const homeOf = (assignment, kind) => `${HOMEWORK}${assignment}/${kind}/`;
export const keptHomework = (home) => [...stored(home), ...refusedBelow(home)];

// Whether a change in another window is one to this assignment; null stands for everything.
export const isOfHomework = (assignment, key) => key === null || key.startsWith(`${HOMEWORK}${assignment}/`);

export const learnerName = () => stored(LEARNER)[0] ?? "";

export function keepLearner(name) {
  try {
    localStorage.setItem(LEARNER, name);
  } catch {
    // the name stands in its field as long as the page lasts
  }
}

// The step of a lesson that was reached.
export const reachedIn = (lesson) => Number(stored(LESSON + lesson)[0] ?? 0) || 0;

export function keepReached(lesson, step) {
  try {
    localStorage.setItem(LESSON + lesson, String(step));
  } catch {
    // the steps stay open as long as the page lasts
  }
}

// How a quiz opens after the answers that are kept, as {edition, count, parts}; null where that is not known.
export function keptOpening(quiz) {
  try {
    return JSON.parse(localStorage.getItem(OPENING + quiz));
  } catch {
    return null;
  }
}

export function keepOpening(quiz, opening) {
  try {
    localStorage.setItem(OPENING + quiz, JSON.stringify(opening));
  } catch {
    // the quiz opens when the engine is there
  }
}

// Removes what is kept; what the browser does not let go of stays.
export function forgetAll() {
  refused.clear();
  try {
    const keys = Object.keys(localStorage).filter((key) => [ANSWER, HOMEWORK, LESSON, OPENING].some((start) => key.startsWith(start)));
    for (const key of [...keys, LEARNER]) localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
