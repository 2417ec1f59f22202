"""The questions ``best-card`` and ``quiet``: asked alike, so that asking gives nothing away."""

from ono_tutor.errors import NotationError, UnanswerableError, quoted
from ono_tutor.game.legal import judge_play, why_not
from ono_tutor.i18n import N_, Message, _, ngettext
from ono_tutor.puzzles.answer import EveryCardSafe, Explanation, Plays, Shape
from ono_tutor.puzzles.kind import (
    AnswerChoice,
    Effort,
    Kind,
    KindInfo,
    Rating,
    first_guess,
    play_category,
)
from ono_tutor.puzzles.kinds.best_round import (
    ASKED,
    best_of_round,
    explain_round,
    round_effort,
    round_hints,
)
from ono_tutor.puzzles.kinds.legal import read_hand
from ono_tutor.puzzles.kinds.survive import ruled_out
from ono_tutor.puzzles.parse_answer import EVERYTHING, normalized
from ono_tutor.puzzles.task import ROUND, Task
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.solver.reasons import PlayStatus, chance_in_words, join_reasons, reasons
from ono_tutor.solver.survive import Survival, survive

BestOrQuiet = Plays | EveryCardSafe
NEAR = 20
"""The most that a quiet position may be below a total that matters."""

_QUIET = EVERYTHING | {
    "every card is safe",
    "all are safe",
    "all safe",
    "every card",
    "any",
    "any card",
    "all are equally good",
    "equally good",
}


