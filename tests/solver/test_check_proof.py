"""The checker: by the rules alone, and nothing that was tampered with gets through."""

import ast
import json
import random
import sys
from functools import cache
from pathlib import Path

import pytest
import slow_rules
from solver.test_proof import Slow, solve_proofs, survive_lines, tables_of
from sweeps import is_whole

import ono_tutor
from ono_tutor import NotationError, OnoError, Position, UnanswerableError
from ono_tutor.solver.check_proof import (
    FORMAT,
    LONGEST_PROOF,
    ProofError,
    check_proof,
    load_proof,
)
from ono_tutor.solver.proof import prove_solve, prove_survive

PACKAGE = Path(ono_tutor.__file__).parent
SURVIVE = "1980 total=92 hand=5,9,-10,O owes=2 players=3"
SOLVE = "2022 total=92 hands=D,4/6,O,0/O dir=ccw draw=2,-10,0,2,1,R,R,4,4,4"
SURVIVED = range(1000, 1110 if is_whole() else 1050)
SOLVED = range(2000, 2220 if is_whole() else 2100)
"""The random positions whose proofs are tampered with."""

POINTS = "ninety-nine total=60 hands=6,5,3/4,2,A draw=7,8,9,3,Q,K,5,J,4,6 points=2/2"


# what it is made of


def test_the_checker_imports_the_rules_and_the_game_and_nothing_of_the_solver():
    """The checker imports rules, game, cards, errors, strict_json and the standard library alone."""
    allowed = ("rules", "game", "cards", "errors", "strict_json")
    tree = ast.parse((PACKAGE / "solver" / "check_proof.py").read_text("utf-8"))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.ImportFrom) or node.level == 0
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in [node.module] if isinstance(node, ast.ImportFrom) else names:
            root, *rest = name.split(".")
            assert rest[0] in allowed if root == "ono_tutor" else root in sys.stdlib_module_names


# tampering


def is_accepted(data):
    """Whether the checker takes this for a proof."""
    try:
        check_proof(data)
    except ProofError:
        return False
    return True


def places(node, path=()):
    """Every value of a proof with its path, what holds it first."""
    yield path, node
    if isinstance(node, (dict, list)):
        for step, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(value, (*path, step))


def put(node, path, new):
    """The proof with another value at one place; the rest is shared."""
    if not path:
        return new
    step, *rest = path
    copied = dict(node) if isinstance(node, dict) else list(node)
    copied[step] = put(node[step], rest, new) if rest else new
    return copied


def variants(node, rng):
    """Return other values for one place of a proof."""
    if isinstance(node, bool):
        return [not node, None, int(node), str(node), "true", 2]
    if isinstance(node, int):
        others = [node + 1, node - 1, -node or 1, float(node), str(node), None, node == 0, 10**400]
        return [*others, True] if node == 1 else others
    if isinstance(node, str) and "/" in node and node.replace("/", "").isdigit():
        top, bottom = map(int, node.split("/"))
        others = (f"{2 * top}/{2 * bottom}", f"{top + 1}/{bottom}", f"{top}/{bottom + 1}")
        words = [before + node for before in "- 0+"] + [f"{node} ", node.replace("/", "//")]
        return [*others, *words, str(top), top / bottom, top]
    if isinstance(node, str):
        found = ["", node + " ", node.swapcase() + "'", None, True, 7, 0.5, [node], {node: node}]
        for words in (
            ("2", "7", "10", "H", "R", "O", "-10", "J"),
            ("limit", "bust", "99-cross", "99-over"),
            ("certain", "chance", "lost"),
        ):
            found.append(rng.choice([word for word in words if word != node]))
        return found
    if isinstance(node, list):
        found = [[], None, {}, "", node + [None], (1,)]
        if node:
            at, other = rng.randrange(len(node)), rng.randrange(len(node))
            swapped = list(node)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            found += [node[:at] + node[at + 1 :], node[: at + 1] + node[at:], node[::-1], swapped]
        return found
    found, keys = (
        [[], None, "", {}, node | {"why": "so"}, node | {"": ""}, list(node.items())],
        list(node),
    )
    if keys:
        gone, values = rng.choice(keys), list(node.values())
        found.append({key: value for key, value in node.items() if key != gone})
        for name in (f"{gone} ", 3):
            found.append({key if key != gone else name: value for key, value in node.items()})
        if not {"chance", "format", "drawn"}.intersection(keys):  # plays stand in the hand's order
            found.append(dict(reversed(node.items())))
        rng.shuffle(values)
        found.append(dict(zip(keys, values, strict=True)))
    return found


