"""One play and what it changes on the table."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError
from ono_tutor.game.legal import as_play, check_hand_known, judged
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.game.position import Position, as_position
from ono_tutor.i18n import Message
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.automaton import passing_of
from ono_tutor.rules.judgement import Effect, Event, Refusal
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.seats import Direction, Hand, Hands, replaced, turn_order

Shuffle = Callable[[Hand], Hand]


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Outcome:
    """What a line of plays led to: the events in order, and the position after.

    ``loser`` is the seat that lost the hand or the round by it, ``out`` the seats that left,
    ``winners`` those who won the game. Where ``round_over``, ``after`` is how the table was
    left, not a position to play on from.
    """

    before: Position
    plies: tuple[Ply | LatePly, ...] = ()

    @property
    def after(self) -> Position:
        """The position after the last play."""
        return self.plies[-1].after if self.plies else self.before

    @property
    def plays(self) -> tuple[Play | LateDraw, ...]:
        """The plays that were made."""
        return tuple(ply.play for ply in self.plies)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(event for ply in self.plies for event in ply.events)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that left, in order."""
        return tuple(seat for ply in self.plies for seat in ply.settlement.out)

    @property
    def round_over(self) -> bool:
        """Whether the hand or the round is over."""
        return bool(self.plies) and self.plies[-1].settlement.round_over

    @property
    def loser(self) -> int | None:
        """The seat that lost by the last play."""
        return self.plies[-1].settlement.loser if self.plies else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the game by the last play."""
        return self.plies[-1].settlement.winners if self.plies else ()


def play(position: Position | str, *plays: Play | LateDraw | str) -> Outcome:
    """What happens when these plays are made one after the other.

    The position may be given as its line. A card that is drawn comes from ``position.draw``;
    where that is not known, a hidden card is drawn. Raises :class:`NotationError` for a word
    that is no play, and :class:`IllegalPlayError`, with the rule id, for a play that may not be
    made.
    """
    plies: list[Ply | LatePly] = []
    after = position = as_position(position)
    for word in plays:
        found = as_play(position, word)
        if plies and plies[-1].settlement.round_over:
            message = f"{found} comes after the end: the round is over"
            rule = plies[-1].settlement.events[-1].rule
            raise IllegalPlayError(message, word=str(found), rule=rule)
        plies.append(make(after, found))
        after = plies[-1].after
    return Outcome(position, tuple(plies))


def make(before: Position, play: Play | LateDraw, shuffle: Shuffle | None = None) -> Ply | LatePly:
    """One play, made. ``shuffle`` orders the discards when the draw pile is used up.

    Raises :class:`IllegalPlayError`, with the rule id, for a play that may not be made.
    """
    effect = judged(before, play)
    if isinstance(effect, Refusal):
        raise IllegalPlayError(str(effect), word=str(play), rule=effect.rules[0])
    if isinstance(play, LateDraw):
        return _drawn_late(before, play, shuffle)
    assert effect is not None
    return carry_out(before, play, effect, shuffle)


def carry_out(before: Position, play: Play, effect: Effect, shuffle: Shuffle | None) -> Ply:
    """Return a play that is known to be legal, made: the cards move, then the turn passes."""
    stock, seat = _Stock(before, shuffle), before.turn
    if play.card is not None:
        stock.discards += (play.card,) * play.copies
    hand = _put_down(before.hand, play)
    draws = 0 if play.forgets or play.card is None else effect.draws
    drawn = stock.draw(draws) if effect.busts else ()
    settlement = before.rules.settle(before, effect, hand + drawn)
    if not (effect.busts or settlement.round_over or seat in settlement.out):
        drawn = stock.draw(draws)
    hands = replaced(before.hands, seat, hand + drawn)
    for leaver in settlement.out:
        hands = replaced(hands, leaver, None)
    turn, direction, owes, played = seat, before.direction, 1, None
    if not settlement.round_over:
        turn, is_turned = divmod(next_place(hands, before.place, effect), 2)
        direction = Direction.COUNTER_CLOCKWISE if is_turned else Direction.CLOCKWISE
        owes = effect.owes
        if effect.steps == 0:
            played = play.card if owes < before.owes else before.played
    after = Position(
        before.rules,
        effect.total if settlement.total is None else settlement.total,
        hands,
        turn,
        owes,
        direction,
        stock.pile,
        stock.discards,
        settlement.stakes,
        played,
        _still_undrawn(before, play, settlement.out),
    )
    return Ply(before, play, effect, settlement, after, drawn, stock.shuffled_at)


def next_place(hands: Hands, place: int, effect: Effect) -> int:
    """Return the place to move after this effect, among the players whose hands are given."""
    return turn_order(tuple([hand is not None for hand in hands]))[passing_of(effect)][place]


def _put_down(hand: Hand, play: Play) -> Hand:
    """Return the hand without the play's cards; a hidden card stands for one not shown."""
    if play.card is None:
        return hand
    rest = list(hand)
    for _ in range(play.copies):
        rest.remove(play.card if play.card in rest else Card.UNKNOWN)
    return tuple(rest)


