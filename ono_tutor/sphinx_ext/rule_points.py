"""``ono-rule``, ``ono-mistake`` and ``ono-mistakes``: a rule point and what people believe of it.

A page shows each with an example that the build runs.
"""

from collections.abc import Collection, Iterable, Sequence

from docutils import nodes
from sphinx import addnodes

from ono_tutor import NotationError
from ono_tutor.errors import check_known
from ono_tutor.i18n import N_, _, format_list, gettext
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.describe import answer_words
from ono_tutor.render.pages import topics
from ono_tutor.rules.book import (
    Misconception,
    OptionText,
    RulePoint,
    Status,
    misconceptions,
    rule_point,
)
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.answer import OPTIONS, decides, example, position_with
from ono_tutor.sphinx_ext.directive import ListDirective, NamedDirective, denied
from ono_tutor.sphinx_ext.domain import OnoDomain, link, links, note_label
from ono_tutor.sphinx_ext.interactive import check_claimed_answer
from ono_tutor.sphinx_ext.nodes import (
    LINE,
    Part,
    badge,
    bullets,
    definition,
    details,
    inline,
    line,
    literal,
    moment,
    paragraph,
    strong,
)


class RuleDirective(NamedDirective, name="ono-rule"):
    """A rule point, anchored by its id: what each edition says, how sure it is, and an example.

    The argument is the id; ``:rules:`` names the rule sets to speak of (without it, all that
    have the point). The content is the example's position, and the options of ``ono-position``
    ask about it. With ``:picture:`` the cards of the example stand below the sentence; the rest
    is folded away. An example that the rule point does not decide fails the build, and so does a
    missing one, unless nothing can be asked about the point; then the page says why.
    """

    has_content = True
    allowed = ("rules", "picture", *OPTIONS)

    def build_nodes(self) -> Sequence[nodes.Node]:
        point = rule_point(self.subject)
        keys = tuple(self.options.get("rules", " ".join(point.says)).split())
        for key in keys:
            check_known(point.says, key, f"has no rule point {point.id}; those that have it are")
        cards, *sentences = self._example(point)
        more = [*option_parts(point_options(point, keys)), *source_paragraphs(point, keys)]
        rest = [*sentences, nodes.container("", *point_note(point), *more, classes=["ono-more"])]
        title = _("Example, notes and sources")
        if "picture" in self.options:
            shown = [cards, details(title, *rest)]
        else:
            shown = [details(title, cards, *rest)]
        words = dict.fromkeys((point.title, point.id, *point.also))
        entries = [("single", word, point.id, "main", None) for word in words]
        index = addnodes.index(entries=entries, inline=False)  # for the search as well
        head = nodes.title(point.title, point.title), index, self._point_head(point, keys)
        kinds = ["ono-point", f"ono-{point.status_for(keys).value}"]
        said: nodes.Node = paragraph(point.says[keys[0]], "ono-said")
        if len(keys) > 1:
            says = [(RULE_SETS[key].title, paragraph(point.says[key])) for key in keys]
            items = [definition(nodes.term("", title), text) for title, text in says]
            said = nodes.definition_list("", *items, classes=["ono-said"])
        parts = [*head, said, *shown]
        section = nodes.section("", *parts, ids=[point.id], names=[], classes=kinds)
        self.state.document.set_id(section)
        for key in keys:
            OnoDomain.of(self.env).note(key, point.id, point.id, point.title)
        return [section]

    def _point_head(self, point: RulePoint, keys: Sequence[str]) -> nodes.paragraph:
        """Return how sure the point is, with links to the comparison and to its puzzles."""
        row = link("row", point.id, gettext("Compare"))
        head = line(f"{signed_status(point, keys)} ", row, classes=["ono-point-head"])
        if "practice" in self.env.found_docs and point.id in topics():
            text = gettext("Train this point")
            up = "../" * self.env.docname.count("/")
            address = f"{up}practice.html#practice={keys[0]}/{point.id}"
            way = nodes.reference(text, text, refuri=address)
            head += addnodes.only("", nodes.Text(" "), way, expr="builder_html")
        return head

    def _example(self, point: RulePoint) -> list[nodes.Node]:
        """Return the example's line of cards and its sentences, or why there is none."""
        if not self.line:
            if point.id not in UNASKABLE:
                raise NotationError("the rule point needs an example: a position as content")
            text = _("No example: {why}.", why=UNASKABLE[point.id])
            return [paragraph(text, "ono-absent")]
        asked = {name: value for name, value in self.options.items() if name in OPTIONS}
        found = example(self.line, asked, is_brief=True)
        if point.id not in found.points and not decides(point, self.line, asked, found):
            named = ", ".join(sorted(found.points)) or "none"
            raise denied(point.id, f"the rule points that decide here are {named}")
        strip, *sentences = found.shown.children
        written = nodes.container("", inline(self.line, LINE), position=self.line)
        others = links(sorted(found.points - {point.id}))
        kinds = ["ono-example", "no-search"]
        return [strip, nodes.container("", *sentences, written, others, classes=kinds)]


def point_note(point: RulePoint) -> list[nodes.Node]:
    """Return what is uncertain about a point and what we chose, if anything is."""
    return [paragraph(point.note)] if point.note else []


