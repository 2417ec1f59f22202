"""The questions ``best-card`` and ``quiet``: asked alike, so that asking gives nothing away."""

from ono_tutor.errors import NotationError, UnanswerableError, quoted
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Effort, Explanation, Plays, Quiet, Shape
from ono_tutor.puzzles.difficulty import Rating
from ono_tutor.puzzles.kind import AnswerChoice, Kind, first_guess
from ono_tutor.puzzles.kinds.legal import read_hand
from ono_tutor.puzzles.reading import EVERYTHING, normalized
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import OUT, LateDraw
from ono_tutor.solver.reasons import Prospect, Reason, reasons
from ono_tutor.solver.survive import Survival, survive

BestOrQuiet = Plays | Quiet
NEAR = 20
"""How far below a total that matters a quiet position may stand."""

_QUIET = EVERYTHING | {
    "every card is safe",
    "all are safe",
    "all safe",
    "every card",
    "any",
    "any card",
}


class BestCard(Kind[BestOrQuiet]):
    """Which card gives the best chance to complete the turn, or that every card is safe.

    One of several equally good cards is right, and so are all of them.
    """

    name = "best-card"
    shape = Shape.PLAY

    def ask(self, task: Task) -> Message:
        return lazy_gettext("Which card is best to play now? Or is every card safe?")

    def answer(self, task: Task) -> BestOrQuiet:
        found = survive(task.position)
        if is_quiet(task, found):
            return Quiet.EVERY_SAFE
        if not found.chance:
            message = "no card completes this turn, so none is best"
            raise UnanswerableError(message, word=str(task.position))
        return found.best

    def accepts(self, task: Task, right: BestOrQuiet, given: BestOrQuiet) -> bool:
        if isinstance(right, Quiet) or isinstance(given, Quiet):
            return right is given
        return bool(given) and set(given) <= set(right)

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        turn = task.position.turn
        late = ((str(LateDraw(turn)), lazy_gettext("First the late draw")),)
        safe = ((Quiet.EVERY_SAFE.value, lazy_gettext("Every card is safe")),)
        return (*late, *safe) if turn in task.position.undrawn else safe

    def read(self, task: Task, words: str) -> BestOrQuiet:
        if normalized(words).rstrip(".!") in _QUIET:
            return Quiet.EVERY_SAFE
        turn = task.position.turn
        late = (LateDraw(turn),) if turn in task.position.undrawn else ()
        plays = read_hand(task, words, late)
        if not plays:
            message = f"{quoted(words)} names no card; name one, or say: every card is safe"
            raise NotationError(message, word=words)
        return plays

    def explain(self, task: Task, given: BestOrQuiet) -> Explanation:
        found, why = survive(task.position), reasons(task.position)
        best = [reason for reason in why if reason.play in found.best]
        template, told = self._told(task, given, best, why)
        if template in _WRONG and not isinstance(given, Quiet) and len(given) > 1:
            template = _WRONG[template]
        mine = () if isinstance(given, Quiet) else given
        if template == _RIGHT[False] and found.chance == 1:
            template = _CERTAIN
        fields: dict[str, object] = {
            "why": told.text,
            "chance": told.chance,
            "most": found.chance,
            "best": task.rules.play_names(reason.play for reason in best),
            "given": task.rules.play_names(mine),
        }
        ids = tuple(dict.fromkeys((*told.rules, *best[0].rules)))
        return Explanation(lazy_gettext(template, **fields, reason=best[0].text), ids, why)

    def _told(
        self, task: Task, given: BestOrQuiet, best: list[Reason], why: tuple[Reason, ...]
    ) -> tuple[str, Reason]:
        """Return what to say of an answer, and the reason that shows it."""
        if self.accepts(task, self.answer(task), given):
            return _RIGHT[isinstance(given, Quiet)], _first(best, given)
        if isinstance(given, Quiet):
            return _NOT_QUIET, next(r for r in why if r.prospect is not Prospect.SAFE)
        worse = [reason for reason in why if reason.play in given and reason not in best]
        if not worse:
            return _ALL_SAFE, _first(best, given)
        return (_WORSE if worse[0].chance else _LOST), worse[0]

    def hints(self, task: Task) -> tuple[Message, ...]:
        position, found = task.position, survive(task.position)
        hopeful = [play for play, chance in found.chances if chance]
        last = N_("Try {card:the}.") if len(hopeful) == 1 else _HOPEFUL
        return (
            lazy_gettext(_OWED[position.owes], total=position.total),
            lazy_gettext("For each card, ask: may you play it, and what must you do after it?"),
            lazy_gettext(
                last,
                card=task.rules.play_name((hopeful or [OUT])[0]),
                cards=task.rules.play_names(hopeful),
            ),
        )

    def effort(self, task: Task) -> Effort:
        found = survive(task.position)
        cards = len(task.rules.plays_of_hand(task.position.hand))
        steps = task.position.owes if found.chance == 1 else task.position.owes + 1
        tempts = first_guess(play for play, _ in found.chances) not in found.best
        return Effort(cards, steps, reckons=0 < found.chance < 1, tempts=tempts)

    def rule_points(self, task: Task) -> tuple[str, ...]:
        found = survive(task.position)
        why = reasons(task.position)
        best = [reason for reason in why if reason.play in found.best]
        others = [reason for reason in why if reason.play not in found.best]
        ids = (rule for reason in (*best[:1], *others) for rule in reason.rules)
        return tuple(dict.fromkeys((*ids, *task.debt_rules)))

    def is_plain(self, task: Task, answer: BestOrQuiet) -> bool:
        """Check whether there is no choice; where all are safe, the kind ``quiet`` is asked."""
        return isinstance(answer, Quiet) or len(task.rules.plays_of_hand(task.position.hand)) < 2


