"""Take a position or a play over to another rule set."""

from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.game.position import Position, check
from ono_tutor.i18n import N_, Message, _, format_list
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand


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


def convert_play(play: Play | LateDraw, rules: RuleSet) -> tuple[Play | LateDraw, ...]:
    """Return the ways to make a play under another rule set: several where it offers a choice.

    Raises :class:`NotationError` where it is no play under that rule set.
    """
    if isinstance(play, Play) and play.card and play.card in rules.deck(rules.least_players):
        choices = rules.plays_of(play.card)
        if len(choices) > 1 and play.adds is None and play.copies == 1:
            return choices
    return (rules.read_play(str(play)),)


def convert_with_substitutes(
    position: Position, rules: RuleSet
) -> tuple[Position, tuple[Message, ...]]:
    """Return the position under another rule set, and notes on what had to change.

    A card that the other deck lacks is replaced by one that changes the total and the turn in
    the same way when nothing special is going on; where there is none, it is left out.
    A rule set with the same deck takes over everything that is known. The result is not checked.
    """
    old = position.rules
    if (old.deck(2), old.hand_size) == (rules.deck(2), rules.hand_size):
        is_kept = old.stake_name == rules.stake_name
        stakes = position.stakes if is_kept else rules.start_stakes(position.hands)
        return replace(position, rules=rules, stakes=stakes), ()
    hand, notes = _substitute_cards(position, rules)
    owes = min(position.owes, rules.most_owed)
    if owes < position.owes:
        notes.append(_("{game} has no double, so you play one card.", game=rules.title))
    others = (h for seat, h in enumerate(position.hands) if h and seat != position.turn)
    is_shown = any(set(other) != {Card.UNKNOWN} for other in others)
    if is_shown or position.draw or position.seen or position.undrawn or position.played:
        notes.append(_("The other hands and the piles are left out."))
    converted = _with_what_is_shared(position, rules, hand)
    return replace(converted, owes=owes, played=None), tuple(notes)


def _with_what_is_shared(position: Position, rules: RuleSet, hand: Hand) -> Position:
    """Return it with this hand to move, the other hands hidden and the stakes at the start."""
    hidden = (Card.UNKNOWN,) * rules.hand_size
    hands = tuple(
        None if held is None else hand if seat == position.turn else hidden
        for seat, held in enumerate(position.hands)
    )
    return replace(
        position,
        rules=rules,
        hands=hands,
        stakes=rules.start_stakes(hands),
        is_view=None not in hands,
        draw=(),
        seen=(),
        undrawn=(),
    )


def _substitute_cards(position: Position, rules: RuleSet) -> tuple[Hand, list[Message]]:
    """Return the hand under the other rule set, with a note on each card that it lacks."""
    old, deck = position.rules, rules.deck(len(position.hands))
    cards: list[Card] = []
    notes: dict[Message, None] = {}
    for card in position.hand:
        if card in deck or card is Card.UNKNOWN:
            cards.append(card)
            continue
        effects = _quiet_effects(card, old)
        same = (other for other in deck if effects & _quiet_effects(other, rules))
        here, fields = next(same, None), {"card": old.card_name(card), "game": rules.title}
        template = N_("{game} has no card like {card:the}, so it is left out.")
        if here is not None:
            cards.append(here)
            fields["other"] = rules.card_name(here)
            template = N_(
                "{game} has no {card:short}; {other:the} takes its place, as it changes the total "
                "by as much."
            )
        notes[_(template, **fields)] = None
    if over := cards[rules.hand_size :]:
        template = N_("A hand of {game} has {size} cards. Left out: {cards}.")
        names = format_list([f"{rules.card_name(card):short}" for card in over])
        notes[_(template, game=rules.title, size=rules.hand_size, cards=names)] = None
    if not cards:
        cards = [Card.UNKNOWN] * rules.hand_size
        notes[_("No card of your hand is left, so choose its cards.")] = None
    return tuple(cards[: rules.hand_size]), list(notes)


_QUIET = Moment(20)
"""A moment at which no card meets a limit or a mark, so that a card shows what it always does."""


def _quiet_effects(card: Card, rules: RuleSet) -> frozenset[tuple[int, int, bool, int]]:
    """Return total, steps, change of direction and cards owed after each way to play a card."""
    judged = (rules.judge(play, _QUIET) for play in rules.plays_of(card))
    return frozenset(
        (effect.total, effect.steps, effect.turns, effect.owes)
        for effect in judged
        if isinstance(effect, Effect) and not effect.busts
    )