def written(data):
    """The proof as text, in which 1, 1.0 and true differ; None if it cannot be written."""
    try:
        return json.dumps(data)
    except (TypeError, ValueError):
        return None


def tampered(proof, rng, most):
    """Different proofs made from one by changing one place, at most so many places taken evenly."""
    all_places = list(places(proof))
    if len(all_places) > most:
        top = [place for place in all_places if len(place[0]) <= 1]
        all_places = top + rng.sample(
            all_places[len(top) :], most - len(top) if len(top) < most else 1
        )
    whole = written(proof)
    for path, node in all_places:
        for new in variants(node, rng):
            changed = put(proof, path, new)
            if written(changed) != whole:
                yield path, changed


@cache
def survive_proofs(seeds):
    """Proofs of random positions, those that are not too long."""
    found = (prove_survive(Position.parse(line)) for line in survive_lines(seeds))
    return [proof for proof in found if len(written(proof)) < 60_000]


def test_no_changed_value_of_a_proof_of_survival_is_accepted():
    """Every kind of value changed, left out, doubled or moved, in proofs of every rule set: none gets through."""
    rng, refused = random.Random(1), 0
    for proof in survive_proofs(SURVIVED):
        assert is_accepted(proof)
        for path, changed in tampered(proof, rng, 16):
            if path == ("position",):
                continue
            assert not is_accepted(changed), (proof["position"], path)
            refused += 1

    assert refused >= 25 * len(SURVIVED)


def other_lines(line, rng):
    """Lines that say nearly the same: other numbers, cards, seats; and the same in other words."""
    pairs = line.split()[1:]
    said = dict(pair.split("=") for pair in pairs)
    total = int(said.get("total", 0))
    for number in (total + 1, total - 1, total - 10, 98, 0):
        yield said | {"total": number}
    yield said | {"owes": "2" if said.get("owes", "1") == "1" else "1"}
    yield said | {"dir": "ccw" if said.get("dir", "cw") == "cw" else "cw"}
    yield said | {"seen": "7"}
    yield said | {"draw": "9"}
    yield said | {"played": "5"}
    yield said | {"undrawn": "0"}
    yield {key: value for key, value in said.items() if key != "draw"}
    yield {key: value for key, value in said.items() if key != "seen"}
    key = "hand" if "hand" in said else "hands"
    for old in said[key].replace("/", ",").split(","):
        for new in (rng.choice(["2", "9", "10", "R", "3"]), ""):
            yield said | {key: said[key].replace(old, new, 1).replace(",,", ",").strip(",")}


def test_the_proof_of_one_position_is_no_proof_of_another():
    """With another position in its place a proof is accepted only where it is that position's own proof."""
    rng, refused = random.Random(2), 0
    for proof in survive_proofs(SURVIVED):
        name = proof["position"].split()[0]
        for said in other_lines(proof["position"], rng):
            line = " ".join([name, *(f"{key}={value}" for key, value in said.items())])
            changed = proof | {"position": line}
            try:
                own = prove_survive(Position.parse(line))
            except (NotationError, UnanswerableError):
                own = None
            assert is_accepted(changed) == (written(own) == written(changed)), line
            refused += written(own) != written(changed)

    assert refused > 2 * len(SURVIVED)


def solve_cases(seeds):
    """Proofs with at least one reply, and each of their tables by its field."""
    for line, proof in solve_proofs(seeds):
        fields = ("mover", "other") if "value" in proof else ("replies",)
        tables = dict(zip(fields, tables_of(proof), strict=True))
        if any(table for _, _, table in tables.values()):
            yield line, proof, tables


