"""Questions for learning management systems: Moodle XML, GIFT, QTI 2.1 and QTI 1.2.

An item of the assignment is a group of questions, of which each learner is asked one. The templates
in ``templates/exports`` make the formats that are XML.

1. Moodle XML, for Moodle's question bank: one choice is a ``multichoice`` question of one answer,
   every right one worth 100 %; a number is a ``numerical`` one with no tolerance. Puzzles of which
   a learner gets one are in a category of their own, from which a quiz draws at random. Nothing is
   deducted for further tries.
2. QTI 2.1, a content package with an assessment, an item a question, and the pictures as files.
3. QTI 1.2, for Canvas Classic Quizzes and others that read this older version.
4. GIFT, plain text that Moodle and other systems import. The position stands in words, as text can
   hold no picture. Points are not in the format: where a question is put into a quiz, they are set.

Sets of cards are choices: of several answers to be marked, systems would pay some for some of them.
In QTI the assessment, or a section of the quiz, selects one of an item's puzzles where learners get
their own.
"""

import io
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import combinations, groupby, product
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.html_pages import environment
from ono_tutor.errors import OnoError, UnanswerableError
from ono_tutor.game.explain import player_name
from ono_tutor.i18n import N_, Message, _, format_list, gettext, sentence
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import join_sentences, option_sentences, puzzle_sentences
from ono_tutor.render.forms import NO_CARD
from ono_tutor.render.svg import position_svg
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
    shows. Of ``options`` one right one is enough; for a number they are the right one and those
    with feedback of their own. ``feedback`` says what is right, and why. ``points`` are earned
    whole or not at all.
    """

    id: str
    title: str
    is_number: bool
    texts: tuple[str, ...]
    words: str
    picture: str
    options: tuple[AnswerOption, ...]
    feedback: str
    hints: tuple[str, ...]
    tags: tuple[str, ...]
    points: int

    @classmethod
    def of(cls, puzzle: Puzzle, points: int, number: int) -> "Question":
        """Return the question that a puzzle is, listed under its number.

        Raises :class:`UnanswerableError` for a puzzle that no such question does justice, and what
        the engine raises for one that has no answer.
        """
        texts = [*option_sentences(puzzle.position.rules), str(puzzle.question)]
        is_number = puzzle.shape is Shape.NUMBER
        if is_number:
            texts.append(gettext("Write a whole number, such as 17 or -4."))
        elif puzzle.shape is Shape.PLAYS:
            texts.append(gettext("Choose the answer that names all of them and no other."))
        options = answer_options(puzzle)
        solution = puzzle.solution()
        right = [option.text for option in options if option.is_right]
        text = N_("The answer is: {right}. {why}")
        if not is_number and len(right) > 1:
            text = N_("Each of these is right: {right}. {why}")
        feedback = gettext(text, right=format_list(right), why=str(solution.text)).strip()
        return cls(
            id=puzzle.id,
            title=gettext("{number}. {id}", number=f"{number:02}", id=puzzle.id),
            is_number=is_number,
            texts=tuple(texts),
            words=join_sentences(puzzle_sentences(puzzle)),
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
    not, as a sentence.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.groups: list[QuestionGroup] = []
        self.left_out: list[tuple[str, str]] = []
        for number, item in enumerate(assignment.items, 1):
            questions: list[Question] = []
            for entry in item.puzzles:
                try:
                    questions.append(Question.of(Puzzle.of(entry), item.points, number))
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


# ---- the formats ----

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a package, so that the same assignment gives the same bytes."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file to import into a learning management system.

    ``content`` is the file, ``name`` what it is best called. ``notes`` say what of the assignment
    the format has no place for, a sentence each.
    """

    content: bytes
    name: str
    questions: Questions
    notes: tuple[str, ...] = ()


def moodle_xml(assignment: Assignment) -> Exported:
    """Return the assignment's questions as a file that Moodle's question bank imports."""
    questions, tries = Questions(assignment), assignment.attempts
    # Hints come between tries, if learners get feedback at once and may retry.
    most = 0 if assignment.feedback is not Feedback.NOW else tries - 1 if tries else None
    content = xml(
        "moodle.xml",
        assignment=assignment,
        categories=by_category(assignment, questions),
        hints=lambda question: question.hints[:most],
        base64=lambda text: b64encode(text.encode()).decode(),
    )
    return Exported(content, f"{assignment.id}-moodle.xml", questions)


def qti(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 2.1."""
    questions = Questions(assignment)
    whole = {"assignment": assignment, "questions": questions}
    files = {
        "imsmanifest.xml": xml("qti_manifest.xml", **whole),
        "test.xml": xml("qti_test.xml", **whole),
    }
    for one in questions:
        files[f"items/{one.id}.xml"] = xml("qti_item.xml", question=one)
        files[one.picture_file] = one.picture.encode()
    return Exported(_zip(files), f"{assignment.id}-qti21.zip", questions)


def qti12(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 1.2."""
    questions = Questions(assignment)
    whole = {"assignment": assignment, "questions": questions}
    files = {
        "imsmanifest.xml": xml("qti12_manifest.xml", **whole),
        "quiz.xml": xml("qti12_quiz.xml", **whole),
    }
    files |= {question.picture_file: question.picture.encode() for question in questions}
    notes = (gettext("You set the deadline, and whether learners see what is right, in the quiz."),)
    return Exported(_zip(files), f"{assignment.id}-qti12.zip", questions, notes)


def _zip(files: Mapping[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as written:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            written.writestr(info, content)
    return archive.getvalue()


# ---- GIFT ----

PLAIN = "[plain]"
"""Says that a text is no HTML; it holds for the answers and the feedback as well."""


def gift(assignment: Assignment) -> Exported:
    """Return the assignment's questions as GIFT, in UTF-8."""
    questions, lines = Questions(assignment), list[str]()
    for path, groups in by_category(assignment, questions):
        if groups[0].is_drawn:
            lines.append(f"// {groups[0].info}")
        safe_path = path.replace("\\", "\\\\")  # in a path only the backslash has a meaning
        lines += [f"$CATEGORY: {_on_one_line(safe_path)}", ""]
        for question in (one for group in groups for one in group.questions):
            asked = _escaped(" ".join((question.words, *question.texts)))
            opening = "{#" if question.is_number else "{"
            lines.append(f"::{_escaped(question.title)}::{PLAIN}{asked}{opening}")
            is_only_right = all(option.is_right for option in question.options)
            for number, option in enumerate(question.options):
                sign, text = "=" if option.is_right else "~", _escaped(option.text)
                if question.is_number:
                    sign = "=%100%" if option.is_right else "=%0%"
                    text = f"{option.words}:0"
                elif is_only_right and number:  # only a tilde tells choices from words to write
                    sign = "~%100%"
                why = f"#{_escaped(option.feedback)}" if option.feedback else ""
                lines.append(sign + text + why)
            lines += [f"####{_escaped(question.feedback)}", "}", ""]
    note = gettext(
        "GIFT is text alone: the position is told in words, nothing is drawn, and you set the "
        "points of each question in the quiz."
    )
    content = "\n".join(lines).encode()
    return Exported(content, f"{assignment.id}-gift.txt", questions, (note,))


def _escaped(text: str) -> str:
    """Return the text on one line, with no character in it that would mean something."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", _on_one_line(text))


def _on_one_line(text: str) -> str:
    return " ".join(plain(text).split())
