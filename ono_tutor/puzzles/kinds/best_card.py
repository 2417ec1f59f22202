"""The questions ``best-card`` and ``quiet``: asked alike, so that asking gives nothing away.

With the claim ``round`` all cards survive alike, and the round decides. No card is better now, nor
for a double at the next turn; both is exact. What each is worth over the whole round is an estimate
(:mod:`ono_tutor.solver.value`), so that such a puzzle has an answer only where the best card is
ahead of each other one by more than the error of their difference.
"""

from ono_tutor.errors import NotationError, UnanswerableError, quoted
from ono_tutor.game.legal import judge_play, why_not
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import (
    EVERYTHING,
    EveryCardSafe,
    Explanation,
    Plays,
    Shape,
    normalized,
)
from ono_tutor.puzzles.kind import (
    AnswerChoice,
    Effort,
    Kind,
    KindInfo,
    first_guess,
    join,
    unique,
)
from ono_tutor.puzzles.kinds.legal import read_hand
from ono_tutor.puzzles.kinds.survive import ruled_out
from ono_tutor.puzzles.task import ROUND, Task
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.solver.reasons import PlayStatus, chance_in_words, join_reasons, reasons
from ono_tutor.solver.survive import Survival, keep, survive
from ono_tutor.solver.value import Values, difference_text, value_at_once

BestOrQuiet = Plays | EveryCardSafe
NEAR = 20
"""The most that a quiet position may be below a total that matters."""

LARGEST_FALL = 10
"""No card takes more from the total."""

_QUIET = EVERYTHING | {"every card is safe", "all are safe", "all are equally good", "any card"}


