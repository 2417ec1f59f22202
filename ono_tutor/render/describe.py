"""A position, a play, a chance and an answer in plain words: for pictures, pages and terminals."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from ono_tutor.cards import Card
from ono_tutor.game.explain import DIRECTION_NAMES, format_stake, player_name
from ono_tutor.game.position import Position
from ono_tutor.i18n import (
    N_,
    Message,
    _,
    format_list,
    gettext,
    ngettext,
    sentence,
    translate,
    with_minus,
)
from ono_tutor.puzzles.answer import Answer, Next, Shape, parts_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.reasons import PlayStatus
from ono_tutor.solver.survive import Verdict, fraction

NOBODY = -1
"""A seat that nobody has: a text to this player names all players by their numbers."""


def position_text(position: Position, you: int | None = None) -> str:
    """Return the whole position in sentences to the player on seat ``you``, or to the mover."""
    return join_sentences(sentences(position, you))


def heading(position: Position, you: int | None = None) -> Message:
    """Return the position in a line: the rule set, the total and whose turn it is."""
    template = N_("{rules}: the total is {total}, and it is Player {seat}'s turn")
    if you in (None, position.turn):
        template = N_("{rules}: the total is {total}, and it is your turn")
    fields = {
        "rules": position.rules.title,
        "total": position.total,
        "seat": position.player_number(position.turn),
    }
    return _(template, **fields)


def direction_text(position: Position) -> Message:
    """Return which way play goes, in a sentence."""
    way = _(DIRECTION_NAMES[position.direction])
    return _("Play goes {direction}.", direction=way)


def sentences(position: Position, you: int | None = None) -> Iterator[Message]:
    """Return what lies on the table and what does not, a sentence for each fact."""
    you = position.turn if you is None else you
    yield _rules(position)
    yield _total(position)
    yield from _turn(position, is_yours=you == position.turn)
    yield direction_text(position)
    yield from _hands(position, you)
    yield from stakes_sentences(position)
    yield from pile_sentences(position)
    for seat in position.undrawn:
        text = N_("You forgot to draw.") if seat == you else N_("Player {seat} forgot to draw.")
        yield _(text, seat=position.player_number(seat))


def open_cards(position: Position, home: int | None) -> Iterator[Message]:
    """Return what can be seen beyond the hand on ``home``: open hands, known draws and discards.

    Without ``home`` the mover's hand is among them, told to the mover.
    """
    for seat, hand in enumerate(position.hands):
        if seat != home and is_open(hand):
            yield _hand(position, seat, is_yours=home is None and seat == position.turn)
    yield from pile_sentences(position)


def is_open(hand: Hand | None) -> bool:
    """Check whether a card of this hand is shown."""
    return any(card is not Card.UNKNOWN for card in hand or ())


def most_text(rules: RuleSet) -> Message:
    """Return the words on the ring for the highest safe total (rule ``limit``)."""
    return _("{limit} at most", limit=rules.bound - 1)


def option_words(rules: RuleSet) -> tuple[str, ...]:
    """Return the options that differ from the default, as the notation writes them."""
    return tuple(rules.name.split("+")[1:])


def title_of(rules: RuleSet) -> str:
    """Return the title of a rule set, with the options that differ from the default."""
    if not option_words(rules):
        return rules.title
    options = ", ".join(option_words(rules))
    return gettext("{game} with {options}", game=rules.title, options=options)


def option_sentences(rules: RuleSet) -> list[str]:
    """Return what each option that differs from the default means at this table, as sentences."""
    texts = {text.name: text for o in rules.options for text in rule_point(o.point).options}
    found = []
    for option in rules.changed_options:
        number = rule_point(option.point).sentence_for(rules)
        means = texts[option.name].means.get(str(rules.chosen[option.name]), number)
        if means:
            found.append(gettext("House rule: {means}", means=means))
    return found


def card_list(rules: RuleSet, cards: Hand) -> str:
    """Return cards as a phrase, ``a 7, a Hold and 4 hidden cards``."""
    names: list[str] = []
    for card, run in groupby(cards):
        count = len(list(run))
        if card is Card.UNKNOWN and count > 1:
            names.append(gettext("{count} hidden cards", count=count))
        else:
            names += [f"{rules.card_name(card):a}"] * count
    return format_list(names)


def _rules(position: Position) -> Message:
    fields = {"rules": position.rules.title, "count": len(position.hands)}
    options = option_words(position.rules)
    if not options:
        return _("{rules} with {count} players.", **fields)
    return ngettext(
        "{rules} with {count} players and the option {options}.",
        "{rules} with {count} players and the options {options}.",
        len(options),
        **fields,
        options=format_list(list(options)),
    )


def _total(position: Position) -> Message:
    if position.rules.marks:
        marks = format_list([str(mark) for mark in (*position.rules.marks, GOAL)])
        template = N_("The total is {total}; the marks are {marks}.")
        return _(template, total=position.total, marks=marks)
    template = N_("The total is {total}; the highest safe total is {limit}.")
    return _(template, total=position.total, limit=position.rules.bound - 1)


def _turn(position: Position, *, is_yours: bool) -> Iterator[Message]:
    one, more = (
        N_("It is Player {seat}'s turn, with one card to play."),
        N_("It is Player {seat}'s turn, with {n} cards to play."),
    )
    if is_yours:
        one = N_("It is your turn: play one card.")
        more = N_("It is your turn: play {n} cards.")
    yield ngettext(one, more, position.owes, seat=position.player_number(position.turn))
    if position.played:
        template = N_("The first of the two cards was {card:a}.")
        yield _(template, card=position.rules.card_name(position.played))


def _hands(position: Position, you: int) -> Iterator[Message]:
    """Yield a sentence for each hand; merge neighbours with equally many hidden cards."""
    seats = groupby(range(len(position.hands)), lambda seat: _hidden(position, seat))
    for __, (first, *more) in seats:
        hand = position.hands[first]
        if more and hand:
            players = format_list(
                [str(player_name(position.hands, seat, you)) for seat in (first, *more)]
            )
            template = N_("{players} hold {cards} each.")
            cards = card_list(position.rules, hand)
            yield _(template, players=sentence(players), cards=cards)
        else:
            yield _hand(position, first, is_yours=first == you)


def _hidden(position: Position, seat: int) -> Hand | int:
    """Return a key by which neighbours merge: the cards of a hidden hand, else the seat."""
    hand = position.hands[seat]
    return hand if hand and not is_open(hand) else seat


def _hand(position: Position, seat: int, *, is_yours: bool = False) -> Message:
    out, none, some = _HANDS[is_yours]
    hand, number = position.hands[seat], position.player_number(seat)
    if hand is None:
        return _(out, seat=number)
    if not hand:
        return _(none, seat=number)
    return _(some, seat=number, cards=card_list(position.rules, hand))


_HANDS = {
    False: (
        N_("Player {seat} is out."),
        N_("Player {seat} holds no card."),
        N_("Player {seat} holds {cards}."),
    ),
    True: (N_("You are out."), N_("You hold no card."), N_("You hold {cards}.")),
}


def stakes_sentences(position: Position) -> Iterator[Message]:
    """Yield what each player has left or scored, where that counts."""
    name = position.rules.stake_name
    if name is None:
        return
    is_left = position.rules.stakes_are_left
    all_in = len(position.still_in) == len(position.hands)
    seats = position.still_in if is_left else range(len(position.hands))
    held = [position.stakes[seat] for seat in seats]
    amounts = ["?" if stake is None else str(stake) for stake in held]
    key = name if is_left else "score"
    if all_in and len(set(held)) == 1:
        count = 2 if held[0] is None else held[0]
        yield ngettext(*_ALIKE[key], count, amount=amounts[0])
    else:
        template = _BY_SEAT[key] if all_in or not is_left else _BY_SEAT_STILL_IN[key]
        yield _(template, amounts=format_list(amounts))


def stake_words(position: Position, seat: int) -> Message:
    """Return what a player has left or scored, as ``2 chips``; ``?`` where that is not known."""
    return format_stake(position.rules, position.stakes[seat])


def pile_sentences(position: Position) -> Iterator[Message]:
    """Yield what is known of the draw pile and of the discard pile."""
    rules = position.rules
    if position.draw:
        yield ngettext(
            "The next card of the draw pile is {cards}.",
            "The next cards of the draw pile are, in order, {cards}.",
            len(position.draw),
            cards=card_list(rules, position.draw),
        )
    if position.seen:
        template = N_("The discard pile has {cards}, as far as it is known.")
        yield _(template, cards=card_list(rules, position.seen))


_ALIKE = {
    "chips": (
        N_("Each player has {amount} chip left."),
        N_("Each player has {amount} chips left."),
    ),
    "points": (
        N_("Each player has {amount} point left."),
        N_("Each player has {amount} points left."),
    ),
    "score": (
        N_("Each player has scored {amount} point."),
        N_("Each player has scored {amount} points."),
    ),
}

_BY_SEAT = {
    "chips": N_("In order, the players have {amounts} chips left."),
    "points": N_("In order, the players have {amounts} points left."),
    "score": N_("In order, the players have scored {amounts} points."),
}

_BY_SEAT_STILL_IN = {
    "chips": N_("In order, the players still in have {amounts} chips left."),
    "points": N_("In order, the players still in have {amounts} points left."),
}


def answer_words(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer, with the names of cards, seats and games."""
    if isinstance(answer, Verdict):
        return translate(_VERDICTS[answer])
    if isinstance(answer, StrEnum):
        return str(dict(puzzle.choices)[answer.value])
    if isinstance(answer, Next):
        is_yours = answer.seat == puzzle.position.turn
        return str(
            ngettext(*_NEXT[is_yours], answer.owes, seat=puzzle.position.player_number(answer.seat))
        )
    parts = parts_of(answer)
    if puzzle.shape is Shape.AMOUNTS:
        return _amounts(puzzle, parts)
    return format_list([_part(puzzle, part) for part in parts]) or translate(N_("none"))


