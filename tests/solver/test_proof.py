"""Proofs as they are written: true by the slow solvers, complete, and accepted by the checker."""

import doctest
import json
import random
import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import slow_rules
import strategies
from solver import slow, slow_solve
from solver.cases import is_open, small, sources
from sweeps import is_whole, rotating

from ono_tutor import Position, UnanswerableError, survive
from ono_tutor.solver.check_proof import check_proof, load_proof
from ono_tutor.solver.proof import prove_solve, prove_survive

CARDS = [*"0123456789", "10", "-10", *"HRDOAJQK", "?"]
"""The order in which the key of a position lists a hand."""


def survive_lines(seeds):
    """Random positions of every rule set and option whose mover sees the own hand."""
    for rng in map(random.Random, seeds):
        line = strategies.line(rng, is_tense=rng.random() < 0.6)
        if is_open(line):
            yield line


def whole_deal(game, seed, **limits):
    """The proof of a deal for two whose whole deck is known."""
    pile = slow_rules.deck(game, {}, 2)
    random.Random(seed).shuffle(pile)
    hands, draw = f"{','.join(pile[:4])}/{','.join(pile[4:8])}", ",".join(pile[8:])
    return prove_solve(Position.parse(f"{game} hands={hands} draw={draw}"), **limits)


@cache
def solve_proofs(seeds):
    """The line and the proof of each random small position that can be answered."""
    found = []
    for line in map(small, map(random.Random, seeds)):
        with suppress(UnanswerableError):
            found.append((line, prove_solve(Position.parse(line))))
    return found


def tables_of(proof):
    """Each table of replies: whether it is the mover's, what it promises, and the table."""
    if "value" in proof:
        return [(True, proof["value"], proof["mover"]), (False, proof["value"], proof["other"])]
    return [(proof["can_win"], int(proof["can_win"]), proof["replies"])]


class Slow:
    """A table of replies, followed in the slow engine against every play of the other side."""

    def __init__(self, line, is_mover, promise):
        self.start = slow_rules.read(line)
        self.is_mover, self.promise = is_mover, promise
        self.me = self.start["turn"]
        self.solver = slow_solve.Solver(self.me, 30_000)

    def gained(self, table):
        """The points that the other has lost more than the mover."""
        (mine, theirs), (had, they_had) = self.solver.stakes(table), self.solver.stakes(self.start)
        return (they_had - theirs) - (had - mine)

    def is_kept(self, found):
        """Whether an end, or all that may come of a play, is at least as promised."""
        least, most = found
        return least >= self.promise if self.is_mover else most <= self.promise

    def holds(self, table, word):
        """Whether a play keeps the promise, by brute force."""
        found = self.solver.after(table, word)
        so_far = self.gained(table) if table["game"] == "ninety-nine" else 0
        return self.is_kept([value + so_far for value in found])

    def end(self, then):
        """What a finished table is worth to the mover; None where it goes on."""
        if then["game"] == "1980":
            return None if then["loser"] is None else int(then["loser"] != self.me)
        if then["game"] == "2022":
            is_over = then["over"] or then["hands"][self.me] is None
            return int(then["winners"] == [self.me]) if is_over else None
        return self.gained(then) if then["over"] else None

    def is_settled(self, table):
        """Whether there are too few points left to break the promise."""
        if table["game"] != "ninety-nine":
            return False
        gained, (mine, theirs) = self.gained(table), self.solver.stakes(table)
        return self.is_kept((gained - mine, gained + theirs))

    def choices(self, replies):
        """Each key at which the side chooses when it follows the table, with the slow table."""
        found, met, waiting = {}, set(), [(self.start, 0)]
        while waiting:
            table, drawn = waiting.pop()
            key = key_of(table, drawn)
            if key in met or self.is_settled(table):
                continue
            met.add(key)
            words = slow_rules.legal(table)
            is_hidden = "?" in table["hands"][table["turn"]]
            if (table["turn"] == self.me) is self.is_mover:
                if len(words) > 1 or is_hidden:
                    found[key] = table
                    words = [replies[key]]
            else:
                assert not is_hidden, key
            for word in words:
                then = slow_rules.play(table, word)
                end = self.end(then)
                if end is None:
                    waiting.append((then, drawn + _drawn(word)))
                else:
                    assert self.is_kept((end, end)), (key, word)
        return found


