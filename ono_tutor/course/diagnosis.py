"""What a learner seems to believe: Bayes' rule over the misconceptions, and the puzzle to ask next.

A hypothesis is that the learner knows the rules, or has one misconception, or two about the same
game. Under each the answer to every puzzle is known (see
:mod:`ono_tutor.puzzles.misconceptions.responses`), so each answer makes some hypotheses likelier
and others less so; and the puzzle to ask next is the one whose answer is expected to tell most
about them, in bits, as in the computerized adaptive tests of psychometrics.

Whoever answers slips one time in ten, and may change what is believed between two answers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations
from math import log2

from ono_tutor.course.answered import Evidence
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kind import Prerequisite
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.responses import SOUND, Beliefs, Pattern, patterns
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.book import misconceptions

SLIP = 0.1
"""How often an answer is given that the learner does not believe."""

CHANGE = 0.02
"""How often a learner comes to believe something else between two answers."""

NAMED = 0.75
"""How probable a misconception must be to be named to a learner."""

LEAST = 0.1
"""Bits that a puzzle must be expected to tell, to be asked for what it tells."""

_SOUND, _ONE = 0.4, 0.5
"""How probable it is beforehand that a learner knows the rules, or has one misconception."""

RIGHT, OTHER = 0, -1
"""A right answer, and one that neither the rules nor any one misconception leads to."""


@lru_cache(maxsize=1)
def hypotheses() -> Mapping[Beliefs, float]:
    """Return what a learner may believe, and how probable each is before any answer."""
    known = misconceptions()
    ones = [frozenset((key,)) for key in known]
    twos = [
        frozenset(pair)
        for pair in combinations(known, 2)
        if set(known[pair[0]].rules) & set(known[pair[1]].rules)
    ]
    games = Counter(key for found in known.values() for key in found.rules)
    shares = [sum(1 / games[key] for key in found.rules) for found in known.values()]
    weights = {SOUND: _SOUND}
    weights |= {who: _ONE * share / sum(shares) for who, share in zip(ones, shares, strict=True)}
    return weights | dict.fromkeys(twos, (1 - _SOUND - _ONE) / len(twos))


class Diagnosis:
    """How probable each hypothesis is after some answers; it is never changed.

    ``weights`` come to 1.
    """

    __slots__ = ("weights",)

    def __init__(self, weights: Mapping[Beliefs, float] | None = None) -> None:
        self.weights = hypotheses() if weights is None else weights

    def after(self, pattern: Pattern, answer: int) -> "Diagnosis":
        """Return the diagnosis after one answer more, by its number in the puzzle's pattern."""
        before, likelihoods = hypotheses(), _likelihoods(pattern)
        found = {
            who: (1 - CHANGE) * weight + CHANGE * before[who]
            for who, weight in self.weights.items()
        }
        misled = _misled(pattern)
        sound = likelihoods[pattern.answers[SOUND]][answer]
        for who in found:
            answers = misled.get(who)
            found[who] *= likelihoods[answers][answer] if answers else sound
        total = sum(found.values())
        return Diagnosis({who: weight / total for who, weight in found.items()})

    def chance(self, belief: str) -> float:
        """Return how probable it is that the learner has this misconception, from 0 to 1."""
        return sum(weight for who, weight in self.weights.items() if belief in who)

    def likeliest(self, beliefs: Iterable[str]) -> str | None:
        """Return the most probable of these, if it is probable enough to be named."""
        found = max(beliefs, key=self.chance, default=None)
        return found if found is not None and self.chance(found) >= NAMED else None

    def information(self, pattern: Pattern) -> float:
        """Return how many bits the answer to a puzzle of this pattern is expected to tell."""
        likelihoods, predicted, noise = _likelihoods(pattern), defaultdict[int, float](float), 0.0
        for answers, mass in self._masses(pattern).items():
            for answer, chance in likelihoods[answers].items():
                predicted[answer] += mass * chance
            noise += mass * _entropy(likelihoods[answers].values())
        return _entropy(predicted.values()) - noise

    def _masses(self, pattern: Pattern) -> Mapping[tuple[int, ...], float]:
        """How probable it is that the learner finds just these answers right."""
        found: dict[tuple[int, ...], float] = defaultdict(float)
        for who, answers in _misled(pattern).items():
            found[answers] += self.weights[who]
        found[pattern.answers[SOUND]] += 1 - sum(found.values())
        return found


