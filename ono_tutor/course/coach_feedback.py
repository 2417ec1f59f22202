"""What the coach says of a play: how much it cost, and why; never a word against luck."""

from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.course.coach import Appraisal, Measure, Weight
from ono_tutor.i18n import N_, Message, Noun, format_list, lazy_gettext, lazy_ngettext
from ono_tutor.rules.play import Play
from ono_tutor.solver.value import Grade, PlayValue, Values, apart_told


def headline(appraisal: Appraisal) -> Message:
    """Return the cost of the play in one sentence."""
    card = _name(appraisal, appraisal.chosen)
    if appraisal.is_best:
        return lazy_gettext(_best_headline(appraisal))
    if appraisal.measure is Measure.ROUND:
        return _round_lost(appraisal)
    if appraisal.measure is Measure.POINTS:
        return lazy_gettext(
            "{card:the} cost you {points}.", card=card, points=points(appraisal.cost)
        )
    if appraisal.measure is Measure.DOUBLE:
        return lazy_gettext("{card:the} is safe now, but you'll want it later.", card=card)
    if appraisal.cost == 1:
        return lazy_gettext("{card:the} cost you the turn.", card=card)
    return lazy_gettext(
        "{card:the} cost you {chances}.", card=card, chances=chances(appraisal.cost)
    )


def _round_lost(appraisal: Appraisal, *, is_yours: bool = True) -> Message:
    """Return what a play costs over the round: an estimate, with the name of its size."""
    worth = appraisal.worth
    assert worth is not None
    apart = apart_told(worth.cost, is_points=_is_for_points(appraisal))
    card, seat = _name(appraisal, appraisal.chosen), appraisal.position.turn
    return lazy_gettext(_COSTS[worth.grade, is_yours], card=card, apart=apart, seat=seat)


def cost_told(appraisal: Appraisal, *, is_yours: bool) -> tuple[Message, ...]:
    """Return what a play cost over the round, and to its player why; nothing for the best."""
    if appraisal.worth is None or appraisal.is_best:
        return ()
    told = _round_lost(appraisal, is_yours=is_yours)
    return (told, appraisal.worth.reason) if is_yours else (told,)


def played_on(found: Values, mine: PlayValue, best: PlayValue) -> Message:
    """Return what rounds that were played on tell of a play and of the one the coach prefers."""
    apart = best.value - mine.value
    error = (mine.error**2 + best.error**2) ** 0.5
    is_points = found.unit == "points"
    return lazy_gettext(
        _PLAYED_ON[abs(apart) > error, apart > 0],
        n=found.rounds,
        best=found.position.rules.play_name(best.play),
        card=found.position.rules.play_name(mine.play),
        apart=apart_told(abs(apart), is_points=is_points),
        error=apart_told(error, is_points=is_points),
    )


def explanation(appraisal: Appraisal, before: Appraisal | None = None) -> tuple[Message, ...]:
    """Return why, in sentences; ``before`` is the play just made in this turn, if any.

    What the turn is worth is exact and comes first, an estimate over the round after it.
    """
    if _is_for_points(appraisal):
        return (*_points_told(appraisal), *_over_the_round(appraisal))
    if appraisal.chosen.figures[0] == 0 and appraisal.is_best:
        return (_nothing_to_save(appraisal, before),)
    if appraisal.measure is Measure.TURN:
        return (_turn_lost(appraisal), *_over_the_round(appraisal))
    told = (_turn_kept(appraisal),) if appraisal.is_best else ()
    if appraisal.values is not None:
        return (*told, *_over_the_round(appraisal))
    return told + (_double_told(appraisal),) if Measure.DOUBLE in appraisal.measures else told


def _over_the_round(appraisal: Appraisal) -> tuple[Message, ...]:
    """Return why the play is worth more or less than another, where a table knows it."""
    if appraisal.worth is None or not appraisal.had_choice:
        return ()
    if appraisal.measure is Measure.TURN:
        return (_round_lost(appraisal),)
    return (appraisal.worth.reason,)


def _is_for_points(appraisal: Appraisal) -> bool:
    return appraisal.measures == (Measure.POINTS,)


def advice(appraisal: Appraisal) -> Message:
    """Return what the coach would play; all of the best where several are equally good."""
    names = [_name(appraisal, weight) for weight in appraisal.best]
    if len(appraisal.weights) == 1:
        return lazy_gettext("You have only one play: {card:the}.", card=names[0])
    if not appraisal.had_choice:
        return lazy_gettext("No play is better than another here.")
    if len(names) == 1:
        return lazy_gettext("The coach would play {card:the}.", card=names[0])
    template = N_("The coach would play any of these, which are equally good: {cards}.")
    return lazy_gettext(template, cards=format_list([f"{name:short}" for name in names]))


def limits(appraisal: Appraisal) -> Message:
    """Return what the coach looks at, and what not."""
    if appraisal.values is not None:
        error = max(each.error for each in appraisal.values.plays)
        is_points = _is_for_points(appraisal)
        apart = apart_told(error, is_points=is_points)
        return lazy_gettext(_OF_ROUND[is_points], apart=apart)
    return lazy_gettext(_LIMITS[appraisal.measures])


