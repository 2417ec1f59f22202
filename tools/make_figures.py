"""Make the figures of how the games play, and of how much skill is in them.

``python tools/make_figures.py`` writes ``ono_tutor/render/figures.json`` from what was counted:
``games.csv`` (``tools/count_games.py``), ``skill-bots.csv`` and ``skill-habits.csv``
(``benchmarks/bench_skill.py``), all in ``tools/counts``, and from the survival map and the tables
of values, which are exact.
"""

import argparse
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, prod
from pathlib import Path

from ono_tutor.game.legal import legal_moves
from ono_tutor.game.notation import read_cards
from ono_tutor.game.value_table import ValueTable, table_of
from ono_tutor.i18n import N_, _, gettext, sentence, translate
from ono_tutor.render import charts
from ono_tutor.render.charts import Chart, Estimate, Series, Unit
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Hand
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import state_of
from ono_tutor.solver.survive import SurvivalRow, full_hands, survival_map

COUNTS = Path(__file__).with_name("counts")
FIGURES_FILE = Path(charts.__file__).with_name("figures.json")

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


def read_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a table that was counted, such as ``skill-bots``."""
    return list(csv.DictReader((COUNTS / f"{name}.csv").read_text("utf-8").splitlines()))


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
        has_lines=True,
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
        has_lines=True,
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


# ---- skill ----

CHOICES = {
    "number": N_("a number"),
    "higher": N_("the higher number"),
    "lower": N_("the lower one"),
    "zero": N_("a 0"),
    "hold": N_("a Hold or a Reverse"),
    "reverse": N_("a Reverse"),
    "minus": N_("a Minus Ten"),
    "double-play": N_("a Double Play"),
    "play-2": N_("a Play 2"),
    "four": N_("all four ONO 99"),
    "plain": N_("a 3 to 8, queen or king"),
    "ace": N_("an ace"),
    "ace+1": N_("an ace as 1"),
    "ace+11": N_("an ace as 11"),
    "two": N_("a 2"),
    "nine": N_("a 9"),
    "ten": N_("a 10"),
    "ten+10": N_("a 10 as +10"),
    "ten-10": N_("a 10 as \N{MINUS SIGN}10"),
    "jack": N_("a jack"),
}
"""What a player chooses between, by the words of ``skill-habits.csv``."""

POINTS_FIRST = {"safe": N_("Lose no points"), "take": N_("Take points when you can")}
PLAYED = N_(
    "At least {rounds} rounds for each bar, from seed {seed}, every deal played from both sides."
)
SEEDS = {"bots": 0, "habits": 2}
"""The seeds of the rounds that were measured."""

TOTALS = range(50, 99, 6)
HANDS = {
    "1980": {
        "keep": ("H,R,-10,D", N_("Hold, Reverse, Minus Ten, Double Play")),
        "low": ("2,3,4,5", N_("2, 3, 4, 5")),
        "high": ("8,9,10,10", N_("8, 9, 10, 10")),
    },
    "2022": {
        "keep": ("0,R,-10,D", N_("0, Reverse, Minus Ten, Play 2")),
        "low": ("1,2,3,4", N_("1, 2, 3, 4")),
        "high": ("8,9,10,10", N_("8, 9, 10, 10")),
    },
}


def bots(*games: str) -> Chart:
    """Return what the expert wins against each other strategy: rounds of 100, or points."""
    rows = [row for row in read_rows("skill-bots") if row["game"] in games]
    in_points = games[0] not in HANDS
    others = dict.fromkeys(row["against"] for row in rows)
    up = N_("Points ahead per round") if in_points else N_("Rounds won out of 100")
    lines = [
        Series(name, name, tuple(_estimate(row) for row in rows if row["game"] == name))
        for name in games
    ]
    return Chart(
        gettext("The expert against one other player"),
        gettext("Against"),
        translate(up),
        Unit.POINTS if in_points else Unit.ROUNDS,
        tuple((name, gettext("Against {name}", name=name)) for name in others),
        tuple(lines),
        _played(rows, "bots"),
        even=None if in_points else Estimate(Fraction(50)),
    )


def habits(game: str) -> Chart:
    """Return the five habits of a game that are worth most."""
    rows = [row for row in read_rows("skill-habits") if row["game"] == game]
    unit, up, name = Unit.ROUNDS, N_("Rounds won in 100"), N_("rounds in 100")
    if game not in HANDS:
        unit, up, name = Unit.POINTS, N_("Points a round"), N_("points")
    places = []
    for number, row in enumerate(rows, 1):
        template = N_("{plays} before {leaves}")
        if row["owes"] == "2":
            template = N_("owing two, {plays} before {leaves}")
        habit = POINTS_FIRST.get(row["plays"])
        if habit is None:
            plays, leaves = _(CHOICES[row["plays"]]), _(CHOICES[row["leaves"]])
            habit = gettext(template, plays=plays, leaves=leaves)
        places.append((str(number), sentence(translate(habit))))
    return Chart(
        gettext("What five habits are worth: {game}", game=game),
        gettext("Habit"),
        gettext("{up} that you give away without it", up=up),
        unit,
        tuple(places),
        (Series("worth", translate(name), tuple(_estimate(row) for row in rows)),),
        _played(rows, "habits"),
    )


def _estimate(row: Mapping[str, str]) -> Estimate:
    return Estimate(Fraction(row["value"]), max(0.0, float(row["low"])), float(row["high"]))


def _played(rows: list[dict[str, str]], part: str) -> str:
    """Return how many rounds were played, and from which seed."""
    rounds = min(int(row["rounds"]) for row in rows)
    return gettext(PLAYED, rounds=f"{rounds:,}", seed=SEEDS[part])


def hand_values(game: str) -> Chart:
    """Return the chance to win the round by total: of three hands, and of four cards dealt."""
    rules, table = ruleset(game), table_of(ruleset(game))
    assert table is not None
    named = [
        (key, name, {read_cards(cards, cards): 1}) for key, (cards, name) in HANDS[game].items()
    ]
    dealt = ("dealt", N_("Four cards just dealt, on average"), dict(_deals(rules)))
    return Chart(
        gettext("What a hand is worth, {game}", game=game),
        gettext("Total when it is your turn"),
        gettext("Chance to win the round, two players"),
        Unit.SHARE,
        tuple((str(total), str(total)) for total in TOTALS),
        tuple(
            Series(key, translate(name), tuple(_worth(rules, table, hands, t) for t in TOTALS))
            for key, name, hands in (*named, dealt)
        ),
        gettext("From the table of values; the page about whole games says how exact it is."),
        has_lines=True,
    )


def _deals(rules: RuleSet) -> Iterator[tuple[Hand, int]]:
    """Yield every hand and in how many ways it is dealt."""
    deck = rules.deck(2)
    for hand in full_hands(rules):
        yield hand, prod(comb(deck[card], count) for card, count in Counter(hand).items())


def _worth(rules: RuleSet, table: ValueTable, hands: Mapping[Hand, int], total: int) -> Estimate:
    """Return the chance to win with one of these hands, each as likely as its number says."""
    before = Moment(total, pair=True)
    state, won = state_of(rules, before), 0.0
    for hand, ways in hands.items():
        moves = legal_moves(hand, state)
        worths = (table.value(hand, play, move, before) for play, move in moves.items())
        won += ways * (1 + max(worths, default=-1.0)) / 2
    return Estimate(Fraction(round(10_000 * won / sum(hands.values())), 10_000))


FIGURES: Mapping[str, Callable[[], Chart]] = {
    "length": _length,
    "danger-1980": partial(_danger, "1980"),
    "danger-2022": partial(_danger, "2022"),
    "doubles": _doubles,
    "points": _points,
    "strategies": _strategies,
    "skill-bots": partial(bots, "1980", "2022"),
    "skill-bots-ninety-nine": partial(bots, "Ninety-Nine"),
    "skill-1980": partial(habits, "1980"),
    "skill-2022": partial(habits, "2022"),
    "skill-ninety-nine": partial(habits, "Ninety-Nine"),
    "hand-1980": partial(hand_values, "1980"),
    "hand-2022": partial(hand_values, "2022"),
}


def _as_json(value: object) -> object:
    return value.value if isinstance(value, Enum) else str(value)


def figures_json() -> str:
    """Return all figures as they are shipped."""
    made = {name: asdict(make()) for name, make in FIGURES.items()}
    return json.dumps(made, default=_as_json, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    FIGURES_FILE.write_text(figures_json(), "utf-8")
