"""The table of a learner's progress, and the list of what to practise next."""

from datetime import UTC, date, datetime, timedelta

from ono_tutor.course.answered import Evidence
from ono_tutor.course.schedule import Why, next_puzzles
from ono_tutor.course.strength import report
from ono_tutor.puzzles import bank
from ono_tutor.render.answers import Json
from ono_tutor.render.progress_picture import practice_list, progress_grid

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def told(points: str, mark: str = "right", days_ago: int = 0, mistakes: str = "") -> Evidence:
    """An answer so many days ago."""
    at = f"{TODAY - timedelta(days_ago)}T10:00:00.000Z"
    return Evidence(at, "dp80-hold", mark, 0, points, mistakes, "")


def grid(*evidence: Evidence) -> Json:
    """The table that the answers make."""
    found = progress_grid(report(evidence), TODAY)
    assert found is not None
    return found


def words(row: Json) -> list[str]:
    """What stands in the cells of a row."""
    return [f"{cell.get('label', '')} {cell.get('text', '')}".strip() for cell in row["cells"]]  # type: ignore[attr-defined]


def test_there_is_no_table_before_the_first_answer() -> None:
    """A table of nothing is not drawn."""
    assert progress_grid(report([]), TODAY) is None


def test_a_rule_point_has_its_counts_its_strength_and_its_days() -> None:
    """Answered, right, strength as word and number, when it is due, when it was last missed."""
    evidence = told("limit", "wrong", 3), told("limit", "right", 2), told("hold")
    rows = {row["name"]: words(row) for row in grid(*evidence)["rows"]}  # type: ignore[attr-defined]

    assert rows["The limit"] == ["2", "1", "weak 22", "now", "2026-11-17"]
    assert rows["Hold"] == ["1", "1", "growing 22", "2026-11-21", ""]


def test_the_columns_are_named() -> None:
    """A head for the row names and one for every cell."""
    found = grid(told("limit"))

    assert found["columns"] == ["Rule point", "Answered", "Right", "Strength", "Due", "Last missed"]
    assert len(found["rows"][0]["cells"]) == 5  # type: ignore[index]


def test_the_weakest_stands_first_and_what_is_not_met_last() -> None:
    """Rule points by strength, then misconceptions, then one row for all that is left."""
    found = grid(
        told("limit", "wrong", 1, "limit-99-is-safe"), *[told("hold")] * 4, told("reverse")
    )

    names = [row["name"] for row in found["rows"]]  # type: ignore[attr-defined]
    assert names[:3] == ["The limit", "Reverse", "Hold"]
    assert names[3] == "Misconception: “99 itself is still allowed.”"
    assert names[4:] == ["Not met yet: 46"]


def test_a_misconception_that_was_overcome_is_not_held_against_anybody() -> None:
    """Withstood four times in a row, it is not listed any more."""
    held = told("limit", "wrong", 5, "limit-99-is-safe")
    right = [held._replace(mark="right", mistakes="", traps="limit-99-is-safe")] * 6

    names = [str(row["name"]) for row in grid(held, *right)["rows"]]  # type: ignore[attr-defined]
    assert not any(name.startswith("Misconception") for name in names)


def test_what_comes_next_names_its_rule_point_and_its_reason() -> None:
    """A missed puzzle says what it is about; its rule point can be opened."""
    evidence = [told("double-reply", "wrong", 2)]
    picks = next_puzzles(evidence, 3, now=NOW, seed=1, among=bank.index())
    found = practice_list(picks)

    assert found is not None
    first, *others = found["items"]  # type: ignore[misc]
    title = "A puzzle on “"
    assert picks[0].why is Why.MISSED
    assert str(first["text"]).startswith(title)
    assert str(first["text"]).endswith("You missed this once, on 2026-11-18.")
    assert first["rules"][0]["id"] == bank.index()["dp80-hold"].rule_points[0]
    assert [item["rules"][0]["id"] for item in others] == [pick.about for pick in picks[1:]]


def test_where_nothing_can_be_practised_there_is_no_list() -> None:
    """An empty list is not drawn."""
    assert practice_list(()) is None
