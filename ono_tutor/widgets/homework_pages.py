"""The pages of an assignment that have no table.

They ask who it is, ask once more before handing in, and tell what was handed in.
"""

from collections.abc import Iterator, Sequence

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Feedback, due_words
from ono_tutor.classroom.homework.notebook import terms
from ono_tutor.classroom.homework.session import HomeworkSession
from ono_tutor.classroom.homework.submit import Submitted
from ono_tutor.i18n import N_, Message, _, ngettext, sentence
from ono_tutor.render.answers import Json
from ono_tutor.render.forms import field, form
from ono_tutor.render.scene import HELP_KEY, action_button, key_list, page
from ono_tutor.widgets.homework_puzzle import notice, strip

NAME = "learner"
"""The field in which the name is written."""

MOST_NAMED = 12
"""Numbers of puzzles that a sentence names."""


def who_scene(session: HomeworkSession, offered: str, error: str) -> Json:
    """Return the page that asks for a name; ``offered`` is in the field, ``error`` below it."""
    assignment, last = session.assignment, session.last_learner
    if not session.is_open:
        return _closed_scene(session)
    is_another = last is not None and last.name != offered
    choices: list[Json] = [{"id": str(last), "key": "a", "text": str(last)}] if is_another else []
    help_, label = _("Write it as your teacher knows it."), N_("Your name or id")
    name = field(NAME, "text", label, offered, help=help_, error=sentence(error))
    why = _(
        N_(
            "Your name or id goes with your answers, so that your teacher knows whose they "
            "are. Your puzzles are dealt by it: others get other ones, which are as hard."
        )
        if assignment.is_dealt
        else N_(
            "Your name or id goes with your answers, so that your teacher knows whose they are."
        )
    )
    return _page(session, assignment.title, [why, *terms(assignment)]) | {
        "form": form(N_("Who are you?"), [name], N_("Begin")),
        "choices": choices,
        "keys": key_list(HELP_KEY, choices),
    }


def _closed_scene(session: HomeworkSession) -> Json:
    """Return the page before the assignment opens."""
    actions = [action_button("look-again", "r", _("Look again"), is_primary=True)]
    title, lead = (
        session.assignment.title,
        [_("This assignment is not open yet. Come back then."), *terms(session.assignment)],
    )
    return _page(session, title, lead, actions)


def confirm_scene(session: HomeworkSession) -> Json:
    """Return the page that says what is missing, and asks once more."""
    due = session.assignment.due
    late = (
        [_("It was due on {when}: what you answer now is late.", when=due_words(due))]
        if session.is_late
        else []
    )
    then = _(_THEN[session.assignment.feedback])
    whose = _("You hand in as {learner}.", learner=session.learner)
    actions = [
        action_button("yes", "y", _("Hand in now"), is_primary=True),
        action_button("back", "b", _("Back to the puzzles")),
    ]
    question = _("Hand in?")
    lead = [*_missing(session), *late, then, whose]
    return _page(session, question, lead, actions) | _below_the_strip(session)


def _missing(session: HomeworkSession) -> Iterator[Message]:
    """Yield what is not answered, and what was chosen and not confirmed."""
    missing, count = session.missing, len(session.puzzles)
    if not missing:
        yield ngettext(*_ALL_THERE, count)
        return
    yield ngettext(*_MISSING, len(missing), count=count, which=_numbers(missing))
    if chosen := [place for place in missing if session.chosen(place) is not None]:
        yield ngettext(*_UNCONFIRMED, len(chosen), which=_numbers(chosen))


def _numbers(places: Sequence[int]) -> str:
    named = ", ".join(str(place + 1) for place in places[:MOST_NAMED])
    return named if len(places) <= MOST_NAMED else f"{named} …"


def done_scene(session: HomeworkSession, file: Submitted | None) -> Json:
    """Return the page after handing in: the score where it is told, where the file is, its size."""
    assignment = session.assignment
    tells = assignment.feedback is not Feedback.NEVER
    actions = [
        *([action_button("look", "n", _("Look at the puzzles"))] if tells else []),
        *([action_button("again", "r", _("Try again"))] if session.has_another else []),
        action_button("file", "f", _("Write the file again")),
    ]
    headline = _("Handed in.")
    if tells:
        headline = ngettext(*_SCORES, assignment.points, earned=session.marked().earned)
    best = (
        [_("A puzzle counts if it was right in one of your attempts.")]
        if tells and session.attempt > 1
        else []
    )
    late = (
        [
            _(
                "It was due on {when}, and answers after that are late.",
                when=due_words(assignment.due),
            )
        ]
        if session.is_late
        else []
    )
    lead = [*best, *where(session, file), *late]
    return _page(session, headline, lead, actions) | _below_the_strip(session)


def where(session: HomeworkSession, file: Submitted | None) -> list[Message]:
    """Return where the answers file is, what it holds, and what to do with it."""
    if file is None:
        name = session.handed_in.words if session.handed_in else ""
        return [
            _(
                "The answers file {name} is not there as it was written. Your answers are kept: "
                "write it again.",
                name=name,
            )
        ]
    template = _IN_FOLDER if file.folder else _DOWNLOADED
    size = f"{file.size / 1000:.1f}"
    found = _(template, name=file.name, folder=file.folder, size=size)
    count = len(parse_answers(session.file_text.encode()).rows)
    return [found, ngettext(*_HOLDS, count), _("Send it to your teacher as you were told.")]


def _page(
    session: HomeworkSession,
    question: Message | str,
    lead: Sequence[Message],
    actions: Sequence[Json] = (),
) -> Json:
    name = _("Assignment: {title}", title=session.assignment.title)
    made = page(_("Assignment"), question, lead, actions, notice=notice(session))
    return made | {"name": str(name), "say": f"{question} {made['lead']}"}


def _below_the_strip(session: HomeworkSession) -> Json:
    """Return what differs on a page below the row of puzzles, which has the title."""
    return {"rules": None, "strip": strip(session, None)}


_ALL_THERE = N_("Your puzzle is answered."), N_("All {n} are answered.")
_MISSING = (
    N_("{n} of {count} is not answered: number {which}. Hand in all the same?"),
    N_("{n} of {count} are not answered: {which}. Hand in all the same?"),
)
_UNCONFIRMED = (
    N_("You chose an answer to number {which} and did not confirm it: it does not count yet."),
    N_("You chose answers to {which} and did not confirm them: they do not count yet."),
)
_THEN = {
    Feedback.NOW: N_("After that you cannot answer any more."),
    Feedback.AFTER: N_(
        "After that you cannot change these answers, and you are told what was right."
    ),
    Feedback.NEVER: N_("After that you cannot change these answers."),
}
_SCORES = (
    N_("Handed in: {earned} of {n} point."),
    N_("Handed in: {earned} of {n} points."),
)
_IN_FOLDER = N_("Your answers file is {name}, in the folder {folder} ({size} kB).")
_DOWNLOADED = N_("Your answers file {name} ({size} kB) is among your downloads.")
_HOLDS = (
    N_("It holds your name and {n} answer with its time, and no mark."),
    N_("It holds your name and {n} answers with their times, and no marks."),
)