def _drawn(word):
    """How many cards a play drew."""
    return 0 if word == "out" else 4 if word == "OOOO" else 1


def key_of(table, drawn):
    """The key of a table, written from the words of the notation."""
    said = {"total": table["total"]} if table["total"] else {}
    said["hands"] = "/".join("-" if hand is None else _hand(hand) for hand in table["hands"])
    if table["turn"]:
        said["turn"] = table["turn"]
    if table["owes"] == 2:
        said["owes"] = 2
    if table["way"] == -1:
        said["dir"] = "ccw"
    if table["game"] == "ninety-nine":
        start = [int(table["options"]["points"])] * len(table["hands"])
        if table["stakes"] != start:
            said["points"] = "/".join(map(str, table["stakes"]))
    if table["played"]:
        said["played"] = table["played"]
    said["drawn"] = drawn
    return " ".join(f"{key}={value}" for key, value in said.items())


def _hand(hand):
    known = [card for card in sorted(hand, key=CARDS.index) if card != "?"]
    hidden = len(hand) - len(known)
    return ",".join(known + ([f"?{hidden}"] if hidden > 1 else ["?"] * hidden))


# survive


def test_a_proof_of_survival_is_accepted_and_says_what_brute_force_says():
    """On random positions of every rule set and option the proof is accepted, its chance is the slow one."""
    met = Counter()
    for line in survive_lines(rotating(range(8 * 200))):
        position = Position.parse(line)
        proof = prove_survive(position)

        check_proof(load_proof(json.dumps(proof)))
        assert Fraction(proof["chance"]) == slow.chance(line), line
        found = [(play, Fraction(after["chance"])) for play, after in proof["plays"].items()]
        assert found == [(str(play), chance) for play, chance in survive(position).chances], line
        met[line[:4], proof["verdict"]] += 1

    assert met
    if is_whole():
        assert {verdict for _, verdict in met} == {"certain", "chance", "lost"}
        assert {game for game, _ in met} == {"1980", "2022", "nine"}


def test_a_proof_says_by_which_rule_a_play_fails():
    """A play that loses names the rule: the limit, or in Ninety-Nine the mark that was crossed."""
    lost = prove_survive(Position.parse("1980 total=98 hand=5,9"))["plays"]
    crossing = prove_survive(Position.parse("ninety-nine total=29 hand=7,9,8"))["plays"]
    out = prove_survive(Position.parse("2022 total=98 hand=5,9,O,O"))["plays"]

    assert {after["fails"] for after in lost.values()} == {"limit"}
    assert crossing["7"] == {"chance": "0/1", "fails": "99-cross"}
    assert out == {"out": {"chance": "0/1", "fails": "bust"}}


def test_the_discards_are_drawn_from_when_nothing_else_is_left():
    """Where every card lies open, what is drawn comes from the discards (rule draw-pile-empty)."""
    left = slow_rules.DECK_1980 | {"2": 0, "3": 2, "5": 2, "9": 2, "10": 9, "O": 3}
    seen = ",".join(f"{card}x{count}" for card, count in left.items() if count)
    line = f"1980 total=92 hands=5,9,10,O/2,2,2,3 owes=2 seen={seen}"

    proof = prove_survive(Position.parse(line))

    assert proof["unseen"] == 46
    assert sum(entry["ways"] for entry in proof["plays"]["5"]["draws"]) == 47
    check_proof(proof)


