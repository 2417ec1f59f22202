"""The rules as rows: states say what every play does, scoreboards what a costly play leads to.

A rule set judges a play at a moment once; the answer is kept in a :class:`State`, together with
the state that follows. Playing, searching and explaining walk these states, so a step is a
look-up. A play that costs somebody something belongs to a :class:`PayClass`, and a
:class:`Scoreboard` (who is in, with what at stake, who deals) keeps how each class is settled.
What a settlement depends on besides, a rule set declares (:class:`.SettlesOn`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, cast

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import (
    Effect,
    EventType,
    Judgement,
    Moment,
    Refusal,
    Settlement,
    Stakes,
)
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.seats import TurnChange, TurnOrder, turn_order

MAX_STATES = 6_000
"""States kept for a rule set; only a total that runs away below zero meets more."""

MAX_SCOREBOARDS = 50_000
"""Scoreboards kept for a rule set; scores that only grow meet more."""

_FIRST = Card.TWO
"""Stands for whichever card was the first of two: no rule depends on which it was."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cached(dict[Key, Value]):
    """A dictionary that makes the value of a missing key, once."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Key], Value]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self.make(key)
        return value


@dataclass(frozen=True, slots=True, eq=False)
class PayClass:
    """Plays that are settled alike: equal effects, the totals apart, of as many cards owed.

    ``is_second`` says that the card was the second of two. Each class is made once and compared
    by identity.
    """

    effect: Effect
    owes: int
    is_second: bool


class Move:
    """A play that a state allows, its effect, and how the turn passes by it.

    ``card`` is the card of the play, or None for laying the hand down. ``pay_class`` says how it
    is settled, or is None if it costs nobody anything; ``is_plain`` says that it costs nothing and
    that one card is put down and one drawn. ``follows`` is the moment after it if nobody leaves;
    ``next`` is that moment's state after the first :meth:`follow`.
    """

    __slots__ = (
        "card", "effect", "follows", "is_plain", "next", "passing", "pay_class", "play", "rules",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, moment: Moment, play: Play, effect: Effect) -> None:
        self.rules, self.play, self.effect, self.card = rules, play, effect, play.card
        self.follows = rules.next_moment(moment, play, effect)
        self.passing = turn_change(effect)
        self.pay_class: PayClass | None = None
        if effect.busts or effect.costs or effect.costs_others or effect.ends_round:
            key = effect._replace(total=0), moment.owes, moment.first is not None
            classes: dict[object, PayClass] = rules.pay_classes
            self.pay_class = classes.get(key) or classes.setdefault(key, PayClass(*key))
        is_one = play.copies == effect.draws == 1 and not play.forgets
        self.is_plain = is_one and self.pay_class is None
        self.next: State | None = None

    def __repr__(self) -> str:
        return f"Move({self.play}, {self.effect})"

    def follow(self) -> "State":
        """Return the state that follows this move if nobody leaves the table."""
        if self.next is None:
            self.next = state_of(self.rules, self.follows)
        return self.next


class State:
    """A moment with what every play does at it; each play is judged when it is first looked up.

    ``judged`` has the move or the refusal of each play, ``safe`` the moves of each card that do
    not bust, and ``ways`` their plays. ``plain_moves`` has the plain ones among the moves that were
    looked up, ``out`` is the move of laying the hand down.
    """

    __slots__ = (
        "_out", "_passes_on", "_same", "judged", "moment",
        "plain_moves", "rules", "safe", "ways",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, moment: Moment) -> None:
        self.rules, self.moment = rules, moment
        self.judged: Cached[Play, Move | Refusal] = Cached(self._look_up)
        self._out: Move | None = None
        self._passes_on: bool | None = None
        self._same: State | None = None
        if moment.first not in (None, _FIRST, *(play.card for play in rules.sets)):
            # A card that may have been put down with others keeps a state of its own.
            self._same = state_of(rules, moment._replace(first=_FIRST))
        self.safe: Cached[Card, tuple[Move, ...]] = Cached(self._safe_moves)
        self.ways: Cached[Card, tuple[Play, ...]] = Cached(
            lambda card: tuple([move.play for move in self.safe[card]])
        )
        self.plain_moves: dict[Play, Move] = {}
        if self._same and self._same.passes_on:
            same = self._same  # every card does the same here
            self.safe, self.ways, self.plain_moves = same.safe, same.ways, same.plain_moves

    def __repr__(self) -> str:
        return f"State({self.rules}, {self.moment})"

    def __reduce__(self) -> tuple[Callable[[RuleSet, Moment], "State"], tuple[RuleSet, Moment]]:
        return state_of, (self.rules, self.moment)

    @property
    def passes_on(self) -> bool:
        """Check whether the turn passes on by every card that may be played alone."""
        if self._passes_on is None:
            moves = map(self.move, self.rules.known_plays)
            self._passes_on = all(m.effect.steps for m in moves if m and m.play.copies == 1)
        return self._passes_on

    def move(self, play: object) -> Move | None:
        """Return the move by a play of the game's cards, or None if it is refused or no play."""
        found = self.judged[cast(Play, play)] if play in self.rules.known_plays else None
        return found if type(found) is Move else None

    def judge(self, play: Play) -> Judgement:
        """Return what a play does here, or why it may not be made."""
        found = self.judged[play]
        return found.effect if isinstance(found, Move) else found

    def _safe_moves(self, card: Card) -> tuple[Move, ...]:
        found = (self.judged[play] for play in self.rules.plays_of(card))
        return tuple(move for move in found if isinstance(move, Move) and not move.effect.busts)

    def _look_up(self, play: Play) -> Move | Refusal:
        """Judge a play; after a first card, by the state shared by all first cards."""
        rules, moment, same = self.rules, self.moment, self._same
        found = rules.judge(play, moment) if same is None else same.judged[play]
        if isinstance(found, Effect):
            found = Move(rules, moment, play, found)
        elif isinstance(found, Move) and not found.effect.steps:  # the first card is carried on
            found = Move(rules, moment, play, found.effect)
        if isinstance(found, Move) and found.is_plain:
            self.plain_moves[play] = found
        return found

    @property
    def out(self) -> Move:
        """The move of laying the hand down here, for a hand of which nothing is known."""
        if self._out is None:
            effect = self.rules.out_effect(self.moment, None)
            self._out = Move(self.rules, self.moment, OUT, effect)
        return self._out


