"""A position as the view's scene: everything that the table shows or says, ready to draw."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.game.explain import cards_in_words, format_stake, player_name
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence, translate
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import (
    card_list,
    direction_text,
    is_open,
    join_sentences,
    most_text,
    open_cards,
    option_sentences,
    undrawn_sentences,
)
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.information_sets import Pile


def choice_buttons(choices: Iterable[tuple[str, Message]]) -> tuple[Json, ...]:
    """Return buttons for the answers offered, on the keys a, b, c and so on."""
    return tuple(
        {"id": word, "key": key, "text": str(text)}
        for key, (word, text) in zip(ascii_lowercase, choices, strict=False)
    )


def action_button(action: str, key: str, text: Message, *, is_primary: bool = False) -> Json:
    """Return a button for something to do that is no answer."""
    return {"id": action, "key": key, "text": str(text), "primary": is_primary}


def scene(  # noqa: PLR0913 - the parts of what is asked, and who looks
    position: Position,
    question: Message,
    *,
    choices: Sequence[Json] = (),
    actions: Sequence[Json] = (),
    step: int = 0,
    steps: int = 0,
    returning: int = 0,
    pile: int | None = None,
    home: int | None = None,
    is_you: bool = True,
    is_told: bool = False,
    is_over: bool = False,
) -> Json:
    """Return the scene of a position, seen from the seat ``home``, by default the mover's.

    ``choices`` are the answers offered beside the cards, ``actions`` what else can be done;
    ``step`` of ``steps`` is how far the learner is, with ``returning`` puzzles to come again.
    ``pile`` is the number of cards in the draw pile, if it is known. The player at home is called
    "you" if ``is_you``. ``is_told`` says that the question says itself what is played, and
    ``is_over`` that nobody is to move any more.

    It says the total and whose turn it is as sentences, so that a key can have them
    spoken (rules ``announce`` and ``99-announce``).
    """
    rules, mover = position.rules, position.player_number(position.turn)
    home = position.turn if home is None else home
    is_yours = is_you and home == position.turn
    unit = {} if rules.marks else {"unit": str(most_text(rules))}
    turn: Json = {"text": gettext("Nobody is to move.")}
    owes: Json = {"count": 0, "text": ""}
    if not is_over:
        text = N_("It is your turn.") if is_yours else N_("Player {seat}'s turn.")
        turn = {"text": gettext(text, seat=mover)}
        text = N_("Play {cards}.") if is_yours else N_("Player {seat} must play {cards}.")
        owed = gettext(text, seat=mover, cards=cards_in_words(position.owes))
        owes = {"count": position.owes, "text": owed}
    hand = position.hands[home] or ()
    cards = card_list(rules, hand)
    return {
        "name": gettext("Table: {game}", game=rules.title),
        "rules": {"id": rules.key, "title": rules.title},
        "question": str(question),
        "lead": join_sentences(_leads(position, home, is_told=is_told)),
        "total": {
            "value": position.total,
            "text": gettext("The total is {total}.", total=position.total),
            "limit": rules.bound,
            "marks": [*rules.marks, rules.bound] if rules.marks else [rules.bound - 1],
            **unit,
        },
        "turn": turn,
        "owes": owes,
        "direction": {"id": position.direction.value, "text": str(direction_text(position))},
        "seats": [
            _seat(position, seat, is_you and seat == home, is_over)
            for seat in range(len(position.hands))
        ],
        "piles": _piles(position, pile),
        "hand": [_card(rules, card) for card in hand],
        "held": gettext("You hold {cards}.", cards=cards) if is_you and hand else "",
        "choices": list(choices),
        "actions": list(actions),
        "keys": key_list(CARD_KEYS | TABLE_KEYS, [*choices, *actions]),
        "progress": _progress(step, steps, returning),
    }


def _leads(position: Position, home: int, *, is_told: bool) -> Iterator[Message | str]:
    """Yield what has happened, which cards lie open, and what the options at this table mean."""
    if not is_told or position.owes > 1 or position.played:
        yield lead(position)
    yield from undrawn_sentences(position, position.turn)
    yield from open_cards(position, home)
    yield from option_sentences(position.rules)


def lead(position: Position) -> Message:
    """Return what has just happened to the player to move, in a sentence."""
    double = position.rules.card_name(Card.DOUBLE)
    if position.owes == 2:
        return _("A {double} was played on you: play two cards.", double=double)
    if position.played:
        first = position.rules.card_name(position.played)
        template = N_("A {double} was played on you. You have played {first:the}: play one more.")
        return _(template, first=first, double=double)
    return _("You play one card.")


def _seat(position: Position, seat: int, is_you: bool, is_over: bool) -> Json:
    """Return a player: name, number of cards, chips or points, and all of it in a sentence."""
    hand, moves = position.hands[seat], seat == position.turn and not is_over
    name = sentence(str(player_name(position.hands, seat, seat if is_you else None)))
    stake, text = None, _("{name}, out", name=name)
    if hand is not None:
        if position.rules.stake_name and position.stakes[seat] is not None:
            stake = str(format_stake(position.rules, position.stakes[seat]))
        who = _(N_("{name}, to move") if moves else N_("{name}"), name=name)
        cards = ngettext("{n} card", "{n} cards", len(hand))
        template = N_("{who}: {cards}, {stake}") if stake else N_("{who}: {cards}")
        text = _(template, who=who, cards=cards, stake=stake)
    is_shown = not is_you and seat != position.turn and is_open(hand)
    return {
        "seat": seat,
        "name": name,
        "text": str(text),
        "shown": " ".join(card.code for card in hand or ()) if is_shown else None,
        "cards": len(hand or ()),
        "stake": stake,
        "mover": moves,
        "out": hand is None,
        "you": is_you,
    }


def _piles(position: Position, count: int | None) -> Json:
    """Return both piles; ``count`` is the draw pile's, if it is known."""
    rules, pile = position.rules, Pile.of(position).refilled()
    draw = _("The next card is one of {count} that you cannot see.", count=pile.unseen)
    if count is not None:
        draw = ngettext("Draw pile: {n} card.", "Draw pile: {n} cards.", count)
    top, text = None, _("Discard pile")
    if discards := position.discards():
        top, name = card_svg(discards[-1].code), rules.card_name(discards[-1])
        text = _("Discard pile, {card:the} on top", card=name)
    return {
        "draw": {"text": str(draw), "count": pile.unseen if count is None else count},
        "discard": {"text": str(text), "svg": top},
    }


