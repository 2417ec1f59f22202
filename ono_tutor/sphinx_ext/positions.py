"""The directives ``ono-position``, ``ono-survive``, ``ono-play``, ``ono-compare``, ``ono-map``."""

from collections.abc import Sequence

from docutils import nodes

from ono_tutor import Position, ruleset, survive
from ono_tutor.game.transcript import play_line
from ono_tutor.i18n import N_, Message, _, format_list, gettext, translate, with_minus
from ono_tutor.render.comparison import comparison_rows
from ono_tutor.render.describe import card_codes, spoken
from ono_tutor.render.totals import (
    Readings,
    Split,
    Strip,
    chance_words,
    compare_maps,
    first_in_danger,
    lost_from,
    row_ranges,
    row_svg,
    row_text,
    strips_svg,
    totals_text,
    window_of,
)
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import Hand
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.solver.survive import DoubleChances, SurvivalMap, keep, survival_map
from ono_tutor.sphinx_ext.answer import (
    OPTIONS,
    board,
    chance_badge,
    example,
    line_of_play,
    outcome_facts,
    verdict_paragraph,
)
from ono_tutor.sphinx_ext.directive import NamedDirective, OnoDirective, chance_facts, check_claim
from ono_tutor.sphinx_ext.domain import links
from ono_tutor.sphinx_ext.nodes import (
    badge,
    card_drawing,
    inline,
    line,
    literal,
    moment,
    paragraph,
    picture,
    responsive_table,
)


class PositionDirective(OnoDirective, name="ono-position"):
    """A position and the engine's answer.

    The argument, or the content, is a line of the notation. ``:question:`` is ``plays``
    (what each card would do), ``survive`` (the chances too), ``refused`` (why the line cannot
    be) or ``none`` (the picture alone); ``:play:`` makes plays instead, and ``:claim:`` judges
    a claim under every rule set. ``:expect:`` is a claim, which fails the build if the engine
    denies it; so do a line that cannot be read and a play that is not legal.
    """

    allowed = OPTIONS

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [example(self.line, self.options).shown]


# ---- surviving ----


class SurviveDirective(OnoDirective, name="ono-survive"):
    """A position under a double: certain, with what exact chance, or not at all; by first card.

    ``:expect:`` is a claim such as ``certain``, ``lost``, ``chance 8/25`` or ``8/25``.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [example(self.line, {"question": "survive"} | self.options).shown]


# ---- a line of play ----


class PlayDirective(OnoDirective, name="ono-play"):
    """A line of play: the table before it, and after each play what happened and how it stands.

    The argument is a position, a bar and the plays, as ``ono-tutor play -`` reads it.
    ``:expect:`` is a claim about the end, such as ``total 93, turn 1, owes 2``.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        outcome = play_line(self.line)
        check_claim(self.options, outcome_facts(outcome))
        return [line_of_play(outcome)]


# ---- the rule sets side by side ----


class CompareDirective(OnoDirective, name="ono-compare"):
    """The same cards and total under the rule sets, a row a card and a column a rule set.

    ``:rules:`` names the columns; without it they are all there. ``:expect:`` is a claim, such
    as ``1980 certain, 2022 lost, ninety-nine none`` or ``differs -10``: the cards that the rule
    sets treat unlike.
    """

    allowed = ("rules", "expect")

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = compare(Position.parse(self.line))
        check_claim(self.options, comparison_facts(found))
        keys = rule_set_keys(self.options.get("rules", ""))
        places = [list(RULE_SETS).index(key) for key in keys]
        titles = {RULE_SETS[key].title: 22 for key in keys}
        columns = {N_("Card"): 18} | titles | {N_("Rule points"): 16}
        caption = N_("The same cards in each game")
        classes = ("ono-same-cards", f"ono-columns-{len(places)}")
        table = responsive_table(caption, columns, *classes)
        for row in comparison_rows(found):
            face = [card_drawing(row.card.code)] if row.card else []
            cells = []
            for cell in (row.cells[place] for place in places):
                template, kind = OUTCOMES[cell.outcome]
                head = line(badge(_(template, label=cell.label), kind))
                if cell.differs:
                    head += [nodes.Text(" "), inline(gettext("differs"), "ono-unlike")]
                cells.append([head, *([paragraph(cell.text)] if cell.text else [])])
            kinds = ["ono-differs"] if row.rules else []
            table.add_row([*face, paragraph(row.name)], *cells, links(row.rules), classes=kinds)
        parts = board(found.position), table
        return [nodes.container("", *parts, classes=["ono-position", "ono-compare"])]


