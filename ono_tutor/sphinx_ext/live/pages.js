// Everything that a page of the site can do, for the small script that loads it.

import {showPuzzle} from "./static_puzzle.js";
import {toggleTry} from "./live_try.js";
import {showPractice} from "./practice_page.js";

window.onoTutor = { showPuzzle, toggleTry, showPractice };
