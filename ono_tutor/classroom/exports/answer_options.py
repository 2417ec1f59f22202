"""The answers that a learner is offered, each judged by the engine.

Where an answer names several things and only all of them are right, the options are whole sets:
in a question that takes several answers Moodle pays part of the points for part of the right
ones, and "none of them" cannot be given there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.explain import player_name
from ono_tutor.i18n import N_, Message, _, format_list, gettext, sentence, translate
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


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer: the words that the engine reads, how it is put, its verdict and its reason."""

    words: str
    text: str
    is_right: bool
    feedback: str


def answer_options(puzzle: Puzzle) -> tuple[AnswerOption, ...]:
    """Return the options to choose one of, in an order that gives nothing away.

    Raises :class:`UnanswerableError` if no choice does the question justice.
    """
    if puzzle.shape is Shape.LINE:
        raise UnanswerableError(
            gettext(
                "It is answered by a line of play that goes on with the replies of the others, "
                "for which a question of choices or of one short answer has no place."
            ),
            word=puzzle.kind,
        )
    options = tuple(_judge(puzzle, words, text) for words, text in _offers(puzzle))
    if len(options) < LEAST:
        raise UnanswerableError(
            gettext("Only one answer could be offered, so there is nothing to choose."),
            word=puzzle.id,
        )
    if not any(option.is_right for option in options):
        raise UnanswerableError(
            gettext("None of the answers that could be offered is right."), word=puzzle.id
        )
    return options


def _offers(puzzle: Puzzle) -> Iterator[tuple[str, Message | str]]:
    """Yield answers as the engine reads them, each with its words for people.

    These are every seat with every number of cards that it may owe, or be thought to; every set
    of rule sets, the empty one included; or the cards of the hand and the kind's own choices.
    """
    position, rules = puzzle.position, puzzle.position.rules
    if puzzle.shape is Shape.NEXT:
        owed = _NEXT if rules.most_owed > 1 else (1,)
        for seat, owes in product(range(len(position.hands)), owed):
            name = sentence(str(player_name(position.hands, seat, position.turn)))
            yield f"{seat} {owes}", _(_NEXT[owes], player=name)
    elif puzzle.shape is Shape.EDITIONS:
        for size in range(len(RULE_SETS) + 1):
            for keys in combinations(RULE_SETS, size):
                names = format_list([RULE_SETS[key].title for key in keys])
                text = _(_UNDER[min(size, 2)], names=names)
                yield ", ".join(keys) or "none", text
    elif puzzle.shape is Shape.PLAYS:
        yield from _card_sets(puzzle)
    else:
        if puzzle.shape is Shape.PLAY and puzzle.offers_cards:
            for play in rules.plays_of_hand(position.hand):
                yield str(play), f"{rules.play_name(play):short}"
        yield from puzzle.offered


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
        words = ", ".join(map(str, (*(right or (OUT,)), play)))
        found = _judge(puzzle, words, name)
        feedback = "" if found.is_right else found.feedback
        yield AnswerOption(str(play), found.text, found.is_right, feedback)


def _judge(puzzle: Puzzle, words: str, text: Message | str) -> AnswerOption:
    """Return the option as the engine judges it; one that is no answer is an UnanswerableError."""
    check = puzzle.check(words)
    if check.mark not in (Mark.RIGHT, Mark.WRONG):
        message = _("The engine cannot judge the answer {words}.", words=words)
        raise UnanswerableError(str(message), word=words)
    return AnswerOption(words, sentence(str(text)), check.is_right, str(check.text))


def _card_sets(puzzle: Puzzle) -> Iterator[tuple[str, Message | str]]:
    """Yield sets of cards that may be played: all that differ in three doubtful cards.

    Each set is right for somebody who judges these three in its way, so none stands out. The
    empty set means laying the hand down, if the rules have that. Cards are doubtful that
    misconceptions judge otherwise, then the first of the hand.
    """
    rules, plays = puzzle.position.rules, puzzle.position.rules.plays_of_hand(puzzle.position.hand)
    right = frozenset(_right_plays(puzzle))
    misjudged: dict[Play, None] = {}
    for __, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        wrong = frozenset(answer) if isinstance(answer, tuple) else frozenset()
        misjudged |= {play: None for play in plays if (play in wrong) != (play in right)}
    ranked = tuple(dict.fromkeys((*misjudged, *plays)))
    doubtful = sorted(ranked[:DOUBTFUL], key=plays.index)
    sure = right - set(doubtful)
    for size in range(len(doubtful) + 1):
        for some in combinations(doubtful, size):
            chosen = tuple(play for play in plays if play in sure or play in some)
            names = format_list([f"{rules.play_name(play):short}" for play in chosen])
            if chosen:
                template = N_("{names} alone") if len(chosen) == 1 else N_("{names}")
                yield ", ".join(map(str, chosen)), _(template, names=names)
            elif rules.lays_down:
                yield str(OUT), _(NO_CARD)


def _right_plays(puzzle: Puzzle) -> tuple[Play, ...]:
    right = puzzle.answer
    assert isinstance(right, tuple)
    return tuple(play for play in right if isinstance(play, Play) and play != OUT)


_NEXT: Mapping[int, str] = {
    1: N_("{player}, with one card to play"),
    2: N_("{player}, with two cards to play"),
    4: N_("{player}, with four cards to play"),
}
_UNDER = (N_("In none of these games"), N_("In {names} only"), N_("In {names}"))
