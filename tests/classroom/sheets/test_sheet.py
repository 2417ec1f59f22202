"""The printed sheet and its key: what they hold, and that the sheet gives nothing away."""

from collections import Counter
from hashlib import sha256

import pytest
from classroom.page_reading import Page
from classroom.sheet_cases import FULL, HOSTILE, POOLS, assignment, every_kind, of_kind

from ono_tutor.classroom.sheets import sheet
from ono_tutor.classroom.sheets.exercise import letter_of
from ono_tutor.classroom.sheets.key import grid_word, key
from ono_tutor.errors import NotationError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle


def inputs(entry: Entry) -> Counter[str]:
    """How many boxes and lines the sheet of one puzzle has, name and date left out."""
    found = Page(sheet.printable(assignment([entry])))
    kinds = Counter(attrs["type"] for tag, attrs in found.elements if tag == "input")
    return kinds - Counter(text=2)


def spans(entry: Entry) -> list[str]:
    return Page(sheet.printable(assignment([entry]))).all_of("span")


# ---- the sheet gives nothing away ----


def test_a_sheet_is_made_without_any_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With kinds that cannot answer, judge or hint, the sheet is the same byte for byte."""
    every = assignment([*every_kind(), *FULL])
    before = sheet.printable(every)

    def never(*_: object) -> None:
        raise AssertionError("an answer was asked for")

    for kind in {type(kind) for kind in KINDS.values()}:
        for name in ("answer", "accepts", "explain", "hints", "effort", "rule_points"):
            monkeypatch.setattr(kind, name, never)
    assert sheet.printable(every) == before


def test_a_quiet_puzzle_looks_like_one_with_a_best_card() -> None:
    """The two kinds that are asked alike are printed alike, whatever their ids are."""
    position = of_kind("quiet")[0].position
    quiet = Entry("nothing-to-find", "quiet", position)
    loud = Entry("one-is-best", "best-card", position)

    assert sheet.printable(assignment([quiet])) == sheet.printable(assignment([loud]))


@pytest.mark.parametrize("entry", [*every_kind(), *FULL], ids=lambda entry: entry.id)
def test_no_sheet_holds_a_reason_an_id_or_a_misconception(entry: Entry) -> None:
    """Neither why an answer is right, nor what is believed wrongly, nor the puzzle's id."""
    html = sheet.printable(assignment([entry]))
    found = Puzzle.of(entry).solution()

    told = [str(found.text), entry.id, *entry.misconceptions]
    told += [rule for rule in found.rules if "-" in rule and rule not in entry.rules]
    words = " ".join(text for _, text in Page(html).texts)
    assert [each for each in told if each in html or each in words] == []


def test_every_line_of_play_has_as_many_lines() -> None:
    """However long the winning line is, twelve lines stand there to write it on."""
    lengths = {len(Puzzle.of(entry).answer): entry for entry in of_kind("line", 144)}

    assert len(lengths) > 3
    assert {inputs(entry)["text"] for entry in lengths.values()} == {24}


# ---- where to answer ----


@pytest.mark.parametrize(
    ("kind", "position", "plays", "wanted"),
    [
        ("survive", "1980 total=92 hand=7,H,9,O owes=2", "", {"radio": 3}),
        ("best-card", "1980 total=92 hand=7,H,9,O owes=2", "", {"radio": 5}),
        ("best-card", "1980 total=92 hand=7,H,9 played=5 undrawn=0", "", {"radio": 5}),
        ("threat", "ninety-nine total=92 hand=A,7,10", "", {"radio": 5}),
        ("legal", "1980 total=92 hand=7,7,9,O", "", {"checkbox": 5}),
        ("legal", "2022 total=92 hand=O,O,O,O", "", {"checkbox": 6}),
        ("legal", "ninety-nine total=92 hand=A,7,10", "", {"checkbox": 5}),
        ("next", "1980 total=92 hand=7,H,9,O players=5", "H", {"radio": 11}),
        ("next", "ninety-nine total=9 hand=A,7,10 players=3", "7", {"radio": 4}),
        ("pays", "1980 total=92 hand=7,H,5,O players=5", "5", {"text": 5}),
        ("total", "1980 total=92 hand=7,H,9,O", "H", {"text": 1}),
        ("chance", "1980 total=92 hand=7,H,9,O owes=2", "", {"text": 1}),
        ("score", "1980+scoring=points hand=7,H,9,O", "", {"text": 1}),
    ],
)
def test_each_shape_has_its_boxes_and_lines(
    kind: str, position: str, plays: str, wanted: dict[str, int]
) -> None:
    """A box for each way to play each card, for each choice and seat; a line for each number."""
    assert inputs(Entry("x", kind, position, plays)) == wanted