def rule_set_keys(wanted: str) -> list[str]:
    """Return the rule sets that an option names, or all of them if it names none."""
    return [ruleset(word).key for word in wanted.split()] or list(RULE_SETS)


OUTCOMES = {
    "safe": (N_("✓ {label}"), "ono-certain"),
    "risk": (N_("◐ {label}"), "ono-chance"),
    "lost": (N_("▼ {label}"), "ono-lost"),
    "barred": (N_("✗ {label}"), "ono-barred"),
    "none": (N_("{label}"), "ono-barred"),
}


def comparison_facts(found: Comparison) -> list[str]:
    """Return what can be claimed of a comparison: ``1980 certain`` or ``differs H -10``."""
    facts = [f"differs {' '.join(item.card.code for item in found.differences)}"]
    for reading in found.readings:
        words = chance_facts(reading.survival.chance) if reading.survival else ("none",)
        facts += [f"{reading.rules.key} {word}" for word in words]
    return facts


# ---- the survival map ----


PLAYERS = 3


class MapDirective(NamedDirective, name="ono-map"):
    """The chance to survive a double, along the totals.

    The argument is a rule set and a hand: ``:total:`` marks a total (0 by default), and
    ``:expect:`` is a claim about the chance there, such as ``8/25`` or ``certain``. With
    ``:keep:`` it asks which card to keep if the others then add that number (0 by default), and
    the claim is the best plays. Without a hand it shows the most dangerous hands, ``:count:`` rows
    of them, or, with ``:against:``, what other readings change. ``:players:`` is 3 by default.
    """

    allowed = ("total", "expect", "keep", "players", "count", "against")

    def build_nodes(self) -> Sequence[nodes.Node]:
        name, *cards = self.subject.split()
        known = self._map(name)
        if cards:
            self.check_options(("total", "expect", "keep", "players"))
            parts = self._hand(known, cards)
        elif "against" in self.options:
            self.check_options(("against", "players"))
            words = self.options["against"].split()
            others = [self._map(f"{known.rules.name}+{word}") for word in words]
            parts = reading_parts([compare_maps(known, other) for other in others])
        else:
            self.check_options(("count", "players"))
            parts = danger_parts(known, self.number("count", 10))
        return [nodes.container("", *parts, classes=["ono-map"])]

    def _map(self, name: str) -> SurvivalMap:
        rules, players = ruleset(name), self.number("players", PLAYERS)
        rules.check_players(players)
        return survival_map(rules, pair=players == 2)

    def _hand(self, known: SurvivalMap, cards: list[str]) -> list[nodes.Node]:
        """Return a hand along the totals, or which of its cards to keep, with the claim checked."""
        total, players = self.options.get("total", "0"), self.number("players", PLAYERS)
        owes = 1 if "keep" in self.options else 2
        table = f"players={players} total={total} owes={owes}"
        # parsed as a position, so that a bad hand is reported as it is elsewhere
        position = Position.parse(f"{known.rules.name} hand={' '.join(cards)} {table}")
        if "keep" in self.options:
            rise = self.number("keep", 0)
            found = keep(position, rise)
            check_claim(self.options, [" ".join(map(str, found.best))])
            return keeping_parts(found, rise)
        check_claim(self.options, chance_facts(survive(position).chance))
        return hand_parts(known, position, "total" in self.options)


SHOWN_TOTALS = (80, 85, 90, 95)


def _code(hand: Hand) -> str:
    return ",".join(card.code for card in hand)


# ---- one hand ----


def hand_parts(known: SurvivalMap, position: Position, has_total: bool) -> list[nodes.Node]:
    """Return a hand along the totals: drawn, the chance at its total, a row for each change."""
    hand, total = position.hand, position.total if has_total else None
    at_total = [moment(_("At {total}", total=total)), verdict_paragraph(survive(position))]
    columns = {N_("Total"): 20, N_("Good draws"): 25, N_("Chance"): 55}
    caption = N_("The chance to survive a double, by total")
    table = responsive_table(caption, columns, "ono-stretches")
    for part in row_ranges(known.row(hand)):
        good = chance_words(known.rules, hand, part.chance)
        is_marked = total is not None and part.first <= total <= part.last
        classes = ["ono-marked"] if is_marked else []
        table.add_row(totals_text(part), good, line(chance_badge(part.chance)), classes=classes)
    side = nodes.container("", *(at_total if has_total else ()), table, classes=["ono-answer"])
    words = str(row_text(known.rules, hand, known.row(hand)))
    return [picture(row_svg(known, hand, total), words), side]


