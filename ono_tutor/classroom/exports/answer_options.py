"""The answers that a learner is offered, each judged by the engine.

Where an answer names several things and only all of them are right, the options are whole sets:
in a question that takes several answers Moodle pays part of the points for part of the right
ones, and "none of them" cannot be given there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from ono_tutor.errors import OnoError
from ono_tutor.game.explain import player_name
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, sentence, translate
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.forms import NO_CARD
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, Play

LEAST = 2
"""Options without which there is nothing to choose, and some systems take no question."""

DOUBTFUL = 3
"""Plays of a hand of which every combination is offered; all sets judge the others rightly."""

Plays = tuple[Play, ...]


class ExportError(OnoError):
    """A puzzle has no question in a format that judges as the engine does."""

    kind = "export"


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer: the words that the engine reads, how it is put, its verdict and its reason."""

    words: str
    text: str
    is_right: bool
    feedback: str


def answer_options(puzzle: Puzzle) -> tuple[AnswerOption, ...]:
    """Return the options to choose one of, in an order that gives nothing away.

    Raises :class:`ExportError` where no choice does the question justice.
    """
    if puzzle.shape not in _OPTIONS:
        raise ExportError(str(lazy_gettext(_NO_CHOICE)), word=puzzle.kind)
    found = tuple(_OPTIONS[puzzle.shape](puzzle))
    if len(found) < LEAST:
        raise ExportError(str(lazy_gettext(_ONE_ALONE)), word=puzzle.id)
    if not any(option.is_right for option in found):
        raise ExportError(str(lazy_gettext(_NONE_RIGHT)), word=puzzle.id)
    return found


def card_options(puzzle: Puzzle) -> Iterator[AnswerOption]:
    """Yield the cards to mark, for a format that wants all the right ones and no other.

    A wrong card says why it is wrong; the right ones share the feedback of the whole question.
    """
    rules, right = puzzle.position.rules, _right_plays(puzzle)
    plays = rules.plays_of_hand(puzzle.position.hand)
    names = {play: f"{rules.play_name(play):short}" for play in plays}
    if rules.lays_down:
        names[OUT] = translate(NO_CARD)
    for play, name in names.items():
        found = _judged(puzzle, _words((*(right or (OUT,)), play)), name)
        feedback = "" if found.is_right else found.feedback
        yield AnswerOption(str(play), found.text, found.is_right, feedback)


def _judged(puzzle: Puzzle, words: str, text: Message | str) -> AnswerOption:
    """Return the option as the engine judges it; one that is no answer is an ExportError."""
    check = puzzle.check(words)
    if check.mark not in (Mark.RIGHT, Mark.WRONG):
        message = lazy_gettext("The engine cannot judge the answer {words}.", words=words)
        raise ExportError(str(message), word=words)
    return AnswerOption(words, sentence(str(text)), check.is_right, str(check.text))


def _plays(puzzle: Puzzle) -> Iterator[AnswerOption]:
    """Yield the cards of the hand and the kind's own choices; for a verdict those alone."""
    if puzzle.offers_cards:
        rules, hand = puzzle.position.rules, puzzle.position.hand
        for play in rules.plays_of_hand(hand):
            yield _judged(puzzle, str(play), f"{rules.play_name(play):short}")
    yield from _choices(puzzle)


def _choices(puzzle: Puzzle) -> Iterator[AnswerOption]:
    return (_judged(puzzle, word, text) for word, text in puzzle.offered)


def _next_players(puzzle: Puzzle) -> Iterator[AnswerOption]:
    """Yield every seat with every number of cards that it may owe, or be thought to."""
    hands, most = puzzle.position.hands, puzzle.position.rules.most_owed
    for seat, owes in product(range(len(hands)), _NEXT if most > 1 else (1,)):
        name = sentence(str(player_name(hands, seat, puzzle.position.turn)))
        yield _judged(puzzle, f"{seat} {owes}", lazy_gettext(_NEXT[owes], player=name))


def _editions(puzzle: Puzzle) -> Iterator[AnswerOption]:
    """Yield every set of rule sets, the empty one included."""
    for size in range(len(RULE_SETS) + 1):
        for keys in combinations(RULE_SETS, size):
            names = format_list([RULE_SETS[key].title for key in keys])
            text = lazy_gettext(_UNDER[min(size, 2)], names=names)
            yield _judged(puzzle, ", ".join(keys) or "none", text)


def _card_sets(puzzle: Puzzle) -> Iterator[AnswerOption]:
    """Yield sets of cards that may be played: all that differ in three doubtful cards.

    Each set is right for somebody who judges these three in its way, so none stands out. The
    empty set means laying the hand down, where the rules know that.
    """
    rules, plays = puzzle.position.rules, puzzle.position.rules.plays_of_hand(puzzle.position.hand)
    right = frozenset(_right_plays(puzzle))
    doubtful = sorted(_doubtful(puzzle, plays, right), key=plays.index)
    sure = right - set(doubtful)
    for size in range(len(doubtful) + 1):
        for some in combinations(doubtful, size):
            chosen = tuple(play for play in plays if play in sure or play in some)
            if chosen or rules.lays_down:
                yield _judged(puzzle, _words(chosen), _set_name(puzzle, chosen))


def _doubtful(puzzle: Puzzle, plays: Plays, right: frozenset[Play]) -> Plays:
    """Return the plays that misconceptions judge otherwise first, then those of the hand."""
    found: dict[Play, None] = {}
    for _, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        wrong = frozenset(answer) if isinstance(answer, tuple) else frozenset()
        found |= {play: None for play in plays if (play in wrong) != (play in right)}
    return tuple(dict.fromkeys((*found, *plays)))[:DOUBTFUL]


def _right_plays(puzzle: Puzzle) -> Plays:
    right = puzzle.answer
    assert isinstance(right, tuple)
    return tuple(play for play in right if isinstance(play, Play) and play != OUT)


def _words(plays: Plays) -> str:
    return ", ".join(map(str, plays)) or str(OUT)


def _set_name(puzzle: Puzzle, plays: Plays) -> Message:
    if not plays:
        return lazy_gettext(NO_CARD)
    names = format_list([f"{puzzle.position.rules.play_name(play):short}" for play in plays])
    return lazy_gettext(N_("{names} alone") if len(plays) == 1 else N_("{names}"), names=names)


_OPTIONS: Mapping[Shape, Callable[[Puzzle], Iterator[AnswerOption]]] = {
    Shape.PLAY: _plays,
    Shape.PLAYS: _card_sets,
    Shape.NUMBER: _choices,
    Shape.CHANCE: _choices,
    Shape.NEXT: _next_players,
    Shape.AMOUNTS: _choices,
    Shape.EDITIONS: _editions,
}
_NEXT: Mapping[int, str] = {
    1: N_("{player}, with one card to play"),
    2: N_("{player}, with two cards to play"),
    4: N_("{player}, with four cards to play"),
}
_UNDER = (N_("In none of these games"), N_("In {names} only"), N_("In {names}"))
_NO_CHOICE = N_(
    "It is answered by a line of play that goes on with the replies of the others, for which a "
    "question of choices or of one short answer has no place."
)
_ONE_ALONE = N_("Only one answer could be offered, so there is nothing to choose.")
_NONE_RIGHT = N_("None of the answers that could be offered is right.")
