"""What becomes of a class, word for word: what is handed in, what grading says, and the marks.

In a session ``#`` begins a case in a folder of its own, with an assignment of four items, and ``$``
a command; what else stands there is said. ``hand PATH LEARNER RIGHT`` hands in a file with that
many right answers, the others wrong; ``zip ARCHIVE FOLDER`` packs a folder as an LMS does; ``task``
sets another assignment; ``marks`` and ``refused`` read the tables, and ``roster`` a class list with
the places of some words in it. ``place`` says whose a file is in an LMS by its name, ``read`` what
an answers file says, and ``cell`` how a text stands in a table. What every grading says is left
out. ``--refresh`` writes all that is said anew; read it.
"""

import csv
import os
import re
import shlex
import zipfile
from contextlib import chdir
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from classroom.a_class import ENTRIES, NOON, RIGHT, WRONG, an_assignment, run, task_file
from classroom.hostile import answers, row

from ono_tutor import classroom
from ono_tutor.classroom.answers_file import AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Feedback, Item, Learner
from ono_tutor.classroom.grading.roster import IDS, Roster, csv_escape
from ono_tutor.classroom.lms_names import lms_of_folders, lms_place
from ono_tutor.errors import FileError

SESSIONS = Path(__file__).parent / "sessions"
OUT = Path("week-1-marks")
ALWAYS = ("Written to ", "Moodle finds ", "Canvas finds ", "Marks of ", "A sentence to send ")
ITEMS = {
    "1": [(ENTRIES[0],), (ENTRIES[1],), (ENTRIES[2],), (ENTRIES[3],)],
    "dealt": [(entry, replace(entry, id=f"{entry.id}-b")) for entry in ENTRIES],
}


def task(*, items="1", feedback="now", **more):
    """Write the assignment."""
    pools = tuple(map(Item, ITEMS[items]))
    made = replace(an_assignment(), items=pools, feedback=Feedback(feedback), **more)
    made = replace(made, attempts=int(made.attempts))
    task_file(Path(), made)
    return made


def hand(made, path, learner, right, *, to="week-1", at=NOON, came=NOON, of="", attempts=""):
    """Write a file; ``of`` is the learner whose puzzles are answered.

    After a colon are the answers themselves, ``/`` between items and ``+`` between answers to one,
    which are attempts of their own with ``attempts``.
    """
    count, _, words = right.partition(":")
    rows = []
    for place, entry in enumerate(made.entries_of(Learner(of or learner))):
        known = (RIGHT if place < int(count) else WRONG)[entry.id.removesuffix("-b")]
        mine = (words.split("/")[place : place + 1] or [""])[0] if words else known
        for number, word in enumerate(filter(None, mine.split("+")), 1):
            own = {"attempt": number} if attempts else {}
            rows.append(row(entry.id, word, at=at or None, **own))
    write(path, answers(to, learner, rows).decode(), came)


