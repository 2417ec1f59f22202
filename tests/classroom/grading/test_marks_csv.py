"""The tables of marks: for people, and as the imports of Moodle and Canvas read them."""

import csv
import io

import pytest
from classroom.a_class import an_assignment
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.marks_folder import canvas_table, page_name
from ono_tutor.classroom.grading.roster import FORMULAS, CsvStyle, Roster, csv_escape


@pytest.mark.parametrize(
    ("title", "column"),
    [
        ("Week 1", "Week 1"),
        ("My Final Score game", "week-1"),
        ("Week (2)", "week-1"),
        ("=1+1", "week-1"),
        ('Plays, and "more"', 'Plays, and "more"'),
    ],
)
def test_a_title_that_canvas_would_misread_gives_way_to_the_id(title, column):
    """Canvas passes over its own totals, and takes a number in brackets for an assignment's."""
    assert canvas_table(an_assignment(title), Roster()).heads[0][5] == column


@pytest.mark.parametrize(
    ("earned", "points", "shown"),
    [(2, 3, "66.67"), (1, 3, "33.33"), (1, 800, "0.13"), (5, 5, "100.00"), (0, 7, "0.00"), (0, 0, "")],
)  # fmt: skip
def test_percent_is_exact_to_two_decimals(earned, points, shown):
    """Halves are rounded up; of nothing there is no share."""
    assert CsvStyle.COMMA.percent(earned, points) == shown


@given(st.text(max_size=40))
def test_no_text_becomes_a_formula_whatever_parts_the_cells(text):
    """Read back with commas, semicolons, tabs or bars no cell begins as a formula does."""
    line = io.StringIO()
    csv.writer(line).writerow([csv_escape(text), 1, csv_escape(text)])

    for separator in ",;\t|":
        for cell in next(csv.reader([line.getvalue()], delimiter=separator)):
            assert not cell.lstrip(' "').startswith(tuple(FORMULAS))


def test_the_name_of_a_page_is_a_plain_file_name_and_nobody_elses():
    """Small ASCII, no path in it, not long, none that Windows keeps; of each learner another."""
    names = ["CON", "../../etc/passwd", "", "李", "王", "a" * 100, ".", "x\0y", "Ann Lee", "Ann-Lee", "Änn Lee"]  # fmt: skip
    pages = [page_name(Learner(name)) for name in names]

    assert len(set(pages)) == len(names)
    assert page_name(Learner("ANN LEE")) == page_name(Learner("ann lee"))
    for page in pages:
        assert set(page.removesuffix(".html")) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert page.endswith(".html")
        assert 12 < len(page) < 70
        assert not page.startswith("-")
