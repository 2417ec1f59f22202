"""An assignment's questions as every learning management system understands them.

An item of the assignment is a group of questions, of which each learner is asked one. Nothing
here belongs to one format; at the end XML is made, from the templates of a format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import combinations, groupby, product
from typing import Any, Literal, NamedTuple

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.html_pages import environment
from ono_tutor.errors import OnoError, UnanswerableError
from ono_tutor.game.explain import player_name
from ono_tutor.i18n import N_, Message, _, format_list, gettext, sentence, translate
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import option_sentences, position_text
from ono_tutor.render.forms import NO_CARD
from ono_tutor.render.table_svg import position_svg
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, Play

DOUBTFUL = 3
"""Plays of a hand of which every combination is offered; all sets judge the others rightly."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer: the words that the engine reads, how it is put, its verdict and its reason."""

    words: str
    text: str
    is_right: bool
    feedback: str

    @classmethod
    def judge(cls, puzzle: Puzzle, words: str, text: Message | str) -> "AnswerOption":
        """Return the answer as the engine judges it.

        Raises :class:`UnanswerableError` for one that is no answer.
        """
        check = puzzle.check(words)
        if check.mark not in (Mark.RIGHT, Mark.WRONG):
            message = _("The engine cannot judge the answer {words}.", words=words)
            raise UnanswerableError(str(message), word=words)
        return cls(words, sentence(str(text)), check.is_right, str(check.text))


def answer_options(puzzle: Puzzle) -> tuple[AnswerOption, ...]:
    """Return the options to choose one of, in an order that gives nothing away.

    Where an answer names several things and only all of them are right, the options are whole
    sets: in a question that takes several answers Moodle pays part of the points for part of the
    right ones, and "none of them" cannot be given there.

    Raises :class:`UnanswerableError` if no choice does the question justice.
    """
    if puzzle.shape is Shape.LINE:
        raise UnanswerableError(gettext(_NO_LINE), word=puzzle.id)
    options = tuple(AnswerOption.judge(puzzle, *offer) for offer in _offers(puzzle))
    if len(options) < 2 or not any(option.is_right for option in options):
        raise UnanswerableError(gettext(_NO_CHOICE), word=puzzle.id)
    return options


_NO_LINE = N_(
    "It is answered by a line of play that goes on with the replies of the others, for which a "
    "question of choices or of one short answer has no place."
)
_NO_CHOICE = N_("Only one answer could be offered, so there is nothing to choose.")


def _offers(puzzle: Puzzle) -> Iterator[tuple[str, Message | str]]:
    """Yield answers as the engine reads them, each with its words for people.

    These are every seat with every number of cards that it may owe, or be thought to; every set
    of rule sets, the empty one included; or the cards of the hand and the kind's own choices.
    """
    position, rules = puzzle.position, puzzle.position.rules
    if puzzle.shape is Shape.NEXT:
        owed = _NEXT if rules.most_owed > 1 else (1,)
        for seat, owes in product(range(len(position.hands)), owed):
            name = sentence(str(player_name(position.hands, seat, position.turn)))
            yield f"{seat} {owes}", _(_NEXT[owes], player=name)
    elif puzzle.shape is Shape.EDITIONS:
        for size in range(len(RULE_SETS) + 1):
            for keys in combinations(RULE_SETS, size):
                names = format_list([RULE_SETS[key].title for key in keys])
                text = _(_UNDER[min(size, 2)], names=names)
                yield ", ".join(keys) or "none", text
    elif puzzle.shape is Shape.PLAYS:
        yield from _card_sets(puzzle)
    else:
        if puzzle.shape is Shape.PLAY and puzzle.info.offers_cards:
            for play in rules.plays_of_hand(position.hand):
                yield str(play), f"{rules.play_name(play):short}"
        yield from puzzle.offered


