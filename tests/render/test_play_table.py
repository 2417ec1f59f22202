"""What the plays of a hand come to, in each game and along the totals: told and drawn."""

from fractions import Fraction

import pytest
from render.pictures import check_picture

from ono_tutor import Play, Position, survive
from ono_tutor.course.coach import review_play
from ono_tutor.game.turn import consequences
from ono_tutor.render.comparison import (
    comparison_aloud,
    comparison_grid,
    comparison_text,
    difference_feedback,
)
from ono_tutor.render.describe import format_chance, position_text
from ono_tutor.render.feedback import outcomes_feedback, play_table
from ono_tutor.render.totals import BARRED, total_ranges, totals_around, totals_figure
from ono_tutor.solver.compare import compare

DOUBLE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
LUCK = "2022 total=97 hand=7,1,O,O owes=2"
LINES = [
    DOUBLE,
    LUCK,
    "1980 total=6 hand=-10,9,9,8",
    "1980 total=98 hand=7,7,7,8",
    "1980 total=97 hand=5,5,5,7 owes=2",
    "1980 total=92 hand=?4",
    "1980 total=92 hands=7,9,8,9/3,9,?2 played=-10 turn=1",
    "1980+ono-on-zero=turn+ono99=suicide total=5 hands=2,4,5/-/3,3,9/?4 turn=2 dir=ccw draw=7 "
    "seen=9 played=8 undrawn=2 chips=3/-/2/1",
    "1980+scoring=points total=9 hands=2,4,5,5/?4/?4 points=7/8/9",
    "2022 hand=O,O,O,O",
    "2022 total=98 hand=7,7,7,8 players=3",
    "2022+nobody-can-play=last-to-play total=97 hand=R,D,7,-10 owes=2",
    "ninety-nine total=30 hand=10,J,4",
    "ninety-nine total=53 hand=2,A,10",
    "ninety-nine total=65 hand=5,6,7",
    "ninety-nine total=89 hands=J,4,5/?3/- points=2/5/0",
    "ninety-nine total=-4 hand=10,7,3 points=5/5",
]


def test_what_is_told_of_a_hand(golden):
    """The position, the verdict, a line a play, what is spoken, the totals and the games."""
    texts = []
    for position in map(Position.parse, LINES):
        feedback, figure = outcomes_feedback(position), totals_figure(position)
        texts += [f"$ {position}", position_text(position, 0), feedback["headline"]]
        texts += [f"  {row['name']}: {row['label']}. {row['text']}" for row in feedback["cards"]]
        texts += [f"text: {feedback['text']}", f"say: {feedback['say']}"]
        texts += [f"figure: {figure['title']}: {figure['text']}"] if figure else []
        if position.is_hand_known:
            found = compare(position)
            told = difference_feedback(found) or {"headline": "Alike", "rules": ()}
            ids = [rule["id"] for rule in told["rules"]]
            texts += [comparison_text(found), comparison_aloud(found), f"{told['headline']} {ids}"]
    golden("plays.txt", "\n".join(texts) + "\n")


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(17, 46), "about 37 in 100 (17/46)"),
        (Fraction(1, 4), "25 in 100 (1/4)"),
        (Fraction(1), "100 in 100"),
        (Fraction(0), "0 in 100"),
        (Fraction(1, 1000), "1 in 1,000 (1/1000)"),
        (Fraction(999, 1000), "999 in 1,000 (999/1000)"),
    ],
)
def test_a_chance_is_told_exactly_and_in_a_hundred(chance, words):
    """The fraction is exact; about none or all is said of no chance that is neither."""
    assert format_chance(chance) == words


@pytest.mark.parametrize(
    "line", [DOUBLE, LUCK, "ninety-nine total=53 hand=2,A,10", "2022 hand=O,O,O,O"]
)
def test_every_play_has_a_row_with_the_engine_s_chance(line):
    """What the rows say is what the engine answers, play by play."""
    position = Position.parse(line)
    answer, found = survive(position), consequences(position)

    rows = [row.as_json() for row in play_table(position)]

    assert [row["play"] for row in rows] == [str(item.play) for item in found]
    for row, item in zip(rows, found, strict=True):
        chance = answer.chance_of(item.play)
        outcome = "safe" if chance == 1 else "risk" if chance else "lost"
        assert row["outcome"] == (outcome if item.effect else "barred")
        assert row["chance"] == (format_chance(chance) if outcome == "risk" else None)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("ace as 1", "exactly 66: every other player loses 1 point. The ace as 1 wins the game."),
        ("2", "over 99: you lose the round and 1 point. The 2 puts you out of the game."),
    ],
)
def test_the_last_points_are_told_once(card, text):
    """Nobody is said to lose more points than they have, and who is out or wins is said."""
    position = Position.parse("ninety-nine total=65 hand=A,2,8 points=1/1")

    rows = {row.as_json()["name"]: row.text for row in play_table(position, review_play(position))}

    assert rows[card].endswith(text)
    assert rows[card].count("1 point") == 1


# ---- along the totals ----


BY_TOTAL = "What each card does, by total"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        (LUCK, BY_TOTAL),
        ("1980 total=-40 hand=7,H,-10,O", BY_TOTAL),
        ("1980 total=92 hands=7,H,-10,O/9,9,8,8 owes=2 draw=7", BY_TOTAL),
        ("ninety-nine total=53 hand=2,A,10", BY_TOTAL),
        ("1980 total=92 hand=?4", None),
        ("1980 total=92 hands=/7,8,9,9", None),
    ],
)
def test_a_hand_has_a_line_for_each_card(line, title):
    """A hidden or empty hand has no figure. Any number of pictures can share a page."""
    position = Position.parse(line)
    figure = totals_figure(position)

    assert (figure and figure["title"]) == title
    if figure:
        assert check_picture(figure["svg"], figure["text"])[0].text == title


@pytest.mark.parametrize(
    "line",
    [
        "1980 total=92 hand=7,H,-10,O",
        "ninety-nine total=53 hand=2,A,10",
        "2022 total=4 hand=-10,7,R,D",
    ],
)
def test_the_lines_say_what_the_engine_says_at_each_total(line):
    """At every total drawn the line of a play is its chance, its points, or that it is barred."""
    first, last = totals_around(Position.parse(line))

    for found, ranges in total_ranges(Position.parse(line)).items():
        worths = {t: part.worth for part in ranges for t in range(part.first, part.last + 1)}
        assert list(worths) == list(range(first, last + 1))
        for total, worth in worths.items():
            assert worth == _slow_worth(line, total, found)


def _slow_worth(line, total, word: Play):
    at = " ".join(f"total={total}" if w.startswith("total=") else w for w in line.split())
    found = next(item for item in consequences(Position.parse(at)) if item.play == word)
    if not found.is_legal:
        return BARRED
    return found.effect.costs or survive(Position.parse(at)).chance_of(word)


# ---- in each game ----


def test_a_card_that_the_rule_sets_treat_unlike_is_marked():
    """Minus ten at 6 gives −4 in 1980 and 0 in 2022 (rule minus-ten); a nine is no different."""
    grid = comparison_grid(compare(Position.parse("1980 total=6 hand=-10,9,8,7")))

    marked = {row["name"]: [cell["differs"] for cell in row["cells"]] for row in grid["rows"]}
    assert {name: row for name, row in marked.items() if any(row)} == {
        "Minus Ten": [False, True, False]
    }
    assert [row["name"] for row in grid["rows"] if row["differs"]] == ["Minus Ten"]
