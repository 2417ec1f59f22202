"""``ono-tutor assign``: what depends on the bank, what stays, and what sheets are graded as.

What it says is in the sessions ``assign…``.
"""

import json
from pathlib import Path

import pytest

from ono_tutor.classroom.assignment import read_assignment
from ono_tutor.classroom.assignment_link import read_link
from ono_tutor.classroom.choose import likeness
from ono_tutor.puzzles import bank

pytestmark = pytest.mark.usefixtures("room")

DEALT = "assign --count 2 --variants per-learner --kinds legal --from-bank -o out"


def only(ending, folder="out"):
    (path,) = Path(folder).glob(f"*{ending}")
    return path


def text(ending):
    return only(ending).read_text("utf-8")


def assignment(folder="out"):
    return read_assignment(only(".assignment.json", folder))


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def test_no_file_of_a_learner_gives_an_answer_away(cli):
    """File and link hold words that are asked about, and nothing that is worked out of them."""
    assert cli("assign --rules 1980 --count 10 --from-bank -o out").status == 0

    found = json.loads(text(".assignment.json"))
    fields = {name for item in found["items"] for puzzle in item["puzzles"] for name in puzzle}
    assert fields <= {"id", "kind", "position", "plays", "claim"}
    assert read_link(text(".link.txt").strip().partition("#")[2]) == assignment()


@pytest.mark.parametrize(
    ("words", "count"),
    [("--nbgrader", 6), ("--variants per-learner --export moodle,gift,qti,qti12", 9)],
)
def test_the_same_words_write_the_same_bytes(cli, room, words, count):
    """Nothing depends on the clock, on chance, on the machine or on where the folder is."""
    line = f"assign --kinds total,next --count 2 --seed x {words} -o"
    cli(f"{line} out")
    cli(line, room / "elsewhere")

    assert contents("out") == contents("elsewhere")
    assert len(contents("out")) == count
    assert not any(str(room).encode() in data for data in contents("out").values())


def test_new_puzzles_are_set_unless_the_teacher_wants_the_banks(cli):
    """By filters come puzzles that stand in no bank and pass the filters, always the same ones."""
    line = "assign --kinds total --rules 1980 --rule-points minus-ten --count 2 --force -o out"
    cli(line)
    first = list(assignment().entries)

    assert cli(line).status == 0
    assert list(assignment().entries) == first
    assert not {entry.id for entry in first} & bank.index().keys()
    assert {entry.key for entry in first} == {"1980"}
    assert all("-10" in entry.plays or "-10" in entry.position for entry in first)


def test_more_puzzles_than_a_link_holds_are_told(cli, monkeypatch):
    """Then there is no link, and the teacher reads why; usually it holds 200."""
    monkeypatch.setattr("ono_tutor.classroom.assignment_link.MOST", 20)
    done = cli("assign --count 6 --variants per-learner --from-bank -o out")

    assert not list(Path("out").glob("*.link.txt"))
    assert "no link for the practice page: a link holds 20 puzzles at the most" in done.out


def test_per_learner_has_pools_and_the_link_is_the_assignment(cli):
    """Each item has several puzzles, and the summary says how many."""
    done = cli(
        "assign --rules 1980 --count 4 --variants per-learner --site https://example.org/docs "
        "--from-bank -o out"
    )

    sizes = [len(item.puzzles) for item in assignment().items]
    assert min(sizes) >= 4
    assert f"{max(sizes)} puzzles for each item, {sum(sizes)} in all" in done.out
    page, _, fragment = text(".link.txt").strip().partition("#")
    assert page == "https://example.org/docs/practice.html"
    assert read_link(fragment) == assignment()


def test_who_is_alone_is_told(cli, room, monkeypatch):
    """An item that is the same for everybody is named."""
    monkeypatch.setattr("ono_tutor.classroom.variants.new_like", lambda *_: ())
    position = "1980+draw-deadline=next-plays+ono99=suicide total=92 hand=7,R,9,O"
    puzzle = f'[[puzzle]]\nid = "rare"\nkind = "survive"\nposition = "{position}"\n'
    (room / "rare.toml").write_text(puzzle, encoding="utf-8")

    done = cli("assign --file rare.toml --variants per-learner -o out")

    assert "no other puzzle is as hard as rare; item 1 is the same for everybody" in done.out


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("--rules ninety-nine --rule-points hold,limit --count 2", "asked for: rule point hold."),
        ("--kinds line --count 1 --export gift,qti", "gift: there is no file, for none of the"),
    ],
)
def test_what_was_not_to_be_had_is_noted(cli, words, note):
    """What did not come is told."""
    assert note in cli(f"assign {words} --from-bank -o out").out


def test_what_is_left_out_does_not_come(cli):
    """Neither a kind nor a rule point that the class has not met, in whichever spelling."""
    cli(
        "assign --rules 1980 --without-kind survive,pays --without-kinds legal "
        "--without-rule-points double-effect --count 8 --from-bank -o out"
    )

    entries = assignment().entries
    assert not {entry.kind for entry in entries} & {"survive", "pays", "legal"}
    assert not any("owes" in entry.position or "D" in entry.position for entry in entries)


def test_other_content_is_kept_unless_forced(cli):
    """A file that is there with other bytes is named and stays; the same again is fine."""
    line = "assign dp80-hold -o out"
    cli(line)
    sheet = only(".sheet.html")
    sheet.write_text("mine", encoding="utf-8")

    done = cli(line)

    assert (done.status, text(".sheet.html")) == (1, "mine")
    assert f"{sheet.name}" in done.err
    assert "with other content; --force writes over it" in done.err
    assert [cli(f"{line} --force").status, cli(line).status] == [0, 0]
    assert text(".sheet.html") != "mine"


# ---- on paper ----


def test_a_class_gets_its_sheets_in_one_file_and_its_key(cli):
    """Each in the roster's order; of two of one name each has the word of the paper form."""
    cli(f"{DEALT} --rules 1980 --class namesakes.csv")

    sheets = text("sheets.html")
    assert sheets.index("<b>Ann Lee (7a)</b>") < sheets.index("<b>Ann Lee (7b)</b>")
    assert sheets.count("<article") == 2
    assert "Who has which variants" in text("key.html")


@pytest.mark.parametrize(("words", "pages"), [("", 4), ("--per-page 2", 2)])
def test_exercises_share_a_page_where_that_is_asked_for(cli, words, pages):
    """Four short puzzles take four pages, or two."""
    cli(f"assign --count 4 --kinds best-card --rules 1980 --from-bank {words} -o out")

    assert text("sheet.html").count('<div class="page ') == pages


def test_one_puzzle_is_swapped_and_the_others_stay(cli):
    """Another of its kind, rule set and level stands in its place; twice gives a third."""
    found = []
    for swap in ("", "2", "2,2"):
        cli("assign --kinds survive --count 4 --from-bank --swap", swap, "-o", f"swap-{swap}")
        found.append(list(assignment(f"swap-{swap}").entries))

    swapped = [entries.pop(1) for entries in found]
    assert len({entry.id for entry in swapped}) == 3
    assert len(set(map(likeness, swapped))) == 1
    assert found[0] == found[1] == found[2]