def _card_sets(puzzle: Puzzle) -> Iterator[tuple[str, Message | str]]:
    """Yield sets of cards that may be played: all that differ in three doubtful cards.

    Each set is right for somebody who judges these three in its way, so none stands out. The
    empty set means laying the hand down, if the rules have that. Cards are doubtful that
    misconceptions judge otherwise, then the first of the hand.
    """
    rules, plays = puzzle.position.rules, puzzle.position.rules.plays_of_hand(puzzle.position.hand)
    right = frozenset(_right_plays(puzzle))
    misjudged: dict[Play, None] = {}
    for __, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        wrong = frozenset(answer) if isinstance(answer, tuple) else frozenset()
        misjudged |= {play: None for play in plays if (play in wrong) != (play in right)}
    ranked = tuple(dict.fromkeys((*misjudged, *plays)))
    doubtful = sorted(ranked[:DOUBTFUL], key=plays.index)
    sure = right - set(doubtful)
    for size in range(len(doubtful) + 1):
        for some in combinations(doubtful, size):
            chosen = tuple(play for play in plays if play in sure or play in some)
            names = format_list([f"{rules.play_name(play):short}" for play in chosen])
            if chosen:
                template = N_("{names} alone") if len(chosen) == 1 else N_("{names}")
                yield ", ".join(map(str, chosen)), _(template, names=names)
            elif rules.lays_down:
                yield str(OUT), _(NO_CARD)


def card_options(puzzle: Puzzle) -> Iterator[AnswerOption]:
    """Yield the cards to mark, for a format that wants all the right ones and no other.

    A wrong card says why it is wrong; the right ones share the feedback of the whole question.
    """
    rules, right = puzzle.position.rules, _right_plays(puzzle)
    plays = rules.plays_of_hand(puzzle.position.hand)
    names = {play: f"{rules.play_name(play):short}" for play in plays}
    if rules.lays_down:
        names[OUT] = translate(NO_CARD)
    for play, name in names.items():
        words = ", ".join(map(str, (*(right or (OUT,)), play)))
        found = AnswerOption.judge(puzzle, words, name)
        feedback = "" if found.is_right else found.feedback
        yield AnswerOption(str(play), found.text, found.is_right, feedback)


def _right_plays(puzzle: Puzzle) -> tuple[Play, ...]:
    right = puzzle.answer
    assert isinstance(right, tuple)
    return tuple(play for play in right if isinstance(play, Play) and play != OUT)


_NEXT: Mapping[int, str] = {
    1: N_("{player}, with one card to play"),
    2: N_("{player}, with two cards to play"),
    4: N_("{player}, with four cards to play"),
}
_UNDER = (N_("In none of these games"), N_("In {names} only"), N_("In {names}"))


# ---- questions in groups ----


@dataclass(frozen=True, slots=True)
class Question:
    """A puzzle as a question, with everything that a format may want of it.

    ``texts`` ask it, a paragraph each; ``words`` tell the position that ``picture`` (an SVG)
    shows. Of ``options`` one right one is enough, or all right ones are to be chosen, as ``kind``
    says; for a number they are the right one and those with feedback of their own. ``feedback``
    says what is right, and why. ``points`` are earned whole or not at all.
    """

    id: str
    title: str
    kind: Literal["one", "all", "number"]
    texts: tuple[str, ...]
    words: str
    picture: str
    options: tuple[AnswerOption, ...]
    feedback: str
    hints: tuple[str, ...]
    tags: tuple[str, ...]
    points: int

    @classmethod
    def of(cls, puzzle: Puzzle, points: int, number: int, *, takes_all: bool) -> "Question":
        """Return the question that a puzzle is, listed under its number.

        Raises :class:`UnanswerableError` for a puzzle that no such question does justice, and what
        the engine raises for one that has no answer.
        """
        texts = [*option_sentences(puzzle.position.rules), str(puzzle.question)]
        kind: Literal["one", "all", "number"] = "one"
        if puzzle.shape is Shape.NUMBER:
            kind = "number"
            texts.append(gettext("Write a whole number, such as 17 or -4."))
        elif puzzle.shape is Shape.PLAYS and takes_all:
            kind = "all"
        elif puzzle.shape is Shape.PLAYS:
            texts.append(gettext("Choose the answer that names all of them and no other."))
        options = tuple(card_options(puzzle)) if kind == "all" else answer_options(puzzle)
        solution = puzzle.solution()
        right = [option.text for option in options if option.is_right]
        text = N_("The answer is: {right}. {why}")
        if kind == "one" and len(right) > 1:
            text = N_("Each of these is right: {right}. {why}")
        feedback = gettext(text, right=format_list(right), why=str(solution.text)).strip()
        return cls(
            id=puzzle.id,
            title=gettext("{number}. {id}", number=f"{number:02}", id=puzzle.id),
            kind=kind,
            texts=tuple(texts),
            words=position_text(puzzle.position),
            picture=position_svg(puzzle.position),
            options=options,
            feedback=feedback,
            hints=tuple(map(str, puzzle.hints)),
            tags=(puzzle.kind, puzzle.position.rules.key, *solution.rules),
            points=points,
        )

    @property
    def choices(self) -> list[tuple[str, AnswerOption]]:
        """The options, each after the name by which a format refers to it."""
        return [(f"choice-{number}", option) for number, option in enumerate(self.options, 1)]

    @property
    def picture_file(self) -> str:
        """The name of the picture's file in a package."""
        return f"images/{self.id}.svg"

    def html(self, source: str) -> str:
        """Return the picture, found at the address ``source``, and what is asked."""
        image = f'<img src="{escape(source)}" alt="{escape(self.words)}" style="max-width:100%">'
        return f"<p>{image}</p>{paragraphs(*self.texts)}"


