"""The printed sheet and its key: what they say, what gives nothing away, and how it is laid out."""

import re
from collections import Counter
from hashlib import sha256
from html import unescape
from itertools import product

import pytest
from classroom.page_reading import Page, check_alone, page_lines
from classroom.sheet_cases import (
    CLASS,
    EACH_KIND,
    FULL,
    HOSTILE,
    POOLS,
    assignment,
    every_kind,
    of_kind,
)
from sweeps import first

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.sheet_key import also_right, key
from ono_tutor.classroom.sheets import ink_table_svg, letter_of, letters_of, sheets
from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.i18n import sentence
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import answer_words

EVERY = [*every_kind(), *FULL]
ANN = [Learner("Ann Lee")]


# ---- what a sheet and its key say ----


DUE = "2026-12-01T18:00:00Z"
PAPERS = {
    # a question of each kind: a box for each answer or a line to write on; the key has the answers
    "sheet": lambda: sheets(assignment(EACH_KIND, due=DUE)),
    "key": lambda: key(assignment(EACH_KIND, due=DUE)),
    # many players, open hands, options, discards, and a deadline that keeps its zone
    "full": lambda: sheets(
        assignment([FULL[1], *FULL[4:6], FULL[8]], due="2026-12-01T18:00:30+01:00")
    ),
    # the name and the letters of the variants are on every page
    "variants-sheet": lambda: sheets(assignment([EACH_KIND[0], EACH_KIND[1:3]]), ANN),
}


@pytest.mark.parametrize("name", PAPERS)
def test_what_stands_on_paper(name, golden):
    """The position in words, the question, and what it is answered on."""
    golden(f"{name}.txt", page_lines(PAPERS[name]()))


def test_the_table_is_drawn_in_ink(golden):
    """The total in a ring of 99 parts, with the limit or the marks; below zero it turns back."""
    lines = "1980 total=92 hand=7,H,9,O", "ninety-nine total=-12 hand=4", "ninety-nine hand=4"
    drawn = (str(ink_table_svg(Position.parse(line))) for line in lines)
    dials = (svg[svg.index('<g transform="translate') :].replace("><", ">\n<") for svg in drawn)

    golden("dials.txt", "\n\n".join(dials) + "\n")


# ---- the sheet gives nothing away ----


def test_a_sheet_is_made_without_any_answer(monkeypatch):
    """With kinds that cannot answer, judge or hint, the sheet is the same byte for byte; so is that
    of a quiet puzzle and one with a best card, whatever their ids are."""
    position = of_kind("quiet")[0].position
    before = sheets(assignment(EVERY))
    loud = sheets(assignment([Entry("one-is-best", "best-card", position)]))

    def never(*_):
        raise AssertionError("an answer was asked for")

    for kind in {type(kind) for kind in KINDS.values()}:
        for name in ("answer", "accepts", "explain", "hints", "effort", "rule_points"):
            monkeypatch.setattr(kind, name, never)
    assert sheets(assignment(EVERY)) == before
    assert sheets(assignment([Entry("nothing-to-find", "quiet", position)])) == loud


# ---- the page ----


@pytest.mark.parametrize("made", [sheets, key])
@pytest.mark.parametrize("people", [None, CLASS])
def test_a_page_is_whole_and_asks_for_nothing(made, people):
    """Nothing is fetched or run, no boxes of two learners are one choice, each face is drawn once."""
    html = made(assignment(EVERY), *([people] if people else []))
    found = check_alone(html)

    names = {attrs["name"] for tag, attrs in found.elements if tag == "input" and "name" in attrs}
    assert html.count("<symbol ") == sum(each.startswith("card-") for each in found.ids)
    if made is sheets and people:
        assert {name.partition("-")[0] for name in names} == {"s1", "s2", "s3", "s4"}


@pytest.mark.parametrize("made", [sheets, key])
def test_names_and_titles_are_text_and_nothing_else(made):
    """Markup in a title or in a learner's name is printed as it was written."""
    quiet = Page(made(assignment([of_kind("total", 2)], title="T"), ANN))
    loud = Page(made(assignment([of_kind("total", 2)], title=HOSTILE), [Learner(HOSTILE)]))

    assert Counter(quiet.tags) == Counter(loud.tags)
    assert " ".join(text for _, text in loud.texts).count(HOSTILE) >= 2


# ---- puzzles of one's own ----


def test_without_a_learner_every_puzzle_is_there_as_a_variant():
    """The puzzles of a pool are A, B, C and so on, past Z too; a single one has no letter."""
    heads = Page(sheets(POOLS)).all_of("h2")

    assert heads[:2] == ["Exercise 1 of 3", "Exercise 2 A of 3"]
    assert (len(heads), heads[-1]) == (34, "Exercise 3 AD of 3")
    assert (letter_of(25), letter_of(26), letter_of(702)) == ("Z", "AA", "AAA")