def test_four_cards_drawn_are_listed_whole():
    """Four ONO 99 played as the first card: one entry for each four cards that may be drawn."""
    proof = prove_survive(Position.parse("2022 total=98 hand=O,O,O,O owes=2"))

    assert len(proof["plays"]["OOOO"]["draws"]) > 3_000
    check_proof(proof)


# solve


def test_a_forced_win_is_proven_exactly_where_brute_force_has_one_answer():
    """The claim is the slow one and the checker accepts the proof; what hangs on a card that is not
    known has none."""
    met = Counter()
    for line in map(small, sources(250)):
        try:
            least, most = slow_solve.answer(line, 6_000)
        except slow_solve.TooManyError:
            continue
        if least != most:
            with pytest.raises(UnanswerableError):
                prove_solve(Position.parse(line))
        else:
            proof = prove_solve(Position.parse(line))
            check_proof(load_proof(json.dumps(proof)))
            assert proof.get("value", int(proof.get("can_win", 0))) == least, line
        met[line[:4], least > 0 if least == most else None] += 1

    assert met
    assert len(met) == 9 or not is_whole()


def test_a_table_of_replies_wins_in_the_slow_engine_and_has_nothing_else():
    """Followed in the slow engine the table keeps its promise, and its keys are the choices met there."""
    replies_met = 0
    for line, proof in solve_proofs(range(2000, 2120)):
        for is_mover, promise, replies in tables_of(proof):
            found = Slow(line, is_mover, promise).choices(replies)

            assert set(found) == set(replies), line
            replies_met += len(replies)

    assert replies_met > 100


@pytest.mark.parametrize(("game", "seed"), [("1980", 3), ("1980", 2), ("2022", 2)])
def test_a_whole_deal_is_proven(game, seed):
    """Two players, the order of the whole deck known: the proof of the deal is accepted."""
    proof = whole_deal(game, seed)

    assert len(proof["replies"]) > 20
    check_proof(proof)


@pytest.mark.parametrize(
    ("prove", "line", "why"),
    [
        (
            prove_survive,
            "2022+dump=free total=80 hand=O,O,O,O owes=2",
            "more than 50000 draws",
        ),
        (prove_solve, "1980 hands=2,3,4/2,3,4 draw=5", "beyond the known draw"),
        (
            prove_solve,
            "1980 total=98 hands=2,3,O/2,3,4,5 played=7 undrawn=0 draw=5,6",
            "a late draw",
        ),
        (
            prove_solve,
            "ninety-nine total=20 hands=2,3,4/2,3,4/5,6,7 draw=5,6",
            "two players only",
        ),
    ],
)
def test_what_cannot_be_answered_has_no_proof(prove, line, why):
    """Hidden cards, too many draws, a draw that is not known or still to be made, three for points."""
    with pytest.raises(UnanswerableError, match=why):
        prove(Position.parse(line))


def test_the_search_for_replies_keeps_to_its_limit():
    """More positions than allowed are not met; the error names the limit."""
    with pytest.raises(UnanswerableError, match="50 positions"):
        whole_deal("2022", 0, limit=50)


# the page


PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"


def test_the_proofs_on_the_page_are_those_that_are_written():
    """Each proof that the page shows is the one that the package writes for its position."""
    shown = [
        json.loads(block)
        for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    ]
    prove = {"survive": prove_survive, "solve": prove_solve}

    assert [prove[p["question"]](Position.parse(p["position"])) for p in shown] == shown
    assert {p["question"] for p in shown} == set(prove)


def test_the_python_on_the_page_runs():
    """What the page shows of Python happens as it is shown."""
    code = "\n".join(re.findall(r"```pycon\n(.*?)```", PAGE.read_text("utf-8"), re.S))
    page = doctest.DocTestParser().get_doctest(code, {}, "proofs.md", str(PAGE), 0)

    assert doctest.DocTestRunner().run(page) == (0, 7)