def test_an_edition_puzzle_has_a_box_for_each_rule_set() -> None:
    """All three games can be ticked, by their titles."""
    (entry,) = of_kind("edition")

    assert inputs(entry) == {"checkbox": 3}
    assert {"O'NO 99 of 1980", "ONO 99 of 2022", "Ninety-Nine"} <= set(spans(entry))


def test_an_ace_and_a_ten_have_a_box_for_each_way_to_play_them() -> None:
    """In Ninety-Nine the choice is part of the answer."""
    words = spans(Entry("x", "legal", "ninety-nine total=92 hand=A,7,10"))

    assert {"Ace as 1", "Ace as 11", "10 as +10", "10 as −10"} <= set(words)


def test_the_position_stands_in_words_and_the_options_say_what_they_mean() -> None:
    """Who cannot see the picture reads everything in it, of whom it is; an option is a sentence."""
    entry = Entry("x", "legal", "2022+minus-ten=unplayable total=4 hand=-10,0,R,3 players=3")
    items = Page(sheet.printable(assignment([entry]))).all_of("li")

    assert "The total is 4; the highest safe total is 98." in items
    assert "You hold a Minus Ten, a 0, a Reverse and a 3." in items
    assert "The next player (Player 1) holds 4 hidden cards." in items
    assert "You must play one card." in items
    assert any("You may not play a Minus Ten on a total from 0 to 9" in item for item in items)


def test_a_hand_that_is_scored_has_no_player_to_move() -> None:
    """Once the round is over the sheet does not say that somebody is to play."""
    html = sheet.printable(assignment([Entry("x", "score", "1980+scoring=points hand=7,H,9,O")]))

    assert "You hold a 7, a Hold, a 9 and an O'NO 99." in Page(html).all_of("li")
    assert "your turn" not in html
    assert "You must play" not in html


# ---- the page ----


@pytest.mark.parametrize("made", [sheet.printable, key])
def test_the_same_assignment_gives_the_same_bytes(made) -> None:
    """Neither the hour nor the order of a set is in the page."""
    assert made(POOLS).encode() == made(POOLS).encode()
    assert (
        made(POOLS, "Ann Lee").encode()
        == made(POOLS, "ann  lee").replace("ann lee", "Ann Lee").encode()
    )


