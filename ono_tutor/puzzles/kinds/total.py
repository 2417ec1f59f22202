"""The question ``total``: what the total is after the plays."""

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.explain import explain
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Explanation, Shape
from ono_tutor.puzzles.kind import AnswerChoice, Effort, Kind, KindInfo, Recipe, join
from ono_tutor.puzzles.misconceptions.explain import near_numbers, with_distractors
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import OUT


class Total(Kind[int]):
    """The total after the plays of the task; an integer."""

    info = KindInfo("total", Shape.NUMBER, tries_cards=True, recipe=Recipe(plays=4))

    def ask(self, task: Task) -> Message:
        text = N_("The total is {total}. {told} What is the total now?")
        return _(text, total=task.position.total, told=task.plays_text)

    def answer(self, task: Task) -> int:
        if not task.plays:
            message = "nothing is played, so there is no new total to say"
            raise UnanswerableError(message, word=str(task.position))
        return task.outcome.after.total

    def offered(self, task: Task) -> tuple[AnswerChoice, ...]:
        right, can_show = self.answer(task), task.rules.can_show
        near = (task.position.total, *near_numbers(right))
        shown = (total for total in near if can_show(total) or not can_show(right))
        return with_distractors(self, task, shown)

    def explain(self, task: Task, given: int) -> Explanation:
        """Tell what each play does to the total."""
        told: list[Message] = []
        for ply in task.plies:
            events = [event for event in ply.events if event.type in _ABOUT_TOTAL]
            told += explain(task.position, events, task.position.turn)
            if not events:
                text = N_("Nobody plays a card, so the total stays {total}.")
                told.append(_(text, total=ply.before.total))
        return Explanation(join(told), self.rule_points(task))

    def hints(self, task: Task) -> tuple[Message, ...]:
        plies = task.plies
        last = plies[-1]
        says = rule_point(last.effect.rules[0]).sentence_for(task.rules)
        old, new = last.before.total, last.effect.total
        third = N_("It adds {apart} to {old}.") if new > old else N_("It takes {apart} from {old}.")
        if new == old:
            third = N_("It leaves {old} as it is.")
        if new != task.outcome.after.total:
            third = N_("It makes the total {new}, which loses. Does a losing card count here?")
        first = N_("What does playing {card:the} do to the total in {game}?")
        if len(plies) > 1:
            first = N_("Before the last card the total is {old}.")
        return (
            _(first, card=task.rules.play_name(last.play), game=task.rules.title, old=old),
            _(says or N_("Only number cards and the Minus Ten change the total.")),
            _(third, old=old, new=new, apart=abs(new - old)),
        )

    def effort(self, task: Task) -> Effort:
        return Effort(cards=len(task.plays), steps=len(task.plays))

    def answer_class(self, task: Task, answer: int) -> str:
        """Return whether the total is higher, lower or the same, and whether below zero."""
        before = task.position.total
        return f"{(answer > before) - (answer < before)} {answer < 0}"

    def rule_points(self, task: Task) -> tuple[str, ...]:
        plies = task.plies
        points = tuple(dict.fromkeys(ply.effect.rules[0] for ply in plies))
        is_taken_back = bool(plies) and plies[-1].effect.total != task.outcome.after.total
        return ("points-bust-total", *points) if is_taken_back else points

    def is_obvious(self, task: Task, answer: int) -> bool:
        """Check whether only hands are laid down, which leaves the total as it is."""
        return all(ply.play == OUT for ply in task.plies)


_ABOUT_TOTAL = (EventType.PLAYED, EventType.TAKEN_BACK)
