"""What a learner gets back: one HTML page that stands alone.

With feedback ``never`` it tells the marks, and neither answers nor reasons, unless the teacher
wants the page in full all the same.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import ItemMark, Marked
from ono_tutor.classroom.report.feedback_item import Items, mark_words, points_words
from ono_tutor.classroom.report.html_page import named, page, paragraph, shown
from ono_tutor.classroom.report.missed import Missed
from ono_tutor.classroom.report.ring import ring_svg
from ono_tutor.classroom.report.tables import faces
from ono_tutor.course.lessons import Lesson, lessons_on
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Mark
from ono_tutor.rules.book import rule_point

MOST_TO_READ = 12
"""Rule points that are named to be read again."""


def feedback_page(judge: Judge, marked_: Marked, *, in_full: bool = False) -> str:
    """The page of one learner, whole.

    ``in_full`` tells answers and reasons whatever the assignment says of feedback; the judge
    must give reasons.
    """
    assignment = judge.assignment
    is_told = in_full or assignment.feedback is not Feedback.NEVER
    parts = [_top(assignment, marked_), "<main>", _overview(assignment, marked_, is_told)]
    if is_told:
        items = _items_of(judge)
        parts += [_all_items(items, marked_), _to_read(items, marked_)]
    else:
        parts.append(paragraph(lazy_gettext(_MARKS_ONLY), "soft"))
    parts += [_notes(marked_), "</main>"]
    title = lazy_gettext("{title}: {learner}", title=assignment.title, learner=marked_.learner.name)
    return page(str(title), "\n".join(filter(None, parts)), "feedback")


@lru_cache(4)
def _items_of(judge: Judge) -> Items:
    """What is already in words for this judge's assignment."""
    return Items(judge)


def _top(assignment: Assignment, found: Marked) -> str:
    """Whose page it is, the points, and the answers counted."""
    earned, points = found.earned, assignment.points
    ring = ring_svg(
        earned,
        points,
        str(earned),
        str(lazy_gettext(_OF, points=points)),
        points_words(earned, points),
    )
    lines = "".join(map(paragraph, map(str, _summary(found))))
    return (
        f'<header class="top"><div><p class="who">{named(found.learner.name)}</p>'
        f"<h1>{named(assignment.title)}</h1>{lines}</div>{ring}</header>"
    )


def _summary(found: Marked) -> Iterator[Message]:
    marks = [item.mark for item in found.items]
    right, wrong = marks.count(Mark.RIGHT), marks.count(Mark.WRONG)
    fields = {"right": right, "wrong": wrong, "none": len(marks) - right - wrong}
    yield lazy_gettext("{right} right, {wrong} not right, {none} without an answer.", **fields)
    if late := sum(item.is_late for item in found.items):
        yield lazy_gettext("Answers after the time that was due: {count}.", count=late)
    if found.last:
        at = f"{found.last[:10]} {found.last[11:16]}"
        yield lazy_gettext("The last answer is from {time} UTC.", time=at)


def _overview(assignment: Assignment, found: Marked, is_told: bool) -> str:
    """Every item with its mark; a link to it where there is more to tell."""
    rows = zip(assignment.items, found.items, strict=True)
    cells = "".join(
        _place(number, item, of.points, is_told) for number, (of, item) in enumerate(rows, 1)
    )
    head = shown(lazy_gettext("All items"))
    return f'<h2>{head}</h2><ol class="places">{cells}</ol>'


def _place(number: int, item: ItemMark, points: int, is_told: bool) -> str:
    sign, words, look = mark_words(item.mark)
    said = lazy_gettext(_PLACE, number=number, mark=words, points=points_words(item.earned, points))
    share = f"<small>{item.earned}/{points}</small>"
    face = (
        f'<span aria-hidden="true"><b>{number}</b> {sign} {share}</span>'
        f'<span class="said">{shown(said)}</span>'
    )
    if is_told:
        return f'<li><a class="{look}" href="#item-{number}">{face}</a></li>'
    return f'<li><span class="{look}">{face}</span></li>'


def _all_items(items: Items, found: Marked) -> str:
    of = items.judge.assignment.items
    told = "".join(
        items.item(number, item, of[number - 1].points)
        for number, item in enumerate(found.items, 1)
    )
    codes = frozenset[str]().union(*(items.asked(item.puzzle).codes for item in found.items))
    head = shown(lazy_gettext("Item by item"))
    return f"{faces(codes)}<h2>{head}</h2>{told}"


def _to_read(items: Items, found: Marked) -> str:
    """The rule points that were missed, where they are taught, and the items that showed it."""
    missed = missed_points(items.missed, found)
    if not missed:
        return ""
    most = sorted(missed, key=lambda key: -len(missed[key]))[:MOST_TO_READ]
    lines = "".join(f"<li>{_lesson(key, missed[key])}</li>" for key in most)
    head = shown(lazy_gettext("What to read again"))
    return f'<h2>{head}</h2><ul class="panel again">{lines}</ul>'


def missed_points(missed: Missed, found: Marked) -> Mapping[str, list[int]]:
    """The rule points that are not known yet, each with the numbers of the items that showed it.

    An item without an answer shows the point that it is about first.
    """
    points: dict[str, list[int]] = {}
    for number, item in enumerate(found.items, 1):
        point = missed.of(item) or ("" if item.mark is Mark.RIGHT else missed.behind(item))
        if point:
            points.setdefault(point, []).append(number)
    return points


def _lesson(rule: str, numbers: list[int]) -> str:
    title, where = _place_of(rule)
    links = [f'<a href="#item-{number}">{number}</a>' for number in numbers]
    shown_in = shown(lazy_gettext("Item {number}", number="\0")).replace(
        "\\x00", format_list(links)
    )
    return f'<b>{title}</b> <span>{where}</span> <span class="soft">{shown_in}</span>'


@lru_cache(256)
def _place_of(rule: str) -> tuple[str, str]:
    """A rule point's title, and the lessons on it by title, their files small."""
    lessons = "".join(map(_lesson_line, lessons_on(rule)))
    return shown(rule_point(rule).title), lessons


def _lesson_line(lesson: Lesson) -> str:
    title = shown(lazy_gettext("Lesson “{title}”", title=lesson.title))
    return f'<span class="lesson">{title} <small class="soft">{shown(lesson.file)}</small></span>'


def _notes(found: Marked) -> str:
    """What did not count, and why."""
    if not found.notes:
        return ""
    lines = "".join(f"<li>{named(note)}</li>" for note in found.notes)
    head = shown(lazy_gettext("What did not count"))
    return f'<h2>{head}</h2><ul class="panel">{lines}</ul>'


_OF = N_("of {points}")
_PLACE = N_("Item {number}: {mark}, {points}")
_MARKS_ONLY = N_("For this assignment marks are given, without answers and explanations.")
