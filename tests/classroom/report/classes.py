"""Small classes: what they answered, their analyses, and the reports on them."""

from classroom.small_class import THREE, assignment, marks

from ono_tutor.classroom.assignment import Assignment, Item, Learner
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.roster import Person
from ono_tutor.classroom.marking import Judge, LearnerMarks
from ono_tutor.classroom.report.analysis import ClassAnalysis
from ono_tutor.classroom.report.class_report import ClassReport
from ono_tutor.classroom.submissions import RefusedFile
from ono_tutor.puzzles import bank

CLASS = {
    "Ann Lee": ["certain", "lost", "chance"],
    "Ben Okoro": ["certain", "chance", "lost"],
    "Cem Yılmaz": ["lost", "chance", None],
    "Dana Roth": [],
}
BROKEN = RefusedFile("mail/carl-smith.zip", "zip-bomb", "it unpacks to far too much for carl-smith")

SETS = ("dp80-draw-decides", "dp80-which-first")
"""Puzzles that whoever thinks that an O'NO 99 card may be played answers with certain."""

DEALT = Assignment("dealt", "Dealt", (Item(tuple(map(bank.entry, THREE))),))
"""An item of which each learner has one of three variants."""


def analysis_of(answers=CLASS, *, task=None, **given):
    """The analysis of a class by name and answers; of a dealt item by name and word by puzzle."""
    task = task or assignment()
    found, judge = ClassAnalysis(task), Judge(task)
    for name, words in answers.items():
        own = task
        if task.is_dealt:
            entries = task.entries_of(Learner.named(name))
            own = Assignment(task.id, task.title, tuple(Item((entry,)) for entry in entries))
            words = [words.get(entry.id) for entry in entries]  # noqa: PLW2901
        found.add(marks(own, name, words, judge=judge if own is task else None, **given))
    return found


def report_of(answers=CLASS, *, is_named=True, refusals=(), **given):
    """The report on a class by name and answers."""
    return ClassReport(analysis_of(answers, **given), refusals, is_named=is_named)


def roster_report():
    """One learner is unknown, one has no mark yet, one left half open, and most missed a point."""
    more = {"Eve Moss": ["certain"], "Finn": ["certain", "chance", "chance"]}
    report = report_of(CLASS | more, refusals=[BROKEN], faults=("answer 7 has no puzzle",))
    report.analysis.add(marks(assignment(), "Gil", ["certain", "chance"]), is_known=False)
    undecided = LearnerMarks(Learner("Hal Sly"), (), files=("a.json",))
    report.add(GradedLearner(undecided, Person(undecided.learner), choices=("two",)))
    return report


def similar_report(*, is_named=True):
    """Two learners answered alike at the same milliseconds; a third did so at whole seconds."""
    report = report_of({"Ann <b>": ["certain", "lost", "lost"]}, is_named=is_named)
    copy = marks(assignment(), "Ben", ["certain", "lost", "lost"])
    items = tuple(item._replace(at=item.at.replace("000Z", "123Z")) for item in copy.items)
    for name in ("Cem", "Dot"):
        report.analysis.add(LearnerMarks(Learner(name), items, ("a.json",)))
    return report


def weighty_report():
    """Items of 1, 37 and 9 points, without a deadline: nobody had the second right, and the first
    does not tell the best from the worst."""
    entries = zip(map(bank.entry, THREE), (1, 37, 9), strict=True)
    task = Assignment("heavy", "Heavy", tuple(Item((entry,), n) for entry, n in entries))
    answers = {f"{n}": ["certain", "chance", "chance" if n % 2 else "lost"] for n in range(26)}
    return report_of(answers, task=task)


REPORTS = {
    "four": lambda: report_of(refusals=[BROKEN]),
    "nobody": lambda: report_of({}),
    "roster": roster_report,
    "similar": similar_report,
    "weighty": weighty_report,
    "held": lambda: report_of(
        {"Ann": ["certain", "certain"], "Ben": ["certain"]}, task=assignment(ids=SETS)
    ),
    "dealt": lambda: report_of(
        {
            f"pupil {n}": {THREE[0]: "certain", THREE[1]: "chance" if n < 9 else "lost"}
            | {THREE[2]: "chance"}
            for n in range(30)
        },
        task=DEALT,
    ),
    "well": lambda: report_of({"Ann": ["certain", "lost", "chance"]}),
}
"""A class for each thing that a report can say."""
