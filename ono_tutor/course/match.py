"""A learner's game against bots: the learner sits on seat 0 and knows what a player knows.

:class:`Match` is the game as it goes on; :func:`knowing` says what a player can know of a position.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError, NotationError, check_known, short_repr, shorten
from ono_tutor.game.game import Game
from ono_tutor.game.position import Position
from ono_tutor.game.strategy import STRATEGIES, choose
from ono_tutor.game.transcript import Transcript, TranscriptEntry, result_of
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, gettext
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import OUT, Hand, Hands, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

HOME = 0
"""The learner's seat."""

LARGEST_SEED = 10**9
"""Seeds are below this."""

MOST_PLAYS_AT_ONCE = 300
"""Plays of the bots alone before the learner is asked again to go on."""


class Phase(StrEnum):
    """The state of the game: the learner is to play, or to let something happen.

    In ``STUCK`` the learner can do nothing but lay the hand down, in ``WATCHING`` the others play
    on, and in ``BETWEEN`` the next round waits to be dealt.
    """

    YOURS = "yours"
    STUCK = "stuck"
    WATCHING = "watching"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round that was dealt: which one, by whom, and the seat that starts."""

    rules: RuleSet
    hands: Hands
    number: int
    dealer: int
    starter: int

    @classmethod
    def of(cls, game: Game) -> "Dealt":
        """Return the deal that a game has just made."""
        return cls(game.rules, game.hands, game.deal.hand_number, game.deal.dealer, game.turn)


TableEvent = Dealt | Ply
"""One thing that happened at the table."""


class Match:
    """A game that goes on: the learner's plays, and at once the bots' answers.

    ``game`` knows every card and is for the table alone; :attr:`view` is what the learner may
    see. Of the past only the transcript's lines are kept. ``bots`` is a strategy for all, or
    one for each bot, from seat 1 on.
    """

    def __init__(
        self,
        rules: RuleSet | str,
        players: int = 4,
        seed: int = 0,
        bots: str | Sequence[str] = "cautious",
    ) -> None:
        rules = ruleset(rules) if isinstance(rules, str) else rules
        rules.check_players(players)
        bots = (bots,) * (players - 1) if isinstance(bots, str) else bots
        if len(bots) != players - 1:
            message = f"{players} players are you and {players - 1} bots, not {len(bots)}"
            raise NotationError(message, word=str(len(bots)))
        for name in bots:
            check_known(STRATEGIES, name, "is not a strategy; the strategies are")
        if type(seed) is not int or not 0 <= seed < LARGEST_SEED:
            wanted = f"a seed is a whole number from 0 to {LARGEST_SEED - 1}"
            raise NotationError(f"{wanted}, not {short_repr(seed)}", word=short_repr(seed))
        self.strategies = tuple(bots)
        self.game = Game.start(rules, players, seed)
        self.entries: list[TranscriptEntry] = []
        self.laid_open: Hand = ()
        self._numbers = Random(f"{seed}/bots")
        self._last: Ply | None = None
        self._is_between = False

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.game.rules

    @property
    def phase(self) -> Phase:
        """The state of the game, by whom or what it waits for."""
        if self.game.is_over:
            return Phase.OVER
        if self._is_between:
            return Phase.BETWEEN
        if self.game.hands[HOME] is None or self.game.turn != HOME:
            return Phase.WATCHING
        return Phase.STUCK if self.game.legal_plays() == (OUT,) else Phase.YOURS

    @property
    def table(self) -> Position:
        """The table with every card known; after a round, as the round left it."""
        is_left = self._is_between or self.game.is_over
        return self._last.after if is_left and self._last else self.game.position

    @property
    def view(self) -> Position:
        """The table as the learner sees it: one hand, the discards, and how many cards others hold.

        It is a position of the notation, hidden cards written ``?``.
        """
        return self.table.seen_from(HOME)

    @property
    def known(self) -> Position:
        """The view with the hands that were laid open among the cards that can't be drawn.

        See :func:`knowing`.
        """
        return knowing(self.view, self.laid_open)

    @property
    def pile_left(self) -> int:
        """The number of cards in the draw pile, which everybody at the table can see."""
        return len(self.table.draw)

    @property
    def transcript(self) -> Transcript:
        """The game so far, written down."""
        game, entries = self.game, tuple(self.entries)
        return Transcript(self.rules, len(game.hands), game.deal.seed, entries, result_of(game))

    def begin(self) -> tuple[TableEvent, ...]:
        """Return the first deal, and what the bots play before the learner's first turn."""
        return (Dealt.of(self.game), *self._bots())

    def play(self, play: Play | str) -> tuple[TableEvent, ...]:
        """Return the learner's play, and what the bots play after it up to the learner's next turn.

        Nothing changes where an error is raised: :class:`NotationError` for a word that is no
        play, :class:`IllegalPlayError`, with the rule id, for one that may not be made now.
        """
        word = shorten(str(play))
        if self.phase not in (Phase.YOURS, Phase.STUCK):
            message = gettext(_WAITING[self.phase], play=word)
            raise IllegalPlayError(message, word=word, rule="turn-order")
        made = self.game.position.rules.read_play(play)
        if isinstance(made, LateDraw) or made.forgets:
            message = f"{word} is not offered here: every card is drawn for you after your play"
            raise IllegalPlayError(message, word=word, rule="forgot-draw")
        return (self._make(made), *self._bots())

    def go_on(self) -> tuple[TableEvent, ...]:
        """Let happen what waits for the learner's word: lay the hand down, watch, or deal.

        Nothing happens where the learner is to play, or the game is over.
        """
        phase = self.phase
        if phase is Phase.STUCK:
            return self.play(OUT)
        if phase is Phase.BETWEEN:
            self._is_between = False
            self.laid_open = ()
            return (Dealt.of(self.game), *self._bots(is_watched=self.game.hands[HOME] is None))
        return self._bots(is_watched=True)

    def _bots(self, *, is_watched: bool = False) -> tuple[TableEvent, ...]:
        """Return the bots' plays up to the learner's turn, or until the learner is out.

        Those that are watched are played to the end of the round.
        """
        made: list[TableEvent] = []
        while self.phase is Phase.WATCHING and len(made) < MOST_PLAYS_AT_ONCE:
            if self.game.hands[HOME] is None and not is_watched:
                break
            strategy = self.strategies[self.game.turn - 1]
            made.append(self._make(choose(strategy, self.game.position, self._numbers)))
        return tuple(made)

    def _make(self, play: Play) -> Ply:
        step = self.game.play(play)
        ply = step.ply
        number = len(self.entries) + 1
        self.entries.append(TranscriptEntry(number, ply.before.turn, str(play), ply.effect.total))
        self.game, self._last = step.game, ply
        self._is_between = ply.settlement.round_over and not step.game.is_over
        self.laid_open += laid_down(ply)
        return ply


def knowing(view: Position, laid_open: Hand) -> Position:
    """Return a view with hands that were laid open among the cards that can't be drawn.

    Where that would change what may be played (rule ``ono-on-zero``) they are left out.
    """
    known = replace(view, seen=(*laid_open, *view.seen))
    return known if known.moment == view.moment else view


def laid_down(ply: Ply) -> Hand:
    """Return the known cards of the hand that a player laid down face up, who could play none."""
    seats = {e.seat for e in ply.settlement.events if e.type is EventType.OUT}
    hand = ply.before.hand if ply.before.turn in seats else ()
    return tuple(card for card in hand if card is not Card.UNKNOWN)


_WAITING = {
    Phase.WATCHING: N_("You cannot play {play} while the others play: go on to let them."),
    Phase.BETWEEN: N_("You cannot play {play} when the round is over: go on to deal the next one."),
    Phase.OVER: N_("You cannot play {play}: the game is over."),
}
