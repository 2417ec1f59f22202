"""A position: everything on the table at one moment, its check, and what it is by other rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError
from ono_tutor.game.notation import read_line, write
from ono_tutor.i18n import N_, Message, _
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import (
    Direction,
    Hand,
    Hands,
    LateDraw,
    Play,
    next_seat,
    player_number,
    still_in,
)
from ono_tutor.rules.ruleset import RuleSet, TableState
from ono_tutor.rules.states import State, state_of


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Position(TableState):
    """One moment of a game, as far as it is known. Immutable and hashable.

    Seats count from 0, clockwise. ``hands`` has a tuple of cards a seat, None for a player
    who is out; hidden cards are ``Card.UNKNOWN``. ``draw`` is the known top of the draw pile,
    next card first; ``seen`` the cards known to lie in the discard pile, oldest first.
    ``stakes`` are chips or points by seat, None where not known.
    ``owes`` is 1, or 2 under a double; ``played`` the first of two cards once it is down.
    ``undrawn`` are 1980 seats that may still draw late. ``is_view`` says that only the hand of
    the player to move is shown (the notation's ``hand=``).

    Make one with :meth:`parse` or :meth:`of`, which check it; the constructor checks nothing.
    """

    def __str__(self) -> str:
        return write(self)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    @classmethod
    def parse(cls, line: str) -> Self:
        """The position that a line of the notation says.

        Raises :class:`NotationError`, which names the word at fault, for any other line.
        """
        fields, words = read_line(line)
        position = cls(**fields)
        check(position, words)
        return position

    @classmethod
    def of(cls, rules: RuleSet, total: int, hands: Hands, **fields: object) -> Self:
        """A checked position from its parts; the stakes are the rule set's start unless given.

        Raises :class:`NotationError` for a position that cannot be.
        """
        fields.setdefault("stakes", rules.start_stakes(hands))
        position = cls(rules, total, hands, **fields)  # type: ignore[arg-type]  # names checked by Python
        check(position, {})
        return position

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.turn] or ()

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats of the players who are not out."""
        return still_in(self.hands)

    @property
    def moment(self) -> Moment:
        """The facts that decide which cards may be played."""
        return self.rules.moment(self)

    @property
    def state(self) -> State:
        """The moment with what every play does at it."""
        return state_of(self.rules, self.rules.moment(self))

    @property
    def place(self) -> int:
        """Twice the seat to move, and one more where play goes counter-clockwise."""
        return 2 * self.turn + (self.direction is Direction.COUNTER_CLOCKWISE)

    @property
    def is_hand_known(self) -> bool:
        """Check whether every card of the player to move is shown."""
        return Card.UNKNOWN not in self.hand

    def seen_from(self, seat: int) -> Self:
        """Return what a player sees: the cards of the others' hands and of the draw pile hidden."""
        hands = tuple(
            hand if other == seat or hand is None else (Card.UNKNOWN,) * len(hand)
            for other, hand in enumerate(self.hands)
        )
        return replace(self, hands=hands, draw=())

    def player_number(self, seat: int) -> int:
        """Return the number by which people call the player on a seat."""
        return player_number(self.hands, seat)

    def seat_after(self, seat: int) -> int:
        """Return the seat of the next player in the direction of play, among those in."""
        return next_seat(self.still_in, seat, self.direction.step)

    def unseen(self) -> Counter[Card]:
        """Return what may be drawn next as far as is known: the deck without the cards shown.

        The known top of the draw pile is shown, and so is not among them;
        :class:`ono_tutor.solver.information_sets.Pile` has both.

        Cards in hidden hands and in the draw pile are alike. Where none is left, the discards
        are shuffled (rule ``draw-pile-empty``), so they are what may be drawn.
        """
        cards = Counter(self.rules.deck(len(self.hands)))
        cards.subtract(self.shown())
        left = +cards
        return left or Counter(self.rules.reshuffled(self.discards())[0])

    def shown(self) -> Counter[Card]:
        """Return how many of each card are in open hands, in the known draw and in the discards."""
        shown = Counter(self.draw) + Counter(self.discards())
        for hand in self.hands:
            shown.update(hand or ())
        del shown[Card.UNKNOWN]
        return shown

    def discards(self) -> Hand:
        """Return the known discards: ``seen``, and ``played`` if not among them."""
        if self.played is None or self.played in self.seen:
            return self.seen
        return (*self.seen, self.played)


def as_position(given: Position | str) -> Position:
    """Return the position; read it if it is given as its line.

    Raises :class:`NotationError`, which names the word at fault, for another text.
    """
    return Position.parse(given) if isinstance(given, str) else given


Fault = tuple[str, str, str]
"""The key of the word at fault, a message and the id of the rule point."""


def check(position: Position, words: Mapping[str, str]) -> None:
    """Check that the position is possible; ``words`` are its words by key, for the error.

    Raises :class:`NotationError`, which names the first word at fault and what was allowed.
    """
    position.rules.check_players(len(position.hands), words.get("hands", "hands"))
    for find_faults in (_find_seat_faults, _find_deck_faults, _find_turn_faults):
        for key, message, rule in find_faults(position):
            raise NotationError(message, word=words.get(key, key), rule=rule)


def _find_seat_faults(position: Position) -> Iterator[Fault]:
    """Yield faults of the turn, of the sizes of the hands, and of the draws that are due."""
    rules, key = position.rules, "hand" if position.is_view else "hands"
    if len(position.still_in) < 2:
        yield "hands", "fewer than two players are still in", "players"
    if position.turn not in position.still_in:
        seats = ", ".join(map(str, position.still_in))
        yield "turn", f"it cannot be the turn of seat {position.turn}; the seats in are {seats}", ""
    for seat, hand in enumerate(position.hands):
        if hand is not None and len(hand) > rules.hand_size:
            yield key, f"a hand has {rules.hand_size} cards at most, not {len(hand)}", "deal"
        if hand == () and not rules.shrinks:
            yield key, f"the hand of seat {seat} is empty", "deal"
    for seat, count in Counter(position.undrawn).items():
        hand = position.hands[seat] if seat in position.still_in else None
        if not rules.shrinks or hand is None or len(hand) + count > rules.hand_size:
            yield "undrawn", f"seat {seat} has no draw to make", "forgot-draw"


def _find_deck_faults(position: Position) -> Iterator[Fault]:
    """Yield faults of the cards: those that the deck does not have, or not as often."""
    rules, hands_key = position.rules, "hand" if position.is_view else "hands"
    deck, used = rules.deck(len(position.hands)), Counter[Card]()
    size, known = sum(deck.values()), " ".join(each.code for each in deck)
    lists = [(hands_key, hand or ()) for hand in position.hands]
    lists += [("draw", position.draw), ("seen", position.seen)]
    if position.played and position.played not in position.seen:
        lists.append(("played", (position.played,)))
    for key, cards in lists:
        used.update(cards)
        for card in dict.fromkeys(cards):
            if card is Card.UNKNOWN and key in ("draw", "seen"):
                yield key, f"{key}= lists cards that are known", ""
            elif card not in deck and card is not Card.UNKNOWN:
                message = f"{rules.title} has no card {card.code!r}; its cards are {known}"
                yield key, message, "deck"
            elif used[card] > deck.get(card, size):
                name = f"{rules.card_name(card):short}"
                message = f"{name} appears {used[card]} times, but the deck has only {deck[card]}"
                yield key, message, "deck"
    if used.total() > size:
        yield hands_key, f"{used.total()} cards are in play; the deck has {size}", "deck"


def _find_turn_faults(position: Position) -> Iterator[Fault]:
    """Yield faults of the total, of the cards owed and played, and of the chips or points."""
    rules, played = position.rules, position.played
    if not rules.can_show(position.total):
        message = f"{rules.name} cannot stand at {position.total}; a total is {rules.totals}"
        yield "total", message, "limit"
    if not 1 <= position.owes <= rules.most_owed:
        allowed = " or ".join(map(str, range(1, rules.most_owed + 1)))
        yield "owes", f"a player owes {allowed}, not {position.owes}", "double-no-stack"
    is_pair = len(position.still_in) == 2
    if played and (position.owes != 1 or not rules.can_be_first(played, pair=is_pair)):
        message = f"in {rules.title} nobody plays {played.code} first and then owes {position.owes}"
        yield "played", message, "double-reply"
    name, needed = rules.stake_name or "stakes", len(rules.start_stakes(position.hands))
    if len(position.stakes) != needed:
        yield name, f"{len(position.stakes)} stakes are given, not {needed}", ""
    for seat, stake in enumerate(position.stakes):
        can_have = rules.can_hold_stake(stake or 0)
        if position.hands[seat] is None:
            can_have = not (stake and rules.stakes_are_left)
        if stake is not None and not can_have:
            yield name, f"seat {seat} cannot have {stake} {name}", ""


def convert(position: Position, rules: RuleSet) -> Position:
    """Return the position under another rule set, with the cards, total and debt as they are.

    A rule set of the same key takes over everything. Another one takes what all rule sets
    share: the hand of the player to move, the total, what is owed, and the seats.

    Raises :class:`NotationError` where the other rule set has no such position.
    """
    if rules.key == position.rules.key:
        return replace(position, rules=rules)
    converted = _with_what_is_shared(position, rules, position.hand)
    check(converted, {})
    return converted


def convert_leniently(position: Position, rules: RuleSet) -> tuple[Position, tuple[Message, ...]]:
    """Return the position under another rule set, without what it lacks, and a note on that.

    A rule set with the same deck takes over everything that is known. The result is not checked.
    """
    old, deck = position.rules, rules.deck(len(position.hands))
    if (old.deck(2), old.hand_size) == (rules.deck(2), rules.hand_size):
        is_kept = old.stake_name == rules.stake_name
        stakes = position.stakes if is_kept else rules.start_stakes(position.hands)
        return replace(position, rules=rules, stakes=stakes), ()
    hand = tuple(card for card in position.hand if card in deck or card is Card.UNKNOWN)
    hand = hand[: rules.hand_size] or (Card.UNKNOWN,) * rules.hand_size
    converted = _with_what_is_shared(position, rules, hand)
    note = N_("{game} keeps the total, the players and those cards of the hand that it has.")
    owes = min(position.owes, rules.most_owed)
    return replace(converted, owes=owes, played=None), (_(note, game=rules.title),)


def _with_what_is_shared(position: Position, rules: RuleSet, hand: Hand) -> Position:
    """Return it with this hand to move, the other hands hidden and the stakes at the start."""
    hidden = (Card.UNKNOWN,) * rules.hand_size
    hands = tuple(
        None if held is None else hand if seat == position.turn else hidden
        for seat, held in enumerate(position.hands)
    )
    bare = replace(position, draw=(), seen=(), undrawn=(), is_view=None not in hands)
    return replace(bare, rules=rules, hands=hands, stakes=rules.start_stakes(hands))


def convert_play(play: Play | LateDraw, rules: RuleSet) -> tuple[Play | LateDraw, ...]:
    """Return the ways to make a play under another rule set: several where it offers a choice.

    Raises :class:`NotationError` where it is no play under that rule set.
    """
    if isinstance(play, Play) and play.card and play.card in rules.deck(rules.least_players):
        choices = rules.card_plays[play.card]
        if len(choices) > 1 and play.adds is None and play.copies == 1:
            return choices
    return (rules.read_play(str(play)),)
