"""The course as a page: the way through the lessons, the end of a set, and cards in a row."""

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from html import escape

from ono_tutor.course.course_path import CoursePath, LessonProgress
from ono_tutor.course.lessons import lesson_after
from ono_tutor.course.strength import titles
from ono_tutor.i18n import N_, Message, _, ngettext, sentence
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.practice_pages import right_told, rules_grid
from ono_tutor.render.scene import page
from ono_tutor.render.svg import card_svg

_BUTTON = (
    "display:inline-block;padding:.55em 1.1em;border-radius:.5em;font-weight:600;"
    "background:#1d5f4a;color:#fff;text-decoration:none"
)
_ROW = "display:flex;gap:.8em;padding:.5em .2em;border-bottom:1px solid rgba(128,128,128,.35)"


# ---- the way through the lessons ----


def course_html(path: CoursePath, *, is_whole: bool = True) -> str:
    """Return the way as HTML without a script: links to the lessons, and what each has come to.

    ``is_whole`` says that what is done and due stands there as well.
    """
    told = "".join(f"<p>{escape(str(line))}</p>" for line in _told(path)) if is_whole else ""
    button = ""
    if path.current:
        href, text = escape(path.current.lesson.file), escape(str(_onward(path.current)))
        button = f'<p><a href="{href}" style="{_BUTTON}">{text}</a></p>'
    rows = "".join(_row(step, is_current=step == path.current) for step in path.steps)
    listed = f'<ol style="list-style:none;padding:0;margin:1em 0 0">{rows}</ol>'
    return f'<div style="max-width:44em;line-height:1.45">{told}{button}{listed}</div>'


def course_page(path: CoursePath, actions: Sequence[Json]) -> Json:
    """Return what is done and due as a page of the view, with its buttons."""
    first, *more = _told(path)
    return page(_("Your course"), first, more, actions)


def course_text(path: CoursePath) -> str:
    """Return the way as plain text, a lesson on each line."""
    onward = [str(_onward(path.current))] if path.current else []
    rows = [f"{_sign(step)} {_title(step)}: {_state(step)}" for step in path.steps]
    return "\n".join([*map(str, _told(path)), *onward, *rows])


def _told(path: CoursePath) -> list[Message]:
    done = sum(step.is_done for step in path.steps)
    one, more = (
        N_("You have done {n} lesson of {count}."),
        N_("You have done {n} lessons of {count}."),
    )
    told = [ngettext(one, more, done, count=len(path.steps))]
    if path.due:
        one, more = N_("{n} rule is due for practice."), N_("{n} rules are due for practice.")
        told.append(ngettext(one, more, path.due))
    return told


def _onward(step: LessonProgress) -> Message:
    text = N_("Go on with lesson {title}") if step.answered else N_("Begin lesson {title}")
    return _(text, title=_title(step))


def _title(step: LessonProgress) -> str:
    return f"{step.lesson.number}. {step.lesson.title}"


def _sign(step: LessonProgress) -> str:
    return "✓" if step.is_done else "◐" if step.answered else "○"


def _state(step: LessonProgress) -> Message:
    if step.is_done:
        return _("done")
    if step.answered:
        fields = {"answered": step.answered, "asked": step.asked}
        return _("{answered} of {asked} puzzles answered", **fields)
    return _("not begun")


def _row(step: LessonProgress, *, is_current: bool) -> str:
    here = ' aria-current="step"' if is_current else ""
    weight = "700" if is_current else "400"
    sign = f'<span aria-hidden="true" style="width:1.2em">{_sign(step)}</span>'
    link = f'<a href="{escape(step.lesson.file)}">{escape(_title(step))}</a>'
    state = f'<span style="opacity:.75;margin-left:auto">{escape(str(_state(step)))}</span>'
    return f'<li{here} style="{_ROW};font-weight:{weight}">{sign}{link}{state}</li>'


# ---- the end of a set ----


def end_page(marks: Mapping[str, Mark], puzzles: Sequence[Puzzle], actions: Sequence[Json]) -> Json:
    """Return what a set came to: how many were right at the first answer, rule by rule.

    ``marks`` are the first answers by the ids of the puzzles.
    """
    count = len(puzzles)
    told = right_told(sum(mark is Mark.RIGHT for mark in marks.values()), count)
    text = _("All {count} positions are done.", count=count)
    missed = [sentence(str(titles()[point])) for point in missed_rules(marks, puzzles)]
    lead = [_("Missed: {titles}.", titles=", ".join(missed))] if missed else []
    made = page(
        _("The end of this set"),
        told,
        lead,
        actions,
        grid=rules_grid(_by_rule(marks, puzzles)),
        progress={"done": count, "of": count, "text": str(text)},
    )
    return made | {"say": f"{told} {made['lead']}".strip()}


def missed_rules(marks: Mapping[str, Mark], puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """Return the rule points of which a puzzle was not right at the first answer."""
    return tuple(point for point, each in _by_rule(marks, puzzles).items() if not all(each))


def _by_rule(marks: Mapping[str, Mark], puzzles: Sequence[Puzzle]) -> dict[str, list[bool]]:
    """Return whether each puzzle was right at the first answer, by the rule that decides it."""
    found: dict[str, list[bool]] = {}
    for puzzle in puzzles:
        for point in KINDS[puzzle.kind].rule_points(puzzle.task)[:1]:
            found.setdefault(point, []).append(marks.get(puzzle.id) is Mark.RIGHT)
    return found


def next_lesson(quiz: str) -> Json | None:
    """Return the link to the lesson after the one that ends with this quiz, if there is one."""
    lesson = lesson_after(quiz)
    if lesson is None:
        return None
    text = _("Next lesson: {title}", title=lesson.title)
    return {"href": lesson.file, "text": str(text)}


# ---- cards ----


def face_image(code: str, name: str) -> str:
    """Return a card's face as an image of HTML, which a text cell of a notebook shows too."""
    data = b64encode(card_svg(code).encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{escape(name)}" width="56" src="{source}">'


def cards_html(cards: Collection[tuple[str, str, str]]) -> str:
    """Return cards in rows: each a code, its name, and what stands below it."""
    style = (
        "display:inline-block;width:6.2em;margin:0 .4em .8em 0;text-align:center;vertical-align:top"
    )
    return "".join(
        f'<figure style="{style}">{face_image(code, "")}<figcaption>{escape(name)}'
        f"<br><small>{escape(note)}</small></figcaption></figure>"
        for code, name, note in cards
    )
