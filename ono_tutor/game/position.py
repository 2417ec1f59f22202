"""A position: everything on the table at one moment, and nothing of how it came about."""

from collections import Counter
from dataclasses import dataclass
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.game.check import check
from ono_tutor.game.notation import read, write
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.automaton import State
from ono_tutor.rules.judgement import Moment, Stakes
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction, Hand, Hands, next_in, still_in


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Position:
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

    rules: RuleSet
    total: int
    hands: Hands
    turn: int = 0
    owes: int = 1
    direction: Direction = Direction.CLOCKWISE
    draw: Hand = ()
    seen: Hand = ()
    stakes: Stakes = ()
    played: Card | None = None
    undrawn: tuple[int, ...] = ()
    is_view: bool = False

    def __str__(self) -> str:
        return write(self)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    @classmethod
    def parse(cls, line: str) -> Self:
        """The position that a line of the notation says.

        Raises :class:`NotationError`, which names the word at fault, for any other line.
        """
        fields, words = read(line)
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
        """What of this position decides about a card."""
        return self.rules.moment(self)

    @property
    def state(self) -> State:
        """The moment with what every play does at it."""
        return self.rules.state(self.rules.moment(self))

    @property
    def place(self) -> int:
        """Twice the seat to move, and one more where play goes counter-clockwise."""
        return 2 * self.turn + (self.direction is Direction.COUNTER_CLOCKWISE)

    @property
    def is_hand_known(self) -> bool:
        """Whether every card of the player to move is shown."""
        return Card.UNKNOWN not in self.hand

    def seat_after(self, seat: int, steps: int = 1) -> int:
        """The seat that many players further on in the direction of play, among those in."""
        return next_in(self.hands, seat, self.direction.step, steps)

    def unseen(self) -> Counter[Card]:
        """Return what may be drawn next as far as is known: the deck without the cards shown.

        The known top of the draw pile is shown, and so is not among them;
        :class:`ono_tutor.solver.pile.Pile` has both.

        Cards in hidden hands and in the draw pile are alike. Where none is left, the discards
        are shuffled (rule ``draw-pile-empty``), so they are what may be drawn.
        """
        cards = Counter(self.rules.deck(len(self.hands)))
        cards.subtract(self.shown())
        left = +cards
        return left or Counter(self.rules.reshuffled(self.discards())[0])

    def shown(self) -> Counter[Card]:
        """How many of each card lie in hands shown, in the known draw and in the discards."""
        shown = Counter(self.draw) + Counter(self.discards())
        for hand in self.hands:
            shown.update(hand or ())
        del shown[Card.UNKNOWN]
        return shown

    def discards(self) -> Hand:
        """The cards known to be discarded: ``seen``, and ``played`` if not among them."""
        if self.played is None or self.played in self.seen:
            return self.seen
        return (*self.seen, self.played)


def as_position(given: Position | str) -> Position:
    """Return the position, read where it is given as its line.

    Raises :class:`NotationError`, which names the word at fault, for another text.
    """
    return Position.parse(given) if isinstance(given, str) else given
