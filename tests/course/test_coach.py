"""What a play cost: exact, by what could be known, and never by luck."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
import strategies

from ono_tutor import Position, UnanswerableError, legal_plays, survive, value
from ono_tutor.course.coach import (
    Measure,
    PlayReport,
    advise,
    appraise,
    expected_loss,
    over_the_round,
)
from ono_tutor.course.coach_feedback import advice, chances, explanation, headline, limits, points
from ono_tutor.rules.judgement import Effect
from ono_tutor.solver.keep import keep


def judged(line, word, **known):
    position = Position.parse(line)
    return appraise(position, position.rules.read_play(word), **known)


# --- the turn


def test_the_cost_is_the_chance_that_the_best_play_has_more():
    """At 90 an 8 leaves 16 of 50 cards that save (no number), a 3 also the 11 from 2 to 5."""
    found = judged("1980 total=90 hand=8,3,O,O owes=2 players=3", "8")

    assert (found.measure, found.cost) == (Measure.TURN, Fraction(11, 50))
    assert [str(weight.play) for weight in found.best] == ["3"]


def test_the_best_play_costs_nothing():
    """The play with the best chance costs nothing, although it may still fail."""
    found = judged("1980 total=90 hand=8,3,O,O owes=2 players=3", "3")

    assert found.is_best
    assert (found.measure, found.cost, found.chosen.figures[0]) == (None, 0, Fraction(27, 50))


def test_a_lost_turn_costs_nothing_more():
    """Where every card loses, none is to blame (rule bust)."""
    found = judged("1980 total=98 hand=9,8,7,O players=3", "9")

    assert found.is_best
    assert not found.had_choice


def test_with_the_draw_pile_used_up_one_of_the_discards_comes():
    """With no card left to draw the next one is a discard, or the card just played: 1 Hold of 3."""
    line = "1980 total=90 hand=8,3,O,O owes=2 players=3 seen=H,9"

    found = judged(line, "8", pile_left=0)

    assert {str(w.play): w.figures[0] for w in found.weights}["8"] == Fraction(1, 3)


@pytest.mark.parametrize("seed", range(60))
def test_the_turn_is_weighed_as_survive_reckons_it(seed):
    """In any position the first figure of each play is the chance that survive gives."""
    position = Position.parse(strategies.line(Random(seed), "2022" if seed % 2 else "1980"))
    if not position.is_hand_known or position.undrawn:
        return
    answer = survive(position)

    found = advise(position)

    assert {w.play: w.figures[0] for w in found.weights} == dict(answer.chances)
    assert found.chosen.figures[0] == answer.chance


# --- what is kept


def test_giving_away_the_last_reply_costs_what_it_would_have_saved():
    """Without the Hold 13 of 50 cards survive a double at 98: 9 replies and 4 Minus Tens."""
    found = judged("1980 total=60 hand=10,H,3,O players=4", "H")

    assert (found.measure, found.cost) == (Measure.DOUBLE, 1 - Fraction(13, 50))


def test_what_is_kept_is_what_keep_reckons_at_the_highest_total():
    """The second figure is that of keep with the total at 98, whatever it is now."""
    line = "2022 total=40 hand=10,4,-10,O players=4"
    kept = dict(keep(Position.parse(line), 500).chances)

    assert {w.play: w.figures[1] for w in judged(line, "4").weights} == kept


@pytest.mark.parametrize(
    ("line", "word", "left"),
    [
        ("1980 total=60 hand=10,H,3,O owes=2 players=4", "10", None),
        ("2022+dump=free total=60 hand=O,O,O,O players=4", "OOOO", None),
        ("1980 total=60 hand=10,H,3,O players=4", "10", 0),
    ],
)
def test_what_is_kept_is_left_out_where_it_is_not_known(line, word, left):
    """Two cards owed, a dump that is no turn, and a draw pile used up are weighed by the turn."""
    assert judged(line, word, pile_left=left).measures == (Measure.TURN,)


# --- points


def test_landing_on_a_mark_is_weighed_against_crossing_it():
    """From 29 a 4 lands on 33: the other loses 1, and may answer with a 2 (66); a 7 costs 1."""
    may_answer = 1 - Fraction(45 * 44 * 43, 49 * 48 * 47)

    found = judged("ninety-nine total=29 hand=7,9,4 players=2", "7")

    assert (found.measure, found.cost) == (Measure.POINTS, 2 - may_answer)


@pytest.mark.parametrize("word", ["K", "9", "10-10", "2"])
def test_the_expected_loss_is_that_of_every_hand(word):
    """Each hand of three that the next player may hold counts alike, its best card played."""
    position = Position.parse(f"ninety-nine total=23 hand=9,2,{word.partition('-')[0]} players=3")
    play = position.rules.read_play(word)
    effect = position.rules.judge(play, position.moment)
    cards = list(position.unseen().elements())
    then = position.rules.next_moment(position.moment, play, effect)

    def taken(hand):
        judged = [position.rules.judge(p, then) for p in position.rules.plays_of_hand(hand)]
        return max(0, *(e.costs_others - e.costs for e in judged if isinstance(e, Effect)))

    hands = list(combinations(cards, 3))

    assert expected_loss(position, play, effect) == Fraction(sum(map(taken, hands)), len(hands))


def test_nobody_takes_points_after_a_round_or_before_the_own_turn():
    """A card that ends the round, and with two players a Jack, leaves nobody to take points."""
    for line, word in [
        ("ninety-nine total=89 hand=K,J,9 players=3", "K"),
        ("ninety-nine total=13 hand=K,J,9 players=2", "J"),
    ]:
        position = Position.parse(line)
        play = position.rules.read_play(word)

        assert expected_loss(position, play, position.rules.judge(play, position.moment)) == 0


@pytest.mark.parametrize(
    ("line", "word", "now"),
    [
        ("ninety-nine total=29 hand=7,9,4 players=2", "7", True),
        ("ninety-nine total=48 hand=7,6,9 players=6", "7", False),
        ("1980 total=90 hand=8,3,O,O owes=2 players=3", "8", True),
        ("1980 total=60 hand=10,H,3,O players=4", "H", False),
    ],
)
def test_what_is_lost_now_is_told_apart_from_what_may_follow(line, word, now):
    """A chance or point of this turn is another thing than one that only the others may take."""
    found = judged(line, word)

    assert not found.is_best
    assert found.weightiness[0] is now


# --- the value over the round


@pytest.mark.parametrize(
    ("line", "word", "grade"),
    [
        ("1980 total=90 hand=H,D,8,3", "H", "A blunder: the Hold costs you about"),
        ("2022 total=90 hand=R,D,8,3 owes=2", "3", "A mistake: the 3 costs you about"),
        ("ninety-nine total=50 hand=2,A,10", "10-10", "A mistake: the 10 as −10 costs you about"),
    ],
)
def test_between_two_players_a_play_is_called_by_what_it_costs_over_the_round(line, word, grade):
    """What no figure of this turn tells is told by the table of values, and called an estimate."""
    found = over_the_round(judged(line, word))

    assert (found.measure, found.is_best, found.cost) == (Measure.ROUND, False, 0)
    assert str(headline(found)).startswith(grade)
    assert str(headline(found)).endswith("(an estimate).")
    assert found.best[0].play == value(found.position).best
    assert str(explanation(found)[-1]) == str(value(found.position).of(found.chosen.play).reason)


def test_what_is_exact_stays_the_headline():
    """A chance of this turn is told exactly and first; the estimate comes after it, as one."""
    found = over_the_round(judged("1980 total=90 hand=8,3,O,O owes=2", "8"))

    assert str(headline(found)) == "The 8 cost you 11 chances in 50."
    assert [("estimate" in str(text)) for text in explanation(found)] == [False, True]


def test_with_more_players_no_table_answers():
    """The coach has the exact measures alone; it never waits for rounds to be played on."""
    found = judged("1980 total=90 hand=H,D,8,3 players=3", "H")

    assert over_the_round(found) == found


# --- the count of a game


def test_the_costliest_play_is_of_the_turn_before_what_is_kept():
    """A chance of this turn weighs more than anything kept for later."""
    turn = judged("1980 total=90 hand=8,3,O,O owes=2 players=3", "8")
    kept = judged("1980 total=60 hand=10,H,3,O players=4", "H")
    good = judged("1980 total=60 hand=10,H,3,O players=4", "10")

    report = PlayReport().with_play(turn).with_play(kept).with_play(good)

    assert report == PlayReport(plays=3, best=1)
    assert turn.weightiness > kept.weightiness > good.weightiness


def test_laying_the_hand_down_is_no_play_that_counts():
    """Who can only lay the hand down has not chosen."""
    assert (
        PlayReport().with_play(judged("2022 total=98 hand=9,8,7,O players=3", "out"))
        == PlayReport()
    )


# --- the words


@pytest.mark.parametrize(
    ("line", "word", "said"),
    [
        ("1980 total=90 hand=8,3,O,O owes=2 players=3", "8", "The 8 cost you 11 chances in 50."),
        ("1980 total=90 hand=8,3,O,O owes=2 players=3", "3", "That was the best play."),
        (
            "1980 total=60 hand=10,H,3,O players=4",
            "H",
            "The Hold is safe now, but you'll want it later",
        ),
        ("1980 total=98 hand=9,8,7,O players=3", "9", "No play was better."),
        ("1980 total=98 hand=H,8,7,O players=3", "H", "You had no choice."),
        (
            "ninety-nine total=60 hand=K,9,9 players=2",
            "K",
            "The king cost you about 0.77 of a point.",
        ),
        ("ninety-nine total=29 hand=7,9,4 players=2", "7", "The 7 cost you about 1.77 points."),
    ],
)
def test_the_cost_is_said_in_a_sentence(line, word, said):
    """The headline names the card and what it cost."""
    assert str(headline(judged(line, word))).startswith(said)


def test_a_certain_play_is_named_where_it_was_missed():
    """The explanation names the best play and both chances."""
    said = str(explanation(judged("1980 total=90 hand=8,3,O,O owes=2 players=3", "8"))[0])

    assert said == ("With the 3 you survived 27 times in 50; with the 8, 8 times in 25.")


def test_luck_is_not_held_against_anybody():
    """After the best first card a second that cannot be saved is the draw's doing."""
    first = judged("1980 total=90 hand=8,3,O,O owes=2 players=3", "3")
    second = judged("1980 total=93 hand=8,9,O,O played=3 players=3 seen=3", "8")

    assert [str(s) for s in explanation(second, first)] == [
        "That was the best you could do; the draw was against you."
    ]