def _card(rules: RuleSet, card: Card) -> Json:
    ways = rules.card_plays[card]
    choices = [{"play": str(way), "name": str(rules.play_name(way))} for way in ways]
    name = rules.card_name(card)
    return {
        "code": card.code,
        "name": str(name),
        "label": sentence(f"{name:short}"),
        "svg": card_svg(card.code),
        "choices": choices if len(ways) > 1 else [],
    }


def _progress(step: int, steps: int, returning: int) -> Json | None:
    if not steps:
        return None
    text = N_("Position {step} of {steps}, then {returning} again")
    if step > steps:
        text = N_("Missed before: {missed} of {returning}")
    elif not returning:
        text = N_("Position {step} of {steps}")
    told = gettext(text, step=step, steps=steps, missed=step - steps, returning=returning)
    return {"done": step - 1, "of": steps + returning, "text": told}


def page(
    title: Message,
    question: Message | str,
    lead: Iterable[Message | str],
    actions: Sequence[Json] = (),
    **more: object,
) -> Json:
    """Return a scene without a table: what it says, its buttons, and more of the view's parts."""
    return {
        "name": str(title),
        "rules": {"title": str(title)},
        "question": str(question),
        "lead": join_sentences(lead),
        "actions": list(actions),
        "keys": key_list(HELP_KEY, actions),
        **more,
    }


def grid(caption: Message, columns: Iterable[str], rows: Iterable[Json]) -> Json:
    """Return the view's table; the heads of its columns are templates."""
    heads = list(map(translate, columns))
    return {"caption": str(caption), "columns": heads, "rows": list(rows)}


def key_list(own: Mapping[str, str], buttons: Iterable[Json]) -> list[Json]:
    """Return what each key does: those of the view itself, and those of the buttons."""
    keys: list[Json] = [{"key": key, "text": gettext(own[key])} for key in own]
    return keys + [{"key": button["key"], "text": button["text"]} for button in buttons]


HELP_KEY = {"?": N_("show or hide the keys")}
"""The key that every view has."""

CARD_KEYS = {"1 to 4": N_("play the card in that place")}
"""The keys where a card is an answer."""

_PICK_KEYS = {"0 to 9": N_("choose the player, then how many cards")}
"""The keys where the next player is."""

TABLE_KEYS = {
    "q": N_("say the question and your cards"),
    "t": N_("say the total"),
    "w": N_("say whose turn it is"),
    **HELP_KEY,
}


def puzzle_scene(
    puzzle: Puzzle,
    position: Position,
    *,
    choices: Sequence[tuple[str, Message]] = (),
    is_answered: bool = False,
    **more: Any,
) -> Json:
    """Return the scene of a puzzle, of which ``position`` is on the table now.

    Once a round is scored nobody is to move. ``choices`` take the place of the puzzle's own;
    ``more`` are what else :func:`scene` takes. ``shut`` says what cannot be pressed: the hand,
    where a card is no answer; all, once ``is_answered``.
    """
    is_told = bool(puzzle.plays) or puzzle.shape in (Shape.NUMBER, Shape.EDITIONS)
    more |= {"choices": choice_buttons(choices or puzzle.choices)}
    over = puzzle.info.is_after_round
    drawn = scene(position, puzzle.question, is_told=is_told, is_over=over, **more)
    if puzzle.shape in (Shape.PLAY, Shape.PLAYS, Shape.LINE):  # cards belong to these answers
        return drawn | {"shut": "all" if is_answered else None}
    keys = _PICK_KEYS if puzzle.shape is Shape.NEXT else {}
    buttons = [*more["choices"], *more.get("actions", ())]
    shut = "all" if is_answered else "hand"
    return drawn | {"shut": shut, "keys": key_list(keys | TABLE_KEYS, buttons)}
