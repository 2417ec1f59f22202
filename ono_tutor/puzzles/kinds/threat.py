"""The question ``threat``: which card endangers the next player most."""

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, UnanswerableError, quoted
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Explanation, Plays, Shape
from ono_tutor.puzzles.kind import Effort, Kind, KindInfo, Recipe, first_guess, unique
from ono_tutor.puzzles.kinds.legal import read_hand
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.threat import threat, threat_reasons


class Threatens(Kind[Plays]):
    """The play that leaves the next player the greatest chance to fail.

    One of several equally dangerous plays is right, and so are all of them.
    """

    info = KindInfo(
        "threat",
        Shape.PLAY,
        is_slow=True,
        recipe=Recipe(most_smaller=1, seldom=(Card.DOUBLE, Card.HOLD), takes_first=True),
    )

    def ask(self, task: Task) -> Message:
        return _("Which card is most dangerous for the next player?")

    def answer(self, task: Task) -> Plays:
        found = threat(task.position)
        if not found.greatest:
            message = "every card loses or ends the round, so none endangers the next player"
            raise UnanswerableError(message, word=str(task.position))
        return found.greatest

    def accepts(self, task: Task, right: Plays, given: Plays) -> bool:
        return bool(given) and set(given) <= set(right)

    def read(self, task: Task, words: str) -> Plays:
        plays = read_hand(task, words)
        if not plays:
            raise NotationError(f"{quoted(words)} names none of your cards", word=words)
        return plays

    def explain(self, task: Task, given: Plays) -> Explanation:
        found = {str(reason.danger.play): reason for reason in threat_reasons(task.position)}
        right = self.answer(task)
        greatest = found[str(right[0])]
        if self.accepts(task, right, given):
            mine = found[str(given[0])]
            return Explanation(_("{why} No card is more dangerous.", why=mine.text), mine.rules)
        wrong = next(play for play in given if play not in right)
        refusal = why_not(task.position, wrong)
        text = _(
            N_("{mine} The most dangerous play is {best}. {why}"),
            mine=refusal.reason if refusal else found[str(wrong)].text,
            best=task.rules.play_names(right, "the", is_any=True),
            why=greatest.text,
        )
        rules = refusal.rules if refusal else found[str(wrong)].rules
        return Explanation(text, unique(rules, greatest.rules))

    def consequence(self, task: Task, play: Play | LateDraw) -> Message:
        why = next(w.text for w in threat_reasons(task.position) if w.danger.play == play)
        return _("{why} Another card is more dangerous.", why=why)

    def hints(self, task: Task) -> tuple[Message, ...]:
        told = [w for w in threat_reasons(task.position) if w.danger.chance is not None]
        told.sort(key=lambda reason: reason.danger.chance or 0)
        plays = [reason.danger.play for reason in told]
        first = N_("After which card are the fewest cards safe for the next player?")
        if task.rules.marks:
            first = N_("After which card do the most cards cost the next player points?")
        return _(first), told[0].text, task.try_text(sorted(plays[-2:], key=str))

    def effort(self, task: Task) -> Effort:
        found = threat(task.position)
        played = [danger.play for danger in found.dangers if danger.play.card]
        tempts = first_guess(played) not in found.greatest
        return Effort(len(played), 2, reckons=True, tempts=tempts)

    def rule_points(self, task: Task) -> tuple[str, ...]:
        right = self.answer(task)
        ids = (w.rules for w in threat_reasons(task.position) if w.danger.play in right)
        return unique(*ids, ("double-effect",) if task.rules.most_owed == 2 else ())

    def is_obvious(self, task: Task, answer: Plays) -> bool:
        """Check whether no play is worse than another."""
        plays = legal_plays(task.position)
        return len(plays) < 2 or len(answer) == len(plays)
