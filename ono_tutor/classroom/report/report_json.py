"""The teacher's report as JSON, ``ono-tutor-report/1``.

An object; every share is exact, a text ``p/q`` in lowest terms, and ``null`` where there is none.

* ``format``; ``assignment``: its ``id``, ``title``, ``points``, ``feedback`` and ``due`` (or null).
* ``named``: whether learners stand there by name.
* ``learners``: how many there are in ``all``, how many of these ``handed_in``, were ``late``, are
  ``unknown`` to the roster; the roster has the others.
* ``marks``: ``mean`` and ``median`` of the points of those who handed in, and ``counts``, pairs of
  points and how many learners earned them.
* ``items``: ``number`` from 1, ``points``; ``right``, ``wrong``, ``none`` (no answer that counts),
  ``unread`` and the ``share`` of right ones, all of those who handed in; ``split``: the shares of
  right answers in the ``upper`` and the ``lower`` third by points in the other items, and their
  ``difference`` (null for fewer than 25 learners, or where the thirds are one); ``puzzles``, those
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
  ``much-not-answered`` or ``nothing-handed-in``, and how many ``learners``.
* ``next``, what to do: the rule point to go over ``again`` (null, or its ``point``, how many
  ``learners``, and the ``puzzle`` to show), ``missing``, ``unanswered`` and ``refused``, how many
  there are to ask after, and ``items`` in doubt by number: answered right by ``nobody``, and
  ``not_telling`` the best third from the worst.
* ``refused``: ``count``, ``causes`` with their counts, and ``files`` (at most 1000): ``name``,
  ``cause``, ``reason``. ``notes``: how many ``learners`` there are notes on, and ``told`` (at most
  1000): ``learner``, ``note``. Without names ``files`` and ``told`` are empty.
* ``who``, every learner, last because it is long: ``learner``, ``earned``, ``handed_in``, ``late``,
  ``known``, ``group``, ``marks`` (a word an item), ``needs``: ``point``, ``times`` and the
  ``misconceptions`` behind it, those held and those ``perhaps``.
"""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from ono_tutor.classroom.report.groups import Report, group_of
from ono_tutor.classroom.report.insight_values import (
    Belief,
    Discrimination,
    ItemAnalysis,
    LearnerResult,
    Point,
    PuzzleAnalysis,
    ResponseCounts,
)
from ono_tutor.classroom.report.next_steps import NextSteps, next_steps
from ono_tutor.course.lessons import lessons_on, taught_in
from ono_tutor.render.answers import Json, fraction
from ono_tutor.rules.book import misconceptions, rule_point

FORMAT = "ono-tutor-report/1"


def written(report: Report) -> Iterator[str]:
    """The text of the report in pieces, a line for each learner."""
    yield json.dumps(head(report), indent=1, ensure_ascii=False).removesuffix("\n}")
    yield ',\n "who": ['
    for first, pupil in zip(chain([True], iter(bool, True)), report.pupils, strict=False):
        yield ("\n  " if first else ",\n  ") + json.dumps(_pupil(pupil), ensure_ascii=False)
    yield "\n ]\n}\n"


def head(report: Report) -> Json:
    """All of the report but the learners."""
    found = report.analysis
    assignment, spread, items = found.assignment, found.spread, list(found.told_items)
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
            "all": len(found),
            "handed_in": found.handed_in,
            "late": found.late,
            "unknown": found.unknown,
        },
        "marks": {
            "mean": _exact(spread.mean),
            "median": _exact(spread.median),
            "counts": [list(pair) for pair in spread.counts],
        },
        "items": list(map(_item, items)),
        "rule_points": list(map(_point, found.points)),
        "misconceptions": list(map(_belief, found.beliefs)),
        "groups": [{"group": group.key, "learners": group.learners} for group in report.groups],
        "next": _next(next_steps(report, items)),
        "refused": {
            "count": report.causes.total(),
            "causes": dict(report.causes.most_common()),
            "files": [refusal._asdict() for refusal in report.refusals],
        },
        "notes": {
            "learners": found.noted,
            "told": [{"learner": name, "note": note} for name, note in report.notes],
        },
    }


def _item(item: ItemAnalysis) -> Json:
    return {
        "number": item.number,
        "points": item.points,
        **_shares(item.shares),
        "split": _split(item.split),
        "puzzles": list(map(_puzzle, item.puzzles)),
    }


def _puzzle(puzzle: PuzzleAnalysis) -> Json:
    wrong = [
        {
            "answer": words,
            "times": times,
            "misconception": next(iter(beliefs), None),
            "misconceptions": list(beliefs),
        }
        for words, times, beliefs in puzzle.wrong
    ]
    return {
        "id": puzzle.id,
        **_shares(puzzle.shares),
        "wrong_answers": wrong,
        "other_wrong": puzzle.others,
    }


def _shares(shares: ResponseCounts) -> Json:
    return shares._asdict() | {"share": fraction(shares.share) if shares.asked else None}


def _split(split: Discrimination | None) -> Json | None:
    if split is None:
        return None
    ends = {name: fraction(share) for name, share in split._asdict().items()}
    return {**ends, "difference": fraction(split.difference)}


def _point(point: Point) -> Json:
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


def _belief(belief: Belief) -> Json:
    found = misconceptions()[belief.id]
    return {
        "id": belief.id,
        "point": found.point,
        "belief": found.belief,
        "truth": found.truth,
        "learners": belief.learners,
        "perhaps": belief.perhaps,
        "times": belief.times,
        "puzzles": _times(belief.puzzles),
        "as_well": _times(belief.also),
    }


def _times(counts: Sequence[tuple[str, int]]) -> list[Json]:
    return [{"id": key, "times": count} for key, count in counts]


def _next(steps: NextSteps) -> Json:
    again, chase, doubtful = steps
    return {
        "again": again
        and {"point": again.point.id, "learners": again.point.learners, "puzzle": again.puzzle},
        "missing": chase.missing.learners if chase and chase.missing else 0,
        "unanswered": chase.open.learners if chase and chase.open else 0,
        "refused": chase.refused if chase else 0,
        "items": {
            "nobody": list(doubtful.nobody if doubtful else ()),
            "not_telling": list(doubtful.not_telling if doubtful else ()),
        },
    }


def _pupil(pupil: LearnerResult) -> Json:
    return {
        "learner": pupil.name,
        "earned": pupil.earned,
        "handed_in": pupil.has_handed_in,
        "late": pupil.is_late,
        "known": pupil.is_known,
        "group": group_of(pupil),
        "marks": [mark.value for mark in pupil.marks],
        "needs": [
            {
                "point": point,
                "times": times,
                "misconceptions": list(beliefs),
                "perhaps": list(perhaps),
            }
            for point, times, beliefs, perhaps in pupil.needs
        ],
    }


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else fraction(number)
