"""The review of a play beside all others, by what its player could see, and the review in words.

The coach looks at the learner's view alone, before the draw, so that luck is never blamed.
:func:`~ono_tutor.solver.value.value` says what plays are worth; the exact facts of this turn may
be the reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, Noun, _, format_list, ngettext
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.certain import pays, points_now
from ono_tutor.solver.survive import keep, known_pile, turn_chances
from ono_tutor.solver.value import Grade, PlayValue, Source, Values, difference_text, value


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """A legal play: its ``value`` over the round, and what it does now, exactly.

    ``survival`` is the chance to complete this turn, in Ninety-Nine without losing a point.
    ``effect`` is None for laying the hand down.
    """

    value: PlayValue
    survival: Fraction
    effect: Effect | None

    @property
    def play(self) -> Play:
        """The play itself."""
        return self.value.play

    @property
    def is_best(self) -> bool:
        """True if no play is better by more than the error."""
        return self.value.grade is Grade.BEST

    @property
    def loses(self) -> bool:
        """True if this play loses the round at once."""
        return self.effect is None or self.effect.loses


@dataclass(frozen=True, slots=True)
class PlayReview:
    """The play that was chosen among all that could be made; ``scored`` has the best first."""

    values: Values
    scored: tuple[ScoredPlay, ...]
    chosen: ScoredPlay

    @property
    def position(self) -> Position:
        """The player's view before the play."""
        return self.values.position

    @property
    def best(self) -> tuple[ScoredPlay, ...]:
        """Every play that the coach would make; the first is the one worth most."""
        return tuple(each for each in self.scored if each.is_best)

    @property
    def is_best(self) -> bool:
        """True if the coach would have made this play."""
        return self.chosen.is_best

    @property
    def had_choice(self) -> bool:
        """True if some play was worse than another."""
        return len(self.best) < len(self.scored)

    @property
    def is_proved_equal(self) -> bool:
        """True if several plays are best, and certain to be worth the same."""
        worths = [each.value for each in self.best]
        return len(worths) > 1 and all(
            worth.source is Source.CERTAIN and not worth.cost for worth in worths
        )

    @property
    def cost(self) -> float:
        """The loss against the best play; 0 if it is within the error."""
        return 0.0 if self.is_best else self.chosen.value.cost

    @property
    def is_hopeless(self) -> bool:
        """True if every play loses the round, at once or whatever is drawn then."""
        if self.values.unit == "points":
            return all(each.loses for each in self.scored)
        return not any(each.survival for each in self.scored)

    def with_chosen(self, play: Play) -> "PlayReview":
        """Return the review of another play; raises :class:`KeyError` for one not legal."""
        return replace(self, chosen={each.play: each for each in self.scored}[play])


def review_play(position: Position, play: Play | None = None) -> PlayReview:
    """Return a play among all of its hand, at the view of the player to move; the best if None.

    Raises :class:`UnanswerableError` where a card of the mover's hand is hidden, and
    :class:`KeyError` for a play that may not be made.
    """
    review = _review_best(position)
    return review if play is None else review.with_chosen(play)


@lru_cache(maxsize=256)
def _review_best(position: Position) -> PlayReview:
    """Return the review of the best play; cached, as a hint, a play and a replay ask alike."""
    values, effects, chances = value(position), playable(position), turn_chances(position)
    scored = tuple(
        ScoredPlay(each, chances[each.play], effects.get(each.play)) for each in values.plays
    )
    return PlayReview(values, scored, scored[0])


# ---- in words: the verdict, then the reason; luck is never blamed ----


def headline(review: PlayReview) -> Message:
    """Return the verdict on a play in one sentence."""
    if review.is_hopeless:
        is_now = review.chosen.loses
        return _(N_("No card could save you.") if is_now else N_("No card can save you this turn."))
    if not review.is_best:
        if not _is_of_turn(review):
            return cost_text(review)
        best, chosen = review.best[0], review.chosen
        text = N_("{best:the} saves you {most}; after {card:the} nothing can.")
        if chosen.survival:
            text = N_("{best:the} saves you {most}, {card:the} only {often}.")
        return _(
            text,
            best=play_name(review, best),
            card=play_name(review, chosen),
            most=format_often(best.survival),
            often=_format_count(chosen.survival),
        )
    if len(review.scored) == 1:
        return _("You had no choice.")
    if review.best == (review.chosen,):
        return _("That was the best play.")
    return cost_text(review)