def _amounts(puzzle: Puzzle, amounts: tuple[object, ...]) -> str:
    """Return who loses, pays or scores how much; those with nothing are left out."""
    rules, turn = puzzle.position.rules, puzzle.position.turn
    is_paid = rules.stake_name == "chips"
    texts = _PAYS if is_paid else _LOSES if rules.stakes_are_left else _SCORES
    parts = [
        gettext(texts[seat == turn], seat=puzzle.position.player_number(seat), count=amount)
        for seat, amount in enumerate(amounts)
        if amount
    ]
    return format_list(parts) or translate(N_("nobody"))


def _part(puzzle: Puzzle, part: object) -> str:
    if isinstance(part, Play | LateDraw):
        return f"{puzzle.position.rules.play_name(part):short}"
    return (
        RULE_SETS[part].title if isinstance(part, str) and part in RULE_SETS else with_minus(part)
    )


_LOSES = {False: N_("Player {seat} loses {count}"), True: N_("you lose {count}")}
_PAYS = {False: N_("Player {seat} pays {count}"), True: N_("you pay {count}")}
_SCORES = {False: N_("Player {seat} scores {count}"), True: N_("you score {count}")}
_NEXT = {
    False: (
        N_("Player {seat} is next and must play one card"),
        N_("Player {seat} is next and must play {n} cards"),
    ),
    True: (N_("you are next and must play one card"), N_("you are next and must play {n} cards")),
}
_VERDICTS = {
    Verdict.CERTAIN: N_("you survive for certain"),
    Verdict.CHANCE: N_("you survive only with luck"),
    Verdict.LOST: N_("you cannot survive"),
}


