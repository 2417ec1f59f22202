"""The teacher's report as JSON, ``ono-tutor-report/1``.

An object; every share is exact, a text ``p/q`` in lowest terms, and ``null`` if there is none.

* ``format``; ``assignment``: its ``id``, ``title``, ``points``, ``feedback`` and ``due`` (or null).
* ``named``: true if learners are named.
* ``learners``: how many have a mark or nothing handed in, in ``all``, how many of these
  ``handed_in``, were ``late``, are ``unknown`` to the roster; and those who are ``undecided``, for
  a hand-in is to be chosen, and are counted nowhere else.
* ``marks``: ``mean`` and ``median`` of the points of those who handed in, and ``counts``, pairs of
  points and how many learners earned them.
* ``items``: ``number`` from 1, ``points``; ``right``, ``wrong``, ``none`` (no answer that counts),
  ``unread`` and the ``share`` of right ones, all of those who handed in; ``split``: the shares of
  right answers in the ``upper`` and the ``lower`` third by points in the other items, and their
  ``difference`` (null for fewer than 25 learners, or if the thirds are one); ``puzzles``, those
  that somebody had: ``id``, the same numbers, ``wrong_answers`` (``answer`` in words, ``times``,
  ``misconception`` or null, and ``misconceptions``, all that explain it equally well), at most 5,
  and ``other_wrong``, how often others came.
* ``rule_points``, those that most learners missed first, those with ``few`` answers (true) last:
  ``id``, ``title``, how many ``learners`` missed it, ``right``, ``wrong``, ``share``, the
  ``lesson`` of the course that teaches it, a file or null, and ``lessons``, all on it.
* ``misconceptions``, those that most learners held first: ``id``, ``point``, ``belief``,
  ``truth``, how many ``learners`` held it (two puzzles or more showed it), how many ``perhaps``
  (one did), how many ``times``, the ``puzzles`` that showed it with ``times``, and ``as_well``,
  others that explain some of these answers as well, with ``times``.
* ``groups``, who needs what most: ``group``, a rule point's id or ``nothing-missed``,
  ``missed-little`` (once, and few others did), ``much-not-answered`` or ``nothing-handed-in``, and
  how many ``learners``.
* ``next``, what to do: the rule point to go over ``again`` (null, or its ``point``, how many
  ``learners``, and the ``puzzle`` to show), ``missing``, ``unanswered``, ``undecided`` (a hand-in
  is to be chosen; they are in no other count) and ``refused``, how many there are to ask after,
  and ``items`` in doubt by number: answered right by ``nobody``, and ``not_telling`` the best third
  from the worst.
* ``refused``: ``count``, ``causes`` with their counts, and ``files`` (at most 1000): ``name``,
  ``cause``, ``reason``. ``notes``: how many ``learners`` there are notes on, and ``told`` (at most
  1000): ``learner``, ``note``. Without names ``files`` and ``told`` are empty.
* ``similar``, pairs of learners that are worth a look (:mod:`~.similar_work`): ``learners``, the
  numbers of the items with the same ``wrong`` answer and of those answered alike at the same time
  (``timed``), the ``chance`` of that by accident, and how many such pairs would be ``expected`` in
  this class. Without names it is empty.
* ``who``, every learner, last because it is long: ``learner``, ``earned``, ``handed_in``, ``late``,
  ``known``, ``group``, ``marks`` (a word an item), ``needs``: ``point``, ``times`` and the
  ``misconceptions`` behind it, those held and those ``perhaps``.
"""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ono_tutor.classroom.report.analysis import (
    ItemAnalysis,
    LearnerResult,
    MisconceptionCount,
    PointCount,
    ResponseCounts,
)
from ono_tutor.classroom.report.report import ClassReport, NextSteps, group_of, next_steps
from ono_tutor.course.lessons import lessons_on, taught_in
from ono_tutor.render.answers_json import Json
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.solver.survive import fraction

FORMAT = "ono-tutor-report/1"


def report_json(report: ClassReport) -> Iterator[str]:
    """Yield the text of the report in pieces, a line for each learner."""
    yield json.dumps(_head(report), indent=1, ensure_ascii=False).removesuffix("\n}")
    yield ',\n "who": ['
    separator = "\n  "
    for learner in report.learners:
        yield separator + json.dumps(_learner(learner), ensure_ascii=False)
        separator = ",\n  "
    yield "\n ]\n}\n"


