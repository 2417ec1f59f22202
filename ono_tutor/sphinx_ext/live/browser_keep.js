// Answers kept in the learner's browser, each under a key of its own: pages that are open at the
// same time never write over each other's. What the browser refuses is kept while the page lasts.

const ANSWER = "ono-tutor/answer/";
const LEARNER = "ono-tutor/learner";

const refused = [];

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

export function keptAnswers() {
  let found = [];
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(ANSWER)).sort();
    found = keys.map((key) => localStorage.getItem(key)).filter((text) => text !== null);
  } catch {
    found = []; // a browser that keeps nothing has kept nothing
  }
  return [...found, ...refused];
}

export const refusedCount = () => refused.length;

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
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(ANSWER));
    for (const key of [...keys, LEARNER]) localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
