"""How the progress file can be kept in the place where it lies, and what is not promised there."""

import sys
from dataclasses import dataclass, replace

from ono_tutor.i18n import N_

LONG, SHORT = 10.0, 0.5
"""Seconds that a step waits while another program writes: at first, and when that was in vain."""


@dataclass(frozen=True, slots=True)
class Footing:
    """SQLite's settings for a place, and what they cannot promise.

    ``settings`` are pragmas for writing, ``reads`` is the mode of a connection that only reads.
    ``has_locks`` says whether a program that writes can keep another from it. ``caution`` is the
    template of a sentence for the learner about the file ``{name}``; empty where nothing is to say.
    ``patience`` are the seconds that a step waits while another program writes, ``has_journal``
    says whether a journal lies beside the file.
    """

    settings: tuple[str, ...]
    reads: str
    has_locks: bool
    caution: str
    has_journal: bool = False
    patience: float = LONG

    @property
    def hurried(self) -> "Footing":
        """The same where waiting was in vain: a learner is not kept from the table once more."""
        return replace(self, patience=SHORT)

    @property
    def patient(self) -> "Footing":
        """The same where one may wait as usual."""
        return replace(self, patience=LONG)


_SYNCED = ("synchronous = FULL", "cache_spill = OFF")
"""Without spilling nobody is shut out from reading before a long import is written."""

JOURNAL = Footing(
    ("journal_mode = TRUNCATE", *_SYNCED), "rw", has_locks=True, caution="", has_journal=True
)
"""The usual: a rollback journal beside the file, so that a kill at any moment leaves it whole."""

NO_JOURNAL = Footing(
    ("journal_mode = MEMORY", *_SYNCED),
    "rw",
    has_locks=True,
    caution=N_(
        "No file can be made beside {name}, which guards it while it is written. Every answer is "
        "in the file before its feedback shows; but if the power fails, or this program is "
        "killed, in the middle of writing, the file may be damaged. Export it now and then."
    ),
)
"""Where the file can be written, and no other beside it."""

BROWSER = Footing(
    ("locking_mode = EXCLUSIVE", "journal_mode = MEMORY"),
    "ro",
    has_locks=False,
    caution=N_(
        "Your answers are kept by this browser, in {name}: they are gone when the browser's data "
        "for this site is deleted. While two notebooks are open at once, an answer given in one "
        "may be missing until the next one is given there. Export your progress now and then."
    ),
)
"""A browser's drive: a file is fetched whole when it is opened and put back whole when it is
closed, for reading and writing even if nothing was written. Its size is known only from then on,
so a journal beside it would undo the last answer, and a second transaction would see no pages.
"""


def usual() -> Footing:
    """What to begin with on this system."""
    return BROWSER if sys.platform == "emscripten" else JOURNAL
