"""The directive ``ono-puzzle``: the page holds what the engine says of every possible answer."""

import json
import re
from html import unescape

import pytest

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.page_puzzle import key_of, messages, page_puzzle
from ono_tutor.sphinx_ext.browser import card_faces, script_text
from ono_tutor.sphinx_ext.puzzle import packed

KINDS = sorted({entry.kind for entry in bank.index().values()} - {"line"})
FIRST = {kind: next(e for e in bank.index().values() if e.kind == kind) for kind in KINDS}
DATA = re.compile(r'<script type="application/json" class="ono-data">(.*?)</script>', re.DOTALL)


def directive(words, **options):
    lines = "".join(f":{name}: {value}\n" for name, value in options.items())
    return f"```{{ono-puzzle}} {words}\n{lines}```\n"


def unpacked(data):
    """What the page script makes of packed data."""
    shared = data.pop("shared")
    known = card_faces()

    def whole(value):
        if isinstance(value, list):
            return [whole(part) for part in value]
        if not isinstance(value, dict):
            return value
        if "$" in value:
            place = value["$"]
            return whole(shared[place]) if isinstance(place, int) else known[place]
        return {name: whole(part) for name, part in value.items()}

    return whole(data)


@pytest.mark.parametrize("kind", KINDS)
def test_page_holds_every_answer(build, kind):
    """The data on the page are those computed, and every message of the view has its feedback."""
    puzzle = Puzzle.of(FIRST[kind])

    page = build(directive(puzzle.id), "-W").page()

    data = unpacked(json.loads(DATA.search(page)[1]))
    wanted = json.loads(json.dumps(page_puzzle(puzzle)))
    assert data["scene"] == wanted["scene"]
    assert set(data["answers"]) == {key_of(message) for message in messages(wanted["scene"])}
    texts = {key: feedback["text"] for key, feedback in wanted["answers"].items()}
    assert {key: feedback["text"] for key, feedback in data["answers"].items()} == texts


def test_true_claim_builds(build):
    """A puzzle whose answer is as the page claims builds without a word."""
    site = build(directive("dp80-hold", expect="certain"), "-W")

    assert (site.status, site.said) == (0, "")


@pytest.mark.parametrize(
    ("words", "options", "why"),
    [
        ("dp80-hold", {"expect": "lost"}, "claims 'lost', but the answer is \"certain\""),
        ("dp80-hold", {"expect": "perhaps"}, "cannot be read"),
        ("dp80-nothing", {}, "there is no puzzle 'dp80-nothing'"),
        ("line-w74zarwb", {}, "offer it with ono-try"),
        ("dp80-hold; dp80-exactly-99", {}, "these are 2 puzzles"),
        ("survive: 1980 total=92 hand=7,Z", {}, "'Z' is not a card"),
        ("dp80-hold", {"kind": "survive"}, "'kind' is not an option"),
    ],
)
def test_unsound_puzzle_fails(build, words, options, why):
    """A denied claim, no puzzle, a line of play: the build fails at file and line, and says why."""
    site = build(directive(words, **options))

    assert site.status != 0
    assert "index.md:3: ERROR: ono-puzzle" in site.said
    assert why in site.said


def test_a_puzzle_may_be_written_out(build):
    """A kind, a colon and a position are a puzzle too."""
    line = "survive: 1980 total=92 hand=7,H,-10,O owes=2"
    site = build(directive(line, expect="certain"), "-W")

    assert "data-ono-puzzle" in site.page()


@pytest.mark.parametrize(("builder", "name"), [("text", "index.txt"), ("epub", "index.xhtml")])
def test_books_have_question_and_answer(build, builder, name):
    """Where no script runs in principle, question, answer and reason stand in words."""
    site = build(directive("dp80-hold"), "-W", builder=builder)

    words = " ".join(unescape(site.page(name)).split())
    puzzle = Puzzle.load("dp80-hold")
    assert str(puzzle.question) in words
    assert str(puzzle.solution().text) in words
    assert "ono-data" not in words


def test_without_scripts_the_page_says_it_all(build):
    """The picture, the question and a fold with the answer stand in the page itself."""
    page = build(directive("dp80-hold"), "-W").page()

    without = page[page.index("ono-without") :]
    assert "<svg" in without
    assert "<details" in without
    assert "survives for certain" in without


def test_rule_points_lead_to_their_pages(build):
    """A rule point that stands on a page of the site is linked from the answers."""
    site = build(directive("dp80-hold"), book="```{ono-comparison}\n```\n")

    data = unpacked(json.loads(DATA.search(site.page())[1]))
    hrefs = {rule["id"]: rule["href"] for rule in data["solution"]["rules"]}
    assert hrefs["double-reply"] == "book.html#double-reply"
    assert data["points"] == {}


def test_other_rule_points_bring_their_panel(build):
    """A rule point that no page has is told on the spot."""
    data = unpacked(json.loads(DATA.search(build(directive("dp80-hold")).page())[1]))

    assert data["solution"]["rules"][0]["href"] is None
    assert data["points"]["double-reply"]["title"]


def test_packing_loses_nothing():
    """Packed data unpack to what they were, and are smaller."""
    whole = page_puzzle(Puzzle.load("dp80-hold"))

    small = packed(whole)

    assert len(json.dumps(small)) < len(json.dumps(whole)) / 2
    assert unpacked(json.loads(json.dumps(small))) == json.loads(json.dumps(whole))


def test_no_word_ends_the_script():
    """Whatever stands in the data, the script element is not closed by it."""
    assert "<" not in script_text({"a": "</script><!--"})
    assert json.loads(script_text({"a": "</script>&"})) == {"a": "</script>&"}
