"""The key to a sheet: the answers, the reasons, the mistakes, and who has which variants."""

import pytest
from classroom.page_reading import Page
from classroom.sheet_cases import CLASS, FULL, POOLS, assignment, every_kind, of_kind
from sweeps import first

from ono_tutor.classroom.sheet_key import also_right, key
from ono_tutor.classroom.sheets import letters_of
from ono_tutor.i18n import sentence
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import answer_words


@pytest.mark.parametrize("entry", [*every_kind(), *FULL], ids=lambda entry: entry.id)
def test_the_key_has_the_answer_the_reason_and_the_mistakes(entry: Entry) -> None:
    """All of it is what the engine says of this puzzle."""
    puzzle = Puzzle.of(entry)
    found, page = puzzle.solution(), Page(key(assignment([entry])))
    mistakes = [
        mistake
        for mistake, answer in mistaken(KINDS[entry.kind], puzzle.task)
        if mistake in puzzle.check(wrong_part(puzzle, answer)).named
    ]

    told = [str(found.text), entry.id, *(f"({rule})" for rule in found.rules)]
    told += [f"“{mistake.belief}” {mistake.truth}" for mistake in mistakes]
    assert [words for words in told if words not in page.text] == []
    assert [text for _, text in page.texts].count(
        sentence(answer_words(puzzle, puzzle.answer))
    ) >= 2
    assert ("Common wrong answers" in page.text) == bool(mistakes)


def wrong_part(puzzle, answer):
    """The answer in JSON, without those of several plays that are right."""
    written = KINDS[puzzle.kind].as_json(answer)
    if puzzle.shape is not Shape.PLAY or not isinstance(written, list):
        return written
    return [word for word in written if not puzzle.check(word).is_right]


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
def test_only_what_is_wrong_stands_among_the_mistakes(position, has, lacks) -> None:
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


def test_what_the_engine_takes_as_well_stands_in_the_key() -> None:
    """Who has one point left and loses three may be said to lose one."""
    entry = Entry("x", "pays", "ninety-nine total=55 hand=2,K,K points=1/5", "2")

    assert also_right(Puzzle.of(entry)) == "you lose 1"
    assert Puzzle.of(entry).check("1 0").is_right
    assert "Right as well: you lose 1." in key(assignment([entry]))


@pytest.mark.parametrize("kind", first(KINDS, 4))
def test_whatever_the_key_prints_is_read_as_right(kind: str) -> None:
    """Of every puzzle of the bank: the answer, and what is right as well."""
    mine = [entry for entry in (*bank.index().values(), *FULL) if entry.kind == kind]
    refused = [
        (entry.id, words)
        for entry in mine
        for puzzle in [Puzzle.of(entry)]
        for words in filter(
            None, (sentence(answer_words(puzzle, puzzle.answer)), also_right(puzzle))
        )
        if puzzle.mark(words) is not Mark.RIGHT
    ]

    assert mine
    assert refused == []


# ---- the key for a class ----


def test_the_key_of_a_class_says_who_has_which_variants_and_has_each_once() -> None:
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