class BestCard(Kind[BestOrQuiet]):
    """The card that gives the best chance to complete the turn, or that every card is safe.

    Of cards that are as safe, those are best that cost the others most points. One of several
    equally good cards is right, and so are all of them. With the claim ``round`` it is the card
    that wins most rounds, where all survive alike.
    """

    info = KindInfo("best-card", Shape.PLAY, has_claim=True)

    def ask(self, task: Task) -> Message:
        if task.asks_round:
            return _(
                "Your cards survive equally well now and next turn. Which one wins you the most "
                "rounds?"
            )
        if task.rules.most_owed == 1:
            return _("Which card costs you least, and the others most? Or are all equally good?")
        if task.position.owes == 2:
            return _(
                "You must play two cards. Which one is safest to play first? Or is every card safe?"
            )
        return _("Which card is safe? Or is every card safe?")

    def answer(self, task: Task) -> BestOrQuiet:
        if task.judges_claim:
            message = f"the claim of this kind is {ROUND}, not {quoted(task.claim)}"
            raise NotationError(message, word=task.claim)
        found = survive(task.position)
        if task.asks_round:
            first, second = _values(task).plays[:2]
            if second.cost <= second.cost_error:
                message = f"{first.play} is not clearly ahead of {second.play} over the round"
                raise UnanswerableError(message, word=str(task.position))
            rise = task.rules.bound - task.position.total + LARGEST_FALL  # to the highest total
            plays = task.rules.plays_of_hand(task.position.hand)
            chances = {chance for __, chance in keep(task.position, rise).chances}
            if {found.chance_of(play) for play in plays} != {1} or len(chances) > 1:
                message = "one card survives more often than another, so the round does not decide"
                raise UnanswerableError(message, word=str(task.position))
            return (first.play,)
        if _all_equal(task, found):
            return EveryCardSafe.EVERY_SAFE
        if not found.chance:
            message = "no card completes this turn, so none is best"
            raise UnanswerableError(message, word=str(task.position))
        return best_plays(task, found)

    def accepts(self, task: Task, right: BestOrQuiet, given: BestOrQuiet) -> bool:
        if isinstance(given, EveryCardSafe):
            return right is given
        if isinstance(right, EveryCardSafe):
            return set(given) == set(task.rules.plays_of_hand(task.position.hand))
        return bool(given) and set(given) <= set(right)

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        if task.asks_round:
            return ()
        turn, label = task.position.turn, N_("Every card is safe")
        if task.rules.most_owed == 1:
            label = N_("All are equally good")
        late = (str(LateDraw(turn)), _("First the late draw"))
        safe = (EveryCardSafe.EVERY_SAFE.value, _(label))
        return (late, safe) if turn in task.position.undrawn else (safe,)

    def read(self, task: Task, words: str) -> BestOrQuiet:
        if normalized(words).rstrip(".!") in _QUIET:
            return EveryCardSafe.EVERY_SAFE
        turn = task.position.turn
        plays = read_hand(task, words, (LateDraw(turn),) if turn in task.position.undrawn else ())
        if not plays:
            raise NotationError(f"{quoted(words)} names none of your cards", word=words)
        return plays

    def explain(self, task: Task, given: BestOrQuiet) -> Explanation:
        mine: Plays = () if isinstance(given, EveryCardSafe) else given
        if task.asks_round and OUT not in mine:
            return _explain_round(task, mine)
        position, survival, why = task.position, survive(task.position), reasons(task.position)
        plays = best_plays(task, survival)
        best = next(reason for reason in why if reason.play in plays)
        worse = [reason for reason in why if reason.play not in plays]
        chosen = [reason for reason in worse if reason.play in mine]
        told = next((reason for reason in why if reason.play in mine), best)
        template, refusal = _ALIKE, why_not(position, OUT) if OUT in mine else None
        if mine and self.accepts(task, self.answer(task), given):
            template = _BEST if survival.chance == 1 else _LIKELIEST
        elif chosen or refusal:
            told = chosen[0] if chosen else best
            is_luck = not refusal and told.chance > 0 and survival.chance < 1
            template = _LESS_LIKELY if is_luck else _WORSE
        elif not mine and worse:
            told = min(worse, key=lambda reason: reason.status is PlayStatus.SAFE)
            template = _NOT_ALIKE
        text = _(
            template,
            why=refusal.reason if refusal else told.text,
            reason=best.text,
            all=join(join_reasons(position, why)),
            chance=chance_in_words(told.chance, [survival.chance]),
            most=chance_in_words(survival.chance, [told.chance]),
            best=task.rules.play_names(plays, "the", is_any=True),
        )
        return Explanation(text, unique(told.rules, best.rules), why)

    def nudge(self, task: Task, given: BestOrQuiet) -> Message:
        if isinstance(given, EveryCardSafe):
            return _("You said that no card is better than another. But one of them is.")
        return super().nudge(task, given)

    def consequence(self, task: Task, play: Play | LateDraw) -> Message:
        why = super().consequence(task, play)
        text = N_("{why} Another card does better.")
        if isinstance(self.answer(task), EveryCardSafe):
            text = N_("{why} Is any of the others worse?")
        return _(text, why=why) if survive(task.position).chance_of(play) else why

    def hints(self, task: Task) -> tuple[Message, ...]:
        if task.asks_round:
            plays = sorted((each.play for each in _values(task).plays[:2]), key=str)
            return (
                _("Every card survives this turn, and keeps you as safe for the next one."),
                _(
                    "Ask two things of each card: will you need it later, and does the total that "
                    "you leave hurt the other player or you?"
                ),
                task.try_text(plays),
            )
        first, survival = N_("Work out the total that each card makes."), survive(task.position)
        if task.rules.marks:
            first = N_("Which cards cost you no points? Does one of them cost the others points?")
        elif task.position.owes == 2:
            first = N_("After each card, ask what you can play as your second one.")
        is_sure = survival.chance == 1
        good = [play for play, chance in survival.chances if (chance == 1 if is_sure else chance)]
        return _(first), ruled_out(task, survival), task.try_text(good)

    def effort(self, task: Task) -> Effort:
        if task.asks_round:  # now, the double next turn, and the round for the cards and the total
            worths = [each.play for each in _values(task).plays]
            return Effort(len(worths), 6, tempts=first_guess(worths) != worths[0])
        found = survive(task.position)
        cards = len(task.rules.plays_of_hand(task.position.hand))
        steps = task.position.owes if found.chance == 1 else task.position.owes + 1
        tempts = first_guess(play for play, __ in found.chances) not in best_plays(task, found)
        return Effort(cards, steps, reckons=0 < found.chance < 1, tempts=tempts)

    def rule_points(self, task: Task) -> tuple[str, ...]:
        plays, why = best_plays(task, survive(task.position)), reasons(task.position)
        best = [reason for reason in why if reason.play in plays]
        others = [reason for reason in why if reason.play not in plays]
        return unique(*(reason.rules for reason in (*best[:1], *others)), task.debt_rules)

    def is_obvious(self, task: Task, answer: BestOrQuiet) -> bool:
        """Check whether there is no choice; where all are safe, the kind ``quiet`` is asked."""
        is_quiet = isinstance(answer, EveryCardSafe)
        return is_quiet or len(task.rules.plays_of_hand(task.position.hand)) < 2


