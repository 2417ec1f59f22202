"""``best-card`` with the claim ``round``: all cards survive alike, and the round decides.

No card is better now, nor for a double at the next turn; both is exact. What each is worth over
the whole round is an estimate (:mod:`ono_tutor.solver.value`), so that such a puzzle has an answer
only where the best card is ahead of each other one by more than the error of their difference.
"""

from ono_tutor.errors import UnanswerableError
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import EveryCardSafe, Explanation, Plays
from ono_tutor.puzzles.kind import Effort, first_guess
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import Play
from ono_tutor.solver.keep import keep
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.survive import survive
from ono_tutor.solver.value import Values, difference_text, value_at_once

STEPS = 6
"""Steps of thought: now, the double next turn, and the round for the cards kept and the total."""


def best_of_round(task: Task) -> Plays:
    """Return the card that wins most rounds.

    Raises :class:`UnanswerableError` where the best card is not clearly ahead, where a figure of
    this turn or the next tells the cards apart, and where no table knows the round.
    """
    found = _values(task)
    first, second = found.plays[:2]
    if second.cost <= second.cost_error:
        message = f"{first.play} is not clearly ahead of {second.play} over the round"
        raise UnanswerableError(message, word=str(task.position))
    position = task.position
    rise = task.rules.bound - position.total + _LARGEST_FALL
    now = {survive(position).chance_of(play) for play in task.rules.plays_of_hand(position.hand)}
    if now != {1} or len({chance for __, chance in keep(position, rise).chances}) > 1:
        message = "one card survives more often than another, so the round does not decide"
        raise UnanswerableError(message, word=str(position))
    return (first.play,)


def _values(task: Task) -> Values:
    is_asked = task.rules.most_owed > 1 and not hasattr(task.rules, "mistake")
    found = value_at_once(task.position) if is_asked else None
    if found is None or len(found.plays) < 2:
        message = "the round is asked about where two play O'NO 99 by rules that have a table"
        raise UnanswerableError(message, word=str(task.position))
    return found


_LARGEST_FALL = 10
"""No card takes more from the total, so that with it added every play leads to the highest."""


def explain_round(task: Task, given: Plays | EveryCardSafe) -> Explanation:
    """Return why the card is best, or what the one given costs over the round."""
    found, why = _values(task), reasons(task.position)
    best, name = found.plays[0], task.rules.play_name
    wrong = [] if isinstance(given, EveryCardSafe) else [p for p in given if p != best.play]
    told = found.of(wrong[0]) if wrong and isinstance(wrong[0], Play) else found.plays[1]
    fields: dict[str, object] = {
        "best": name(best.play),
        "card": name(told.play),
        "why": told.reason,
        "reason": best.reason,
        "mine": round(100 * told.value),
        "most": round(100 * best.value),
        "error": difference_text(best.error, is_points=False),
    }
    template = _NOT_ALIKE if isinstance(given, EveryCardSafe) else _WRONG if wrong else _RIGHT
    shown = {best.play, told.play}
    rules = (rule for reason in why if reason.play in shown for rule in reason.rules)
    return Explanation(_(template, **fields), tuple(dict.fromkeys(rules)), why)


def round_hints(task: Task) -> tuple[Message, ...]:
    """Return steps towards the card, the first giving least away."""
    first, second = sorted(_values(task).plays[:2], key=lambda each: str(each.play))
    cards = task.rules.play_names((first.play, second.play), is_any=True)
    return (
        _("Every card survives this turn, and keeps you as safe for the next one."),
        _(
            "Ask two things of each card: will you need it later, and does the total that you "
            "leave hurt the other player or you?"
        ),
        _("It is one of these: {cards}.", cards=cards),
    )


def round_effort(task: Task) -> Effort:
    """Return what finding the card takes; it tempts where the highest number is not best."""
    plays = [each.play for each in _values(task).plays]
    return Effort(len(plays), STEPS, reckons=False, tempts=first_guess(plays) != plays[0])


ASKED = N_("Your cards survive equally well now and next turn. Which one wins you the most rounds?")
_RIGHT = N_("{reason} You win about {most} rounds in 100 with it (an estimate, right to {error}).")
_WRONG = N_(
    "{why} You win about {mine} rounds in 100 with {card:the}, and about {most} with {best:the} "
    "(estimates, right to {error})."
)
_NOT_ALIKE = N_(
    "They survive alike, but you win about {mine} rounds in 100 with {card:the}, and about {most} "
    "with {best:the} (estimates, right to {error})."
)
