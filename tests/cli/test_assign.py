"""``ono-tutor assign``: an assignment in a folder, the same from the same words; its sheets."""

import json

import pytest
from click.testing import CliRunner

from ono_tutor.classroom.assignment import entries_by_set_id, set_id
from ono_tutor.classroom.assignment_file import read_assignment
from ono_tutor.classroom.assignment_link import read_link
from ono_tutor.classroom.grading.paper_answers import form_rows
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.variants import likeness
from ono_tutor.cli.choosing import split_levels
from ono_tutor.cli.main import main
from ono_tutor.errors import FileError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle

GOOD = """title = "Mine"
[[puzzle]]
id = "mine"
kind = "survive"
position = "1980 total=92 hand=7,R,9,O owes=2 players=3"
[[puzzle]]
id = "mine-2"
kind = "total"
position = "1980 total=12 hand=7,H"
plays = "7"
"""
BAD = """[[puzzle]]
id = "bad"
kind = "survive"
position = "1980 hand=Z"
[[puzzle]]
id = "bad"
kind = "guess"
position = "1980 hand=7"
"""
ROSTER = "learner,email\nZoë Ö,\nAnn Lee,ann@x.org\nBo,\nBo,\n"
DEALT = ("--count", "2", "--variants", "per-learner", "--kinds", "legal")
ENDINGS = ["assignment.json", "ipynb", "key.html", "link.txt", "sheet.html"]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "out"


@pytest.fixture
def run(folder):
    """The command with these words into the folder: status, standard output and standard error."""

    def invoke(*words):
        words = [*words] if "--new" in words else [*words, "--from-bank"]
        words = [word for word in words if word != "--new"]
        done = CliRunner().invoke(main, ["assign", *words, "-o", str(folder)])
        return done.exit_code, done.stdout, done.stderr

    return invoke


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    return str(path)


def only(folder, ending):
    (path,) = folder.glob(f"*{ending}")
    return path


def assignment(folder):
    return read_assignment(only(folder, ".assignment.json"))


def ids(folder):
    return [entry.id for entry in assignment(folder).entries]


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_five_files_go_by_the_assignments_id_and_give_no_answer_away(run, folder):
    """The file, the notebook, the link, the sheet and the key, and no more.

    File and link hold words that are asked about, and nothing that is worked out of them.
    """
    code, _, _ = run("--title", "Week 1", "--rules", "1980", "--count", "10")

    name = assignment(folder).id
    found = json.loads(only(folder, ".assignment.json").read_text("utf-8"))
    fields = {name for item in found["items"] for puzzle in item["puzzles"] for name in puzzle}
    assert code == 0
    assert name.startswith("week-1-")
    assert sorted(path.name for path in folder.iterdir()) == [f"{name}.{end}" for end in ENDINGS]
    assert fields <= {"id", "kind", "position", "plays", "claim"}


def test_points_are_for_each_puzzle_or_for_one_after_the_other(run, folder):
    """As many as there are puzzles; what is no such list is wrong usage."""
    words = [
        "--rules",
        "1980",
        "--kinds",
        "total",
        "--count",
        "3",
        "--partial",
        "--opens",
        "2026-11-01T08:00Z",
    ]

    assert run(*words, "--points", "2,1")[0] == 1
    assert run(*words, "--points", "2,0,1")[0] == 2
    assert run(*words, "--points", "2,1,3")[0] == 0
    found = assignment(folder)
    assert [item.points for item in found.items] == [2, 1, 3]
    assert (found.partial, found.opens) == (True, "2026-11-01T08:00:00Z")


def test_the_opening_is_told_and_comes_before_the_deadline(run, folder):
    """Nobody could answer in time otherwise; in a file neither."""
    words = [
        "--rules",
        "1980",
        "--kinds",
        "total",
        "--count",
        "1",
        "--due",
        "2026-12-01T18:00+01:00",
        "--opens",
    ]

    status, _, said = run(*words, "2026-12-01T17:00Z")
    assert status == 1
    assert "opens on Tuesday 1 December 2026, 18:00 (UTC+01:00), and it is due on Tues" in said
    assert (
        "Opens on Tuesday 1 December 2026, 17:59 (UTC+01:00)."
        in run(*words, "2026-12-01T16:59Z")[1]
    )
    file = only(folder, ".assignment.json")
    file.write_text(file.read_text("utf-8").replace("T16:59", "T17:00"), "utf-8")
    with pytest.raises(FileError, match="nobody could answer in time"):
        read_assignment(file)


