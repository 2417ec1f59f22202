// Everything that a page of the site can do, for the small script that loads it.
// FACES, the cards by their codes, is put before this text when the pages are built.

import {showPuzzle} from "./static_puzzle.js";
import {toggleTry} from "./live_try.js";
import {showPractice} from "./practice_page.js";

window.onoTutor = { showPuzzle: (home) => showPuzzle(home, FACES), toggleTry, showPractice };
