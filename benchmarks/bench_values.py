"""How often a told value is right: ``bench_values.py`` judges ``value_positions.txt``.

There are 200 positions of each game, in which nothing but the own hand is known. The table plays
itself until it comes to just that hand at that total, again and again; from there, with the other
hand, the discards and the draw pile as they are then, so many rounds are played on after each play
as the first argument says (1,500 without one). What they come to is the truth, and each value and
each difference to the best play is held against it and its told error. Names of games after the
number leave out the others. ``--choose`` writes the list of positions anew.
"""

import sys
from itertools import islice
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from make_values import self_play, table_worths
from self_play import DuelSpot, SelfPlay
from two_player_round import TwoPlayerRound, mode_of

from ono_tutor.game.position import Position
from ono_tutor.game.value_table import owed_before, table_of
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.value import value

LIST = Path(__file__).with_name("value_positions.txt")
GAMES = ("1980", "2022", "ninety-nine")
COUNT, LEAST = 200, 50
"""Positions of a game, and how often one has to be met to be judged."""

LOOKED_THROUGH, SEED = 600_000, 2026
"""Rounds in which the positions are looked for, which are others than those of the maker."""


def playing(rules: RuleSet) -> SelfPlay:
    """Return the play of a rule set's table with itself."""
    model, table = TwoPlayerRound.of(rules), table_of(rules)
    assert table is not None
    return self_play(model, table_worths(table, model))


def choose() -> None:
    """Write a list of positions as they come when the table plays itself."""
    lines = []
    for name in GAMES:
        rules = ruleset(name)
        play = playing(rules)
        found = dict.fromkeys(
            line for spot in play.spots(2 * COUNT, COUNT // 3, SEED) for line in _line(play, spot)
        )
        lines += islice(found, COUNT)
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _line(play: SelfPlay, spot: DuelSpot) -> list[str]:
    """Return the position of a spot; nothing for one that is below the lowest total."""
    model, total = play.model, spot.total + play.model.totals[0]
    if total == model.totals[0] < 0:
        return []
    hand = ",".join(card.code for card in play.cards(spot))
    owed = ("", " owes=2", " played=3")[spot.before]
    return [str(Position.parse(f"{model.rules.name} total={total} hand={hand}{owed}"))]


def spot_of(play: SelfPlay, position: Position) -> DuelSpot:
    """Return a position as the spot of a model."""
    model = play.model
    kinds = [
        kind for card in position.hand for kind, cards in enumerate(model.kinds) if card in cards
    ]
    mode = model.modes[mode_of(position.moment)]
    before = owed_before(position.moment)
    return DuelSpot(before, mode, position.total - model.totals[0], tuple(sorted(kinds)))


def judge(name: str, rounds: int) -> None:
    """Judge the positions of a game, and print how many values were right."""
    rules, lines = ruleset(name), LIST.read_text(encoding="utf-8").splitlines()
    positions = [Position.parse(line) for line in lines if line.split()[0] == name]
    play = playing(rules)
    spots = [spot_of(play, position) for position in positions]
    hidden = play.hidden(spots, LOOKED_THROUGH, SEED)
    values, differences, slips, judged = [], [], [], 0
    for number, (position, spot, cases) in enumerate(zip(positions, spots, hidden, strict=True)):
        if len(cases.hands) < LEAST:
            continue
        judged += 1
        told = value(position)
        results = play.play_on(spot, cases, rounds, SEED + number).mean(axis=0)
        if rules.lays_down:
            results = (1 + results) / 2
        came = dict(zip(play.plays(spot), map(float, results), strict=True))
        best = came[play.number(told.best, position.state)]
        for each in told.plays:
            truth = came[play.number(each.play, position.state)]
            values.append((abs(each.value - truth), each.error))
            cost = best - truth
            if each.play != told.best:
                differences.append((abs(each.cost - cost), each.cost_error))
                if each.grade != "best":
                    slips.append(cost > 0)
    print(f"{name:<12} {judged:>4} positions {_share(values)} {_share(differences)} ", end="")
    print(f"{len(slips):>4} costs told, {np.mean(slips):.0%} of them costs", flush=True)


def _share(pairs: list[tuple[float, float]]) -> str:
    """Return how many lie within what is told, how far they are off, and what is told."""
    off, told = np.array(pairs).T
    share = np.mean(off <= told + 1e-9)
    return f"{len(pairs):>5} {share:.1%} off {off.mean():.3f} told {told.mean():.3f} "


def main() -> None:
    """Judge the games that are named, or write the list."""
    words = sys.argv[1:]
    if "--choose" in words:
        choose()
        return
    rounds = int(words[0]) if words and words[0].isdigit() else 1_500
    for name in GAMES:
        if name in words or not set(GAMES) & set(words):
            judge(name, rounds)


if __name__ == "__main__":
    main()
