"""The kinds of question, by name: the one place that lists them all."""

from collections.abc import Mapping
from typing import Any

from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds.best_card import BestCard, QuietCard
from ono_tutor.puzzles.kinds.chance import Chance
from ono_tutor.puzzles.kinds.edition import Edition
from ono_tutor.puzzles.kinds.legal import Legal
from ono_tutor.puzzles.kinds.line import Line
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
    Line(),
    NextPlayer(),
    Pays(),
    Score(),
    Edition(),
    Chance(),
)

KINDS: Mapping[str, Kind[Any]] = {kind.name: kind for kind in _ALL}
