"""The scenes of an assignment: its puzzles, the feedback on answers, and its pages.

The feedback says no more than the learner may know. The pages ask for the name, ask once more
before handing in, and say what was handed in.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ono_tutor.classroom.assignment import Feedback, due_words
from ono_tutor.classroom.assignment_link import terms
from ono_tutor.classroom.homework.session import (
    AnswerResult,
    HomeworkSession,
    ItemState,
    ItemStatus,
)
from ono_tutor.i18n import N_, Message, _, gettext, ngettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.render.answers_json import Json
from ono_tutor.render.feedback import check_feedback, note, rule_sentences, thoughts_of
from ono_tutor.render.forms import (
    answer_form,
    answer_text,
    field,
    filled,
    form,
    marked_choice,
)
from ono_tutor.render.scene import action_button, page, puzzle_scene

NAME = "learner"
"""The field in which the name is written."""

GO = "go-"
"""How the messages begin that put a puzzle on the table; its number follows."""

MOST_SHOWN = 60
"""Puzzles shown in the row at once, around the one on the table."""


def homework_scene(session: HomeworkSession, *, is_new: bool) -> Json:
    """Return the puzzle on the table, with the last answer to it; said aloud where it is new."""
    puzzle, place, count = session.puzzle, session.place, len(session.puzzles)
    is_closed = session.status(place).is_closed
    actions = tuple(_actions(session, is_closed))
    drawn = puzzle_scene(puzzle, session.position, actions=actions, step=place + 1, steps=count)
    if is_closed:  # then its buttons cannot be pressed
        for name in ("hand", "choices"):
            buttons: Any = drawn[name]
            drawn[name] = [button | {"disabled": True} for button in buttons]
    progress = ngettext(
        "Puzzle {number} of {count}, {n} point",
        "Puzzle {number} of {count}, {n} points",
        session.assignment.items[place].points,
        number=place + 1,
        count=count,
    )
    done = count - len(session.missing)
    # An answer that was judged is not shown again: the next is another.
    answer = session.chosen(place) if session.is_told else session.last_answer(place)
    drawn["form"] = None if is_closed else filled(answer_form(puzzle, session.position), answer)
    drawn["progress"] = {"done": done, "of": count, "text": str(progress)}
    drawn["strip"] = item_bar(session, place)
    drawn["notice"] = notice(session)
    drawn["say"] = is_new or None
    return drawn


def can_go(session: HomeworkSession) -> bool:
    """Check if the puzzles can be put on the table: not once they are handed in for good."""
    return session.handed_in is None or session.assignment.feedback is not Feedback.NEVER


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
    title, due = session.assignment.title, session.assignment.due
    template = N_("It was due on {when}.") if session.is_late else N_("Due on {when}.")
    items: list[Json] = []
    for each in range(begin, min(begin + MOST_SHOWN, count)):
        status = session.status(each)
        name = _("Puzzle {number}: {state}", number=each + 1, state=_status_words(status))
        items.append(
            {
                "id": f"{GO}{each + 1}",
                "text": str(each + 1),
                "name": str(name),
                "state": status.state.value,
                "current": each == place,
                "disabled": not can_go(session),
            }
        )
    return {
        "title": gettext("{title} – {learner}", title=title, learner=session.learner),
        "note": gettext(template, when=due_words(due)) if due else None,
        "label": gettext("Puzzles of the assignment"),
        "items": items,
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


_STATES = {
    ItemState.NONE: N_("not answered"),
    ItemState.BEGUN: N_("begun"),
    ItemState.CHOSEN: N_("chosen, not confirmed"),
    ItemState.GIVEN: N_("answered"),
    ItemState.RIGHT: N_("right"),
    ItemState.WRONG: N_("not right"),
}


# ---- what is said of an answer ----


def latest_feedback(session: HomeworkSession) -> Json | None:
    """Return the feedback on the latest answer to the puzzle on the table, or None."""
    place = session.place
    check = session.check_of(place)
    if check is not None and session.chosen(place) is None:
        return judged_feedback(session, check)
    if session.chosen(place) is not None or session.responses(place):
        return unjudged_feedback(session)
    if session.handed_in is None:
        return None
    return note("info", _("No answer."), _("You handed in no answer to it."))


def result_feedback(session: HomeworkSession, result: AnswerResult) -> Json:
    """Return the feedback right after an answer."""
    if result.check is None:
        return unjudged_feedback(session, is_on_disk=result.is_on_disk)
    if not result.is_kept and session.status(session.place).is_closed:
        return note("info", _("Closed."), result.check.text)
    return judged_feedback(session, result.check, is_counted=result.is_kept)


def judged_feedback(session: HomeworkSession, check: Check, *, is_counted: bool = True) -> Json:
    """Return what the engine says; nothing that gives the answer away while others still count."""
    puzzle, status = session.puzzle, session.status(session.place)
    chosen = marked_choice(puzzle.shape, check.answer)
    if check.mark is Mark.WRONG and not status.is_closed:
        headline, more = _("Not right."), _("Answer again, as often as you like.")
        if status.left is not None:
            more = ngettext("One more answer counts.", "{n} more answers count.", status.left)
        why = [word for thought in check.thoughts for word in thought]
        said = " ".join(map(str, [headline, *why, more]))
        rules = rule_sentences(session.position.rules, check.rules)
        found = note("wrong", headline, more, rules=rules, chosen=chosen, say=said)
        return found | {"thoughts": thoughts_of(check)}
    found = check_feedback(puzzle, check)
    found["chosen"] = chosen or found["chosen"]
    if not is_counted:
        return found
    end: Message | str = ""
    if session.handed_in and check.answer is not None:
        end = _("Your answer: {answer}.", answer=answer_text(puzzle, check.answer))
    elif check.mark is Mark.WRONG and session.is_told:
        end = _("The puzzle is closed.")
    return found | {key: f"{found[key]} {end}".rstrip() for key in ("text", "say")}


def unjudged_feedback(session: HomeworkSession, *, is_on_disk: bool = True) -> Json:
    """Return the answer that has to be confirmed to count, or that is kept; nothing else."""
    puzzle = session.puzzle
    answer = session.chosen(session.place)
    if answer is not None:
        headline, text = N_("Is this your answer?"), _CONFIRM
    else:
        answer = session.last_answer(session.place)
        assert answer is not None
        headline = N_("Kept.") if is_on_disk else N_("Kept in memory only.")
        text = N_("You may change it until you hand in. Your answer: {answer}.")
    chosen, words = marked_choice(puzzle.shape, answer), answer_text(puzzle, answer)
    return note("info", _(headline), _(text, answer=words), chosen=chosen)


_CONFIRM = N_(
    "Your answer: {answer}. Only one answer counts. Press “Yes, count it”, or answer again."
)


# ---- the pages ----


def sign_in_scene(session: HomeworkSession, offered: str) -> Json:
    """Return the page that asks for a name; ``offered`` is in the field."""
    assignment = session.assignment
    if not session.is_open:
        actions = [action_button("look-again", "r", _("Look again"), is_primary=True)]
        lead = [_("This assignment is not open yet. Come back then."), *terms(assignment)]
        return _page(session, assignment.title, lead, actions)
    help_, label = _("Write it as your teacher knows it."), _("Your name or id")
    name = field(NAME, "text", label, offered, help=help_)
    why = N_("Your name or id goes with your answers, so that your teacher knows whose they are.")
    lead = [_(why)]
    if assignment.is_dealt:
        lead.append(_("Your puzzles are dealt by it: others get other ones, which are as hard."))
    asked = form(N_("Who are you?"), [name], N_("Begin"))
    return _page(session, assignment.title, [*lead, *terms(assignment)]) | {"form": asked}


def confirm_scene(session: HomeworkSession) -> Json:
    """Return the page that says what is missing, and asks once more."""
    missing = [str(place + 1) for place in session.missing]
    chosen = [str(n + 1) for n in session.missing if session.chosen(n) is not None]
    lead = [_("Every puzzle is answered.")]
    if missing:
        fields = {"n": len(missing), "count": len(session.puzzles), "which": ", ".join(missing)}
        lead = [_("{n} of {count} not answered: {which}.", **fields)]
    if chosen:
        text = N_("Chosen and not confirmed, so not counted yet: {which}.")
        lead.append(_(text, which=", ".join(chosen)))
    if missing:
        lead.append(_("Hand in all the same?"))
    if session.is_late:
        when = due_words(session.assignment.due)
        lead.append(_("It was due on {when}: what you answer now is late.", when=when))
    lead.append(_(_THEN[session.assignment.feedback]))
    lead.append(_("You hand in as {learner}.", learner=session.learner))
    actions = [
        action_button("yes", "y", _("Hand in now"), is_primary=True),
        action_button("back", "b", _("Back to the puzzles")),
    ]
    return _page(session, _("Hand in?"), lead, actions, has_bar=True)


def done_scene(session: HomeworkSession) -> Json:
    """Return the page after handing in: the score if it may be shown, and the answers file."""
    assignment, headline = session.assignment, _("Handed in.")
    actions, lead = [action_button("file", "f", _("Write the file again"))], []
    if session.has_another:
        actions.insert(0, action_button("again", "r", _("Try again")))
    if assignment.feedback is not Feedback.NEVER:
        actions.insert(0, action_button("look", "n", _("Look at the puzzles")))
        points = ngettext("{n} point", "{n} points", assignment.points)
        earned = session.marked().earned
        headline = _("Handed in: {earned} of {points}.", earned=earned, points=points)
        if session.attempt > 1:
            lead.append(_("A puzzle counts if it was right in one of your attempts."))
    name = session.handed_in.words if session.handed_in else ""
    if not session.has_file:
        text = N_("The answers file {name} is not there as it was written. Write it again.")
        lead.append(_(text, name=name))
    else:
        text = N_("Your answers file {name} is among your downloads.")
        if session.outbox.folder:
            text = N_("Your answers file is {name}, in the folder {folder}.")
        lead.append(_(text, name=name, folder=session.outbox.folder))
        lead.append(_("It holds your name and your answers with their times, and no marks."))
        lead.append(_("Send it to your teacher as you were told."))
    if session.is_late:
        text = N_("It was due on {when}, and answers after that are late.")
        lead.append(_(text, when=due_words(assignment.due)))
    return _page(session, headline, lead, actions, has_bar=True)


def _page(
    session: HomeworkSession,
    question: Message | str,
    lead: Sequence[Message],
    actions: Sequence[Json] = (),
    *,
    has_bar: bool = False,
) -> Json:
    """Return a page; below the row of puzzles, which has the title, it has no title of its own."""
    name = _("Assignment: {title}", title=session.assignment.title)
    made = page(_("Assignment"), question, lead, actions, notice=notice(session))
    bar = {"rules": None, "strip": item_bar(session, None)} if has_bar else {}
    return made | {"name": str(name)} | bar


_THEN = {
    Feedback.NOW: N_("After that you cannot answer any more."),
    Feedback.AFTER: N_(
        "After that you cannot change these answers, and you are told what was right."
    ),
    Feedback.NEVER: N_("After that you cannot change these answers."),
}
