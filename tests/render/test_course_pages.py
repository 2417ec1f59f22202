"""A learner's progress as a table, and as a list of what to practise next."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import cycle
from typing import Any

from course.answering import judged

from ono_tutor.course.answer_store import AnswerRecord
from ono_tutor.course.progress import summary
from ono_tutor.course.schedule import next_puzzles
from ono_tutor.course.strength import Report, report, titles
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.course_pages import practice_list, progress_grid
from ono_tutor.render.describe import join_sentences
from ono_tutor.rules.book import misconceptions, rule_points

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)

PUZZLES = cycle(bank.index())


def told(points: str, mark: str = "right", days_ago: int = 0, mistakes: str = "") -> AnswerRecord:
    """An answer so many days ago, to a puzzle of its own."""
    at = f"{TODAY - timedelta(days_ago)}T10:00:00.000Z"
    return judged(at, next(PUZZLES), mark, points, mistakes)


def everything() -> Report:
    """A learner who met all there is, and held every misconception."""
    all_points = " ".join(name for name in rule_points() if name not in UNASKABLE)
    wrong = [told("", "wrong", 3, name) for name in misconceptions()]
    return report([*wrong, *(told(all_points, "right", day) for day in (2, 1))])


def test_who_has_answered_nothing_has_no_table() -> None:
    """There is no table and no list yet."""
    assert progress_grid(report([]), TODAY) is None
    assert practice_list(()) is None


def test_every_rule_point_that_can_be_asked_is_in_the_table() -> None:
    """Met or not, none is left out; a strength has a bar."""
    rows: Any = progress_grid(everything(), TODAY)
    names = {row["name"] for row in rows["rows"]}

    assert {str(titles()[name]) for name in rule_points() if name not in UNASKABLE} <= names
    assert all(0 <= row["cells"][2]["done"] <= 1 for row in rows["rows"])


def test_the_words_the_table_and_what_comes_next(golden) -> None:
    """The summary in words, and each rule point with its counts and days.

    Rule points by strength, then misconceptions, unless they are mended, then what is not met.
    """
    belief, missed = "limit-99-is-safe", told("double-reply", "wrong", 2)
    mended = [replace(told("limit"), traps=(belief,)) for _ in range(6)]
    texts = []
    for name, evidence in {
        "weak and growing": [told("limit", "wrong", 1, belief), told("hold")],
        "missed": [told("limit", "wrong", 3), told("limit", "right", 2), told("reverse")],
        "strong": [told("limit", "wrong", 1, belief), *(told("hold") for _ in range(4))],
        "mended": [told("limit", "wrong", 5, belief), *mended],
        "next": [replace(missed, puzzle="dp80-hold")],
    }.items():
        grid: Any = progress_grid(report(evidence), TODAY)
        picks = next_puzzles(evidence, 3, now=NOW, seed=1, among=bank.index())
        items: Any = practice_list(picks[:1])
        texts += [f"$ {name}", join_sentences(summary(report(evidence), TODAY))]
        for row in grid["rows"]:
            cells = [f"{one.get('label', '')}{one.get('text', '')}" for one in row["cells"]]
            texts.append(" | ".join([row["name"], *cells]))
        rules = [rule["id"] for rule in items["items"][0]["rules"]] if name == "next" else []
        texts += [f"{items['items'][0]['text']} {rules}"] if rules else []
    golden("progress.txt", "\n".join(texts) + "\n")
