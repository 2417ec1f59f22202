"""``ono-rule``: a rule point and an example that was run; ``ono-mistake``: what people believe.

The parts of a page that show a rule point stand here too: how sure it is, its options, and where
the texts say it.
"""

from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ono_tutor import NotationError, Position
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explanations import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.caption import answer_words
from ono_tutor.rules.book import (
    Citation,
    Misconception,
    OptionText,
    RulePoint,
    Status,
    misconceptions,
    rule_point,
    texts,
)
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.answer import position_with
from ono_tutor.sphinx_ext.directive import DeniedError, ExampleDirective, OnoDirective, check_claim
from ono_tutor.sphinx_ext.domain import OnoDomain, link, links
from ono_tutor.sphinx_ext.example import OPTIONS, decides, example
from ono_tutor.sphinx_ext.nodes import badge, details, literal, moment, paragraph


class RuleDirective(ExampleDirective):
    """A rule point, anchored by its id: what each edition says, how sure it is, and an example.

    The argument is the id; ``:rules:`` names the rule sets to speak of (without it, all that
    have the point). The content is the example's position, and the options of ``ono-position``
    ask about it. An example that the rule point does not decide fails the build, and so does a
    missing one, unless nothing can be asked about the point; then the page says why.
    """

    allowed = ("rules", *OPTIONS)

    def shown(self) -> Sequence[nodes.Node]:
        point = rule_point(self.subject)
        keys = self._keys(point)
        if point.id in self.state.document.ids:
            raise DeniedError(f"the rule point {point.id} stands on this page already")
        parts = [*self._said(point, keys), self._example(point), self._more(point, keys)]
        title = nodes.title(point.title, point.title)
        kinds = ["ono-point", f"ono-{point.status.value}"]
        section = nodes.section("", title, *parts, ids=[point.id], names=[], classes=kinds)
        self.state.document.set_id(section)
        for key in keys:
            OnoDomain.of(self.env).note("chapter", (key, point.id))
        return [section]

    def _keys(self, point: RulePoint) -> tuple[str, ...]:
        """Return the rule sets that are spoken of.

        Raises :class:`DeniedError` for one that does not have the point.
        """
        keys = tuple(self.options.get("rules", " ".join(point.says)).split())
        for key in keys:
            if key not in point.says:
                having = ", ".join(point.says)
                raise DeniedError(f"{key!r} has no rule point {point.id}; it is one of {having}")
        return keys

    def _said(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """Return how sure the point is, and the sentence of each rule set."""
        head = nodes.paragraph(classes=["ono-point-head"])
        head += [link(self.env, "row", point.id), nodes.Text(" "), status_badge(point)]
        if len(keys) == 1:
            return [head, paragraph(point.says[keys[0]], "ono-said")]
        found = nodes.definition_list(classes=["ono-said"])
        for key in keys:
            term = nodes.term("", RULE_SETS[key].title)
            what = nodes.definition("", paragraph(point.says[key]))
            found += nodes.definition_list_item("", term, what)
        return [head, found]

    def _example(self, point: RulePoint) -> nodes.Node:
        """Return the example, or why there is none.

        Raises :class:`DeniedError` where one is missing, or hangs on other rule points alone.
        """
        if not self.line:
            if point.id not in UNASKABLE:
                message = f"the rule point {point.id} needs an example: a position as content"
                raise DeniedError(message)
            text = lazy_gettext("No example: {why}.", why=UNASKABLE[point.id])
            return paragraph(text, "ono-absent")
        asked = {name: value for name, value in self.options.items() if name != "rules"}
        found = example(self.env, self.line, asked)
        if not decides(self.env, point, self.line, asked):
            named = ", ".join(sorted(found.points)) or "none"
            message = f"{self.line}: the page shows {point.id} by it, but the rule points that"
            raise DeniedError(f"{message} decide here are {named}")
        return found.shown

    def _more(self, point: RulePoint, keys: Sequence[str]) -> nodes.Node:
        """Return what is uncertain and what we chose, the options, and where the texts say it."""
        sources = [c for c in point.sources if set(keys) & set(texts()[c.text].editions)]
        parts = [*point_note(point), *option_parts(point_options(point, keys))]
        return nodes.container("", *parts, source_details(self.env, sources), classes=["ono-more"])


def point_note(point: RulePoint) -> list[nodes.Node]:
    """Return what is uncertain about a point and what we chose, where anything is."""
    return [paragraph(point.note)] if point.note else []


# ---- how sure a point is ----


def status_badge(point: RulePoint) -> nodes.inline:
    """Return whether the texts agree on the point, with a sign and in words."""
    return badge(lazy_gettext(STATUS_WORDS[point.status]))


STATUS_WORDS = {
    Status.AGREED: N_("✓ The texts agree"),
    Status.CONFLICT: N_("≠ The texts conflict"),
    Status.SILENT: N_("? The texts leave it open"),
}


# ---- its options ----


def point_options(point: RulePoint, keys: Iterable[str]) -> list[OptionText]:
    """Return the options of a point that one of these rule sets has."""
    wanted = set(keys)
    return [option for option in point.options if wanted & set(option.rules)]


def option_parts(options: Iterable[OptionText]) -> list[nodes.Node]:
    """Return each option with what its values mean, our default called ours."""
    parts: list[nodes.Node] = []
    for option in options:
        title = str(lazy_gettext("Option {name}", name=option.name))
        head = nodes.paragraph("", "", nodes.strong(title, title), classes=["ono-option"])
        parts += [head, option_values(option)]
    return parts


def option_values(option: OptionText) -> nodes.bullet_list:
    """Return the values of an option and what each means."""
    found = nodes.bullet_list(classes=["ono-values"], bullet="*")
    for each, means in option.means.items():
        value = option.default if isinstance(option.default, int) else each
        word = f"{option.name}={value}"
        line = nodes.paragraph("", "", literal(word))
        if value == option.default:
            ours = str(lazy_gettext("our default"))
            line += [nodes.Text(" "), nodes.inline(ours, ours, classes=["ono-ours"])]
        line += nodes.Text(f" {means}")
        found += nodes.list_item("", line)
    return found


# ---- its sources ----


def source_details(env: BuildEnvironment, sources: Sequence[Citation]) -> nodes.Node:
    """Return where the texts say it, folded away; or that none does."""
    if not sources:
        return paragraph(lazy_gettext("No text speaks of this."), "ono-absent")
    tags = ", ".join(dict.fromkeys(citation.text for citation in sources))
    items = nodes.bullet_list(bullet="*")
    for citation in sources:
        place = nodes.emphasis(citation.place, citation.place)
        says = nodes.Text(f": {citation.says}")
        parts = [link(env, "text", citation.text), nodes.Text(" "), place, says]
        items += nodes.list_item("", nodes.paragraph("", "", *parts))
    return details(lazy_gettext("Where the texts say it: {tags}", tags=tags), items)


# ---- ono-mistake and ono-mistakes ----


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
        wrong = lazy_gettext("✗ Who believes it says: {text}", text=answer_words(puzzle, believed))
        truth = lazy_gettext("✓ It is: {text}", text=right)
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
        head = links(self.env, [found.point])
        head.insert(0, nodes.Text(f"{games} "))
        parts = [nodes.title(name, name), head, paragraph(found.truth, "ono-said"), whole]
        section = nodes.section("", *parts, ids=[_anchor(found)], classes=["ono-mistake"])
        self.state.document.set_id(section)
        return section

    def _puzzle(self, found: Misconception) -> Puzzle:
        """Return the question as a puzzle.

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


class MistakesDirective(OnoDirective):
    """Every misconception of the registry, each with a link to its place on this page."""

    has_content = False

    def shown(self) -> Sequence[nodes.Node]:
        found = nodes.bullet_list(classes=["ono-mistakes"], bullet="*")
        for each in misconceptions().values():
            here = nodes.reference("", _belief(each), refid=_anchor(each), internal=True)
            found += nodes.list_item("", nodes.paragraph("", "", here))
        return [found]


def _misconception(name: str) -> Misconception:
    """Return the misconception with this id.

    Raises :class:`NotationError` where there is none.
    """
    found = misconceptions()
    if name not in found:
        known = ", ".join(found)
        message = f"{quoted(name)} is no misconception; the misconceptions are {known}"
        raise NotationError(message, word=name)
    return found[name]


def _believed(found: Misconception, puzzle: Puzzle) -> Answer:
    """Return the answer that the belief leads to.

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


def _belief(found: Misconception) -> str:
    return str(lazy_gettext("“{belief}”", belief=found.belief))


def _anchor(found: Misconception) -> str:
    return f"mistake-{found.id}"