def test_everybody_has_a_sheet_with_what_the_stated_rule_deals():
    """In the order of the class, the name on every page, and letters that anybody can work out."""
    found = Page(sheets(POOLS, CLASS))
    own = []
    for who in CLASS:
        own.append("Exercise 1 of 3")
        for number, size in ((2, 3), (3, 30)):
            digest = sha256(f"paper-1\n{number}\n{who.name.casefold()}".encode()).digest()
            letter = letter_of(int.from_bytes(digest[:8], "big") % size)
            own.append(f"Exercise {number} {letter} of 3")

    assert found.all_of("h2") == own
    assert [text for _, text in found.texts if text.startswith("Page")] == [
        f"Page {number} of 3" for _ in CLASS for number in (1, 2, 3)
    ]
    assert all(found.all_of("b").count(who.name) == 3 for who in CLASS)


def test_more_than_a_file_may_hold_is_refused():
    """The limit is told, and what to do."""
    many = assignment(of_kind("total", 60))
    people = [Learner(f"l{n}") for n in range(101)]

    with pytest.raises(OnoError, match="it holds 6000 exercises at the most; give a roster"):
        sheets(many, people)


# ---- several exercises on a page ----

SHORT = Entry("short", "threat", "1980 total=4 hand=7,8,9,3")
NEXT = Entry("next", "next", "1980 total=20 hand=R,3,D,O players=4", "D")
NUMBER = Entry("number", "total", "1980 total=92 hand=7,H,9,O", "H")
LINE = bank.entry("line-8j6setm7")
OPTION = Entry("option", "threat", "2022+minus-ten=unplayable total=4 hand=7,8,9,3")


@pytest.mark.parametrize(
    ("entries", "per_page", "pages"),
    [
        ([SHORT] * 6, 1, [1] * 6),
        ([SHORT] * 6, 2, [2, 2, 2]),
        ([SHORT] * 7, 3, [2, 3, 2]),
        ([NUMBER] * 7, 3, [2, 2, 2, 1]),
        ([NEXT] * 4, 2, [1, 2, 1]),
        ([OPTION] * 4, 2, [1, 2, 1]),
        ([LINE, SHORT, LINE, LINE], 2, [1, 2, 1]),
        (FULL[1:3], 3, [1, 1]),
    ],
    ids=["one", "two", "three", "numbers", "next", "options", "lines", "full"],
)
def test_so_many_share_a_page_as_fit(entries, per_page, pages):
    """The first page of a sheet has less room; exercises stay in order, and none is left out."""
    html = sheets(assignment(entries), per_page=per_page)
    parts = html.split('<div class="page ')[1:]

    assert [part.count('<section class="exercise') for part in parts] == pages
    assert [head.split()[1] for head in Page(html).all_of("h2")] == [
        str(number) for number in range(1, len(entries) + 1)
    ]


def test_variants_never_share_a_page_unless_the_sheet_is_a_learners_own():
    """They are handed out one by one."""
    variants, own = sheets(POOLS, None, 2), sheets(POOLS, ANN, 2)

    assert variants.count('<div class="page ') == 34
    assert own.count('<div class="page ') == 2


# ---- what is printed is read ----

READ = (Mark.RIGHT, Mark.WRONG)


def some(kind):
    """Puzzles of a kind, of every rule set."""
    mine = [entry for entry in bank.index().values() if entry.kind == kind]
    late = [entry for entry in mine if "undrawn=0" in entry.position]
    return [*mine[:: max(len(mine) // 4, 1)][:5], *late[:2]]


def printed(entry):
    """The names beside the boxes of a puzzle's sheet, by field, as they stand in its HTML."""
    page = sheets(assignment([entry]))
    for part in re.findall(r'<div role="group".*?</section>', page, re.S):
        lone = re.sub(r"<fieldset>.*?</fieldset>", "", part, flags=re.S)
        for field in [lone, *re.findall(r"<fieldset>.*?</fieldset>", part, re.S)]:
            names = re.findall(r'class="box">.*?<span>(.*?)</span>', field, re.S)
            if names:
                yield [unescape(name) for name in dict.fromkeys(names)]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].info.shape in (Shape.PLAY, Shape.PLAYS, Shape.NEXT, Shape.EDITIONS)])  # fmt: skip
def test_what_is_printed_is_read(kind):
    """Each box is an answer of its own; the right one is among them, alone or with others."""
    for entry in some(kind):
        puzzle = Puzzle.of(entry)
        words = [", ".join(each) for each in product(*printed(entry))]  # as copied from the paper
        checks = [puzzle.check(each) for each in words]

        assert words, entry
        assert [check.mark for check in checks if check.mark not in READ] == [], (entry, words)
        assert len({str(check.answer) for check in checks}) == len(words), entry
        if puzzle.shape in (Shape.PLAY, Shape.NEXT):
            assert any(check.is_right for check in checks), entry
        elif right := puzzle.answer:
            mine = [each for each, check in zip(words, checks, strict=True) if set(check.answer) <= set(right)]  # fmt: skip
            for between in (", ", "; ", " and "):
                assert puzzle.check(between.join(mine)).is_right, entry


