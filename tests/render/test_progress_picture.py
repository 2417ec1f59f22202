"""A learner's progress drawn, as a table, and as a list of what to practise next."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import cycle
from typing import Any
from xml.etree import ElementTree

from ono_tutor.course.answer_store import Evidence
from ono_tutor.course.schedule import next_puzzles
from ono_tutor.course.strength import Report, report, titles
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import UNASKABLE
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


def test_what_is_due_has_a_diamond() -> None:
    """One beside each that is due, and one beside their number; the bar of all has each mastery."""
    found = report([told("limit", "wrong"), told("hold", "wrong"), told("reverse")])
    svg = progress_svg(found, TODAY)

    assert len(re.findall("l5 5l-5 5l-5-5z", svg)) == 3
    assert len(re.findall(r'83h[\d.]+" stroke-width="14"', svg)) == 2


def test_every_rule_point_that_can_be_asked_is_in_the_picture() -> None:
    """Met or not, none is left out; titles that two games share name the game."""
    wanted = {str(titles()[name]) for name in rule_points() if name not in UNASKABLE}

    assert wanted <= set(texts(progress_svg(NOBODY_BUT_ONE, TODAY)))
    assert wanted <= set(texts(progress_svg(everything(), TODAY)))
    assert len(wanted) == len(rule_points()) - len(UNASKABLE)


NOBODY_BUT_ONE = report([told("limit")])


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


def test_the_words_the_table_and_what_comes_next(golden) -> None:
    """Who does not see the picture reads the same, and each rule point has its counts and days.

    Rule points by strength, then misconceptions, unless they are mended, then what is not met.
    """
    belief, missed = "limit-99-is-safe", told("double-reply", "wrong", 2)
    mended = [told("limit")._replace(traps=belief) for _ in range(6)]
    texts = []
    for name, evidence in {
        "weak and growing": [told("limit", "wrong", 1, belief), told("hold")],
        "missed": [told("limit", "wrong", 3), told("limit", "right", 2), told("reverse")],
        "strong": [told("limit", "wrong", 1, belief), *(told("hold") for _ in range(4))],
        "mended": [told("limit", "wrong", 5, belief), *mended],
        "next": [missed._replace(puzzle="dp80-hold")],
    }.items():
        grid: Any = progress_grid(report(evidence), TODAY)
        picks = next_puzzles(evidence, 3, now=NOW, seed=1, among=bank.index())
        items: Any = practice_list(picks[:1])
        texts += [f"$ {name}", str(progress_figure(report(evidence), TODAY)["text"])]
        for row in grid["rows"]:
            cells = [f"{one.get('label', '')}{one.get('text', '')}" for one in row["cells"]]
            texts.append(" | ".join([row["name"], *cells]))
        rules = [rule["id"] for rule in items["items"][0]["rules"]] if name == "next" else []
        texts += [f"{items['items'][0]['text']} {rules}"] if rules else []
    golden("progress.txt", "\n".join(texts) + "\n")
