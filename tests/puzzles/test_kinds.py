"""Each kind of question: its answers, what is said of wrong ones, its errors and its hints."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
import slow_rules
import strategies
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from puzzles.made import puzzle
from solver import slow

from ono_tutor.errors import OnoError, UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.rules.book import rule_points

CHOICE = "1980 total=92 hand=7,5,9,O owes=2"
QUIET = "1980 total=90 hand=2,3,4,5"
RISK = "1980 total=95 hand=3,8,O,O owes=2 players=4"
WIN = "1980 total=84 hands=2,5,6,O/O,10,10,R draw=9,2,10,R,8,H,R,8,10,-10"
DANGER = "1980 total=95 hand=2,D,R,O players=3"
THREE = "1980 total=50 hand=7,R,D,H players=3"
DOUBLED = "1980 total=50 hand=7,R,D,H owes=2 players=3"
LAID_DOWN = "2022 total=95 hands=7,8,9,6/?4/-/?4 owes=2"
JACK = "ninety-nine total=20 hand=J,4,5"
LOSES = "1980 total=98 hand=7,8,9,5 players=3"
POINTS = "1980+scoring=points total=98 hands=7,8,9,5/O,D,2,7"
CROSSES = "ninety-nine total=29 hand=7,4,5 players=3"
DOWN = "ninety-nine total=76 hand=10,4,5 players=3"
JUMPS = "ninety-nine total=53 hand=2,4,5 players=3"


def scored(hand):
    """The line of a hand that is scored."""
    return f"1980+scoring=points hand={hand} players=3"


RIGHT = [
    # kind, line, plays: the answer as JSON, other words for it, a rule of the solution
    ("best-card", CHOICE, "", ["5"], ["five", ["5"]], "double-effect"),
    ("best-card", "1980 total=88 hand=2,3,D,O owes=2", "", ["2", "3"], ["3", "2 and 3"], ""),
    ("best-card", "ninety-nine total=31 hand=A,8,K", "", ["A+1"], ["ace as one"], ""),
    ("quiet", QUIET, "", "every card is safe", ["Every card is safe.", "all"], ""),
    ("chance", RISK, "", "8/25", ["16/50", "16 of 50", "32%", "0.32", Fraction(8, 25)], ""),
    ("line", WIN, "", None, ["5"], ""),
    ("threat", DANGER, "", ["2"], ["two"], ""),
    ("threat", "ninety-nine total=53 hand=2,A,10", "", ["A+11"], [], ""),
    ("next", THREE, "7", {"seat": 1, "owes": 1}, ["1 1"], "turn-order"),
    ("next", THREE, "R", {"seat": 2, "owes": 1}, [[2, 1]], "reverse"),
    ("next", THREE, "D", {"seat": 1, "owes": 2}, [], "double-effect"),
    ("next", "1980 total=50 hand=7,R,D,H", "R", {"seat": 1, "owes": 1}, [], "reverse-two-players"),
    ("next", DOUBLED, "7", {"seat": 0, "owes": 1}, [], "double-effect"),
    ("next", DOUBLED, "7 D", {"seat": 1, "owes": 2}, [], "double-effect"),
    ("next", DOUBLED, "H", {"seat": 1, "owes": 2}, [], "double-reply"),
    ("next", DOUBLED, "R", {"seat": 2, "owes": 2}, [], "double-reverse-target"),
    ("next", "2022 total=50 hand=7,R,D,1 owes=2 players=3", "D", {"seat": 1, "owes": 2}, [],
     "double-no-stack"),
    ("next", LAID_DOWN, "out", {"seat": 1, "owes": 1}, [], "double-eliminated"),
    ("next", f"{JACK} players=3", "J", {"seat": 2, "owes": 1}, [], "99-jack"),
    ("next", JACK, "J", {"seat": 0, "owes": 1}, [], "99-jack"),
    ("next", f"{JACK} players=3", "4", {"seat": 2, "owes": 1}, [], "99-four"),
    ("next", JACK, "4", {"seat": 1, "owes": 1}, [], "99-four"),
    ("pays", LOSES, "7", [1, 0, 0], ["1/0/0"], "chips"),
    ("pays", f"{LOSES} chips=0/3/3", "7", [0, 0, 0], ["nobody"], "chips"),
    ("pays", THREE, "7", [0, 0, 0], [], "number-cards"),
    ("pays", f"{POINTS} draw=3", "7", [8 + 9 + 5 + 3 + 25, 44], [], "points"),
    ("pays", CROSSES, "7", [1, 0, 0], [], "99-cross"),
    ("pays", CROSSES, "4", [0, 1, 1], [], "99-land-33-66"),
    ("pays", DOWN, "10-10", [0, 0, 0], [], "99-upward-only"),
    ("pays", JUMPS, "2", [3, 0, 0], [], "99-double-cross"),
    ("pays", f"{JUMPS} points=1/4/5", "2", [3, 0, 0], ["1 0 0"], "99-double-cross"),
    ("pays", "ninety-nine total=89 hands=J,4,5/-/?3/?3", "J", [0, 0, 2, 2], [], "99-land-99"),
    ("pays", "ninety-nine total=29 hands=7,4,5/3,4,5", "7 3", [0, 0], [], ""),
    ("score", scored("O,D,2,7"), "", 44, ["44 points"], "points"),
    ("score", scored("H,R,-10,D"), "", 60, [], "points"),
    ("score", scored("10,10,9,8"), "", 37, [], "points"),
    ("score", scored("O,O,2"), "", 57, [], "points"),
    ("score", scored("7"), "", 52, [], "points"),
    ("score", scored(""), "", 60, [], "points"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "ask", "right", "words", "rule"), RIGHT)
def test_the_answer_is_right_however_it_is_said(kind, line, ask, right, words, rule):
    """The computed answer and every way to say it are right, and a rule point stands behind it."""
    found = puzzle(kind, line, ask)
    assert right is None or found.answer_as_json() == right
    assert all(found.check(answer).is_right for answer in (found.answer_as_json(), *words))
    assert set(found.solution().rules) <= set(rule_points())
    assert rule in (*found.solution().rules, "")


WRONG = [
    # kind, line, plays, the answer given: what its text has, a rule of the check
    ("best-card", CHOICE, "", "9", ["The 9 makes the total 101, which loses", "5"], "limit"),
    ("best-card", "1980 total=94 hand=2,3,O,O owes=2", "", "3", ["32 in 100 (8/25). You do better with the 2, which gives you 36 in 100 (9/25)"], ""),
    ("best-card", CHOICE, "", "every card is safe", ["The 7 makes the total 99, and 99 already loses"], ""),
    ("best-card", "ninety-nine total=31 hand=A,8,K", "", "A+11", [], ""),
    ("quiet", QUIET, "", "2", ["But the others are as good", "95"], ""),
    ("chance", RISK, "", "16/54", ["all 54 cards of the deck", "8/25"], "double-effect"),
    ("chance", RISK, "", "12/50", ["left out the Minus Ten"], "double-effect"),
    ("chance", RISK, "", "19/50", ["counted the 2"], "double-effect"),
    ("chance", RISK, "", "34/50", ["chance of losing"], "double-effect"),
    ("chance", RISK, "", "0.321", ["close"], "double-effect"),
    ("line", WIN, "", "2", ["The 2 gives the win away", "You keep the win with the 5", "lose the round at 101"], ""),
    ("line", WIN, "", "5 R 2", ["The 2 gives the win away"], ""),
    ("line", WIN, "", "O", [], "ono99-card"),
    ("threat", DANGER, "", "D", ["63306/264845", "1683/6580"], "double-effect"),
    ("threat", DANGER, "", "O", ["You can never play an O'NO 99"], "ono99-card"),
    ("next", LAID_DOWN, "out", "2 1", ["is out and cannot play one card"], ""),
    ("pays", CROSSES, "7", "0 1 0",
     ["You: 1, not 0.", "Player 1: 0, not 1.", "36"], ""),
    ("pays", f"{JUMPS} points=1/4/5", "2", "2 0 0", [], ""),
    ("score", scored("O,D,2,7"), "", 69, ["not 69", "being put out"], "points"),
    ("score", scored("O,O,2"), "", 42, ["Missing cards score too"], "points"),
    ("score", scored("O,D,2,7"), "", 9, ["without a number score too"], "points"),
    ("score", scored("O,D,2,7"), "", 40, ["4 too few"], "points"),
    ("score", scored("O,D,2,7"), "", 50, ["6 too many"], "points"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "ask", "given", "parts", "rule"), WRONG)
def test_a_wrong_answer_is_told_what_is_wrong(kind, line, ask, given, parts, rule):
    """The text names the card, total, seat or slip, and a rule point."""
    check = puzzle(kind, line, ask).check(given)
    assert check.mark is Mark.WRONG
    assert [part for part in parts if part not in str(check)] == []
    assert rule in (*check.rules, "")


@pytest.mark.parametrize(
    ("kind", "line", "ask", "given", "mistake"),
    [
        ("chance", RISK, "", "0", "no-draw-between"),
        ("chance", RISK, "", "1", "ono99-sets-99"),
        ("next", DOUBLED, "R", "2 4", "doubles-add-up"),
        ("next", DOUBLED, "R", "1 2", "reverse-reply-goes-on"),
        ("next", "1980 total=50 hand=7,R,D,H", "R", "0 1", "reverse-for-two-plays-again"),
        ("next", LAID_DOWN, "out", "1 2", "double-is-inherited"),
        ("pays", DOWN, "10-10", "0 1 1", "coming-down-pays"),
        ("pays", "ninety-nine total=33 hand=4,5,6 players=3", "5", "1 0 0", "leaving-mark-is-crossing"),
        ("pays", JUMPS, "2", "2 0 0", "double-cross-costs-two"),
        ("survive", "1980 total=92 hand=7,H,9,O owes=2", "", "7", "limit-99-is-safe"),
        ("line", "1980 total=88 hands=10,4,O,O/O,10,10,9 draw=5,6,7,8", "", "O", "ono99-sets-99"),
        ("best-card", "ninety-nine total=89 hand=7,7,Q", "", "7", "landing-on-99-loses"),
    ],
)  # fmt: skip
def test_a_misconception_is_named(kind, line, ask, given, mistake):
    """A wrong answer that a misconception leads to names it, alone or among others."""
    assert mistake in [found.id for found in puzzle(kind, line, ask).check(given).mistakes]


@pytest.mark.parametrize(
    ("kind", "line", "ask", "given", "part"),
    [
        ("best-card", CHOICE, "", "H", "'h' is no card here; type cards such as 7, 5, 9, O, or: every card is safe."),
        ("quiet", QUIET, "", "quiet", "such as 2, 3, 4, 5, or: every card is safe."),
        ("best-card", "ninety-nine total=31 hand=A,8,K", "", "ace", "A+1 or A+11"),
        *(("chance", RISK, "", words, "") for words in ("9/8", "1/0", "some", "-1/2", "8/", "200%", "3")),
        ("line", WIN, "", "97", "'97' is no card here; type cards such as 7, 9, H."),
        ("threat", DANGER, "", "none", "names none of your cards"),
        ("next", DOUBLED, "R", "seat 3 owes 2", "Player 1 or Player 2"),
        ("next", DOUBLED, "R", "2", "only one number"),
        ("pays", CROSSES, "7", "1 0", "3 players"),
        ("pays", LOSES, "7", "1", ""),
        *(("score", scored("O,D,2,7"), "", words, "") for words in ("lots", "4 4", "7.5", "O")),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_malformed(kind, line, ask, given, part):
    """Nothing is guessed: what cannot be read is no attempt, and says what would be understood."""
    check = puzzle(kind, line, ask).check(given)
    assert check.mark is Mark.MALFORMED
    assert part in str(check)


@pytest.mark.parametrize(
    ("kind", "line", "ask", "why"),
    [
        ("quiet", CHOICE, "", "not quiet"),
        ("best-card", "1980 total=98 hand=7,5,D,O owes=2", "", "no card completes"),
        ("line", "1980 total=98 hands=9,9,9,O/H,R,-10,2 draw=3,4,5,6", "", "cannot force a win"),
        ("threat", "1980 total=98 hand=7,5,9,O", "", "every card loses"),
        ("next", LOSES, "7", "round is over"),
        ("next", DOUBLED, "", "no card is played"),
        ("pays", "2022 total=98 hand=7,8,9,5", "out", "no chips and no points"),
        ("pays", POINTS, "7", "nobody knows what that hand scores"),
        *(("score", f"{rules} hand=7,8,9", "", "not scored") for rules in ("1980", "2022", "ninety-nine")),
        ("score", scored("7,?"), "", "has hidden cards"),
        ("edition", "1980 total=50 hand=7", "may 8", "does not hold"),
    ],
)  # fmt: skip
def test_a_question_without_an_answer_says_why(kind, line, ask, why):
    """Where a question makes no sense at a position, its answer is an error with the reason."""
    with pytest.raises(UnanswerableError, match=why):
        _ = puzzle(kind, line, ask).answer


@pytest.mark.parametrize(
    ("kind", "line", "ask", "hints"),
    [
        ("best-card", CHOICE, "", ["3 of your cards give you no chance", "The 9 makes the total 101", "Try the 5."]),
        ("best-card", "1980 total=92 hand=3,9,9,H", "", ["2 of your cards are not safe.", "The 9 makes the total 101", "These are safe: 3 and Hold."]),
        ("quiet", QUIET, "", ["Is any of them too high?", "The 5 makes the total 95", "These are safe: 2, 3, 4 and 5."]),
        ("survive", "1980 total=92 hand=H,R,9,9 owes=2", "",
         ["2 of your cards pass the Double Play on", "The 9 makes the total 101", "These are safe now: Hold and Reverse."]),
        ("survive", "1980 total=92 hand=3,8,9,O owes=2", "", ["None of your cards passes", "The 9 makes", "Try the 3."]),
        ("chance", RISK, "", ["Choose the card to play first", "cannot see 50 cards",
                              "Play the 3 first. Then count these among the 50 cards you cannot see: Minus Ten, Hold, Reverse and Double Play."]),
        ("next", DOUBLED, "R", ["Does the Reverse change that", "A Reverse adds 0", "must Player 2 play"]),
        ("pays", CROSSES, "7", ["33, 66 or 99", "from 29 to 36", "you lose 1 point"]),
        ("score", scored("D,D,3,3"), "", ["No card is missing, so add up what the 4 cards score", "The Double Play is 15", "Leave out every Double Play, and this hand comes to 6"]),
        ("legal", "1980 total=20 hand=3,4,5,H", "", ["Is any of them too high?", "You may play 4 of your cards.", "the 3 (total 23)"]),
        ("total", "ninety-nine total=-4 hand=2,3,4", "2", ["What does playing the 2 do", "A 2 halves", "It doubles −4."]),
        ("score", scored("O,D,2"), "", ["1 is missing", "The O'NO 99 is 20 and the Double Play is 15",
                                        "Without the O'NO 99 this hand comes to 32"]),
    ],
)  # fmt: skip
def test_hints_lead_to_the_answer(kind, line, ask, hints):
    """Three hints, the first giving least away."""
    found = puzzle(kind, line, ask).hints
    assert [part for part, hint in zip(hints, found, strict=True) if part not in str(hint)] == []


@pytest.mark.parametrize(
    ("line", "ask", "word"),
    [("1980 total=98 hand=7,8,9,5", "7", "chips"), (CROSSES, "7", "lose"), (POINTS, "7", "score")],
)
def test_the_question_says_what_is_paid(line, ask, word):
    """Chips are paid, points are lost in one game and scored in another."""
    assert word in str(puzzle("pays", line, ask).question)


def test_best_card_and_quiet_ask_the_same():
    """The name of the kind is the only difference, so that asking gives nothing away."""
    best, quiet = puzzle("best-card", "1980 total=90 hand=7,9,O,5"), puzzle("quiet", QUIET)
    assert (str(best.question), best.choices) == (str(quiet.question), quiet.choices)


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("1980 total=92 hand=7,8,H,10", "Which card is safe?"),
        (QUIET, "Which card is safe? Or is every card safe?"),
        (CHOICE, "You must play two cards. Which one is safest to play first?"),
        ("ninety-nine total=70 hand=4,5,6", "Which card is best: it costs you least, and the others most? Or are all equally good?"),
    ],
)  # fmt: skip
def test_every_card_is_offered_unless_one_is_the_best(line, question):
    """Where several cards are as good, the question says that all may be."""
    assert str(puzzle("best-card", line).question) == question


def test_naming_every_card_is_saying_that_every_card_is_safe():
    """Whoever names the whole hand has said the same; one card of it says less."""
    quiet = puzzle("quiet", QUIET)
    assert [quiet.check(words).mark for words in ("2, 3, 4, 5", "2, 3")] == [Mark.RIGHT, Mark.WRONG]


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("survive", "ninety-nine total=29 hand=7,6,8",
         "Every card that you can play costs you a point or more. The 7 makes the total 36, the 6 makes the total 35 "
         "and the 8 makes the total 37. Each goes past 33 and costs you 1 point."),
        ("survive", "ninety-nine total=95 hand=8,K,9", "You can play without losing a point. The 9 makes the total 95, which is safe."),
        ("survive", "ninety-nine total=53 hand=2,2,2", "The 2 makes the total 106, which goes past 66 and over 99: you lose the round and 3 points."),
        ("survive", "1980 total=98 hand=10,10,O,10 owes=2", "You can never play an O'NO 99. The 10 makes the total 108."),
        ("survive", "2022 total=97 hand=9,9,O,1 owes=2",
         "The 9 would make the total 106, and only 98 or less is safe. You can never play a single ONO 99."),
        ("survive", "1980+ono99=suicide total=98 hand=O,O,8,10",
         "You cannot survive. Whoever plays an O'NO 99 loses the round, whatever the total. The 8 makes the total 106"),
        *(("chance", RISK, part) for part in ("50 cards", "16 save you", "Minus Ten (4)", "Hold (4)", "Reverse (6)", "98", "8/25")),
    ],
)  # fmt: skip
def test_a_solution_says_what_becomes_of_each_card(kind, line, told):
    """A turn that is not certain has the cause for each card, a chance the cards that save; no draw
    is told of that does not matter.
    """
    assert told in str(puzzle(kind, line).solution())


def test_luck_is_not_offered_where_no_card_is_drawn_in_time():
    """In Ninety-Nine a turn costs points or not, whatever is drawn after it."""
    choices = puzzle("survive", "ninety-nine total=29 hand=7,6,8").choices
    assert [word for word, _ in choices] == ["certain", "lost"]


@pytest.mark.parametrize(
    ("kind", "line", "ask", "given", "told"),
    [
        ("total", "ninety-nine total=60 hand=2,3,4", "2", "120", "It is not 120. You play a 2: the total is 30."),
        ("score", scored("-10,-10,9,2"), "", "41", "Each Minus Ten is 15 (together 30), the 9 is 9 and the 2 is 2: 41."),
        ("next", "1980 total=20 hand=3,R,5,H players=3", "R 3", "Player 2, 2 cards", "In the end, Player 2 does not have to play two cards."),
        ("legal", "1980 total=98 hand=8,9,O", "", "out",
         "You may not lay your hand down. You can never play an O'NO 99. No card is safe, but you must play one and lose"),
        ("edition", "ninety-nine total=31 hand=4,7,8 points=1/3", "draws 4 0", "ninety-nine",
         "In Ninety-Nine, after the 4, you draw no cards. From 31 to 35 it goes past 33, which costs 1 point. You are out."),
        ("edition", "1980+ono99=suicide total=98 hand=O,O,8,10", "loses O", "1980",
         "In O'NO 99 of 1980 whoever plays the O'NO 99 loses the round."),
        ("quiet", QUIET, "", "2", "But the others are as good. The 3 makes the total 93, the 4 makes the total 94 and the 5 "
         "makes the total 95. Each of them is safe."),
        ("survive", "2022 total=97 hand=9,9,O,1", "", "lost", "Yes: you survive for certain."),
    ],
)  # fmt: skip
def test_what_is_said_of_an_answer_can_be_read_aloud(kind, line, ask, given, told):
    """A total is told once, equal cards share a phrase, and a player is named in the active voice."""
    assert told in str(puzzle(kind, line, ask).check(given))


def test_a_right_card_that_is_certain_is_not_measured_against_a_chance_of_one():
    """For certain a card is just the best; with luck its chance stands there."""
    certain = puzzle("best-card", "1980 total=95 hand=H,5,6,O").check("H")
    luck = puzzle("best-card", "1980 total=96 hand=10,10,5 played=7 undrawn=0").solution()
    assert str(certain.text).endswith(" It is the best card.")
    assert "38 in 100 (19/50), and no card gives a better one." in str(luck.text)


@pytest.mark.parametrize(
    ("kind", "line", "given", "share"),
    [
        *(("line", WIN, given, share) for given, share in (("5", 1), ("5 R 2", Fraction(1, 2)), ("2", 0))),
        *(("legal", "1980 total=92 hand=3,4,9,O", given, share) for given, share in (("3 4", 1), ("3", Fraction(1, 2)), ("3 9", 0), ("all", 0))),
    ],
)  # fmt: skip
def test_a_part_of_an_answer_earns_its_share(kind, line, given, share):
    """Good plays before the first that is not, and cards marked rightly less those marked wrongly."""
    assert puzzle(kind, line).share(given) == share


def test_a_card_is_an_answer_where_a_play_is_asked_for():
    """Of a number, a player, amounts, games and a chance no card is the answer."""
    first = {entry.kind: Puzzle.of(entry) for entry in bank.index().values()}
    taking = {kind for kind, found in first.items() if found.takes_cards}
    assert taking == {"legal", "survive", "best-card", "quiet", "threat", "line"}


@pytest.mark.parametrize(
    ("kind", "line", "ask", "is_plain"),
    [
        ("chance", RISK, "", False),
        ("chance", QUIET, "", True),
        ("chance", "1980 total=98 hand=7,8,9,10", "", True),
        ("best-card", CHOICE, "", False),
        ("best-card", QUIET, "", True),
        ("quiet", QUIET, "", False),
        ("threat", DANGER, "", False),
    ],
)
def test_an_answer_that_is_plain_to_see_is_not_worth_asking(kind, line, ask, is_plain):
    """A chance of none or all, a best card where every card is safe."""
    found = puzzle(kind, line, ask)
    assert KINDS[kind].is_plain(found.task, found.answer) == is_plain


def test_a_winning_play_is_followed_by_the_reply_that_holds_out():
    """After the first winning play the reply is told, and the next play is asked for."""
    check = puzzle("line", WIN).check("5")
    assert [str(reply) for reply in check.replies] == ["R"]
    assert "The reply is the Reverse, which makes the total 89" in str(check)


@pytest.mark.parametrize(
    ("kind", "line", "ask", "wrong"),
    [
        ("next", LAID_DOWN, "out", [f"{s} {n}" for s in range(4) for n in (1, 2) if (s, n) != (1, 1)]),
        ("pays", DOWN, "10-10", ["0 1 1", "1 0 0", "2 0 0", "1 1 1"]),
        ("edition", "1980 total=92 hand=7 players=3", "may 7",
         ["none", "all", "1980", "2022", "ninety-nine", "1980 2022", "2022 99"]),
    ],
)  # fmt: skip
def test_every_wrong_answer_gets_a_reason_of_its_own(kind, line, ask, wrong):
    """No two wrong answers of a puzzle share a text."""
    checks = [puzzle(kind, line, ask).check(words) for words in wrong]
    assert {check.mark for check in checks} == {Mark.WRONG}
    assert len({str(check) for check in checks}) == len(wrong)


def effort(kind, line, ask=""):
    """What a solution takes."""
    found = puzzle(kind, line, ask)
    return found._kind.effort(found.task)


def test_effort_grows_with_what_there_is_to_find():
    """A turned double, a missing card, an exact chance: each takes more."""
    plain, turned = effort("next", THREE, "7"), effort("next", DOUBLED, "R")
    full, short = (effort("score", scored(hand)) for hand in ("7,8,9,10", "7,8,9"))
    assert (turned.steps > plain.steps, turned.tempts, plain.tempts) == (True, True, False)
    assert short.steps == full.steps + 1
    assert effort("chance", RISK).reckons


# Against the slow engine and the slow solver of the tests.

CHANCES = [
    RISK,
    "1980 total=88 hand=10,9,O,5 owes=2 players=3",
    "1980 total=92 hand=7,H,9,O owes=2 players=3",
    "1980 total=98 hand=7,5,D,O owes=2 players=3",
    "2022 total=95 hand=3,8,O,9 owes=2 players=4",
    "2022 total=98 hand=O,O,O,O owes=2",
    "1980 total=95 hand=3,8,O,O owes=2 draw=9",
    "ninety-nine total=29 hand=7,4,5 players=3",
    "ninety-nine total=98 hand=7,8,5 players=3",
]


@pytest.mark.parametrize("line", CHANCES)
def test_the_chance_is_that_of_the_slow_solver_and_is_offered_among_four(line):
    """Four different chances go up, the same each time; on either side misconceptions come first."""
    found, right = puzzle("chance", line), slow.chance(line)
    offered = [Fraction(word) for word, _ in found.choices]
    wrong = {answer for _, answer in mistaken(found._kind, found.task)}
    assert found.answer_as_json() == f"{right.numerator}/{right.denominator}"
    assert len(offered) == 4
    assert offered == sorted({right, *offered})
    assert puzzle("chance", line).choices == found.choices
    for is_on_side in (right.__gt__, right.__lt__):
        mine, theirs = set(filter(is_on_side, offered)), set(filter(is_on_side, wrong))
        assert mine <= theirs or theirs <= mine


def test_the_place_of_the_right_chance_says_nothing():
    """Over many positions the right answer stands in each of the four places."""
    lines = [f"{e} total={n} hand=10,9,8,3 owes=2 players=4" for e in ("1980", "2022") for n in range(80, 98)]  # fmt: skip
    puzzles = [puzzle("chance", line) for line in lines]
    places = {[word for word, _ in p.choices].index(p.answer_as_json()) for p in puzzles}
    assert places == {0, 1, 2, 3}


@given(strategies.lines())
@settings(max_examples=60)
def test_any_position_offers_four_chances(line):
    """Whatever the position, four different chances are offered, and one is right."""
    found = puzzle("chance", line)
    try:
        right = found.answer_as_json()
    except OnoError:
        assume(False)
    words = {word for word, _ in found.choices}
    assert len(words) == 4
    assert right in words


@given(strategies.lines(), st.data())
def test_the_slow_engine_knows_the_same_next_player_and_stakes(line, data):
    """Whatever is played, turn, debt and what each seat pays are those of the slow engine."""
    before = slow_rules.read(line)
    word = data.draw(st.sampled_from(slow_rules.legal(before)))
    assume("?" not in Position.parse(line).hand)
    after = slow_rules.play(before, word)
    if after["over"]:
        with pytest.raises(UnanswerableError, match="round is over"):
            _ = puzzle("next", line, word).answer
    else:
        owed = {"seat": after["turn"], "owes": after["owes"]}
        assert puzzle("next", line, word).answer_as_json() == owed
    if before["stakes"] and None not in after["stakes"]:
        pairs = zip(after["stakes"], before["stakes"], strict=True)
        assert puzzle("pays", line, word).check([abs(new - old) for new, old in pairs]).is_right


@given(st.permutations(slow_rules.deck("1980", {}, 2)), st.integers(0, 4))
def test_the_slow_engine_scores_the_same(pile, size):
    """Any hand of up to four cards scores what the slow engine gives it."""
    table = slow_rules.read("1980+scoring=points hand=7") | {"stakes": [0, 0]}
    table["hands"][0] = pile[:size]
    slow_rules._score(table, 0, 0)
    assert puzzle("score", scored(",".join(pile[:size]))).answer == table["stakes"][0]


@pytest.mark.parametrize("file", ["docs/write-puzzles.md", "notebooks/for-teachers.ipynb"])
def test_pages_for_writers_list_every_kind(file):
    """Who writes puzzles is told of every kind of question, and of none that there is not."""
    text = (Path(__file__).parents[2] / file).read_text("utf-8")
    rows = re.findall(r"^\* - `([a-z-]+)`$", text.partition("## The kinds")[2], re.M)
    (fields,) = re.findall(r"\| yes \| the question: (.*?) \|", text) or [""]
    assert set(rows or re.findall(r"`([a-z-]+)`", fields)) == set(KINDS)


# --- the best card over the whole round


def test_the_round_decides_where_all_cards_survive_alike():
    """At 88 every card is safe and leaves a reply; what the cards are worth later decides."""
    (asked,) = read_set("best-card: 1980 total=88 hand=H,H,6,6 | | round")
    right, wrong = asked.check("6"), asked.check("H")
    assert str(asked.question).endswith("Which one wins you the most rounds?")
    assert (right.is_right, wrong.is_right, asked.choices) == (True, False, ())
    assert "It keeps the Hold, which is worth about" in str(right.text)
    assert "It gives the Hold away, which is worth about" in str(wrong.text)
    assert "estimate" in str(right.text)
    assert "estimates" in str(wrong.text)
    assert not asked.check("every card is safe").is_right
    assert "6" in str(asked.hints[-1])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1980 total=90 hand=H,D,8,3", "survives more often"),
        ("1980 total=10 hand=7,8,9,6", "not clearly ahead"),
        ("1980 total=88 hand=H,H,6,6 players=3", "where two play"),
        ("ninety-nine total=30 hand=2,9,10", "where two play"),
    ],
)
def test_the_round_is_not_asked_about_where_something_nearer_decides(line, told):
    """A card that survives more often, too small a margin, or no table: such a puzzle is refused."""
    with pytest.raises(OnoError, match=told):
        read_set(f"best-card: {line} | | round")


def test_laying_the_hand_down_is_refused_where_the_round_is_asked_about():
    """``out`` is a wrong answer with its reason where every card of the hand survives."""
    [name, *_] = [
        e.id for e in bank.index().values() if (e.kind, e.claim) == ("best-card", "round")
    ]
    check = Puzzle.load(name).check("out")
    assert (check.mark, "lay your hand down" in str(check)) == (Mark.WRONG, True)
