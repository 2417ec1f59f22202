"""The share of skill in a round between two players: figures of simulated rounds.

``benchmarks/bench_skill.py`` plays the rounds and writes ``skill-bots.csv`` and
``skill-habits.csv`` here; what a hand is worth is read from the tables of values.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib.resources import files
from math import comb, prod

from ono_tutor.game.legal import legal_moves
from ono_tutor.game.notation import read_cards
from ono_tutor.game.value_table import ValueTable, table_of
from ono_tutor.i18n import N_, _, gettext, sentence, translate
from ono_tutor.render.charts import Chart, Estimate, Series, Unit
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.rules.states import state_of
from ono_tutor.solver.survival_map import full_hands

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


def read_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a table that was measured, such as ``skill-bots``."""
    place = files("ono_tutor.render").joinpath(f"{name}.csv")
    return list(csv.DictReader(place.read_text("utf-8").splitlines()))


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
