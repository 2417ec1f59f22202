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
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kind import Prerequisite
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explanations import misconception_of, readings_of
from ono_tutor.puzzles.misconceptions.responses import SLIP, SOUND, Beliefs, Pattern, patterns
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.book import misconceptions

CHANGE = 0.01
"""How often a learner comes to believe something else between two answers."""

NAMED = 0.8
"""How probable a misconception must be to be named to a learner."""

LEAST = 0.04
"""Bits that a puzzle must be expected to tell, to be asked for what it tells."""

_SOUND, _ONE = 0.4, 0.5
"""How probable it is beforehand that a learner knows the rules, or has one misconception."""

Outcome = frozenset[str] | None
"""What an answer shows: None if it is right, else the misconceptions that explain it."""

RIGHT: Outcome = None
OTHER: Outcome = frozenset()


@lru_cache(maxsize=1)
def hypotheses() -> Mapping[Beliefs, float]:
    """Return what a learner may believe, and how probable each is before any answer.

    That is the rules, each reading of each misconception, or the first readings of two.
    """
    known, weights = misconceptions(), {SOUND: _SOUND}
    for name in known:
        ways = [frozenset((reading,)) for reading in readings_of(name)]
        weights |= dict.fromkeys(ways, _ONE / len(known) / len(ways))
    twos = [frozenset(pair) for pair in combinations(known, 2)]
    return weights | dict.fromkeys(twos, (1 - _SOUND - _ONE) / len(twos))


@cache
def _having(belief: str) -> tuple[Beliefs, ...]:
    """The hypotheses with this misconception, however meant."""
    readings = set(readings_of(belief))
    return tuple(who for who in hypotheses() if who & readings)


class Diagnosis:
    """How probable each hypothesis is after some answers; it is never changed.

    ``weights`` come to 1.
    """

    __slots__ = ("weights",)

    def __init__(self, weights: Mapping[Beliefs, float] | None = None) -> None:
        self.weights = hypotheses() if weights is None else weights

    def after(self, pattern: Pattern, outcome: Outcome) -> "Diagnosis":
        """Return the diagnosis after one answer more, by what it shows."""
        before, likelihoods = hypotheses(), _likelihoods(pattern)
        sound = likelihoods[pattern.answers[SOUND]][outcome]
        found = {
            who: ((1 - CHANGE) * weight + CHANGE * before[who]) * sound
            for who, weight in self.weights.items()
        }
        for who, answers in _misled(pattern).items():
            found[who] *= likelihoods[answers][outcome] / sound
        total = sum(found.values())
        return Diagnosis({who: weight / total for who, weight in found.items()})

    def chance(self, belief: str) -> float:
        """Return how probable it is that the learner has this misconception, from 0 to 1."""
        return sum(self.weights[who] for who in _having(belief))

    def likeliest(self, beliefs: Iterable[str]) -> str | None:
        """Return the most probable of these, if it is probable enough to be named."""
        found = max(beliefs, key=self.chance, default=None)
        return found if found is not None and self.chance(found) >= NAMED else None

    def information(self, pattern: Pattern) -> float:
        """Return how many bits the answer to a puzzle of this pattern is expected to tell.

        They are bits about the misconceptions: which reading of one it is counts for nothing.
        """
        likelihoods = _likelihoods(pattern)
        predicted, noise = defaultdict[Outcome, float](float), 0.0
        for masses in self._masses(pattern):
            mixed = defaultdict[Outcome, float](float)
            for answers, mass in masses.items():
                for outcome, chance in likelihoods[answers].items():
                    mixed[outcome] += mass * chance
            for outcome, chance in mixed.items():
                predicted[outcome] += chance
            noise += _entropy(mixed.values()) - _entropy([sum(masses.values())])
        return _entropy(predicted.values()) - noise

    def _masses(self, pattern: Pattern) -> list[dict[tuple[int, ...], float]]:
        """How probable which answers are, by group; last for who is not misled."""
        weight = self.weights.__getitem__
        found = [
            {answers: sum(map(weight, members)) for answers, members in group.items()}
            for group in _groups(pattern)
        ]
        left = 1 - sum(mass for group in found for mass in group.values())
        return [*found, {pattern.answers[SOUND]: max(left, 0.0)}]


@cache
def _misled(pattern: Pattern) -> Mapping[Beliefs, tuple[int, ...]]:
    """The hypotheses under which a puzzle of this pattern may mislead, and the answers then."""
    return {who: pattern.of(who) for belief in pattern.traps for who in _having(belief)}