@pytest.mark.parametrize(
    "variants",
    [("--nbgrader",), ("--variants", "per-learner", "--export", "moodle,gift,qti,qti12")],
    ids=["same", "per-learner"],
)
def test_the_same_words_write_the_same_bytes(run, folder, variants):
    """Nothing hangs on the clock, on chance, on the machine or on where the folder is."""
    words = "--kinds", "total,next", "--count", "2", "--seed", "x", *variants
    elsewhere = folder.parent / "elsewhere"

    run("--new", *words)
    CliRunner().invoke(main, ["assign", *words, "-o", str(elsewhere)])

    assert len(contents(folder)) in (6, 9)
    assert contents(folder) == contents(elsewhere)
    assert not any(str(folder.parent).encode() in data for data in contents(folder).values())


def test_the_options_stand_in_the_file_and_the_summary_says_what_is_what(run, folder):
    """Title, points, attempts, feedback and time are those given, the time with its zone.

    Puzzles, points and levels are told, a line a file, and the command that grades, to be copied.
    """
    _, out, _ = run(
        *("dp80-hold", "total-bmweycn7", "--title", "Übung", "--points", "3", "--attempts", "2"),
        *("--feedback", "after", "--due", "2026-12-01T18:00+01:00"),
    )

    found = json.loads(only(folder, ".assignment.json").read_text("utf-8"))
    name, lines = assignment(folder).id, out.splitlines()
    assert ids(folder) == [set_id("dp80-hold"), "total-bmweycn7"]
    assert (found["title"], found["attempts"], found["feedback"]) == ("Übung", 2, "after")
    assert found["due"] == "2026-12-01T18:00:00+01:00"
    assert [item["points"] for item in found["items"]] == [3, 3]
    assert lines[0] == "Übung: 2 puzzles, 6 points; by level: 2 first steps"
    assert lines[1] == "By kind: 1 survive, 1 total."
    assert all(any(line.strip().startswith(f"{name}.{end} ") for line in lines) for end in ENDINGS)
    assert lines[-1] == f"  ono-tutor grade {folder / name}.assignment.json SUBMISSION..."


def test_new_puzzles_are_set_unless_the_teacher_wants_the_banks(run, folder):
    """By filters come puzzles that stand in no bank and pass the filters, always the same ones."""
    words = ("--new", "--kinds", "total", "--rules", "1980", "--rule-points", "minus-ten")
    code, _, _ = run(*words, "--count", "2", "--force")
    first = ids(folder)

    run(*words, "--count", "2", "--force")

    assert (code, ids(folder), len(first)) == (0, first, 2)
    assert not set(first) & bank.index().keys()
    assert {entry.position.split()[0] for entry in assignment(folder).entries} == {"1980"}
    assert all(
        "-10" in entry.plays or "-10" in entry.position for entry in assignment(folder).entries
    )


def test_a_shipped_set_lends_its_puzzles_and_its_title(run, folder):
    """The name of a set is enough; with --count so many of it are chosen."""
    run("double-play-1980")

    assert ids(folder) == [set_id(entry.id) for entry in bank.entries_of_set("double-play-1980")]
    assert assignment(folder).title == bank.title_of_set("double-play-1980")


def test_so_many_of_a_set_are_chosen(run, folder):
    """With --count a part of a set is set, the easier ones first."""
    run("double-play-1980", "--count", "3")

    numbers = [entries_by_set_id()[name].difficulty for name in ids(folder)]
    assert len(numbers) == 3
    assert numbers == sorted(numbers)


def test_more_puzzles_than_a_link_holds_are_told(run, folder, monkeypatch):
    """Then there is no link, and the teacher reads why; usually it holds 200."""
    monkeypatch.setattr("ono_tutor.classroom.assignment_link.MOST", 20)
    _, out, _ = run("--count", "6", "--variants", "per-learner")

    assert not list(folder.glob("*.link.txt"))
    assert "no link for the practice page: a link holds 20 puzzles at the most" in out