def explanation(
    review: PlayReview, earlier: Sequence[PlayReview] | None = None
) -> tuple[Message, ...]:
    """Return why, in sentences.

    ``earlier`` are the player's plays in this round before it; None if they were not looked at.
    """
    if review.is_hopeless:
        texts: list[Message | None] = [] if earlier is None else [*_loss(review, earlier)]
    elif review.is_best:
        texts = [_fact(review), _reason(review), double_text(review)]
    elif _is_of_turn(review):
        texts = [cost_text(review)]
    else:
        texts = [_reason(review), _fact(review), advice(review), double_text(review)]
    return tuple({str(text): text for text in texts if text}.values())  # each once


def _fact(review: PlayReview) -> Message | None:
    """Return what is exact about the play in this turn; None if it goes without saying."""
    if review.values.unit == "chance":
        chance = review.chosen.survival
        if chance == 1:
            return None
        if not chance:
            return _("After it nothing can save you this turn. Another card is safer now.")
        text = N_("You survive this turn {often}.")
        if chance < max(each.survival for each in review.scored):
            text = N_("You survive this turn {often}. Another card is safer now.")
        elif len(review.scored) > 1:
            text = N_("You survive this turn {often}; no card does better.")
        return _(text, often=format_often(chance))
    chosen, best = review.chosen.effect, review.best[0].effect
    if review.is_best or best is None or not pays(best):
        return None
    if chosen and (best.costs, best.costs_others) == (chosen.costs, chosen.costs_others):
        return _(
            "{card:the} does the same to the points now, but is worth {apart} more after that.",
            card=play_name(review, review.best[0]),
            apart=_format_cost(review),
        )
    return points_now(review.position, review.best[0].play)


def _reason(review: PlayReview) -> Message | None:
    """Return why a play is worth more or less than another; None if only rounds tell that it is."""
    worth, effect = review.chosen.value, review.chosen.effect
    is_exact = worth.source is Source.CERTAIN or (effect is not None and pays(effect))
    is_known = is_exact or (review.had_choice and not review.values.rounds)
    return worth.reason if is_known else None


def cost_text(review: PlayReview, *, is_yours: bool = True) -> Message:
    """Return what a play costs over the round, by the name of its size."""
    worth = review.chosen.value
    if review.is_best and review.is_proved_equal:
        equal = [f"{play_name(review, each):the}" for each in review.best]
        text = N_("No play was better: {plays} are equally good, for certain.")
        if review.is_hopeless:
            text = N_("No play was better: every one of them loses the round.")
        return _(text, plays=format_list(equal))
    if review.is_best and worth.source is Source.CERTAIN:
        return _("No play was better.")
    if review.is_best:
        return _("No play was clearly better.")
    seat = review.position.player_number(review.position.turn)
    who = _("you") if is_yours else _("Player {seat}", seat=seat)
    card, cost = play_name(review, review.chosen), _format_cost(review)
    return _(_COSTS[worth.grade], card=card, who=who, cost=cost)


def _format_cost(review: PlayReview) -> Message:
    """Return how much a play costs over the round: ``about 5 rounds in 100``."""
    return difference_text(review.chosen.value.cost, is_points=review.values.unit == "points")


def advice(review: PlayReview) -> Message:
    """Return what the coach would play; all of the best if several are as good."""
    first, *others = (play_name(review, each) for each in review.best)
    if len(review.scored) == 1:
        if review.chosen.play == OUT:
            return _("You can play no card.")
        return _("You have only one play: {card:the}.", card=first)
    if review.is_hopeless:
        return _("No card can save you this turn.")
    if not review.had_choice:
        is_equal = review.is_proved_equal
        equal = N_("All your plays are equally good, for certain.")
        return _(equal if is_equal else N_("No play is clearly better than another here."))
    if not others:
        return _("The coach would play {card:the}.", card=first)
    text = N_("The coach would play {card:the}, and would do about as well with {others}.")
    return _(text, card=first, others=format_list([f"{name:the}" for name in others]))


def error_text(values: Values) -> Message:
    """Return how far the values over the round are right."""
    error = max(each.error for each in values.plays)
    if not error:
        return _("What each card is worth over the round is certain.")
    template = N_("What a card is worth over the round is an estimate, right to {apart}.")
    if values.rounds:
        template = N_(
            "What a card is worth over the round is an estimate from {n} rounds played on from "
            "here, right to {apart}."
        )
    apart = difference_text(error, is_points=values.unit == "points")
    return _(template, n=f"{values.rounds:,}", apart=apart)


