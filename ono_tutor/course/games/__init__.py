"""Short games that are shipped with the lessons, written as transcripts to look at again.

They were dealt and played by the engine from their seeds. A line that starts with # says what
each of them shows.
"""

from importlib.resources import files

from ono_tutor.errors import check_known
from ono_tutor.game.transcript import Transcript


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games that are shipped, such as ``2022``."""
    names = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".txt") for name in names if name.endswith(".txt")))


def shipped_game(name: str) -> Transcript:
    """Return the shipped game of this name.

    Raises :class:`NotationError` where there is none.
    """
    check_known(shipped_games(), name, "is no shipped game; the games are")
    return Transcript.parse(files(__package__).joinpath(f"{name}.txt").read_text("utf-8"))