def figure_told(appraisal: Appraisal, weight: Weight) -> Message | None:
    """Return what a play has beside the turn itself, for a row of a table; None where nothing."""
    if appraisal.values is not None:
        return worth_told(appraisal.values, weight.play)
    if _is_for_points(appraisal):
        if not weight.expected:
            return None
        template = N_("On average the next player costs you {points}.")
        return lazy_gettext(template, points=points(weight.expected))
    if Measure.DOUBLE not in appraisal.measures or not weight.figures[0]:
        return None
    how = how_likely(weight.figures[1])
    return lazy_gettext(_DOUBLE_MET, **_double(appraisal), how=how)


def worth_told(values: Values, play: Play) -> Message | None:
    """Return what a play is worth over the round; None where that is certain."""
    worth = values.of(play)
    if worth.kind == "certain":
        return None
    if values.unit == "points":
        template = N_("Over the round it is worth about {value} points (an estimate).")
        return lazy_gettext(template, value=with_sign(worth.value))
    template = N_("Over the round you win about {count} in 100 with it (an estimate).")
    return lazy_gettext(template, count=round(100 * worth.value))


def with_sign(points: float) -> str:
    """Return points with their sign and two decimals: ``+0.31``, ``−1.20``."""
    return f"{points:+.2f}".replace("-", "−")


def _name(appraisal: Appraisal, weight: Weight) -> Noun:
    return appraisal.position.rules.play_name(weight.play)


def _best_headline(appraisal: Appraisal) -> str:
    if len(appraisal.weights) == 1:
        return N_("You had no choice.")
    if not appraisal.had_choice:
        return N_("No play was better.")
    return N_("That was the best play.")


def _nothing_to_save(appraisal: Appraisal, before: Appraisal | None) -> Message:
    if before is None:
        return lazy_gettext("No card could save you this turn: that was the best you could do.")
    if before.is_best:
        return lazy_gettext("That was the best you could do; the draw was against you.")
    template = N_("This card cost you nothing: {first:the} put the turn at risk.")
    return lazy_gettext(template, first=_name(before, before.chosen))


def _turn_lost(appraisal: Appraisal) -> Message:
    best, chosen = appraisal.best[0], appraisal.chosen
    is_sure, is_lost = best.figures[0] == 1, chosen.figures[0] == 0
    return lazy_gettext(
        _TURN_LOST[is_sure, is_lost],
        best=_name(appraisal, best),
        card=_name(appraisal, chosen),
        best_chance=how_likely(best.figures[0]),
        chance=how_likely(chosen.figures[0]),
    )


def _turn_kept(appraisal: Appraisal) -> Message:
    chance = appraisal.chosen.figures[0]
    if chance < max(weight.figures[0] for weight in appraisal.weights):
        template = N_("You survive this turn {chance}. Another card is safer now.")
        return lazy_gettext(template, chance=how_likely(chance))
    if chance < 1:
        template = N_("You survive {chance}; no card does better.")
        return lazy_gettext(template, chance=how_likely(chance))
    return lazy_gettext("With it you survive for certain.")


def _double_told(appraisal: Appraisal) -> Message:
    best, chosen = appraisal.best[0], appraisal.chosen
    fields = {**_double(appraisal), "how": how_likely(chosen.figures[1])}
    if appraisal.is_best:
        return lazy_gettext(_DOUBLE_MET, **fields)
    template = N_(
        "If you meet a {double:short} at {limit} next turn, you survive {how} after {card:the}, "
        "and {best_how} after {best:the}."
    )
    names = {"card": _name(appraisal, chosen), "best": _name(appraisal, best)}
    return lazy_gettext(template, **fields, **names, best_how=how_likely(best.figures[1]))


def _double(appraisal: Appraisal) -> dict[str, object]:
    rules = appraisal.position.rules
    return {"double": rules.card_name(Card.DOUBLE), "limit": rules.bound - 1}


def _points_told(appraisal: Appraisal) -> tuple[Message, ...]:
    chosen, best = appraisal.chosen, appraisal.best[0]
    if appraisal.is_best or appraisal.values is not None:
        return (_points_of(appraisal, chosen),)
    return _points_of(appraisal, chosen), _points_of(appraisal, best)


def _points_of(appraisal: Appraisal, weight: Weight) -> Message:
    effect = weight.effect
    if effect is None:
        return lazy_gettext("No card could be played.")
    kind = "own" if effect.costs else "others" if effect.costs_others else "none"
    return lazy_gettext(
        _POINTS[kind, bool(weight.expected)],
        card=_name(appraisal, weight),
        own=points(Fraction(effect.costs)),
        others=points(Fraction(effect.costs_others)),
        expected=points(weight.expected),
    )


