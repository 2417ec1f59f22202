"""The question ``total``: what the total is after the plays."""

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.explain import explain
from ono_tutor.game.ply import LatePly
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Effort, Shape, Telling
from ono_tutor.puzzles.choices import near_numbers, offered_around
from ono_tutor.puzzles.kind import AnswerChoice, Kind, Recipe
from ono_tutor.puzzles.reading import read_whole_number
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.event import EventType


class Total(Kind[int]):
    """What the total is once the plays of the task have been made; an integer."""

    name = "total"
    shape = Shape.NUMBER
    recipe = Recipe(plays=4)

    def ask(self, task: Task) -> Message:
        text = N_("At a total of {total} these are played, in order: {plays}. What is it now?")
        if len(task.plays) == 1:
            text = N_("The total is {total} and {plays} is played. What is the total now?")
        return lazy_gettext(text, total=task.position.total, plays=played_names(task))

    def answer(self, task: Task) -> int:
        if not task.plays:
            message = "nothing is played, so there is no new total to say"
            raise UnanswerableError(message, word=str(task.position))
        return task.outcome.after.total

    def read(self, task: Task, words: str) -> int:
        return read_whole_number(words)

    def offered(self, task: Task) -> tuple[AnswerChoice, ...]:
        right, can_show = self.answer(task), task.rules.can_show
        near = (task.position.total, *near_numbers(right))
        return offered_around(
            self, task, (total for total in near if can_show(total) or not can_show(right))
        )

    def tell(self, task: Task, given: int) -> Telling:
        total = self.answer(task)
        steps = " ".join(self._steps(task))
        if given == total:
            return Telling(lazy_gettext("{steps}", steps=steps), self.rule_points(task))
        text = N_("You say {given}, and the total is {total}. {steps}")
        return Telling(
            lazy_gettext(text, given=given, total=total, steps=steps), self.rule_points(task)
        )

    @staticmethod
    def _steps(task: Task) -> list[str]:
        """What each play does to the total, as sentences."""
        events = [event for event in task.outcome.events if event.type is EventType.PLAYED]
        told = [str(sentence) for sentence in explain(task.rules, events)]
        if events and events[-1].total != task.outcome.after.total:
            text = N_("Its player is out, and it does not count: the total stays {total}.")
            told.append(str(lazy_gettext(text, total=task.outcome.after.total)))
        return told

    def hints(self, task: Task) -> tuple[Message, ...]:
        plies = [ply for ply in task.outcome.plies if not isinstance(ply, LatePly)]
        first = plies[0]
        return (
            lazy_gettext(
                "Begin with {total} and take one card at a time.", total=first.before.total
            ),
            lazy_gettext(
                "What does {card} do in {game}?",
                card=task.rules.play_name(first.play),
                game=task.rules.title,
            ),
            lazy_gettext(
                "After {card} the total is {total}.",
                card=task.rules.play_name(first.play),
                total=first.effect.total,
            ),
        )

    def effort(self, task: Task) -> Effort:
        return Effort(cards=len(task.plays), steps=len(task.plays))

    def rule_points(self, task: Task) -> tuple[str, ...]:
        plies = [ply for ply in task.outcome.plies if not isinstance(ply, LatePly)]
        points = tuple(dict.fromkeys(ply.effect.rules[0] for ply in plies))
        is_taken_back = bool(plies) and plies[-1].effect.total != task.outcome.after.total
        return ("points-bust-total", *points) if is_taken_back else points


def played_names(task: Task) -> str:
    """The plays of the task as they are spoken, in order."""
    plies = [ply for ply in task.outcome.plies if not isinstance(ply, LatePly)]
    return format_list([str(task.rules.play_name(ply.play)) for ply in plies])
