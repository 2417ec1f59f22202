"""The rules as rows: each moment a state, which says what every play does there.

A rule set judges a play at a moment once (:meth:`RuleSet.judge`); the answer is kept in a
:class:`State` together with the state that follows. Whoever plays, searches or explains walks
these states, and a step is a look-up. A play that costs somebody something has a :class:`Cost`,
by which the standings (:mod:`.standing`) know what it makes of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar, cast

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Effect, Moment, Refusal, Stakes
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import Passing

if TYPE_CHECKING:
    from ono_tutor.rules.ruleset import RuleSet

MOST_STATES = 6_000
"""States kept for a rule set; only a total that runs away below zero meets more."""

_FIRST = Card.TWO
"""Stands for whichever card was the first of two, which judges nothing by itself."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cached(dict[Key, Value]):
    """A dictionary that makes the value of a missing key, once; with ``most`` it is emptied then.

    So much is kept of what may come without end.
    """

    __slots__ = ("make", "most")

    def __init__(self, make: Callable[[Key], Value], most: int | None = None) -> None:
        super().__init__()
        self.make, self.most = make, most

    def __missing__(self, key: Key) -> Value:
        if self.most is not None and len(self) >= self.most:
            self.clear()
        value = self[key] = self.make(key)
        return value


class LookedAtError(Exception):
    """A settlement looks at something that a standing does not say."""


class Unseen:
    """Something that is there and may be passed on, but not looked at.

    Of a hand it may be said whether its player could play a card without losing, ``can_play``.
    """

    can_play: bool

    def __init__(self, *, can_play: bool | None = None) -> None:
        if can_play is not None:
            self.can_play = can_play

    def _refuse(self, *_: object) -> NoReturn:
        raise LookedAtError

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __getattr__ = _refuse
    __add__ = __radd__ = __sub__ = __mod__ = __int__ = __index__ = __hash__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


UNSEEN: Any = Unseen()


class Cost:
    """What of a play a settlement may hang on: the effect without its total, and the moment.

    A rule set makes each once and numbers them; ``is_second`` says that it was the second of
    two cards that were owed. ``by_others`` are the same cost where no other player could play
    on, and where one could: a settlement may hang on that too (rule ``nobody-can-play``).
    """

    __slots__ = ("by_others", "can_others_play", "effect", "is_second", "number", "owes")

    def __init__(
        self,
        number: int,
        effect: Effect,
        owes: int,
        is_second: bool,
        can_others_play: bool | None = None,
    ) -> None:
        self.number, self.effect = number, effect._replace(total=UNSEEN)
        self.owes, self.is_second, self.can_others_play = owes, is_second, can_others_play
        self.by_others: tuple[Cost, ...] = ()
        if can_others_play is None:
            knowing = enumerate((False, True), number + 1)
            self.by_others = tuple(Cost(n, effect, owes, is_second, can) for n, can in knowing)


class StandingTable(NamedTuple):
    """A table as far as a standing knows it."""

    rules: RuleSet
    hands: tuple[Any, ...]
    turn: int
    owes: int
    played: Any
    stakes: Stakes
    undrawn: tuple[int, ...] = ()
    total: Any = UNSEEN
    seen: Any = UNSEEN
    direction: Any = UNSEEN


class Move:
    """A play that a state allows, its effect, and how the turn passes by it.

    ``card`` is the card of the play, None for laying the hand down; ``cost`` is what it is
    settled by, None where it costs nobody anything; ``is_plain`` says that it does not, and that
    one card is put down and one drawn. ``follows`` is the moment after it, while nobody leaves;
    ``next`` is that moment's state once somebody has asked for it by :meth:`follow`.
    """

    __slots__ = (
        "card", "cost", "effect", "follows", "is_plain", "next", "passing", "play", "rules",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, moment: Moment, play: Play, effect: Effect) -> None:
        self.rules, self.play, self.effect, self.card = rules, play, effect, play.card
        self.follows = rules.next_moment(moment, play, effect)
        self.passing = passing_of(effect)
        costs = effect.busts or effect.costs or effect.costs_others or effect.ends_round
        self.cost = rules.cost_of(effect, moment) if costs else None
        is_one = play.copies == effect.draws == 1 and not play.forgets
        self.is_plain = is_one and not costs
        self.next: State | None = None

    def __repr__(self) -> str:
        return f"Move({self.play}, {self.effect})"

    def follow(self) -> State:
        """Return the state that follows this move while nobody leaves the table."""
        if self.next is None:
            self.next = self.rules.state(self.follows)
        return self.next


