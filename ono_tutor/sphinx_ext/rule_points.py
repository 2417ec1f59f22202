"""``ono-rule``, ``ono-mistake`` and ``ono-mistakes``: a rule point and what people believe of it.

A page shows each with an example that the build runs.
"""

from collections.abc import Collection, Iterable, Sequence

from docutils import nodes
from sphinx import addnodes

from ono_tutor import Position
from ono_tutor.errors import check_known
from ono_tutor.i18n import N_, _, format_list, gettext
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.describe import answer_words
from ono_tutor.render.pages import topics
from ono_tutor.rules.book import (
    Citation,
    Misconception,
    OptionText,
    RulePoint,
    Status,
    misconceptions,
    rule_point,
)
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.answer import position_with
from ono_tutor.sphinx_ext.directive import DeniedError, ExampleDirective, OnoDirective, check_claim
from ono_tutor.sphinx_ext.domain import OnoDomain, link, links, name_place, row_link
from ono_tutor.sphinx_ext.example import OPTIONS, decides, example
from ono_tutor.sphinx_ext.nodes import LINE, badge, details, literal, moment, paragraph


class RuleDirective(ExampleDirective):
    """A rule point, anchored by its id: what each edition says, how sure it is, and an example.

    The argument is the id; ``:rules:`` names the rule sets to speak of (without it, all that
    have the point). The content is the example's position, and the options of ``ono-position``
    ask about it. With ``:picture:`` the cards of the example stand below the sentence; the rest
    is folded away. An example that the rule point does not decide fails the build, and so does a
    missing one, unless nothing can be asked about the point; then the page says why.
    """

    allowed = ("rules", "picture", *OPTIONS)

    def build_nodes(self) -> Sequence[nodes.Node]:
        point = rule_point(self.subject)
        keys = tuple(self.options.get("rules", " ".join(point.says)).split())
        for key in keys:
            if key not in point.says:
                having = ", ".join(point.says)
                raise DeniedError(f"{key!r} has no rule point {point.id}; it is one of {having}")
        if point.id in self.state.document.ids:
            raise DeniedError(f"the rule point {point.id} stands on this page already")
        cards, *sentences = self._example(point)
        seen, folded = (
            ([cards], sentences) if "picture" in self.options else ([], [cards, *sentences])
        )
        more = [*point_note(point), *option_parts(point_options(point, keys))]
        more += source_paragraphs(point.sources_for(keys))
        folded.append(nodes.container("", *more, classes=["ono-more"]))
        fold = details(_("Example, notes and sources"), *folded)
        words = dict.fromkeys((point.title, point.id, *point.also))
        entries = [("single", word, point.id, "main", None) for word in words]
        index = addnodes.index(entries=entries, inline=False)  # for the search as well
        parts = [
            nodes.title(point.title, point.title),
            index,
            *self._point_nodes(point, keys),
            *seen,
            fold,
        ]
        kinds = ["ono-point", f"ono-{point.status_for(keys).value}"]
        section = nodes.section("", *parts, ids=[point.id], names=[], classes=kinds)
        self.state.document.set_id(section)
        for key in keys:
            OnoDomain.of(self.env).note("chapter", (key, point.id))
            name_place(self.env, f"{key}-{point.id}", point.id, point.title)
        return [section]

    def _point_nodes(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """Return how sure the point is, a link to its puzzles, and each rule set's sentence."""
        head = nodes.paragraph(classes=["ono-point-head"])
        word = signed_status(point, keys)
        row = row_link(point.id, gettext("Compare"))
        head += [nodes.Text(f"{word} "), row]
        if "practice" in self.env.found_docs and point.id in topics():
            text = gettext("Train this point")
            up = "../" * self.env.docname.count("/")
            address = f"{up}practice.html#practice={keys[0]}/{point.id}"
            way = nodes.reference(text, text, refuri=address)
            head += addnodes.only("", nodes.Text(" "), way, expr="builder_html")
        if len(keys) == 1:
            return [head, paragraph(point.says[keys[0]], "ono-said")]
        found = nodes.definition_list(classes=["ono-said"])
        for key in keys:
            term = nodes.term("", RULE_SETS[key].title)
            what = nodes.definition("", paragraph(point.says[key]))
            found += nodes.definition_list_item("", term, what)
        return [head, found]

    def _example(self, point: RulePoint) -> list[nodes.Node]:
        """Return the example's line of cards and its sentences, or why there is none."""
        if not self.line:
            if point.id not in UNASKABLE:
                message = f"the rule point {point.id} needs an example: a position as content"
                raise DeniedError(message)
            text = _("No example: {why}.", why=UNASKABLE[point.id])
            return [paragraph(text, "ono-absent")]
        kept = ("rules", "picture")
        asked = {name: value for name, value in self.options.items() if name not in kept}
        found = example(self.line, asked, is_brief=True)
        if not decides(point, self.line, asked):
            named = ", ".join(sorted(found.points)) or "none"
            message = f"{self.line}: the page shows {point.id} by it, but the rule points that"
            raise DeniedError(f"{message} decide here are {named}")
        line, *told = found.shown.children
        written = nodes.container("", nodes.inline("", self.line, classes=[LINE]))
        others = links(sorted(found.points - {point.id}))
        kinds = ["ono-example", "no-search"]
        return [line, nodes.container("", *told, written, others, classes=kinds)]


def point_note(point: RulePoint) -> list[nodes.Node]:
    """Return what is uncertain about a point and what we chose, where anything is."""
    return [paragraph(point.note)] if point.note else []


# ---- how sure a point is ----

SIGNS = {Status.AGREED: "✓", Status.CONFLICT: "!", Status.SILENT: "?"}


def signed_status(point: RulePoint, keys: Collection[str]) -> str:
    """Return how sure the texts on these rule sets are, with a sign and in words."""
    return f"{SIGNS[point.status_for(keys)]} {point.status_words(keys)}"


def status_badge(point: RulePoint, keys: Collection[str], before: str = "") -> nodes.inline:
    """Return how sure the texts on these rule sets are in a badge."""
    return badge(before + signed_status(point, keys), f"ono-{point.status_for(keys).value}")


# ---- its options ----


def point_options(point: RulePoint, keys: Iterable[str]) -> list[OptionText]:
    """Return the options of a point that one of these rule sets has."""
    wanted = set(keys)
    return [option for option in point.options if wanted & set(option.rules)]


def option_parts(options: Iterable[OptionText]) -> list[nodes.Node]:
    """Return each option with what its values mean, our default called ours."""
    parts: list[nodes.Node] = []
    for option in options:
        title = gettext("Option {name}", name=option.name)
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
            ours = gettext("our default")
            line += [nodes.Text(" "), nodes.inline(ours, ours, classes=["ono-ours"])]
        line += nodes.Text(f" {means}")
        found += nodes.list_item("", line)
    return found


# ---- its sources ----


def source_paragraphs(sources: Sequence[Citation]) -> list[nodes.Node]:
    """Return where the texts say it, a line each; or that none does."""
    if not sources:
        return [paragraph(_("No source says anything about this."), "ono-absent")]
    found: list[nodes.Node] = []
    for each in sources:
        says = nodes.Text(f", {each.place}: {each.says}")
        line = nodes.paragraph("", "", link("text", each.text), says, classes=["no-search"])
        found.append(line)
    return found


class MistakeDirective(ExampleDirective):
    """A misconception from the registry, and a position in which it gives a wrong answer.

    The argument is its id, the content the position. ``:kind:`` is the kind of question,
    ``:play:`` what is played first and ``:claim:`` what is judged; ``:expect:`` is the right
    answer, as one answers a puzzle. A position in which the belief does no harm fails the build.
    """

    allowed = ("kind", "play", "claim", "expect")

    def build_nodes(self) -> Sequence[nodes.Node]:
        known, name = misconceptions(), self.subject
        check_known(known, name, "is no misconception; the misconceptions are")
        misconception, puzzle = known[name], self._puzzle(known[name])
        right = answer_words(puzzle, puzzle.answer)

        def denial_of(claim: str) -> str | None:
            return None if puzzle.check(claim).is_right else f"the answer is {right}"

        check_claim(puzzle.position, self.options, denial_of)
        kind = KINDS[puzzle.kind]
        answers = {mistake.id: answer for mistake, answer in mistaken(kind, puzzle.task)}
        if name not in answers:
            raise DeniedError(
                f"{puzzle.position}: {name} gives the right answer here; "
                f"the misconceptions that do not are {', '.join(answers) or 'none'}"
            )
        statuses = rule_point(misconception.point).statuses
        is_ours = statuses[puzzle.position.rules.key] is not Status.AGREED
        belief = READ if misconception.is_reading else BELIEVED
        wrong = _(belief, text=answer_words(puzzle, answers[name]))
        truth = _(OURS if is_ours else N_("✓ The answer is: {text}"), text=right)
        side = [
            moment(_("Asked: {text}", text=puzzle.question)),
            paragraph(wrong, "ono-verdict", "ono-lost"),
            paragraph(truth, "ono-verdict", "ono-certain"),
            paragraph(kind.explain(puzzle.task, answers[name]).text),
        ]
        return [self._section(misconception, position_with(puzzle.position, side))]

    def _section(self, misconception: Misconception, whole: nodes.Node) -> nodes.section:
        """Return the belief as a heading, the truth below it, then the position."""
        title, anchor = _belief(misconception), _anchor(misconception)
        games = format_list([RULE_SETS[key].title for key in misconception.rules])
        head = links([misconception.point])
        head.insert(0, nodes.Text(f"{games} "))
        section = nodes.section(
            "",
            nodes.title(title, title),
            head,
            paragraph(misconception.truth, "ono-said"),
            details(_("A position that shows it"), whole),
            ids=[anchor],
            classes=["ono-mistake"],
        )
        self.state.document.set_id(section)
        name_place(self.env, anchor, anchor, title)
        return section

    def _puzzle(self, misconception: Misconception) -> Puzzle:
        """Return the question as a puzzle."""
        kind = self.options.get("kind", "")
        if kind not in KINDS:
            raise DeniedError(f"{kind!r} is no :kind: of question; it is one of {', '.join(KINDS)}")
        position, name = Position.parse(self.line), misconception.id
        if position.rules.key not in misconception.rules:
            known = ", ".join(misconception.rules)
            raise DeniedError(f"{name} is believed of {known}, not of {position.rules.key}")
        plays = tuple(map(position.rules.read_play, self.options.get("play", "").split()))
        return Puzzle(name, kind, position, plays, self.options.get("claim", ""))


BELIEVED = N_("✗ If you believe this, you answer: {text}")
READ = N_("If you read the text that way, the answer is: {text}")
"""How the answer of a mistake begins, and that of a reading that is not ours."""

OURS = N_("✓ As we read the rules, the answer is: {text}")
"""How the right answer begins, and where it is right by a choice of ours."""


class MistakesDirective(OnoDirective):
    """Every mistake of the registry, each with a link to its place on this page.

    What a text can be read to say is no mistake, and not listed.
    """

    has_content = False

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = nodes.bullet_list(classes=["ono-mistakes"], bullet="*")
        for each in (one for one in misconceptions().values() if not one.is_reading):
            here = nodes.reference("", _belief(each), refid=_anchor(each), internal=True)
            found += nodes.list_item("", nodes.paragraph("", "", here))
        return [found]


def _belief(found: Misconception) -> str:
    return gettext("“{belief}”", belief=found.belief)


def _anchor(found: Misconception) -> str:
    return f"mistake-{found.id}"
