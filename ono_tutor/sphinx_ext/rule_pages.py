"""Tables and lists of the rule books, and of what the engine says of the games and their cards.

``ono-comparison``, ``ono-open``, ``ono-options``, ``ono-texts`` and ``ono-sheet`` show the
registry; ``ono-glance``, ``ono-which`` and ``ono-cards`` ask the engine.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from docutils import nodes
from sphinx import addnodes

from ono_tutor import Position
from ono_tutor.cards import Card
from ono_tutor.game.explain import format_stake
from ono_tutor.i18n import (
    N_,
    Message,
    _,
    format_list,
    gettext,
    ngettext,
    sentence,
    translate,
    with_minus,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import Task
from ono_tutor.render.house_rules import OUR_MARK, OURS, chapters_of, deck_name
from ono_tutor.rules.book import RulePoint, Status, rule_point, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Effect, Moment, Refusal
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.sphinx_ext.answer import judged_claim, position_with
from ono_tutor.sphinx_ext.directive import ListDirective, NamedDirective
from ono_tutor.sphinx_ext.domain import (
    OnoDomain,
    chapter_link,
    link,
    links,
    name_place,
    text_anchor,
)
from ono_tutor.sphinx_ext.nodes import (
    Content,
    ResponsiveTable,
    Text,
    badge,
    card_drawing,
    late_details,
    literal,
    paragraph,
    responsive_table,
)
from ono_tutor.sphinx_ext.positions import rule_set_keys
from ono_tutor.sphinx_ext.rule_points import (
    option_parts,
    option_values,
    point_note,
    point_options,
    source_paragraphs,
    status_badge,
)


def points_of(keys: Iterable[str]) -> list[RulePoint]:
    """Return the rule points that one of these rule sets has, in the order of the rule books."""
    wanted = set(keys)
    return [point for point in rule_points().values() if wanted & point.says.keys()]


# ---- ono-comparison ----


class ComparisonDirective(ListDirective):
    """One table for each family of rule sets: a row a rule point, a column a rule set.

    ``:rules:`` names the rule sets to compare; without it every rule set is, and those that
    have no point in common stand in tables of their own. Where there are several, a page shows
    the points at which they differ, and a switch brings the others.
    """

    allowed = ("rules",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [self._family(keys) for keys in families(rule_set_keys(self.options.get("rules")))]

    def _family(self, keys: Sequence[str]) -> nodes.Node:
        table, points = self._table(keys), points_of(keys)
        same = sum(not point.differs for point in points)
        if len(keys) == 1 or not same:
            return table
        text = ngettext(
            "Show the {n} rule that is the same, too",
            "Show the {n} rules that are the same, too",
            same,
        )
        box = (
            f'<p class="ono-switch"><label><input type="checkbox"> {escape(str(text))}</label></p>'
        )
        switch = addnodes.only("", nodes.raw("", box, format="html"), expr=PAGES)
        return nodes.container("", switch, table, classes=["ono-switched"])

    def _table(self, keys: Sequence[str]) -> ResponsiveTable:
        titles = {RULE_SETS[key].title: 30 for key in keys}
        columns = {N_("Rule point"): 16} | titles | {N_("Notes, options and sources"): 24}
        caption = _("The rule points of {rules}", rules=format_list(list(titles)))
        classes = ("ono-comparison", f"ono-columns-{len(keys)}")
        table = responsive_table(caption, columns, *classes)
        for point in points_of(keys):
            said = (_point_sentence(point, key) for key in keys)
            witness = bank.witness(point.id) if point.differs else None
            inside: list[nodes.Node] = []
            if witness:  # the smallest position where the rule sets differ at this point
                task = Task(Position.parse(witness.position), claim=witness.claim)
                shown = judged_claim(task, keys if len(keys) > 1 else ())[0]
                inside.append(position_with(task.position, shown))
            inside += [*point_note(point), *option_parts(point.options)]
            inside += source_paragraphs(point.sources)
            more = late_details(_("Notes, options and sources"), *inside)
            kinds = [f"ono-{point.status.value}", *([] if point.differs else ["ono-same"])]
            row = table.add_row(_title(point, keys), *said, more, classes=kinds)
            row["ids"].append(point.id)
            self.state.document.set_id(row)
            OnoDomain.of(self.env).note("rule", point.id)
            name_place(self.env, f"rule-{point.id}", point.id, point.title)
        return table


PAGES = "format_html and not builder_epub"


def families(keys: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the rule sets in groups: two that have a rule point in common stand together."""
    groups: list[tuple[str, ...]] = []
    for key in keys:
        known = {other for point in points_of([key]) for other in point.says}
        kin = [group for group in groups if known & set(group)]
        joined = tuple(other for group in kin for other in group)
        groups = [group for group in groups if group not in kin] + [(*joined, key)]
    return groups