class BestCard(Kind[BestOrQuiet]):
    """The card that gives the best chance to complete the turn, or that every card is safe.

    Of cards that are as safe, those are best that cost the others most points. One of several
    equally good cards is right, and so are all of them. With the claim ``round`` it is the card
    that wins most rounds, where all survive alike (:mod:`.best_round`).
    """

    info = KindInfo("best-card", Shape.PLAY, has_claim=True)

    def check_claim(self, claim: str) -> None:
        if claim != ROUND:
            message = f"the claim of this kind is {ROUND}, or there is none; not {quoted(claim)}"
            raise NotationError(message, word=claim)

    def ask(self, task: Task) -> Message:
        if task.asks_round:
            return _(ASKED)
        found = survive(task.position)
        is_one = len(best_plays(task, found)) == 1 and not all_safe(task, found)
        texts = _ASKED_FOR_POINTS if task.rules.most_owed == 1 else _ASKED[task.position.owes]
        return _(texts[is_one])

    def answer(self, task: Task) -> BestOrQuiet:
        if task.asks_round:
            return best_of_round(task)
        found = survive(task.position)
        if _all_equal(task, found):
            return EveryCardSafe.EVERY_SAFE
        if not found.chance:
            message = "no card completes this turn, so none is best"
            raise UnanswerableError(message, word=str(task.position))
        return best_plays(task, found)

    def accepts(self, task: Task, right: BestOrQuiet, given: BestOrQuiet) -> bool:
        if isinstance(right, EveryCardSafe) and not isinstance(given, EveryCardSafe):
            return set(given) == set(task.rules.plays_of_hand(task.position.hand))
        if isinstance(right, EveryCardSafe) or isinstance(given, EveryCardSafe):
            return right is given
        return bool(given) and set(given) <= set(right)

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        turn = task.position.turn
        late = ((str(LateDraw(turn)), _("First the late draw")),)
        if task.asks_round:
            return ()
        safe = ((EveryCardSafe.EVERY_SAFE.value, _(_label(task))),)
        return (*late, *safe) if turn in task.position.undrawn else safe

    def read(self, task: Task, words: str) -> BestOrQuiet:
        if normalized(words).rstrip(".!") in _QUIET:
            return EveryCardSafe.EVERY_SAFE
        turn = task.position.turn
        late = (LateDraw(turn),) if turn in task.position.undrawn else ()
        try:
            plays = read_hand(task, words, late)
        except NotationError as error:
            if task.asks_round:
                raise
            message = f"{error.message}, or: {_label(task).lower()}"
            raise NotationError(message, word=error.word) from error
        if not plays:
            message = f"{quoted(words)} names no card; type one, or: {_label(task).lower()}"
            raise NotationError(message, word=words)
        return plays

    def explain(self, task: Task, given: BestOrQuiet) -> Explanation:
        is_quiet = isinstance(given, EveryCardSafe)
        mine: Plays = () if isinstance(given, EveryCardSafe) else given
        if task.asks_round and (is_quiet or OUT not in mine):
            return explain_round(task, given)
        position, survival, why = task.position, survive(task.position), reasons(task.position)
        plays = best_plays(task, survival)
        best = [reason for reason in why if reason.play in plays]
        worse = [reason for reason in why if reason.play not in plays]
        told = next((reason for reason in best if reason.play in mine), best[0])
        if self.accepts(task, self.answer(task), given):
            template = _RIGHT_QUIET if is_quiet else _RIGHT
            if not is_quiet and survival.chance == 1:
                template = _CERTAIN if len(best) == 1 else _AS_GOOD
        elif is_quiet:
            unsafe = [reason for reason in worse if reason.status is not PlayStatus.SAFE]
            template, told = (_NOT_QUIET, unsafe[0]) if unsafe else (_NOT_EQUAL, worse[0])
        elif chosen := [reason for reason in worse if reason.play in mine]:
            told = chosen[0]
            template = _WORSE if told.chance and survival.chance < 1 else _LOST
            if told.status is PlayStatus.SAFE:
                template = _GAINS_LESS
            if len(mine) > 1:
                template = _WRONG[template]
        else:
            template = _ALL_SAFE
        refusal = why_not(position, OUT) if OUT in mine else None
        if refusal:
            template = _LOST
        others = [reason for reason in why if reason.play not in mine]
        fields: dict[str, object] = {
            "why": refusal.reason if refusal else told.text,
            "others": " ".join(map(str, join_reasons(position, others))),
            "all": " ".join(map(str, join_reasons(position, why))),
            "chance": chance_in_words(told.chance, [survival.chance]),
            "most": chance_in_words(survival.chance, [told.chance]),
            "best": task.rules.play_names((reason.play for reason in best), "the", is_any=True),
            "equal": task.rules.play_names((reason.play for reason in best), "the"),
            "given": task.rules.play_names(mine, "the"),
        }
        ids = tuple(dict.fromkeys((*told.rules, *best[0].rules)))
        return Explanation(_(template, **fields, reason=best[0].text), ids, why)

    def nudge(self, task: Task, given: BestOrQuiet) -> Message:
        right = self.answer(task)
        if isinstance(given, EveryCardSafe):
            is_one = task.rules.most_owed == 1
            return _(
                N_("You said that all are equally good. One of them is better.")
                if is_one or task.asks_round
                else N_("You said that every card is safe. At least one of them is not.")
            )
        best = () if isinstance(right, EveryCardSafe) else right
        wrong = next(play for play in given if play not in best)
        found = {reason.play: reason for reason in reasons(task.position)}
        refusal = why_not(task.position, wrong) if wrong not in found else None
        why = refusal.reason if refusal else found[wrong].text
        is_barred = refusal or found[wrong].status is PlayStatus.BARRED
        text = N_("{told} {why}")
        if not is_barred and found[wrong].status is not PlayStatus.LOST:
            text = N_("{told} {why} Another card does better.")
            if isinstance(right, EveryCardSafe):
                text = N_("{told} {why} Is any of the others worse?")
        return _(text, told=task.choice_text(wrong), why=why)

    def hints(self, task: Task) -> tuple[Message, ...]:
        if task.asks_round:
            return round_hints(task)
        position, survival = task.position, survive(task.position)
        is_points, is_sure = position.rules.most_owed == 1, survival.chance == 1
        good = [play for play, chance in survival.chances if (chance == 1 if is_sure else chance)]
        if is_points:
            count = len(set(task.rules.plays_of_hand(position.hand)) - set(good))
            one = "One way to play your cards costs you points."
            many = "{n} ways to play your cards cost you points."
            nothing = _NONE_COSTS
        else:
            held = {play.card for play in good if isinstance(play, Play)}
            count = sum(card not in held for card in position.hand)
            one = "One of your cards gives you no chance at all."
            many = "{n} of your cards give you no chance at all."
            if is_sure:
                one, many = "One of your cards is not safe.", "{n} of your cards are not safe."
            nothing = _NONE_RULED_OUT[position.owes]
        first = ngettext(one, many, count) if count else _(nothing)
        last = _(_GOOD[is_points, is_sure], cards=task.rules.play_names(good))
        if len(good) == 1:
            last = _("Try {card:the}.", card=task.rules.play_name(good[0]))
        return first, ruled_out(task, survival), last

    def effort(self, task: Task) -> Effort:
        if task.asks_round:
            return round_effort(task)
        found = survive(task.position)
        cards = len(task.rules.plays_of_hand(task.position.hand))
        steps = task.position.owes if found.chance == 1 else task.position.owes + 1
        tempts = first_guess(play for play, __ in found.chances) not in best_plays(task, found)
        return Effort(cards, steps, reckons=0 < found.chance < 1, tempts=tempts)

    def answer_class(self, task: Task, answer: BestOrQuiet) -> str:
        """Return the sorts of card that are best."""
        if isinstance(answer, EveryCardSafe):
            return answer.value
        return " ".join(sorted({play_category(task.rules, play) for play in answer}))

    def rule_points(self, task: Task) -> tuple[str, ...]:
        found = survive(task.position)
        why = reasons(task.position)
        plays = best_plays(task, found)
        best = [reason for reason in why if reason.play in plays]
        others = [reason for reason in why if reason.play not in plays]
        ids = (rule for reason in (*best[:1], *others) for rule in reason.rules)
        return tuple(dict.fromkeys((*ids, *task.debt_rules)))

    def is_plain(self, task: Task, answer: BestOrQuiet) -> bool:
        """Check whether there is no choice; where all are safe, the kind ``quiet`` is asked."""
        return (
            isinstance(answer, EveryCardSafe)
            or len(task.rules.plays_of_hand(task.position.hand)) < 2
        )