@cache
def _groups(pattern: Pattern) -> tuple[Mapping[tuple[int, ...], list[Beliefs]], ...]:
    """Those hypotheses by their answers, the readings of one misconception in one group.

    So it is all one which of them it is.
    """
    groups = defaultdict[object, dict[tuple[int, ...], list[Beliefs]]](dict)
    for who, answers in _misled(pattern).items():
        group = groups[answers if len(who) > 1 else misconception_of(*who)]
        group.setdefault(answers, []).append(who)
    return tuple(groups.values())


@cache
def _outcomes(pattern: Pattern) -> Mapping[int, Outcome]:
    """What each answer of a pattern shows, by its number."""
    found: dict[int, set[str]] = {n: set() for numbers in pattern.answers.values() for n in numbers}
    for who, numbers in pattern.answers.items():
        if len(who) == 1:
            for number in numbers:
                found[number] |= set(map(misconception_of, who))
    right = pattern.answers[SOUND]
    return {n: RIGHT if n in right else frozenset(names) for n, names in found.items()}


@cache
def _likelihoods(pattern: Pattern) -> Mapping[tuple[int, ...], Mapping[Outcome, float]]:
    """How probable each outcome is of one who finds these answers right."""
    outcomes = _outcomes(pattern)
    counts = Counter(outcome for outcome in outcomes.values() if outcome != OTHER)
    possible = max(pattern.possible, sum(counts.values()) + 1)
    counts[OTHER] = possible - sum(counts.values())
    found = {}
    for answers in set(pattern.answers.values()):
        chances = {outcome: SLIP * count / possible for outcome, count in counts.items()}
        for number in answers:
            chances[outcomes[number]] += (1 - SLIP) / len(answers)
        found[answers] = chances
    return found


def _entropy(chances: Iterable[float]) -> float:
    """The entropy of a distribution, in bits."""
    return -sum(chance * log2(chance) for chance in chances if chance)


def outcome_of(pattern: Pattern, evidence: Evidence) -> Outcome:
    """Return what a kept answer shows, among what answers to its puzzle can show."""
    if evidence.mark == Mark.RIGHT:
        return RIGHT
    named = frozenset(evidence.mistakes.split())
    known = (outcome for outcome in _outcomes(pattern).values() if outcome and outcome & named)
    return max(known, key=lambda outcome: (len(outcome & named), -len(outcome)), default=OTHER)


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
            found = found.after(pattern, outcome_of(pattern, item))
    return found


# ---- what to ask next ----


def most_telling(
    found: Diagnosis, entries: Iterable[Entry], asked: Iterable[Entry], random: SeededRandom
) -> Iterator[Entry]:
    """Yield the puzzles whose answers tell most of what a learner believes, in their order.

    Each is picked at random among those within a tenth of the best. None asks the same idea as
    one before it or one of those ``asked``, none needs a chance worked out, open hands, a late
    draw, or options of a house. It ends where less than :data:`LEAST` bits are to be had.
    """
    known, asked_of = _ideas_for_all(), {_idea(entry) for entry in asked}
    fresh = defaultdict[Pattern, list[Entry]](list)
    for entry in entries:
        if entry.id in known and known[entry.id] not in asked_of:
            fresh[patterns()[entry.id]].append(entry)
    worth = {pattern: found.information(pattern) for pattern in fresh}
    while (best := max(worth.values(), default=0.0)) >= LEAST:
        near = [e for pattern in worth if worth[pattern] >= best * 0.9 for e in fresh[pattern]]
        picked = random.pick(sorted(near, key=lambda entry: entry.id))
        pattern = patterns()[picked.id]
        fresh[pattern] = [e for e in fresh[pattern] if known[e.id] != known[picked.id]]
        if not fresh[pattern]:
            del worth[pattern]
        yield picked


@cache
def _ideas_for_all() -> Mapping[str, object]:
    """The ideas of the bank's puzzles that tell of a belief and that anybody may be asked."""
    entries = ((name, bank.index()[name]) for name in patterns())
    return {name: _idea(entry) for name, entry in entries if _is_for_all(entry)}


def _is_for_all(entry: Entry) -> bool:
    needs, is_plain = KINDS[entry.kind].prerequisite, entry.rules == entry.key
    return is_plain and "undrawn=" not in entry.position and needs in _FOR_ALL


_FOR_ALL = (None, Prerequisite.EDITION)


def _idea(entry: Entry) -> tuple[object, ...]:
    """What a puzzle is about: two with the same idea differ in their cards alone."""
    return patterns().get(entry.id), entry.kind, entry.rules, entry.rule_points
