"""The checker: by the rules alone, and nothing that was tampered with gets through."""

import ast
import json
import random
import sys
from functools import cache
from pathlib import Path

import pytest
import slow_rules
from solver.test_proof import Slow, solve_proofs, survive_lines, tables_of, whole_deal
from sweeps import is_whole

import ono_tutor
from ono_tutor import NotationError, OnoError, Position, UnanswerableError
from ono_tutor.solver.check_proof import (
    LONGEST_PROOF,
    ProofError,
    SolveClaim,
    check_proof,
    load_proof,
)
from ono_tutor.solver.proof import prove_solve, prove_survive
from ono_tutor.solver.proof import replies as replies_for

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


def test_a_part_of_another_proof_does_not_fit():
    """What follows a play or a draw, taken from elsewhere in the proof or from another, is refused."""
    rng, refused = random.Random(3), 0
    proofs = [p for p in survive_proofs(SURVIVED) if "draws" in written(p)]
    parts = [
        node
        for p in proofs
        for path, node in places(p)
        if path and path[-1] in ("then", "draws", "plays")
    ]
    for proof in proofs:
        spots = [s for s in places(proof) if s[0] and s[0][-1] in ("then", "draws", "plays")]
        for path, node in rng.sample(spots, min(len(spots), 60)):
            new = rng.choice(parts if rng.random() < 0.5 else [node for _, node in spots])
            if type(new) is type(node) and written(new) != written(node):
                assert not is_accepted(put(proof, path, new)), (proof["position"], path)
                refused += 1

    assert refused > len(SURVIVED) / 4


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


@pytest.mark.slow
def test_a_table_has_every_reply_that_is_reached_and_no_other():
    """A reply left out, or one for a position that is not reached or not chosen at, is refused."""
    refused = 0
    whole = whole_deal("1980", 2)
    cases = [(whole["position"], whole, {"replies": tables_of(whole)[0]})]
    for line, proof, tables in [*cases, *solve_cases(SOLVED)]:
        for field, (_, _, replies) in tables.items():
            for key, word in replies.items():
                rest = {k: w for k, w in replies.items() if k != key}
                for table in (
                    rest,
                    replies | {f"{key} ": word},
                    replies | {key.replace("drawn=", "drawn=9"): word},
                ):
                    assert not is_accepted(proof | {field: table}), (line, key)
                    refused += 1

    assert refused > len(SOLVED) / 2


def lie(claim, field, rng):
    """A table of replies made up for a false claim: each reply that the checker misses is guessed."""
    table = {}
    for _ in range(60):
        try:
            check_proof(claim | {field: table})
        except ProofError as error:
            _, missing, key = error.message.partition("there is no reply for ")
            if not missing:
                return False
        else:
            return True
        hands = key.partition("hands=")[2].split(" ")[0].split("/")
        seat = int(key.partition("turn=")[2].split(" ")[0] or 0)
        hand = [card for card in hands[seat].split(",") if card[0] != "?"]
        words = slow_rules.ways({"game": "ninety-nine" if "value" in claim else "2022"}, hand)
        table[key] = rng.choice(words or ["out"])
    return False


def test_nobody_talks_a_false_claim_through():
    """Tables made up for the wrong side, reply by reply as the checker asks for them, never prove it."""
    rng, told = random.Random(5), 0
    for _, proof, _ in solve_cases(SOLVED):
        if "value" in proof:
            value, position = proof["value"], Position.parse(proof["position"])
            table = replies_for(SolveClaim(position, True, value - 1), 10_000)
            less = proof | {"value": value - 1, "mover": table}
            claims = [(proof | {"value": value + 1}, "mover"), (less, "other")]
        else:
            claims = [(proof | {"can_win": not proof["can_win"]}, "replies")]
        for claim, field in claims:
            for _ in range(4):
                assert not lie(claim, field, rng), claim
                told += 1

    assert told > len(SOLVED) / 4


# what it cannot know


@pytest.mark.parametrize(
    ("line", "is_mover"),
    [
        ("1980 total=98 hands=R,2/?,? draw=3", True),
        ("1980 total=98 hands=R,2/H,O,O draw=3", True),
        ("1980 total=98 hands=H,R,O/H,R,O", False),
    ],
)
def test_nothing_is_proven_on_a_card_that_is_not_known(line, is_mover):
    """Where somebody else plays a hidden card, no table of replies is a proof."""
    proof = {
        "format": "ono-tutor-proof/1",
        "question": "solve",
        "position": line,
        "can_win": is_mover,
    }

    for replies in (
        {},
        {"total=98 hands=2,R/?2 drawn=0": "R"},
        {"total=98 hands=2,R/H,O,O drawn=0": "R"},
    ):
        assert not is_accepted(proof | {"replies": replies})


def test_a_reply_from_a_hand_with_a_hidden_card_must_hold_whatever_the_card_is():
    """A card that is safe and known may be played beside a hidden one; a losing one may not."""
    line = "1980 total=98 hands=R,9,?/O,9,9 draw=3,4"
    proof = {"format": "ono-tutor-proof/1", "question": "solve", "position": line, "can_win": True}
    key = "total=98 hands=9,R,?/9,9,O drawn=0"

    assert is_accepted(proof | {"replies": {key: "R"}})
    assert not is_accepted(proof | {"replies": {key: "9"}})
    assert not is_accepted(proof | {"replies": {}})


def test_an_opener_with_a_hidden_card_cannot_count_on_being_free_to_play_anything():
    """If the hidden card were a number it would have to open, so a Reverse proves nothing (rule opening)."""
    line = "1980+opening=number hands=R,?/O,O,O,O draw=3"
    proof = {"format": "ono-tutor-proof/1", "question": "solve", "can_win": True}
    replies = {"hands=R,?/O,O,O,O drawn=0": "R"}

    assert not is_accepted(proof | {"position": line, "replies": replies})
    assert is_accepted(
        proof | {"position": line.replace("+opening=number", ""), "replies": replies}
    )


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


def test_a_refused_reply_is_named():
    """A missing, an impossible and an unneeded reply are told apart."""
    proof = prove_solve(Position.parse(SOLVE))
    key = next(iter(proof["replies"]))

    with pytest.raises(ProofError, match="there is no reply for total="):
        check_proof(proof | {"replies": {}})
    with pytest.raises(ProofError, match="'K' cannot be played here"):
        check_proof(put(proof, ["replies", key], "K"))
    with pytest.raises(ProofError, match="'nowhere' is never reached"):
        check_proof(put(proof, ["replies", "nowhere"], "7"))


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
