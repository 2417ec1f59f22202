"""What a hand can look forward to, told and drawn."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from ono_tutor import Play, Position, UnanswerableError, play, survive, threat
from ono_tutor.course.coach import review_play
from ono_tutor.game.turn import consequence, consequences
from ono_tutor.render.describe import format_chance
from ono_tutor.render.feedback import outcomes_feedback, outcomes_text, what_followed
from ono_tutor.render.play_table import facts, play_table, verdict_text
from ono_tutor.render.totals_picture import has_row, totals_figure
from ono_tutor.render.totals_text import BARRED, total_ranges, totals_around
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.survival_map import survival_map

DOUBLE = "1980 total=92 hand=7,H,-10,O owes=2"
LUCK = "2022 total=97 hand=7,1,O,O owes=2"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(17, 46), "about 37 in 100 (17/46)"),
        (Fraction(1, 4), "25 in 100 (1/4)"),
        (Fraction(1), "100 in 100 (1/1)"),
        (Fraction(0), "0 in 100 (0/1)"),
        (Fraction(1, 1000), "less than 1 in 100 (1/1000)"),
        (Fraction(999, 1000), "about 99 in 100 (999/1000)"),
    ],
)
def test_a_chance_is_told_exactly_and_in_a_hundred(chance, words):
    """The fraction is exact; about none or all is said of no chance that is neither."""
    assert format_chance(chance) == words


@pytest.mark.parametrize(
    ("line", "start"),
    [
        (DOUBLE, "You survive for certain, whatever you draw."),
        (LUCK, "You survive only with luck: the chance is about 35 in 100 (19/54)."),
        ("2022 total=98 hand=7,7,7,8", "You cannot survive"),
        ("ninety-nine total=53 hand=2,A,10", "You can play without losing a point."),
        ("ninety-nine total=65 hand=5,6,7", "Every card costs you a point or more."),
    ],
)
def test_the_verdict_is_a_sentence_with_the_exact_chance(line, start):
    """Certain, possible with luck or lost, in the words of the game."""
    assert str(verdict_text(survive(Position.parse(line)))).startswith(start)


def rows_of(position):
    """The rows of a position's feedback by play."""
    read = position.rules.read_play
    return {read(row["play"]): row for row in outcomes_feedback(position)["cards"]}


def _standing(chance):
    if chance is None:
        return "barred"
    return "safe" if chance == 1 else "risk" if chance else "lost"


@pytest.mark.parametrize(
    "line", [DOUBLE, LUCK, "ninety-nine total=53 hand=2,A,10", "2022 hand=O,O,O,O"]
)
def test_every_play_has_a_row_with_the_engine_s_total_and_chance(line):
    """What the rows say is what the engine answers, play by play."""
    position = Position.parse(line)
    answer, found = survive(position), {item.play: item for item in consequences(position)}

    rows = rows_of(position)
    for play_, row in rows.items():
        chance = answer.chance_of(play_) if found[play_].effect else None
        assert row["outcome"] == _standing(chance)
        assert row["chance"] == (format_chance(chance) if row["outcome"] == "risk" else None)
    assert list(rows) == list(found)


@pytest.mark.parametrize(
    ("line", "word", "said"),
    [
        (DOUBLE, "H", "The total is 92. Player 1 is next and plays two cards."),
        (DOUBLE, "-10", "The total is 82. Play one more card."),
        ("1980 total=4 hand=-10,9,9,8", "-10", "The total is −6. Player 1 is next and plays one card."),
        ("1980 total=98 hand=7,7,7,8", "7", "The total is 105, and you lose the round."),
        ("2022 total=98 hand=7,7,7,8 players=3", "out", "The total is 98; you are out, and Player 1 is next."),
        ("ninety-nine total=89 hand=J,4,5", "J", "The total is 99, and the round ends."),
        ("ninety-nine total=40 hand=J,4,5", "J", "The total is 50, and it is your turn again."),
        ("ninety-nine total=95 hand=J,4,5", "J", "The total is 105, and you lose the round."),
    ],
)  # fmt: skip
def test_the_facts_of_a_play_are_the_total_who_is_next_and_what_is_owed(line, word, said):
    """The new total, whose turn it is then and how many cards that player owes."""
    position = Position.parse(line)

    assert str(facts(consequence(position, position.rules.read_play(word)))) == said


@pytest.mark.parametrize(
    ("line", "word", "text"),
    [
        ("1980 total=88 hand=5,9,9,8", "5", "The total is 93. Player 1 is next and plays one card."),
        (DOUBLE, "-10", "The Minus Ten makes the total 82; then the 7 is safe as your second card."),
        ("1980 total=98 hand=7,7,7,8", "7", "The 7 makes the total 105. Only 98 or less is safe, so you lose."),
    ],
)  # fmt: skip
def test_the_new_total_is_said_once(line, word, text):
    """Where the facts and the reason say the same, only one of them is told."""
    position = Position.parse(line)

    assert rows_of(position)[position.rules.read_play(word)]["text"] == text


