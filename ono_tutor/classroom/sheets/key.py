"""The key to a sheet: every answer with its reason and the likely mistakes, for the teacher."""

from collections.abc import Iterable, Iterator, Sequence

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.sheets.answer_words import also_right, answer_words, grid_word
from ono_tutor.classroom.sheets.dealt import dealt_html
from ono_tutor.classroom.sheets.frame import block, listing, page, text
from ono_tutor.classroom.sheets.leaf import (
    Leaf,
    learner_named,
    leaves_of,
    letters_of,
    points_words,
)
from ono_tutor.classroom.sheets.symbols import symbols
from ono_tutor.classroom.sheets.table import card_rows
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Answer, Check, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.diagnosis import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import heading, open_cards, option_sentences
from ono_tutor.render.scene import lead, viewpoint
from ono_tutor.rules.book import Misconception, rule_points
from ono_tutor.rules.play import LateDraw, Play

Solved = tuple[Leaf, Check]

NOBODY = -1
"""A seat that is none, so that every open hand is told."""


def key(assignment: Assignment, learner: Learner | str | None = None) -> str:
    """The key to the sheet of the same assignment and learner: a whole HTML page.

    Everything in it is computed here and now. Raises :class:`NotationError` for what can be no
    learner's name, :class:`OnoError` for a puzzle that has no answer.
    """
    who = learner_named(learner)
    told = lazy_gettext("The puzzles of {learner}.", learner=who.name) if who else None
    dealing = _dealing(assignment) if assignment.is_dealt else ""
    return _whole(assignment, leaves_of(assignment, who), dealing, told)


def class_key(assignment: Assignment, learners: Iterable[Learner]) -> str:
    """The key to the sheets of a class: who has which variants, and each of those once.

    Raises :class:`OnoError` for a puzzle that has no answer.
    """
    people = tuple(learners)
    if not assignment.is_dealt:
        return key(assignment)
    dealt = [letters_of(assignment, who) for who in people]
    used = {(number, letter) for row in dealt for number, letter in enumerate(row, 1)}
    leaves = (leaf for leaf in leaves_of(assignment) if (leaf.number, leaf.letter) in used)
    return _whole(assignment, leaves, "", before=dealt_html(people, dealt))


def _whole(
    assignment: Assignment,
    leaves: Iterable[Leaf],
    dealing: str,
    told: Message | None = None,
    before: str = "",
) -> str:
    solved = [(leaf, leaf.puzzle.solution()) for leaf in leaves]
    title = str(lazy_gettext("Key: {title}", title=assignment.title))
    head = text("h2", lazy_gettext("Answers and reasons")) + "\n"
    entries = (_entry(leaf, check) for leaf, check in solved)
    parts = (_top(assignment, told, title), before, _glance(solved), dealing, head, *entries)
    body = "".join(parts)
    return page(title, symbols(body) + body)


def _top(assignment: Assignment, told: Message | None, title: str) -> str:
    facts = [
        lazy_gettext(
            "Assignment {id}, {points} in all.",
            id=assignment.id,
            points=points_words(assignment.points),
        )
    ]
    if told:
        facts.append(told)
    facts.append(lazy_gettext(_COMPUTED))
    lines = (text("p", fact, "facts") for fact in facts)
    return block("header", (text("h1", title), *lines))


def _glance(solved: Sequence[Solved]) -> str:
    """The answers alone, for marking many sheets, each with the word for a table of answers."""
    rows = (block("li", _at_a_glance(leaf.name, leaf.puzzle)) for leaf, _ in solved)
    head = text("h2", lazy_gettext("At a glance")) + "\n" + text("p", lazy_gettext(_GRID), "note")
    return head + "\n" + block("ol", rows, "glance")


def _at_a_glance(name: str, puzzle: Puzzle) -> str:
    right = puzzle.answer
    word = text("code", grid_word(puzzle, right))
    return text("b", name) + text("span", answer_words(puzzle, right)) + word


def _dealing(assignment: Assignment) -> str:
    """How the program deals the variants, so that anybody can work it out."""
    head = text("h2", lazy_gettext("Which variant a learner gets")) + "\n"
    told = text("p", lazy_gettext(_CLASS)) + text(
        "p", lazy_gettext(_DEALT, id=assignment.id), "note"
    )
    return f"{head}{told}\n"


