"""A question as every learning management system understands it, in no format yet."""

from dataclasses import dataclass
from enum import StrEnum
from html import escape

from ono_tutor.classroom.exports.offer import Answer
from ono_tutor.classroom.exports.offer_sets import cards
from ono_tutor.classroom.exports.offers import answers_of
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.kinds.score import Score
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import option_sentences, position_text
from ono_tutor.render.table_svg import position_svg


class Way(StrEnum):
    """How a question is answered: one choice, all choices that are right, or a whole number."""

    ONE = "one"
    ALL = "all"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Question:
    """A puzzle as a question with all that a format may want of it.

    ``title`` is what the question is listed as; ``texts`` what is asked, a paragraph each, and
    ``words`` the position in words, which ``picture`` (an SVG) shows. Of ``answers`` to choose,
    one that is right is enough, or all of them are to be chosen, as ``way`` says; where a number
    is written, they are the right one and those that have an answer of their own. ``feedback``
    says what is right, and why. ``points`` are earned whole or not at all.
    """

    id: str
    title: str
    way: Way
    texts: tuple[str, ...]
    words: str
    picture: str
    answers: tuple[Answer, ...]
    feedback: str
    hints: tuple[str, ...]
    tags: tuple[str, ...]
    points: int

    @property
    def right(self) -> tuple[Answer, ...]:
        """The answers that are right."""
        return tuple(answer for answer in self.answers if answer.is_right)

    @property
    def plain(self) -> str:
        """The position in words and what is asked, as one text."""
        return " ".join((self.words, *self.texts))

    def html(self, source: str) -> str:
        """The picture, found at ``source``, and what is asked."""
        return f"<p>{self._image(source)}</p>" + paragraphs(self.texts)

    def _image(self, source: str) -> str:
        alternative = escape(self.words)
        return f'<img src="{escape(source)}" alt="{alternative}" style="max-width:100%">'


def paragraphs(texts: tuple[str, ...]) -> str:
    """The texts as HTML, a paragraph each; those that are empty left out."""
    return "".join(f"<p>{escape(text)}</p>" for text in texts if text)


def question_of(puzzle: Puzzle, points: int, number: int, *, takes_all: bool) -> Question:
    """The question that a puzzle is, listed under its number.

    ``takes_all`` says that the format can want all right choices and no other.
    Raises :class:`ExportError` for a puzzle that no such question does justice, and what the
    engine raises for one that has no answer.
    """
    way = _way(puzzle, takes_all=takes_all)
    answers = tuple(cards(puzzle)) if way is Way.ALL else answers_of(puzzle)
    solution = puzzle.solution()
    return Question(
        id=puzzle.id,
        title=str(lazy_gettext(_TITLE, number=f"{number:02}", id=puzzle.id)),
        way=way,
        texts=tuple(_texts(puzzle, way)),
        words=position_text(puzzle.position),
        picture=position_svg(puzzle.position),
        answers=answers,
        feedback=_feedback(answers, way, str(solution.text)),
        hints=tuple(map(str, puzzle.hints)),
        tags=(puzzle.kind, puzzle.position.rules.key, *solution.rules),
        points=points,
    )


def _way(puzzle: Puzzle, *, takes_all: bool) -> Way:
    if puzzle.shape is Shape.NUMBER:
        return Way.NUMBER
    return Way.ALL if puzzle.shape is Shape.PLAYS and takes_all else Way.ONE


def _texts(puzzle: Puzzle, way: Way) -> list[str]:
    """What is asked, after what the options mean and who is called you."""
    asked = [*option_sentences(puzzle.position.rules), str(_you(puzzle)), str(puzzle.question)]
    if way is Way.NUMBER:
        asked.append(str(lazy_gettext("Write a whole number, such as 17 or -4.")))
    elif way is Way.ONE and puzzle.shape is Shape.PLAYS:
        asked.append(str(lazy_gettext("Choose the answer that names all of them and no other.")))
    return asked


def _you(puzzle: Puzzle) -> Message:
    """Who is meant by "you"; once a round is scored nobody is to move."""
    is_over = puzzle.kind == Score.name
    text = N_("The hand is that of seat {seat}.") if is_over else N_("You are seat {seat}.")
    return lazy_gettext(text, seat=puzzle.position.turn)


def _feedback(answers: tuple[Answer, ...], way: Way, why: str) -> str:
    """What is right, and why."""
    right = [answer.text for answer in answers if answer.is_right]
    is_any = way is Way.ONE and len(right) > 1
    text = N_("Each of these is right: {right}. {why}") if is_any else _RIGHT
    return str(lazy_gettext(text, right=format_list(right), why=why)).strip()


_TITLE = N_("{number}. {id}")
_RIGHT = N_("The answer is: {right}. {why}")
