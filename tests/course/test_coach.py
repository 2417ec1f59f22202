"""The coach: one judgement, by what could be known, and never by luck."""

from fractions import Fraction
from itertools import count
from random import Random

import pytest
import strategies

from ono_tutor import Position, UnanswerableError, survive, value
from ono_tutor.course.coach import (
    PlayReview,
    ScoredPlay,
    advice,
    cost_text,
    double_text,
    explanation,
    format_often,
    headline,
    review_play,
)
from ono_tutor.game.legal import playable
from ono_tutor.i18n import _
from ono_tutor.solver.certain import unit_of
from ono_tutor.solver.survive import turn_chances
from ono_tutor.solver.value import Grade, PlayValue, Source, Values, grade_of

ERROR = 0.02
"""The error of every difference in a review that a test makes up."""


def reviewed(line, word, worths, *, rounds=1000):
    """A play among others of which each is worth so much, as if rounds had told it."""
    position = Position.parse(line)
    unit, effects, chances = unit_of(position), playable(position), turn_chances(position)
    plays = {position.rules.read_play(each): worth for each, worth in worths.items()}
    assert set(plays) == set(chances)
    best = max(plays.values())
    found = [
        PlayValue(
            play=play,
            value=worth,
            error=ERROR,
            source=Source.ROLLOUTS if rounds else Source.TABLE,
            cost=best - worth,
            cost_error=ERROR,
            grade=grade_of(best - worth, ERROR, unit),
            reason=_("It is the reason."),
        )
        for play, worth in sorted(plays.items(), key=lambda item: -item[1])
    ]
    scored = tuple(ScoredPlay(each, chances[each.play], effects.get(each.play)) for each in found)
    review = PlayReview(Values(position, unit, tuple(found), rounds), scored, scored[0])
    return review.with_chosen(position.rules.read_play(word))


def text(review, earlier=()):
    """All that the coach says of a play."""
    return " ".join(map(str, (headline(review), *explanation(review, earlier))))


FIRST = "1980 total=90 hand=8,3,O,O owes=2 players=3"
"""At 90 an 8 leaves 16 of 50 cards that save (no number), a 3 also the 11 from 2 to 5."""
FIRST_WORTHS = {"8": 0.3, "3": 0.5}
KEPT = "1980 total=60 hand=10,H,3,O players=4"
KEPT_WORTHS = {"10": 0.8, "H": 0.6, "3": 0.75}


# --- one judgement


@pytest.mark.parametrize(
    "line",
    ["1980 total=90 hand=H,D,8,3", "2022 total=90 hand=R,D,8,3 owes=2", "ninety-nine hand=2,A,10"],
)
def test_the_coach_says_what_value_says(line):
    """What each play is worth, what it costs and what that is called are those of ``value``."""
    found = value(line)
    review = review_play(found.position)
    assert review.values == found
    assert review.chosen.play == found.best
    assert [each.play for each in review.best] == [
        each.play for each in found.plays if each.grade is Grade.BEST
    ]


def test_the_opening_hold_is_not_praised():
    """Four players, total 0: the Hold costs several rounds in 100, though all survive this turn."""
    position = Position.parse("1980 total=0 hand=H,O,H,10 players=4")
    review = review_play(position, position.rules.read_play("H"))
    assert review.cost == value(position).of(review.chosen.play).cost > 0
    assert "The coach would play the 10." in text(review)


@pytest.mark.parametrize("seed", range(40))
def test_the_turn_is_reckoned_as_survive_does(seed):
    """In any position the exact chance of each play is the one that survive gives."""
    numbers, edition = Random(seed), "2022" if seed % 2 else "1980"
    positions = (Position.parse(strategies.line(numbers, edition)) for _ in count())
    position = next(each for each in positions if each.is_hand_known and not each.undrawn)
    assert turn_chances(position) == dict(survive(position).chances)


# --- the verdict

LOST = "1980 total=98 hand=9,8,7,O", {"9": 0, "8": 0, "7": 0}
EVEN = "ninety-nine total=29 hand=7,9,4"
POINTS = {"7": -1.2, "9": 0.2, "4": 0.9}
FORCED = "1980 total=98 hand=O,-10,O,O owes=2 seen=Hx4,Rx6,Dx2,-10x3"


