"""Totals over many games, in whole numbers, so that they do not depend on the order."""

from dataclasses import dataclass, field
from math import sqrt
from operator import add

Z = 1.959963984540054
"""How many standard errors a 95% interval reaches to each side."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A value and its 95% interval; None where one number alone has no interval."""

    value: float
    low: float | None
    high: float | None


@dataclass(slots=True)
class RunningStats:
    """A sum of whole numbers and of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def note(self, number: int) -> None:
        """Add one number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def add(self, other: "RunningStats") -> None:
        """Add all the numbers of another sum."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self) -> Figure:
        """Return the mean with its interval (normal approximation)."""
        if self.count < 2:
            return Figure(float(self.total), None, None)
        mean = self.total / self.count
        spread = self.squares * self.count - self.total * self.total
        error = sqrt(spread / (self.count * self.count * (self.count - 1)))
        return Figure(mean, mean - Z * error, mean + Z * error)


def share(part: int, whole: int) -> Figure:
    """Return the share of a part in a whole, with its Wilson interval."""
    if whole == 0:
        return Figure(0.0, 0.0, 1.0)
    p, z2 = part / whole, Z * Z
    middle = (p + z2 / (2 * whole)) / (1 + z2 / whole)
    reach = Z * sqrt(p * (1 - p) / whole + z2 / (4 * whole * whole)) / (1 + z2 / whole)
    return Figure(p, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(slots=True)
class Totals:
    """The games so far: lengths, who won, who lost, and what points were lost for.

    ``wins`` counts games won or shared by seat; ``lost_by_place`` counts hands by the place of
    the first loser, 0 being the player who started the hand. ``causes`` are the points that a
    round cost, by the id of the rule point; ``called_off`` counts hands that had no end.
    """

    players: int
    games: int = 0
    plays: RunningStats = field(default_factory=RunningStats)
    hands: RunningStats = field(default_factory=RunningStats)
    wins: list[int] = field(default_factory=list)
    lost_by_place: list[int] = field(default_factory=list)
    losses: int = 0
    losses_owing_two: int = 0
    called_off: int = 0
    causes: dict[str, RunningStats] = field(default_factory=dict)
    is_interrupted: bool = False

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.lost_by_place = self.lost_by_place or [0] * self.players

    def add(self, other: "Totals") -> None:
        """Count all the games of another tally."""
        self.games += other.games
        self.plays.add(other.plays)
        self.hands.add(other.hands)
        self.wins = [*map(add, self.wins, other.wins)]
        self.lost_by_place = [*map(add, self.lost_by_place, other.lost_by_place)]
        self.losses += other.losses
        self.losses_owing_two += other.losses_owing_two
        self.called_off += other.called_off
        for cause, points in other.causes.items():
            self.causes.setdefault(cause, RunningStats()).add(points)

    def figures(self) -> dict[str, Figure]:
        """Return the figures by name; empty while there is no game.

        Shares are from 0 to 1; ``points_lost_…`` are points a round, all players together.
        ``hands_called_off`` is the share of all hands, reported only if there was one; such a
        hand counts with its ``MOST_PLAYS`` plays.
        """
        if not self.games:
            return {}
        found = {"plays_per_hand": self.plays.mean(), "hands_per_game": self.hands.mean()}
        for seat, wins in enumerate(self.wins):
            found[f"won_by_seat_{seat}"] = share(wins, self.games)
        if self.called_off:
            found["hands_called_off"] = share(self.called_off, self.plays.count)
        lost = sum(self.lost_by_place)
        for place, count in enumerate(self.lost_by_place):
            found[f"lost_by_place_{place}"] = share(count, lost)
        if self.losses_owing_two:
            found["lost_under_a_double"] = share(self.losses_owing_two, self.losses)
        for cause in sorted(self.causes):
            rounds = RunningStats(
                self.plays.count, self.causes[cause].total, self.causes[cause].squares
            )
            found[f"points_lost_{cause}"] = rounds.mean()
        return found