def paragraphs(*texts: str) -> str:
    """Return the texts as HTML, a paragraph each; those that are empty are left out."""
    return "".join(f"<p>{escape(text)}</p>" for text in texts if text)


class QuestionGroup(NamedTuple):
    """An item: its number, counted from 1, its questions, and whether one of them is drawn."""

    number: int
    questions: tuple[Question, ...]
    is_drawn: bool
    points: int

    @property
    def title(self) -> str:
        """The group's name; names sort as the items stand."""
        text = N_("Exercise {number} ({points} points)")
        if self.points == 1:
            text = N_("Exercise {number}")
        return gettext(text, number=f"{self.number:02}", points=self.points)

    @property
    def info(self) -> str:
        """The note to a teacher on a group of which one question is drawn."""
        text = N_("These are as hard as each other: draw one of them, worth {points}.")
        return gettext(text, points=self.points)


class Questions:
    """The question groups of an assignment in order; an item without any has no group.

    ``left_out`` are the puzzles that a question cannot hold truthfully: the id of each, and why
    not, as a sentence. ``takes_all`` says that the format can want all right choices and no other.
    """

    def __init__(self, assignment: Assignment, *, takes_all: bool = False) -> None:
        self.groups: list[QuestionGroup] = []
        self.left_out: list[tuple[str, str]] = []
        for number, item in enumerate(assignment.items, 1):
            questions: list[Question] = []
            for entry in item.puzzles:
                try:
                    puzzle = Puzzle.of(entry)
                    questions.append(Question.of(puzzle, item.points, number, takes_all=takes_all))
                except OnoError as error:
                    self.left_out.append((entry.id, sentence(error.message)))
            if questions:
                is_drawn = len(item.puzzles) > 1
                self.groups.append(QuestionGroup(number, tuple(questions), is_drawn, item.points))

    def __iter__(self) -> Iterator[Question]:
        return (question for group in self.groups for question in group.questions)

    def __len__(self) -> int:
        return sum(len(group.questions) for group in self.groups)


def by_category(
    assignment: Assignment, questions: Questions
) -> Iterator[tuple[str, list[QuestionGroup]]]:
    """Yield the path of each category in Moodle's question bank, and the groups in a row there.

    That is the assignment's; a group of which one is drawn has a category of its own below it.
    """

    def category(group: QuestionGroup) -> str:
        steps = [assignment.title, *([group.title] if group.is_drawn else [])]
        # A slash that separates no steps is doubled.
        return "/".join(("$course$", "top", *(step.strip().replace("/", "//") for step in steps)))

    for path, groups in groupby(questions.groups, category):
        yield path, list(groups)


def xml(template: str, **values: object) -> bytes:
    """Return the XML document that a template in ``templates/exports`` makes, in UTF-8."""
    body = _environment().get_template(f"exports/{template}").render(values).strip()
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()


@lru_cache(maxsize=1)
def _environment() -> Any:
    """Return the templates' environment; what XML cannot hold is left out of values."""
    made = environment().overlay(
        finalize=lambda value: value if hasattr(value, "__html__") else plain(str(value))
    )
    made.globals = {**made.globals, "paragraphs": paragraphs}
    return made


def plain(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\r -\ud7ff\ue000-�\U00010000-\U0010ffff]", "�", text)