@pytest.mark.parametrize(
    ("line", "word", "worths", "said"),
    [
        (FIRST, "3", FIRST_WORTHS, "That was the best play."),
        (FIRST, "8", FIRST_WORTHS, "The 3 saves you 54 times in 100, the 8 only 32 times."),
        (FIRST, "8", {"8": 0.49, "3": 0.5}, "No play was clearly better."),
        (KEPT, "10", {"10": 0.8, "H": 0.6, "3": 0.79}, "No play was clearly better."),
        (KEPT, "H", KEPT_WORTHS, "A blunder: the Hold costs you about 20 rounds in 100."),
        (KEPT, "3", KEPT_WORTHS, "A mistake: the 3 costs you about 5 rounds in 100."),
        ("1980 total=98 hand=H,8,7,O players=3", "H", {"H": 0.9}, "You had no choice."),
        (LOST[0], "9", LOST[1], "No card could save you."),
        ("2022 total=98 hand=9,8,7,O", "out", {"out": 0}, "No card could save you."),
        (FORCED, "-10", {"-10": 0.5}, "You had no choice."),
        ("1980 total=98 hand=-10,O,O,O owes=2", "-10", {"-10": 0.9}, "You had no choice."),
        (EVEN, "7", POINTS, "A blunder: the 7 costs you about 2.10 points."),
    ],
)
def test_the_verdict_comes_first(line, word, worths, said):
    """The headline is the verdict: praise only for what the coach would play as well."""
    assert str(headline(reviewed(line, word, worths))) == said


@pytest.mark.parametrize(
    ("line", "word", "worths", "said"),
    [
        (FIRST, "8", FIRST_WORTHS, ["A blunder: the 8 costs you about 20 rounds in 100."]),
        (FIRST, "3", FIRST_WORTHS, ["You survive this turn 54 times in 100; no card does better."]),
        (FIRST, "8", {"8": 0.5, "3": 0.3}, ["You survive this turn 32 times in 100. Another card is safer now."]),
        (KEPT, "H", {"10": 0.8, "H": 0.6, "3": 0.79}, ["The coach would play the 10, and would do about as well with the 3."]),
        (EVEN, "7", POINTS, ["It is the reason.", "The 4 takes 1 point from everybody else.", "The coach would play the 4."]),
        (*LOST[:1], "9", LOST[1], []),
    ],
)  # fmt: skip
def test_the_reason_is_what_is_exact_then_the_better_card(line, word, worths, said):
    """What the turn or the points say is exact; of a lost turn alone nothing is said."""
    assert [str(each) for each in explanation(reviewed(line, word, worths))] == said
    by_table = explanation(reviewed(KEPT, "H", KEPT_WORTHS, rounds=0))
    assert str(by_table[0]) == "It is the reason."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1980 total=80 hand=H,3,7,O players=4", None),
        ("1980 total=90 hand=H,3,8,O players=4", "at 98 next turn, you survive for certain."),
        ("1980 total=90 hand=H,3,8,O", "at 93 next turn, you survive for certain."),
        ("1980 total=90 hand=8,3,O,O owes=2 players=4", None),
        ("ninety-nine total=92 hand=3,4,9", None),
    ],
)
def test_a_double_is_spoken_of_only_where_it_may_come_near_the_limit(line, said):
    """With two players the double comes at the total that was left, with more at 98 at most."""
    worths = {str(play): 0.5 for play in turn_chances(Position.parse(line))}
    told = double_text(reviewed(line, "3", worths))
    assert told is None if said is None else str(told).endswith(said)


# --- a lost round

DRAWN = "1980 total=93 hand=8,9,O,O played=3 players=3 seen=3"
RISKED = "1980 total=98 hand=9,3,O,O played=8 players=3 seen=8"
BEFORE = "1980 total=95 hand=3,10,10,O owes=2 seen=Hx4,Rx6,Dx2,-10x4"
NONE_FOUND = "The coach found no mistake of yours in this round."