def write(path, text, came=NOON, mode="w"):
    """Write a text, with the ends of lines written out."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open(mode, encoding="utf-8") as file:
        file.write(text.replace("\\n", "\n"))
    seconds = datetime.fromisoformat(came).timestamp()
    os.utime(path, (seconds, seconds))


def pack(archive, folder, came="2027-03-01T09:00:00Z"):
    """Write an archive of a folder, with the times of the files, and empty the folder."""
    Path(archive).parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(Path(folder).rglob("*.*")):
            time = datetime.fromtimestamp(path.stat().st_mtime, UTC).timetuple()[:6]
            file.writestr(zipfile.ZipInfo(str(path.relative_to(folder)), time), path.read_bytes())
            path.unlink()
    write(archive, "", came, "a")


def table(name):
    with (OUT / name).open(encoding="utf-8-sig", newline="") as file:
        separator = ";" if ";" in file.readline() else ","
        file.seek(0)
        return list(csv.DictReader(file, delimiter=separator))


def roster_lines(text, *words):
    """Yield the people of a class list with their ids and other names, its faults, who is found."""
    try:
        roster = Roster.parsed(text.replace("\\n", "\n").replace("\\x1b", "\x1b").encode())
    except FileError as error:
        yield error.message
        return
    for person in roster.people:
        ids = [f"{key}={word}" for key in (*IDS, "section") if (word := getattr(person, key))]
        yield ", ".join([person.shown_name, *ids, *person.aliases])
    yield from (f"! {fault}" for fault in roster.faults)
    for word in words:
        people = roster.people_called(Learner.named(word))
        yield f"{word}: {[person.number for person in people]}"


def marks():
    keys = ("learner", "points", "status", "notes")
    lines = (" | ".join(each[key] for key in keys) for each in table("marks.csv"))
    return "\n".join(line.removesuffix(" | ") for line in lines)


def refused():
    lines = table("not-graded.csv")
    return "\n".join(f"{each['file']} | {each['to the learner']}" for each in lines)


def place(*names):
    """Whose the first of these files is in the LMS that made the names."""
    found = lms_place(names[0], lms_of_folders(names) if names[1:] else None)
    return "nobody's" if found is None else f"{found.lms}: {found.key}{' late' * found.is_late}"


def read(text):
    """The times of the answers in an answers file with these bytes, or why it is none."""
    try:
        raw = text.encode().decode("unicode_escape").encode("latin-1")
        return " ".join(row.at for row in parse_answers(raw).rows)
    except AnswersFileError as error:
        return f"{error.cause}: {error.message}"


def grade(command, *given):
    grading = ["week-1.json"] if command in ("grade", "report") else []
    pages = ["--pages", "none"] if command == "grade" else []
    done = run(command, *grading, *given, *pages)
    lines = [each for each in done.output.splitlines() if not each.startswith(ALWAYS)]
    return "\n".join([*lines, *([f"[{done.exit_code}]"] if done.exit_code else [])])


SAYS = {
    "marks": marks,
    "refused": refused,
    "place": place,
    "read": read,
    "cat": lambda path: Path(path).read_text(encoding="utf-8-sig"),
    "cell": lambda text: csv_escape(text.encode().decode("unicode_escape")),
    "roster": lambda *words: "\n".join(roster_lines(*words)),
}


def reply(made, line):
    """Return what a command of a session says."""
    command, *given = shlex.split(line)
    words = [word for word in given if not word[:1].isalpha() or "=" not in word]
    more = dict(word.split("=", 1) for word in given if word not in words)
    if command == "hand":
        hand(made[0], *words, **more)
    elif command == "task":
        made[0] = task(**more)
    elif command == "zip":
        pack(*words)
    elif command == "write":
        write(words[0], given[1], mode="w")
    elif command == "override":
        write(OUT / "overrides.csv", f"{given[0]}\n", mode="a")
    else:
        return SAYS[command](*given) if command in SAYS else grade(command, *given)
    return ""


@pytest.mark.parametrize("name", sorted(path.stem for path in SESSIONS.iterdir()))
def test_session(name, tmp_path, request):
    """Each command says what it said, in the order of the session."""
    path, said, made, number = SESSIONS / f"{name}.txt", "", [], 0
    folder = tmp_path
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# "):
            number += 1
            folder = tmp_path / str(number)
            folder.mkdir()
            with chdir(folder):
                made = [task()]
            said += f"\n{line}\n"
        elif line.startswith("$ "):
            with chdir(folder):
                said += f"{line}\n{reply(made, line[2:])}".rstrip() + "\n"
    if request.config.getoption("refresh"):
        path.write_text(said.lstrip(), encoding="utf-8")
    assert path.read_text("utf-8") == said.lstrip()


def test_no_sentence_begins_with_the_name_of_a_file():
    """It would get a capital letter, and be another file's name."""
    begins = re.compile(r'N_\(\s*"\{(file|folder|table|path)\}(?! earns)')
    folder = Path(classroom.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    assert [path for path, text in texts.items() if begins.search(text)] == []
