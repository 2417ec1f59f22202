"""What is told of an answer to an assignment's puzzle: never more than the learner may know."""

from ono_tutor.classroom.homework.sitting import Sitting
from ono_tutor.classroom.homework.standing import Told
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.puzzles.answer import Answer, Check, Mark
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import words_of
from ono_tutor.render.feedback import check_feedback, note, rule_sentences
from ono_tutor.render.forms import marked_choice


def answer_told(sitting: Sitting, told: Told, serial: int) -> Json:
    """What is told right after an answer."""
    if told.check is None:
        return kept_told(sitting, serial, is_on_disk=told.is_on_disk)
    if not told.is_kept and sitting.standing(sitting.place).is_closed:
        return note("info", lazy_gettext("Closed."), told.check.text, serial)
    return check_told(sitting, told.check, serial, is_counted=told.is_kept)


def check_told(sitting: Sitting, check: Check, serial: int, *, is_counted: bool = True) -> Json:
    """What the engine says; without what would give the answer away while others still count."""
    standing = sitting.standing(sitting.place)
    if check.mark is Mark.WRONG and not standing.is_closed:
        return _verdict(sitting, check, serial, standing.left)
    found = check_feedback(sitting.puzzle, check, serial)
    if check.answer is not None:
        chosen = marked_choice(sitting.puzzle.shape, check.answer)
        found["chosen"] = chosen or found["chosen"]
    if is_counted and sitting.handed_in:
        return _with(found, lazy_gettext(_ANSWERED, answer=_words(sitting, check.answer)))
    if is_counted and check.mark is Mark.WRONG and sitting.is_told:
        return _with(found, lazy_gettext(_NO_MORE))
    return found


def _verdict(sitting: Sitting, check: Check, serial: int, left: int | None) -> Json:
    """That an answer is not right, the rule points it hangs on, and how many answers are left."""
    why = [lazy_gettext(_PERHAPS, belief=b.belief, truth=b.truth) for b in check.mistakes[:1]]
    more = lazy_gettext(_MORE) if left is None else lazy_gettext(_LEFT[left == 1], count=left)
    text = " ".join(map(str, [*why, more]))
    told = note("wrong", lazy_gettext("Not right."), lazy_gettext("{text}", text=text), serial)
    chosen = marked_choice(sitting.puzzle.shape, check.answer)
    return told | {"rules": rule_sentences(sitting.position.rules, check.rules), "chosen": chosen}


def kept_told(sitting: Sitting, serial: int, *, is_on_disk: bool = True) -> Json:
    """That an answer is kept, and which; nothing else."""
    answer = sitting.answer_given(sitting.place)
    assert answer is not None
    headline = N_("Kept.") if is_on_disk else N_("Kept in memory only.")
    text = lazy_gettext(_YOURS, answer=_words(sitting, answer))
    chosen = marked_choice(sitting.puzzle.shape, answer)
    return note("info", lazy_gettext(headline), text, serial) | {"chosen": chosen}


def solution_told(sitting: Sitting, serial: int) -> Json:
    """The solution with its reason."""
    return check_feedback(sitting.puzzle, sitting.puzzle.solution(), serial, shown=True)


def _words(sitting: Sitting, answer: Answer | None) -> str:
    """The answer in words: those of the choice, where it is one that was offered."""
    if answer is None:
        return ""
    offered = dict(sitting.puzzle.choices)
    words = offered.get(marked_choice(sitting.puzzle.shape, answer) or "")
    return sentence(str(words) if words else words_of(sitting.puzzle, answer))


def _with(told: Json, more: Message) -> Json:
    return told | {"text": f"{told['text']} {more}", "say": f"{told['say']} {more}"}


_PERHAPS = N_("Perhaps you thought: “{belief}” {truth}")
_MORE = N_("Answer again, as often as you like.")
_LEFT = {
    True: N_("One more answer counts."),
    False: N_("{count} more answers count."),
}
_NO_MORE = N_("The puzzle is closed.")
_ANSWERED = N_("Your answer: {answer}.")
_YOURS = N_("You may change it until you hand in. Your answer: {answer}.")
