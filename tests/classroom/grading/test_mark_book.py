"""The mark book: grading adds, in any order and in any portions, and nothing is lost."""

import csv
import os
import subprocess
import sys

from classroom.a_class import ENTRIES, RIGHT, WRONG, run, task_file
from classroom.hostile import answers, row, zipped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook
from ono_tutor.classroom.grading.marks_folder import TABLES
from ono_tutor.classroom.submissions import Arrival, Submission, TimeSource

DUE = "2026-11-20T12:30:00Z"
NAMES = ("Ann Lee", "Bob Ray", "bob@x.org", "Cid Fox", "ann  lee")
MOODLE = "{}_44{}_assignsubmission_file_/answers.json"
AT = ("2026-11-20T12:00:00Z", "2026-11-20T12:20:00Z", "2026-11-20T13:00:00Z", None)

row_ = st.tuples(st.integers(0, 3), st.booleans(), st.sampled_from(AT), st.integers(1, 3))
ways = st.sampled_from(["loose", "moodle", "broken", "other"])
files = st.tuples(st.sampled_from(NAMES), st.lists(row_, max_size=6), ways, st.integers(0, 3))


def content(name, given, where):
    """The bytes of a file; broken ones, and some to another assignment."""
    found = [
        row(ENTRIES[n].id, (RIGHT if right else WRONG)[ENTRIES[n].id], at=at, attempt=attempt)
        for n, right, at, attempt in given
    ]
    raw = answers("week-1" if where != "other" else "week-9", name, found)
    return raw[:-9] if where == "broken" else raw


def put(folder, number, given):
    """Write a file as a learner hands it in, alone or in an archive of the LMS; its path."""
    name, found, where, folder_of = given
    path = folder / (f"{number}.json" if where != "moodle" else f"{number}.zip")
    raw = content(name, found, where)
    if where == "moodle":
        raw = zipped({MOODLE.format(NAMES[folder_of], folder_of): raw})
    path.write_bytes(raw)
    os.utime(path, (1_800_000_000 + 60 * (number % 3),) * 2)
    return path


def kept(folder):
    """The tables, and the pages that they name, byte for byte."""
    found = {name: (folder / name).read_bytes() for name in TABLES if (folder / name).exists()}
    table = (folder / "marks.csv").read_text("utf-8-sig").splitlines() if found else ()
    pages = [line["feedback"] for line in csv.DictReader(table) if line["feedback"]]
    return found | {page: (folder / page).read_bytes() for page in pages}


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    class_=st.lists(files, min_size=2, max_size=10),
    portions=st.randoms(use_true_random=False),
    feedback=st.sampled_from(Feedback),
    attempts=st.integers(0, 2),
    late=st.sampled_from(["count", "refuse"]),
    is_dealt=st.booleans(),
)
def test_five_portions_in_any_order_give_what_one_run_gives(
    tmp_path_factory, class_, portions, feedback, attempts, late, is_dealt
):
    """Tables, pages and the report's data, byte for byte; with attempts, late answers, variants."""
    top = tmp_path_factory.mktemp("portions")
    items = tuple(Item(tuple(ENTRIES) if is_dealt else (entry,)) for entry in ENTRIES)
    if is_dealt:
        items = (Item(tuple(ENTRIES[:2])), Item(tuple(ENTRIES[2:])))
    task = task_file(top, Assignment("week-1", "Week 1", items, feedback, attempts, DUE))
    people = "learner,email\nAnn Lee,a@x.org\nBob Ray,bob@x.org\nEve,\n"
    (top / "class.csv").write_text(people, encoding="utf-8")
    (top / "in").mkdir()
    paths = [put(top / "in", number, given) for number, given in enumerate(class_)]
    words = ["--late", late, "--class", top / "class.csv"]
    run("grade", task, *paths, "-o", top / "once", *words)
    portions.shuffle(paths)
    for first in range(5):
        if part := paths[first::5]:
            run("grade", task, *part, "-o", top / "parts", *words)
    run("grade", task, *paths[:1], "-o", top / "parts", *words)

    assert kept(top / "once") == kept(top / "parts")
    reports = (["report", task, "--marks", top / each, "--json"] for each in ("once", "parts"))
    assert len({run(*report, *words).stdout for report in reports}) == 1


def submission(name, raw=b"{}", at="2026-11-20T12:00:00.000Z"):
    return Submission(name, raw, Arrival(at, TimeSource.DISK))


def test_what_was_put_in_is_there_once_it_is_committed(tmp_path):
    """Before that a kill leaves what was there, and a book made for nothing is removed."""
    path = tmp_path / BOOK
    for name, is_committed, is_there in (
        ("a", False, False),
        ("a", True, True),
        ("b", False, True),
    ):
        with MarkBook(path, "week-1") as book:
            book.add(submission(name), "Ann")
            if is_committed:
                book.commit()
        assert path.exists() is is_there

    with MarkBook(path, "week-1") as book:
        assert [(file.name, file.learner) for file in book.files()] == [("a", "Ann")]
        assert book.known == 1


def test_what_a_killed_run_left_half_written_keeps_nobody_from_reading_the_book(tmp_path):
    """It is taken back by whoever reads first: the report, the class, or the next grading."""
    path = tmp_path / BOOK
    with MarkBook(path, "week-1") as book:
        book.add(submission("a"), "Ann")
        book.remember("text", "text")
        book.commit()
    killed = (
        "import os, sqlite3, sys; data = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "run = data.execute; run('PRAGMA cache_size = 1'); run('BEGIN'); run('DELETE FROM file');"
        "run('CREATE TABLE x (y)'); data.executemany('INSERT INTO x VALUES (?)', [('z' * 500,)] * 2000);"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", killed, path], check=False)
    assert path.with_name(f"{BOOK}-journal").exists()

    with MarkBook.copy(path, "week-1") as book:
        assert book.recall("text") == "text"
        assert [file.name for file in book.files()] == ["a"]
