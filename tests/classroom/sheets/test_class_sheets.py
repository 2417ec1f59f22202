"""The sheets of a class in one page, and several exercises on a page of paper."""

from collections import Counter

import pytest
from classroom.page_reading import Page
from classroom.sheet_cases import FULL, HOSTILE, POOLS, assignment, every_kind, of_kind

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.sheets import sheet
from ono_tutor.classroom.sheets.exercise import alt_text, letters_of, words_beside_drawing
from ono_tutor.errors import OnoError
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle

CLASS = tuple(map(Learner, ("Zoë", "Ann Lee", "Bo", HOSTILE)))
SIX = assignment(of_kind("best-card", 6))


def pages(html: str) -> list[int]:
    """How many exercises each page of paper has."""
    parts = html.split('<div class="page ')[1:]
    return [part.count('<section class="exercise') for part in parts]


# ---- a class ----


def test_everybody_has_a_sheet_in_the_order_of_the_class() -> None:
    """Each sheet has the learner's own variants, the name on every page, and its own page count."""
    found = Page(sheet.sheets(POOLS, CLASS))
    texts = [text for _, text in found.texts]
    own = [
        head
        for who in CLASS
        for number, letter in enumerate(letters_of(POOLS, who), 1)
        for head in [f"Exercise {number} of 3" + (f", variant {letter}" if letter else "")]
    ]

    assert found.all_of("h2") == own
    assert [text for text in texts if text.startswith("Page")] == [
        f"Page {number} of 3" for _ in CLASS for number in (1, 2, 3)
    ]
    assert all(found.all_of("b").count(who.name) == 3 for who in CLASS)


def test_the_sheet_of_one_learner_is_the_same_alone_and_in_the_class() -> None:
    """The same exercises in the same setting; only the words that tell sheets apart differ."""
    alone = sheet.printable(POOLS, "Ann Lee", 2)
    together = sheet.sheets(POOLS, CLASS, 2)
    mine = alone.split("<article")[1]

    assert mine.partition("</article>")[0] in together.replace("s2-e", "e")


def test_a_page_with_many_sheets_is_whole() -> None:
    """No id is there twice, no boxes of two learners are one choice, and each face is drawn once."""
    html = sheet.sheets(assignment([*every_kind()[:6], *FULL]), CLASS)
    found = Page(html)
    ids = [attrs["id"] for _, attrs in found.elements if "id" in attrs]
    names = {attrs["name"] for tag, attrs in found.elements if tag == "input" and "name" in attrs}

    assert found.is_sound
    assert len(ids) == len(set(ids))
    assert Counter(name.partition("-")[0] for name in names).keys() == {"s1", "s2", "s3", "s4"}
    assert html.count("<symbol ") == len({one for one in ids if one.startswith("card-")})
    assert {attrs["href"] for tag, attrs in found.elements if tag == "use"} <= {
        f"#{i}" for i in ids
    }


@pytest.mark.parametrize(("learners", "items"), [(sheet.MOST_LEARNERS + 1, 1), (101, 60)])
def test_more_than_a_file_may_hold_is_refused(learners: int, items: int) -> None:
    """Both limits are told, and what to do."""
    many = assignment(of_kind("total", items))

    with pytest.raises(OnoError, match="200 sheets and 6000 exercises at the most; give a roster"):
        sheet.sheets(many, [Learner(f"l{n}") for n in range(learners)])


# ---- several exercises on a page ----


@pytest.mark.parametrize(("per_page", "wanted"), [(1, [1] * 6), (2, [2, 2, 2])])
def test_so_many_share_a_page_as_fit(per_page: int, wanted: list[int]) -> None:
    """Exercises stay in order, and none is left out."""
    html = sheet.printable(SIX, per_page=per_page)

    assert pages(html) == wanted
    assert Page(html).all_of("h2") == [f"Exercise {number} of 6" for number in range(1, 7)]


def test_three_short_ones_share_a_page() -> None:
    """Where their letters are nine points or more, three stand below each other."""
    short = assignment([Entry(f"x{n}", "threat", "1980 total=4 hand=7,8,9,3") for n in range(7)])

    assert 3 in pages(sheet.printable(short, per_page=3))


def test_what_needs_a_page_gets_one() -> None:
    """Two full tables are too much for one page."""
    assert pages(sheet.printable(assignment(FULL[1:3]), per_page=3)) == [1, 1]


def test_variants_never_share_a_page_unless_the_sheet_is_a_learners_own() -> None:
    """They are handed out one by one."""
    assert set(pages(sheet.printable(POOLS, per_page=2))) == {1}
    assert 2 in pages(sheet.printable(POOLS, "Ann Lee", per_page=2))


# ---- the words ----


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ("2022 total=4 hand=1,2,3,4", "You must play one card."),
        (
            "2022 total=4 hand=1,2,3,4 owes=2",
            "A Play 2 was played on you: you must play two cards.",
        ),
        (
            "1980 total=92 hands=7,H,9,2/3,4,5 undrawn=1",
            "You must play one card. Each player has 3 chips left. "
            "The other player (Player 1) has played and not drawn a card yet.",
        ),
    ],
)
def test_beside_the_drawing_stands_what_it_does_not_say(position: str, wanted: str) -> None:
    """What is to be played, what each has where it is not drawn, and who has not drawn."""
    puzzle = Puzzle.of(Entry("x", "legal", position))

    assert " ".join(map(str, words_beside_drawing(puzzle))) == wanted


def test_a_crowded_table_is_told_where_seats_are_but_discs() -> None:
    """More than eight players are drawn without their points, and some may be out."""
    told = " ".join(map(str, words_beside_drawing(Puzzle.of(FULL[4]))))

    assert "Player 2 is out. In order, the players still in have 3, 2" in told


@pytest.mark.parametrize("entry", [*every_kind(), *FULL], ids=lambda entry: entry.id)
def test_no_sentence_calls_the_mover_by_a_seat(entry: Entry) -> None:
    """Only the sentence that says which seat is yours does."""
    puzzle = Puzzle.of(entry)
    mine = f"Player {puzzle.position.turn} "
    told = [*map(str, words_beside_drawing(puzzle)), *map(str, alt_text(puzzle))]

    assert [each for each in told if mine in each.lower()] == []
    assert [each for each in told if "owes" in each] == []


@pytest.mark.parametrize(("direction", "next_", "before"), [("cw", 1, 4), ("ccw", 4, 1)])
def test_others_are_called_by_where_they_sit(direction: str, next_: int, before: int) -> None:
    """The next player is the one that play goes to, and the one before you sits opposite."""
    position = f"1980 total=9 hand=7,H,9,O players=5 dir={direction}"
    told = [*map(str, alt_text(Puzzle.of(Entry("x", "legal", position))))]

    assert f"The next player (Player {next_}) holds 4 hidden cards." in told
    assert f"The player before you (Player {before}) holds 4 hidden cards." in told
    assert "Player 2 holds 4 hidden cards." in told