class QuietCard(BestCard):
    """The same question where there is nothing to find: every card is safe."""

    info = KindInfo("quiet", Shape.PLAY, cover=BestCard.info.name)

    def answer(self, task: Task) -> BestOrQuiet:
        right = super().answer(task)
        if isinstance(right, EveryCardSafe) or hasattr(task.rules, "mistake"):
            return right
        if not all_safe(task, survive(task.position)):
            message = "not every card is safe here, so the position is not quiet"
            raise UnanswerableError(message, word=str(task.position))
        return EveryCardSafe.EVERY_SAFE

    def accepts(self, task: Task, right: BestOrQuiet, given: BestOrQuiet) -> bool:
        """Check an answer; where all are safe, a card that costs the others more is right too."""
        return super().accepts(task, right, given) or super().accepts(
            task, super().answer(task), given
        )

    def is_plain(self, task: Task, answer: BestOrQuiet) -> bool:
        """Check whether one of the safe cards is better, which another kind asks about."""
        return not _all_equal(task, survive(task.position))

    def is_dull(self, task: Task, rating: Rating) -> bool:
        """Check whether nothing near could be feared; a quiet position must look dangerous."""
        total, rules = task.position.total, task.rules
        is_near = any(0 <= mark - total <= NEAR for mark in (*rules.marks, rules.bound))
        return not (is_near or rating.misconceptions)


def best_plays(task: Task, survival: Survival) -> Plays:
    """Return the plays with the best chance; of those, the ones that cost the others most."""
    gains = {}
    for play in survival.best:
        effect = judge_play(task.position, play) if isinstance(play, Play) else None
        gains[play] = effect.costs_others if isinstance(effect, Effect) else 0
    most = max(gains.values())
    return tuple(play for play, gain in gains.items() if gain == most)


def all_safe(task: Task, survival: Survival) -> bool:
    """Check whether every play of the hand survives for certain."""
    plays = task.rules.plays_of_hand(task.position.hand)
    return bool(plays) and all(survival.chance_of(play) == 1 for play in plays)


def _all_equal(task: Task, survival: Survival) -> bool:
    """Check whether every play of the hand is safe, and none is better than another."""
    return all_safe(task, survival) and len(best_plays(task, survival)) == len(survival.best)


def _label(task: Task) -> str:
    """Return the label of the answer that no card is better than another."""
    return N_("All are equally good") if task.rules.most_owed == 1 else N_("Every card is safe")


_ASKED = {
    1: {
        True: N_("Which card is safe?"),
        False: N_("Which card is safe? Or is every card safe?"),
    },
    2: {
        True: N_("You must play two cards. Which one is safest to play first?"),
        False: N_(
            "You must play two cards. Which one is safest to play first? Or is every card safe?"
        ),
    },
}
"""The question by how many cards must be played, and whether one of them alone is best."""
_ASKED_FOR_POINTS = {
    True: N_("Which card is best: it costs you least, and the others most?"),
    False: N_(
        "Which card is best: it costs you least, and the others most? Or are all equally good?"
    ),
}
_NONE_COSTS = N_("None of your cards costs you points. Does one cost the others points?")
_NONE_RULED_OUT = {
    1: N_("Work out the total that each card makes. Is any of them too high?"),
    2: N_("After each card, ask what you can play as your second one."),
}
"""The first hint where no card is worse than another, by how many must be played."""
_GOOD = {
    (False, True): N_("These are safe: {cards}."),
    (False, False): N_("These give you a chance: {cards}."),
    (True, True): N_("These cost you nothing: {cards}."),
    (True, False): N_("These give you a chance: {cards}."),
}
"""The last hint, by whether it is a game for points, and whether some card is certain."""
_RIGHT = N_("{why} That is a chance of {most}, and no card gives a better one.")
_RIGHT_QUIET = N_("No card is better than another. {all}")
_CERTAIN = N_("{why} It is the best card.")
_AS_GOOD = N_("{why} These are equally good: {equal}.")
_NOT_EQUAL = N_(
    "Every card is safe, but they are not equally good. You do best with {best}. {reason}"
)
_GAINS_LESS = N_("{why} But you do better with {best}. {reason}")
_NOT_QUIET = N_("Not every card is safe. {why} You do best with {best}. {reason}")
_LOST = N_("{why} You do better with {best}. {reason}")
_WORSE = N_(
    "{why} That is a chance of {chance}. "
    "You do better with {best}, which gives you {most}. {reason}"
)
_ALL_SAFE = N_("{why} But the others are as good. {others}")
_WRONG = {
    _LOST: N_("You chose {given}. {why} You do better with {best}. {reason}"),
    _WORSE: N_(
        "You chose {given}. {why} That is a chance of {chance}. "
        "You do better with {best}, which gives you {most}."
    ),
    _GAINS_LESS: N_("You chose {given}. {why} But you do better with {best}. {reason}"),
}