class State:
    """A moment with what every play does at it; each is judged when it is first asked for.

    ``judged`` has the move or the refusal of each play, ``safe`` the moves of each card that do
    not bust, ``losing`` those that do, and ``plain`` the move of each card that has only one,
    and that a plain one, else None. ``ways`` has the plays of the ``safe`` moves,
    ``plain_moves`` those of the moves asked for that are plain.
    """

    __slots__ = (
        "_out", "_passes_on", "_same", "judged", "losing", "moment", "orders", "plain",
        "plain_moves", "rules", "safe", "ways",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, moment: Moment) -> None:
        self.rules, self.moment = rules, moment
        self.judged: Cached[Play, Move | Refusal] = Cached(self._judge)
        self._out: tuple[Move | None] | None = None
        self._passes_on: bool | None = None
        self._same = same_for_all_firsts(rules, moment)
        if self._same is not None and self._same.passes_on:
            self._share(self._same)
            return
        self.safe: Cached[Card, tuple[Move, ...]] = Cached(self._safe)
        self.ways: Cached[Card, tuple[Play, ...]] = Cached(self._ways)
        self.plain_moves: dict[Play, Move] = {}
        self.losing: Cached[Card, tuple[Move, ...]] = Cached(self._losing)
        self.plain: Cached[Card, Move | None] = Cached(self._plain)
        self.orders: dict[str, dict[Card, int]] = {}

    def _share(self, same: State) -> None:
        """Use what another state knows of the cards: each does the same here."""
        self.safe, self.ways, self.plain_moves = same.safe, same.ways, same.plain_moves
        self.losing, self.plain, self.orders = same.losing, same.plain, same.orders

    def __repr__(self) -> str:
        return f"State({self.rules}, {self.moment})"

    def __reduce__(self) -> tuple[Callable[[RuleSet, Moment], State], tuple[RuleSet, Moment]]:
        return type(self.rules).state, (self.rules, self.moment)

    @property
    def passes_on(self) -> bool:
        """Whether the turn passes on by every card that may be played alone."""
        if self._passes_on is None:
            moves = map(self.move, self.rules.known_plays)
            self._passes_on = all(m.effect.steps for m in moves if m and m.play.copies == 1)
        return self._passes_on

    def move(self, play: object) -> Move | None:
        """Return the move by a play of the game's cards; None where it is refused, or is none."""
        found = self.judged[cast(Play, play)] if play in self.rules.known_plays else None
        return found if type(found) is Move else None

    def _judge(self, play: Play) -> Move | Refusal:
        """Judge a play, once for all first cards of two; a move by which the turn stays is new."""
        rules, moment, same = self.rules, self.moment, self._same
        found = rules.judge_anew(play, moment) if same is None else same.judged[play]
        if isinstance(found, Effect):
            found = Move(rules, moment, play, found)
        elif isinstance(found, Move) and not found.effect.steps:
            found = Move(rules, moment, play, found.effect)
        if isinstance(found, Move) and found.is_plain:
            self.plain_moves[play] = found
        return found

    @property
    def out(self) -> Move | None:
        """The move of laying the hand down here; None where that hangs on the cards of a hand."""
        if self._out is None:
            self._out = (_move_out(self.rules, self.moment),)
        return self._out[0]

    def moves_of(self, card: Card) -> tuple[Move, ...]:
        """Return the moves that a card alone allows, also those that bust."""
        found = (self.judged[play] for play in self.rules.plays_of(card))
        return tuple(move for move in found if isinstance(move, Move))

    def _safe(self, card: Card) -> tuple[Move, ...]:
        return tuple(move for move in self.moves_of(card) if not move.effect.busts)

    def _ways(self, card: Card) -> tuple[Play, ...]:
        return tuple([move.play for move in self.safe[card]])

    def _losing(self, card: Card) -> tuple[Move, ...]:
        return tuple(move for move in self.moves_of(card) if move.effect.busts)

    def _plain(self, card: Card) -> Move | None:
        moves = self.safe[card]
        return moves[0] if len(moves) == 1 and moves[0].is_plain else None


def same_for_all_firsts(rules: RuleSet, moment: Moment) -> State | None:
    """Return the state that stands for a moment whichever card was the first of two.

    None where there was none, and for a card that may have been put down with others.
    """
    if moment.first in (None, _FIRST, *(play.card for play in rules.sets)):
        return None
    return rules.state(moment._replace(first=_FIRST))


def _move_out(rules: RuleSet, moment: Moment) -> Move | None:
    played = None if moment.first is None else UNSEEN
    table = StandingTable(rules, (UNSEEN, UNSEEN), 0, moment.owes, played, ())
    try:
        effect = rules.out_effect(cast("Any", table))
    except LookedAtError:
        return None
    return Move(rules, moment, OUT, effect._replace(total=moment.total))


def passing_of(effect: Effect) -> int:
    """Return how a play with this effect passes the turn, a :class:`.Passing`."""
    if effect.turns:
        return int(Passing.TURNED)
    return int((Passing.SAME, Passing.NEXT, Passing.SKIPS)[effect.steps])