def _entry(leaf: Leaf, check: Check) -> str:
    puzzle = leaf.puzzle
    name = lazy_gettext("{name}. {question}", name=leaf.name, question=puzzle.question)
    head = text("h3", name) + text("p", points_words(leaf.points), "points")
    inner = [
        block("div", head, "head"),
        text("p", " ".join(map(str, _table(puzzle))), "table-words"),
        block(
            "div",
            (card_rows(puzzle, with_hand=True), text("p", _code(puzzle), "notation")),
            "drawn",
        ),
        block(
            "p", text("span", lazy_gettext("Answer:")) + " " + text("b", _answer(puzzle)), "right"
        ),
        text("p", check.text),
        *(text("p", note, "note") for note in _notes(puzzle)),
        _rules(check),
        _mistakes(puzzle),
    ]
    return block("section", inner, "entry")


def _answer(puzzle: Puzzle) -> str:
    return answer_words(puzzle, puzzle.answer)


def _table(puzzle: Puzzle) -> Iterator[str | Message]:
    """The position in short."""
    position = puzzle.position
    if viewpoint(puzzle).is_over:
        yield lazy_gettext("{rules}.", rules=position.rules.title)
    else:
        yield lazy_gettext("{heading}.", heading=heading(position))
        if position.owes > 1 or position.played:
            yield lead(position)
    yield from open_cards(position, NOBODY)
    yield from option_sentences(position.rules)


def _code(puzzle: Puzzle) -> str:
    """The id and everything that is asked, as the commands take it."""
    plays = " ".join(map(str, puzzle.plays))
    return " | ".join(filter(None, (puzzle.id, str(puzzle.position), plays, puzzle.claim)))


def _notes(puzzle: Puzzle) -> Iterator[Message]:
    """What else is right."""
    if puzzle.shape is Shape.LINE:
        yield lazy_gettext(_LINES)
    other = also_right(puzzle)
    if other:
        yield lazy_gettext("Right as well: {answer}.", answer=other)


def _rules(check: Check) -> str:
    """The rule points that the answer hangs on, by title and id."""
    names = [
        str(lazy_gettext("{title} ({id})", title=rule_points()[rule].title, id=rule))
        for rule in check.rules
    ]
    return (
        text("p", lazy_gettext("Rules: {rules}.", rules=format_list(names)), "note")
        if names
        else ""
    )


def _mistakes(puzzle: Puzzle) -> str:
    """The wrong answers that are likely, each with the beliefs that lead to it."""
    found: dict[str, list[Misconception]] = {}
    for mistake, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        found.setdefault(answer_words(puzzle, _only_wrong(puzzle, answer)), []).append(mistake)
    told = (_mistake(answer, mistakes) for answer, mistakes in found.items())
    head = text("p", lazy_gettext("Common wrong answers"), "wrong")
    return head + listing(told, "mistakes") if found else ""


def _only_wrong(puzzle: Puzzle, answer: Answer) -> Answer:
    """The answer without those of several plays that are right, whatever else was believed."""
    if puzzle.shape is not Shape.PLAY or not isinstance(answer, tuple):
        return answer
    plays = (play for play in answer if isinstance(play, Play | LateDraw))
    return tuple(play for play in plays if not puzzle.check(str(play)).is_right)


def _mistake(answer: str, mistakes: Sequence[Misconception]) -> Message:
    beliefs = [
        str(lazy_gettext("“{belief}” {truth} ({id})", belief=m.belief, truth=m.truth, id=m.id))
        for m in mistakes
    ]
    return lazy_gettext("{answer}: {beliefs}", answer=answer, beliefs=" ".join(beliefs))


_COMPUTED = N_(
    "For the teacher. The engine computed every answer here from the position when this key was "
    "made; none is written by hand or kept in a file."
)
_GRID = N_(
    "The small word after an answer is what to write for it into a table of answers that "
    "“ono-tutor grade --answers” marks. A learner's own answer is written there in the same way."
)
_CLASS = N_(
    "Each learner gets one variant of such an exercise. To print each learner's own sheet, with a "
    "key that says who has which variants, give “ono-tutor assign” the same words again with "
    "“--class ROSTER.csv”: a table of your class whose first line names a column “learner”."
)
_DEALT = N_(
    "It is the name that deals: the SHA-256 digest of three lines, “{id}”, the number of the "
    "exercise, and the learner's name in small letters with single spaces. The first eight bytes "
    "as a number, modulo the number of variants, give the variant: 0 is A, 1 is B, and so on."
)
_LINES = N_(
    "Another line is right too if each play of the player keeps the win or the value, whatever the "
    "others do; the first play alone is enough."
)
