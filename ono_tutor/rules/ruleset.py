"""The base of a rule set: a deck, a table size, options, and a judgement on every card."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain, repeat, starmap
from random import Random
from types import MappingProxyType
from typing import ClassVar, NamedTuple, cast

from ono_tutor.cards import CARD_NAMES, Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.i18n import N_, Noun, _, format_list
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal, Settlement, Stakes
from ono_tutor.rules.play import (
    ALONE,
    FOUR_ONO99,
    LATE_DRAW,
    LAYING_DOWN,
    Direction,
    Hand,
    Hands,
    LateDraw,
    Play,
    next_seat,
    parse_play,
)

Value = str | int


@dataclass(frozen=True, slots=True)
class Option:
    """A place where the texts leave the rules open; ``point`` is the id of the rule point.

    ``values`` are words, of which the first is the default, or the whole numbers of a range, and
    ``usual`` is then the default.
    """

    name: str
    point: str
    values: tuple[str, ...] | range
    usual: int = 0

    @property
    def default(self) -> Value:
        """The value if none is written."""
        return self.values[0] if isinstance(self.values, tuple) else self.usual

    def read(self, text: str) -> Value | None:
        """Return the value that a text says, or None."""
        if isinstance(self.values, tuple):
            return text if text in self.values else None
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else -1
        return number if number in self.values else None

    @property
    def allowed(self) -> str:
        """The values that may be written, in words for an error."""
        if isinstance(self.values, tuple):
            return " or ".join(self.values)
        return f"a whole number from {self.values[0]} to {self.values[-1]}"


class SettlesOn(Enum):
    """The facts that a settlement depends on beside the play, the stakes and who is in.

    ``OTHERS_CAN_PLAY``: who loses by the second of two cards may win if no other player can play
    a card (rule ``nobody-can-play``). ``HANDS``: the cards in the hands, or the total before.
    """

    NOTHING = auto()
    OTHERS_CAN_PLAY = auto()
    HANDS = auto()


class PaymentRules(NamedTuple):
    """The payments of :meth:`RuleSet.settle` as numbers, for simulated games.

    Everybody starts with ``start`` and is out of the game with less than ``least``. Who busts pays
    ``bust``, and the round ends by it or not; what an effect costs comes on top of it. Where hands
    score, who busts is out of the round, ``card_points`` has what each card then costs, also the
    last one in (``Card.UNKNOWN`` what a missing card does), and ``bust_counts`` says whether the
    total of the card that busts counts.
    ``ends_with_first_out`` says that a game ends as soon as somebody is out of it, and that whoever
    has most left wins; else the last one in wins.
    """

    start: int
    least: int
    bust: int = 0
    bust_ends_round: bool = False
    card_points: Mapping[Card, int] = MappingProxyType({})
    bust_counts: bool = True
    ends_with_first_out: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """All that lies on a table, as far as it is known; the fields are those of a position."""

    rules: "RuleSet"
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


class RuleSet(ABC):
    """One of the games, with its options chosen. Immutable; equal when its name is equal.

    A subclass states the facts below and judges cards; nothing here knows which games exist.
    ``card_effects`` has each card with a rule point of its own, as it is played at a total of 0,
    ``card_plays`` the ways to play each card alone. ``known_plays`` are all plays of its cards, and
    ``sets`` those of several equal cards together; ``bound`` is the total at which a hand ends.
    ``stake_name`` is what players stand to lose or score, ``chips`` or ``points``, None where
    nothing; ``stakes_are_left`` says that stakes are what they have left, not what they have
    scored. ``lays_down`` says that a hand without a card to play is laid down (``bust``); where it
    is not, some card may always be played. The ``…_rule`` names are the ids of the points behind
    what a play brings about: a late draw, a draw, a reshuffle, a skip by a player who is out by it,
    and a hand that drops out. ``deals_on`` says which seat deals next, one to the left or to the
    right.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    card_names: ClassVar[Mapping[Card, Noun]] = CARD_NAMES
    card_effects: ClassVar[Mapping[Card | None, Effect]] = MappingProxyType({})
    card_plays: ClassVar[Mapping[Card, tuple[Play, ...]]] = ALONE
    hand_size: ClassVar[int]
    least_players: ClassVar[int] = 2
    most_owed: ClassVar[int]
    stake_name: ClassVar[str | None] = None
    stakes_are_left: ClassVar[bool] = True
    shrinks: ClassVar[bool] = False
    lays_down: ClassVar[bool] = True
    marks: ClassVar[tuple[int, ...]] = ()
    bound: ClassVar[int] = 99
    sets: ClassVar[tuple[Play, ...]] = ()
    chosen: Mapping[str, Value]
    name: str
    known_plays: Mapping[Play, None]
    must_play: ClassVar[tuple[str, ...]] = ("no-voluntary-bust",)
    late_draw_rule: ClassVar[str] = "forgot-draw"
    draw_rule: ClassVar[str] = "turn-order"
    reshuffle_rule: ClassVar[str] = "draw-pile-empty"
    skip_when_out_rule: ClassVar[str] = "turn-order"
    drop_out_rule: ClassVar[str] = "points-round"
    deals_on: ClassVar[int] = 1

    def __init__(self, words: Iterable[str] = ()) -> None:
        """Choose the options, from words like ``dump=free``; defaults for the rest.

        Raises :class:`NotationError` for an unknown option, a bad value or one given twice.
        """
        options = {option.name: option for option in self.options}
        values: dict[str, Value] = {}
        for word in words:
            key, _, text = word.partition("=")
            if key not in options:
                known = f"{self.title} has no option {quoted(key)}; its options are "
                raise NotationError(known + ", ".join(options), word=word or self.title)
            option, value = options[key], options[key].read(text)
            if value is None:
                message = f"option {quoted(key)} cannot be {quoted(text)}; it is {option.allowed}"
                raise NotationError(message, word=word, rule=option.point)
            if key in values:
                raise NotationError(f"option {key!r} is given twice", word=word)
            values[key] = value
        chosen = {name: values.get(name, option.default) for name, option in options.items()}
        self.__dict__.update(chosen=MappingProxyType(chosen))
        self.__dict__.update(name=self._written())
        plays = chain.from_iterable(map(self.card_plays.__getitem__, self.deck(self.least_players)))
        self.__dict__.update(known_plays=dict.fromkeys((*plays, *self.sets)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a rule set cannot be changed: {name}")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"ruleset({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type["RuleSet"], tuple[list[str]]]:
        return type(self), (self.name.split("+")[1:],)

    def _written(self) -> str:
        changed = (f"+{o.name}={self.chosen[o.name]}" for o in self.changed_options)
        return self.key + "".join(changed)

    @property
    def changed_options(self) -> tuple[Option, ...]:
        """The options that are not at their defaults."""
        return tuple(o for o in self.options if self.chosen[o.name] != o.default)

    @property
    @abstractmethod
    def most_players(self) -> int:
        """The most players that the rule set takes (rule ``players``)."""

    def check_players(self, count: int, word: str = "") -> None:
        """Check a number of players; ``word`` is the piece of input that says it.

        Raises :class:`NotationError`, with what is allowed, if it is wrong (rule ``players``).
        """
        if not self.least_players <= count <= self.most_players:
            allowed = f"{self.least_players} to {self.most_players}"
            message = f"{self.title} is for {allowed} players, not {count}"
            raise NotationError(message, word=word or str(count), rule="players")

    @abstractmethod
    def deck(self, players: int) -> Mapping[Card, int]:
        """Return how many of each card the deck for this many players holds (rule ``deck``)."""

    def deck_cards(self, players: int) -> Hand:
        """Return the cards of the deck for this many players, one by one."""
        return tuple(chain.from_iterable(starmap(repeat, self.deck(players).items())))

    @abstractmethod
    def can_show(self, total: int) -> bool:
        """Check whether the total can be this while a round goes on."""

    @property
    @abstractmethod
    def totals(self) -> str:
        """The totals that can be shown, in words."""

    def can_be_first(self, card: Card, *, pair: bool) -> bool:
        """Check whether this card can be the first of two that are owed, and leave one owed.

        ``pair`` says whether only two players are still in.
        """
        return False

    @property
    def binds_opening(self) -> bool:
        """Check whether an option says which cards may open a hand (rule ``opening``)."""
        return False

    def start_stakes(self, hands: Hands) -> Stakes:
        """Return the chips or points that each seat starts with; empty where there are none."""
        return ()

    def can_hold_stake(self, stake: int) -> bool:
        """Check whether a player still in can have this many chips or points."""
        return stake >= 0

    def plays_of_hand(self, hand: Hand) -> tuple[Play, ...]:
        """Return the ways to play the known cards of a hand, each once, in the hand's order."""
        plays: tuple[Play, ...] = ()
        for card in dict.fromkeys(hand):
            plays += self.card_plays[card]
        return plays + tuple([p for p in self.sets if hand.count(p.card) == p.copies])

    def read_play(self, word: Play | LateDraw | str) -> Play | LateDraw:
        """Return the play that a word names in this game; return a play unchanged.

        Raises :class:`NotationError` for a word that is no play, or none in this game.
        """
        if not isinstance(word, str):
            return word
        play = parse_play(word)
        if isinstance(play, Play) and play.card is not None:
            self._check_card(play, word)
        return play

    def _check_card(self, play: Play, word: str) -> None:
        card = play.card
        assert card is not None
        if card not in self.deck(self.least_players):
            known = " ".join(card.code for card in self.deck(self.least_players))
            message = f"{self.title} has no card {card.code!r}; its cards are {known}"
            raise NotationError(message, word=word)
        ways = self.card_plays[card]
        if play._replace(forgets=False) not in (*ways, FOUR_ONO99):
            allowed = " or ".join(map(str, ways))
            message = (
                f"in {self.title} the card {card.code} is played as {allowed}, not {quoted(word)}"
            )
            raise NotationError(message, word=word)

    def card_name(self, card: Card) -> Noun:
        """Return the card's name, such as ``seven`` or ``Play 2``, with its forms."""
        return self.card_names[card]

    def play_name(self, play: Play | LateDraw) -> Noun:
        """Return the play's name, such as ``ace as eleven``, with its forms."""
        if isinstance(play, LateDraw):
            return LATE_DRAW
        return LAYING_DOWN if play.card is None else self.card_name(play.card)

    def play_names(
        self, plays: Iterable[Play | LateDraw], form: str = "short", *, is_any: bool = False
    ) -> str:
        """Return the names of plays as a phrase, such as ``7 and Hold``, in a form of a noun.

        With ``is_any`` it names plays of which any one will do: ``7 or Hold``.
        """
        return format_list([f"{self.play_name(play):{form}}" for play in plays], is_any=is_any)

    def moment(self, table: TableState) -> Moment:
        """Return the facts that decide which cards may be played."""
        pair = len(table.hands) - table.hands.count(None) == 2
        return Moment(table.total, table.owes, table.played, pair)

    def opening_moment(self, hand: Hand, *, pair: bool) -> Moment:
        """Return the moment at which a round begins, with the hand of the player who opens it."""
        opening = self.binds_opening and any(card.number is not None for card in hand)
        return Moment(0, pair=pair, opening=opening)

    def next_moment(self, moment: Moment, play: Play, effect: Effect) -> Moment:
        """Return the moment that follows a play: of the same player, or of the next one to act."""
        stays = effect.steps == 0
        played = play.card if effect.owes < moment.owes else moment.first
        return Moment(effect.total, effect.owes, played if stays else None, moment.pair)

    def judge(self, play: Play, moment: Moment) -> Judgement:
        """Return what this play would do at this moment, or why no hand may make it.

        Raises :class:`NotationError` for a play that is none in this game.
        """
        if play not in self.known_plays:
            self._check_card(play, str(play))
        return self._judge(play, moment)

    def effects(self, moment: Moment) -> list[tuple[Play, Effect]]:
        """Return each play of the deck that this moment allows, sets last, and what it does."""
        judge = self._judge
        return [(p, effect) for p in self.known_plays if type(effect := judge(p, moment)) is Effect]

    def marks_passed(self, old: int, new: int) -> str:
        """Return the marks that a total goes past on its way up, as a phrase."""
        return format_list([str(mark) for mark in self.marks if old < mark < new])

    def number(self, option: str) -> int:
        """Return the value of an option that is a number."""
        return cast(int, self.chosen[option])

    @abstractmethod
    def _judge(self, play: Play, moment: Moment) -> Judgement: ...

    @abstractmethod
    def out_effect(self, moment: Moment, hand: Hand | None) -> Effect:
        """Return what laying down a hand without a play does; None for a hand that is not known."""

    def plays_to_lose(self, hand: Hand) -> bool:
        """Check whether a player with no safe card plays one that loses, or drops out at once."""
        return True

    @property
    def looks_at_discards(self) -> bool:
        """Check whether what may be played depends on the discards, so that a reshuffle matters."""
        return False

    @property
    def settles_on(self) -> SettlesOn:
        """The facts that a settlement depends on beside the play, the stakes and who is in."""
        return SettlesOn.NOTHING

    @abstractmethod
    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        """Return who pays, scores, leaves or wins by a play that leaves its player ``hand``."""

    @property
    @abstractmethod
    def payment_rules(self) -> PaymentRules:
        """The payments of :meth:`settle` as numbers."""

    def can_anybody_play(self, hands: Sequence[Sequence[Card] | None], total: int) -> bool:
        """Check whether a player still in could play a card at this total and not lose by it.

        A hidden card is taken for one that can be played.
        """
        left = [tuple(hand) for hand in hands if hand is not None]
        moment = Moment(total, pair=len(left) == 2)
        if any(Card.UNKNOWN in hand for hand in left):
            return True
        plays = chain.from_iterable(map(self.plays_of_hand, left))
        judgements = (self._judge(play, moment) for play in plays)
        return any(isinstance(each, Effect) and not each.busts for each in judgements)

    def refuse_forgetting(self, effect: Effect) -> Refusal | None:
        """Return why nobody can forget to draw here, or None if somebody can."""
        if self.shrinks and not effect.busts:
            return None
        reason = N_("In {game} the draw cannot be forgotten.")
        if self.shrinks:
            reason = N_("This card loses the round, so there is no draw to forget.")
        return Refusal((self.late_draw_rule,), _(reason, game=self.title))

    def still_undrawn(self, undrawn: Sequence[int], seat: int, drew: bool) -> tuple[int, ...]:
        """Return who may still draw late after ``seat`` has played (rule ``forgot-draw``)."""
        return ()

    def undrawn_after_late_draw(self, undrawn: Sequence[int], seat: int) -> tuple[int, ...]:
        """Return the seats that may still draw late after ``seat`` has drawn late."""
        place = undrawn.index(seat)
        earlier = tuple(other for other in undrawn[:place] if other == seat)
        return earlier + tuple(undrawn[place + 1 :])

    def first_dealer(self, players: int, numbers: Random) -> int:
        """Return who deals first (rule ``dealer``): anybody, where no text says how."""
        return numbers.randrange(players)

    def settled_hand(self, settlement: Settlement, dealt: tuple[int, ...]) -> Settlement:
        """Return the settlement that ended a hand, once it is known which seats were dealt in."""
        return settlement

    def seats_next_hand(
        self, hands: Hands, stakes: Stakes, dealt: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return the seats that are dealt the next hand."""
        return tuple(seat for seat in dealt if hands[seat] is not None)

    def next_deal(
        self, seats: tuple[int, ...], dealer: int, loser: int | None, last: int
    ) -> tuple[int, int]:
        """Return the next dealer and the seat that starts, after a hand that ``last`` ended."""
        dealer = next_seat(seats, dealer, self.deals_on)
        return dealer, next_seat(seats, dealer)

    def reshuffled(self, discards: Hand) -> tuple[Hand, Hand]:
        """Return the discards that are shuffled when the draw pile is empty, and the rest."""
        return discards, ()
