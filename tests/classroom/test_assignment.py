"""Who a learner is: spellings of one name, and what can be no name."""

import pytest

from ono_tutor.classroom.assignment import Learner
from ono_tutor.errors import NotationError


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lee", "  ann   LEE "),
        ("Caf\u00e9", "Cafe\u0301"),
        ("Ann Lee", "Ann\ufe0f Lee"),
        ("STRASSE", "stra\u00dfe"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"),
    ],
)  # fmt: skip
def test_spellings_of_one_name_are_one_learner(one: str, other: str) -> None:
    """Capitals, spaces, the way an accent is encoded and unseen joiners make no difference."""
    assert Learner.named(one).key == Learner.named(other).key


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "is empty"),
        (" \n ", "is empty"),
        ("\u200d", "is empty"),
        ("A" * 101, "this has 101"),
        ("Ann\u202eeeL", "cannot be seen"),
        ("Ann\u3164", "cannot be seen"),
        ("Ann\u2800", "cannot be seen"),
        ("Ann\x1b[31m", "cannot be seen"),
        (None, "is a text"),
        (["Ann"], "is a text"),
    ],
)
def test_what_can_be_no_name_is_told_with_the_reason(words: object, reason: str) -> None:
    """A learner sees why a name is not taken."""
    with pytest.raises(NotationError, match=reason):
        Learner.named(words)