def test_per_learner_has_pools_and_the_link_is_the_assignment(run, folder):
    """Each item has several puzzles, and the summary says how many and how hard in all.

    Before the # of the link stands the practice page of the site, after it all of the file.
    """
    words = "--rules", "1980", "--count", "4", "--variants", "per-learner"
    _, out, _ = run(*words, "--site", "https://example.org/docs")

    sizes = [len(item.puzzles) for item in assignment(folder).items]
    assert min(sizes) >= 4
    assert f"{max(sizes)} puzzles for each item, {sum(sizes)} in all" in out
    assert "Within each item alike: kind, rule set, difficulty, cards owed, late draws," in out
    page, _, fragment = only(folder, ".link.txt").read_text("utf-8").strip().partition("#")
    assert page == "https://example.org/docs/practice.html"
    assert read_link(fragment) == assignment(folder)


def test_who_is_alone_is_told(run, monkeypatch, tmp_path):
    """An item that is the same for everybody is named."""
    monkeypatch.setattr("ono_tutor.classroom.variants.new_like", lambda *_: ())
    rare = tmp_path / "rare.toml"
    rare.write_text(
        '[[puzzle]]\nid = "rare"\nkind = "survive"\n'
        'position = "1980+draw-deadline=next-plays+ono99=suicide total=92 hand=7,R,9,O"\n',
        encoding="utf-8",
    )

    _, out, _ = run("--file", str(rare), "--variants", "per-learner")

    assert "no other puzzle is as hard as rare; item 1 is the same for everybody" in out


def test_a_teachers_file_is_set_whole(run, folder, file):
    """All puzzles in their order under the file's title; ids choose, and links keep them."""
    run("--file", file)

    assert (assignment(folder).title, ids(folder)) == ("Mine", ["mine", "mine-2"])
    fragment = only(folder, ".link.txt").read_text("utf-8").strip().partition("#")[2]
    assert read_link(fragment) == assignment(folder)


@pytest.mark.parametrize(
    ("words", "chosen"),
    [(["mine-2"], ["mine-2"]), (["--kinds", "survive"], ["mine"]), (["--count", "2"], None)],
)
def test_some_of_a_teachers_file_are_set(run, folder, file, words, chosen):
    """Ids and filters choose among its puzzles; a count puts the easier ones first."""
    run("--file", file, *words)

    assert ids(folder) == (chosen or ["mine-2", "mine"])


