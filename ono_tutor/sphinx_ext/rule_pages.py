"""Tables and lists of the rule books, and of what the engine says of the games and their cards.

``ono-comparison``, ``ono-open``, ``ono-options``, ``ono-texts`` and ``ono-sheet`` show the
registry; ``ono-glance``, ``ono-which`` and ``ono-cards`` ask the engine.
"""

from collections.abc import Iterable, Sequence
from html import escape

from docutils import nodes
from sphinx import addnodes

from ono_tutor import Position
from ono_tutor.cards import Card
from ono_tutor.game.explain import format_stake
from ono_tutor.i18n import N_, _, format_list, gettext, ngettext, sentence, translate, with_minus
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
from ono_tutor.sphinx_ext.domain import OnoDomain, link, links, text_anchor
from ono_tutor.sphinx_ext.nodes import (
    PAGES,
    Content,
    ResponsiveTable,
    Text,
    badge,
    bullets,
    card_drawing,
    definition,
    details,
    line,
    literal,
    paragraph,
    responsive_table,
    strong,
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


class ComparisonDirective(ListDirective, name="ono-comparison"):
    """One table for each family of rule sets: a row a rule point, a column a rule set.

    ``:rules:`` names the rule sets to compare; without it every rule set is, and those that
    have no point in common get tables of their own. Where there are several, a page shows
    the points at which they differ, and a switch brings the others.
    """

    allowed = ("rules",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        keys = rule_set_keys(self.options.get("rules", ""))
        return [self._family(family) for family in families(keys)]

    def _family(self, keys: Sequence[str]) -> nodes.Node:
        titles = {RULE_SETS[key].title: 30 for key in keys}
        columns = {N_("Rule point"): 16} | titles | {N_("Notes, options and sources"): 24}
        caption = _("The rule points of {rules}", rules=format_list(list(titles)))
        classes = ("ono-comparison", f"ono-columns-{len(keys)}")
        table, same = responsive_table(caption, columns, *classes), 0
        for point in points_of(keys):
            inside: list[nodes.Node] = []
            if point.differs and (witness := bank.witness(point.id)):  # the smallest position
                task = Task(Position.parse(witness.position), claim=witness.claim)
                shown = judged_claim(task, keys if len(keys) > 1 else ())[0]
                inside.append(position_with(task.position, shown))
            inside += [*point_note(point), *option_parts(point.options)]
            inside += source_paragraphs(point, point.says)
            more = details(_("Notes, options and sources"), *inside)
            said = [_point_sentence(point, key) for key in keys]
            kinds = [f"ono-{point.status.value}", *([] if point.differs else ["ono-same"])]
            row = table.add_row(_point_title(point, keys), *said, more, classes=kinds)
            row["ids"].append(point.id)
            self.state.document.set_id(row)
            OnoDomain.of(self.env).note("row", point.id, point.id, point.title)
            same += not point.differs
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


def families(keys: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the rule sets in groups: those that share rule points with the same ones."""
    groups: dict[frozenset[str], tuple[str, ...]] = {}
    for key in keys:
        kin = frozenset(other for point in points_of([key]) for other in point.says)
        groups[kin] = (*groups.get(kin, ()), key)
    return list(groups.values())


def _point_title(point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """Return the point's name, whether the editions differ, and whether the texts agree."""
    mark = nodes.inline("", point.id, classes=["ono-rule"])
    marks = line(nodes.reference("", "", mark, refid=point.id, internal=True))
    if len(keys) > 1:
        word = N_("≠ The editions differ") if point.differs else N_("= The editions are alike")
        marks += [nodes.Text(" "), badge(translate(word), "ono-barred")]
    found = [key for key in keys if key in point.says]
    if len({str(point.status_words((key,))) for key in found}) == 1:
        badges = [status_badge(point, found)]
    else:
        badges = [status_badge(point, (key,), f"{key}: ") for key in found]
    for each in badges:
        marks += [nodes.Text(" "), each]
    return [line(strong(point.title), classes=["ono-title"]), marks]


def _point_sentence(point: RulePoint, key: str) -> nodes.Node:
    """Return the sentence of a rule set, and the way to its own book, if there is an example."""
    if key not in point.says:
        return paragraph(_("No such rule."), "ono-absent")
    name = gettext("Example: {game}", game=RULE_SETS[key].title)
    way = nodes.inline("", "", link(key, point.id, name), classes=["ono-way"])
    return line(f"{point.says[key]} ", way)


# ---- ono-open, ono-options, ono-texts, ono-sheet ----


class OpenDirective(NamedDirective, name="ono-open"):
    """The rule points of a rule set where the texts conflict or are silent, and what we chose."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        key = ruleset(self.subject).key
        found = nodes.definition_list(classes=["ono-open"])
        for point in points_of([key]):
            if point.statuses[key] is not Status.AGREED:
                term = nodes.term("", "", nodes.strong("", "", link("rule", point.id)))
                mark = line(status_badge(point, (key,)))
                kinds = [f"ono-{point.statuses[key].value}"]
                found += definition(term, mark, paragraph(point.note), classes=kinds)
        return [found]


class OptionsDirective(NamedDirective, name="ono-options"):
    """The options of a rule set, what their values mean, and the rule points behind them."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        key = ruleset(self.subject).key
        columns = {N_("Option"): 22, N_("Values"): 58, N_("Rule point"): 20}
        table = responsive_table(N_("The options"), columns, "ono-options")
        for point in points_of([key]):
            for option in point_options(point, [key]):
                rule = line(link("rule", point.id))
                table.add_row(line(strong(option.name)), option_values(option), rule)
        return [table]


class TextsDirective(ListDirective, name="ono-texts"):
    """The source texts behind the rule points with their tags; the comparison links here."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = nodes.definition_list(classes=["ono-texts"])
        for text in texts().values():
            term = nodes.term("", "", literal(text.tag, "ono-text"), nodes.Text(f" {text.title}"))
            term["ids"].append(text_anchor(text.tag))
            self.state.document.set_id(term)
            OnoDomain.of(self.env).note("text", text.tag, text_anchor(text.tag), text.title)
            found += definition(term, paragraph(text.what))
        return [found]


class SheetDirective(NamedDirective, name="ono-sheet"):
    """A quick reference: the sentences of the registry, chapter by chapter.

    The argument is a rule set; a mark stands where the texts conflict or are silent and the
    choice is ours. Printed, each sheet is a page of its own.
    """

    def build_nodes(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        chapters: list[nodes.Node] = []
        for title, points in chapters_of(rules.key):
            lines = [line(nodes.strong(title, translate(title)), classes=["ono-sheet-head"])]
            for point in points:
                way = link(rules.key, point.id, point.title, bare=point.title)
                mark = "" if point.statuses[rules.key] is Status.AGREED else f" {OUR_MARK}"
                lines.append(line(nodes.strong("", "", way), f"{mark} {point.says[rules.key]}"))
            chapters.append(nodes.container("", *lines, classes=["ono-chapter"]))
        deck = rules.deck(rules.least_players)
        faces: list[Content] = [
            [card_drawing(card.code), paragraph(f"×{count} {deck_name(rules, card)}")]
            for card, count in deck.items()
        ]
        parts = [
            paragraph(rules.title, "ono-sheet-name"),
            bullets(faces, "ono-faces"),
            nodes.container("", *chapters, classes=["ono-columns"]),
            legend(),
        ]
        return [nodes.container("", *parts, classes=["ono-sheet"])]


def legend() -> nodes.paragraph:
    """Return what the mark of our readings means."""
    return paragraph(translate(OURS), "ono-legend")


# ---- ono-glance and ono-which: a column a rule set ----


MOMENT = Moment(total=20)


def _games() -> list[tuple[RuleSet, dict[Card, int]]]:
    """Return the rule sets with their decks."""
    games = [ruleset(key) for key in RULE_SETS]
    return [(rules, dict(rules.deck(rules.least_players))) for rules in games]


def _games_table(caption: Text, first: str, rows: Iterable[tuple[Content, str]]) -> ResponsiveTable:
    """Return a table with a column for each rule set; a row is a head and the name of a fact."""
    columns = {first: 22} | {rules.title: 26 for rules, __ in _games()}
    table = responsive_table(caption, columns, "ono-glance")
    facts = [game_facts(rules, deck) for rules, deck in _games()]
    for head, name in rows:
        table.add_row(head, *(sentence(str(each[name])) for each in facts))
    return table


def _range(least: object, most: object) -> str:
    return gettext("{least} to {most}", least=least, most=most)


def _marked(text: object, rules: RuleSet, *ids: str) -> str:
    """Return a fact, marked if one of the rule points behind it is our reading."""
    said = [point for point in map(rule_point, ids) if rules.key in point.says]
    is_ours = any(point.statuses[rules.key] is not Status.AGREED for point in said)
    return f"{text} {OUR_MARK}" if is_ours else str(text)


class GlanceDirective(ListDirective, name="ono-glance"):
    """The size of each game, and what each card does."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        rows = [(translate(title), name) for name, title in SIZES.items()]
        sizes = _games_table(N_("The size of each game"), N_("The game"), rows)
        cards = _games_table(N_("What each card does"), N_("Card"), ())
        for card in Card:
            games = [rules for rules, deck in _games() if card in deck]
            if games:
                names = dict.fromkeys(f"{rules.card_name(card):short}" for rules in games)
                head: Content = [card_drawing(card.code), paragraph(sentence(" / ".join(names)))]
                cards.add_row(head, *(_card_cell(card, *game) for game in _games()))
        return [sizes, cards, legend()]


def _card_cell(card: Card, rules: RuleSet, deck: dict[Card, int]) -> nodes.Node:
    if card not in deck:
        return paragraph(_("no such card"), "ono-absent")
    does = _card_text(rules, card)
    return paragraph(_("{effect} (×{count})", effect=does, count=deck[card]))


class FeatureTableDirective(ListDirective, name="ono-which"):
    """A row a sign by which to tell the games apart, a column a rule set."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        rows: list[tuple[Content, str]] = []
        for name, (title, points) in SIGNS.items():
            rows.append(([paragraph(translate(title)), links(points.split())], name))
        return [_games_table(N_("Which game is it?"), N_("Look at"), rows), legend()]


SIZES = {
    "players": N_("Players"),
    "deck": N_("The deck"),
    "hand": N_("A hand"),
    "totals": N_("Possible totals"),
    "owed": N_("Cards to play in a turn"),
    "start": N_("Everyone starts with"),
}
SIGNS = {
    "numbers": (N_("The numbers on the cards"), "deck 99-values"),
    "own": (N_("Cards that only this game has"), "deck 99-values"),
    "deck": (N_("The whole deck"), "deck 99-deck"),
    "hand": (N_("Cards in a hand"), "deal 99-deal"),
    "double": (N_("The card that makes the next player play two"), "double-effect"),
    "exactly": (N_("Making exactly 99"), "limit bust 99-land-99"),
    "ten less": (N_("Taking 10 off a total of 6"), "minus-ten 99-below-zero"),
    "stake": (N_("What you stand to lose"), "loss chips 99-points"),
}
"""The rows of each table by their facts; a sign has the rule points behind it."""


def game_facts(rules: RuleSet, deck: dict[Card, int]) -> dict[str, Text]:
    """Return the facts of :data:`SIZES` and :data:`SIGNS`, marked if the texts leave them open."""
    start, most = rules.start_stakes(((), ())), rules.most_owed
    numbers = [card.number for card in deck if card.number is not None]
    others = {card for other, cards in _games() if other.key != rules.key for card in cards}
    own = [f"{rules.card_name(card):short}" for card in deck if card not in others]

    exact = rules.judge(Play(Card.EIGHT), Moment(99 - 8))
    if isinstance(exact, Refusal):
        exactly = _("is not allowed; if you have nothing else, you are out")
    else:
        exactly = _("loses the round") if exact.loses else _("wins the round")

    ten = Play(Card.MINUS_TEN) if Card.MINUS_TEN in deck else Play(Card.TEN, -10)
    less, ten_less = rules.judge(ten, Moment(6)), gettext("cannot be done")
    if isinstance(less, Effect):
        fields = {"total": with_minus(less.total), "card": rules.play_name(ten)}
        text = _("{total}, with {card:a}", **fields)
        ten_less = _marked(text, rules, "minus-ten", "99-below-zero")

    stake = N_("{count} points, a few at a time")
    if rules.stake_name == "chips":
        stake = N_("one of your {count} chips")
    players = _range(rules.least_players, rules.most_players)
    return {
        "players": _marked(players, rules, "players", "99-deck"),
        "deck": _("{count} cards", count=sum(deck.values())),
        "hand": _("{count} cards", count=rules.hand_size),
        "totals": _marked(rules.totals, rules, "limit", "99-below-zero"),
        "owed": _("{n} card", n=1) if most == 1 else _("1 or {n} cards", n=most),
        "start": format_stake(rules, start[0]) if start else _("no chips and no points"),
        "numbers": _range(min(numbers), max(numbers)),
        "own": format_list(own) or gettext("none"),
        "double": f"{rules.card_name(Card.DOUBLE):short}" if most > 1 else _("there is none"),
        "exactly": _marked(exactly, rules, *exact.rules),
        "ten less": ten_less,
        "stake": _(stake, count=start[0]) if start else _("the whole game"),
    }


# ---- ono-cards ----


MOST_NAMED = 3
"""The most cards that do the same and are named one by one."""


class CardsDirective(NamedDirective, name="ono-cards"):
    """The faces of a rule set's cards, each with what it does; alike number cards together."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        deck = dict(rules.deck(rules.least_players))
        groups: dict[str, list[Card]] = {}
        for card in (card for card in Card if card in deck):
            groups.setdefault(_card_text(rules, card), []).append(card)
        items: list[Content] = []
        for text, cards in groups.items():
            names = [f"{rules.card_name(card):short}" for card in cards]
            name = format_list(names) if len(cards) <= MOST_NAMED else _range(names[0], names[-1])
            faces = [card_drawing(card.code) for card in dict.fromkeys((cards[0], cards[-1]))]
            does = _("each {does}", does=text) if len(cards) > 1 else text
            words = line(nodes.strong("", sentence(name)), f" {does}")
            items.append([nodes.container("", *faces), words])
        is_marked = any(OUR_MARK in text for text in groups)
        return [bullets(items, "ono-cards"), *([legend()] if is_marked else [])]


def _card_text(rules: RuleSet, card: Card) -> str:
    """Return what a card does to the total and to the turn, in a few words."""
    plays, higher = rules.card_plays[card], Moment(total=50)
    found = [rules.judge(play, MOMENT) for play in plays]
    effects = [effect for effect in found if isinstance(effect, Effect)]
    if not effects:
        return _marked(_("cannot be played"), rules, *found[0].rules)
    effect, later = effects[0], rules.judge(plays[0], higher)
    adds = [each.total - MOMENT.total for each in effects]
    first, last = adds[0], adds[-1]
    if isinstance(later, Effect) and later.total - higher.total != first:
        totals = {"first": MOMENT.total, "low": effect.total}
        totals |= {"second": higher.total, "high": later.total}
        text = gettext("turns {first} into {low}, and {second} into {high}", **totals)
    elif adds == [card.number]:
        text = gettext("adds its number")
    elif len(adds) > 1 and last > 0:
        text = gettext("adds {first} or {second}", first=first, second=last)
    elif len(adds) > 1:
        text = gettext("adds {first} or takes off {less}", first=first, less=-last)
    elif first < 0:
        text = gettext("takes off {less}", less=-first)
    else:
        text = gettext("adds {first}", first=first)
    parts = [text]
    if effect.turns:
        parts.append(gettext("play changes direction"))
    if effect.owes > 1:
        parts.append(gettext("the next player plays two cards"))
    if effect.steps > 1:
        parts.append(gettext("the next player is skipped"))
    return "; ".join(parts)