def state_of(rules: RuleSet, moment: Moment) -> State:
    """Return what every play does at this moment; each is judged once for all callers."""
    states: dict[Moment, State] = rules.states
    state = states.get(moment)
    if state is None:
        if len(states) >= MAX_STATES:
            states.clear()
        state = State(rules, moment)
        states[moment] = state
    return state


def turn_change(effect: Effect) -> int:
    """Return how a play with this effect passes the turn, a :class:`.TurnChange`."""
    return _TURNED if effect.turns else _BY_STEPS[effect.steps]


_TURNED = int(TurnChange.TURNED)
_BY_STEPS = int(TurnChange.SAME), int(TurnChange.NEXT), int(TurnChange.SKIPS)


class Settled(NamedTuple):
    """The result of a costly play on a scoreboard.

    ``after`` is the scoreboard that follows; if ``is_over`` it is that of the next round, in which
    ``starter`` plays first. ``is_in`` says whether the player stays in, ``loser`` who lost by
    the play, and ``lost`` the points that were lost, with the id of the rule point.
    """

    after: "Scoreboard"
    is_over: bool
    starter: int
    is_in: bool
    loser: int | None
    winners: tuple[int, ...]
    lost: tuple[tuple[str, int], ...]


class _Table(NamedTuple):
    """A table with nothing on it but what a scoreboard knows."""

    hands: tuple[tuple[Card, ...] | None, ...]
    turn: int
    owes: int
    played: Card | None
    stakes: Stakes
    total: int = 0
    seen: tuple[Card, ...] = ()
    undrawn: tuple[int, ...] = ()
    direction: str = "cw"


