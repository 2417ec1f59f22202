"""What is offered does not give the answer away, and what each format makes of it.

The files in ``golden`` are whole, but for the pictures; the readers of the other modules judge them.
"""

import io
import re
import zipfile
from itertools import combinations

import pytest
from classroom.exports.sample import assignment, entries

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.exports import gift, moodle_xml, qti, qti12
from ono_tutor.classroom.exports.questions import Question, Questions
from ono_tutor.errors import UnanswerableError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle


def asked(entry):
    return Question.of(Puzzle.of(entry), 1, 1, takes_all=False)


@pytest.mark.parametrize("entry", entries("legal", 20), ids=lambda entry: entry.id)
def test_the_sets_of_cards_differ_in_nothing_but_the_doubtful_ones(entry):
    """Every combination of the doubtful cards is there, so that no set stands out."""
    words = {answer.words for answer in asked(entry).options}
    named = [frozenset(word.split(", ")) - {"out"} for word in words]

    doubtful = frozenset.union(*named) - frozenset.intersection(*named)
    core = frozenset.intersection(*named)

    sizes = range(len(doubtful) + 1)
    every = {core | set(some) for size in sizes for some in combinations(doubtful, size)}
    assert set(named) >= every - {frozenset()}


@pytest.mark.parametrize(
    ("name", "kind", "position", "reason"),
    [
        (
            *("tens", "threat", "1980 total=80 hand=10,10,10,10"),
            "Only one answer could be offered, so there is nothing to choose.",
        ),
        (
            *("lost", "best-card", "1980 total=98 hand=10,10,10,10"),
            "No card completes this turn, so none is best",
        ),
    ],
)
def test_what_is_no_question_is_left_out_with_the_reason(name, kind, position, reason):
    """One answer alone is no choice, and what the engine cannot answer no export answers."""
    found = Questions(assignment([Entry(name, kind, position)]))

    assert (found.groups, len(found), found.left_out) == ([], 0, [(name, reason)])


def test_a_line_has_no_question():
    """A line goes on with the others' replies, for which no choice has a place."""
    with pytest.raises(UnanswerableError, match="line of play"):
        asked(entries("line")[0])


def test_every_option_of_the_rules_is_told_in_a_sentence():
    """A learner who meets an option in an LMS reads there what it means."""
    entry = Entry("opt", "legal", "2022+minus-ten=unplayable total=4 hand=-10,0,R,3")

    assert "House rule: You may not play a Minus Ten" in " ".join(asked(entry).texts)


OFFERED = (
    ("next", "2022 total=20 hand=R,3,D,O players=2", "3"),
    ("next", "ninety-nine total=9 hand=A,7,10 players=3", "7"),
    ("edition", "1980 hand=9,10,6,9", "", "seats 8"),
    ("legal", "2022 total=92 hand=7,7,9,9"),
)


def test_what_is_offered_is_all_that_there_is(golden):
    """Every seat with all it may owe, every set of rule sets, every set of doubtful cards."""
    said = ""
    for line in OFFERED:
        options = asked(Entry("x", *line)).options
        said += f"{' | '.join(line)}\n" + "".join(f"  {each.text}\n" for each in options)
    golden("offered.txt", said)


FORMATS = {"moodle": moodle_xml, "gift": gift, "qti21": qti, "qti12": qti12}


def text_of(export):
    """An export as text: of a package each file but the pictures."""
    if not export.name.endswith(".zip"):
        return re.sub(r"(encoding=\"base64\">)[^<]+", r"\1…", export.content.decode())
    with zipfile.ZipFile(io.BytesIO(export.content)) as archive:
        assert {(each.date_time, each.external_attr) for each in archive.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 0o644 << 16)
        }
        return "".join(
            f"---- {name}\n{text if name.endswith('.xml') else text[:5]}\n"
            for name in archive.namelist()
            for text in [archive.read(name).decode()]
        )


@pytest.mark.parametrize("name", FORMATS)
def test_an_assignment_in_each_format(name, golden):
    """Choices, a number, sets of cards, equally good cards, and puzzles of which one is drawn."""
    pool = tuple(map(bank.entry, ("dp80-hold", "dp80-exactly-99")))
    others = (
        Entry("sum", "total", "1980 total=92 hand=7,H,9,O", "H"),
        Entry("twins", "threat", "ninety-nine total=20 hand=Q,K,K players=3"),
        Entry("cards", "legal", "1980 total=92 hand=7,H,7,H"),
    )
    items = (Item(pool, 3), *(Item((entry,)) for entry in others))
    title = "a\\n {=~#:} 1/2 <b>&amp;</b> \x07数"

    export = FORMATS[name](Assignment("week-1", title, items, Feedback.NOW, 2))

    golden(
        f"{name}.txt", f"{export.name}: {len(export.questions)} {export.notes}\n{text_of(export)}"
    )


@pytest.mark.parametrize("write", FORMATS.values())
def test_an_export_leaves_out_lines_of_play_by_name(write):
    """What no choice can hold is named with the reason, in every format; the rest is there."""
    lines, others = entries("line")[:2], entries("total")[:2]

    found = write(assignment([*lines, *others])).questions

    assert len(found) == 2
    assert [name for name, _ in found.left_out] == [entry.id for entry in lines]
    assert all("line of play" in reason for _, reason in found.left_out)


@pytest.mark.parametrize("write", FORMATS.values())
def test_the_same_assignment_gives_the_same_bytes(write):
    """An export can be made again and compared, in every format."""
    found = assignment(entries("legal"))

    assert write(found).content == write(found).content