def test_no_changed_value_of_a_proof_of_a_forced_win_is_accepted():
    """Claims turned round, values off by one, entries left out, doubled, renamed or of a wrong type, another deal: none gets through."""
    rng, refused, deal = random.Random(4), 0, POINTS
    for _, proof, _ in solve_cases(SOLVED):
        assert is_accepted(proof)
        assert not is_accepted(proof | {"position": deal}), "the deal before"
        deal = proof["position"]
        for path, changed in tampered(proof, rng, 20):
            is_reply = path and path[0] in ("replies", "mover", "other") and len(path) == 2
            is_moved = path and len(path) == 1 and path[0] in ("replies", "mover", "other")
            if path == ("position",) or (is_reply and isinstance(at(changed, path), str)):
                continue  # another position, another reply: these may be right as well, see below
            if is_moved and sorted_keys(changed, path) == sorted_keys(proof, path):
                continue  # another order, or replies that are exchanged
            assert not is_accepted(changed), (proof["position"], path)
            refused += 1

    assert refused >= 4 * len(SOLVED)


def at(proof, path):
    for step in path:
        proof = proof[step]
    return proof


def sorted_keys(proof, path):
    table = at(proof, path)
    return sorted(map(str, table)) if isinstance(table, dict) else None


def test_no_reply_that_gives_the_game_away_is_accepted():
    """Each reply exchanged for each other play of the hand that brute force says does not hold: refused."""
    refused = 0
    for line, proof, tables in solve_cases(SOLVED):
        for field, (is_mover, promise, replies) in tables.items():
            slow = Slow(line, is_mover, promise)
            for key, table in slow.choices(replies).items():
                odd = ["out", "7!", "draw:0", "O", "K", "", 7, None]
                for word in [*slow_rules.legal(table), *odd]:
                    is_play = word in slow_rules.legal(table)
                    if word != replies[key] and not (is_play and slow.holds(table, word)):
                        changed = proof | {field: replies | {key: word}}
                        assert not is_accepted(changed), (line, field, key, word)
                        refused += 1

    assert refused > 4 * len(SOLVED)


# what it cannot know


HIDDEN = "1980 total=98 hands=R,9,?/O,9,9 draw=3,4"
OPENER = "hands=R,?/O,O,O,O draw=3"


@pytest.mark.parametrize(
    ("line", "can_win", "key", "reply", "holds"),
    [
        # Where somebody else plays a hidden card, no table of replies is a proof.
        ("1980 total=98 hands=R,2/?,? draw=3", True, "total=98 hands=2,R/?2 drawn=0", "R", False),
        ("1980 total=98 hands=R,2/?,? draw=3", True, "", "", False),
        (
            "1980 total=98 hands=R,2/H,O,O draw=3",
            True,
            "total=98 hands=2,R/H,O,O drawn=0",
            "R",
            False,
        ),
        ("1980 total=98 hands=H,R,O/H,R,O", False, "", "", False),
        # A card that is safe and known may be played beside a hidden one; a losing one may not.
        (HIDDEN, True, "total=98 hands=9,R,?/9,9,O drawn=0", "R", True),
        (HIDDEN, True, "total=98 hands=9,R,?/9,9,O drawn=0", "9", False),
        (HIDDEN, True, "", "", False),
        # If the hidden card were a number it would have to open (rule opening).
        (f"1980 {OPENER}", True, "hands=R,?/O,O,O,O drawn=0", "R", True),
        (f"1980+opening=number {OPENER}", True, "hands=R,?/O,O,O,O drawn=0", "R", False),
    ],
)
def test_a_hidden_card_proves_nothing(line, can_win, key, reply, holds):
    """A reply must hold whatever the hidden cards are, and nobody else may play one."""
    proof = {"format": FORMAT, "question": "solve", "position": line, "can_win": can_win}

    assert is_accepted(proof | {"replies": {key: reply} if key else {}}) is holds


def test_too_many_positions_are_not_replayed(monkeypatch):
    """A replay that meets more positions than the limit is given up, and says so."""
    proof = prove_solve(Position.parse(SOLVE))
    limit = len(proof["replies"])
    monkeypatch.setattr("ono_tutor.solver.check_proof.MOST_POSITIONS", limit)

    with pytest.raises(ProofError, match=f"more than {limit} positions"):
        check_proof(proof)


