"""A small class: what it answered, its analysis, the reports on it, and what they say."""

import json

from classroom.small_class import assignment, marks

from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.report.analysis import ClassAnalysis
from ono_tutor.classroom.report.report import ClassReport
from ono_tutor.classroom.report.report_json import report_json
from ono_tutor.classroom.submissions.find import RefusedFile

CLASS = {
    "Ann Lee": ["certain", "lost", "chance"],
    "Ben Okoro": ["certain", "chance", "lost"],
    "Cem Yilmaz": ["lost", "chance", None],
    "Dana Roth": [],
}
BROKEN = RefusedFile("mail/carl-smith.zip", "zip-bomb", "it unpacks to far too much for carl-smith")

EITHER = ("limit-99-is-safe", "ono99-sets-99")
"""What explains the answer chance to the second puzzle, each alone."""

SETS = ("dp80-draw-decides", "dp80-which-first")
"""Puzzles that whoever thinks that an O'NO 99 card may be played answers with certain."""


def analysis_of(answers=CLASS, *, task=None, **given):
    """The analysis of a class by name and answers."""
    task = task or assignment()
    found, judge = ClassAnalysis(task), Judge(task)
    for name, words in answers.items():
        found.add(marks(task, name, words, judge=judge, **given))
    return found


def report_of(answers=CLASS, *, is_named=True, refusals=(BROKEN,), **given):
    """The report on a class by name and answers."""
    return ClassReport(analysis_of(answers, **given), refusals, is_named=is_named)


def json_of(report):
    """The report's JSON, read back."""
    return json.loads("".join(report_json(report)))


def part_of(text, heading):
    """The HTML of the part under a heading."""
    return text.partition(f'<h2 id="{heading}">')[2].partition("</section>")[0]
