"""The directive ``ono-map``: the survival map, drawn and held to what the page claims."""

from collections.abc import Sequence

from docutils import nodes

from ono_tutor import Position, Verdict, ruleset
from ono_tutor.errors import NotationError
from ono_tutor.game.notation import read_number
from ono_tutor.render.survival_text import compare_maps
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.keep import keep
from ono_tutor.solver.survival_map import SurvivalMap, survival_map
from ono_tutor.sphinx_ext.directive import DeniedError, NamedDirective, check_claim, is_chance
from ono_tutor.sphinx_ext.survival_tables import (
    danger_parts,
    hand_parts,
    keeping_parts,
    reading_parts,
)

WITH_A_HAND = ("total", "expect", "keep", "players")
WITHOUT_A_HAND = ("count", "against", "players")
MOST_SHOWN = 40
PLAYERS = 3


class MapDirective(NamedDirective):
    """The chance to survive a double, along the totals.

    The argument is a rule set and a hand: ``:total:`` marks a total, and ``:expect:`` is a
    claim about the chance there, such as ``8/25`` or ``certain``. With ``:keep:`` it asks which
    card to keep if the others then add so many (nothing said: 0), and the claim is the best
    plays. Without a hand the most dangerous hands stand there, ``:count:`` rows of them, or,
    with ``:against:``, what other readings change. ``:players:`` is 3 unless it is said.
    A false claim and bad input fail the build.
    """

    allowed = tuple(dict.fromkeys((*WITH_A_HAND, *WITHOUT_A_HAND)))

    def shown(self) -> Sequence[nodes.Node]:
        return [nodes.container("", *self._parts(), classes=["ono-map"])]

    def _parts(self) -> Sequence[nodes.Node]:
        name, *cards = self.subject.split()
        self._refuse_other_options(WITH_A_HAND if cards else WITHOUT_A_HAND)
        known = self._map(name)
        if not cards:
            return self._readings(known) if "against" in self.options else self._dangers(known)
        position = self._position(known, cards)
        if "keep" in self.options:
            return self._keeping(position)
        return self._hand(known, position.hand)

    def _refuse_other_options(self, allowed: tuple[str, ...]) -> None:
        self.refuse_options_but(allowed)
        for name in ("expect", "keep"):
            if name in self.options and "total" not in self.options:
                raise DeniedError(f":{name}: needs a :total:")

    def _map(self, name: str) -> SurvivalMap:
        rules, players = ruleset(name), self._number("players", PLAYERS)
        rules.check_players(players)
        return survival_map(rules, pair=players == 2)

    def _number(self, name: str, default: int) -> int:
        word = self.options.get(name)
        return read_number(word, f"{name}={word}") if word else default

    def _position(self, known: SurvivalMap, cards: list[str]) -> Position:
        """Return the hand on the table, so that what is wrong with it is said as elsewhere."""
        total, players = self.options.get("total", "0"), self._number("players", PLAYERS)
        owes = 1 if "keep" in self.options else 2
        table = f"players={players} total={total} owes={owes}"
        return Position.parse(f"{known.rules.name} hand={' '.join(cards)} {table}")

    def _hand(self, known: SurvivalMap, hand: Hand) -> list[nodes.Node]:
        if "total" not in self.options:
            return hand_parts(known, hand, None)
        total = self._number("total", 0)
        chance = known.chance(hand, total)
        denial = (
            f"the chance is {chance.numerator}/{chance.denominator}, {Verdict.of(chance).value}"
        )
        where = f"{self.subject} at {total}"
        check_claim(where, self.options, lambda said: None if is_chance(said, chance) else denial)
        return hand_parts(known, hand, total)

    def _keeping(self, position: Position) -> list[nodes.Node]:
        rise = self._number("keep", 0)
        found = keep(position, rise)
        best = [str(play) for play in found.best]
        denial = f"the best to play is {' '.join(best)}"

        def denial_of(claim: str) -> str | None:
            return None if sorted(claim.split()) == sorted(best) else denial

        check_claim(position, self.options, denial_of)
        return keeping_parts(found, rise)

    def _dangers(self, known: SurvivalMap) -> list[nodes.Node]:
        count = self._number("count", 10)
        if not 1 <= count <= MOST_SHOWN:
            message = f"{count} hands cannot be shown; it is 1 to {MOST_SHOWN} of them"
            raise NotationError(message, word=f"count={count}")
        return danger_parts(known, count)

    def _readings(self, known: SurvivalMap) -> list[nodes.Node]:
        if "count" in self.options:
            raise DeniedError("there is either a :count: or other readings, not both")
        words = self.options["against"].split()
        others = [self._map(f"{known.rules.name}+{word}") for word in words]
        if not others:
            raise DeniedError(":against: needs an option, such as dump=free")
        return reading_parts([compare_maps(known, other) for other in others])
