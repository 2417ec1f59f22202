"""The kinds of question: one module for each, and ``KINDS``, the one place that lists them.

In reading order:

- ``total``: what the total is after some plays.
- ``legal``: which plays may be made.
- ``survive``: whether the player can complete this turn.
- ``best_card``: which card is best (``best-card``), now or over the whole round, or that every
  card is safe (``quiet``).
- ``threat``: which card endangers the next player most.
- ``line``: which plays force a win when all cards are known.
- ``next_player``: who plays next, and owes how many cards (``next``).
- ``pays``: what each player pays, loses or scores.
- ``score``: what a hand scores.
- ``claim``: a claim about a position, and whether it holds under a rule set.
- ``edition``: under which rule sets a claim holds.
- ``chance``: the exact chance to complete this turn.
"""

from collections.abc import Mapping
from typing import Any

from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds.best_card import BestCard, QuietCard
from ono_tutor.puzzles.kinds.chance import Chance
from ono_tutor.puzzles.kinds.edition import Edition
from ono_tutor.puzzles.kinds.legal import Legal
from ono_tutor.puzzles.kinds.line import WinningLine
from ono_tutor.puzzles.kinds.next_player import NextPlayer
from ono_tutor.puzzles.kinds.pays import Pays
from ono_tutor.puzzles.kinds.score import Score
from ono_tutor.puzzles.kinds.survive import Survive
from ono_tutor.puzzles.kinds.threat import Threatens
from ono_tutor.puzzles.kinds.total import Total

_ALL: tuple[Kind[Any], ...] = (
    Total(),
    Legal(),
    Survive(),
    BestCard(),
    QuietCard(),
    Threatens(),
    WinningLine(),
    NextPlayer(),
    Pays(),
    Score(),
    Edition(),
    Chance(),
)

KINDS: Mapping[str, Kind[Any]] = {kind.info.name: kind for kind in _ALL}