class QuietCard(BestCard):
    """The same question where there is nothing to find: every card is safe."""

    name = "quiet"
    shape = Shape.PLAY
    cover = BestCard.name

    def answer(self, task: Task) -> BestOrQuiet:
        right = super().answer(task)
        if not isinstance(right, Quiet) and not hasattr(task.rules, "mistake"):
            message = "not every card is safe here, so the position is not quiet"
            raise UnanswerableError(message, word=str(task.position))
        return right

    def is_plain(self, task: Task, answer: BestOrQuiet) -> bool:
        return False

    def is_dull(self, task: Task, rating: Rating) -> bool:
        """Check whether nothing near could be feared; a quiet position must look dangerous."""
        total, rules = task.position.total, task.rules
        is_near = any(0 <= mark - total <= NEAR for mark in (*rules.marks, rules.bound))
        return not (is_near or rating.misconceptions)


def is_quiet(task: Task, found: Survival) -> bool:
    """Check whether every play of the hand completes the turn for certain."""
    plays = task.rules.plays_of_hand(task.position.hand)
    return bool(plays) and all(found.chance_of(play) == 1 for play in plays)


def _first(best: list[Reason], given: BestOrQuiet) -> Reason:
    """Return the reason of the first play given; of the first good one where none is."""
    return next((r for r in best if not isinstance(given, Quiet) and r.play in given), best[0])


_HOPEFUL = N_("These give you a chance: {cards}.")
_OWED = {
    1: N_("You must play one card at a total of {total}."),
    2: N_("You must play two cards at a total of {total}."),
}
_RIGHT = {
    False: N_("{why} No card does better than {most}."),
    True: N_("{why} Every card here is as safe: {best}."),
}
_CERTAIN = N_("{why} No card does better.")
_NOT_QUIET = N_("Not every card is safe. {why} The best is {best}: {reason}")
_LOST = N_("{why} Play {best} instead: {reason}")
_WORSE = N_("{why} That is a chance of {chance}; {best} gives {most}: {reason}")
_ALL_SAFE = N_("{why} But every card here is safe: {best}. There is nothing to choose.")
_WRONG = {
    _LOST: N_("You chose {given}. {why} Play {best} instead: {reason}"),
    _WORSE: N_("You chose {given}. {why} That is a chance of {chance}; {best} gives {most}."),
    _ALL_SAFE: N_("You chose {given}. {why} But every card here is safe: {best}."),
}