_DOUBLE_MET = N_("If you meet a {double:short} at {limit} next turn, you survive {how}.")
_COSTS = {
    (Grade.SLIP, True): N_("A slip: {card:the} costs you {apart} (an estimate)."),
    (Grade.MISTAKE, True): N_("A mistake: {card:the} costs you {apart} (an estimate)."),
    (Grade.BLUNDER, True): N_("A blunder: {card:the} costs you {apart} (an estimate)."),
    (Grade.SLIP, False): N_("A slip: {card:the} costs Player {seat} {apart} (an estimate)."),
    (Grade.MISTAKE, False): N_("A mistake: {card:the} costs Player {seat} {apart} (an estimate)."),
    (Grade.BLUNDER, False): N_("A blunder: {card:the} costs Player {seat} {apart} (an estimate)."),
}
_PLAYED_ON = {
    (True, True): N_(
        "In {n} rounds played on from here, {best:the} did better by {apart} (an estimate, right "
        "to {error})."
    ),
    (True, False): N_(
        "But in {n} rounds played on from here, {card:the} did better by {apart} (an estimate, "
        "right to {error})."
    ),
    (False, True): N_(
        "In {n} rounds played on from here, {best:the} and {card:the} came too close to tell which "
        "is better (an estimate, right to {error})."
    ),
}
_PLAYED_ON[False, False] = _PLAYED_ON[False, True]
_OF_ROUND = {
    False: N_(
        "The coach goes by what you can see. How often you survive this turn is exact. What a "
        "card is worth over the whole round is an estimate, right to {apart}."
    ),
    True: N_(
        "The coach goes by what you can see. What you lose now is exact. What a card is worth "
        "over the whole round is an estimate, right to {apart}."
    ),
}
_TURN_LOST = {
    (True, True): N_("{best:the} was safe for certain. After {card:the} nothing can save you."),
    (True, False): N_("{best:the} was safe for certain. With {card:the} you survive {chance}."),
    (False, True): N_(
        "With {best:the} you survived {best_chance}. After {card:the} nothing can save you."
    ),
    (False, False): N_("With {best:the} you survived {best_chance}; with {card:the}, {chance}."),
}

_POINTS = {
    ("none", False): N_(
        "With {card:the} nobody loses a point, and the next player can cost you none."
    ),
    ("none", True): N_(
        "With {card:the} nobody loses a point now. On average the next player costs you {expected}."
    ),
    ("own", False): N_("With {card:the} you lose {own}."),
    ("own", True): N_(
        "With {card:the} you lose {own}. On average the next player costs you {expected} more."
    ),
    ("others", False): N_("With {card:the} everybody else loses {others}."),
    ("others", True): N_(
        "With {card:the} everybody else loses {others}. On average the next player costs you "
        "{expected}."
    ),
}

_OF_TURN = N_(
    "The coach goes by what you can see, and looks at this turn only: not at what you keep for "
    "later, nor at what your card does to the others."
)
_LIMITS = {
    (Measure.TURN,): _OF_TURN,
    (Measure.TURN, Measure.DOUBLE): N_(
        "The coach goes by what you can see. It looks at this turn, and then at how well you "
        "could survive a double at the highest total next turn. It does not look at what your "
        "card does to the others, nor further ahead."
    ),
    (Measure.POINTS,): N_(
        "The coach goes by what you can see. It looks at the points lost now, and at those that "
        "the next player costs you on average. It does not look at what the next player may "
        "lose, nor further ahead."
    ),
}


LARGEST_TOLD = 60
"""The largest denominator that a chance is told with exactly."""


def chances(chance: Fraction) -> Message:
    """Return a difference of chances: ``1 chance in 4``, ``about 37 chances in 100``."""
    count, of = chance.numerator, chance.denominator
    if of > LARGEST_TOLD:
        count, of = round(chance * 100), 100
        if count < 1:
            return lazy_gettext("less than 1 chance in 100")
        return lazy_ngettext("about 1 chance in {of}", "about {n} chances in {of}", count, of=of)
    return lazy_ngettext("1 chance in {of}", "{n} chances in {of}", count, of=of)


def points(amount: Fraction) -> Message:
    """Return so many points: ``1 point``, ``2 points``, ``about 0.35 of a point``."""
    if amount.denominator == 1:
        return lazy_ngettext("1 point", "{n} points", amount.numerator)
    hundredths = round(amount * 100)
    if hundredths == 0:
        return lazy_gettext("less than 0.01 of a point")
    whole, rest = divmod(hundredths, 100)
    template = N_("about {whole}.{rest} points") if whole else N_("about 0.{rest} of a point")
    return lazy_gettext(template, whole=whole, rest=f"{rest:02d}")


def how_likely(chance: Fraction) -> Message:
    """Return how often that is: ``for certain``, ``never``, ``13 times in 50``.

    Where the denominator is large it is rounded: ``about 30 times in 100``.
    """
    if chance in _SURE:
        return lazy_gettext(_SURE[chance])
    count, of = chance.numerator, chance.denominator
    if of <= LARGEST_TOLD:
        return lazy_ngettext("once in {of}", "{n} times in {of}", count, of=of)
    count = round(chance * 100)
    if not 0 < count < 100:
        rare, usual = N_("less than once in 100"), N_("more than 99 times in 100")
        return lazy_gettext(rare if count == 0 else usual)
    return lazy_ngettext("about once in 100", "about {n} times in 100", count)


_SURE = {Fraction(0): N_("in no case"), Fraction(1): N_("for certain")}
