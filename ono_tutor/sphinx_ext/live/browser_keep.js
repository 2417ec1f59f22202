// Answers kept in the learner's browser, each under a key of its own: pages that are open at the
// same time never write over each other's. What the browser refuses is kept while the page lasts.

const ANSWER = "ono-tutor/answer/";
const HOMEWORK = "ono-tutor/homework/";
const LEARNER = "ono-tutor/learner";

const refused = [];
const refusedHere = new Map();
let keptCount = 0;

// Null where it was stored, else why not.
export function keepAnswer(answered) {
  const text = JSON.stringify(answered);
  const mark = Math.random().toString(36).slice(2, 10);
  try {
    localStorage.setItem(`${ANSWER}${answered.at}/${mark}`, text);
    return null;
  } catch (error) {
    refused.push(text);
    return String(error.message ?? error);
  }
}

export const keptAnswers = () => [...storedBelow(ANSWER), ...refused];

export const refusedCount = () => refused.length;

// ---- assignments: answers and the notes of the desk, each under the assignment's own keys ----

const homeOf = (assignment, kind) => `${HOMEWORK}${assignment}/${kind}/`;
const PLACES = 9;

// Null where it was stored, else why not. What comes later sorts later, also within a millisecond.
export function keepHomework(assignment, kind, item) {
  const home = homeOf(assignment, kind);
  const text = JSON.stringify(item);
  const mark = `${String((keptCount += 1)).padStart(PLACES, "0")}${Math.random().toString(36).slice(2, 10)}`;
  try {
    localStorage.setItem(`${home}${item.at}/${mark}`, text);
    return null;
  } catch (error) {
    refusedHere.set(home, [...(refusedHere.get(home) ?? []), text]);
    return String(error.message ?? error);
  }
}

export function keptHomework(assignment, kind) {
  const home = homeOf(assignment, kind);
  return [...storedBelow(home), ...(refusedHere.get(home) ?? [])];
}

export const homeworkCount = () => storedBelow(HOMEWORK, "/answer/").length;

// Whether a change in another window is one to this assignment; null stands for everything.
export const isOfHomework = (assignment, key) => key === null || key.startsWith(`${HOMEWORK}${assignment}/`);

function storedBelow(start, within = "") {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start) && key.includes(within)).sort();
    return keys.map((key) => localStorage.getItem(key)).filter((text) => text !== null);
  } catch {
    return []; // a browser that keeps nothing has kept nothing
  }
}

// ---- the learner ----

export function learnerName() {
  try {
    return localStorage.getItem(LEARNER) ?? "";
  } catch {
    return "";
  }
}

export function keepLearner(name) {
  try {
    localStorage.setItem(LEARNER, name);
  } catch {
    // the name stands in its field as long as the page lasts
  }
}

// Removes what is kept; what the browser does not let go of stays.
export function forgetAll() {
  refused.length = 0;
  refusedHere.clear();
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(ANSWER) || key.startsWith(HOMEWORK));
    for (const key of [...keys, LEARNER]) localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