def format_chance(chance: Fraction, *, is_brief: bool = False) -> str:
    """Return about how many in 100 the chance is, and the exact chance after it.

    In brief, for a table, a chance of 0 or 1 has no hundredths. What is neither certain nor lost
    is never 100 or 0 in 100.
    """
    exact = fraction(chance)
    if is_brief and chance in (0, 1):
        return exact
    if (100 * chance).denominator == 1:
        whole = int(100 * chance)
        return gettext("{hundred} in 100 ({chance})", hundred=whole, chance=exact)
    if chance < Fraction(1, 100):
        return gettext("less than 1 in 100 ({chance})", chance=exact)
    about = min(99, round(100 * chance))
    return gettext("about {hundred} in 100 ({chance})", hundred=about, chance=exact)


def join_sentences(sentences: Iterable[Message | str]) -> str:
    """Return whole sentences, one after the other; one without words is left out."""
    return " ".join(filter(None, map(str, sentences)))


def card_codes(cards: Hand, between: str = " ") -> str:
    """Return the cards as short as they can be written."""
    return between.join(with_minus(card.code) for card in cards)


def spoken(position: Position, play: Play | LateDraw) -> str:
    """Return the name of a play as the beginning of a line."""
    return sentence(f"{position.rules.play_name(play):short}")


def label(position: Position, status: PlayStatus) -> Message:
    """Return how a play stands, in a word or two."""
    return _((_MARK_LABELS if position.rules.marks else _LABELS)[status])


_LABELS = {
    PlayStatus.SAFE: N_("survives"),
    PlayStatus.RISK: N_("survives with luck"),
    PlayStatus.LOST: N_("loses"),
    PlayStatus.BARRED: N_("not allowed"),
}
_MARK_LABELS = _LABELS | {
    PlayStatus.SAFE: N_("loses no point"),
    PlayStatus.LOST: N_("costs points"),
}
