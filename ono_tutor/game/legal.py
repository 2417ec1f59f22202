"""Which plays are legal, and why the others are not: one source of reasons."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.rules.automaton import Move, State
from ono_tutor.rules.judgement import Effect, Refusal
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.seats import Hand


def legal_plays(position: Position) -> tuple[Play, ...]:
    """The plays that the player to move may make, each once, in the hand's order.

    Who has none has ``out`` alone. Playing without drawing and drawing late (1980) are
    lapses, not choices, and are not listed; :func:`why_not` judges them.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    check_hand_known(position)
    return tuple(playable(position)) or (OUT,)


def check_hand_known(position: Position) -> None:
    """Return if every card of the hand to move is shown, else raise :class:`UnanswerableError`."""
    if not position.is_hand_known:
        message = "the hand to play from has hidden cards, so its plays are not known"
        raise UnanswerableError(message, word="?")


def playable(position: Position) -> dict[Play, Effect]:
    """Return each legal play of a known card and its effect, the way out apart.

    Where a safe card is in hand, a card that busts is not among them
    (rule ``no-voluntary-bust``).
    """
    return {play: move.effect for play, move in legal_moves(position.hand, position.state).items()}


def legal_moves(hand: Hand, state: State) -> dict[Play, Move]:
    """Return each legal play of a hand's known cards with its move, the way out apart."""
    rules, judged = state.rules, state.judged
    safe: dict[Play, Move] = {}
    busts: dict[Play, Move] = {}
    for play in rules.plays_of_hand(hand):
        move = judged[play]
        if type(move) is Move:
            (busts if move.effect.busts else safe)[play] = move
    return safe or (busts if rules.plays_to_lose(hand) else {})


def why_not(position: Position, play: Play | LateDraw | str) -> Refusal | None:
    """Why a play may not be made here; None where it may.

    Raises :class:`NotationError` for a word that is no play of this rule set.
    """
    found = judged(position, as_play(position, play))
    return found if isinstance(found, Refusal) else None


def as_play(position: Position, play: Play | LateDraw | str) -> Play | LateDraw:
    """The play that a word says, read for this rule set; a play as it is."""
    return position.rules.read_play(play) if isinstance(play, str) else play


def judged(position: Position, play: Play | LateDraw) -> Effect | Refusal | None:
    """What a play would do, or why it may not be made; None for a late draw that may be."""
    if isinstance(play, LateDraw):
        return _refuse_late_draw(position, play)
    if play.card is None:
        return _judge_out(position)
    return _refuse_not_held(position, play) or _judge_held(position, play)


def _judge_held(position: Position, play: Play) -> Effect | Refusal:
    drawing = Play(play.card, play.adds, play.copies) if play.forgets else play
    effect = position.rules.judge(drawing, position.moment)
    if isinstance(effect, Refusal):
        return effect
    if effect.busts and not position.rules.plays_to_lose(position.hand):
        return position.rules.refuse_losing(position.hand)
    if effect.busts and (safe := safe_play(position)):
        return _refuse_bust(position, drawing, effect, safe)
    return (play.forgets and position.rules.refuse_forgetting(effect)) or effect


def _refuse_bust(position: Position, play: Play, effect: Effect, safe: Play) -> Refusal:
    reason = N_("{card:the} makes the total {total}, which loses. {forbidden}")
    if effect.total == position.rules.bound:
        reason = N_("{card:the} makes the total {total}, and {total} already loses. {forbidden}")
    if effect.total == position.total:
        reason = N_("{card:the} loses the round. {forbidden}")
    forbidden = lazy_gettext(_ON_PURPOSE, safe=position.rules.play_name(safe))
    fields = {"card": position.rules.play_name(play), "forbidden": forbidden}
    rules = ("no-voluntary-bust", effect.rules[0])
    return Refusal(rules, lazy_gettext(reason, total=effect.total, **fields))


def without_example(reason: Message) -> Message:
    """Return a reason without the card it names that may be played, for one who looks for it."""
    fields = (
        (name, without_example(value) if isinstance(value, Message) else value)
        for name, value in reason.fields
    )
    template = _WITHOUT_EXAMPLE.get(reason.template, reason.template)
    return replace(reason, template=template, fields=tuple(fields))


def explain_refusals(position: Position, plays: Iterable[Play]) -> list[Message]:
    """Return why these plays may not be made, those with the same reason in one sentence."""
    groups: dict[tuple[str, ...], list[tuple[Play, Refusal]]] = {}
    for play in plays:
        if isinstance(found := judged(position, play), Refusal):
            groups.setdefault(found.rules, []).append((play, found))
    texts = []
    for rules, members in groups.items():
        many = next((text for rule, text in _TOGETHER.items() if rule in rules), None)
        if len(members) == 1 or many is None:
            texts += [refusal.reason for _, refusal in members]
            continue
        fields = [dict(refusal.reason.fields) for _, refusal in members]
        would = N_("{card:the} would make the total {total}")
        totals = [str(lazy_gettext(would, **each)) for each in fields if "total" in each]
        names = position.rules.play_names((play for play, _ in members), "the")
        more = {"totals": format_list(totals), "cards": names}
        texts.append(lazy_gettext(many, **fields[0] | more))
    return texts


_TOGETHER: Mapping[str, str] = {
    "no-voluntary-bust": N_("{totals}, and only 98 or less is safe. {forbidden}"),
    "limit": N_("{totals}, and only 98 or less is safe."),
    "opening": N_("The first card of a round must be a number card, so {cards} must wait."),
}
"""What to say of several cards that are refused for the same reason, by its rule point."""

_ON_PURPOSE = N_("You may not lose on purpose while you hold a safe card, such as {safe:the}.")
_MUST_LOSE = N_("No card is safe. You must still play one, such as {card:the}, and lose.")
_CAN_PLAY = N_("You may not lay your hand down while you can play a card, such as {card:the}.")
_WITHOUT_EXAMPLE: Mapping[str, str] = {
    _ON_PURPOSE: N_("You may not lose on purpose while you hold a safe card."),
    _MUST_LOSE: N_("No card is safe. You must still play one, and lose."),
    _CAN_PLAY: N_("You may not lay your hand down while you can play a card."),
}


def safe_play(position: Position) -> Play | None:
    """A play of a known card that does not bust, or None."""
    return next((play for play, e in playable(position).items() if not e.busts), None)


def _judge_out(position: Position) -> Effect | Refusal:
    effects = playable(position)
    if not effects:
        return position.rules.out_effect(position)
    play, effect = next(iter(effects.items()))
    name = position.rules.play_name(play)
    if effect.busts:
        return Refusal(("bust",), lazy_gettext(_MUST_LOSE, card=name))
    return Refusal(position.rules.must_play, lazy_gettext(_CAN_PLAY, card=name))


def _refuse_not_held(position: Position, play: Play) -> Refusal | None:
    card = play.card
    assert card is not None
    hand = position.hand
    missing = play.copies - hand.count(card)
    hidden = min(hand.count(Card.UNKNOWN), position.unseen()[card]) if missing > 0 else 0
    if missing <= hidden:
        return None
    name = position.rules.play_name(play)
    return Refusal(("turn-order",), lazy_gettext("You have no {card:short}.", card=name))


def _refuse_late_draw(position: Position, play: LateDraw) -> Refusal | None:
    if play.seat in position.undrawn:
        return None
    reason = N_("There is no card to draw late: it is drawn already, or it is too late.")
    return Refusal((position.rules.late_draw_rule,), lazy_gettext(reason))
