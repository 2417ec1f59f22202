"""The terms of an assignment, in a learner's words: how it is marked, and until when."""

from contextlib import suppress
from datetime import datetime, tzinfo

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.messages import Message, marked, say


def terms(assignment: Assignment) -> tuple[Message, ...]:
    """How the answers are marked, and what a learner is told: a few sentences."""
    return (_size(assignment), *map(say, _TOLD[assignment.feedback]), _tries(assignment))


def _size(assignment: Assignment) -> Message:
    template = _SIZES[len(assignment.items) == 1, assignment.points == 1]
    return say(template, count=len(assignment.items), points=assignment.points)


def _tries(assignment: Assignment) -> Message:
    tries = _ANSWERS if assignment.feedback is Feedback.NOW else _HAND_INS
    template = tries.get(assignment.attempts, tries[2])
    return say(template, count=assignment.attempts)


def due_at(due: str) -> datetime:
    """The time that an assignment names, in the zone that it names it in."""
    return datetime.fromisoformat(due)


def due_words(due: str, zone: tzinfo | None = None) -> Message:
    """The time as it is told in a zone, in that of this computer where none is given."""
    at = due_at(due)
    with suppress(OverflowError, OSError):  # a year that no zone of this computer reaches
        at = at.astimezone(zone)
    return say(
        marked("{weekday} {day} {month} {year}, {time} ({zone})"),
        weekday=say(_DAYS[at.weekday()]),
        day=at.day,
        month=say(_MONTHS[at.month - 1]),
        year=at.year,
        time=f"{at:%H:%M}",
        zone=at.tzname() or "UTC",
    )


def due_sentence(due: str, zone: tzinfo | None = None) -> Message:
    """Until when to answer, and what comes after that."""
    text = marked("It is due on {when}. You can hand in later, and answers after that are late.")
    return say(text, when=due_words(due, zone))


_SIZES = {
    (True, True): marked("There is 1 puzzle, for 1 point."),
    (True, False): marked("There is 1 puzzle, for {points} points."),
    (False, True): marked("There are {count} puzzles, for 1 point in all."),
    (False, False): marked("There are {count} puzzles, for {points} points in all."),
}
_TOLD = {
    Feedback.NOW: (marked("You are told at once whether an answer is right."),),
    Feedback.AFTER: (
        marked("You may change every answer until you hand in."),
        marked("Once you have handed in you are told what is right, and why."),
    ),
    Feedback.NEVER: (
        marked("You may change every answer until you hand in."),
        marked("What is right is not told here: your teacher will tell you."),
    ),
}
_ANSWERS = {
    0: marked("You may answer a puzzle until you are right."),
    1: marked("Your first answer to a puzzle counts."),
    2: marked("You have {count} answers to a puzzle; it is enough if one of them is right."),
}
_HAND_INS = {
    0: marked(
        "You may hand in as often as you like; it is enough if a puzzle is right in one attempt."
    ),
    1: marked("You hand in once."),
    2: marked(
        "You may hand in {count} times; it is enough if a puzzle is right in one of these attempts."
    ),
}
_DAYS = (
    marked("Monday"),
    marked("Tuesday"),
    marked("Wednesday"),
    marked("Thursday"),
    marked("Friday"),
    marked("Saturday"),
    marked("Sunday"),
)
_MONTHS = (
    marked("January"),
    marked("February"),
    marked("March"),
    marked("April"),
    marked("May"),
    marked("June"),
    marked("July"),
    marked("August"),
    marked("September"),
    marked("October"),
    marked("November"),
    marked("December"),
)
