"""The directive ``ono-mistake``: what people believe, a position, and what the engine says."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor import NotationError, Position
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.diagnosis import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import words_of
from ono_tutor.rules.book import Misconception, misconceptions
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.answer import board
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.domain import links


class MistakeDirective(OnoDirective):
    """A misconception from the registry, and a position in which it gives a wrong answer.

    The argument is its id, the content the position. ``:kind:`` is the kind of question,
    ``:play:`` what is played first and ``:claim:`` what is judged; ``:expect:`` is the right
    answer, as one answers a puzzle. A position in which the belief does no harm fails the build.
    """

    required_arguments = 1
    optional_arguments = 0
    allowed = ("kind", "play", "claim", "expect")

    @property
    def line(self) -> str:
        """The position."""
        return " ".join(" ".join(self.content).split())

    def shown(self) -> Sequence[nodes.Node]:
        found = misconception(self.arguments[0].strip())
        puzzle = self._puzzle(found)
        self._hold(puzzle)
        believed = _believed(found, puzzle)
        wrong, right = words_of(puzzle, believed), words_of(puzzle, puzzle.answer)
        why = str(KINDS[puzzle.kind].tell(puzzle.task, believed).text)
        side = [
            _line(N_("Asked: {text}"), puzzle.question),
            _line(N_("✗ Who believes it says: {text}"), wrong, "ono-lost"),
            _line(N_("✓ It is: {text}"), right, "ono-certain"),
            nodes.paragraph(why, why),
        ]
        answer = nodes.container("", *side, classes=["ono-answer"])
        whole = nodes.container("", board(puzzle.position), answer, classes=["ono-position"])
        return [self._section(found, whole)]

    def _section(self, found: Misconception, whole: nodes.Node) -> nodes.section:
        """The belief as a heading, the truth below it, then the position."""
        name = str(lazy_gettext("“{belief}”", belief=found.belief))
        games = format_list([RULE_SETS[key].title for key in found.rules])
        head = links(self.env, [found.point])
        head.insert(0, nodes.Text(f"{games} "))
        truth = nodes.paragraph(found.truth, found.truth, classes=["ono-said"])
        section = nodes.section("", nodes.title(name, name), head, truth, whole)
        section["ids"].append(anchor_of(found.id))
        section["classes"].append("ono-mistake")
        self.state.document.set_id(section)
        return section

    def _puzzle(self, found: Misconception) -> Puzzle:
        """The question, as a puzzle.

        Raises :class:`DeniedError` where something is missing.
        """
        kind = self.options.get("kind", "")
        if kind not in KINDS:
            raise DeniedError(f"{kind!r} is no :kind: of question; it is one of {', '.join(KINDS)}")
        position = Position.parse(self.line)
        if position.rules.key not in found.rules:
            known = ", ".join(found.rules)
            raise DeniedError(f"{found.id} is believed of {known}, not of {position.rules.key}")
        plays = tuple(map(position.rules.read_play, self.options.get("play", "").split()))
        return Puzzle(found.id, kind, position, plays, self.options.get("claim", ""))

    def _hold(self, puzzle: Puzzle) -> None:
        claim = self.options.get("expect")
        if claim is None or puzzle.check(claim).is_right:
            return
        right = words_of(puzzle, puzzle.answer)
        message = f"{puzzle.position}: the page claims {claim!r}, but the answer is {right}"
        raise DeniedError(message)


def _believed(found: Misconception, puzzle: Puzzle) -> Answer:
    """The answer that the belief leads to.

    Raises :class:`DeniedError` where it does no harm.
    """
    answers = {mistake.id: answer for mistake, answer in mistaken(KINDS[puzzle.kind], puzzle.task)}
    if found.id not in answers:
        harm = ", ".join(answers) or "none"
        raise DeniedError(
            f"{puzzle.position}: {found.id} gives the right answer here; "
            f"the misconceptions that do not are {harm}"
        )
    return answers[found.id]


def _line(template: str, text: object, kind: str = "") -> nodes.paragraph:
    words = str(lazy_gettext(template, text=text))
    return nodes.paragraph(words, words, classes=["ono-verdict", kind] if kind else ["ono-moment"])


def misconception(name: str) -> Misconception:
    """The misconception with this id.

    Raises :class:`NotationError` where there is none.
    """
    found = misconceptions()
    if name not in found:
        known = ", ".join(found)
        message = f"{quoted(name)} is no misconception; the misconceptions are {known}"
        raise NotationError(message, word=name)
    return found[name]


def anchor_of(name: str) -> str:
    """The anchor of a misconception."""
    return f"mistake-{name}"


class MistakesDirective(OnoDirective):
    """Every misconception of the registry, each with a link to its place on this page."""

    has_content = False

    def shown(self) -> Sequence[nodes.Node]:
        found = nodes.bullet_list(classes=["ono-mistakes"], bullet="*")
        for each in misconceptions().values():
            name = str(lazy_gettext("“{belief}”", belief=each.belief))
            here = nodes.reference("", name, refid=anchor_of(each.id), internal=True)
            found += nodes.list_item("", nodes.paragraph("", "", here))
        return [found]


def setup_mistake(app: Sphinx) -> None:
    """Add the directives."""
    app.add_directive("ono-mistake", MistakeDirective)
    app.add_directive("ono-mistakes", MistakesDirective)
