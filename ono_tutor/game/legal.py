"""Judge plays: the legal ones, and the reasons why others are not."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, format_list, gettext
from ono_tutor.rules.judgement import Effect, Judgement, Refusal
from ono_tutor.rules.play import OUT, Hand, LateDraw, Play
from ono_tutor.rules.states import Move, State


def legal_plays(position: Position) -> tuple[Play, ...]:
    """Return the plays that the player to move may make, each once, in the hand's order.

    If there is none, the result is ``out`` alone. Playing without drawing and drawing late (1980)
    are lapses, not choices, and are not listed; :func:`why_not` judges them.
    Raises :class:`UnanswerableError` if a card of the hand is hidden.
    """
    check_hand_known(position)
    return tuple(playable(position)) or (OUT,)


def check_hand_known(position: Position) -> None:
    """Check that the hand to move has no hidden card, else raise :class:`UnanswerableError`."""
    if not position.is_hand_known:
        message = "the hand to play from has hidden cards, so its plays are not known; name them"
        raise UnanswerableError(message, word="?")


def playable(position: Position) -> dict[Play, Effect]:
    """Return each legal play of a known card with its effect, without ``out``.

    If a safe card is in hand, no card that busts is among them (rule ``no-voluntary-bust``).
    """
    return {play: move.effect for play, move in legal_moves(position.hand, position.state).items()}


def legal_moves(hand: Hand, state: State) -> dict[Play, Move]:
    """Return each legal play of a hand's known cards with its move, without ``out``."""
    rules, judged = state.rules, state.judged
    safe: dict[Play, Move] = {}
    busts: dict[Play, Move] = {}
    for play in rules.plays_of_hand(hand):
        move = judged[play]
        if type(move) is Move:
            (busts if move.effect.busts else safe)[play] = move
    return safe or (busts if rules.plays_to_lose(hand) else {})


def why_not(position: Position, play: Play | LateDraw | str) -> Refusal | None:
    """Return why a play may not be made here, or None if it may.

    Raises :class:`NotationError` for a word that is no play of this rule set.
    """
    judgement = judge_play(position, position.rules.read_play(play))
    return judgement if isinstance(judgement, Refusal) else None


def judge_play(position: Position, play: Play | LateDraw) -> Judgement:
    """Return what a play or a late draw would do, or why it may not be made."""
    rules = position.rules
    if isinstance(play, LateDraw):
        if play.seat in position.undrawn:
            return Effect(position.total, (rules.late_draw_rule,), 0, position.owes)
        reason = N_("There is no card to draw late: it is drawn already, or it is too late.")
        return Refusal((rules.late_draw_rule,), _(reason))
    if play.card is not None:
        return _judge_card(position, play, play.card)
    effects = playable(position)
    if not effects:
        return rules.out_effect(position.moment, position.hand)
    other, effect = next(iter(effects.items()))
    points, reason = (("bust",), _MUST_LOSE) if effect.busts else (rules.must_play, _CAN_PLAY)
    return Refusal(points, _(reason, card=rules.play_name(other)))


def _judge_card(position: Position, play: Play, card: Card) -> Judgement:
    rules, hand, state = position.rules, position.hand, position.state
    missing = play.copies - hand.count(card)
    if missing > 0 and missing > min(hand.count(Card.UNKNOWN), position.unseen()[card]):
        reason = N_("You have no {card:short}.")
        return Refusal(("turn-order",), _(reason, card=rules.play_name(play)))
    drawing = play._replace(forgets=False) if play.forgets else play
    judgement = state.judge(drawing)
    if isinstance(judgement, Refusal):
        return judgement
    if judgement.busts and not rules.plays_to_lose(hand):
        names = [f"{rules.card_name(card):short}" for card in dict.fromkeys(hand)]
        reason = N_("With {cards} alone you are out without playing.")
        return Refusal((rules.drop_out_rule,), _(reason, cards=format_list(names)))
    others = legal_moves(hand, state).items() if judgement.busts else ()
    safe = next((other for other, move in others if not move.effect.busts), None)
    if safe is None:
        return (play.forgets and rules.refuse_forgetting(judgement)) or judgement
    reason = N_("{card:the} makes the total {total}, which loses. {forbidden}")
    if judgement.total == rules.bound:
        reason = N_("{card:the} makes the total {total}, and {total} already loses. {forbidden}")
    if judgement.total == position.total:
        reason = N_("{card:the} loses the round. {forbidden}")
    forbidden = _(_ON_PURPOSE, safe=rules.play_name(safe))
    fields = {"card": rules.play_name(drawing), "forbidden": forbidden}
    points = ("no-voluntary-bust", judgement.rules[0])
    return Refusal(points, _(reason, total=judgement.total, **fields))


def without_example(reason: Message) -> Message:
    """Return a reason without its example of a playable card, so that it gives nothing away."""
    fields = (
        (name, without_example(value) if isinstance(value, Message) else value)
        for name, value in reason.fields
    )
    template = _WITHOUT_EXAMPLE.get(reason.template, reason.template)
    return replace(reason, template=template, fields=tuple(fields))


def explain_refusals(position: Position, plays: Iterable[Play]) -> list[Message]:
    """Return why these plays may not be made; those with the same reason share a sentence."""
    groups: dict[tuple[str, ...], list[tuple[Play, Refusal]]] = {}
    for play in plays:
        if isinstance(found := judge_play(position, play), Refusal):
            groups.setdefault(found.rules, []).append((play, found))
    texts = []
    for rules, members in groups.items():
        many = next((text for rule, text in _TOGETHER.items() if rule in rules), None)
        if len(members) == 1 or many is None:
            texts += [refusal.reason for __, refusal in members]
            continue
        fields = [dict(refusal.reason.fields) for __, refusal in members]
        would = N_("{card:the} would make the total {total}")
        totals = [gettext(would, **each) for each in fields if "total" in each]
        names = position.rules.play_names((play for play, __ in members), "the")
        more = {"totals": format_list(totals), "cards": names}
        texts.append(_(many, **fields[0] | more))
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
