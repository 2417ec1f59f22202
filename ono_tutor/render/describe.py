"""A position, a play, a chance and an answer in plain words: for pictures, pages and terminals."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from ono_tutor.cards import Card
from ono_tutor.game.explain import DIRECTION_NAMES, cards_in_words, format_stake, player_name
from ono_tutor.game.position import Position
from ono_tutor.i18n import (
    N_,
    Message,
    _,
    format_list,
    gettext,
    sentence,
    translate,
    with_minus,
)
from ono_tutor.puzzles.answer import Answer, Next, Shape, parts_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import Hand, Hands, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import PlayStatus, chance_in_words
from ono_tutor.solver.survive import fraction

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
    rules, seat = position.rules.title, position.player_number(position.turn)
    return _(template, rules=rules, total=position.total, seat=seat)


def direction_text(position: Position) -> Message:
    """Return which way play goes, in a sentence."""
    return _("Play goes {direction}.", direction=_(DIRECTION_NAMES[position.direction]))


def sentences(position: Position, you: int | None = None) -> Iterator[Message]:
    """Return what lies on the table and what does not, a sentence for each fact."""
    you = position.turn if you is None else you
    rules, options = position.rules, option_words(position.rules)
    template = N_("{rules} with {count} players.")
    if options:
        template = N_("{rules} with {count} players and house rules: {options}.")
    named = format_list(list(options))
    yield _(template, rules=rules.title, count=len(position.hands), options=named)
    template = N_("The total is {total}; the highest safe total is {limit}.")
    if rules.marks:
        template = N_("The total is {total}; the marks are {marks}.")
    marks = format_list([str(mark) for mark in (*rules.marks, GOAL)])
    yield _(template, total=position.total, limit=rules.bound - 1, marks=marks)
    template = N_("It is your turn: play {cards}.")
    if you != position.turn:
        template = N_("It is Player {seat}'s turn, with {cards} to play.")
    seat, owed = position.player_number(position.turn), cards_in_words(position.owes)
    yield _(template, seat=seat, cards=owed)
    if position.played:
        card = rules.card_name(position.played)
        yield _("The first of the two cards was {card:a}.", card=card)
    yield direction_text(position)
    yield from _hands(position, you)
    yield from stakes_sentences(position)
    yield from pile_sentences(position)
    yield from undrawn_sentences(position, you)


def puzzle_sentences(puzzle: Puzzle, position: Position | None = None) -> list[Message]:
    """Return what lies on the table, or lay there at first; after a round the hands alone."""
    position = position or puzzle.position
    first, *rest = sentences(position)
    return [first, *(open_cards(position, None) if puzzle.info.is_after_round else rest)]


def undrawn_sentences(position: Position, you: int) -> Iterator[Message]:
    """Yield who forgot to draw after a play (rule ``forgot-draw``)."""
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
    """Return what the options that differ from the default mean, a sentence for each rule point.

    Of several options of a point, and of one without words of its own, the rule point says it.
    """
    texts = {text.name: text for o in rules.options for text in rule_point(o.point).options}
    found: dict[str, str] = {}
    for option in rules.changed_options:
        whole = rule_point(option.point).sentence_for(rules)
        means = texts[option.name].means.get(str(rules.chosen[option.name]), whole)
        if means:
            means = whole if option.point in found else means
            found[option.point] = gettext("House rule: {means}", means=means)
    return [*found.values()]


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


def _hands(position: Position, you: int) -> Iterator[Message]:
    """Yield a sentence for each hand; merge neighbours with equally many hidden cards."""
    hands = position.hands

    def key(seat: int) -> Hand | int:
        hand = hands[seat]
        return hand if hand and not is_open(hand) else seat

    for __, (first, *more) in groupby(range(len(hands)), key):
        if more:
            players = [str(player_name(hands, seat, you)) for seat in (first, *more)]
            cards = card_list(position.rules, hands[first] or ())
            template = N_("{players} hold {cards} each.")
            yield _(template, players=sentence(format_list(players)), cards=cards)
        else:
            yield _hand(position, first, is_yours=first == you)


def _hand(position: Position, seat: int, *, is_yours: bool) -> Message:
    hand = position.hands[seat]
    if hand is None:
        template = N_("You are out.") if is_yours else N_("Player {seat} is out.")
    elif not hand:
        template = N_("You hold no card.") if is_yours else N_("Player {seat} holds no card.")
    else:
        template = N_("You hold {cards}.") if is_yours else N_("Player {seat} holds {cards}.")
    number, cards = position.player_number(seat), card_list(position.rules, hand or ())
    return _(template, seat=number, cards=cards)


def stakes_sentences(position: Position) -> Iterator[Message]:
    """Yield what each player has left or scored, where that counts."""
    rules, hands = position.rules, position.hands
    if rules.stake_name is None:
        return
    seats = position.still_in if rules.stakes_are_left else range(len(hands))
    held = [str(format_stake(rules, position.stakes[seat])) for seat in seats]
    if len(seats) == len(hands) and len(set(held)) == 1:
        text = N_("Each player has {stake} left.")
        if not rules.stakes_are_left:
            text = N_("Each player has scored {stake}.")
        yield _(text, stake=held[0])
    else:
        text = N_("In order, the players still in have {stakes} left.")
        if not rules.stakes_are_left:
            text = N_("In order, the players have scored {stakes}.")
        yield _(text, stakes=format_list(held))


def pile_sentences(position: Position) -> Iterator[Message]:
    """Yield what is known of the draw pile and of the discard pile."""
    if position.draw:
        cards = card_list(position.rules, position.draw)
        yield _("The draw pile begins with {cards}.", cards=cards)
    if position.seen:
        template = N_("The discard pile has {cards}, as far as it is known.")
        yield _(template, cards=card_list(position.rules, position.seen))


def winners_text(hands: Hands, winners: tuple[int, ...], you: int | None) -> Message:
    """Return who has won, in a sentence to the player on seat ``you``, if any."""
    others = [str(player_name(hands, seat, you)) for seat in winners if seat != you]
    if not others:
        return _("You have won the game.")
    if you in winners:
        return _("You share the win with {others}.", others=format_list(others))
    return _("{others} won the game.", others=format_list(others))


def answer_words(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer, with the names of cards, seats and games."""
    position, rules = puzzle.position, puzzle.position.rules
    if isinstance(answer, StrEnum):
        return str(dict(puzzle.choices)[answer.value])
    if isinstance(answer, Next):
        template = N_("Player {seat} is next and must play {cards}")
        if answer.seat == position.turn:
            template = N_("you are next and must play {cards}")
        seat, owed = position.player_number(answer.seat), cards_in_words(answer.owes)
        return gettext(template, seat=seat, cards=owed)
    parts = []
    if puzzle.shape is Shape.AMOUNTS:  # those who lose nothing are left out
        kind = "pays" if rules.stake_name == "chips" else "loses"
        texts = _AMOUNTS[kind if rules.stakes_are_left else "scores"]
        for seat, count in enumerate(parts_of(answer)):
            text = texts[seat == position.turn]
            if count:
                parts.append(gettext(text, seat=position.player_number(seat), count=count))
        return format_list(parts) or translate(N_("nobody"))
    for part in parts_of(answer):
        if isinstance(part, Play | LateDraw):
            parts.append(f"{rules.play_name(part):short}")
        elif isinstance(part, Fraction):
            parts.append(format_chance(part))
        else:
            is_game = isinstance(part, str) and part in RULE_SETS
            parts.append(RULE_SETS[str(part)].title if is_game else with_minus(part))
    if puzzle.shape is Shape.LINE:
        return translate(N_(", then ")).join(parts)
    return format_list(parts, is_any=puzzle.shape is Shape.PLAY) or translate(N_("none"))


_AMOUNTS = {
    "loses": (N_("Player {seat} loses {count}"), N_("you lose {count}")),
    "pays": (N_("Player {seat} pays {count}"), N_("you pay {count}")),
    "scores": (N_("Player {seat} scores {count}"), N_("you score {count}")),
}


def format_chance(chance: Fraction, *, is_brief: bool = False) -> str:
    """Return a chance in words and exactly; in brief, for a table, ``0/1`` and ``1/1`` alone."""
    is_settled = is_brief and chance in (0, 1)
    return fraction(chance) if is_settled else str(chance_in_words(chance, is_exact=True))


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
    by_limit, by_marks = _LABELS[status]
    return _(by_marks if position.rules.marks else by_limit)


_LABELS = {
    PlayStatus.SAFE: (N_("survives"), N_("loses no point")),
    PlayStatus.RISK: (N_("survives with luck"), N_("survives with luck")),
    PlayStatus.LOST: (N_("loses"), N_("costs points")),
    PlayStatus.BARRED: (N_("not allowed"), N_("not allowed")),
}
