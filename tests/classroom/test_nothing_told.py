"""What learners get tells no answer to a program that can read it and has no engine."""

import json
import re
import zlib
from base64 import urlsafe_b64decode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ono_tutor import Puzzle
from ono_tutor.classroom.assignment import assignment_text, build_assignment
from ono_tutor.classroom.assignment_link import learner_notebook, link_fragment
from ono_tutor.classroom.choose import choose_puzzles
from ono_tutor.classroom.variants import new_pools
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import id_of
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.kinds import KINDS

CHOOSING = Path(__file__).parents[2] / "docs" / "choosing.md"
BANK = list(bank.index().values())
ASSIGNMENTS = 24


def mixed(seed):
    """An assignment of 24 puzzles of every kind, some of them named by what they teach."""
    random = Random(seed)
    named = [entry for entry in BANK if entry.id != id_of(*entry.words)]
    found = {*random.sample(BANK, 12), *random.sample(named, 3)}
    for kind, count in (("quiet", 4), ("best-card", 5)):
        found.update(random.sample([entry for entry in BANK if entry.kind == kind], count))
    order = sorted(found, key=lambda entry: random.random())
    return build_assignment([[entry] for entry in order], f"Week {seed}")


def opened(link):
    """What a link holds, as a script without the engine opens it."""
    word = link.removeprefix("homework=")
    return json.loads(zlib.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4))))


def forms(assignment):
    """All of each puzzle that is form and not the question: which fields it has, and how it is called."""
    link, file = opened(link_fragment(assignment)), json.loads(assignment_text(assignment))
    for item, twin in zip(link["items"], file["items"], strict=True):
        (puzzle,), (same,) = item["puzzles"], twin["puzzles"]
        words = [same.get(name, "") for name in ("position", "plays", "claim")]
        own = [kind for kind in KINDS if same["id"] == id_of(kind, *words)]
        yield puzzle["kind"], (tuple(puzzle), tuple(same), re.sub("[^-]", "", same["id"]), *own)


def kind_of_answer(puzzle):
    """The answer, as coarse as one is guessed: of best cards that it is one."""
    answer = puzzle.answer_as_json()
    return "a card" if puzzle.kind == "best-card" and isinstance(answer, list) else str(answer)


@pytest.fixture(scope="module")
def items():
    """Number of the assignment, kind, form and answer of each of its items."""
    return [
        (number, kind, form, kind_of_answer(Puzzle.of(entry)))
        for number, assignment in enumerate(map(mixed, range(ASSIGNMENTS)))
        for (kind, form), entry in zip(forms(assignment), assignment.entries, strict=True)
    ]


def hits(items, key):
    """How many answers are guessed that take what is commonest in the other assignments."""
    seen = Counter((key(item), item[3]) for item in items)
    mine = Counter((item[0], key(item), item[3]) for item in items)
    answers = {answer for *_, answer in items}
    found = 0
    for item in items:
        others = {each: seen[key(item), each] - mine[item[0], key(item), each] for each in answers}
        found += max(sorted(others), key=others.__getitem__) == item[3]
    return found


def test_a_form_tells_no_more_than_the_kind(items):
    """Who learns from 23 assignments what forms go with what answers guesses the 24th no better."""
    by_form = hits(items, lambda item: item[1:3])
    by_kind = hits(items, lambda item: item[1])

    assert len(items) > ASSIGNMENTS * 20
    assert by_form <= by_kind + len(items) // 50


def test_safe_cards_and_best_cards_have_one_form(items):
    """Where every card is safe nothing else is written than where one is best.

    Where the round is asked about, the question itself says that one card is best.
    """
    asked = [(form, answer) for _, kind, form, answer in items if kind == "best-card"]
    asked = [(form, answer == "a card") for form, answer in asked if "claim" not in form[0]]
    safe, card = ({form for form, is_card in asked if is_card is each} for each in (False, True))
    assert safe == card
    assert len(safe) == 1


def test_no_id_is_a_name_of_the_bank():
    """Names such as dp80-nothing, which tell what happens, are in nothing that learners get."""
    entries = bank.entries_of_set("double-play-1980")
    assignment = build_assignment([[entry] for entry in entries], "T")

    for text in (assignment_text(assignment), str(opened(link_fragment(assignment)))):
        assert "dp80" not in text
    assert "total=" not in learner_notebook(assignment)


def test_new_puzzles_stand_in_no_bank():
    """Nothing of them is found in the program's files, which say much of the bank's puzzles."""
    filters, words = PuzzleFilter(), {entry.position for entry in BANK}
    chosen = choose_puzzles(BANK, filters, 4, "5")

    pools = new_pools(chosen, filters, "5", per_learner=False)
    entries = list(build_assignment(pools, "New").entries)
    told = [entry.position for entry in entries if entry.kind in ("best-card", "survive")]

    assert (len(entries), words & {*told}) == (4, set())
    assert [entry for entry in entries if entry.id in bank.index()] == []
    assert Counter(pool[0].kind for pool in pools) == Counter(entry.kind for entry in chosen)


def test_what_can_be_guessed_is_published():
    """The shares of the commonest answers stand in the docs, to five in a hundred."""
    rows = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| (\d+) \|$", CHOOSING.read_text("utf-8"), re.M)

    for kind, share in rows:
        mine = [e for e in BANK if (KINDS[e.kind].info.cover or e.kind) == kind]
        counts = Counter(kind_of_answer(Puzzle.of(replace(e, kind=kind))) for e in mine)
        assert abs(100 * counts.most_common(1)[0][1] / len(mine) - int(share)) < 5, kind
    assert {kind for kind, _ in rows} == {"best-card", "survive", "next", "pays"}