def _title(point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """Return the point's name, whether the editions differ, and whether the texts agree."""
    mark = nodes.inline("", point.id, classes=["ono-rule"])
    here = nodes.reference("", "", mark, refid=point.id, internal=True)
    name = nodes.strong(point.title, point.title)
    marks = nodes.paragraph("", "", here)
    if len(keys) > 1:
        word = N_("≠ The editions differ") if point.differs else N_("= The editions are alike")
        marks += [nodes.Text(" "), badge(translate(word), "ono-barred")]
    found = [key for key in keys if key in point.says]
    is_one = len({str(point.status_words((key,))) for key in found}) == 1
    for key in found[: 1 if is_one else None]:
        mark = status_badge(point, tuple(found) if is_one else (key,), "" if is_one else f"{key}: ")
        marks += [nodes.Text(" "), mark]
    return [nodes.paragraph("", "", name, classes=["ono-title"]), marks]


def _point_sentence(point: RulePoint, key: str) -> list[nodes.Node]:
    """Return the sentence of a rule set, and the way to its own book, where there is an example."""
    if key not in point.says:
        return [paragraph(_("No such rule."), "ono-absent")]
    name = gettext("Example: {game}", game=RULE_SETS[key].title)
    found = chapter_link(key, point.id, name, else_nothing=True)
    way = nodes.inline("", "", found, classes=["ono-way"])
    return [nodes.paragraph("", f"{point.says[key]} ", way)]


# ---- ono-open and ono-options ----


class OpenDirective(NamedDirective):
    """The rule points of a rule set where the texts conflict or are silent, and what we chose."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = nodes.definition_list(classes=["ono-open"])
        key = ruleset(self.subject).key
        for point in points_of([key]):
            if point.statuses[key] is not Status.AGREED:
                term = nodes.term("", "", nodes.strong("", "", link("rule", point.id)))
                mark = nodes.paragraph("", "", status_badge(point, (key,)))
                what = nodes.definition("", mark, paragraph(point.note))
                kinds = [f"ono-{point.statuses[key].value}"]
                found += nodes.definition_list_item("", term, what, classes=kinds)
        return [found]


class OptionsDirective(NamedDirective):
    """The options of a rule set, what their values mean, and the rule points behind them."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        key = ruleset(self.subject).key
        columns = {N_("Option"): 22, N_("Values"): 58, N_("Rule point"): 20}
        table = responsive_table(N_("The options"), columns, "ono-options")
        for point in points_of([key]):
            for option in point_options(point, [key]):
                name = nodes.paragraph("", "", nodes.strong(option.name, option.name))
                rule = nodes.paragraph("", "", link("rule", point.id))
                table.add_row(name, option_values(option), rule)
        return [table]


# ---- ono-texts ----


class TextsDirective(ListDirective):
    """The source texts behind the rule points with their tags; the comparison links here."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = nodes.definition_list(classes=["ono-texts"])
        for text in texts().values():
            term = nodes.term("", "", literal(text.tag, "ono-text"), nodes.Text(f" {text.title}"))
            term["ids"].append(text_anchor(text.tag))
            self.state.document.set_id(term)
            OnoDomain.of(self.env).note("text", text.tag)
            name_place(self.env, text_anchor(text.tag), text_anchor(text.tag), text.title)
            what = nodes.definition("", paragraph(text.what))
            found += nodes.definition_list_item("", term, what)
        return [found]


# ---- ono-sheet ----


class SheetDirective(NamedDirective):
    """A quick reference: the sentences of the registry, chapter by chapter.

    The argument is a rule set; a mark stands where the texts conflict or are silent and the
    choice is ours. Printed, each sheet is a page of its own.
    """

    def build_nodes(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        parts: list[nodes.Node] = []
        for title, points in chapters_of(rules.key):
            heading = nodes.strong(title, translate(title))
            head = nodes.paragraph("", "", heading, classes=["ono-sheet-head"])
            chapter = nodes.container("", head, classes=["ono-chapter"])
            for point in points:
                name = nodes.strong("", "", chapter_link(rules.key, point.id, point.title))
                mark = "" if point.statuses[rules.key] is Status.AGREED else f" {OUR_MARK}"
                said = nodes.Text(f"{mark} {point.says[rules.key]}")
                chapter += nodes.paragraph("", "", name, said)
            parts.append(chapter)
        columns = nodes.container("", *parts, classes=["ono-columns"])
        faces = nodes.bullet_list(bullet="*", classes=["ono-faces"])
        for card, count in rules.deck(rules.least_players).items():
            words = f"×{count} {deck_name(rules, card)}"
            faces += nodes.list_item("", card_drawing(card.code), paragraph(words))
        top = [paragraph(rules.title, "ono-sheet-name"), faces]
        legend = paragraph(translate(OURS), "ono-legend")
        return [nodes.container("", *top, columns, legend, classes=["ono-sheet"])]


MOMENT = Moment(total=20)
HIGHER = Moment(total=50)
GOAL = 99
SMALL = 6
"""A total from which ten less is below zero."""

Fact = Callable[[RuleSet], Text]


def _rule_sets() -> list[RuleSet]:
    return [ruleset(key) for key in RULE_SETS]


def _table(caption: Text, first: str, width: int) -> ResponsiveTable:
    """Return a table with a column for each rule set."""
    rest = (100 - width) // len(_rule_sets())
    columns = {first: width} | {rules.title: rest for rules in _rule_sets()}
    return responsive_table(caption, columns, "ono-glance")


def _deck(rules: RuleSet) -> dict[Card, int]:
    return dict(rules.deck(rules.least_players))


def _count(rules: RuleSet) -> Message:
    return _("{count} cards", count=sum(_deck(rules).values()))


def _hand(rules: RuleSet) -> Message:
    return _("{count} cards", count=rules.hand_size)


def _range(least: object, most: object) -> Message:
    return _("{least} to {most}", least=least, most=most)


def _marked(text: object, rules: RuleSet, ids: Iterable[str]) -> str:
    """Return a fact, marked where one of the rule points behind it is our reading."""
    said = [point for point in map(rule_point, ids) if rules.key in point.says]
    is_ours = any(point.statuses[rules.key] is not Status.AGREED for point in said)
    return f"{text} {OUR_MARK}" if is_ours else str(text)


# ---- ono-glance ----


class GlanceDirective(ListDirective):
    """The size of each game, and what each card does on a total of 20 with three at the table."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        sizes = _table(N_("The size of each game"), N_("The game"), 20)
        for title, fact, points in SIZES:
            facts = (_marked(fact(rules), rules, points) for rules in _rule_sets())
            sizes.add_row(translate(title), *facts)
        caption = _("What a card turns a total of {total} into", total=MOMENT.total)
        cards = _table(caption, N_("Card"), 20)
        for card in Card:
            games = [rules for rules in _rule_sets() if card in _deck(rules)]
            if games:
                name = " / ".join(
                    dict.fromkeys(f"{rules.card_name(card):short}" for rules in games)
                )
                does = (_card_fact(rules, card) for rules in _rule_sets())
                cards.add_row([card_drawing(card.code), paragraph(sentence(name))], *does)
        return [sizes, cards, paragraph(translate(OURS), "ono-legend")]


def _card_fact(rules: RuleSet, card: Card) -> Content:
    """Return what each way to play this card does, and how many there are."""
    count = _deck(rules).get(card, 0)
    if not count:
        return paragraph(_("no such card"), "ono-absent")
    found = [_effect(rules, rules.judge(play, MOMENT)) for play in rules.plays_of(card)]
    if len(found) == 1:
        return _("{effect} (×{count})", effect=found[0], count=count)
    first, second = found
    template = N_("{first} or {second}, as you choose (×{count})")
    return _(template, first=first, second=second, count=count)


def _effect(rules: RuleSet, judgement: Effect | Refusal) -> Text:
    if isinstance(judgement, Refusal):
        return _marked(_("cannot be played"), rules, judgement.rules)
    template = N_("{total}")
    if judgement.turns:
        template = N_("{total}, and play changes direction")
    elif judgement.owes > 1:
        template = N_("{total}, and the next player plays {owes} cards")
    elif judgement.steps > 1:
        template = N_("{total}, and one player is skipped")
    return _(template, total=judgement.total, owes=judgement.owes)


# ---- ono-cards ----


class CardsDirective(NamedDirective):
    """The faces of a rule set's cards, each with what it does; alike number cards together."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        groups: dict[str, list[Card]] = {}
        for card in Card:
            if card in _deck(rules):
                groups.setdefault(_does(rules, card), []).append(card)
        found = nodes.bullet_list(classes=["ono-cards"], bullet="*")
        for text, cards in groups.items():
            ends = dict.fromkeys((cards[0], cards[-1]))
            name = format_list([f"{rules.card_name(card):short}" for card in cards])
            if len(cards) > MANY:
                name = str(_range(*(f"{rules.card_name(card):short}" for card in ends)))
            title = nodes.strong("", sentence(name))
            faces = [card_drawing(card.code) for card in ends]
            does = _("each {does}", does=text) if len(cards) > 1 else text
            words = nodes.paragraph("", "", title, nodes.Text(f" {does}"))
            found += nodes.list_item("", nodes.container("", *faces), words)
        is_marked = any(OUR_MARK in text for text in groups)
        return [found, *([paragraph(translate(OURS), "ono-legend")] if is_marked else [])]


def _does(rules: RuleSet, card: Card) -> str:
    """Return what a card does to the total and to the turn, in a few words."""
    plays = rules.plays_of(card)
    found = [rules.judge(play, MOMENT) for play in plays]
    effects = [effect for effect in found if isinstance(effect, Effect)]
    if not effects:
        refused = rules.judge(plays[0], MOMENT)
        return _marked(_("cannot be played"), rules, refused.rules)
    later = rules.judge(plays[0], HIGHER)
    low = [effect.total - MOMENT.total for effect in effects]
    if isinstance(later, Effect) and later.total - HIGHER.total != low[0]:
        template = N_("turns {first} into {low}, and {second} into {high}")
        fields = {"low": effects[0].total, "high": later.total}
        text = gettext(template, first=MOMENT.total, second=HIGHER.total, **fields)
    elif low == [card.number]:
        text = translate(N_("adds its number"))
    else:
        template = N_("takes off {less}") if low[0] < 0 else N_("adds {first}")
        if len(low) > 1:
            rises = low[-1] > 0
            template = (
                N_("adds {first} or {second}") if rises else N_("adds {first} or takes off {less}")
            )
        text = gettext(template, first=low[0], second=low[-1], less=-low[-1])
    return "; ".join([text, *map(translate, _turned(effects[0]))])


def _turned(effect: Effect) -> list[str]:
    """Return what a card does beside the total."""
    said = (
        (effect.turns, N_("play changes direction")),
        (effect.owes > 1, N_("the next player plays two cards")),
        (effect.steps > 1, N_("the next player is skipped")),
    )
    return [text for is_so, text in said if is_so]


MANY = 3
"""The most cards that do the same and are named one by one."""


def _stake(rules: RuleSet) -> Message:
    start = rules.start_stakes(((),))
    if not start:
        return _("no chips and no points")
    return format_stake(rules, start[0])


def _most_owed(rules: RuleSet) -> Message:
    one = _("{n} card", n=1)
    return one if rules.most_owed == 1 else _("1 or {n} cards", n=rules.most_owed)


SIZES: tuple[tuple[str, Fact, tuple[str, ...]], ...] = (
    (
        N_("Players"),
        lambda rules: _range(rules.least_players, rules.most_players),
        ("players", "99-deck"),
    ),
    (N_("The deck"), _count, ()),
    (N_("A hand"), _hand, ()),
    (N_("Possible totals"), lambda rules: rules.totals, ("limit", "99-below-zero")),
    (N_("Cards to play in a turn"), _most_owed, ()),
    (N_("Everyone starts with"), _stake, ()),
)
"""Each fact with the rule points that may leave it open."""


# ---- ono-which ----


class FeatureTableDirective(ListDirective):
    """A row a sign by which to tell the games apart, a column a rule set."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        table = _table(N_("Which game is it?"), N_("Look at"), 25)
        for title, answer, points in SIGNS:
            head = [paragraph(translate(title)), links(points)]
            table.add_row(head, *(sentence(str(answer(rules))) for rules in _rule_sets()))
        return [table, paragraph(translate(OURS), "ono-legend")]


def _numbers(rules: RuleSet) -> Message:
    numbers = [card.number for card in _deck(rules) if card.number is not None]
    return _range(min(numbers), max(numbers))


def _only_here(rules: RuleSet) -> str:
    """Return the cards that no other game has."""
    others = {card for other in _rule_sets() if other.key != rules.key for card in _deck(other)}
    names = [f"{rules.card_name(card):short}" for card in _deck(rules) if card not in others]
    return format_list(names) or translate(N_("none"))


def _double(rules: RuleSet) -> Text:
    if Card.DOUBLE not in _deck(rules):
        return _("there is none")
    return f"{rules.card_name(Card.DOUBLE):short}"


def _making_99(rules: RuleSet) -> Text:
    """Return what an eight does that would bring the total to 99 exactly."""
    found = rules.judge(Play(Card.EIGHT), Moment(GOAL - 8))
    if isinstance(found, Refusal):
        text = _("is not allowed; if you have nothing else, you are out")
    else:
        text = _("loses the round") if found.loses else _("wins the round")
    return _marked(text, rules, found.rules)


def _ten_less(rules: RuleSet) -> Text:
    """Return what taking off ten makes of a small total."""
    plays = (Play(Card.MINUS_TEN), Play(Card.TEN, -10))
    known = [play for play in plays if play.card in _deck(rules)]
    found = rules.judge(known[0], Moment(SMALL)) if known else None
    if not isinstance(found, Effect):
        return _("cannot be done")
    fields = {"total": with_minus(found.total), "card": rules.play_name(known[0])}
    text = _("{total}, with {card:a}", **fields)
    return _marked(text, rules, ("minus-ten", "99-below-zero"))


def _losing(rules: RuleSet) -> Message:
    """Return what is lost by a loss."""
    start = rules.start_stakes(((), ()))
    if not start:
        return _("the whole game")
    name = N_("{count} points, a few at a time")
    if rules.stake_name == "chips":
        name = N_("one of your {count} chips")
    return _(name, count=start[0])


SIGNS: tuple[tuple[str, Fact, tuple[str, ...]], ...] = (
    (N_("The numbers on the cards"), _numbers, ("deck", "99-values")),
    (N_("Cards that only this game has"), _only_here, ("deck", "99-values")),
    (N_("The whole deck"), _count, ("deck", "99-deck")),
    (N_("Cards in a hand"), _hand, ("deal", "99-deal")),
    (N_("The card that makes the next player play two"), _double, ("double-effect",)),
    (N_("Making exactly 99"), _making_99, ("limit", "bust", "99-land-99")),
    (N_("Taking 10 off a total of 6"), _ten_less, ("minus-ten", "99-below-zero")),
    (N_("What you stand to lose"), _losing, ("loss", "chips", "99-points")),
)
