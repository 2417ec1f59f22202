"""Make the table of values: what it is worth to keep cards, in a round between two players.

``python tools/make_values.py "2022+dump=free" dump.bin`` makes the table of a rule set, the same
file each time. It needs numpy and numba, which the extra ``fast`` brings.

What is solved: the round between two players who both play the table and see the own hand, the
total and what is owed alone. A card is drawn from the whole deck without the cards that its player
keeps. The hand of the other is as likely as it is in such rounds at this total and with this many
cards owed, and is taken to be independent of the own hand and of what went before. So it is an
equilibrium of the mean field, not of the game. Rounds with a real draw pile, in which the table
plays itself, then correct the worths, total by total. That decides how the table plays. What its
plays come to is measured last, at many spots that its rounds come to, with the other hand and the
discards as they are there: the file has what corrects the values, and how far they still are from
what was measured.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from self_play import BEFORES, WAYS, DuelSpot, Hidden, SelfPlay
from two_player_round import TwoPlayerRound, options_alike, pack_table

from ono_tutor.atomic_files import WholeFile
from ono_tutor.errors import OnoError
from ono_tutor.game.game import Game
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.simulate import Chooser, outcome, play_duel
from ono_tutor.game.value_table import BANDS, ValueTable, band_of, best_move, stays_with
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import Move, state_of

STEPS, SETTLING = 200, 50
"""How many times the work goes on by a turn, and after how many of them the steps get smaller."""

WORTH_A_LOOK = 1e-6
"""The share of all turns from which on cards and a place count for how far values have settled."""

STARTS = 1e-3
"""The share of rounds that begin anywhere, so that every total is met."""

TIE = 1e-8
"""A play must be better by so much to be chosen before one that stands earlier."""

ROUNDS = 4_000
"""Rounds with a real draw pile that a table is corrected by, and then is held against."""

NEAR, PRIOR, SPREAD = 8, 100, 0.1
"""How near a total counts, and how many plays of what spread count as if they had come true."""

SPOTS, SELF_ROUNDS, SPOT_ROUNDS = 900, 300_000, 1_000
"""Spots that values are measured at, the rounds that are looked through for what is hidden there,
and the rounds that are played on after each play."""

EVEN = 0.5
"""Cards that count as if they had been in the other hand, so that no kind is impossible."""

LEAST_HIDDEN, LEAST_SPOTS, TOLD = 100, 15, 0.95
"""Cases of what is hidden that a spot needs, spots that an error needs, and how often it holds."""

PULL, PARTS = 2.0, 5
"""How strongly a correction is pulled towards 0, and the parts of the spots for the errors."""


def make_file(rules: RuleSet, told: Callable[[str], None] = lambda line: None) -> bytes:
    """Return the file of the table of a rule set; the same bytes each time."""
    model = TwoPlayerRound.of(rules)
    maker = Maker(model)
    for step in range(STEPS):
        change = maker.step()
        if step % 20 == 19:
            told(f"{rules}: step {step + 1} of {STEPS}, values change by {change:.6f}")
    return corrected(pack_table(model, maker.worth, {"change": round(change, 9)}), model, told)


def corrected(data: bytes, model: TwoPlayerRound, told: Callable[[str], None]) -> bytes:
    """Return the file of a table once it has been held against rounds with a real draw pile."""
    table, rules = ValueTable(data), model.rules
    worth = _corrected(table, rules, table_worths(table, model), range(ROUNDS))
    about: dict[str, object] = {"change": table.about["change"]}
    return measure_table(pack_table(model, worth, about), model, told)


class Measured(NamedTuple):
    """A play at a spot, how much its result is above its worth, and the terms of a correction."""

    spot: int
    owed: int
    band: int
    above: float
    terms: tuple[tuple[str, float], ...]


def measure_table(data: bytes, model: TwoPlayerRound, told: Callable[[str], None]) -> bytes:
    """Return the file of a table with what corrects its worths, and with the errors of its values.

    The errors are those of spots which the corrections were not made from.
    """
    table = ValueTable(data)
    worth = table_worths(table, model)
    playing = self_play(model, worth)
    spots = playing.spots(SPOTS, SPOTS // 6, 1)
    hidden = playing.hidden(spots, SELF_ROUNDS, 2)
    plays = list(_measure(playing, table, list(zip(spots, hidden, strict=True)), told))
    off = []
    for part in range(PARTS):
        known = _corrections([play for play in plays if play.spot % PARTS != part])
        rest = [play for play in plays if play.spot % PARTS == part]
        off += [
            (play, sum(share * known.get(term, 0.0) for term, share in play.terms) - play.above)
            for play in rest
        ]
    errors = [
        [_errors(off, owed, band, 1 + model.rules.lays_down) for band in range(len(BANDS) + 1)]
        for owed in range(BEFORES)
    ]
    told(f"{model.rules}: errors of values and of differences {errors}")
    about = {"change": table.about["change"], "errors": errors}
    about |= {"others": others_cards(playing, spots, hidden), "corrections": _corrections(plays)}
    about["alike"] = [*options_alike(model.rules)]
    return pack_table(model, worth, about)


def self_play(model: TwoPlayerRound, worth: Any) -> SelfPlay:
    """Return the play of a table of these worths with itself."""
    maker = Maker(model)
    maker.kept = worth.reshape(2, maker.places, -1)
    return SelfPlay(model, maker.policy(), maker.hands)


def _measure(
    playing: SelfPlay,
    table: ValueTable,
    spots: list[tuple[DuelSpot, Hidden]],
    told: Callable[[str], None],
) -> Iterator[Measured]:
    """Yield the plays at spots as they come, with what they came to when they were played on."""
    rules = playing.model.rules
    for number, (spot, hidden) in enumerate(spots):
        if len(hidden.hands) < LEAST_HIDDEN:
            continue
        results = playing.play_on(spot, hidden, SPOT_ROUNDS, number).mean(axis=0)
        came = dict(zip(playing.plays(spot), results, strict=True))
        hand, before = playing.cards(spot), playing.moment(spot)
        state = state_of(rules, before)
        for play, move in legal_moves(hand, state).items():
            if not (move.effect.busts or move.effect.ends_round):
                above = float(came[playing.number(play, state)]) - table.worth(hand, move)
                terms = tuple(table.terms(hand, play, move, before))
                yield Measured(number, spot.before, band_of(before.total), above, terms)
        if number % 100 == 99:
            told(f"{rules}: spot {number + 1} of {len(spots)} played on")


def _corrections(plays: list[Measured]) -> dict[str, float]:
    """Return how much each term corrects a worth, by least squares, with a pull towards 0."""
    numbers: dict[str, int] = {}
    shares = np.zeros((len(plays), sum(len(play.terms) for play in plays)))
    for row, play in enumerate(plays):
        for term, share in play.terms:
            shares[row, numbers.setdefault(term, len(numbers))] += share
    shares = shares[:, : len(numbers)]
    above = np.array([play.above for play in plays])
    found = np.linalg.solve(shares.T @ shares + PULL * np.eye(len(numbers)), shares.T @ above)
    return {term: round(float(found[at]), 4) for term, at in numbers.items()}


def others_cards(
    playing: SelfPlay, spots: list[DuelSpot], hidden: list[Hidden]
) -> list[list[dict[str, Any]]]:
    """Return what the other player holds, and has put down, by what is owed and band of totals.

    ``held`` says by kind of card how many times as often it is in the hand as it would be if the
    hand was dealt from all cards that are neither held by the mover nor put down, and 1 for the
    kind that is held most; ``put`` how often a card that the mover does not hold was put down.
    """
    low, counts = playing.model.totals[0], np.array(playing.model.counts)
    kinds, cells = np.arange(len(counts)), (BEFORES, len(BANDS) + 1)
    held, put, unseen, away = np.zeros((4, *cells, len(counts)))
    for spot, (hands, discards) in zip(spots, hidden, strict=True):
        if len(hands):
            cell = spot.before, band_of(spot.total + low)
            others = counts - (np.array(spot.hand)[:, None] == kinds).sum(axis=0)
            held[cell] += (hands[:, :, None] == kinds).mean(axis=0).sum(axis=0)
            put[cell] += discards.mean(axis=0)
            unseen[cell] += others - discards.mean(axis=0)
            away[cell] += others
    share = (held + EVEN / len(counts)) / np.maximum(unseen, EVEN)
    share = np.maximum(share / share.max(axis=-1, keepdims=True), 0.001)
    gone = put / np.maximum(away, EVEN)
    return [
        [
            {"held": share[owed, band].round(3).tolist(), "put": gone[owed, band].round(3).tolist()}
            for band in range(cells[1])
        ]
        for owed in range(cells[0])
    ]


def _errors(
    off: list[tuple[Measured, float]], owed: int, band: int, scale: int
) -> tuple[float, float]:
    """Return within what values, and differences of two plays of a hand, lie 95 times in 100.

    Where few spots were met, those of the other bands count as well, or all.
    """
    for is_like in (
        lambda play: (play.owed, play.band) == (owed, band),
        lambda play: play.owed == owed,
        lambda play: True,
    ):
        of_spot: dict[int, list[float]] = {}
        for play, each in off:
            if is_like(play):
                of_spot.setdefault(play.spot, []).append(each / scale)
        if len(of_spot) >= LEAST_SPOTS:
            break
    values = [abs(each) for found in of_spot.values() for each in found]
    apart = [abs(one - two) for found in of_spot.values() for one, two in combinations(found, 2)]
    return round(float(np.quantile(values, TOLD)), 4), round(float(np.quantile(apart, TOLD)), 4)


def table_worths(table: ValueTable, model: TwoPlayerRound) -> Any:
    """Return the worths of a table by whether the same player goes on, mode, total and cards."""
    totals = model.totals[1] - model.totals[0] + 1
    rows = {row: np.array(values).reshape(-1, totals).T for row, values in table.rows().items()}
    worth = np.zeros((2, len(model.steps), totals, next(iter(rows.values())).shape[1]))
    for row, values in rows.items():
        worth[row] = values
    return worth


def by_table(table: ValueTable) -> Chooser:
    """Return the way to play by a table of values."""

    def choose_by(game: Game) -> Play:
        move = best_move(table, game.hand, game.state)
        return OUT if move is None else move.play

    return choose_by


def self_play_samples(
    table: ValueTable, rules: RuleSet, deals: range
) -> Iterator[tuple[Game, Move, float]]:
    """Yield what a table meets that plays itself with a real draw pile, deal by deal.

    It is the game before a play, the move, and what its player won from there on. A move that
    decides the round is left out.
    """
    player = by_table(table)
    for seed in deals:
        deal = game = Game.start(rules, 2, seed)
        met: list[tuple[Game, Move]] = []
        for before, play, after in play_duel(deal, (player, player)):
            game, move = after, before.state.move(play)
            if move and not (move.effect.busts or move.effect.ends_round):
                met.append((before, move))
        for before, move in met:
            won = outcome(before, game)
            yield before, move, won if before.turn == 0 else -won


def _corrected(table: ValueTable, rules: RuleSet, worth: Any, deals: range) -> Any:
    """Return the worths as they came true where the table played itself with a real draw pile.

    At each total they are put on the line, drawn by least squares, of what came of like plays;
    totals near by count too.
    """
    sums = np.zeros((*worth.shape[:3], 5))
    for before, move, won in self_play_samples(table, rules, deals):
        expected = table.worth(before.hand, move) - move.effect.costs_others + move.effect.costs
        came = won - move.effect.costs_others + move.effect.costs
        moments = 1, expected, came, expected * expected, expected * came
        sums[table.place(move.follows, stays=stays_with(move))] += moments
    sums += PRIOR * np.array([1, 0, 0, SPREAD, SPREAD])  # as if so many plays had come true
    totals = np.arange(worth.shape[2])
    near = np.maximum(0, 1 - np.abs(totals[:, None] - totals[None, :]) / NEAR)
    count, x, y, xx, xy = np.moveaxis(np.einsum("tu,smuk->smtk", near, sums), -1, 0)
    slope = (count * xy - x * y) / (count * xx - x * x)
    level = (y - slope * x) / count
    return np.round(level[..., None] + slope[..., None] * worth, 9)


class _Play(NamedTuple):
    """A way to play a kind of card: in which hands, what they keep, and what it does by place.

    ``number`` is the play as :mod:`.self_play` numbers it.
    """

    number: int
    hands: Any
    rests: Any
    places: Any
    after: Any
    stays: Any
    gain: Any
    ends: Any


class Maker:
    """The work on a table. A place is a mode and a total, counted on through both.

    ``kept`` has what the round is worth to a player who keeps cards, by whether the same player
    goes on or the other, by place and cards kept. ``moves`` and ``waits`` have how often in a
    round a player is to move, or waits, at a place with these cards before drawing.
    """

    def __init__(self, model: TwoPlayerRound, start: int = 0) -> None:
        self.model, size = model, model.rules.hand_size
        kinds = range(len(model.kinds))
        self.rests = [*combinations_with_replacement(kinds, size - 1), ()]
        self.hands = list(combinations_with_replacement(kinds, size))
        self.totals = model.totals[1] - model.totals[0] + 1
        self.places = len(model.steps) * self.totals
        self.counts, self.of_rest = np.array(model.counts), _counted(self.rests, len(kinds))
        self.draws = list(self._draws())
        self.deal, self.dealt = (
            _deals(self.counts, _counted(cards, len(kinds))) for cards in (self.rests, self.hands)
        )
        self.deal[-1] = 0.0
        self.plays = list(self._plays())
        self.unable = self._unable()
        self.kept = np.zeros((2, self.places, len(self.rests)))
        self.kept += np.tile(np.arange(self.totals), len(model.steps))[:, None] * 1e-3  # greedy
        self.begin = np.full(self.places, STARTS / self.places)
        self.begin[start - model.totals[0]] += 1.0
        self.done = 0
        self.moves = self.waits = self.begin[:, None] * self.deal

    @property
    def worth(self) -> Any:
        """The worths by whether the same player goes on, mode, total and cards kept."""
        return self.kept.reshape(2, len(self.model.steps), self.totals, -1)

    def policy(self) -> Any:
        """Return the number of the best play by mode, total and hand; -1 for none."""
        numbers = np.array([play.number for play in self.plays] + [-1], np.int16)
        return numbers[self._choose()[1]].reshape(len(self.model.steps), self.totals, -1)

    def step(self) -> float:
        """Choose again, follow the plays by a turn, and value them; return the change."""
        value, chosen = self._choose()
        held = self._drawn(self.moves)
        share = held / np.maximum(held.sum(axis=1, keepdims=True), 1e-300)
        passes, stays, gain, lost = self._passed(share, chosen)
        self._follow(held, chosen, passes, stays)
        drawn = self._expected(value)
        waiting = -gain[:, None] + passes @ drawn + stays @ self.kept[0]
        waiting += lost[:, None] * (1 - 2 * self.unable)
        change = np.array([waiting, drawn]) - self.kept
        self.done += 1
        self.kept = np.round(self.kept + change * min(1.0, SETTLING / self.done), 9)  # any machine
        met = self.waits > WORTH_A_LOOK * self.waits.sum()
        return float(np.abs(change[0][met]).max())

    def _choose(self) -> tuple[Any, Any]:
        """Return by place and hand what its best play is worth, and its number; -1 for none."""
        waits = self.waits / np.maximum(self.waits.sum(axis=1, keepdims=True), 1e-300)
        stuck = -1 + 2 * (waits * self.unable).sum(axis=1)
        value = np.full((self.places, len(self.hands)), -np.inf)
        chosen = np.full(value.shape, -1, np.int16)
        for number, play in enumerate(self.plays):
            at = np.ix_(play.places, play.hands)
            then = self.kept[play.stays[:, None], play.after[:, None], play.rests[None, :]]
            worth = play.gain[:, None] + np.where(play.ends[:, None], 0.0, then)
            is_better = worth > value[at] + TIE
            value[at] = np.where(is_better, worth, value[at])
            chosen[at] = np.where(is_better, number, chosen[at])
        return np.where(chosen < 0, stuck[:, None], value), chosen

    def _passed(self, share: Any, chosen: Any) -> tuple[Any, Any, Any, Any]:
        """Return where the turn goes from each place, with what gain, and how often it is lost."""
        passes, stays = (np.zeros((self.places, self.places)) for _ in range(2))
        gain = np.zeros(self.places)
        for number, play in enumerate(self.plays):
            at = np.ix_(play.places, play.hands)
            weight = np.where(chosen[at] == number, share[at], 0.0).sum(axis=1)
            gain[play.places] += weight * play.gain
            for to, is_to in ((passes, play.stays == 0), (stays, play.stays == 1)):
                np.add.at(to, (play.places, play.after), weight * (is_to & ~play.ends))
        return passes, stays, gain, np.where(chosen < 0, share, 0.0).sum(axis=1)

    def _follow(self, held: Any, chosen: Any, passes: Any, stays: Any) -> None:
        """Take those who move, and those who wait, on by a turn, and let rounds begin."""
        start = self.begin[:, None] * self.deal
        moves = start + passes.T @ self.waits
        waits = start + stays.T @ self.waits
        for number, play in enumerate(self.plays):
            at = np.ix_(play.places, play.hands)
            played = np.where(chosen[at] == number, held[at], 0.0)
            for to, is_to in ((waits, play.stays == 0), (moves, play.stays == 1)):
                goes = is_to & ~play.ends
                if goes.any():
                    kept = np.zeros((int(goes.sum()), len(self.rests)))
                    kept[:, play.rests] = played[goes]
                    np.add.at(to, play.after[goes], kept)
        self.moves, self.waits = moves, waits

    def _drawn(self, moves: Any) -> Any:
        """Return how often each hand is held, once its player has drawn."""
        held = moves[:, -1:] * self.dealt
        for rests, hands, chances in self.draws:
            held[:, hands] += moves[:, rests] * chances
        return held

    def _expected(self, value: Any) -> Any:
        """Return what cards are worth to a player who is to draw and then to move."""
        worth = np.zeros((self.places, len(self.rests)))
        worth[:, -1] = value @ self.dealt
        for rests, hands, chances in self.draws:
            worth[:, rests] += value[:, hands] * chances
        return worth

    def _draws(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield for each kind: the cards before it is drawn, the hands after, and its chances."""
        at = {hand: number for number, hand in enumerate(self.hands)}
        left = np.maximum(self.counts - self.of_rest[:-1], 0)
        chances = left / left.sum(axis=1, keepdims=True)
        for kind in range(len(self.counts)):
            hands = [at[tuple(sorted((*rest, kind)))] for rest in self.rests[:-1]]
            yield np.arange(len(hands)), np.array(hands), chances[:, kind]

    def _plays(self) -> Iterator[_Play]:
        at = {rest: number for number, rest in enumerate(self.rests)}
        model, kinds = self.model, len(self.model.kinds)
        for number in range(kinds + len(model.sets)):
            kind = number if number < kinds else model.sets[number - kinds]
            is_set = number >= kinds
            hands = [h for h, hand in enumerate(self.hands) if set(hand) == {kind}] if is_set else (
                [h for h, hand in enumerate(self.hands) if kind in hand]
            )  # fmt: skip
            rests = [at[()] if is_set else at[_without(self.hands[h], kind)] for h in hands]
            ways = [each[number] for mode in model.steps for each in mode]
            for way in range(max(map(len, ways))):
                found = [(p, steps[way]) for p, steps in enumerate(ways) if len(steps) > way]
                after = [
                    step.mode * self.totals + step.total - model.totals[0] for _, step in found
                ]
                yield _Play(
                    WAYS * number + way,
                    np.array(hands),
                    np.array(rests),
                    np.array([place for place, _ in found]),
                    np.array(after),
                    np.array([int(step.stays) for _, step in found]),
                    np.array([float(step.gain) for _, step in found]),
                    np.array([step.ends for _, step in found]),
                )

    def _unable(self) -> Any:
        """Return by place and cards kept how often a player who draws could not play there.

        It is 0 where that saves nobody (rule ``nobody-can-play``).
        """
        unable = np.zeros((self.places, len(self.rests)))
        for mode, is_stuck in enumerate(self.model.stuck):
            for total in range(self.totals) if is_stuck else ():
                steps = self.model.steps[mode][total]
                can_play = np.array([
                    any(steps[k] for k in {*hand, *self._sets(hand)}) for hand in self.hands
                ])  # fmt: skip
                cannot = np.where(can_play, 0.0, 1.0)[None, :]
                place = mode * self.totals + total
                unable[place] = self._expected(np.repeat(cannot, self.places, axis=0))[place]
        return unable

    def _sets(self, hand: tuple[int, ...]) -> list[int]:
        kinds = len(self.model.kinds)
        return [kinds + at for at, kind in enumerate(self.model.sets) if set(hand) == {kind}]


def _counted(cards: list[tuple[int, ...]], kinds: int) -> Any:
    return np.array([[held.count(kind) for kind in range(kinds)] for held in cards])


def _deals(counts: Any, held: Any) -> Any:
    """Return how often each of these sets of cards is dealt from the whole deck."""
    ways = [
        prod(comb(int(n), int(k)) for n, k in zip(counts, cards, strict=True)) for cards in held
    ]
    return np.array(ways, float) / sum(ways)


def _without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]


def main() -> None:
    """Make the table of the rule set of the command line, and write it whole or not at all."""
    parser = argparse.ArgumentParser(description="Make the table of values of a rule set.")
    parser.add_argument("rules", help='a rule set with its options, such as "2022+dump=free"')
    parser.add_argument("file", type=Path, help="where the table goes")
    given = parser.parse_args()
    try:
        rules = ruleset(given.rules)
        with WholeFile(given.file) as file:  # a place that cannot be written is refused first
            file.check()
            file.text.buffer.write(make_file(rules, told=partial(print, file=sys.stderr)))
            file.finish()
            file.put()
    except OnoError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