def test_the_feedback_has_every_part_that_the_view_draws():
    """Headline, text, a row a card with its outcome, chance and reason, words, and the text form."""
    feedback = outcomes_feedback(Position.parse(LUCK))

    one = feedback["cards"][1]
    assert feedback["state"] == "info"
    assert feedback["text"] == "The next card is one of 108 that you cannot see."
    assert (one["play"], one["outcome"], one["chance"]) == ("1", "risk", "about 35 in 100 (19/54)")
    assert one["text"].startswith(
        "The 1 makes the total 98, and then no other card of yours is safe"
    )
    assert feedback["cards"][0]["chance"] is None
    assert feedback["say"] == "At 97: possible with luck, about 35 in 100 (19/54)."
    lines = outcomes_text(Position.parse(LUCK)).splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("  1: survives with luck, about 35 in 100 (19/54). The 1 makes")


def test_a_hidden_hand_has_no_answer_but_is_no_error():
    """Where cards are hidden it is said whose, and what to do about it."""
    feedback = outcomes_feedback(Position.parse("1980 total=92 hand=?4"))

    assert feedback["headline"] == "Your hand is hidden."
    assert "Choose your cards" in feedback["text"]
    assert feedback["cards"] == []
    with pytest.raises(UnanswerableError):
        reasons(Position.parse("1980 total=92 hand=?4"))


def test_cards_shown_among_hidden_ones_are_judged_as_far_as_they_can_be():
    """A safe card can be played; one that loses only if none of the hidden ones is safe."""
    feedback = outcomes_feedback(Position.parse("1980 total=92 hand=3,9,?2 played=-10"))

    assert [(row["play"], row["outcome"]) for row in feedback["cards"]] == [
        ("3", "safe"),
        ("9", "barred"),
    ]


def test_what_a_play_led_to_is_told_with_the_danger_for_the_next_player():
    """The events in order, then the exact chance that the next player does not survive."""
    position = Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3")
    danger = next(item for item in threat(position).dangers if str(item.play) == "H")

    texts = list(map(str, what_followed(play(position, "H"), danger)))

    assert texts[0] == "You play a Hold: the total is 92."
    assert texts[-1].startswith("The chance that Player 1 does not survive is about 15 in 100")


BY_TOTAL = "What each card does, by total"
BY_MAP = "The chance to survive a double, by total"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        (LUCK, BY_MAP),
        (DOUBLE, BY_MAP),
        ("1980 total=92 hand=7,H,-10,O", BY_TOTAL),
        ("1980 total=-40 hand=7,H,-10,O", BY_TOTAL),
        ("1980 total=92 hand=7,H,-10 owes=2", BY_TOTAL),
        ("1980 total=92 hand=7,H,-10,O owes=2 seen=7", BY_TOTAL),
        ("1980 total=92 hand=7,H,-10,O owes=2 draw=7", BY_TOTAL),
        ("1980 total=92 hands=7,H,-10,O/9,9,8,8 owes=2", BY_TOTAL),
        ("1980 total=92 hand=7,H,-10,O played=9", BY_TOTAL),
        ("ninety-nine total=53 hand=2,A,10", BY_TOTAL),
        ("1980 total=92 hand=?4", None),
        ("1980 total=92 hands=/7,8,9,9", None),
    ],
)
def test_a_hand_has_its_row_of_the_map_or_a_line_for_each_card(line, title):
    """A full hand under a double alone has its row; with more known or less held each card has a
    line; a hidden or empty hand has no figure. Any number of pictures can share a page."""
    position = Position.parse(line)
    figure = totals_figure(position)

    assert (figure and figure["title"]) == title
    assert has_row(position) is (title == BY_MAP)
    if figure:
        tree = ElementTree.fromstring(figure["svg"])
        assert tree[0].text == title
        assert not [node for node in tree.iter() if node.get("id")]


def test_the_present_total_is_marked_in_the_row():
    """The figure says the chance at the total on the table, and the whole row in words."""
    figure = totals_figure(Position.parse(LUCK))

    assert "At 97: 38 in 108" in figure["svg"]
    assert figure["text"].startswith("Surviving a double with a 7, a 1, an ONO 99 and an ONO 99:")


@pytest.mark.parametrize("total", [80, 88, 92, 97, 98])
@pytest.mark.parametrize("hand", ["7,9,O,10", "R,4,4,9", "O,O,O,2", "-10,D,6,6"])
def test_the_row_that_is_drawn_is_the_survival_map_s(hand, total):
    """At each total the position's own answer is the map's chance for that hand."""
    position = Position.parse(f"1980 total={total} hand={hand} owes=2 players=3")

    assert has_row(position)
    assert survival_map(position.rules).chance(position.hand, total) == survive(position).chance


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
    position = Position.parse(line)
    first, last = totals_around(position)

    for found, ranges in total_ranges(position).items():
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


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (
            "ace as 1",
            "The total is 66, and the round ends. The ace as 1 makes the total exactly 66: every "
            "other player loses 1 point. The ace as 1 wins the game.",
        ),
        (
            "2",
            "The total is 130, and you lose the round. The 2 makes the total 130, which goes past 66 "
            "and over 99: you lose the round and 1 point. The 2 puts you out of the game.",
        ),
    ],
)
def test_the_last_points_are_told_once(card, text):
    """Nobody is said to lose more points than they have, and who is out or wins is said."""
    position = Position.parse("ninety-nine total=65 hand=A,2,8 points=1/1")

    rows = {row.as_json()["name"]: row.text for row in play_table(position, review_play(position))}

    assert rows[card] == text
