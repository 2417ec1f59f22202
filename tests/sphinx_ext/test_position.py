"""The directive ``ono-position``: what a page claims is what the engine says."""

import pickle
import re

import pytest

from ono_tutor import Position
from ono_tutor.render.table_svg import position_svg, position_text

LINE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
TRUE = [
    {"expect": "-10 H"},
    {"question": "plays", "expect": "H -10"},
    {"question": "survive", "expect": "certain"},
    {"question": "survive", "expect": "1/1"},
    {"play": "H", "expect": "total 92, turn 1, owes 2"},
    {"play": "-10 7", "expect": "total 89, loser -, round-over no, chips 3/3/3"},
    {"question": "none"},
]
FALSE = [
    ({"expect": "H"}, "'H'", "the legal plays are H -10"),
    ({"expect": ""}, "''", "the legal plays are H -10"),
    ({"question": "survive", "expect": "lost"}, "'lost'", "certain, with chance 1/1"),
    ({"question": "survive", "expect": "certain 1/2"}, "'certain 1/2'", "chance 1/1"),
    ({"question": "survive", "expect": "surely"}, "'surely'", "chance 1/1"),
    ({"play": "H", "expect": "total 92, turn 2"}, "'total 92, turn 2'", "turn is 1"),
    ({"play": "H", "expect": "colour red"}, "'colour red'", "what can be claimed is total"),
    ({"question": "none", "expect": "H"}, "'H'", "nothing can be claimed"),
]
UNSOUND = [
    ("1980 total=92 hand=7,Z", {}, "'Z' is not a card"),
    ("1980 total=92 hand=7", {"play": "8"}, "not in the hand"),
    ("1980 total=92 hand=?4", {}, "hidden cards"),
    (LINE, {"expcet": "certain"}, "'expcet' is not an option"),
    (LINE, {"question": "why"}, "'why' is not a question"),
    (LINE, {"question": "survive", "play": "H"}, "either :question: or :play:"),
]


@pytest.mark.parametrize("options", TRUE)
def test_true_claim_builds(build, position, options):
    """A page whose claims the engine confirms builds without a word."""
    site = build(position(LINE, **options), "-W")

    assert (site.status, site.said) == (0, "")


@pytest.mark.parametrize(("options", "claim", "answer"), FALSE)
def test_false_claim_fails(build, position, options, claim, answer):
    """A claim that the engine denies fails the build, and names the place, the claim and the answer."""
    site = build(position(LINE, **options))

    assert site.status != 0
    assert re.search(r"index\.md:3: ERROR", site.said)
    assert claim in site.said
    assert answer in site.said


@pytest.mark.parametrize(("line", "options", "why"), UNSOUND)
def test_unsound_position_fails(build, position, line, options, why):
    """A position that cannot be read, played or asked fails the build at its file and line."""
    site = build(position(line, **options))

    assert site.status != 0
    assert "index.md:3: ERROR" in site.said
    assert why in site.said


def test_failing_as_warnings_do(build, position):
    """With warnings as errors, too, a denied claim fails the build and names its place."""
    site = build(position(LINE, expect="7"), "-W")

    assert site.status != 0
    assert "index.md:3" in site.said


def test_every_fault_is_named(build, position):
    """A build names every wrong claim of every page before it fails."""
    wrong = position(LINE, expect="7")

    site = build(f"{wrong}\n{wrong}", other=wrong)

    assert site.said.count("ERROR: ono-position") == 3


def test_faults_stay_until_they_are_mended(build, position):
    """A wrong page fails every build, also the one that need not read it again, until it is mended."""
    wrong, right = position(LINE, expect="7"), position(LINE, expect="H -10")

    statuses = [build(page).status for page in (wrong, wrong, right)]

    assert [status != 0 for status in statuses] == [True, True, False]


def test_page_shows_picture_line_and_answer(build, position):
    """A page shows the picture, the line to copy, and every card with why it may not be played."""
    page = build(position(LINE, question="survive")).page()

    assert position_svg(Position.parse(LINE)).strip() in page
    assert "1980 total=92 hand=7,H,-10,O players=3 owes=2" in re.sub("<[^>]+>", "", page)
    assert page.count('role="rowheader"') == 4
    assert "ono99-card" in page


def test_plays_show_before_and_after(build, position):
    """Plays show the table before and after them, and each event with its rule point."""
    page = build(position(LINE, play="H")).page()

    assert page.count("<desc>") == 2
    assert "That hands the double on: seat 1 owes two cards." in page
    assert "double-reply" in page


@pytest.mark.parametrize(("builder", "name"), [("text", "index.txt"), ("epub", "index.xhtml")])
def test_words_stand_for_pictures(build, position, builder, name):
    """Where no picture can stand, the position is told in words."""
    site = build(position(LINE, question="survive"), "-W", builder=builder)

    words = " ".join(site.page(name).split())
    assert (site.status, site.said) == (0, "")
    assert position_text(Position.parse(LINE)) in words.replace("&#39;", "'")
    assert "<svg" not in words


def test_page_depends_on_the_engine(build, position):
    """A page that asks the engine is built again when a rule or its registry changes."""
    site = build(position(LINE))

    env = pickle.loads((site.out.parent / "doctrees" / "environment.pickle").read_bytes())
    names = {str(path).rpartition("ono_tutor/")[2] for path in env.dependencies["index"]}
    assert {"rules/book/ono99.toml", "rules/ono1980.py", "solver/survive.py"} <= names
