"""What is told of an answer to an assignment's puzzle: never more than the learner may know."""

from ono_tutor.classroom.homework.session import AnswerResult, HomeworkSession
from ono_tutor.i18n import N_, Message, lazy_gettext, lazy_ngettext, sentence
from ono_tutor.puzzles.answer import Answer, Check, Mark
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import answer_words
from ono_tutor.render.feedback import check_feedback, note, rule_sentences
from ono_tutor.render.forms import marked_choice


def result_feedback(session: HomeworkSession, result: AnswerResult, serial: int) -> Json:
    """Return what is told right after an answer."""
    if result.check is None:
        return kept_feedback(session, serial, is_on_disk=result.is_on_disk)
    if not result.is_kept and session.status(session.place).is_closed:
        return note("info", lazy_gettext("Closed."), result.check.text, serial)
    return judged_feedback(session, result.check, serial, is_counted=result.is_kept)


def judged_feedback(
    session: HomeworkSession, check: Check, serial: int, *, is_counted: bool = True
) -> Json:
    """Return what the engine says; nothing that gives the answer away while others still count."""
    status = session.status(session.place)
    if check.mark is Mark.WRONG and not status.is_closed:
        return _not_right(session, check, serial, status.left)
    found = check_feedback(session.puzzle, check, serial)
    if check.answer is not None:
        chosen = marked_choice(session.puzzle.shape, check.answer)
        found["chosen"] = chosen or found["chosen"]
    if is_counted and session.handed_in:
        return _with(found, lazy_gettext(_ANSWERED, answer=_words(session, check.answer)))
    if is_counted and check.mark is Mark.WRONG and session.is_told:
        return _with(found, lazy_gettext("The puzzle is closed."))
    return found


def kept_feedback(session: HomeworkSession, serial: int, *, is_on_disk: bool = True) -> Json:
    """Return that an answer is kept, and which; nothing else."""
    answer = session.last_answer(session.place)
    assert answer is not None
    headline = N_("Kept.") if is_on_disk else N_("Kept in memory only.")
    text = lazy_gettext(_YOURS, answer=_words(session, answer))
    chosen = marked_choice(session.puzzle.shape, answer)
    return note("info", lazy_gettext(headline), text, serial) | {"chosen": chosen}


def _not_right(session: HomeworkSession, check: Check, serial: int, left: int | None) -> Json:
    """Return that an answer is not right, its rule points, and how many answers are left."""
    why = [lazy_gettext(_PERHAPS, belief=b.belief, truth=b.truth) for b in check.mistakes[:1]]
    more = lazy_gettext(_MORE) if left is None else lazy_ngettext(*_LEFT, left)
    text = lazy_gettext("{text}", text=" ".join(map(str, [*why, more])))
    found = note("wrong", lazy_gettext("Not right."), text, serial)
    chosen = marked_choice(session.puzzle.shape, check.answer)
    return found | {"rules": rule_sentences(session.position.rules, check.rules), "chosen": chosen}


def _words(session: HomeworkSession, answer: Answer | None) -> str:
    """Return the answer in words: those of the choice, where it is one that was offered."""
    if answer is None:
        return ""
    offered = dict(session.puzzle.choices)
    words = offered.get(marked_choice(session.puzzle.shape, answer) or "")
    return sentence(str(words) if words else answer_words(session.puzzle, answer))


def _with(found: Json, more: Message) -> Json:
    return found | {"text": f"{found['text']} {more}", "say": f"{found['say']} {more}"}


_PERHAPS = N_("Perhaps you thought: “{belief}” {truth}")
_MORE = N_("Answer again, as often as you like.")
_LEFT = N_("One more answer counts."), N_("{n} more answers count.")
_ANSWERED = N_("Your answer: {answer}.")
_YOURS = N_("You may change it until you hand in. Your answer: {answer}.")
