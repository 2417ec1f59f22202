"""How much skill there is in a round between two players: what the page about it draws.

``bench_skill.py bots`` plays the expert against the other strategies, and ``habits`` against bots
that keep all of its play but one habit. Each writes its ``tools/counts/skill-*.csv``. A number
after the part is how many rounds a row has, 100,000 without one, and games after it are the only
ones that are played; rows of the others stay as they are.

A habit is not thought up. Wherever the expert has a choice, its play and each other one make a
pair: a number rather than a Reverse, say. The pairs are summed up by their kinds, the eight kinds
that cost most by the table are played, each by a bot that does not tell the two apart and plays
either by chance, and the five that are worth most are played again, with other deals.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.game import Game
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.simulate import Chooser, Figure, chooser, duel, play_duel
from ono_tutor.game.strategy import SIMPLE
from ono_tutor.game.value_table import ValueTable, table_of
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import Move, State

FOLDER = Path(__file__).resolve().parents[1] / "tools" / "counts"
SEEDS = {"bots": 0, "habits": 2}
"""The seeds of the rounds; ``tools/make_figures.py`` names them too."""

GAMES = {"1980": "1980", "2022": "2022", "ninety-nine": "Ninety-Nine"}
ROUNDS, TRIED, FIRST = 100_000, 6_000, 3_000
"""Rounds of a row, of a habit's first try, and of those in which the pairs are counted."""

CANDIDATES, HABITS = 8, 5
GROUPS = {"H": "hold", "-10": "minus", "0": "zero"}
GROUPS_99 = {"A": "ace", "2": "two", "9": "nine", "10": "ten", "J": "jack"}

Ways = tuple[tuple[Play, float], ...]
"""The legal plays at a place, each with its value, the best first."""


class Kind(NamedTuple):
    """A kind of choice, in words: how many cards are owed, the play, the other.

    ``tools/make_figures.py`` has the words as ``CHOICES``. What decides points at once is
    ``safe`` or ``take``, whatever the cards.
    """

    owes: int
    plays: str
    leaves: str = ""


class Expert:
    """The expert, who looks each place up once; with a habit left out, a bot without it."""

    def __init__(self, rules: RuleSet, without: Kind | None = None, seed: int = 0) -> None:
        table = table_of(rules)
        assert table is not None
        self.table: ValueTable = table
        self.without, self.numbers = without, Random(seed)
        self.known: dict[tuple[object, tuple[str, ...]], tuple[Play, ...]] = {}

    def __call__(self, game: Game) -> Play:
        state = game.state
        key = state.moment, tuple(sorted([card.code for card in game.hand]))
        found = self.known.get(key)
        if found is None:
            if len(self.known) > 300_000:
                self.known.clear()
            found = self.known[key] = self._alike(game)
        return found[0] if len(found) == 1 else self.numbers.choice(found)

    def _alike(self, game: Game) -> tuple[Play, ...]:
        """Return the plays that the bot does not tell apart from the best one, and that one."""
        ways = self.ways(game)
        if not ways:
            return (OUT,)
        best, *others = [play for play, _ in ways]
        kinds = ((other, kind_of(game.state, best, other)) for other in others)
        return (best, *(play for play, kind in kinds if kind == self.without is not None))

    def ways(self, game: Game) -> Ways:
        """Return the legal plays with their values, the best first."""
        moves = sorted(legal_moves(game.hand, game.state).items(), key=lambda each: str(each[0]))
        worths = [(play, self.table.worth(game.hand, move)) for play, move in moves]
        return tuple(sorted(worths, key=lambda each: -each[1]))


def kind_of(state: State, best: Play, other: Play) -> Kind:
    """Return the kind of choice that lies between the expert's play and another one."""
    owes = state.moment.owes
    one, two = (_judged(state, play) for play in (best, other))
    if two.effect.costs > one.effect.costs:
        return Kind(owes, "safe")
    if one.effect.costs_others > two.effect.costs_others:
        return Kind(owes, "take")
    if best.card is other.card:
        return Kind(owes, _way(best), _way(other))
    first, second = _group(state.rules, best), _group(state.rules, other)
    if first == second:
        higher = one.effect.total > two.effect.total
        first, second = ("higher", "lower") if higher else ("lower", "higher")
    return Kind(owes, first, second)


def _judged(state: State, play: Play) -> Move:
    move = state.judged[play]
    assert isinstance(move, Move)
    return move