def keeping_parts(found: DoubleChances, rise: int) -> list[nodes.Node]:
    """Return, by the card played now, the chance to survive a double at the next turn."""
    columns = {N_("Play now"): 40, N_("Chance to survive a double next"): 60}
    table = responsive_table(N_("Which card to keep"), columns, "ono-keeping")
    for play, chance in found.chances:
        face = [] if play.card is None else [card_drawing(play.card.code)]
        name = spoken(found.position, play)
        best = [inline(f" · {gettext('best')}", "ono-best")] if play in found.best else []
        table.add_row([*face, paragraph(name)], line(chance_badge(chance), *best))
    template = N_(
        "{hand} at {total}: the chance to survive a double next turn, by the card played now, "
        "if the others add {rise}"
    )
    fields = {"hand": _code(found.position.hand), "total": with_minus(found.position.total)}
    return [moment(_(template, rise=rise, **fields)), table]


# ---- the most dangerous hands ----


def danger_parts(known: SurvivalMap, count: int) -> list[nodes.Node]:
    """Return the most dangerous hands, drawn and in a table; the hopeless ones in a line."""
    fates = known.equal_hands()
    hopeless = [fate for fate in fates if lost_from(fate.row) == 0]
    strips, said = [], []
    totals = {gettext("At {total}", total=total): 12 for total in SHOWN_TOTALS}
    columns = {N_("Hand"): 28, N_("In danger from"): 12} | totals | {N_("Lost from"): 12}
    table = responsive_table(N_("The most dangerous hands"), columns, "ono-dangers")
    for fate in fates[len(hopeless) :][:count]:
        first, *others = fate.hands
        name, note = [line(literal(_code(first)))], ""
        if others:
            hands = format_list(list(map(_code, others)))
            name.append(paragraph(_("and also {hands}", hands=hands), "ono-alike"))
            note = gettext("+{count} alike", count=len(others))
        strips.append(Strip(card_codes(first), row_ranges(fate.row), note))
        said.append(str(row_text(known.rules, first, fate.row)))
        shown = [chance_words(known.rules, first, fate.row.chance(at)) for at in SHOWN_TOTALS]
        starts, ends = (
            translate(N_("never")) if total is None else str(total)
            for total in (first_in_danger(fate.row), lost_from(fate.row))
        )
        table.add_row(name, starts, *shown, ends)
    drawn = picture(strips_svg(known.rules, strips, " ".join(said)), "", "ono-wide")
    if not hopeless:
        return [drawn, table]
    hands = format_list(list(map(_code, hopeless[0].hands)))
    return [drawn, paragraph(_("Lost at every total: {hands}.", hands=hands)), table]


# ---- other readings of the rules ----


def reading_parts(found: Sequence[Readings]) -> list[nodes.Node]:
    """Return what each of the other readings changes in the map, drawn and in a table."""
    pairs = [(readings, split) for readings in found if (split := readings.greatest)]
    columns = {N_("Reading"): 25, N_("Hands"): 25, N_("The most different hand"): 50}
    table = responsive_table(N_("What other readings change"), columns, "ono-differences")
    for readings in found:
        word = readings.second.rules.name.removeprefix(readings.first.rules.name).lstrip("+")
        split = readings.greatest
        most = _widest(readings, split) if split else _("They agree on every hand.")
        table.add_row(
            line(literal(word)),
            _("{count} of {all}", count=len(readings.splits), all=readings.hands),
            most,
        )
    if not pairs:
        return [table]
    strips = [
        Strip(card_codes(split.hand), row_ranges(row), _values(readings, known))
        for readings, split in pairs
        for known, row in ((readings.first, split.first), (readings.second, split.second))
    ]
    said = " ".join(str(_widest(readings, split)) for readings, split in pairs)
    window = window_of([total for __, split in pairs for total in split.totals])
    drawn = strips_svg(found[0].first.rules, strips, said, window)
    return [picture(drawn, "", "ono-wide"), table]


def _values(readings: Readings, known: SurvivalMap) -> str:
    """Return the values of the options in which the readings differ."""
    one, two = readings.first.rules.chosen, readings.second.rules.chosen
    return ", ".join(str(known.rules.chosen[name]) for name in one if one[name] != two[name])


def _widest(readings: Readings, split: Split) -> Message:
    """Return the hand and the total at which the readings lie furthest apart."""
    rules, hand, at = readings.first.rules, split.hand, split.widest
    return _(
        "{hand} at {total}: {first} with {one}; {second} with {two}.",
        hand=_code(hand),
        total=at,
        first=chance_words(rules, hand, split.first.chance(at)),
        second=chance_words(rules, hand, split.second.chance(at)),
        one=_values(readings, readings.first),
        two=_values(readings, readings.second),
    )
