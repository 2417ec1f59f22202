"""The direction of play."""

from enum import StrEnum


class Direction(StrEnum):
    """The direction of play; the values are the words of the notation."""

    CLOCKWISE = "cw"
    COUNTER_CLOCKWISE = "ccw"

    @property
    def turned(self) -> "Direction":
        """The other direction."""
        return _TURNED[self]

    @property
    def step(self) -> int:
        """What is added to a seat to reach the next one."""
        return 1 if self is Direction.CLOCKWISE else -1


_TURNED = {
    Direction.CLOCKWISE: Direction.COUNTER_CLOCKWISE,
    Direction.COUNTER_CLOCKWISE: Direction.CLOCKWISE,
}
