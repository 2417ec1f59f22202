"""The directive ``ono-course``: the lessons, and the course that a site takes along."""

import re
from pathlib import Path

import pytest

from ono_tutor import widgets
from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.classroom.find_assignment import find_assignment
from ono_tutor.course.lessons import lessons
from ono_tutor.widgets.table import Table

PAGE = Path(__file__).parents[2] / "docs" / "course.md"
CALLS = re.findall(r"^`((?:[A-Z]\w+)\(.*\))`$", PAGE.read_text("utf-8"), re.MULTILINE)


def test_the_lessons_stand_in_reading_order(build):
    """Without an argument every lesson is listed with its title and its file."""
    site = build("```{ono-course}\n:expect: 12\n```\n", "-W")

    assert (site.status, site.said) == (0, "")
    places = [site.page().index(lesson.file) for lesson in lessons()]
    assert places == sorted(places)
    assert "as a notebook" not in site.page()


@pytest.mark.parametrize(
    ("argument", "options", "why"),
    [
        ("", ":expect: 7", "12 lessons are shown"),
        ("13-more.ipynb", "", "is no lesson"),
        ("", ":count: 3", "'count' is not an option here"),
    ],
)
def test_a_wrong_page_fails(build, argument, options, why):
    """A denied claim, an unknown lesson and an unknown option fail the build at file and line."""
    site = build(f"```{{ono-course}} {argument}\n{options}\n```\n")

    assert site.status != 0
    assert "index.md:3: ERROR: ono-course" in site.said
    assert why in site.said


def test_a_course_that_was_built_is_taken_along(build, tmp_path):
    """With the folder of a built course each lesson has a link into the copy on the site."""
    (tmp_path / "lite" / "notebooks").mkdir(parents=True)
    (tmp_path / "lite" / "notebooks" / "index.html").write_text("app")

    site = build("```{ono-course}\n```\n", "-W", f"-Dono_tutor_course={tmp_path / 'lite'}")

    assert (site.status, site.said) == (0, "")
    assert 'href="course/notebooks/index.html?path=01-start-here.ipynb"' in site.page()


def test_a_folder_that_is_no_course_is_refused(build, tmp_path):
    """A folder that was not built as a course fails the build, and the reason is told."""
    site = build("```{ono-course}\n```\n", f"-Dono_tutor_course={tmp_path}")

    assert site.status != 0
    assert "no folder that ono-tutor lite built" in site.said


@pytest.mark.parametrize("call", CALLS)
def test_each_table_on_the_page_can_be_made(call, tmp_path, monkeypatch):
    """What the page says of a table is Python that gives one."""
    monkeypatch.chdir(tmp_path)
    given = find_assignment("double-play-1980")
    (tmp_path / "doubles.assignment.json").write_text(assignment_text(given), "utf-8")

    table = eval(call, dict(vars(widgets)))

    assert isinstance(table, Table)
    assert len(CALLS) == len(widgets.__all__)