def test_each_fault_of_a_file_is_told_and_stops(run, folder, tmp_path):
    """Nothing is written while a fault is left, even where other puzzles are sound."""
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace('title = "Mine"\n', "") + BAD, encoding="utf-8")

    code, out, err = run("--file", str(path))

    assert (code, out, folder.exists()) == (1, "", False)
    assert [line.split(": ")[1].rpartition(":")[2] for line in err.splitlines()] == ["13", "15"]


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        (["--levels", "2,3"], {2, 3}),
        (["--levels", "2-4"], {2, 3, 4}),
        (["--level", "2", "--level", "5"], {2, 5}),
        (["--levels", "1, 4-5"], {1, 4, 5}),
    ],
)
def test_lists_may_be_repeated_or_have_commas(words, levels):
    """Both spellings of an option, commas, ranges and repetition say the same thing."""
    found = split_levels(None, None, tuple(words[1::2]))

    assert set(found) == levels


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        (["--kinds", "guess"], 1, "'guess' is no kind of puzzle; there are total, legal"),
        (["--rules", "1981"], 1, "the rule sets are 1980, 2022, ninety-nine"),
        (["--rule-point", "x"], 1, "the rule points are players"),
        (["--misconception", "x"], 1, "'x' is no misconception; there are"),
        (["--rule-points", "dealer"], 1, "no puzzle is about the rule point dealer: who deals"),
        (["--levels", "2-9"], 2, "'2-9' is no level; write 2, or 2,4, or 2-4"),
        (["--levels", "4-2"], 2, "'4-2' is no level"),
        (["--count", "0"], 2, "0 is not in the range 1<=x<=200"),
        (["--points", "0.5"], 2, "points are whole numbers from 1 to 1000"),
        (["--attempts", "-1"], 2, "0<=x<=1000"),
        (["--per-page", "0"], 2, "--per-page"),
        (["--per-page", "4"], 2, "--per-page"),
        (["--seed", "\udcff"], 2, "has characters that cannot be seen"),
        (["--feedback", "soon"], 2, "'now', 'after', 'never'"),
        (["--export", "moodle,word"], 2, "'word' is none of moodle, gift, qti"),
        (["--due", "1.12.2026"], 2, "has no time of day; write it as 2026-12-01 18:00"),
        (["--site", "docs"], 2, "'docs' is no address of a site; write it as https://"),
        (["--site", "https://a.org/#x"], 2, "is no address of a site"),
        (["--site", "javascript:alert(1)"], 2, "is no address of a site"),
        (["--title", ""], 1, "a title is a line of 1 to 200 characters"),
        (["--title", "a\nb"], 1, "a title is a line"),
        (["dp80-hld"], 1, "no puzzle and no set 'dp80-hld'; perhaps dp80-hold; the sets are"),
        (["dp80-hold", "dp80-hold"], 1, "the puzzle 'dp80-hold' is named twice"),
        (["dp80-hold", "double-play-1980"], 1, "the puzzle 'dp80-hold' is named twice"),
        (["dp80-hold", "--kinds", "total"], 2, "leave out the names or the filters"),
        (["dp80-hold", "--without-kinds", "total"], 2, "leave out the names or the filters"),
        (["--without-kinds", "guess"], 1, "'guess' is no kind of puzzle"),
        (["--without-rule-points", "x"], 1, "the rule points are players"),
        (["--kinds", "total", "--without-kinds", "total"], 1, "'total' is both asked for and left"),
        (
            ["--rule-points", "hold", "--without-rule-points", "hold"],
            1,
            "the rule point 'hold' is both asked for and left out",
        ),
        (["--nbgrader", "--variants", "per-learner"], 2, "leave out --variants or --nbgrader"),
        (["double-play-1980", "--count", "30"], 1, "there are 8 such puzzles, and 30 are asked"),
        (["--rules", "ninety-nine", "--rule-points", "hold"], 1, "say nothing of the rule points"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(run, folder, words, code, named):
    """Each bad argument is told with what would be right, with status 2 for wrong usage."""
    status, out, err = run(*words)

    assert (status, out, folder.exists()) == (code, "", False)
    assert named in " ".join(err.split())


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--file", "{}", "mine-3"], "the file has no puzzle 'mine-3'; perhaps mine"),
        (["--file", "{}", "--kinds", "next"], "no puzzle of the file passes these filters"),
        (["--file", "{}", "--count", "3"], "there are 2 such puzzles, and 3 are asked for"),
    ],
)
def test_what_a_file_has_not_is_told(run, file, words, named):
    """Its own ids, and how many there are, are told."""
    code, _, err = run(*(word.format(file) for word in words))

    assert code == 1
    assert named in err


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (
            ["--rules", "ninety-nine", "--rule-points", "hold,limit", "--count", "2"],
            "no puzzle of these has what was asked for: rule point hold.",
        ),
        (
            ["--misconception", "out-at-zero-chips", "--count", "3"],
            "a comparison of all rule sets, as nothing else was left that shows what you ask for: "
            "items 1 to 3.",
        ),
        (
            ["--rules", "1980", "--level", "1", "--kinds", "next", "--count", "5"],
            "not of the bank, but newly made from the seed: item",
        ),
        (["chances", "--count", "3"], None),
    ],
)
def test_what_was_not_to_be_had_is_noted(run, words, note):
    """What did not come, came unasked or is new is told; what a teacher names needs no excuse."""
    _, out, _ = run(*words)

    assert ("nothing else was left" not in out) if note is None else (f"Note: {note}" in out)


def test_what_is_left_out_does_not_come(run, folder):
    """Neither a kind nor a rule point that the class has not met, in whichever spelling."""
    run(
        *("--rules", "1980", "--without-kind", "survive,pays", "--without-kinds", "legal"),
        *("--without-rule-points", "double-effect", "--count", "8"),
    )

    entries = assignment(folder).entries
    assert not {entry.kind for entry in entries} & {"survive", "pays", "legal"}
    assert not any("owes" in entry.position or "D" in entry.position for entry in entries)


