"""Sets to choose one of, where an answer names several things and only all of them are right.

In a question that takes several answers Moodle gives part of the points to part of the right
answers, and no right answer at all cannot be given; so each set is an answer by itself.
"""

from collections.abc import Iterator
from itertools import combinations

from ono_tutor.classroom.exports.offer import Answer, judged
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.diagnosis import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, Play

DOUBTFUL = 3
"""Plays of a hand of which every combination is offered; those beyond are judged rightly in all."""

Plays = tuple[Play, ...]


def editions(puzzle: Puzzle) -> Iterator[Answer]:
    """Every set of rule sets, none at all included."""
    for size in range(len(RULE_SETS) + 1):
        for keys in combinations(RULE_SETS, size):
            yield judged(puzzle, ", ".join(keys) or "none", _edition_names(keys))


def _edition_names(keys: tuple[str, ...]) -> Message:
    names = format_list([RULE_SETS[key].title for key in keys])
    if not keys:
        return lazy_gettext("Under none of these rules")
    if len(keys) == 1:
        return lazy_gettext("Under {names} alone", names=names)
    return lazy_gettext("Under {names}", names=names)


def card_sets(puzzle: Puzzle) -> Iterator[Answer]:
    """Sets of cards that may be played: all that differ in three doubtful ones.

    Each of the sets is the right one for somebody who judges these three so; nothing but that
    tells them apart. The empty one is to lay the hand down, where these rules know that.
    """
    rules, plays = puzzle.position.rules, puzzle.position.rules.plays_of_hand(puzzle.position.hand)
    right = frozenset(_right(puzzle))
    doubtful = sorted(_doubtful(puzzle, plays, right), key=plays.index)
    sure = right - set(doubtful)
    for size in range(len(doubtful) + 1):
        for some in combinations(doubtful, size):
            named = tuple(play for play in plays if play in sure or play in some)
            if named or rules.lays_down:
                yield judged(puzzle, _words(named), _card_names(puzzle, named))


def _right(puzzle: Puzzle) -> Plays:
    right = puzzle.answer
    assert isinstance(right, tuple)
    return tuple(play for play in right if isinstance(play, Play) and play != OUT)


def _doubtful(puzzle: Puzzle, plays: Plays, right: frozenset[Play]) -> Plays:
    """The plays that misconceptions judge otherwise first, then those of the hand in order."""
    found: dict[Play, None] = {}
    for _, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        wrong = frozenset(answer) if isinstance(answer, tuple) else frozenset()
        found |= {play: None for play in plays if (play in wrong) != (play in right)}
    return tuple(dict.fromkeys((*found, *plays)))[:DOUBTFUL]


def _words(plays: Plays) -> str:
    return ", ".join(map(str, plays)) or str(OUT)


def _card_names(puzzle: Puzzle, plays: Plays) -> Message:
    if not plays:
        return lazy_gettext(_LAID_DOWN)
    names = format_list([str(puzzle.position.rules.play_name(play)) for play in plays])
    if len(plays) == 1:
        return lazy_gettext("{names} alone", names=names)
    return lazy_gettext("{names}", names=names)


def cards(puzzle: Puzzle) -> Iterator[Answer]:
    """The cards to mark, where a system can judge that all of them are marked and no other.

    A wrong one says why it is; of the right ones the feedback to the whole question tells.
    """
    rules, right = puzzle.position.rules, _right(puzzle)
    for play in rules.plays_of_hand(puzzle.position.hand):
        yield _card(puzzle, right, play, rules.play_name(play))
    if rules.lays_down:
        yield _card(puzzle, right, OUT, lazy_gettext(_LAID_DOWN))


def _card(puzzle: Puzzle, right: Plays, play: Play, name: Message) -> Answer:
    """One card to mark; it is wrong if the right ones with it would be."""
    found = judged(puzzle, _words((*(right or (OUT,)), play)), name)
    return Answer(str(play), found.text, found.is_right, "" if found.is_right else found.feedback)


_LAID_DOWN = N_("None: the hand is laid down")