# messages


@pytest.mark.parametrize(
    ("path", "new", "message"),
    [
        (["plays", "5", "draws", 3, "ways"], 9, "plays.5.draws[3].ways: it is 9 and should be 2"),
        (
            ["plays", "5", "draws", 3, "drawn", 0],
            "H",
            "plays.5.draws[3].drawn[0]: it is 'H' and should be '5'",
        ),
        (
            ["plays", "5", "draws", 0, "then"],
            {},
            "plays.5.draws[0].then: it has nothing where it needs",
        ),
        (["verdict"], "lost", "verdict: it is 'lost' and should be 'certain'"),
        (["unseen"], True, "unseen: it is true and should be 50"),
        (["unseen"], 50.0, "unseen: it is a fraction in decimals and should be 50"),
        (["chance"], "2/2", "chance: it is '2/2' and should be '1/1'"),
        (["plays"], [], "plays: a list stands where an object is expected"),
        (["why"], "so", "the proof: it has 'format'"),
        (["question"], "threat", "question: 'threat' is no question"),
        (["format"], "ono-tutor-proof/2", "format: it is 'ono-tutor-proof/2'"),
        (["position"], "1980 hand=X", "position: "),
        (["position"], f"{SURVIVE} turn=0", "position: it is '1980 total=92"),
    ],
)
def test_a_refusal_says_where_and_why(path, new, message):
    """The message names the place in the proof, what stands there and what should."""
    proof = prove_survive(Position.parse(SURVIVE))

    with pytest.raises(ProofError) as caught:
        check_proof(put(proof, path, new))

    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ({}, "there is no reply for total="),
        ({"key": "K"}, "'K' cannot be played here"),
        ({"nowhere": "7"}, "'nowhere' is never reached"),
    ],
)
def test_a_refused_reply_is_named(reply, message):
    """A missing, an impossible and an unneeded reply are told apart."""
    proof = prove_solve(Position.parse(SOLVE))
    key = next(iter(proof["replies"]))
    changed = {key if name == "key" else name: word for name, word in reply.items()}
    replies = proof["replies"] | changed if reply else {}

    with pytest.raises(ProofError, match=message):
        check_proof(proof | {"replies": replies})


# hostile texts


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ('{"a": 1, "a": 2}', "given twice"),
        ('{"chance": NaN}', "no number"),
        ('{"chance": -Infinity}', "no number"),
        ('{"chance": 1e999}', "no number"),
        ("9" * 10_000, "no JSON"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 200_000, "nested too deeply"),
        (" " * (LONGEST_PROOF + 1), "characters"),
    ],
)
def test_a_hostile_text_is_refused_with_a_reason(text, why):
    """Broken, endless, doubled or decimal JSON gets one error, never a crash."""
    with pytest.raises(ProofError, match=why):
        load_proof(text)


@pytest.mark.parametrize(
    "data",
    [None, True, 3, 2.5, "survive", [], [[]], {}, {1: 2}, {None: None}, {"format": []}, object()],
)
def test_what_is_no_object_of_the_format_is_refused(data):
    """Any value at all is judged, not trusted; the error is one of the package, of the kind proof."""
    with pytest.raises(OnoError) as caught:
        check_proof(data)

    assert type(caught.value) is ProofError
    assert caught.value.as_json()["error"]["kind"] == "proof"


STRANGE = (
    10**5000,
    "9" * 100_000,
    "\x00",
    "\ud800",
    {"\ud800": "\ud800"},
    float("nan"),
    -0.0,
    b"",
    (),
)


def test_deep_and_strange_values_do_no_harm():
    """Nests without end, huge numbers and texts in any place are refused where they stand."""
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for line, prove in ((SURVIVE, prove_survive), (SOLVE, prove_solve), (POINTS, prove_solve)):
        proof = prove(Position.parse(line))
        for path, _ in list(places(proof))[1:60:3]:
            for new in (deep, {"then": deep}, *STRANGE):
                assert not is_accepted(put(proof, path, new)), path
