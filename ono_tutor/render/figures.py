"""The figures of how the games play.

``tools/count_games.py`` plays the games, from a fixed seed, and writes ``games.csv`` here; the
chance that a hand which was just dealt survives a double is exact.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, prod

from ono_tutor.errors import check_known
from ono_tutor.i18n import N_, gettext, translate
from ono_tutor.render import skill
from ono_tutor.render.charts import Chart, Estimate, Series, Unit, bars_svg, lines_svg
from ono_tutor.render.skill import read_rows
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.solver.survival_map import SurvivalRow, full_hands, survival_map

SEED = 1999
PLAYERS = 4
TABLES = (2, 3, 4, 5, 6)
LENGTH_HANDS, TURN_HANDS, POINT_GAMES, TABLE_HANDS, TABLE_GAMES = 250, 2000, 200, 600, 150
FIRST_TOTAL, LAST_TOTAL = 80, 98
LEAST_TURNS = 150
"""Fewer turns than these at a total make no mark: their interval would tell nothing."""

EDITIONS = ("1980", "2022")
GAMES = ("1980", "2022", "ninety-nine")
OWN_CAUSES = ("99-cross", "99-double-cross", "99-over")
OTHERS_CAUSES = ("99-land-33-66", "99-land-99")
CAUSES = OWN_CAUSES + OTHERS_CAUSES
MIXED = {
    "one-cautious": ("cautious", "random"),
    "one-greedy": ("greedy", "random"),
    "one-random": ("random", "cautious"),
}
"""The strategy of one player, and that of the three others."""


def chart(name: str) -> Chart:
    """Return the figure with this name, worked out once.

    Raises :class:`NotationError` for a name that no figure has.
    """
    check_known(FIGURES, name, "is not a figure; the figures are")
    return _worked_out(name)


@lru_cache(maxsize=32)
def _worked_out(name: str) -> Chart:
    return FIGURES[name]()


def figure_svg(name: str) -> str:
    """Return the picture of the figure with this name: bars, or lines along numbers.

    Raises :class:`NotationError` for a name that no figure has.
    """
    found = chart(name)
    return lines_svg(found) if name in LINES else bars_svg(found)


Counted = dict[str, dict[str, Estimate]]
"""The numbers of a figure, by series and place; of the series "" by their names."""


def _counted(figure: str) -> Counted:
    """Return the numbers of a figure."""
    found: Counted = {}
    for row in read_rows("games"):
        if row["figure"] == figure:
            ends = (float(row[end]) if row[end] else None for end in ("low", "high"))
            mark = Estimate(Fraction(row["value"]), *ends)
            found.setdefault(row["series"], {})[row["place"]] = mark
    return found


def _series(names: Mapping[str, str], counted: Counted) -> tuple[Series, ...]:
    """Return the series that were counted, by their names."""
    return tuple(
        Series(key, translate(name), tuple(counted[key].values())) for key, name in names.items()
    )


def _named(names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((key, translate(name)) for key, name in names.items())


def _length() -> Chart:
    """Return how many plays a hand takes, by the number of players."""
    names = {
        "1980": N_("1980: until somebody loses the round"),
        "2022": N_("2022: until one player is left"),
        "2022-first": N_("2022: until the first player is out"),
        "ninety-nine": N_("Ninety-Nine: a round"),
    }
    sample = N_("{hands} rounds for every mark, from seed {seed}; everybody plays “{strategy}”.")
    return Chart(
        gettext("How long a round lasts"),
        gettext("Players"),
        gettext("Plays after which half of the rounds are over"),
        Unit.PLAYS,
        tuple((str(players), str(players)) for players in TABLES),
        _series(names, _counted("length")),
        gettext(sample, hands=f"{LENGTH_HANDS:,}", seed=SEED, strategy="random"),
    )


def _danger(key: str) -> Chart:
    """Return the share of turns lost by total, owing one card and two, and the exact chance."""
    counted, totals = _counted(f"danger-{key}"), range(FIRST_TOTAL, LAST_TOTAL + 1)
    names = {"one": gettext("One card owed, in play"), "two": gettext("Two cards owed, in play")}
    lines = [
        Series(name, text, tuple(counted[name].get(str(total)) for total in totals))
        for name, text in names.items()
    ]
    exact = tuple(Estimate(1 - chance) for chance in dealt_survival(key)[FIRST_TOTAL:])
    lines.append(Series("exact", gettext("Two cards owed, a hand just dealt (exact)"), exact))
    sample = N_(
        "{hands} rounds of four players, from seed {seed}; everybody plays “cautious”. A "
        "mark needs at least {turns} turns."
    )
    return Chart(
        gettext("Turns lost by total, {edition}", edition=key),
        gettext("Total"),
        gettext("Share of the turns begun at this total that were lost"),
        Unit.SHARE,
        tuple((str(total), str(total)) for total in totals),
        tuple(lines),
        gettext(sample, hands=f"{TURN_HANDS:,}", seed=SEED, turns=LEAST_TURNS),
    )


@lru_cache(maxsize=4)
def dealt_survival(rules: str) -> tuple[Fraction, ...]:
    """Return by total from 0, the exact chance that a hand just dealt survives a double.

    Every hand counts as often as the deck deals it.
    """
    known = survival_map(ruleset(rules))
    deck = known.rules.deck(PLAYERS)
    weights: Counter[SurvivalRow] = Counter()
    for hand in full_hands(known.rules):
        weights[known.row(hand)] += prod(comb(deck[card], hand.count(card)) for card in set(hand))
    of_all = Fraction(1, weights.total())
    sums = [Fraction(0)] * (LAST_TOTAL + 1)
    for row, weight in weights.items():
        for total, chance in enumerate(row.chances):
            sums[total] += weight * chance
    return tuple(total * of_all for total in sums)


def _doubles() -> Chart:
    """Return what becomes of a turn under a double."""
    counted = _counted("doubles")
    facts = counted.pop("")
    ends = {
        "handed-on": N_("Passed on with the first card"),
        "played": N_("Both cards played"),
        "lost": N_("Lost"),
    }
    sample = N_("{hands} rounds for every kind of bar, {players} players, from seed {seed}.")
    return Chart(
        gettext("What becomes of a double"),
        gettext("What happens"),
        gettext("Share of the turns in which two cards are owed"),
        Unit.SHARE,
        _named(ends),
        _series({key: key.replace("-", ", ") for key in counted}, counted),
        gettext(sample, hands=f"{TURN_HANDS:,}", seed=SEED, players=PLAYERS),
        tuple(facts.items()),
    )


def _points() -> Chart:
    """Return what a round of Ninety-Nine costs all players together, by cause."""
    counted = _counted("points")
    sums = {"own": OWN_CAUSES, "others": OTHERS_CAUSES, "all": CAUSES}
    facts = [
        (f"{strategy}-{name}", Estimate(sum((marks[each].value for each in causes), Fraction(0))))
        for strategy, marks in counted.items()
        for name, causes in sums.items()
    ]
    causes = {
        "99-cross": N_("Past 33 or 66: whoever played pays 1"),
        "99-double-cross": N_("Past 66 and 99 at once: pays 3"),
        "99-over": N_("Above 99: whoever played pays 2"),
        "99-land-33-66": N_("Onto 33 or 66: the others pay 1 each"),
        "99-land-99": N_("Onto 99: the others pay 2 each"),
    }
    names = {"random": N_("all random"), "cautious": N_("all cautious")}
    sample = N_("{games} whole games for every kind of bar, {players} players, from seed {seed}.")
    return Chart(
        gettext("Where points go in Ninety-Nine"),
        gettext("What points are lost for"),
        gettext("Points lost in a round, all four players together"),
        Unit.POINTS,
        _named(causes),
        _series(names, counted),
        gettext(sample, games=POINT_GAMES, seed=SEED, players=PLAYERS),
        tuple(facts),
    )


def _strategies() -> Chart:
    """Return one player who chooses unlike the three others: who loses first, who wins."""
    names = {
        "one-cautious": N_("1 cautious, 3 random"),
        "one-greedy": N_("1 greedy, 3 random"),
        "one-random": N_("1 random, 3 cautious"),
    }
    places = {
        "1980": N_("1980: rounds lost"),
        "2022": N_("2022: first player out"),
        "ninety-nine": N_("Ninety-Nine: games won"),
    }
    sample = N_(
        "{hands} rounds of each O'NO 99 and {games} games of Ninety-Nine for every kind "
        "of bar, from seed {seed}."
    )
    return Chart(
        gettext("One player against three others"),
        gettext("What is counted"),
        gettext("Share of the one player"),
        Unit.SHARE,
        _named(places),
        _series(names, _counted("strategies")),
        gettext(sample, hands=f"{TABLE_HANDS:,}", games=TABLE_GAMES, seed=SEED),
        even=Estimate(Fraction(1, PLAYERS)),
    )


FIGURES: Mapping[str, Callable[[], Chart]] = {
    "length": _length,
    "danger-1980": partial(_danger, "1980"),
    "danger-2022": partial(_danger, "2022"),
    "doubles": _doubles,
    "points": _points,
    "strategies": _strategies,
    "skill-bots": partial(skill.bots, "1980", "2022"),
    "skill-bots-ninety-nine": partial(skill.bots, "Ninety-Nine"),
    "skill-1980": partial(skill.habits, "1980"),
    "skill-2022": partial(skill.habits, "2022"),
    "skill-ninety-nine": partial(skill.habits, "Ninety-Nine"),
    "hand-1980": partial(skill.hand_values, "1980"),
    "hand-2022": partial(skill.hand_values, "2022"),
}
LINES = ("length", "danger-1980", "danger-2022", "hand-1980", "hand-2022")
