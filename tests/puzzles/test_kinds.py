"""Each kind of question: what it asks, says and takes, as golden texts and against slow engines."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
import slow_rules
import strategies
from hypothesis import given
from hypothesis import strategies as st
from puzzles.made import puzzle, sessions
from solver import slow

from ono_tutor.errors import OnoError, UnanswerableError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle

CHOICE = "1980 total=92 hand=7,5,9,O owes=2"
QUIET = "1980 total=90 hand=2,3,4,5"
RISK = "1980 total=95 hand=3,8,O,O owes=2 players=4"
DANGER = "1980 total=95 hand=2,D,R,O players=3"


def scored(hand):
    """The line of a hand that is scored."""
    return f"1980+scoring=points hand={hand} players=3"


def told(found, answers):
    """Everything that is said of a puzzle and of these answers, a line each."""
    yield f"? {found.question}"
    try:
        right = found.solution()
    except OnoError as error:
        yield f"! {error.message}"
        return
    yield from (f"  {word}: {text}" for word, text in found.offered)
    yield from (f"  hint: {hint}" for hint in found.hints)
    yield f"= {json.dumps(found.answer_as_json())} [{' '.join(right.rules)}] {right}"
    for words in answers:
        check = found.check(words)
        yield f"> {words}"
        yield f"{check.mark} [{' '.join(check.rules)}] {check}"
        if check.mark is Mark.WRONG:
            beliefs = [mistake.id + "!" * (mistake in check.named) for mistake in check.mistakes]
            yield from [f"  beliefs: {' '.join(beliefs)}"] if beliefs else []
            yield f"  share: {found.share(words)}"
            yield f"  nudge: {found.nudge(check)}"
        if check.replies:
            yield f"  replies: {' '.join(map(str, check.replies))}"


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_kind_asks_and_says(kind, golden):
    """Question, choices, hints, the answer, and why others are right, wrong or no answer.

    A line that begins with $ is a position and what is asked of it, one with > an answer.
    """
    texts = (
        "\n".join([head, *told(puzzle(kind, line, ask), answers)])
        for head, line, ask, answers in sessions(kind)
    )
    golden(f"{kind}.txt", "\n\n".join(texts) + "\n")


def test_best_card_and_quiet_ask_the_same():
    """The name of the kind is the only difference, so that asking gives nothing away."""
    best, quiet = puzzle("best-card", "1980 total=90 hand=7,9,O,5"), puzzle("quiet", QUIET)
    assert (str(best.question), best.choices) == (str(quiet.question), quiet.choices)


def test_a_card_is_an_answer_where_a_play_is_asked_for():
    """Of a number, a player, amounts, games and a chance no card is the answer."""
    first = {entry.kind: Puzzle.of(entry) for entry in bank.index().values()}
    taking = {kind for kind, found in first.items() if found.takes_cards}
    assert taking == {"legal", "survive", "best-card", "quiet", "threat", "line"}


PLAIN = [
    *(("chance", RISK, False), ("chance", QUIET, True), ("chance", "1980 total=98 hand=7,8,9,10", True)),
    *(("best-card", CHOICE, False), ("best-card", QUIET, True), ("quiet", QUIET, False), ("threat", DANGER, False)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "is_obvious"), PLAIN)
def test_an_answer_that_is_plain_to_see_is_not_worth_asking(kind, line, is_obvious):
    """A chance of none or all, a best card where every card is safe."""
    found = puzzle(kind, line)
    assert KINDS[kind].is_obvious(found.task, found.answer) == is_obvious


# Against the slow engine and the slow solver of the tests.

CHANCES = [
    *[RISK, f"{RISK} draw=9", "1980 total=88 hand=10,9,O,5 owes=2 players=3", "1980 total=92 hand=7,H,9,O owes=2 players=3"],
    *("1980 total=98 hand=7,5,D,O owes=2 players=3", "2022 total=95 hand=3,8,O,9 owes=2 players=4", "2022 total=98 hand=O,O,O,O owes=2"),
    *("ninety-nine total=29 hand=7,4,5 players=3", "ninety-nine total=98 hand=7,8,5 players=3"),
]  # fmt: skip


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


@given(strategies.lines(), st.data())
def test_the_slow_engine_knows_the_same_next_player_and_stakes(line, data):
    """Whatever is played, turn, debt and what each seat pays are those of the slow engine."""
    before = slow_rules.read(line)
    word = data.draw(st.sampled_from(slow_rules.legal(before)))
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
