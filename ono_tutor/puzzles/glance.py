"""What comes to mind at a glance: to get rid of the highest number."""

from collections.abc import Iterable

from ono_tutor.rules.play import LateDraw, Play


def highest(plays: Iterable[Play | LateDraw]) -> Play | LateDraw | None:
    """The play of the highest number card; any play where there is no number, None for none."""
    return max(plays, key=number_of, default=None)


def number_of(play: Play | LateDraw) -> int:
    """The number on the card of a play; -1 where there is none."""
    number = play.card.number if isinstance(play, Play) and play.card else None
    return -1 if number is None else number