@cache
def _misled(pattern: Pattern) -> Mapping[Beliefs, tuple[int, ...]]:
    """The hypotheses under which a puzzle of this pattern misleads, and the answers given then."""
    traps = pattern.traps
    return {who: pattern.of(who & traps) for who in hypotheses() if who & traps}


@cache
def _likelihoods(pattern: Pattern) -> Mapping[tuple[int, ...], Mapping[int, float]]:
    """How probable each answer is of one who finds these answers right."""
    right = pattern.answers[SOUND]
    alone = {n for who, numbers in pattern.answers.items() if len(who) < 2 for n in numbers}
    told = {number: RIGHT if number in right else number for number in alone}
    possible = max(pattern.possible, len(set(told.values())) + 1)
    found = {}
    for answers in set(pattern.answers.values()):
        chances = dict.fromkeys(told.values(), SLIP / possible)
        chances[OTHER] = SLIP * (possible - len(chances)) / possible
        for number in answers:
            chances[told.get(number, OTHER)] += (1 - SLIP) / len(answers)
        found[answers] = chances
    return found


def _entropy(chances: Iterable[float]) -> float:
    """The entropy of a distribution, in bits."""
    return -sum(chance * log2(chance) for chance in chances if chance)


def answer_number(pattern: Pattern, evidence: Evidence) -> int:
    """Return the number of a kept answer in the pattern of its puzzle."""
    if evidence.mark == Mark.RIGHT:
        return RIGHT
    numbers = [set(pattern.answers.get(frozenset((key,)), ())) for key in evidence.mistakes.split()]
    common = set.intersection(*numbers) if numbers else set()
    return min(common - {*pattern.answers[SOUND]}, default=OTHER)


def diagnose(evidence: Iterable[Evidence]) -> Diagnosis:
    """Return what the answers, in the order of time, tell of what the learner believes.

    The first answer to each puzzle counts, and none after a hint: later the solution was seen.
    """
    found, seen = Diagnosis(), set()
    for item in evidence:
        pattern = patterns().get(item.puzzle)
        is_told = item.puzzle in seen or item.hints or item.mark not in (Mark.RIGHT, Mark.WRONG)
        if item.mark != Mark.MALFORMED:
            seen.add(item.puzzle)
        if pattern and not is_told:
            found = found.after(pattern, answer_number(pattern, item))
    return found


# ---- what to ask next ----


def most_telling(
    found: Diagnosis, entries: Iterable[Entry], asked: Iterable[Entry], random: SeededRandom
) -> Iterator[Entry]:
    """Yield the puzzles whose answers tell most of what a learner believes, in their order.

    Each is picked at random among those within a tenth of the best. None asks the same idea as
    one before it or one of those ``asked``, none needs a chance worked out, open hands, or
    options of a house. It ends where less than :data:`LEAST` bits are to be had.
    """
    ideas = set(map(_idea, asked))
    open_ = defaultdict[Pattern, list[Entry]](list)
    for entry in entries:
        if entry.id in patterns() and _is_for_all(entry):
            open_[patterns()[entry.id]].append(entry)
    worth = {pattern: found.information(pattern) for pattern in open_}
    while True:
        left = {
            pattern: fresh
            for pattern, some in open_.items()
            if (fresh := [entry for entry in some if _idea(entry) not in ideas])
        }
        best = max((worth[pattern] for pattern in left), default=0.0)
        if best < LEAST:
            return
        near = [e for pattern in left if worth[pattern] >= best * 0.9 for e in left[pattern]]
        picked = random.pick(sorted(near, key=lambda entry: entry.id))
        ideas.add(_idea(picked))
        yield picked


def _is_for_all(entry: Entry) -> bool:
    needs = KINDS[entry.kind].prerequisite
    return entry.rules == entry.key and needs in (None, Prerequisite.EDITION)


def _idea(entry: Entry) -> tuple[object, ...]:
    """What a puzzle is about: two with the same idea differ in their cards alone."""
    return patterns().get(entry.id), entry.kind, entry.rules, entry.rule_points