@pytest.mark.parametrize("kind", ["pays", "score"])
def test_amounts_are_read_after_the_names_of_the_seats(kind):
    """What is written beside each printed seat is that seat's, in any order."""
    for entry in some(kind):
        puzzle = Puzzle.of(entry)
        if puzzle.shape is not Shape.AMOUNTS:
            continue
        page = sheets(assignment([entry]))
        seats = re.findall(r'<label class="amount"><span>(.*?)</span>', page)
        lines = [f"{seat}: {amount}" for seat, amount in zip(seats, puzzle.answer, strict=True)]

        for words in ("; ".join(lines), " ".join(reversed(lines)), "\n".join(lines)):
            assert puzzle.check(words).is_right, (entry, words)


# ---- the key ----


@pytest.mark.parametrize(
    ("position", "has", "lacks"),
    [
        # A 7 at 90 is no sign of what somebody thinks of the O'NO 99 beside it.
        ("1980 total=90 hand=4,7,10,O players=3 owes=2", "", "sets the total to 99"),
        # A belief that also leads to a right card is not called a wrong answer for it.
        (
            "2022+minus-ten=unplayable total=9 hand=-10,1,-10,O owes=2",
            *("Minus Ten: “", "Minus Ten or 1"),
        ),
    ],
)
def test_only_what_is_wrong_stands_among_the_mistakes(position, has, lacks):
    """Each wrong answer with what leads to it."""
    texts = "\n".join(Page(key(assignment([Entry("x", "best-card", position)]))).all_of("li"))

    assert has in texts
    assert lacks not in texts


ANSWERS = (
    ("survive", "1980 total=92 hand=7,H,9,O owes=2"),
    ("best-card", "1980 hand=9,D,D,O"),
    ("quiet", "2022 total=92 hand=2,4,3,3"),
    ("legal", "2022 total=96 hand=8,8,9,9"),
    ("legal", "ninety-nine total=63 hand=3,4,A"),
    ("legal", "1980 total=92 hand=-10,7,H,3"),
    ("legal", "ninety-nine total=95 hand=10,8,7"),
    ("chance", "1980 total=93 hand=5,5,3,O owes=2"),
    ("next", "2022 total=94 hand=R,4,-10,D", "D"),
    ("pays", "1980 total=95 hand=7,7,7,10", "7"),
    ("pays", "1980 total=80 hand=O,H,2,2", "2"),
    ("total", "ninety-nine hand=10,2,2", "10-10"),
    ("line", "ninety-nine total=84 hands=A,3,9/7,2,2 draw=Q,9,K,7"),
    ("edition", "1980 hand=9,10,6,9", "", "seats 8"),
)


def test_an_answer_is_put_as_it_is_spoken(golden):
    """In words that no spreadsheet changes: no fraction alone, which is taken for a day."""
    said = ""
    for line in ANSWERS:
        puzzle = Puzzle.of(Entry("x", *line))
        said += f"{' | '.join(line)}\n  {sentence(answer_words(puzzle, puzzle.answer))}\n"
    golden("answers.txt", said)


def test_what_the_engine_takes_as_well_stands_in_the_key():
    """Who has one point left and loses three may be said to lose one."""
    entry = Entry("x", "pays", "ninety-nine total=55 hand=2,K,K points=1/5", "2")

    assert also_right(Puzzle.of(entry)) == "you lose 1"
    assert Puzzle.of(entry).check("1 0").is_right
    assert "Right as well: you lose 1." in key(assignment([entry]))


@pytest.mark.parametrize("kind", first(KINDS, 4))
def test_whatever_the_key_prints_is_read_as_right(kind: str):
    """Of every puzzle of the bank: the answer, and what is right as well."""
    mine = [entry for entry in (*bank.index().values(), *FULL) if entry.kind == kind]
    refused = [
        (entry.id, words)
        for entry in mine
        for puzzle in [Puzzle.of(entry)]
        for words in (sentence(answer_words(puzzle, puzzle.answer)), also_right(puzzle))
        if words and puzzle.mark(words) is not Mark.RIGHT
    ]

    assert mine
    assert refused == []


def test_the_key_of_a_class_says_who_has_which_variants_and_has_each_once():
    """A line for each learner, in the order of the class, with a letter for each exercise; where
    all get the same there is nothing to say."""
    rows = [letters_of(POOLS, who) for who in CLASS]
    used = {f"{number} {letter}".rstrip() for row in rows for number, letter in enumerate(row, 1)}
    found, alike = Page(key(POOLS, CLASS)), assignment(of_kind("total", 2))

    assert found.all_of("h2")[0] == "Who has which variants"
    assert found.all_of("th") == ["Learner", "2", "3", *(who.name for who in CLASS)]
    assert found.all_of("td") == [letter for row in rows for letter in row if letter]
    assert sorted(head.partition(".")[0] for head in found.all_of("h3")) == sorted(used)
    assert len(used) < 34
    assert "SHA-256" not in found.text
    assert key(alike, CLASS) == key(alike)
