"""The reason that a card of a hand survives the turn or does not, in a sentence and as data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.legal import explain_refusals, judge_play
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.rules.judgement import Effect, Refusal
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.information_sets import Pile, completion, split_hand
from ono_tutor.solver.survive import survive


class PlayStatus(StrEnum):
    """The state of the turn after a card: done or sure, a matter of luck, lost, or not allowed."""

    SAFE = "safe"
    RISK = "risk"
    LOST = "lost"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class Reason:
    """The consequence of one play for completing the turn.

    If the answer depends on the draw, ``saving`` counts the cards that may be drawn and then be
    played. ``rules`` are the ids of the points that decide, first the one that matters most.
    """

    play: Play | LateDraw
    status: PlayStatus
    chance: Fraction
    rules: tuple[str, ...]
    text: Message
    saving: tuple[tuple[Card, int], ...] = ()


LONGEST_DENOMINATOR = 6
"""Digits of a denominator up to which the exact fraction is shown."""


def chance_in_words(
    chance: Fraction, others: Iterable[Fraction] = (), *, is_exact: bool = False
) -> Message:
    """Return a chance as people say it: ``about 24 in 100 (63306/264845)``.

    The exact fraction is added if it is short, or if ``is_exact``. If one of the ``others`` would
    sound the same, the chance is given in 1,000 or more.
    """
    apart, out_of = [other for other in others if other != chance], 100
    while chance not in (0, 1) and (
        round(chance * out_of) in (0, out_of)
        or any(round(other * out_of) == round(chance * out_of) for other in apart)
    ):
        out_of *= 10
    template = N_("{count} in {out_of}")
    if (chance * out_of).denominator > 1:
        template = N_("about {count} in {out_of}")
        if is_exact or len(str(chance.denominator)) <= LONGEST_DENOMINATOR:
            template = N_("about {count} in {out_of} ({chance})")
    elif chance.denominator > 1:
        template = N_("{count} in {out_of} ({chance})")
    fields = {"count": f"{round(chance * out_of):,}", "out_of": f"{out_of:,}", "chance": chance}
    return _(template, **fields)


def reasons(position: Position) -> tuple[Reason, ...]:
    """Return the reason of every play of the hand, legal or not, in the hand's order.

    The last entry is ``out`` for a player who can play nothing.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    answer = survive(position)
    chances = dict(answer.chances)
    plays = position.rules.plays_of_hand(position.hand)
    if OUT in chances:
        plays += (OUT,)
    found = tuple(_reason(position, play, chances.get(play, Fraction(0))) for play in plays)
    late = LateDraw(position.turn)
    if late not in chances:
        return found
    text = _("You may still draw the card that you forgot: draw it before you play.")
    return (Reason(late, play_status(chances[late]), chances[late], ("forgot-draw",), text), *found)


def join_reasons(position: Position, why: Sequence[Reason]) -> list[Message]:
    """Return the texts of these reasons; cards of which the same is true share a sentence."""
    barred = [r.play for r in why if r.status is PlayStatus.BARRED and isinstance(r.play, Play)]
    groups: dict[str, list[Reason]] = {}
    for reason in why:
        if reason.play not in barred:
            is_alike = reason.text.template in _TOGETHER
            key = reason.text.template if is_alike else str(reason.text)
            groups.setdefault(key, []).append(reason)
    texts = []
    for key, members in groups.items():
        fields = [dict(reason.text.fields) for reason in members]
        makes = [
            gettext("{card:the} makes the total {total}", **each)
            for each in fields
            if "total" in each
        ]
        together = _(_TOGETHER.get(key, ""), **fields[0], totals=format_list(makes))
        texts.append(together if len(members) > 1 else members[0].text)
    return [*explain_refusals(position, barred), *texts]


def _reason(position: Position, play: Play, chance: Fraction) -> Reason:
    judgement = judge_play(position, play)
    if isinstance(judgement, Refusal):
        return Reason(play, PlayStatus.BARRED, chance, judgement.rules, judgement.reason)
    if play.card is None:
        stuck = N_("You can play no card of this hand, so this turn is lost.")
        if position.turn in position.undrawn:
            stuck = N_("Without the late draw you can play no card of this hand.")
        return Reason(play, PlayStatus.LOST, chance, judgement.rules, _(stuck))
    if judgement.steps == 0 and not judgement.busts:
        return _first_of_two(position, play, judgement, chance)
    effect = judgement
    if effect.costs:  # nobody loses more points than they have
        left = position.stakes[position.turn] or effect.costs
        effect = effect._replace(costs=min(effect.costs, left))
    text = _(
        _whole_turn_template(position, effect),
        card=position.rules.play_name(play),
        double=position.rules.card_name(Card.DOUBLE),
        total=effect.total,
        points=ngettext("1 point", "{n} points", effect.costs or effect.costs_others),
        marks=position.rules.marks_passed(position.total, effect.total),
    )
    return Reason(play, play_status(chance), chance, deciding_points(position.rules, effect), text)


def deciding_points(rules: RuleSet, effect: Effect) -> tuple[str, ...]:
    """Return the ids behind an effect, first the point that makes the card safe or costly."""
    if effect.costs or effect.costs_others:
        return effect.rules[::-1]
    if effect.rules[0] not in ("number-cards", "99-values"):
        return effect.rules
    adding, *others = effect.rules
    decisive = [rule for rule in others if rule in ("double-effect", "99-upward-only")]
    first = decisive or ["99-cross" if rules.marks else "limit"]
    return tuple(dict.fromkeys((*first, adding, *others)))


