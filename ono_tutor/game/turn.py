"""One play and all its consequences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError
from ono_tutor.game.legal import as_play, judged, refusal_error
from ono_tutor.game.position import Position
from ono_tutor.rules.effect import Effect, Refusal
from ono_tutor.rules.event import Event, EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import Hand, Hands, Settlement

Shuffle = Callable[[Hand], Hand]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a play led to: the events in order, and the position after.

    ``loser`` is the seat that lost the hand or the round by it, ``out`` the seats that left,
    ``winners`` those who won the game. Where ``round_over``, ``after`` is how the table was
    left, not a position to play on from.
    """

    before: Position
    plays: tuple[Play | LateDraw, ...]
    events: tuple[Event, ...]
    after: Position
    out: tuple[int, ...] = ()
    round_over: bool = False
    loser: int | None = None
    winners: tuple[int, ...] = ()


def play(position: Position, *plays: Play | LateDraw | str) -> Outcome:
    """What happens when these plays are made one after the other.

    A card that is drawn comes from ``position.draw``; where that is not known, a hidden card
    is drawn. Raises :class:`NotationError` for a word that is no play, and
    :class:`IllegalPlayError`, with the rule id, for a play that may not be made.
    """
    outcome = Outcome(position, (), (), position)
    for word in plays:
        outcome = _followed(outcome, make(outcome, as_play(position, word)))
    return outcome


def make(
    before: Outcome | Position, play: Play | LateDraw, shuffle: Shuffle | None = None
) -> Outcome:
    """One play's outcome. ``shuffle`` orders the discards when the draw pile is used up."""
    if isinstance(before, Outcome):
        _refuse_after_end(before, play)
        before = before.after
    effect = judged(before, play)
    if isinstance(effect, Refusal):
        raise refusal_error(effect, play)
    turn = _Turn(before, shuffle)
    if isinstance(play, LateDraw):
        return turn.draw_late(play)
    assert effect is not None
    return turn.take(play, effect)


def _refuse_after_end(outcome: Outcome, play: Play | LateDraw) -> None:
    if outcome.round_over:
        message = f"{play} comes after the end: the round is over"
        raise IllegalPlayError(message, word=str(play), rule=outcome.events[-1].rule)


def _followed(first: Outcome, second: Outcome) -> Outcome:
    return replace(
        second,
        before=first.before,
        plays=first.plays + second.plays,
        events=first.events + second.events,
        out=first.out + second.out,
    )