@pytest.mark.parametrize("made", [sheet.printable, key])
def test_a_page_is_whole_and_asks_for_nothing(made) -> None:
    """Every element is closed, no id is there twice, and nothing is fetched or run.

    A key has as many words for a table of answers as there are exercises, in their order.
    """
    every = assignment([*every_kind(), *FULL])
    found = Page(made(every))

    if made is key:
        puzzles = map(Puzzle.of, every.entries)
        assert found.all_of("code") == [grid_word(each, each.answer) for each in puzzles]
    assert found.is_sound
    assert {tag for tag, _ in found.elements} & {"script", "img", "iframe", "object"} == set()
    ids = [attrs["id"] for _, attrs in found.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [
        attrs[name] for _, attrs in found.elements for name in ("href", "src") if name in attrs
    ]
    assert links[0] == "data:,"
    assert {link.removeprefix("#") for link in links[1:]} <= set(ids)
    assert "url(" not in made(POOLS)
    assert "@import" not in made(POOLS)


@pytest.mark.parametrize("made", [sheet.printable, key])
def test_names_and_titles_are_text_and_nothing_else(made) -> None:
    """Markup in a title or in a learner's name is printed as it was written."""
    quiet = made(assignment([of_kind("total")], title="T"), "Ann")
    loud = made(assignment([of_kind("total")], title=HOSTILE), HOSTILE)

    assert Counter(tag for tag, _ in Page(quiet).elements) == Counter(
        tag for tag, _ in Page(loud).elements
    )
    assert HOSTILE in " ".join(text for _, text in Page(loud).texts)


def test_each_exercise_tells_its_number_its_points_and_the_title() -> None:
    """Every leaf has them, so that a loose page finds its way back."""
    found = Page(sheet.printable(assignment(every_kind()[:5], due="2026-12-01T18:00:00Z")))

    assert found.all_of("h2") == [f"Exercise {number} of 5" for number in range(1, 6)]
    assert [text for text in found.all_of("span") if "point" in text] == [
        "1 point",
        "2 points",
        "3 points",
        "1 point",
        "2 points",
    ]
    assert found.all_of("h1") == ["Twenty questions"]
    assert found.all_of("b").count("Twenty questions") == 4
    assert [text for text in found.all_of("span") if "Page" in text] == [
        f"Page {number} of 5" for number in range(2, 6)
    ]
    assert "5 exercises, 9 points. Due on 2026-12-01 at 18:00 UTC." in found.all_of("p")


def test_a_deadline_keeps_its_zone() -> None:
    """A deadline east of Greenwich is printed at its own time, with its distance from UTC."""
    given = assignment(every_kind()[:1], due="2026-12-01T18:00:00+01:00")

    found = Page(sheet.printable(given)).all_of("p")

    assert any("Due on 2026-12-01 at 18:00 (UTC+01:00)." in text for text in found)


# ---- puzzles of one's own ----


def test_without_a_learner_every_puzzle_is_there_as_a_variant() -> None:
    """The puzzles of a pool are A, B, C and so on, past Z too; a single one has no letter."""
    heads = Page(sheet.printable(POOLS)).all_of("h2")

    assert heads[:4] == [
        "Exercise 1 of 3",
        *(f"Exercise 2 of 3, variant {letter}" for letter in "ABC"),
    ]
    assert heads[-1] == "Exercise 3 of 3, variant AD"
    assert (letter_of(25), letter_of(26), letter_of(702)) == ("Z", "AA", "AAA")


def test_a_learner_gets_the_puzzles_that_the_stated_rule_deals() -> None:
    """The letters on a sheet are those that anybody can work out as the key says."""
    for name in ("Ann Lee", "Bo", "Zoë"):
        heads = Page(sheet.printable(POOLS, name)).all_of("h2")
        letters = []
        for number, size in ((2, 3), (3, 30)):
            digest = sha256(f"paper-1\n{number}\n{name.casefold()}".encode()).digest()
            place = int.from_bytes(digest[:8], "big") % size
            letters.append(letter_of(place))
        assert heads[1:] == [
            f"Exercise {number} of 3, variant {letter}"
            for number, letter in zip((2, 3), letters, strict=True)
        ]


def test_a_learner_finds_the_own_name_on_every_page() -> None:
    """The name is filled in on each of the three leaves, and there is no line to write it on."""
    html = sheet.printable(POOLS, "Ann Lee")

    assert Page(html).all_of("b").count("Ann Lee") == 3
    assert "<label><span>Name" not in html


@pytest.mark.parametrize("made", [sheet.printable, key])
def test_what_can_be_no_name_is_refused(made) -> None:
    """A learner's name is read as everywhere else."""
    with pytest.raises(NotationError, match="empty"):
        made(POOLS, "  ")


def test_a_sheet_of_the_whole_bank_of_a_kind_is_made_in_order() -> None:
    """Exercises come as the assignment has them, none left out."""
    entries = [entry for entry in bank.index().values() if entry.kind == "survive"][:200]
    questions = Page(sheet.printable(assignment(entries))).all_of("h3")

    assert questions == [str(Puzzle.of(entry).question) for entry in entries]