def _way(play: Play) -> str:
    return f"{'ace' if play.card is Card.ACE else 'ten'}{play.adds:+d}"


def _group(rules: RuleSet, play: Play) -> str:
    """Return what cards a play belongs to, as a player sorts them."""
    code = play.card.code if play.card else ""
    if not rules.lays_down:
        return GROUPS_99.get(code, "plain")
    if play.copies > 1:
        return "four"
    is_new = Card.HOLD not in rules.deck(2)
    if code == "D":
        return "play-2" if is_new else "double-play"
    return {"R": "reverse" if is_new else "hold"}.get(code) or GROUPS.get(code, "number")


def candidates(rules: RuleSet) -> list[Kind]:
    """Return the kinds of choice that would cost most, by the table, if left to chance."""
    expert, costs = Expert(rules), defaultdict[Kind, float](float)
    for seed in range(FIRST):
        deal = Game.start(rules, 2, 900_000_000 + seed)
        for game, _, _ in play_duel(deal, (expert, expert)):
            apart = defaultdict[Kind, list[float]](list)
            ways = expert.ways(game)
            for other, worth in ways[1:]:
                apart[kind_of(game.state, ways[0][0], other)].append(ways[0][1] - worth)
            for kind, each in apart.items():
                costs[kind] += sum(each) / (1 + len(each))
    return sorted(costs, key=lambda kind: -costs[kind])[:CANDIDATES]


def _figure(rules: RuleSet, other: Chooser, rounds: int, seed: int) -> Figure:
    """Return what the expert wins against another player."""
    return duel(rules, (Expert(rules), other), rounds, seed)


def bots(rules: RuleSet, rounds: int) -> Iterator[tuple[object, ...]]:
    """Yield the expert against each of the other strategies."""
    for other in SIMPLE:
        figure = _figure(rules, chooser(other, 1), rounds, SEEDS["bots"])
        yield other, rounds, *_told(rules, figure)


def habits(rules: RuleSet, rounds: int) -> Iterator[tuple[object, ...]]:
    """Yield the habits that are worth most, the best first."""
    tried = {kind: _worth(rules, kind, TRIED, 1).value for kind in candidates(rules)}
    best = sorted(tried, key=lambda kind: -tried[kind])[:HABITS]
    found = {kind: _worth(rules, kind, rounds, SEEDS["habits"]) for kind in best}
    for kind in sorted(found, key=lambda kind: -found[kind].value):
        yield *kind, rounds, *_told(rules, found[kind])


def _worth(rules: RuleSet, kind: Kind, rounds: int, seed: int) -> Figure:
    """Return what a habit is worth: rounds won beyond half of them, or points."""
    figure = _figure(rules, Expert(rules, kind, seed), rounds, seed)
    even = 0.5 if rules.lays_down else 0.0
    low, high = figure.low, figure.high
    assert low is not None
    assert high is not None
    return Figure(figure.value - even, low - even, high - even)


def _told(rules: RuleSet, figure: Figure) -> tuple[str, ...]:
    """Return a figure and its interval, as rounds in 100 or as points."""
    assert figure.low is not None
    assert figure.high is not None
    whole = 100 if rules.lays_down else 1
    return tuple(f"{whole * each:.2f}" for each in (figure.value, figure.low, figure.high))


HEADS = {
    "bots": ("game", "against", "rounds", "value", "low", "high"),
    "habits": ("game", "owes", "plays", "leaves", "rounds", "value", "low", "high"),
}
MAKERS = {"bots": bots, "habits": habits}


def write(part: str, rounds: int, games: list[str]) -> None:
    """Play the rows of these games, and write each into the table; other games' rows are kept."""
    place = FOLDER / f"skill-{part}.csv"
    for name in games:
        title = GAMES[name]
        made = [[title, *row] for row in MAKERS[part](ruleset(name), rounds)]
        old = list(csv.reader(place.open(encoding="utf-8"))) if place.exists() else []
        rows = [
            made if each == title else [row for row in old if row[0] == each]
            for each in GAMES.values()
        ]
        with place.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEADS[part], *chain(*rows)])
        for row in made:
            print(*row, sep="  ", flush=True)


def main() -> None:
    """Make one table."""
    part, *rest = sys.argv[1:]
    rounds = int(rest[0]) if rest else ROUNDS
    write(part, rounds, rest[1:] or list(GAMES))


if __name__ == "__main__":
    main()
