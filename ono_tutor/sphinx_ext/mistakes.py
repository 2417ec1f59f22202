"""``ono-mistake`` and ``ono-mistakes``: what people believe, and what is so."""

from collections.abc import Sequence

from docutils import nodes

from ono_tutor import Position
from ono_tutor.errors import check_known
from ono_tutor.i18n import N_, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import answer_words
from ono_tutor.rules.book import Misconception, Status, misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.answer import position_with
from ono_tutor.sphinx_ext.directive import DeniedError, ExampleDirective, OnoDirective, check_claim
from ono_tutor.sphinx_ext.domain import links, name_place
from ono_tutor.sphinx_ext.nodes import details, moment, paragraph


class MistakeDirective(ExampleDirective):
    """A misconception from the registry, and a position in which it gives a wrong answer.

    The argument is its id, the content the position. ``:kind:`` is the kind of question,
    ``:play:`` what is played first and ``:claim:`` what is judged; ``:expect:`` is the right
    answer, as one answers a puzzle. A position in which the belief does no harm fails the build.
    """

    allowed = ("kind", "play", "claim", "expect")

    def shown(self) -> Sequence[nodes.Node]:
        found = _misconception(self.subject)
        puzzle = self._puzzle(found)
        right = answer_words(puzzle, puzzle.answer)

        def denial_of(claim: str) -> str | None:
            return None if puzzle.check(claim).is_right else f"the answer is {right}"

        check_claim(puzzle.position, self.options, denial_of)
        believed = _believed(found, puzzle)
        belief = READ if found.is_reading else BELIEVED
        point = rule_point(found.point)
        is_ours = point.statuses[puzzle.position.rules.key] is not Status.AGREED
        wrong = lazy_gettext(belief, text=answer_words(puzzle, believed))
        truth = lazy_gettext(OURS if is_ours else TRUE, text=right)
        side = [
            moment(lazy_gettext("Asked: {text}", text=puzzle.question)),
            paragraph(wrong, "ono-verdict", "ono-lost"),
            paragraph(truth, "ono-verdict", "ono-certain"),
            paragraph(KINDS[puzzle.kind].explain(puzzle.task, believed).text),
        ]
        return [self._section(found, position_with(puzzle.position, side))]

    def _section(self, found: Misconception, whole: nodes.Node) -> nodes.section:
        """Return the belief as a heading, the truth below it, then the position."""
        name = _belief(found)
        games = format_list([RULE_SETS[key].title for key in found.rules])
        head = links([found.point])
        head.insert(0, nodes.Text(f"{games} "))
        parts: list[nodes.Node] = [nodes.title(name, name), head]
        parts.append(paragraph(found.truth, "ono-said"))
        parts.append(details(lazy_gettext("A position that shows it"), whole))
        section = nodes.section("", *parts, ids=[_anchor(found)], classes=["ono-mistake"])
        self.state.document.set_id(section)
        name_place(self.env, _anchor(found), _anchor(found), name)
        return section

    def _puzzle(self, found: Misconception) -> Puzzle:
        """Return the question as a puzzle."""
        kind = self.options.get("kind", "")
        if kind not in KINDS:
            raise DeniedError(f"{kind!r} is no :kind: of question; it is one of {', '.join(KINDS)}")
        position = Position.parse(self.line)
        if position.rules.key not in found.rules:
            known = ", ".join(found.rules)
            raise DeniedError(f"{found.id} is believed of {known}, not of {position.rules.key}")
        plays = tuple(map(position.rules.read_play, self.options.get("play", "").split()))
        return Puzzle(found.id, kind, position, plays, self.options.get("claim", ""))


BELIEVED = N_("✗ If you believe this, you answer: {text}")
READ = N_("If you read the text that way, the answer is: {text}")
"""How the answer of a mistake begins, and that of a reading that is not ours."""

TRUE = N_("✓ The answer is: {text}")
OURS = N_("✓ As we read the rules, the answer is: {text}")
"""How the right answer begins, and where it is right by a choice of ours."""


class MistakesDirective(OnoDirective):
    """Every mistake of the registry, each with a link to its place on this page.

    What a text can be read to say is no mistake, and not listed.
    """

    has_content = False

    def shown(self) -> Sequence[nodes.Node]:
        found = nodes.bullet_list(classes=["ono-mistakes"], bullet="*")
        for each in (one for one in misconceptions().values() if not one.is_reading):
            here = nodes.reference("", _belief(each), refid=_anchor(each), internal=True)
            found += nodes.list_item("", nodes.paragraph("", "", here))
        return [found]


def _misconception(name: str) -> Misconception:
    """Return the misconception with this id."""
    check_known(misconceptions(), name, "is no misconception; the misconceptions are")
    return misconceptions()[name]


def _believed(found: Misconception, puzzle: Puzzle) -> Answer:
    """Return the answer that the belief leads to."""
    answers = {mistake.id: answer for mistake, answer in mistaken(KINDS[puzzle.kind], puzzle.task)}
    if found.id not in answers:
        harm = ", ".join(answers) or "none"
        raise DeniedError(
            f"{puzzle.position}: {found.id} gives the right answer here; "
            f"the misconceptions that do not are {harm}"
        )
    return answers[found.id]


def _belief(found: Misconception) -> str:
    return str(lazy_gettext("“{belief}”", belief=found.belief))


def _anchor(found: Misconception) -> str:
    return f"mistake-{found.id}"