def _still_undrawn(before: Position, play: Play, out: tuple[int, ...]) -> tuple[int, ...]:
    undrawn = before.undrawn
    if play.card is not None and (undrawn or play.forgets):
        undrawn = before.rules.still_undrawn(undrawn, before.turn, not play.forgets)
    return tuple(seat for seat in undrawn if seat not in out)


def _drawn_late(before: Position, play: LateDraw, shuffle: Shuffle | None) -> LatePly:
    """The late draw of a seat that forgot (rule ``forgot-draw``)."""
    stock = _Stock(before, shuffle)
    drawn = stock.draw(1)
    hand = (before.hands[play.seat] or ()) + drawn
    after = replace(
        before,
        hands=replaced(before.hands, play.seat, hand),
        draw=stock.pile,
        seen=stock.discards,
        undrawn=before.rules.undrawn_after_late_draw(before.undrawn, play.seat),
        is_view=False,
    )
    return LatePly(before, play, after, drawn, stock.shuffled_at)


class _Stock:
    """The draw pile and the discards while one play is made."""

    __slots__ = ("before", "discards", "pile", "shuffle", "shuffled_at", "taken")

    def __init__(self, before: Position, shuffle: Shuffle | None) -> None:
        self.before = before
        self.shuffle = shuffle
        self.taken = 0
        self.pile = before.draw
        self.discards = before.seen if shuffle else before.discards()
        self.shuffled_at: int | None = None

    def draw(self, count: int) -> Hand:
        """The next cards; hidden ones where the pile is not known."""
        if len(self.pile) >= count:
            drawn, self.pile = self.pile[:count], self.pile[count:]
            return drawn
        return tuple(self._next_card(place) for place in range(count))

    def _next_card(self, place: int) -> Card:
        if not self.pile and (self.shuffle or self._is_used_up()):
            self.shuffled_at = place
            shuffled, self.discards = self.before.rules.reshuffled(self.discards)
            self.pile = self.shuffle(shuffled) if self.shuffle else ()
        self.taken += 1
        if not self.pile:
            return Card.UNKNOWN
        card, self.pile = self.pile[0], self.pile[1:]
        return card

    def _is_used_up(self) -> bool:
        """Whether every card of the deck is in a hand or a discard that is known.

        The cards put down by this play were counted in a hand before, and still are.
        """
        hands = self.before.hands
        held = sum(len(hand or ()) for hand in hands) + self.taken
        deck = sum(self.before.rules.deck(len(hands)).values())
        return held + len(self.before.discards()) >= deck


@dataclass(frozen=True, slots=True)
class Consequence:
    """One play of the hand: its effect and outcome if it is legal, else why it is not."""

    play: Play
    effect: Effect | None = None
    outcome: Outcome | None = None
    refusal: Refusal | None = None

    @property
    def is_legal(self) -> bool:
        """Whether the play may be made."""
        return self.refusal is None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rule points that decide."""
        judgement = self.effect or self.refusal
        return judgement.rules if judgement else ()

    @property
    def reason(self) -> Message | None:
        """Why the play may not be made; None where it may."""
        return self.refusal.reason if self.refusal else None

    @property
    def loses(self) -> bool:
        """Whether the player loses by it."""
        return self.effect is not None and self.effect.loses


def consequences(position: Position) -> tuple[Consequence, ...]:
    """What each card of the hand would do, each kind once, in the hand's order.

    Who can play nothing has ``out`` as the last entry.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    check_hand_known(position)
    plays = position.rules.plays_of_hand(position.hand)
    found = tuple(consequence(position, play) for play in plays)
    return found if any(c.is_legal for c in found) else (*found, consequence(position, OUT))


def consequence(position: Position, made: Play) -> Consequence:
    """What one play would do."""
    judgement = judged(position, made)
    if isinstance(judgement, Refusal):
        return Consequence(made, refusal=judgement)
    return Consequence(made, effect=judgement, outcome=play(position, made))