class Scoreboard:
    """A stage of a game: who is in (``seated``) and was dealt in, the stakes, and who dealt.

    ``order`` says who is next among those in; ``is_pair`` whether they are two. ``opening`` is
    the state in which a round begins, once it has begun; the last one if hands differ by it.
    """

    __slots__ = (
        "dealer", "dealt", "is_pair", "opening", "order", "rules", "seated", "settled", "stakes",
    )  # fmt: skip

    def __init__(
        self,
        rules: RuleSet,
        dealt: tuple[int, ...],
        seated: tuple[bool, ...],
        stakes: Stakes,
        dealer: int,
    ) -> None:
        self.rules, self.dealt, self.seated = rules, dealt, seated
        self.stakes, self.dealer = stakes, dealer
        self.order: TurnOrder = turn_order(seated)
        self.is_pair = sum(seated) == 2
        self.opening: State | None = None
        self.settled: dict[tuple[PayClass, int, bool | None], Settled | None] = {}

    def __repr__(self) -> str:
        fields = self.rules, self.dealt, self.seated, self.stakes, self.dealer
        return f"Scoreboard({', '.join(map(str, fields))})"

    def settle(
        self, seat: int, pay_class: PayClass, others_can_play: bool | None = None
    ) -> Settled | None:
        """Return what a play of this class by the player of a seat leads to.

        The result is None if it depends on the cards in a hand, or on whether another player
        could play a card, and that is not given.
        """
        rules, key = self.rules, (pay_class, seat, others_can_play)
        if key in self.settled:
            return self.settled[key]
        asks = rules.settles_on is SettlesOn.OTHERS_CAN_PLAY and pay_class.is_second
        if rules.settles_on is SettlesOn.HANDS or (asks and others_can_play is None):
            self.settled[key] = None
            return None
        # A hidden card counts as one that can be played, and without cards nobody can play.
        hand = (Card.UNKNOWN,) if others_can_play else ()
        hands = tuple(hand if is_in else None for is_in in self.seated)
        played = _FIRST if pay_class.is_second else None
        table = _Table(hands, seat, pay_class.owes, played, self.stakes)
        settlement = rules.settle(table, pay_class.effect, ())
        if settlement.round_over:
            settlement = rules.settled_hand(settlement, self.dealt)
        out = settlement.out
        seated = tuple(is_in and s not in out for s, is_in in enumerate(self.seated))
        after = scoreboard_of(rules, self.dealt, seated, settlement.stakes, self.dealer)
        starter = seat
        if settlement.round_over and not settlement.winners:
            after, starter = after.next_round(settlement.loser, seat)
        self.settled[key] = settled = Settled(
            after,
            settlement.round_over,
            starter,
            seat not in out,
            settlement.loser,
            settlement.winners,
            points_lost(settlement),
        )
        return settled

    def settle_at(
        self,
        hands: Sequence[Sequence[Card] | None],
        total: int,
        seat: int,
        pay_class: PayClass,
    ) -> Settled | None:
        """Return the same at a table; None only if it depends on the cards in a hand."""
        settled = self.settle(seat, pay_class)
        if settled is None and self.rules.settles_on is SettlesOn.OTHERS_CAN_PLAY:
            others = [None if at == seat else hand for at, hand in enumerate(hands)]
            settled = self.settle(seat, pay_class, self.rules.can_anybody_play(others, total))
        return settled

    def next_round(self, loser: int | None, last: int) -> tuple["Scoreboard", int]:
        """Return the scoreboard of the next round, and the seat that starts it.

        ``last`` ended the round, ``loser`` lost by that or nobody did.
        """
        hands = tuple(() if is_in else None for is_in in self.seated)
        seats = self.rules.seats_next_hand(hands, self.stakes, self.dealt)
        dealer, starter = self.rules.next_deal(seats, self.dealer, loser, last)
        seated = tuple(seat in seats for seat in range(len(hands)))
        return scoreboard_of(self.rules, seats, seated, self.stakes, dealer), starter


def scoreboard_of(
    rules: RuleSet,
    dealt: tuple[int, ...],
    seated: tuple[bool, ...],
    stakes: Stakes,
    dealer: int,
) -> Scoreboard:
    """Return the scoreboard that says this; each play is settled on it once for all callers."""
    scoreboards: dict[object, Scoreboard] = rules.scoreboards
    key = dealt, seated, stakes, dealer
    scoreboard = scoreboards.get(key)
    if scoreboard is None:
        if len(scoreboards) >= MAX_SCOREBOARDS:
            scoreboards.clear()
        scoreboard = scoreboards[key] = Scoreboard(rules, *key)
    return scoreboard


def first_scoreboard(rules: RuleSet, players: int, dealer: int) -> Scoreboard:
    """Return the scoreboard of a new game whose first round this seat deals."""
    stakes = rules.start_stakes(((),) * players)
    return scoreboard_of(rules, tuple(range(players)), (True,) * players, stakes, dealer)


def points_lost(settled: Settlement) -> tuple[tuple[str, int], ...]:
    """Return the points that a settlement takes from all players together, by rule id."""
    lost: dict[str, int] = {}
    for event in settled.events:
        if event.type is EventType.LOST_POINTS:
            lost[event.rule] = lost.get(event.rule, 0) + (event.amount or 0)
    return tuple(lost.items())
