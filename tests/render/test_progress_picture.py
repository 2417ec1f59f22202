"""The picture of a learner's progress: strong, weak, due and not met yet are seen and said."""

import re
from datetime import date, timedelta
from xml.etree import ElementTree

from ono_tutor.course.answered import Evidence
from ono_tutor.course.strength import Report, report
from ono_tutor.course.summary import titles
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.progress_picture import progress_figure, progress_svg
from ono_tutor.rules.book import misconceptions, rule_points

TODAY = date(2026, 11, 20)
NOBODY = report([])


def told(points: str, mark: str = "right", days_ago: int = 0, mistakes: str = "") -> Evidence:
    """An answer so many days ago."""
    at = f"{TODAY - timedelta(days_ago)}T10:00:00.000Z"
    return Evidence(at, "p", mark, 0, points, mistakes, "")


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
    """The picture says what it will show, and how to begin."""
    shown = " ".join(texts(progress_svg(NOBODY, TODAY)))

    assert shown.startswith("There is nothing here yet. Answer a puzzle")


def test_rule_points_stand_by_title_under_how_strong_they_are() -> None:
    """Weak before growing before strong before not met yet, each with its number."""
    found = report([told("limit", "wrong", 1), told("hold"), *[told("reverse")] * 4])
    shown = texts(progress_svg(found, TODAY))

    order = [
        "Weak: 1",
        "The limit",
        "Growing: 1",
        "Hold",
        "Strong: 1",
        "Reverse",
        "Not met yet: 46",
    ]
    assert [line for line in shown if line in order] == order
    assert "due for practice: 1" in shown


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

    assert "Weak (1): The limit (due)." in str(figure["text"])
    assert "Growing (1): Hold." in str(figure["text"])
    assert "Answers: 2; right: 1; solutions shown: 0." in str(figure["text"])
    assert "You seemed to think (1): “" in str(figure["text"])


def test_the_picture_is_small_and_has_nothing_foreign_in_it() -> None:
    """With all rule points it is well under 15 kB; no script, no id, no link."""
    svg = progress_svg(everything(), TODAY)

    assert len(svg.encode()) < 8_000
    assert not re.search(r"<script|\bid=|href|url\(", svg)


def test_bars_and_words_stay_on_the_picture() -> None:
    """Nothing is drawn outside of its ground, so nothing has to be scrolled sideways."""
    root = ElementTree.fromstring(progress_svg(everything(), TODAY))
    _, _, wide, tall = map(float, str(root.get("viewBox")).split())

    for node in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < float(str(node.get("x"))) < wide - 100
        assert 0 < float(str(node.get("y"))) < tall
        assert node.get("textLength") or len(str(node.text)) < 40
