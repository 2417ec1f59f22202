"""What is said of wrong answers, over the whole bank: a reason, one guess, and none that refutes itself."""

import re
from contextlib import suppress

import pytest
from sweeps import rotating

from ono_tutor import OnoError, Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.changes import CHANGES
from ono_tutor.puzzles.misconceptions.explain import changed_tasks
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.solver.survive import Verdict

ENTRIES = list(bank.index().values())

NUMBERS = (0, 1, 33, 66, 87, 98, 99)
CHANCES = ("0", "1", "1/2", "1/50", "49/50")
PRAISE = ("No card is better.", "No card gives a better", "no card gives a better")
"""What is said of right answers alone."""

LONG = re.compile(r"/\d{7,}")
"""A denominator that nobody reads."""


def believed(puzzle):
    """The answers of everybody who has a misconception, in each way it can be meant."""
    kind = KINDS[puzzle.kind]
    for reading in CHANGES:
        for task in changed_tasks(puzzle.task, (reading,)):
            with suppress(OnoError):  # some see no answer at all
                yield kind.as_json(kind.answer(task))


def given_to(puzzle):
    """All answers that are offered, every card, those of misconceptions, and some of any sort."""
    hand = [str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)]
    seats = range(len(puzzle.position.hands))
    yield from believed(puzzle)
    yield from (word for word, _ in puzzle.offered)
    yield from (*hand, str(OUT))
    yield from {
        "number": NUMBERS,
        "chance": CHANCES,
        "plays": (hand, ["none"], *(hand[:n] for n in range(1, len(hand)))),
        "next": [{"seat": seat, "owes": owes} for seat in seats for owes in (1, 2, 4)],
        "amounts": [[int(seat == one) * n for seat in seats] for one in seats for n in (1, 2)],
        "editions": (["none"], list(RULE_SETS), *([key] for key in RULE_SETS)),
    }.get(puzzle.shape.value, ())


def wrong_checks(puzzle):
    """What is said of each wrong answer, by the answer as it is written."""
    found = {}
    for given in given_to(puzzle):
        check = puzzle.check(given)
        if check.mark is Mark.WRONG:
            found.setdefault(str(given), check)
    return found


def faults(puzzle, check):
    """What is wrong with what is said of a wrong answer."""
    reason, text, answer = str(check.reason).strip(), str(check), check.answer
    chances = re.findall(r"chance of ([^.]*)\. With [^.]* it is ([^.]*)\.", reason)
    one = answer[0] if isinstance(answer, tuple) and len(answer) == 1 else answer
    is_card = isinstance(one, Play | LateDraw)
    name = re.escape(str(puzzle.position.rules.play_name(one))) if is_card else "nothing"
    cards = map(puzzle.position.rules.card_name, puzzle.position.rules.deck(2))
    names = [r"\d", "seat", "card", *(re.escape(str(card)) for card in cards)]
    found = {
        "there is no reason": not re.search(r"\w", reason),
        "two guesses stand side by side": check.named and check.slip and str(check.slip) in text,
        "it praises the wrong answer": any(words in reason for words in PRAISE),
        "a fraction is too long to be read": LONG.search(text.replace(str(answer), "")),
        "two chances sound the same": any(mine == best for mine, best in chances),
        "it recommends the wrong answer": re.search(
            rf"(?:better with|dangerous play is|With) {name}[:,. ]", reason, re.I
        ),
        "a gap is left in it": "{" in text or "None" in text,
        "no rule point stands behind it": not set(check.rules) & set(rule_points()),
        "it names no card, no total, no player": not re.search("|".join(names), text, re.I),
    }
    return [fault for fault, is_so in found.items() if is_so]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_of_a_puzzle_holds(kind):
    """Question, hints and solution can be read; a wrong answer has a reason, and at most one guess."""
    found, told = [], 0
    for entry in rotating(entry for entry in ENTRIES if entry.kind == kind):
        puzzle = Puzzle.of(entry)
        texts = [str(puzzle.question), *map(str, puzzle.hints), str(puzzle.solution().reason)]
        assert all(re.search(r"\w", text) and not LONG.search(text) for text in texts), entry
        checks = wrong_checks(puzzle)
        told += len(checks)
        for given, check in checks.items():
            found += [(entry.id, given, fault) for fault in faults(puzzle, check)]
    assert found == []
    assert told


def test_every_card_of_a_hand_is_accounted_for():
    """What may be played, and why a turn is not certain, names each card, wherever it stands."""
    some = rotating(entry for entry in ENTRIES if entry.kind in ("legal", "survive"))
    for puzzle in map(Puzzle.of, some):
        rules, told = puzzle.position.rules, str(puzzle.solution()).lower()
        plays = rules.plays_of_hand(puzzle.position.hand)
        names = {f"{rules.play_name(play):short}".lower() for play in plays}
        assert puzzle.answer is Verdict.CERTAIN or all(name in told for name in names), puzzle


CAUSES = re.compile(r"98 or less|can play no card|exactly on (33|66|99),|goes past (33|66)|over 99")


def test_every_payment_has_its_cause():
    """What is said of somebody who pays says why: a mark, the goal, the limit, or no card to play."""
    some = rotating(entry for entry in ENTRIES if entry.kind == "pays")
    paid = [puzzle for puzzle in map(Puzzle.of, some) if any(puzzle.answer)]
    assert paid
    assert [p.id for p in paid if not CAUSES.search(str(p.solution()))] == []


def test_a_first_wrong_answer_is_met_by_itself_and_not_by_a_hint():
    """What is said before a second try is about the answer given, and is none of the hints."""
    for puzzle in map(Puzzle.of, rotating(ENTRIES[::7])):
        hints = {str(hint) for hint in puzzle.hints}
        for given, check in wrong_checks(puzzle).items():
            told = str(puzzle.nudge(check))
            assert told not in hints | {str(check)}, (puzzle, given)
            assert re.search(r"\w\.|\?", told), (puzzle, given)