class _Turn:
    """The bookkeeping of one play: cards move, then points, then the turn."""

    def __init__(self, before: Position, shuffle: Shuffle | None) -> None:
        self.before = before
        self.shuffle = shuffle
        self.rules = before.rules
        self.seat = before.turn
        self.draw_pile = before.draw
        self.discards = before.seen if shuffle else before.discards()
        self.events: list[Event] = []

    def take(self, play: Play, effect: Effect) -> Outcome:
        """The outcome of a play of the player to move."""
        hand = self._put_down(play)
        self._tell_play(play, effect)
        drawn = play.card is not None and effect.draws > 0
        if effect.busts and drawn:
            hand = self._draw(hand, effect.draws, EventType.DREW, "points-round")
        settlement = self.rules.settle(self.before, effect, hand)
        self.events += settlement.events
        if drawn and not (effect.busts or settlement.round_over or self.seat in settlement.out):
            hand = self._refill(hand, play, effect)
        return self._outcome(play, effect, settlement, hand)

    def draw_late(self, play: LateDraw) -> Outcome:
        """The outcome of a late draw (rule ``forgot-draw``)."""
        before, seat = self.before, play.seat
        self.seat = seat
        hand = self._draw(before.hands[seat] or (), 1, EventType.DREW_LATE, "forgot-draw")
        undrawn = self.rules.undrawn_after_late_draw(before.undrawn, seat)
        self._tell_too_late(undrawn, (seat,))
        after = replace(
            before,
            hands=_with_hand(before.hands, seat, hand),
            draw=self.draw_pile,
            seen=self.discards,
            undrawn=undrawn,
            is_view=False,
        )
        return Outcome(before, (play,), tuple(self.events), after)

    def _put_down(self, play: Play) -> Hand:
        """The hand without the cards played, which now lie in the discard pile."""
        if play.card is None:
            return self.before.hand
        self.discards += (play.card,) * play.count
        hand = list(self.before.hand)
        for _ in range(play.count):
            hand.remove(play.card if play.card in hand else Card.UNKNOWN)
        return tuple(hand)

    def _tell_play(self, play: Play, effect: Effect) -> None:
        if play.card is None:
            return
        rule, seat, total = effect.rules[0], self.seat, effect.total
        choice = play.adds if play.adds is not None else play.count if play.count > 1 else None
        played = Event(EventType.PLAYED, seat, rule, play.card, total, choice)
        self.events.append(played)
        if effect.turns and len(self.before.still_in) > 2:
            direction = self.before.direction.turned
            turned = "99-four" if play.card is Card.FOUR else "reverse"
            self.events.append(Event(EventType.TURNED, seat, turned, direction=direction.value))

    def _refill(self, hand: Hand, play: Play, effect: Effect) -> Hand:
        if play.forgets:
            self.events.append(Event(EventType.FORGOT, self.seat, "forgot-draw"))
            return hand
        rule = effect.rules[0] if effect.draws > 1 else self.rules.draw_rule
        return self._draw(hand, effect.draws, EventType.DREW, rule)

    def _draw(self, hand: Hand, count: int, kind: EventType, rule: str) -> Hand:
        for _ in range(count):
            card = self._next_card()
            self.events.append(Event(kind, self.seat, rule, card))
            hand += (card,)
        return hand

    def _next_card(self) -> Card:
        if not self.draw_pile and (self.shuffle or self._is_pile_used_up()):
            shuffled, self.discards = self.rules.reshuffled(self.discards)
            self.events.append(Event(EventType.RESHUFFLED, self.seat, self.rules.reshuffle_rule))
            if self.shuffle:
                self.draw_pile = self.shuffle(shuffled)
        if not self.draw_pile:
            return Card.UNKNOWN
        card, self.draw_pile = self.draw_pile[0], self.draw_pile[1:]
        return card

    def _is_pile_used_up(self) -> bool:
        """Whether every card of the deck is in a hand or a discard that is known."""
        if any(hand is None for hand in self.before.hands):
            return False
        held = sum(len(hand or ()) for hand in self.before.hands)
        deck = sum(self.rules.deck(len(self.before.hands)).values())
        put_down = len(self.discards) - len(self.before.discards())
        return held - put_down + len(self.discards) >= deck

    def _outcome(self, play: Play, effect: Effect, settlement: Settlement, hand: Hand) -> Outcome:
        after = self._after(play, effect, settlement, hand)
        if not settlement.round_over:
            self._tell_turn(effect, after)
        return Outcome(
            before=self.before,
            plays=(play,),
            events=tuple(self.events),
            after=after,
            out=settlement.out,
            round_over=settlement.round_over,
            loser=settlement.loser,
            winners=settlement.winners,
        )

    def _after(self, play: Play, effect: Effect, settlement: Settlement, hand: Hand) -> Position:
        hands = _with_hand(self.before.hands, self.seat, hand)
        for seat in settlement.out:
            hands = _with_hand(hands, seat, None)
        after = replace(
            self.before,
            total=effect.total if settlement.total is None else settlement.total,
            hands=hands,
            draw=self.draw_pile,
            seen=self.discards,
            stakes=settlement.stakes,
            played=None,
            owes=1,
            undrawn=self._undrawn(play, effect, settlement),
            is_view=False,
        )
        return after if settlement.round_over else self._passed(after, play, effect)

    def _undrawn(self, play: Play, effect: Effect, settlement: Settlement) -> tuple[int, ...]:
        before = self.before.undrawn
        if play.card is None or not (before or play.forgets):
            undrawn = before
        else:
            undrawn = self.rules.still_undrawn(before, self.seat, not play.forgets)
            self._tell_too_late(undrawn, settlement.out)
        return tuple(seat for seat in undrawn if seat not in settlement.out)

    def _tell_too_late(self, undrawn: tuple[int, ...], drew: tuple[int, ...]) -> None:
        late = [s for s in dict.fromkeys(self.before.undrawn) if s not in (*undrawn, *drew)]
        self.events += [Event(EventType.TOO_LATE, seat, "forgot-draw") for seat in late]

    def _passed(self, after: Position, play: Play, effect: Effect) -> Position:
        """The position with the turn moved on."""
        if effect.steps == 0:
            return self._same_player(after, play, effect)
        if effect.turns and len(after.still_in) > 2:
            after = replace(after, direction=after.direction.turned)
        return replace(after, turn=after.seat_after(self.seat, effect.steps), owes=effect.owes)

    def _same_player(self, after: Position, play: Play, effect: Effect) -> Position:
        is_first_of_two = effect.owes < self.before.owes
        played = play.card if is_first_of_two else self.before.played
        return replace(after, owes=effect.owes, played=played)

    def _tell_turn(self, effect: Effect, after: Position) -> None:
        for kind, rule, to in self._turn_facts(effect, after):
            self.events.append(Event(kind, self.seat, rule, to=to))

    def _turn_facts(self, effect: Effect, after: Position) -> Iterator[tuple[EventType, str, int]]:
        if effect.steps == 2:
            yield EventType.SKIPPED, "99-jack", after.seat_after(self.seat)
        if effect.replies:
            yield EventType.HANDED_ON, "double-reply", after.turn
        elif effect.owes == 2 and effect.steps:
            yield EventType.DOUBLED, "double-effect", after.turn
        elif after.turn == self.seat and effect.steps == 0:
            yield EventType.STILL_OWES, effect.rules[-1], after.turn
        elif effect.busts and (self.before.owes == 2 or self.before.played):
            yield EventType.FREED, "double-eliminated", after.turn


def _with_hand(hands: Hands, seat: int, hand: Hand | None) -> Hands:
    return hands[:seat] + (hand,) + hands[seat + 1 :]