SIGNS = {Status.AGREED: "✓", Status.CONFLICT: "!", Status.SILENT: "?"}


def signed_status(point: RulePoint, keys: Collection[str]) -> str:
    """Return how sure the texts on these rule sets are, with a sign and in words."""
    return f"{SIGNS[point.status_for(keys)]} {point.status_words(keys)}"


def status_badge(point: RulePoint, keys: Collection[str], before: str = "") -> nodes.inline:
    """Return how sure the texts on these rule sets are in a badge."""
    return badge(before + signed_status(point, keys), f"ono-{point.status_for(keys).value}")


def point_options(point: RulePoint, keys: Collection[str]) -> list[OptionText]:
    """Return the options of a point that one of these rule sets has."""
    return [option for option in point.options if {*keys} & {*option.rules}]


def option_parts(options: Iterable[OptionText]) -> list[nodes.Node]:
    """Return each option with what its values mean, our default called ours."""
    parts: list[nodes.Node] = []
    for option in options:
        title = strong(_("Option {name}", name=option.name))
        parts += [line(title, classes=["ono-option"]), option_values(option)]
    return parts


def option_values(option: OptionText) -> nodes.bullet_list:
    """Return the values of an option and what each means."""
    items = []
    for each, means in option.means.items():
        value = option.default if isinstance(option.default, int) else each
        is_ours = value == option.default
        ours: list[Part] = [" ", inline(gettext("our default"), "ono-ours")] if is_ours else []
        items.append(line(literal(f"{option.name}={value}"), *ours, f" {means}"))
    return bullets(items, "ono-values")


def source_paragraphs(point: RulePoint, keys: Collection[str]) -> list[nodes.Node]:
    """Return where the texts on these rule sets say it, a line each; or that none does."""
    found: list[nodes.Node] = [
        line(link("text", each.text), f", {each.place}: {each.says}", classes=["no-search"])
        for each in point.sources_for(keys)
    ]
    return found or [paragraph(_("No source says anything about this."), "ono-absent")]


class MistakeDirective(NamedDirective, name="ono-mistake"):
    """A misconception from the registry, and a position in which it gives a wrong answer.

    The argument is its id, the content the position. ``:kind:`` is the kind of question,
    ``:play:`` what is played first and ``:claim:`` what is judged; ``:expect:`` is the right
    answer, as one answers a puzzle. A position in which the belief does no harm fails the build.
    """

    has_content = True
    allowed = ("kind", "play", "claim", "expect")

    def build_nodes(self) -> Sequence[nodes.Node]:
        name = self.subject
        check_known(misconceptions(), name, "is no misconception; the misconceptions are")
        belief, parts = misconceptions()[name], [self.options.get(n, "") for n in ("play", "claim")]
        (puzzle,) = read_set(f"{self.options.get('kind')}: {' | '.join([self.line, *parts])}")
        right, kind = answer_words(puzzle, puzzle.answer), KINDS[puzzle.kind]
        check_claimed_answer(self.options, puzzle)
        answers = {mistake.id: answer for mistake, answer in mistaken(kind, puzzle.task)}
        check_known(answers or ("none",), name, "does no harm here; the misconceptions that do are")
        wrong, truth = (
            N_("✗ If you believe this, you answer: {text}"),
            N_("✓ The answer is: {text}"),
        )
        if belief.is_reading:
            wrong = N_("If you read the text that way, the answer is: {text}")
        statuses = rule_point(belief.point).statuses
        if statuses[puzzle.position.rules.key] is not Status.AGREED:
            truth = N_("✓ As we read the rules, the answer is: {text}")
        told = _(wrong, text=answer_words(puzzle, answers[name]))
        side = [
            moment(_("Asked: {text}", text=puzzle.question)),
            paragraph(told, "ono-verdict", "ono-lost"),
            paragraph(_(truth, text=right), "ono-verdict", "ono-certain"),
            paragraph(kind.explain(puzzle.task, answers[name]).text),
        ]
        title, anchor = _belief(belief), _anchor(belief)
        section = nodes.section(
            "",
            nodes.title(title, title),
            links([belief.point], format_list([RULE_SETS[key].title for key in belief.rules])),
            paragraph(belief.truth, "ono-said"),
            details(_("A position that shows it"), position_with(puzzle.position, side)),
            ids=[anchor],
            classes=["ono-mistake"],
        )
        self.state.document.set_id(section)
        note_label(self.env, anchor, anchor, title)
        return [section]


class MistakesDirective(ListDirective, name="ono-mistakes"):
    """Every mistake of the registry, each with a link to its place on this page.

    What a text can be read to say is no mistake, and not listed.
    """

    def build_nodes(self) -> Sequence[nodes.Node]:
        mistakes = [one for one in misconceptions().values() if not one.is_reading]
        items = [
            line(nodes.reference("", _belief(one), refid=_anchor(one), internal=True))
            for one in mistakes
        ]
        return [bullets(items, "ono-mistakes")]


def _belief(misconception: Misconception) -> str:
    return gettext("“{belief}”", belief=misconception.belief)


def _anchor(misconception: Misconception) -> str:
    return f"mistake-{misconception.id}"