def _head(report: ClassReport) -> Json:
    """Return all of the report but the learners."""
    analysis = report.analysis
    assignment, distribution, items = analysis.assignment, analysis.distribution, [*analysis.items]
    return {
        "format": FORMAT,
        "assignment": {
            "id": assignment.id,
            "title": assignment.title,
            "points": assignment.points,
            "feedback": assignment.feedback.value,
            "due": assignment.due or None,
        },
        "named": report.is_named,
        "learners": {
            "all": len(analysis),
            "handed_in": analysis.handed_in,
            "late": analysis.late,
            "unknown": analysis.unknown,
            "undecided": report.undecided.learners if report.undecided else 0,
        },
        "marks": {
            "mean": _exact(distribution.mean),
            "median": _exact(distribution.median),
            "counts": [list(pair) for pair in distribution.counts],
        },
        "items": list(map(_item, items)),
        "rule_points": list(map(_point, analysis.points)),
        "misconceptions": list(map(_misconception, analysis.misconceptions)),
        "groups": [
            {"group": group.key, "learners": group.learners} for group in report.grouped.needs
        ],
        "next": _next(next_steps(report, items)),
        "refused": {
            "count": report.causes.total(),
            "causes": dict(report.causes.most_common()),
            "files": [refusal._asdict() for refusal in report.refusals],
        },
        "similar": [
            {
                "learners": [one, other],
                "wrong": list(pair.wrong),
                "timed": list(pair.timed),
                "chance": fraction(pair.chance),
                "expected": fraction(pair.expected),
            }
            for one, other, pair in report.similar
        ],
        "notes": {
            "learners": analysis.noted,
            "told": [{"learner": name, "note": note} for name, note in report.notes],
        },
    }


def _item(item: ItemAnalysis) -> Json:
    split = item.discrimination
    return {
        "number": item.number,
        "points": item.points,
        **_counts(item.counts),
        "split": split
        and {
            "upper": fraction(split.upper),
            "lower": fraction(split.lower),
            "difference": fraction(split.difference),
        },
        "puzzles": [
            {
                "id": puzzle.id,
                **_counts(puzzle.counts),
                "wrong_answers": [
                    {
                        "answer": words,
                        "times": times,
                        "misconception": next(iter(beliefs), None),
                        "misconceptions": list(beliefs),
                    }
                    for words, times, beliefs in puzzle.wrong
                ],
                "other_wrong": puzzle.others,
            }
            for puzzle in item.puzzles
        ],
    }


def _counts(counts: ResponseCounts) -> Json:
    return counts._asdict() | {"share": fraction(counts.share) if counts.total else None}


def _point(point: PointCount) -> Json:
    lesson = taught_in(point.id)
    return {
        "id": point.id,
        "title": rule_point(point.id).title,
        "learners": point.learners,
        "right": point.right,
        "wrong": point.wrong,
        "share": fraction(point.share),
        "few": point.is_few,
        "lesson": lesson.file if lesson else None,
        "lessons": [each.file for each in lessons_on(point.id)],
    }


def _misconception(count: MisconceptionCount) -> Json:
    belief = misconceptions()[count.id]
    return {
        "id": count.id,
        "point": belief.point,
        "belief": belief.belief,
        "truth": belief.truth,
        "learners": count.learners,
        "perhaps": count.perhaps,
        "times": count.times,
        "puzzles": _times(count.puzzles),
        "as_well": _times(count.also),
    }


def _times(counts: Sequence[tuple[str, int]]) -> list[Json]:
    return [{"id": key, "times": count} for key, count in counts]


def _next(steps: NextSteps) -> Json:
    again = steps.again
    return {
        "again": again and {"point": again.id, "learners": again.learners, "puzzle": again.puzzle},
        "missing": steps.missing.learners if steps.missing else 0,
        "unanswered": steps.unanswered.learners if steps.unanswered else 0,
        "undecided": steps.undecided.learners if steps.undecided else 0,
        "refused": steps.refused,
        "items": {"nobody": list(steps.nobody), "not_telling": list(steps.not_telling)},
    }


def _learner(learner: LearnerResult) -> Json:
    return {
        "learner": learner.name,
        "earned": learner.earned,
        "handed_in": learner.has_handed_in,
        "late": learner.is_late,
        "known": learner.is_known,
        "group": group_of(learner),
        "marks": [mark.value for mark in learner.marks],
        "needs": [
            {
                "point": need.point,
                "times": need.times,
                "misconceptions": list(need.misconceptions),
                "perhaps": list(need.perhaps),
            }
            for need in learner.needs
        ],
    }


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else fraction(number)
