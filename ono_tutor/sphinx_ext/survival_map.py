"""The directive ``ono-map``: the survival map, drawn and held to what the page claims."""

from collections.abc import Sequence
from fractions import Fraction

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor import Position, ruleset
from ono_tutor.errors import NotationError
from ono_tutor.game.reader import read_number
from ono_tutor.render.survival_text import compare_maps
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.keep import keep
from ono_tutor.solver.survival_map import SurvivalMap, survival_map
from ono_tutor.solver.survive import Verdict
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.survival_parts import (
    at_total,
    dangers,
    differences,
    hand_picture,
    keeping_table,
    stretch_table,
)

WITH_A_HAND = ("total", "expect", "keep", "players")
WITHOUT_A_HAND = ("count", "against", "players")
MOST_SHOWN = 40
PLAYERS = 3


class MapDirective(OnoDirective):
    """The chance to survive a double, along the totals.

    The argument is a rule set and a hand: ``:total:`` marks a total, and ``:expect:`` is a
    claim about the chance there, such as ``8/25`` or ``certain``. With ``:keep:`` it asks which
    card to keep if the others then add so many (nothing said: 0), and the claim is the best
    plays. Without a hand the most dangerous hands stand there, ``:count:`` rows of them, or,
    with ``:against:``, what other readings change. ``:players:`` is 3 unless it is said.
    A false claim and bad input fail the build.
    """

    required_arguments = 1
    optional_arguments = 0
    has_content = False
    allowed = tuple(dict.fromkeys((*WITH_A_HAND, *WITHOUT_A_HAND)))

    def shown(self) -> Sequence[nodes.Node]:
        return [nodes.container("", *self._shown(), classes=["ono-map"])]

    def _shown(self) -> Sequence[nodes.Node]:
        name, *cards = self.arguments[0].split()
        self._refuse_other_options(WITH_A_HAND if cards else WITHOUT_A_HAND)
        known = self._map(name)
        if not cards:
            return self._differences(known) if "against" in self.options else self._dangers(known)
        position = self._position(known, cards)
        if "keep" in self.options:
            return self._keeping(position)
        return self._row(known, position.hand)

    def _refuse_other_options(self, allowed: tuple[str, ...]) -> None:
        self.refuse_options_but(allowed)
        for name in ("expect", "keep"):
            if name in self.options and "total" not in self.options:
                raise DeniedError(f":{name}: needs a :total:")

    def _map(self, name: str) -> SurvivalMap:
        rules = ruleset(name)
        rules.check_players(self._players())
        return survival_map(rules, pair=self._players() == 2)

    def _players(self) -> int:
        return self._number("players", PLAYERS)

    def _number(self, name: str, default: int) -> int:
        word = self.options.get(name)
        return read_number(word, f"{name}={word}") if word else default

    def _position(self, known: SurvivalMap, cards: list[str]) -> Position:
        """The hand on the table, so that all that is wrong with it is said as everywhere else."""
        total = self.options.get("total", "0")
        owes = 1 if "keep" in self.options else 2
        table = f"players={self._players()} total={total} owes={owes}"
        return Position.parse(f"{known.rules.name} hand={' '.join(cards)} {table}")

    def _row(self, known: SurvivalMap, hand: Hand) -> list[nodes.Node]:
        total = self._number("total", 0) if "total" in self.options else None
        verdict: list[nodes.Node] = []
        if total is not None:
            chance = known.chance(hand, total)
            self._hold(f"{self.arguments[0]} at {total}", chance)
            verdict = [at_total(chance, total)]
        picture = hand_picture(known, hand, total)
        side = nodes.container("", *verdict, stretch_table(known, hand, total))
        side["classes"] = ["ono-answer"]
        return [picture, side]

    def _hold(self, where: str, chance: Fraction) -> None:
        claim = self.options.get("expect")
        if claim is None or (claim.split() and all(_holds(w, chance) for w in claim.split())):
            return
        found = f"the chance is {chance.numerator}/{chance.denominator}, {Verdict.of(chance).value}"
        raise DeniedError(f"{where}: the page claims {claim!r}, but {found}")

    def _keeping(self, position: Position) -> list[nodes.Node]:
        rise = self._number("keep", 0)
        found = keep(position, rise)
        claim, best = self.options.get("expect"), [str(play) for play in found.best]
        if claim is not None and sorted(claim.split()) != sorted(best):
            answer = f"the best to play is {' '.join(best)}"
            raise DeniedError(f"{position}: the page claims {claim!r}, but {answer}")
        return keeping_table(found, rise)

    def _dangers(self, known: SurvivalMap) -> list[nodes.Node]:
        count = self._number("count", 10)
        if not 1 <= count <= MOST_SHOWN:
            message = f"{count} hands cannot be shown; it is 1 to {MOST_SHOWN} of them"
            raise NotationError(message, word=f"count={count}")
        return dangers(known, count)

    def _differences(self, known: SurvivalMap) -> list[nodes.Node]:
        if "count" in self.options:
            raise DeniedError("there is either a :count: or other readings, not both")
        others = [
            self._map(f"{known.rules.name}+{word}") for word in self.options["against"].split()
        ]
        if not others:
            raise DeniedError(":against: needs an option, such as dump=free")
        return differences([compare_maps(known, other) for other in others])


def _holds(word: str, chance: Fraction) -> bool:
    """Whether a word of a claim, a verdict or a fraction, is so."""
    if word in set(Verdict):
        return Verdict.of(chance) is Verdict(word)
    try:
        return Fraction(word) == chance
    except (ValueError, ZeroDivisionError):
        return False


def setup_map(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-map", MapDirective)
