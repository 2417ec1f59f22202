"""The pages of an assignment that have no table: who it is, handing in, and what was handed in."""

from collections.abc import Sequence

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.hand_in import parsed
from ono_tutor.classroom.homework.outbox import Placed
from ono_tutor.classroom.homework.sitting import Sitting
from ono_tutor.classroom.homework.terms import due_sentence, due_words, terms
from ono_tutor.messages import Message, marked, say, sentence
from ono_tutor.render.answers import Json
from ono_tutor.render.scene import action_button
from ono_tutor.widgets.homework_scene import notice, strip

NAME = "learner"
"""The field in which the name is written."""


def who_scene(sitting: Sitting, offered: str, error: str, serial: int) -> Json:
    """The page that asks for a name; ``offered`` stands in the field, ``error`` below it."""
    assignment, last = sitting.assignment, sitting.last_learner
    is_another = last is not None and last.name != offered
    choices: list[Json] = [{"id": str(last), "key": "a", "text": str(last)}] if is_another else []
    field = {
        "name": NAME,
        "label": str(say(marked("Your name or id"))),
        "type": "text",
        "value": offered,
        "help": str(say(_NAME_HELP)),
        "error": sentence(error),
    }
    start = {"text": str(say(marked("Begin")))}
    form = {"legend": str(say(marked("Who are you?"))), "fields": [field], "submit": start}
    why = _WHY_DEALT if assignment.is_dealt else _WHY
    return plain(sitting, assignment.title, [say(why), *_terms(assignment)], serial) | {
        "form": form,
        "choices": choices,
        "keys": keys(choices),
    }


def _terms(assignment: Assignment) -> list[Message]:
    return [*terms(assignment), *([due_sentence(assignment.due)] if assignment.due else [])]


def confirm_scene(sitting: Sitting, serial: int) -> Json:
    """The page that says what is missing, and asks once more."""
    late = [say(_LATE, when=due_words(sitting.assignment.due))] if sitting.is_late else []
    after = [say(_THEN[sitting.assignment.feedback])]
    lead = [_missing(sitting), *late, *after, say(_AS, learner=sitting.learner)]
    actions = [
        action_button("yes", "y", say(marked("Hand in now")), is_primary=True),
        action_button("back", "b", say(marked("Back to the puzzles"))),
    ]
    question = say(marked("Hand in?"))
    return plain(sitting, str(question), lead, serial) | {
        "actions": actions,
        "keys": keys(actions),
        "rules": None,
        "strip": strip(sitting, None),
    }


def _missing(sitting: Sitting) -> Message:
    missing, count = sitting.missing, len(sitting.puzzles)
    if not missing:
        return say(_ALL_THERE[count == 1], count=count)
    template = _MISSING[len(missing) == 1]
    return say(template, missing=len(missing), count=count, which=_numbers(missing))


def _numbers(places: Sequence[int], most: int = 12) -> str:
    shown = ", ".join(str(place + 1) for place in places[:most])
    return shown if len(places) <= most else f"{shown} …"


def done_scene(sitting: Sitting, placed: Placed | None, serial: int) -> Json:
    """The page after handing in: the score where it is told, where the file is, what it holds."""
    tells = sitting.assignment.feedback is not Feedback.NEVER
    actions = [
        *([action_button("look", "n", say(marked("Look at the puzzles")))] if tells else []),
        *([action_button("again", "r", say(marked("Try again")))] if sitting.has_another else []),
        action_button("file", "f", say(marked("Write the file again"))),
    ]
    late = [say(_WAS_LATE, when=due_words(sitting.assignment.due))] if sitting.is_late else []
    best = [say(_BEST)] if tells and sitting.attempt > 1 else []
    lead = [*best, *where(sitting, placed), *late]
    return plain(sitting, str(_headline(sitting, tells)), lead, serial) | {
        "actions": actions,
        "keys": keys(actions),
        "rules": None,
        "strip": strip(sitting, None),
    }


def _headline(sitting: Sitting, tells: bool) -> Message:
    if not tells:
        return say(marked("Handed in."))
    points = sitting.assignment.points
    template = _SCORES[points == 1]
    return say(template, earned=sitting.marked().earned, points=points)


def where(sitting: Sitting, placed: Placed | None) -> list[Message]:
    """Where the answers file is, what it holds, and what to do with it."""
    if placed is None:
        name = sitting.handed_in.words if sitting.handed_in else ""
        return [say(_GONE, name=name)]
    template = _IN_FOLDER if placed.folder else _DOWNLOADED
    size = f"{placed.size / 1000:.1f}"
    found = say(template, name=placed.name, folder=placed.folder, size=size)
    count = len(parsed(sitting.file_text.encode()).rows)
    return [found, say(_HOLDS[count == 1], count=count), say(_SEND)]


def plain(sitting: Sitting, question: str, lead: Sequence[Message], serial: int) -> Json:
    """A page without a table."""
    text = " ".join(map(str, lead))
    return {
        "name": str(say(marked("Assignment: {title}"), title=sitting.assignment.title)),
        "rules": {"title": str(say(marked("Assignment")))},
        "question": question,
        "lead": text,
        "notice": notice(sitting),
        "say": f"{question} {text}",
        "serial": serial,
    }


def keys(buttons: Sequence[Json]) -> list[Json]:
    """The list of the keys of a page without a table."""
    shown: Json = {"key": "?", "text": str(say(marked("show or hide the keys")))}
    return [shown, *({"key": button["key"], "text": button["text"]} for button in buttons)]


_NAME_HELP = marked("Write it as your teacher knows it.")
_WHY = marked("Your name or id goes with your answers, so that your teacher knows whose they are.")
_WHY_DEALT = marked(
    "Your name or id goes with your answers, so that your teacher knows whose they are. Your "
    "puzzles are dealt by it: others get other ones, which are as hard."
)
_ALL_THERE = {True: marked("Your puzzle is answered."), False: marked("All {count} are answered.")}
_MISSING = {
    True: marked("1 of {count} is not answered: number {which}. Hand in all the same?"),
    False: marked("{missing} of {count} are not answered: {which}. Hand in all the same?"),
}
_LATE = marked("It was due on {when}: what you answer now is late.")
_THEN = {
    Feedback.NOW: marked("After that you cannot answer any more."),
    Feedback.AFTER: marked(
        "After that you cannot change these answers, and you are told what was right."
    ),
    Feedback.NEVER: marked("After that you cannot change these answers."),
}
_AS = marked("You hand in as {learner}.")
_WAS_LATE = marked("It was due on {when}, and answers after that are late.")
_BEST = marked("A puzzle counts if it was right in one of your attempts.")
_SCORES = {
    True: marked("Handed in: {earned} of 1 point."),
    False: marked("Handed in: {earned} of {points} points."),
}
_GONE = marked(
    "The answers file {name} is not there as it was written. Your answers are kept: write it again."
)
_IN_FOLDER = marked("Your answers file is {name}, in the folder {folder} ({size} kB).")
_DOWNLOADED = marked("Your answers file {name} ({size} kB) is among your downloads.")
_HOLDS = {
    True: marked("It holds your name and 1 answer with its time, and no mark."),
    False: marked("It holds your name and {count} answers with their times, and no marks."),
}
_SEND = marked("Send it to your teacher as you were told.")
