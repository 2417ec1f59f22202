"""A learner's progress drawn, as a table, and as a list of what to practise next."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import cycle
from xml.etree import ElementTree

from ono_tutor.course.answer_store import Evidence
from ono_tutor.course.schedule import Why, next_puzzles
from ono_tutor.course.strength import Report, report, titles
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.answers_json import Json
from ono_tutor.render.progress_picture import (
    practice_list,
    progress_figure,
    progress_grid,
    progress_svg,
)
from ono_tutor.rules.book import misconceptions, rule_points

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
NOBODY = report([])


PUZZLES = cycle(bank.index())


def told(points: str, mark: str = "right", days_ago: int = 0, mistakes: str = "") -> Evidence:
    """An answer so many days ago, to a puzzle of its own."""
    at = f"{TODAY - timedelta(days_ago)}T10:00:00.000Z"
    return Evidence(at, next(PUZZLES), mark, 0, points, mistakes, "")


def everything() -> Report:
    """A learner who met all there is, and held every misconception."""
    all_points = " ".join(name for name in rule_points() if name not in UNASKABLE)
    wrong = [told("", "wrong", 3, name) for name in misconceptions()]
    return report([*wrong, *(told(all_points, "right", day) for day in (2, 1))])


def texts(svg: str) -> list[str]:
    """Every line that is written in the picture."""
    return [
        node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("}text")
    ]


def test_who_has_answered_nothing_is_invited() -> None:
    """The picture says what it will show, and how to begin; there is no table and no list."""
    shown = " ".join(texts(progress_svg(NOBODY, TODAY)))

    assert shown.startswith("There is nothing here yet. Answer a puzzle")
    assert progress_grid(NOBODY, TODAY) is None
    assert practice_list(()) is None


def test_rule_points_stand_by_title_under_how_strong_they_are() -> None:
    """Weak before growing before strong before not met yet, each with its number."""
    found = report([told("limit", "wrong", 1), told("hold"), *(told("reverse") for _ in range(4))])
    shown = texts(progress_svg(found, TODAY))

    order = [
        "Weak: 1",
        "The limit",
        "Growing: 1",
        "Hold",
        "Strong: 1",
        "Reverse",
        f"Not met yet: {len(rule_points().keys() - UNASKABLE) - 3}",
    ]
    assert [line for line in shown if line in order] == order
    assert "1 due for practice" in shown


def test_what_is_due_has_a_diamond() -> None:
    """One beside each that is due, and one beside their number."""
    found = report([told("limit", "wrong"), told("hold", "wrong"), told("reverse")])

    assert len(re.findall("l5 5l-5 5l-5-5z", progress_svg(found, TODAY))) == 3


def test_every_rule_point_that_can_be_asked_is_in_the_picture() -> None:
    """Met or not, none is left out; titles that two games share name the game."""
    wanted = {str(titles()[name]) for name in rule_points() if name not in UNASKABLE}

    assert wanted <= set(texts(progress_svg(NOBODY_BUT_ONE, TODAY)))
    assert wanted <= set(texts(progress_svg(everything(), TODAY)))
    assert len(wanted) == len(rule_points()) - len(UNASKABLE)


NOBODY_BUT_ONE = report([told("limit")])


def test_the_words_name_what_the_picture_shows() -> None:
    """Who does not see it reads the same: counts, standing, what is due, beliefs held."""
    found = report([told("limit", "wrong", 1, "limit-99-is-safe"), told("hold")])
    figure = progress_figure(found, TODAY)

    assert "Weak (1): the limit (due)." in str(figure["text"])
    assert "Growing (1): Hold." in str(figure["text"])
    assert "You gave 2 answers, 1 right, and looked up 0." in str(figure["text"])
    assert "You seemed to think (1): “" in str(figure["text"])


def test_the_picture_is_small_and_has_nothing_foreign_in_it() -> None:
    """With all rule points it is under 8 kB, all words lie on it; no script, no id, no link."""
    svg = progress_svg(everything(), TODAY)

    assert len(svg.encode()) < 8_000
    assert not re.search(r"<script|\bid=|href|url\(", svg)
    root = ElementTree.fromstring(svg)
    _, _, wide, tall = map(float, str(root.get("viewBox")).split())
    for node in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < float(str(node.get("x"))) < wide - 100
        assert 0 < float(str(node.get("y"))) < tall
        assert node.get("textLength") or len(str(node.text)) < 40


# ---- the table, and what comes next ----


def grid(*evidence: Evidence) -> Json:
    """The table that the answers make."""
    found = progress_grid(report(evidence), TODAY)
    assert found is not None
    return found


def words(row: Json) -> list[str]:
    """What stands in the cells of a row."""
    return [f"{cell.get('label', '')} {cell.get('text', '')}".strip() for cell in row["cells"]]  # type: ignore[attr-defined]


def test_a_rule_point_has_its_counts_its_strength_and_its_days() -> None:
    """Answered, right, strength as word and number, when it is due, when it was last missed."""
    evidence = told("limit", "wrong", 3), told("limit", "right", 2), told("hold")
    found = grid(*evidence)
    rows = {row["name"]: words(row) for row in found["rows"]}  # type: ignore[attr-defined]

    assert rows["The limit"] == ["2", "1", "weak 22", "now", "17 November"]
    assert rows["Hold"] == ["1", "1", "growing 22", "22 November", ""]
    assert found["columns"] == ["Rule", "Answered", "Right", "Strength", "Due", "Last missed"]


def test_the_weakest_stands_first_and_what_is_not_met_last() -> None:
    """Rule points by strength, then misconceptions, then one row for all that is left."""
    found = grid(
        told("limit", "wrong", 1, "limit-99-is-safe"),
        *(told("hold") for _ in range(4)),
        told("reverse"),
    )

    names = [row["name"] for row in found["rows"]]  # type: ignore[attr-defined]
    assert names[:3] == ["The limit", "Reverse", "Hold"]
    assert names[3] == "Misconception: “99 itself is still allowed.”"
    assert names[4:] == [f"Not met yet: {len(rule_points().keys() - UNASKABLE) - 3}"]


def test_a_misconception_that_was_overcome_is_not_held_against_anybody() -> None:
    """Withstood four times in a row, it is not listed any more."""
    held = told("limit", "wrong", 5, "limit-99-is-safe")
    right = [told("limit")._replace(traps="limit-99-is-safe") for _ in range(6)]

    names = [str(row["name"]) for row in grid(held, *right)["rows"]]  # type: ignore[attr-defined]
    assert not any(name.startswith("Misconception") for name in names)


def test_what_comes_next_names_its_rule_point_and_its_reason() -> None:
    """A missed puzzle says what it is about; its rule point can be opened."""
    missed = told("double-reply", "wrong", 2)._replace(puzzle="dp80-hold")
    evidence = [missed]
    picks = next_puzzles(evidence, 3, now=NOW, seed=1, among=bank.index())
    found = practice_list(picks)

    assert found is not None
    first, *others = found["items"]  # type: ignore[misc]
    title = "A puzzle on “"
    assert picks[0].why is Why.MISSED
    assert str(first["text"]).startswith(title)
    assert str(first["text"]).endswith("You missed one like this on 18 November.")
    assert first["rules"][0]["id"] == bank.index()[missed.puzzle].rule_points[0]
    assert [item["rules"][0]["id"] for item in others] == [pick.about for pick in picks[1:]]
