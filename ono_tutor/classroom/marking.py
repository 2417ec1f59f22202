"""A learner's mark: which answers count, and what they earn.

The rules are those of "How answers are marked" in the documentation. In short: an answer that
cannot be read is none; with feedback now the first ``attempts`` answers count, and the points are
earned if one of them is right; otherwise the last answer of each attempt, which is a hand-in.
Points are earned whole or not at all, unless the assignment pays for parts. Hints cost nothing.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import islice, takewhile

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Learner, set_id
from ono_tutor.classroom.judge import AnswerJudgement, ItemMark, Judge, LearnerMarks
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, gettext, ngettext
from ono_tutor.puzzles.answer import Mark, as_words

MOST_NOTES = 20
"""Notes of one kind that are written about a file."""

MOST_NAMED = 2
"""Puzzles that are named of many."""

MOST_ANSWERS = 100
"""Answers to one puzzle that are looked at, so that nobody can keep the judge busy for hours."""

SHOWN = "null"
"""What stands in place of an answer where the learner was shown it."""

JudgedRow = tuple[AnswerRow, AnswerJudgement]


class Late(StrEnum):
    """What becomes of answers after the time that is due."""

    COUNT = "count"
    REFUSE = "refuse"


def mark_learner(
    judge: Judge,
    learner: Learner,
    hand_ins: Sequence[tuple[str, AnswersFile]],
    late: Late = Late.COUNT,
    due: str = "",
) -> LearnerMarks:
    """Return the marks of a learner who handed in these files, each with its name; maybe none.

    ``due`` is the learner's own deadline, if there is one.
    """
    assignment = judge.assignment
    entries = assignment.entries_of(learner)
    answers = _by_puzzle(hand_ins, assignment)
    items = tuple(
        _item_mark(judge, item.points, entry.id, answers.get(entry.id, ()), late, due)
        for item, entry in zip(assignment.items, entries, strict=True)
    )
    unread = tuple(_unread_notes(judge, items))
    return LearnerMarks(
        learner,
        items,
        files=tuple(name for name, __ in hand_ins),
        last=max((item.at for item in items), default=""),
        notes=(
            *_faults(hand_ins),
            *unread,
            *_strange(answers, assignment, {entry.id: None for entry in entries}),
            *_beyond(answers, assignment, items),
        ),
        unread=unread,
    )


def _by_puzzle(
    hand_ins: Sequence[tuple[str, AnswersFile]], assignment: Assignment
) -> Mapping[str, Sequence[AnswerRow]]:
    """Return the different answers to each puzzle by time, then in the files' order.

    A puzzle of the bank that was practised under its name there is the one that is set. An answer
    without a time has its place after the one before it in its file, and is never late.
    """
    known = {entry.id for entry in assignment.entries}
    found: dict[str, dict[AnswerRow, str]] = {}
    for __, hand_in in hand_ins:
        at = ""
        for row in hand_in.rows:
            at = row.at or at
            puzzle = row.puzzle if row.puzzle in known else set_id(row.puzzle)
            found.setdefault(puzzle, {}).setdefault(row, at)
    return {puzzle: sorted(rows, key=rows.__getitem__) for puzzle, rows in found.items()}


def _item_mark(  # noqa: PLR0913, PLR0917 - what is asked, what was answered, and when that is late
    judge: Judge, points: int, puzzle: str, rows: Sequence[AnswerRow], late: Late, due: str
) -> ItemMark:
    is_late = partial(is_row_late, assignment=judge.assignment, due=due)
    in_time = [row for row in rows if late is Late.COUNT or not is_late(row)]
    unread: dict[str, None] = {}
    counted = list(_counted(judge, puzzle, in_time, unread))
    if not counted:
        mark = _mark_of_none(judge, puzzle, in_time, unread)
        is_refused = len(in_time) < len(rows)
        return ItemMark(puzzle, mark, 0, is_late=is_refused, unread=tuple(unread))
    right = [(row, found) for row, found in counted if found.mark is Mark.RIGHT]
    row, found = (right or counted[-1:])[0]
    earned = points if right else 0
    if judge.assignment.partial and not right:
        earned = max(int(points * judge.share(puzzle, row.answer)) for row, __ in counted)
    return ItemMark(
        puzzle,
        found.mark,
        earned,
        answer=row.answer,
        answers=len(counted),
        hints=max(row.hints for row, __ in counted),
        is_late=is_late(row),
        rules=found.rules,
        mistakes=tuple(dict.fromkeys(item for __, each in counted for item in each.mistakes)),
        unread=tuple(unread),
        at=max(row.at for row, __ in counted),
    )


def is_row_late(row: AnswerRow, assignment: Assignment, due: str = "") -> bool:
    """Check if an answer is late: by its time, or because an LMS says so of its file."""
    return row.is_late or assignment.is_late(row.at, due)


def _counted(
    judge: Judge, puzzle: str, rows: Sequence[AnswerRow], unread: dict[str, None]
) -> Iterator[JudgedRow]:
    """Yield the answers to one puzzle that count, given in the order of time, and their judgements.

    Only these are judged, and those before them that cannot be read, which are kept in ``unread``.
    """
    most = judge.assignment.attempts or None
    if judge.assignment.feedback is Feedback.NOW:
        unaided = takewhile(lambda row: row.answer != SHOWN, rows)
        yield from islice(_readable(judge, puzzle, unaided, unread), most)
        return
    by_attempt: dict[int, list[AnswerRow]] = {}
    for row in reversed(rows[-MOST_ANSWERS:]):
        by_attempt.setdefault(row.attempt, []).append(row)
    for attempt in sorted(by_attempt):
        if most is None or attempt <= most:
            yield from islice(_readable(judge, puzzle, by_attempt[attempt], unread), 1)


def _readable(
    judge: Judge, puzzle: str, rows: Iterable[AnswerRow], unread: dict[str, None]
) -> Iterator[JudgedRow]:
    """Yield the answers that can be read, of the first that are looked at."""
    for row in islice(rows, MOST_ANSWERS):
        found = judge.judged(puzzle, row.answer)
        if found.mark in (Mark.RIGHT, Mark.WRONG):
            yield row, found
        elif found.mark is Mark.MALFORMED:
            unread[row.answer] = None


def _mark_of_none(
    judge: Judge, puzzle: str, rows: Iterable[AnswerRow], unread: dict[str, None]
) -> Mark:
    """Return the mark where no answer counts: malformed if there is one that cannot be read."""
    answers = (row.answer for row in islice(rows, MOST_ANSWERS))
    bad = (each for each in answers if judge.judged(puzzle, each).mark is Mark.MALFORMED)
    unread |= dict.fromkeys(bad)
    return Mark.MALFORMED if unread else Mark.NOT_ATTEMPTED


def _faults(hand_ins: Sequence[tuple[str, AnswersFile]]) -> Iterator[str]:
    """Yield what could not be read of each file."""
    for name, hand_in in hand_ins:
        for fault in hand_in.faults[:MOST_NOTES]:
            yield gettext("In {file}: {fault}. It does not count.", file=name, fault=fault)


def _unread_notes(judge: Judge, items: Sequence[ItemMark]) -> Iterator[str]:
    """Yield a sentence for each answer that could not be read, with what would be read."""
    found = ((n, item, text) for n, item in enumerate(items, 1) for text in item.unread)
    for number, item, text in islice(found, MOST_NOTES):
        check = judge.check(item.puzzle, text).text
        reason = str(dict(check.fields).get("error", check)).removesuffix(".")
        answer = quoted(as_words(json.loads(text)))
        yield gettext(
            "Item {number}, written {answer}: {reason}. It does not count.",
            number=number,
            answer=answer,
            reason=reason,
        )


def set_to_others(
    hand_ins: Sequence[tuple[str, AnswersFile]], assignment: Assignment, learner: Learner
) -> Mapping[str, int]:
    """Return the puzzles of others that this learner answered, by id, and how often."""
    if not assignment.is_dealt:
        return {}
    mine = {entry.id for entry in assignment.entries_of(learner)}
    others = {entry.id for entry in assignment.entries} - mine
    answers = _by_puzzle(hand_ins, assignment)
    return {puzzle: len(rows) for puzzle, rows in answers.items() if puzzle in others}


def _strange(
    answers: Mapping[str, Sequence[AnswerRow]], assignment: Assignment, mine: Collection[str]
) -> Iterator[str]:
    """Yield what was answered that this learner was not set, or too often to be looked at."""
    known = {entry.id for entry in assignment.entries}
    counts = {puzzle: len(rows) for puzzle, rows in answers.items() if puzzle not in mine}
    if others := {puzzle: count for puzzle, count in counts.items() if puzzle in known}:
        yield others_note(others)
    if not_here := {puzzle: count for puzzle, count in counts.items() if puzzle not in known}:
        yield _counted_note(_NOT_HERE, not_here)
    for puzzle in mine if assignment.feedback is Feedback.NOW else ():
        answered = [row.answer for row in answers.get(puzzle, ())]
        if SHOWN in answered[:-1]:
            yield gettext(
                "The answer to {puzzle} was shown; what was answered later does not count.",
                puzzle=quoted(puzzle),
            )
    for puzzle in mine:
        if len(answers.get(puzzle, ())) > MOST_ANSWERS:
            yield gettext(
                "There are very many answers to {puzzle}; only {most} of them are read.",
                puzzle=quoted(puzzle),
                most=MOST_ANSWERS,
            )


def others_note(counts: Mapping[str, int]) -> str:
    """Return what is said of answers to others' puzzles, so many to each; at least to one."""
    return _counted_note(_NOT_YOURS, counts)