def test_other_content_is_kept_unless_forced(run, folder):
    """A file that is there with other bytes is named and stays; --force writes over it.

    The same again is fine.
    """
    run("dp80-hold")
    sheet = only(folder, ".sheet.html")
    sheet.write_text("mine", encoding="utf-8")

    code, _, err = run("dp80-hold")

    assert (code, sheet.read_text(encoding="utf-8")) == (1, "mine")
    assert sheet.name in err
    assert "with other content; --force writes over it" in err
    assert run("dp80-hold", "--force")[0] == 0
    assert sheet.read_text("utf-8") != "mine"
    assert run("dp80-hold")[0] == 0


def test_an_export_without_a_question_is_no_file(run, folder):
    """No LMS reads an empty one; the command says so."""
    code, out, _ = run("--kinds", "line", "--count", "1", "--export", "gift,qti")

    assert code == 0
    assert "gift: there is no file, for none of the puzzles can be asked in it." in out
    assert not [path.name for path in folder.iterdir() if "gift" in path.name or "qti" in path.name]


def test_exports_and_nbgrader_are_written_on_request(run, folder):
    """Each is a file more, with what it is for; without a site the link's line says what to put."""
    code, out, _ = run("dp80-hold", "--export", "moodle,gift", "--export", "qti", "--nbgrader")

    assert code == 0
    assert len(contents(folder)) == 9
    assert "for Moodle: Question bank, Import, Moodle XML (1 question, with answers)" in out
    assert only(folder, ".nbgrader.ipynb").name in out
    assert only(folder, ".link.txt").read_text("utf-8").startswith("practice.html#homework=")
    assert "before practice.html in the link put the address" in out


# on paper


@pytest.fixture
def roster(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text(ROSTER, encoding="utf-8")
    return str(path)


def text(folder, ending):
    (path,) = folder.glob(f"*.{ending}")
    return path.read_text(encoding="utf-8")


def test_a_class_gets_its_sheets_in_one_file_and_its_key(run, folder, roster):
    """Each learner's sheet in the roster's order; the key begins with who has which variants.

    The file of all variants is left out, and what of the roster cannot be used is told.
    """
    status, out, _ = run(*DEALT, "--class", roster)

    sheets = text(folder, "sheets.html")
    places = [sheets.index(f"<b>{name}</b>") for name in ("Zoë Ö", "Ann Lee", "Bo")]
    assert status == 0
    assert places == sorted(places)
    assert sheets.count("<article") == 3
    assert "Who has which variants" in text(folder, "key.html")
    assert "3 sheets, with the names of your class" in out
    assert "Note: roster: line 5:" in out
    assert list(folder.glob("*.sheet.html")) == []


def test_a_class_may_get_the_same_puzzles(run, folder, roster):
    """Then only the names differ, and the key needs no table."""
    run("dp80-hold", "--class", roster)

    assert text(folder, "sheets.html").count("<article") == 3
    assert "Who has which variants" not in text(folder, "key.html")


def test_without_a_roster_the_key_says_how_to_get_the_sheets(run, folder):
    """The option is named where the variants are told."""
    run(*DEALT)

    assert "variant B" in text(folder, "sheet.html")
    assert "--class ROSTER.csv" in text(folder, "key.html")


@pytest.mark.parametrize(("words", "pages"), [((), 4), (("--per-page", "2"), 2)])
def test_exercises_share_a_page_where_that_is_asked_for(run, folder, words, pages):
    """Four short puzzles take four pages, or two."""
    run("--count", "4", "--kinds", "best-card", "--rules", "1980", *words)

    assert text(folder, "sheet.html").count('<div class="page ') == pages


@pytest.mark.parametrize(
    ("raw", "status", "said"),
    [
        (None, 2, "class.csv"),
        ("", 2, "class.csv"),
        ("colour\nred\n", 2, "class.csv"),
        ("learner\n", 2, "class.csv"),
        ("learner\n" + "\n".join(f"l{n}" for n in range(201)), 1, "201 sheets"),
    ],
)
def test_a_roster_that_is_none_stops_before_anything_is_written(
    run, folder, tmp_path, raw, status, said
):
    """The file and the reason are named; two hundred learners are the most."""
    path = tmp_path / "class.csv"
    if raw is not None:
        path.write_text(raw, encoding="utf-8")
    found, _, told = run("dp80-hold", "--class", str(path))

    assert (found, folder.exists()) == (status, False)
    assert said in told


def test_a_preview_tells_each_puzzle_and_writes_nothing(run, folder):
    """Question, position and answer stand there by number."""
    code, out, _ = run("dp80-hold", "dp80-exactly-99", "--preview")

    assert code == 0
    assert [line for line in out.splitlines() if line[0] != " "] == [
        f"{number}. {Puzzle.load(name).question}"
        for number, name in enumerate(["dp80-hold", "dp80-exactly-99"], 1)
    ]
    assert str(Puzzle.load("dp80-hold").solution().text) in out
    assert not folder.exists()


def test_one_puzzle_is_swapped_and_the_others_stay(tmp_path):
    """Another of its kind, rule set and level stands in its place; twice gives a third."""
    words = ["assign", "--kinds", "survive", "--count", "4", "--from-bank"]
    found = []
    for swap in ("", "2", "2,2"):
        folder = tmp_path / f"swap-{swap}"
        CliRunner().invoke(main, [*words, "--swap", swap, "-o", str(folder)])
        found.append(list(assignment(folder).entries))

    swapped = [entries.pop(1) for entries in found]
    assert len({entry.id for entry in swapped}) == 3
    assert len(set(map(likeness, swapped))) == 1
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--count", "2", "--swap", "3"), "there is no puzzle 3 to swap; the puzzles are 1 to 2"),
        (("--count", "2", "--swap", "0"), "there is no puzzle 0 to swap"),
        (("--count", "2", "--swap", "two"), "no list of numbers such as 3 or 3,7"),
        (("dp80-hold", "--swap", "1"), "puzzles that are named are not swapped"),
    ],
)
def test_a_swap_that_cannot_be_is_told(run, folder, words, told):
    """The number is named, and nothing is written."""
    code, _, error = run(*words)

    assert code != 0
    assert told in " ".join(error.split())
    assert not folder.exists()