class QuietCard(BestCard):
    """The same question where there is nothing to find: every card is safe."""

    info = KindInfo("quiet", Shape.PLAY, cover=BestCard.info.name)

    def is_obvious(self, task: Task, answer: BestOrQuiet) -> bool:
        """Check whether a card is better, which another kind asks about, or nothing is feared."""
        total, rules = task.position.total, task.rules
        is_near = any(0 <= mark - total <= NEAR for mark in (*rules.marks, rules.bound))
        return not (is_near and _all_equal(task, survive(task.position)))


def best_plays(task: Task, survival: Survival) -> Plays:
    """Return the plays with the best chance; of those, the ones that cost the others most."""
    gains = {}
    for play in survival.best:
        effect = judge_play(task.position, play) if isinstance(play, Play) else None
        gains[play] = effect.costs_others if isinstance(effect, Effect) else 0
    most = max(gains.values())
    return tuple(play for play, gain in gains.items() if gain == most)


def _all_equal(task: Task, survival: Survival) -> bool:
    """Check whether every play of the hand is safe, and none is better than another."""
    plays = task.rules.plays_of_hand(task.position.hand)
    is_safe = bool(plays) and all(survival.chance_of(play) == 1 for play in plays)
    return is_safe and len(best_plays(task, survival)) == len(survival.best)


_BEST = N_("{why} No card is better.")
_LIKELIEST = N_("{why} That is a chance of {most}, and no card gives a better one.")
_ALIKE = N_("No card is better than another. {all}")
_NOT_ALIKE = N_("They are not equally good. {why} You do better with {best}. {reason}")
_WORSE = N_("{why} You do better with {best}. {reason}")
_LESS_LIKELY = N_("{why} That is a chance of {chance}. With {best} it is {most}. {reason}")


# ---- the best card of the whole round ----


def _values(task: Task) -> Values:
    is_asked = task.rules.most_owed > 1 and not hasattr(task.rules, "mistake")
    found = value_at_once(task.position) if is_asked else None
    if found is None or len(found.plays) < 2:
        message = "the round is asked about where two play O'NO 99 by rules that have a table"
        raise UnanswerableError(message, word=str(task.position))
    return found


def _explain_round(task: Task, given: Plays) -> Explanation:
    """Return why the card is best, or what the one given costs over the round."""
    found, why = _values(task), reasons(task.position)
    best, told = found.plays[:2]
    wrong = [play for play in given if play != best.play]
    if wrong and isinstance(wrong[0], Play):
        told = found.of(wrong[0])
    text = _(
        _WINS_LESS if wrong or not given else _WINS_MOST,
        best=task.rules.play_name(best.play),
        card=task.rules.play_name(told.play),
        why=told.reason,
        reason=best.reason,
        mine=round(100 * told.value),
        most=round(100 * best.value),
        error=difference_text(best.error, is_points=False),
    )
    shown = (reason.rules for reason in why if reason.play in (best.play, told.play))
    return Explanation(text, unique(*shown), why)


_WINS_MOST = N_(
    "{reason} You win about {most} rounds in 100 with it (an estimate, right to {error})."
)
_WINS_LESS = N_(
    "{why} You win about {mine} rounds in 100 with {card:the}, and about {most} with {best:the} "
    "(estimates, right to {error})."
)