@pytest.mark.parametrize(
    ("last", "earlier", "said"),
    [
        ((DRAWN, "8", {"8": 0.0, "9": 0.0}), [(FIRST, "3", FIRST_WORTHS)],
         f"No card could save you. The draw was against you: with that hand you survive 54 times in 100. {NONE_FOUND}"),
        ((RISKED, "9", {"9": 0.0, "3": 0.0}), [(FIRST, "8", FIRST_WORTHS)],
         "No card could save you. The 8, your first card of this turn, put it at risk. The 3 saves you 54 times in 100, the 8 only 32 times."),
        ((LOST[0], "9", LOST[1]), [(KEPT, "3", KEPT_WORTHS), (KEPT, "H", KEPT_WORTHS)],
         "No card could save you. What cost you most in this round was the Hold at 60: about 20 rounds in 100 (an estimate)."),
        ((BEFORE, "3", {"3": 0.0}), [], f"No card can save you this turn. {NONE_FOUND}"),
    ],
)  # fmt: skip
def test_a_lost_round_is_laid_at_the_draw_the_turn_or_the_costliest_play(last, earlier, said):
    """The best first card is not blamed, a worse one is; else the play that cost most is named."""
    assert text(reviewed(*last), [reviewed(*each) for each in earlier]) == said


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("5/1", "From 32 to 42 it goes past 33, which costs 1 point. The ace as 1 wins the game."),
        ("1/1", "From 32 to 42 it goes past 33, which costs 1 point. You have only 1 point left, so "
         "you are out of the game. The ace as 1 wins the game. The coach would play the ace as 1."),
    ],
)  # fmt: skip
def test_the_last_points_are_told_as_the_last(points, said):
    """Who could have won the game hears so, and who is out by a play as well."""
    position = Position.parse(f"ninety-nine total=32 hand=A,J,9 points={points}")
    told = " ".join(map(str, explanation(review_play(position, position.rules.read_play("J")))))
    assert told.startswith(said)


def test_a_better_card_that_pays_as_much_has_its_reason():
    """Jack and king both lose a point; it is told that the rest of the round parts them."""
    worths = {"J": -1.9, "K": -0.9, "Q": -0.91}
    said = text(reviewed("ninety-nine total=32 hand=J,K,Q", "J", worths))
    assert "The king does the same to the points now, but is worth about 1.00 points more" in said


# --- advice


@pytest.mark.parametrize(
    ("worths", "said"),
    [
        ((0.8, 0.6, 0.7), "The coach would play the 10."),
        ((0.8, 0.6, 0.79), "The coach would play the 10, and would do about as well with the 3."),
        ((0.8, 0.8, 0.79), "No play is clearly better than another here."),
    ],
)
def test_equally_good_plays_are_all_named(worths, said):
    """If several plays are as good within the error, the coach names them."""
    by_play = dict(zip(("10", "H", "3"), worths, strict=True))
    assert str(advice(reviewed(KEPT, "10", by_play))) == said


@pytest.mark.parametrize(
    ("line", "verdict", "told"),
    [
        ("1980 total=95 hands=H,9,2,9/10,10,10,8", "the 2 and the Hold are equally good, for certain", "All your plays are equally good, for certain."),
        ("1980 total=98 hand=9,8,7,O", "every one of them loses the round", "No card can save you this turn."),
    ],
)  # fmt: skip
def test_plays_proved_equal_are_told_as_equal(line, verdict, told):
    """Where the value of the best plays is certain, nothing is left open."""
    review = review_play(Position.parse(line))
    assert str(cost_text(review)) == f"No play was better: {verdict}."
    assert str(advice(review)) == told


@pytest.mark.parametrize(
    ("chance", "said"),
    [("1", "for certain"), ("0", "in no case"), ("13/46", "28 times in 100"), ("1/101", "once in 100"),
     ("1/900", "less than once in 100"), ("899/900", "more than 99 times in 100")],
)  # fmt: skip
def test_chances_are_told_in_hundredths(chance, said):
    """A chance is told as so many times in 100."""
    assert str(format_often(Fraction(chance))) == said


def test_what_cannot_be_reviewed():
    """A hand that is not shown is nobody's choice to judge; an illegal play has no cost."""
    with pytest.raises(UnanswerableError):
        review_play(Position.parse("1980 total=60 hands=?4/?4"))
    position = Position.parse("1980 total=98 hand=H,8,8,8")
    with pytest.raises(KeyError):
        review_play(position, position.rules.read_play("8"))