def test_a_risk_that_was_taken_is_named_and_the_second_card_is_not_blamed():
    """After a worse first card the second costs nothing, and the first is named."""
    first = judged("1980 total=90 hand=8,3,O,O owes=2 players=3", "8")
    second = judged("1980 total=98 hand=9,3,O,O played=8 players=3 seen=8", "9")

    assert "the 8 put the turn at risk" in str(explanation(second, first)[0])


def test_equally_good_plays_are_all_named():
    """Where two plays are as good, the coach names both."""
    said = str(advice(advise(Position.parse("1980 total=60 hand=10,H,3,O players=4"))))

    assert said == "The coach would play any of these, which are equally good: 10 and 3."


@pytest.mark.parametrize(
    "line", ["1980 total=60 hand=10,H players=4", "1980 hand=2,3 owes=2", "ninety-nine hand=9"]
)
def test_the_coach_says_what_is_not_looked_at(line):
    """Under every measure the limits are said."""
    assert "goes by what you can see" in str(limits(advise(Position.parse(line))))


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1, 4), "1 chance in 4"),
        (Fraction(8, 23), "8 chances in 23"),
        (Fraction(1753, 5778), "about 30 chances in 100"),
        (Fraction(1, 101), "about 1 chance in 100"),
        (Fraction(1, 900), "less than 1 chance in 100"),
    ],
)
def test_chances_are_told_exactly_where_the_numbers_are_small(chance, said):
    """Small numbers are exact, others are out of a hundred and say that they are about."""
    assert str(chances(chance)) == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (Fraction(1), "1 point"),
        (Fraction(3), "3 points"),
        (Fraction(1, 4), "about 0.25 of a point"),
        (Fraction(41, 20), "about 2.05 points"),
        (Fraction(1, 999), "less than 0.01 of a point"),
    ],
)
def test_points_are_told_in_hundredths(amount, said):
    """Whole points are exact, parts are told in hundredths."""
    assert str(points(amount)) == said


# --- what cannot be weighed


def test_a_hidden_hand_cannot_be_weighed():
    """A hand that is not shown is nobody's choice to judge."""
    with pytest.raises(UnanswerableError):
        advise(Position.parse("1980 total=60 hands=?4/?4"))


def test_a_play_that_may_not_be_made_cannot_be_weighed():
    """An illegal play has no cost."""
    with pytest.raises(KeyError):
        judged("1980 total=98 hand=H,8 players=2", "8")


@pytest.mark.parametrize("seed", range(40))
def test_some_play_is_always_the_best_and_costs_are_never_negative(seed):
    """In any position the coach's own play costs nothing, and no play less than nothing."""
    position = Position.parse(strategies.line(Random(f"coach/{seed}")))
    if not position.is_hand_known:
        return

    found = [appraise(position, play) for play in legal_plays(position)]

    assert any(item.is_best for item in found)
    assert all((item.cost == 0) == item.is_best and item.cost >= 0 for item in found)