def test_files_need_a_folder():
    """Only a preview does without."""
    done = CliRunner().invoke(main, ["assign", "dp80-hold"])

    assert done.exit_code == 2
    assert "--output" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Feedback after: learners are told what is right once they hand in. Anybody can look"),
        ((), "For marks that must stand use --feedback never."),
        (("--attempts", "2"), "once they hand in, and may hand in again. Anybody can look first"),
        (
            ("--feedback", "now"),
            "at once. Anybody can look first, under another name or in another",
        ),
        (("--feedback", "never"), "Feedback never: learners are told nothing until you hand out"),
        (DEALT, "Two names have about 1 of 2 puzzles in common. For marks that must stand"),
    ],
)
def test_it_is_told_what_the_feedback_means_for_marks(run, folder, words, said):
    """In one line; by default nobody is told anything before handing in."""
    named = () if words == DEALT else ("dp80-hold",)
    _, out, _ = run(*named, *words)

    assert said in out
    wanted = words[1] if "--feedback" in words else "after"
    assert assignment(folder).feedback == wanted


@pytest.mark.parametrize(
    ("wish", "is_said"), [(("--rule-points", "double-reply,double-on-double"), True), ((), False)]
)
def test_it_is_told_where_most_puzzles_have_one_answer(run, wish, is_said):
    """Of a kind with three answers a guess at that one would do well."""
    _, out, _ = run("--count", "6", "--kinds", "survive", "--rules", "1980", "--from-bank", *wish)

    assert ("survive puzzles have the same answer, “No, whatever you draw”" in out) == is_said


def test_two_of_one_name_get_sheets_that_are_graded_as_theirs(run, folder, tmp_path):
    """The sheet has the word of the form for paper answers, which deals the puzzles."""
    roster = tmp_path / "class.csv"
    roster.write_text("learner,class\nAnn Lee,7a\nAnn Lee,7b\n", encoding="utf-8")
    run(*DEALT, "--rules", "1980", "--class", str(roster))
    (sheet,) = folder.glob("*.sheets.html")
    page, task = sheet.read_text(encoding="utf-8"), assignment(folder)

    people = Roster.read(roster)
    words = [row[0] for row in list(form_rows(task, people))[1:]]

    assert words == ["Ann Lee (7a)", "Ann Lee (7b)"]
    assert all(f"<b>{word}</b>" in page for word in words)