def worth_text(values: Values, play: Play) -> Message | None:
    """Return what a play is worth over the round; None if that is certain."""
    worth = values.of(play)
    if worth.source is Source.CERTAIN:
        return None
    if values.unit == "points":
        template = N_("Over the round it is worth about {value} points (an estimate).")
        return _(template, value=f"{worth.value:+.2f}".replace("-", "−"))
    template = N_("Over the round you win about {count} in 100 with it (an estimate).")
    return _(template, count=round(100 * worth.value))


def double_text(review: PlayReview) -> Message | None:
    """Return how well a play prepares for a double next turn, or None if that hardly matters.

    It matters from a total of ``NEAR`` on, for the highest total that may be met, if the plays
    differ in it and the round is not settled for certain.
    """
    position, rules, effect = review.position, review.position.rules, review.chosen.effect
    if review.chosen.value.source is Source.CERTAIN:
        return None
    if effect is None or effect.total < NEAR or position.owes > 1 or not known_pile(position).pool:
        return None
    rise = LARGEST_RISE * (len(position.still_in) - 2)  # who plays the double adds nothing
    try:
        chances = dict(keep(position, rise).chances)
    except UnanswerableError:
        return None
    if len(set(map(format_often, chances.values()))) == 1:
        return None
    chance = chances[review.chosen.play]
    text = N_("If you meet a {double:short} at {total} next turn, you cannot survive.")
    if chance:
        text = N_("If you meet a {double:short} at {total} next turn, you survive {often}.")
    return _(
        text,
        double=rules.card_name(Card.DOUBLE),
        total=min(effect.total + rise, rules.bound - 1),
        often=format_often(chance),
    )


NEAR = 88
"""From this total on a number card may take the total to the limit."""

LARGEST_RISE = 10
"""No card adds more to the total, in the games with a double."""


def play_name(review: PlayReview, scored: ScoredPlay) -> Noun:
    """Return the name of a play."""
    return review.position.rules.play_name(scored.play)


def format_often(chance: Fraction) -> Message:
    """Return how often that is: ``for certain``, ``in no case``, ``28 times in 100``."""
    if chance in (0, 1):
        return _(N_("for certain") if chance else N_("in no case"))
    return _("{count} in 100", count=_format_count(chance))


def _format_count(chance: Fraction) -> Message:
    """Return how often of 100 times that is, without the hundred: ``28 times``, ``once``."""
    count = round(100 * chance)
    if not 0 < count < 100:
        return _(N_("more than 99 times") if count else N_("less than once"))
    return ngettext("once", "{n} times", count)


def _is_of_turn(review: PlayReview) -> bool:
    """Check whether the best play saves more turns than the chosen one, so that this is why."""
    if review.values.unit == "points":
        return False
    mine, most = review.chosen.survival, review.best[0].survival
    return most > mine and format_often(most) != format_often(mine)


def _loss(review: PlayReview, earlier: Sequence[PlayReview]) -> Iterator[Message]:
    """Yield what lost the round: a card of this turn or of the round, or else the cards drawn."""
    if review.position.played is not None and earlier:
        first = earlier[-1]
        if not first.is_best:
            template = N_("{card:the}, your first card of this turn, put it at risk.")
            yield _(template, card=play_name(first, first.chosen))
            yield headline(first)
            return
        if first.chosen.survival:
            template = N_("The draw was against you: with that hand you survive {often}.")
            yield _(template, often=format_often(first.chosen.survival))
    worst = max((each for each in earlier if not each.is_best), key=lambda r: r.cost, default=None)
    if worst is None:
        yield _("The coach found no mistake of yours in this round.")
        return
    yield _(
        "What cost you most in this round was {card:the} at {total}: {cost} (an estimate).",
        card=play_name(worst, worst.chosen),
        total=worst.position.total,
        cost=_format_cost(worst),
    )


_COSTS = {
    Grade.SLIP: N_("A slip: {card:the} costs {who} {cost}."),
    Grade.MISTAKE: N_("A mistake: {card:the} costs {who} {cost}."),
    Grade.BLUNDER: N_("A blunder: {card:the} costs {who} {cost}."),
}