def _whole_turn_template(position: Position, effect: Effect) -> str:
    cause = next((rule for rule in reversed(effect.rules) if rule in _LOSES_POINTS), None)
    if effect.busts and "ono99-card" in effect.rules:
        template = N_("Whoever plays an O'NO 99 loses the round, whatever the total.")
    elif effect.busts:
        template = _BUSTS
    elif effect.costs and cause:
        template = _LOSES_POINTS[cause]
    elif effect.costs:
        template = N_("{card:the} makes the total {total} and costs you {points}.")
    elif effect.costs_others:
        template = _OTHERS_LOSE
    elif effect.replies:
        template = _REPLIES[effect.turns]
    elif effect.draws > 1:
        template = N_("{card:the} leave the total at {total}, and your turn is over.")
    elif position.played:
        template = N_(
            "{card:the} makes the total {total}. That is your second card, so you are done."
        )
    else:
        template = _IS_SAFE
    return template


_OTHERS_LOSE = N_("{card:the} makes the total exactly {total}: every other player loses {points}.")
_REPLIES = {
    True: N_(
        "{card:the} changes direction and passes the {double:short} back: your turn is over "
        "after this one card."
    ),
    False: N_("{card:the} passes the {double:short} on: your turn is over after this one card."),
}


_IS_SAFE = N_("{card:the} makes the total {total}, which is safe.")
_BUSTS = N_("{card:the} makes the total {total}. Only 98 or less is safe, so you lose.")
_LOSES_POINTS = {
    "99-cross": N_(
        "{card:the} makes the total {total}, which goes past {marks} and costs you 1 point."
    ),
    "99-over": N_(
        "{card:the} makes the total {total}, which is over 99: you lose the round and {points}."
    ),
    "99-double-cross": N_(
        "{card:the} makes the total {total}, which goes past {marks} and over 99: you lose the "
        "round and {points}."
    ),
}
"""Why a card costs its player points, by the rule point that decides."""
_TOGETHER: Mapping[str, str] = {
    _IS_SAFE: N_("{totals}. Each of them is safe."),
    _BUSTS: N_("{totals}. Only 98 or less is safe, so you lose."),
    _LOSES_POINTS["99-cross"]: N_("{totals}. Each goes past {marks} and costs you 1 point."),
    _LOSES_POINTS["99-over"]: N_(
        "{totals}. Each is over 99, which loses you the round and {points}."
    ),
}
"""What to say of several cards that get the same sentence, by that sentence."""


def _first_of_two(position: Position, play: Play, effect: Effect, chance: Fraction) -> Reason:
    rules, status = position.rules, play_status(chance)
    rest, put_down = split_hand(position.hand, play)
    then = rules.next_moment(position.moment, play, effect)
    pile = Pile.of(position).with_discards(put_down).refilled()
    known = completion(rules, then)
    saving = tuple(item for item in pile.pool if known.is_completed_by((*rest, item[0])))
    second = next((play for play in rules.plays_of_hand(rest) if play in known.finishing), None)
    count = sum(number for __, number in saving)
    if effect.draws > 1:
        template = _FOUR_DRAWN[status]
    elif position.turn in position.undrawn:
        template = N_("{card:the} makes the total {total}, and you may still draw late.")
    elif second:
        template = N_(
            "{card:the} makes the total {total}; then {second:the} is safe as your second card."
        )
    elif pile.known:
        template = _KNOWN_DRAW[status]
    elif status is PlayStatus.RISK and count == 1:
        template = _ONE_SAVES
    else:
        template = _UNKNOWN_DRAW[status]
    text = _(
        template,
        card=rules.play_name(play),
        total=effect.total,
        second=rules.play_name(second) if second else None,
        drawn=rules.card_name(pile.known[0]) if pile.known else None,
        saving=format_list([f"{rules.card_name(card):short}" for card, __ in saving]),
        count=count,
        unseen=pile.unseen,
    )
    points = deciding_points(rules, effect)
    return Reason(play, status, chance, points, text, () if second else saving)


_FOUR_DRAWN = {
    PlayStatus.SAFE: N_("{card:the} leave the total at {total}; whatever you draw, you can go on."),
    PlayStatus.RISK: N_(
        "{card:the} leave the total at {total}; it depends on the four cards you draw."
    ),
    PlayStatus.LOST: N_(
        "{card:the} leave the total at {total}; no card that you can draw is safe then."
    ),
}
_KNOWN_DRAW = {
    PlayStatus.SAFE: N_(
        "{card:the} makes the total {total}; you draw {drawn:a}, which is safe then."
    ),
    PlayStatus.RISK: N_(
        "{card:the} makes the total {total}; you draw {drawn:a}, and luck decides."
    ),
    PlayStatus.LOST: N_(
        "{card:the} makes the total {total}; you draw {drawn:a}, and nothing is safe then."
    ),
}
_ONE_SAVES = N_(
    "{card:the} makes the total {total}, and then no other card of yours is safe. Of the "
    "{unseen} cards you may draw, one saves you: {saving}."
)
_UNKNOWN_DRAW = {
    PlayStatus.SAFE: N_(
        "{card:the} makes the total {total}, and every card you may draw is safe then."
    ),
    PlayStatus.RISK: N_(
        "{card:the} makes the total {total}, and then no other card of yours is safe. Of the "
        "{unseen} cards you may draw, {count} save you: {saving}."
    ),
    PlayStatus.LOST: N_(
        "{card:the} makes the total {total}, and then no card of yours is safe, nor any of the "
        "{unseen} you may draw."
    ),
}


def play_status(chance: Fraction) -> PlayStatus:
    """Return the state of the turn that a chance amounts to."""
    if chance == 1:
        return PlayStatus.SAFE
    return PlayStatus.RISK if chance else PlayStatus.LOST
