"""The class in the teacher's report: a line for each learner, with every item as a small sign."""

from collections.abc import Iterator

from ono_tutor.classroom.report.groups import Report
from ono_tutor.classroom.report.html_page import named, paragraph, shown
from ono_tutor.classroom.report.insight_values import LearnerResult
from ono_tutor.classroom.report.report_charts import strip_svg
from ono_tutor.classroom.report.report_parts import Section, fold_of, table
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Mark
from ono_tutor.rules.book import rule_point

MOST_LINES, MOST_SIGNS = 2_000, 60
"""Learners who have a line of their own, and items that have a sign; JSON has them all."""


def class_table(report: Report, *, is_open: bool) -> Section | None:
    """Every learner, with points, what is needed most, and the items."""
    count = len(report.analysis)
    if not count:
        return None
    if count > MOST_LINES:
        template = N_("{count} learners are too many for a page; report.json has them all.")
        return Section(
            "class", lazy_gettext(_CLASS), paragraph(lazy_gettext(template, count=count), "panel")
        )
    rows = [_row(pupil, report) for pupil in report.pupils]
    sheet = table(lazy_gettext("Learner by learner"), _HEADS, rows, "panel")
    if not is_open:
        sheet = fold_of(lazy_gettext("Show {count} learners", count=count), sheet)
    return Section(
        "class", lazy_gettext(_CLASS), paragraph(lazy_gettext(_SIGNS), "soft small") + sheet
    )


def _row(pupil: LearnerResult, report: Report) -> tuple[str, ...]:
    few = len(pupil.marks) <= MOST_SIGNS
    facts = ", ".join(str(fact) for fact in _facts(pupil))
    strip = strip_svg(pupil.marks) if few and pupil.has_handed_in else ""
    needs = ", ".join(rule_point(need.point).title for need in pupil.needs[:2])
    return (
        named(pupil.name) + (f' <span class="soft small">({shown(facts)})</span>' if facts else ""),
        str(pupil.earned) if pupil.has_handed_in else "–",
        strip,
        str(pupil.how_many(Mark.RIGHT)),
        str(pupil.how_many(Mark.WRONG)),
        str(pupil.how_many(Mark.NOT_ATTEMPTED, Mark.MALFORMED)),
        shown(needs or "–"),
    )


def _facts(pupil: LearnerResult) -> Iterator[Message]:
    if not pupil.has_handed_in:
        yield lazy_gettext("nothing handed in")
    if pupil.is_late:
        yield lazy_gettext("late")
    if not pupil.is_known:
        yield lazy_gettext("not in the roster")


_CLASS = N_("The class")
_SIGNS = N_("A square is right, a cross is not right, a dot is no answer; items go left to right.")
_HEADS = (
    N_("Learner"),
    N_("Points"),
    N_("Items"),
    N_("Right"),
    N_("Wrong"),
    N_("None"),
    N_("Needs most"),
)
