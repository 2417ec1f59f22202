"""The scenes of an assignment: its puzzles, the feedback on answers, and its pages.

The feedback says no more than the learner may know. The pages ask for the name, ask once more
before handing in, and say what was handed in.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Feedback, due_words
from ono_tutor.classroom.homework.notebook import terms
from ono_tutor.classroom.homework.session import (
    AnswerResult,
    HomeworkSession,
    ItemState,
    ItemStatus,
)
from ono_tutor.classroom.homework.state import Submitted
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence
from ono_tutor.puzzles.answer import Answer, Check, Mark, Shape
from ono_tutor.render.answers_json import Json
from ono_tutor.render.feedback import check_feedback, note, rule_sentences, thoughts_of
from ono_tutor.render.forms import (
    MARKED,
    answer_form,
    answer_text,
    field,
    filled,
    form,
    marked_choice,
)
from ono_tutor.render.scene import HELP_KEY, action_button, aloud, key_list, page, puzzle_scene

NAME = "learner"
"""The field in which the name is written."""

MOST_NAMED = 12
"""Numbers of puzzles that a sentence names."""

GO = "go-"
"""How the messages begin that put a puzzle on the table; its number follows."""

MOST_SHOWN = 60
"""Puzzles shown in the row at once, around the one on the table."""


def homework_scene(session: HomeworkSession, *, is_new: bool) -> Json:
    """Return the puzzle on the table, with the last answer to it; said aloud where it is new."""
    puzzle, position = session.puzzle, session.position
    is_closed = session.status(session.place).is_closed
    actions, steps = tuple(_actions(session, is_closed)), len(session.puzzles)
    drawn = puzzle_scene(puzzle, position, actions, step=session.place + 1, steps=steps)
    if is_closed:
        drawn |= {name: _shut(drawn[name]) for name in ("hand", "choices")}
    drawn["form"] = None if is_closed else _answer_form(session)
    drawn["progress"] = _progress(session)
    drawn["strip"] = item_bar(session, session.place)
    drawn["notice"] = notice(session)
    drawn["say"] = aloud(drawn) if is_new else None
    return drawn


def can_go(session: HomeworkSession) -> bool:
    """Check if the puzzles can be put on the table: not once they are handed in for good."""
    return session.handed_in is None or session.assignment.feedback is not Feedback.NEVER


def _shut(buttons: Any) -> list[Json]:
    """Return buttons that cannot be pressed: the puzzle is closed."""
    return [button | {"disabled": True} for button in buttons]


def _answer_form(session: HomeworkSession) -> Json | None:
    # An answer that was judged is not shown again: the next is another.
    place = session.place
    answer = session.chosen(place) if session.is_told else session.last_answer(place)
    shown = filled(answer_form(session.puzzle, session.position), answer)
    if shown is None or session.is_told or session.puzzle.shape is not Shape.LINE:
        return shown
    help_ = gettext(
        "Press the card you begin with, or write the whole line, such as 7, 9, H. Your first "
        "card is enough: it counts alone, and nobody replies before you hand in."
    )
    fields: Any = shown["fields"]
    return shown | {"fields": [each | {"help": help_} for each in fields]}


def _progress(session: HomeworkSession) -> Json:
    count, points = len(session.puzzles), session.assignment.items[session.place].points
    text = ngettext(*_PROGRESS, points, number=session.place + 1, count=count)
    return {"done": count - len(session.missing), "of": count, "text": str(text)}


def _actions(session: HomeworkSession, is_closed: bool) -> Iterator[Json]:
    is_over, is_answered = session.handed_in is not None, bool(session.responses(session.place))
    if session.chosen(session.place) is not None and not is_closed:
        yield action_button("confirm", "y", _("Yes, count it"), is_primary=True)
    if len(session.puzzles) > 1:
        is_done = is_closed if session.is_told else is_answered
        is_next = is_done and not is_over and bool(session.missing)
        yield action_button("previous", "p", _("Previous"))
        yield action_button("next", "n", _("Next"), is_primary=is_next)
    if session.is_told and not is_closed:
        yield action_button("hint", "h", _("Hint"))
    if session.can_solve:
        yield action_button("solution", "s", _("Show the answer"))
    if is_over:
        yield action_button("back", "b", _("Back to what was handed in"))
        return
    yield action_button("hand-in", "d", _("Hand in"), is_primary=not session.missing)
    if not session.is_settled:
        yield action_button("other", "i", _("I am not {learner}", learner=session.learner))


# ---- all the puzzles in a row ----


def item_bar(session: HomeworkSession, place: int | None) -> Json:
    """Return the learner's puzzles in a row, and how each stands; ``place`` is on the table."""
    count = len(session.puzzles)
    begin = max(0, min((place or 0) - MOST_SHOWN // 2, count - MOST_SHOWN))
    places = range(begin, min(begin + MOST_SHOWN, count))
    title, due = session.assignment.title, session.assignment.due
    template = N_("It was due on {when}.") if session.is_late else N_("Due on {when}.")
    return {
        "title": gettext("{title} – {learner}", title=title, learner=session.learner),
        "note": gettext(template, when=due_words(due)) if due else None,
        "label": gettext("Puzzles of the assignment"),
        "items": [_item(session, each, each == place) for each in places],
    }


def _item(session: HomeworkSession, place: int, is_here: bool) -> Json:
    status = session.status(place)
    name = _("Puzzle {number}: {state}", number=place + 1, state=_status_words(status))
    return {
        "id": f"{GO}{place + 1}",
        "place": place,
        "text": str(place + 1),
        "name": str(name),
        "state": status.state.value,
        "closed": status.is_closed,
        "current": is_here,
        "disabled": not can_go(session),
    }


def _status_words(status: ItemStatus) -> Message:
    state = _(_STATES[status.state])
    if status.left is None or status.is_closed:
        return state
    left = ngettext("{n} answer left", "{n} answers left", status.left)
    return _("{state}, {left}", state=state, left=left)


def notice(session: HomeworkSession) -> str | None:
    """Return what the learner has to be told of the files."""
    return " ".join(dict.fromkeys(map(str, session.notices))) or None


# ---- what is told of an answer ----


def result_feedback(session: HomeworkSession, result: AnswerResult) -> Json:
    """Return the feedback right after an answer."""
    if result.check is None:
        if session.chosen(session.place) is not None:
            return chosen_feedback(session)
        return stored_feedback(session, is_on_disk=result.is_on_disk)
    if not result.is_kept and session.status(session.place).is_closed:
        return note("info", _("Closed."), result.check.text)
    return judged_feedback(session, result.check, is_counted=result.is_kept)


def judged_feedback(session: HomeworkSession, check: Check, *, is_counted: bool = True) -> Json:
    """Return what the engine says; nothing that gives the answer away while others still count."""
    status = session.status(session.place)
    if check.mark is Mark.WRONG and not status.is_closed:
        return _not_right(session, check, status.left)
    found = check_feedback(session.puzzle, check)
    if check.answer is not None:
        chosen = marked_choice(session.puzzle.shape, check.answer)
        found["chosen"] = chosen or found["chosen"]
    if is_counted and session.handed_in:
        return _with(found, _("Your answer: {answer}.", answer=_words(session, check.answer)))
    if is_counted and check.mark is Mark.WRONG and session.is_told:
        return _with(found, _("The puzzle is closed."))
    return found


def stored_feedback(session: HomeworkSession, *, is_on_disk: bool = True) -> Json:
    """Return that an answer is kept, and which; nothing else."""
    answer = session.last_answer(session.place)
    assert answer is not None
    headline = N_("Kept.") if is_on_disk else N_("Kept in memory only.")
    text = _(
        "You may change it until you hand in. Your answer: {answer}.",
        answer=_words(session, answer),
    )
    chosen = marked_choice(session.puzzle.shape, answer)
    return note("info", _(headline), text, chosen=chosen)


def chosen_feedback(session: HomeworkSession) -> Json:
    """Return the answer that was chosen, and that it has to be confirmed to count."""
    answer = session.chosen(session.place)
    template = _CONFIRM if session.puzzle.shape in MARKED else _CONFIRM_WRITTEN
    text = _(template, answer=_words(session, answer))
    chosen = marked_choice(session.puzzle.shape, answer)
    return note("info", _("Is this your answer?"), text, chosen=chosen)


def _not_right(session: HomeworkSession, check: Check, left: int | None) -> Json:
    """Return that an answer is not right, its rule points, and how many answers are left."""
    headline = _("Not right.")
    more = _("Answer again, as often as you like.") if left is None else ngettext(*_LEFT, left)
    why = [word for thought in check.thoughts for word in thought]
    said = " ".join(map(str, [headline, *why, more]))
    chosen = marked_choice(session.puzzle.shape, check.answer)
    rules = rule_sentences(session.position.rules, check.rules)
    found = note("wrong", headline, more, rules=rules, chosen=chosen, say=said)
    return found | {"thoughts": thoughts_of(check)}


def _words(session: HomeworkSession, answer: Answer | None) -> str:
    return "" if answer is None else answer_text(session.puzzle, answer)


def _with(found: Json, more: Message) -> Json:
    return found | {"text": f"{found['text']} {more}", "say": f"{found['say']} {more}"}


_STATES = {
    ItemState.NONE: N_("not answered"),
    ItemState.BEGUN: N_("begun"),
    ItemState.CHOSEN: N_("chosen, not confirmed"),
    ItemState.GIVEN: N_("answered"),
    ItemState.RIGHT: N_("right"),
    ItemState.WRONG: N_("not right"),
}
_PROGRESS = (
    N_("Puzzle {number} of {count}, {n} point"),
    N_("Puzzle {number} of {count}, {n} points"),
)
_LEFT = N_("One more answer counts."), N_("{n} more answers count.")
_CONFIRM = N_(
    "You chose: {answer}. Only one answer counts. Press “Yes, count it” or the key y, or choose "
    "another."
)
_CONFIRM_WRITTEN = N_(
    "You wrote: {answer}. Only one answer counts. Press “Yes, count it”, or write another."
)


# ---- the pages ----


def sign_in_scene(session: HomeworkSession, offered: str, error: str) -> Json:
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
    return _page(session, question, lead, actions) | _below_the_bar(session)


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
    """Return the page after handing in: the score if it may be shown, and the answers file."""
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
    lead = [*best, *file_location(session, file), *late]
    return _page(session, headline, lead, actions) | _below_the_bar(session)


def file_location(session: HomeworkSession, file: Submitted | None) -> list[Message]:
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


def _below_the_bar(session: HomeworkSession) -> Json:
    """Return what differs on a page below the row of puzzles, which has the title."""
    return {"rules": None, "strip": item_bar(session, None)}


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