def _counted_note(templates: tuple[str, str], counts: Mapping[str, int]) -> str:
    """Return what is said of answers to one puzzle, or to several, that are so many to each."""
    names = format_list([quoted(puzzle) for puzzle in islice(counts, MOST_NAMED)])
    template = templates[len(counts) > 1]
    return gettext(template, count=sum(counts.values()), puzzles=names)


def _beyond(
    answers: Mapping[str, Sequence[AnswerRow]], assignment: Assignment, items: Sequence[ItemMark]
) -> Iterator[str]:
    """Yield a sentence where answers do not count because the attempts were used up."""
    most = assignment.attempts
    if not most:
        return
    wrong = [
        [row for row in answers.get(item.puzzle, ()) if row.answer not in (SHOWN, *item.unread)]
        for item in items
        if item.mark is not Mark.RIGHT
    ]
    if assignment.feedback is Feedback.NOW:
        count = sum(max(len(rows) - most, 0) for rows in wrong)
    else:
        count = sum(row.attempt > most for rows in wrong for row in rows)
    if count:
        yield str(ngettext(*(_BEYOND_FIRST if most == 1 else _BEYOND), count, most=most))


_BEYOND_FIRST = (
    N_("Only the first attempt counts; {n} later answer was left out."),
    N_("Only the first attempt counts; {n} later answers were left out."),
)
_BEYOND = (
    N_("Only the first {most} attempts count; {n} later answer was left out."),
    N_("Only the first {most} attempts count; {n} later answers were left out."),
)
_NOT_YOURS = (
    N_("The puzzle {puzzles} was dealt to others; the answer to it does not count."),
    N_("{count} answers are to puzzles that were dealt to others; they do not count."),
)
_NOT_HERE = (
    N_("The puzzle {puzzles} is not in this assignment; the answer does not count."),
    N_(
        "{count} answers are to puzzles that are not in this assignment, such as {puzzles}; they "
        "do not count."
    ),
)
