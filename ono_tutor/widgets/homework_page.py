"""The pages of an assignment that have no table: who it is, handing in, and what was handed in."""

from collections.abc import Sequence

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.homework.outbox import Placed
from ono_tutor.classroom.homework.sitting import Sitting
from ono_tutor.classroom.homework.terms import due_sentence, due_words, terms
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
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
        "label": str(lazy_gettext("Your name or id")),
        "type": "text",
        "value": offered,
        "help": str(lazy_gettext(_NAME_HELP)),
        "error": sentence(error),
    }
    start = {"text": str(lazy_gettext("Begin"))}
    form = {"legend": str(lazy_gettext("Who are you?")), "fields": [field], "submit": start}
    why = _WHY_DEALT if assignment.is_dealt else _WHY
    return plain(sitting, assignment.title, [lazy_gettext(why), *_terms(assignment)], serial) | {
        "form": form,
        "choices": choices,
        "keys": keys(choices),
    }


def _terms(assignment: Assignment) -> list[Message]:
    return [*terms(assignment), *([due_sentence(assignment.due)] if assignment.due else [])]


def confirm_scene(sitting: Sitting, serial: int) -> Json:
    """The page that says what is missing, and asks once more."""
    late = [lazy_gettext(_LATE, when=due_words(sitting.assignment.due))] if sitting.is_late else []
    after = [lazy_gettext(_THEN[sitting.assignment.feedback])]
    lead = [_missing(sitting), *late, *after, lazy_gettext(_AS, learner=sitting.learner)]
    actions = [
        action_button("yes", "y", lazy_gettext("Hand in now"), is_primary=True),
        action_button("back", "b", lazy_gettext("Back to the puzzles")),
    ]
    question = lazy_gettext("Hand in?")
    return plain(sitting, str(question), lead, serial) | {
        "actions": actions,
        "keys": keys(actions),
        "rules": None,
        "strip": strip(sitting, None),
    }


def _missing(sitting: Sitting) -> Message:
    missing, count = sitting.missing, len(sitting.puzzles)
    if not missing:
        return lazy_gettext(_ALL_THERE[count == 1], count=count)
    template = _MISSING[len(missing) == 1]
    return lazy_gettext(template, missing=len(missing), count=count, which=_numbers(missing))


def _numbers(places: Sequence[int], most: int = 12) -> str:
    shown = ", ".join(str(place + 1) for place in places[:most])
    return shown if len(places) <= most else f"{shown} …"


def done_scene(sitting: Sitting, placed: Placed | None, serial: int) -> Json:
    """The page after handing in: the score where it is told, where the file is, what it holds."""
    tells = sitting.assignment.feedback is not Feedback.NEVER
    actions = [
        *([action_button("look", "n", lazy_gettext("Look at the puzzles"))] if tells else []),
        *([action_button("again", "r", lazy_gettext("Try again"))] if sitting.has_another else []),
        action_button("file", "f", lazy_gettext("Write the file again")),
    ]
    late = (
        [lazy_gettext(_WAS_LATE, when=due_words(sitting.assignment.due))] if sitting.is_late else []
    )
    best = [lazy_gettext(_BEST)] if tells and sitting.attempt > 1 else []
    lead = [*best, *where(sitting, placed), *late]
    return plain(sitting, str(_headline(sitting, tells)), lead, serial) | {
        "actions": actions,
        "keys": keys(actions),
        "rules": None,
        "strip": strip(sitting, None),
    }


def _headline(sitting: Sitting, tells: bool) -> Message:
    if not tells:
        return lazy_gettext("Handed in.")
    points = sitting.assignment.points
    template = _SCORES[points == 1]
    return lazy_gettext(template, earned=sitting.marked().earned, points=points)


def where(sitting: Sitting, placed: Placed | None) -> list[Message]:
    """Where the answers file is, what it holds, and what to do with it."""
    if placed is None:
        name = sitting.handed_in.words if sitting.handed_in else ""
        return [lazy_gettext(_GONE, name=name)]
    template = _IN_FOLDER if placed.folder else _DOWNLOADED
    size = f"{placed.size / 1000:.1f}"
    found = lazy_gettext(template, name=placed.name, folder=placed.folder, size=size)
    count = len(parse_answers(sitting.file_text.encode()).rows)
    return [found, lazy_gettext(_HOLDS[count == 1], count=count), lazy_gettext(_SEND)]


def plain(sitting: Sitting, question: str, lead: Sequence[Message], serial: int) -> Json:
    """A page without a table."""
    text = " ".join(map(str, lead))
    return {
        "name": str(lazy_gettext("Assignment: {title}", title=sitting.assignment.title)),
        "rules": {"title": str(lazy_gettext("Assignment"))},
        "question": question,
        "lead": text,
        "notice": notice(sitting),
        "say": f"{question} {text}",
        "serial": serial,
    }


def keys(buttons: Sequence[Json]) -> list[Json]:
    """The list of the keys of a page without a table."""
    shown: Json = {"key": "?", "text": str(lazy_gettext("show or hide the keys"))}
    return [shown, *({"key": button["key"], "text": button["text"]} for button in buttons)]


_NAME_HELP = N_("Write it as your teacher knows it.")
_WHY = N_("Your name or id goes with your answers, so that your teacher knows whose they are.")
_WHY_DEALT = N_(
    "Your name or id goes with your answers, so that your teacher knows whose they are. Your "
    "puzzles are dealt by it: others get other ones, which are as hard."
)
_ALL_THERE = {True: N_("Your puzzle is answered."), False: N_("All {count} are answered.")}
_MISSING = {
    True: N_("1 of {count} is not answered: number {which}. Hand in all the same?"),
    False: N_("{missing} of {count} are not answered: {which}. Hand in all the same?"),
}
_LATE = N_("It was due on {when}: what you answer now is late.")
_THEN = {
    Feedback.NOW: N_("After that you cannot answer any more."),
    Feedback.AFTER: N_(
        "After that you cannot change these answers, and you are told what was right."
    ),
    Feedback.NEVER: N_("After that you cannot change these answers."),
}
_AS = N_("You hand in as {learner}.")
_WAS_LATE = N_("It was due on {when}, and answers after that are late.")
_BEST = N_("A puzzle counts if it was right in one of your attempts.")
_SCORES = {
    True: N_("Handed in: {earned} of 1 point."),
    False: N_("Handed in: {earned} of {points} points."),
}
_GONE = N_(
    "The answers file {name} is not there as it was written. Your answers are kept: write it again."
)
_IN_FOLDER = N_("Your answers file is {name}, in the folder {folder} ({size} kB).")
_DOWNLOADED = N_("Your answers file {name} ({size} kB) is among your downloads.")
_HOLDS = {
    True: N_("It holds your name and 1 answer with its time, and no mark."),
    False: N_("It holds your name and {count} answers with their times, and no marks."),
}
_SEND = N_("Send it to your teacher as you were told.")
