"""The question ``threat``: which card endangers the next player most."""

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, UnanswerableError, quoted
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Explanation, Plays, Shape
from ono_tutor.puzzles.kind import Effort, Kind, KindInfo, Recipe, first_guess, unique
from ono_tutor.puzzles.kinds.legal import read_hand
from ono_tutor.puzzles.task import Task
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
            most = N_("{why} No card is more dangerous.")
            return Explanation(_(most, why=greatest.text), greatest.rules)
        wrong = next(play for play in given if play not in right)
        refusal = why_not(task.position, wrong)
        text = _(
            (_BARRED if refusal else _LESS)[len(given) > 1],
            given=task.rules.play_names(given, "the"),
            mine=refusal.reason if refusal else found[str(wrong)].text,
            best=task.rules.play_names(right, "the", is_any=True),
            why=greatest.text,
        )
        rules = refusal.rules if refusal else found[str(wrong)].rules
        return Explanation(text, unique(rules, greatest.rules))

    def nudge(self, task: Task, given: Plays) -> Message:
        wrong = next(play for play in given if play not in self.answer(task))
        if refusal := why_not(task.position, wrong):
            return task.choice_text(wrong, refusal.reason)
        why = next(w.text for w in threat_reasons(task.position) if w.danger.play == wrong)
        return task.choice_text(wrong, why, N_("{told} {why} Another card is more dangerous."))

    def hints(self, task: Task) -> tuple[Message, ...]:
        told = [w for w in threat_reasons(task.position) if w.danger.chance is not None]
        told.sort(key=lambda reason: reason.danger.chance or 0)
        plays = [reason.danger.play for reason in told]
        first = N_("After which card are the fewest cards safe for the next player?")
        if task.rules.marks:
            first = N_("After which card do the most cards cost the next player points?")
        elif any(play.card is Card.DOUBLE for play in plays):
            first = N_(
                "Two safe cards are harder to find than one. Which card makes the next player "
                "play two?"
            )
        cards = task.rules.play_names(sorted(plays[-2:], key=str), "the", is_any=True)
        return _(first), told[0].text, _("Try {cards}.", cards=cards)

    def effort(self, task: Task) -> Effort:
        found = threat(task.position)
        played = [danger.play for danger in found.dangers if danger.play.card]
        tempts = first_guess(played) not in found.greatest
        return Effort(len(played), 2, reckons=True, tempts=tempts)

    def rule_points(self, task: Task) -> tuple[str, ...]:
        right = self.answer(task)
        ids = (w.rules for w in threat_reasons(task.position) if w.danger.play in right)
        return unique(*ids, ("double-effect",) if task.rules.most_owed == 2 else ())

    def is_plain(self, task: Task, answer: Plays) -> bool:
        """Check whether no play is worse than another."""
        plays = legal_plays(task.position)
        return len(plays) < 2 or len(answer) == len(plays)


_LESS = (
    N_("{mine} A more dangerous play is {best}. {why}"),
    N_("You chose {given}. {mine} A more dangerous play is {best}. {why}"),
)
_BARRED = (
    N_("{mine} The most dangerous play is {best}. {why}"),
    N_("You chose {given}. {mine} The most dangerous play is {best}. {why}"),
)
"""What to say of a wrong play, and of several plays, that are allowed or not."""
