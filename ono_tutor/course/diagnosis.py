"""The beliefs of a learner: Bayes' rule over the misconceptions, and the puzzle to ask next.

A hypothesis is that the learner knows the rules, or has one misconception, or two about the same
game. Under each the answer to every puzzle is known (see
:mod:`ono_tutor.puzzles.misconceptions.answer_patterns`), so each answer makes some hypotheses
likelier and others less so; and the puzzle to ask next is the one whose answer is expected to tell
most about them, in bits, as in the computerized adaptive tests of psychometrics.

A learner slips one time in ten, and may change beliefs between two answers.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, product
from math import log2

from ono_tutor.course.answer_store import AnswerRecord, first_answers
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kind import Prerequisite
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.answer_patterns import (
    SLIP,
    SOUND,
    Beliefs,
    Numbers,
    Pattern,
    patterns,
)
from ono_tutor.puzzles.misconceptions.explain import misconception_of, variants_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions

CHANGE = 0.01
"""The chance that a learner changes beliefs between two answers."""

NAMED = 0.8
"""The chance from which a misconception is named to a learner."""

LEAST = 0.03
"""The least information, in bits, for which a puzzle is asked."""

LEAST_OF_MISLED = 0.01
"""The same for a misled learner: one misconception often comes with another."""

_MISLED = 0.1
"""A learner who knows the rules with less than this chance is misled."""

_SOUND, _ONE = 0.4, 0.35
"""The chances before any answer that a learner knows the rules, or has one misconception.

One misconception often comes with another, so two are not much less probable than one.
"""

NEAR = 0.9
"""The share of the best puzzle's information for which another is asked in its place."""

Outcome = frozenset[str] | None
"""The meaning of an answer: None if it is right, else the misconceptions that explain it."""

RIGHT: Outcome = None
OTHER: Outcome = frozenset()


@lru_cache(maxsize=1)
def hypotheses() -> Mapping[Beliefs, float]:
    """Return the hypotheses about a learner, and the chance of each before any answer.

    That is the rules, each reading of each misconception, or a reading of each of two.
    """
    known, weights = misconceptions(), {SOUND: _SOUND}
    for name in known:
        ways = [frozenset((reading,)) for reading in variants_of(name)]
        weights |= dict.fromkeys(ways, _ONE / len(known) / len(ways))
    twos = list(combinations(known, 2))
    for one, other in twos:
        ways = [frozenset(pair) for pair in product(variants_of(one), variants_of(other))]
        weights |= dict.fromkeys(ways, (1 - _SOUND - _ONE) / len(twos) / len(ways))
    return weights


@cache
def _having(belief: str) -> tuple[Beliefs, ...]:
    """Return the hypotheses with this misconception, in any reading."""
    readings = set(variants_of(belief))
    return tuple(who for who in hypotheses() if who & readings)


class Diagnosis:
    """The chance of each hypothesis after some answers; it is never changed.

    ``weights`` come to 1.
    """

    def __init__(self, weights: Mapping[Beliefs, float] | None = None) -> None:
        self.weights = hypotheses() if weights is None else weights

    def after(self, pattern: Pattern, outcome: Outcome) -> "Diagnosis":
        """Return the diagnosis after one more answer, by its outcome."""
        before, likelihoods = hypotheses(), _likelihoods(pattern)
        sound = likelihoods[pattern.answers[SOUND]][outcome]
        found = {
            who: ((1 - CHANGE) * weight + CHANGE * before[who]) * sound
            for who, weight in self.weights.items()
        }
        for (__, answers), misled in _misled(pattern).items():
            for who in misled:
                found[who] *= likelihoods[answers][outcome] / sound
        total = sum(found.values())
        return Diagnosis({who: weight / total for who, weight in found.items()})

    def chance(self, belief: str) -> float:
        """Return the chance that the learner has this misconception."""
        return sum(self.weights[who] for who in _having(belief))

    def likeliest(self, beliefs: Iterable[str]) -> str | None:
        """Return the most probable of these, if it is probable enough to be named."""
        found = max(beliefs, key=self.chance, default=None)
        return found if found is not None and self.chance(found) >= NAMED else None

    def named(self, puzzle: Puzzle, given: object, mistakes: Iterable[str]) -> tuple[str, ...]:
        """Return the misconceptions to name after a wrong answer that ``mistakes`` explain.

        That is the likeliest of these, or two that explain the answer only together; none that is
        not probable enough.
        """
        if found := self.likeliest(mistakes):
            return (found,)
        who = max(self.weights, key=self.weights.__getitem__)
        both = tuple(sorted(map(misconception_of, who)))
        is_probable = len(both) > 1 and min(map(self.chance, both)) >= NAMED
        return both if is_probable and puzzle.is_right_to(who, given) else ()

    def information(
        self, pattern: Pattern, least: float = 0.0, about: Beliefs | None = None
    ) -> float:
        """Return the information, in bits, to expect from the answer to a puzzle of this pattern.

        The information is about the misconceptions ``about``, by default all; which reading of a
        misconception the learner has does not matter. It is 0 if it cannot reach ``least``.
        """
        groups, rest = defaultdict[Beliefs, dict[Numbers, float]](dict, {SOUND: {}}), 1.0
        for (beliefs, answers), misled in _misled(pattern).items():
            weight = sum(map(self.weights.__getitem__, misled))
            group = groups[beliefs if about is None else beliefs & about]
            group[answers] = group.get(answers, 0.0) + weight
            rest -= weight
        sound, group = pattern.answers[SOUND], groups[SOUND]
        group[sound] = group.get(sound, 0.0) + max(rest, 0.0)  # all others answer by the rules
        if _entropy(sum(group.values()) for group in groups.values()) < least:
            return 0.0
        likelihoods = _likelihoods(pattern)
        predicted, noise = defaultdict[Outcome, float](float), 0.0
        for group in groups.values():
            mixed = defaultdict[Outcome, float](float)
            for answers, weight in group.items():
                for outcome, chance in likelihoods[answers].items():
                    mixed[outcome] += weight * chance
            for outcome, chance in mixed.items():
                predicted[outcome] += chance
            noise += _entropy(mixed.values()) - _entropy([sum(group.values())])
        return _entropy(predicted.values()) - noise


@cache
def _misled(pattern: Pattern) -> Mapping[tuple[Beliefs, Numbers], tuple[Beliefs, ...]]:
    """Return the hypotheses that lead to other answers to a puzzle of this pattern.

    They are grouped by the misconceptions that matter here and by those answers: a hypothesis with
    one misleading reading answers as that reading does, and two readings that both mislead, or
    change each other, matter as a pair.
    """
    misleading = {key: pattern.of((key,)) for trap in pattern.traps for key in variants_of(trap)}
    misleading = {key: each for key, each in misleading.items() if each != pattern.answers[SOUND]}
    found: dict[Beliefs, tuple[Beliefs, Numbers]] = {}
    for key, answers in misleading.items():
        belief = misconception_of(key)
        found |= {who: (frozenset({belief}), answers) for who in _having(belief) if key in who}
    pairs = [*map(frozenset, combinations(misleading, 2)), *pattern.answers]
    for who in pairs:
        both = frozenset(map(misconception_of, who))
        if len(both) > 1:
            found[who] = both, pattern.of(who)
    grouped = defaultdict[tuple[Beliefs, Numbers], list[Beliefs]](list)
    for who, group in found.items():
        grouped[group].append(who)
    return {group: tuple(whos) for group, whos in grouped.items()}


@cache
def _outcomes(pattern: Pattern) -> Mapping[int, Outcome]:
    """Return the outcome of each answer of a pattern, by its number."""
    found: dict[int, set[str]] = {n: set() for numbers in pattern.answers.values() for n in numbers}
    for who, numbers in pattern.answers.items():
        if len(who) == 1:
            for number in numbers:
                found[number] |= set(map(misconception_of, who))
    right = pattern.answers[SOUND]
    return {n: RIGHT if n in right else frozenset(names) for n, names in found.items()}


@cache
def _likelihoods(pattern: Pattern) -> Mapping[Numbers, Mapping[Outcome, float]]:
    """Return the chance of each outcome for a learner who thinks these answers right."""
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
    """Return the entropy of a distribution, in bits."""
    return -sum(chance * log2(chance) for chance in chances if chance)


def outcome_of(pattern: Pattern, evidence: AnswerRecord) -> Outcome:
    """Return the outcome of a stored answer, among those of the answers to its puzzle."""
    if evidence.mark == Mark.RIGHT:
        return RIGHT
    named = frozenset(evidence.mistakes)
    known = (outcome for outcome in _outcomes(pattern).values() if outcome and outcome & named)
    return max(known, key=lambda outcome: (len(outcome & named), -len(outcome)), default=OTHER)


def diagnose(evidence: Iterable[AnswerRecord]) -> Diagnosis:
    """Return the diagnosis of a learner by the answers, in the order of time.

    The first answer to each puzzle counts, and none after a hint: later the solution was seen.
    """
    diagnosis = _nothing_known()
    for item in first_answers(evidence):
        pattern = patterns().get(item.puzzle)
        if pattern and item.mark != Mark.NOT_ATTEMPTED and not item.hints:
            diagnosis = _after(diagnosis, pattern, outcome_of(pattern, item))
    return diagnosis


@cache
def _nothing_known() -> Diagnosis:
    return Diagnosis()


@lru_cache(maxsize=256)
def _after(found: Diagnosis, pattern: Pattern, outcome: Outcome) -> Diagnosis:
    """Return the diagnosis after one more answer, cached: answers come one by one."""
    return found.after(pattern, outcome)


# ---- what to ask next ----


def most_telling(
    found: Diagnosis,
    among: Mapping[str, Entry],
    passed_over: Collection[str],
    asked: Iterable[Entry],
    random: SeededRandom,
) -> Iterator[Entry]:
    """Yield the puzzles whose answers show most of what a learner believes, in their order.

    Each is picked at random of those within a tenth of the best in ``among``, which are by id;
    those in ``passed_over`` are not picked. Beliefs about games that are not among them do not
    matter. None asks the same idea as one before it or one of those ``asked``, none needs a chance
    worked out, open hands, a late draw, or house rules. It ends below :data:`LEAST` bits, or
    :data:`LEAST_OF_MISLED` for a misled learner.
    """
    ideas, about = {entry.idea for entry in asked}, None
    if len(among) != len(bank.index()):
        games = {entry.key for entry in among.values()}
        about = frozenset(key for key, each in misconceptions().items() if games & {*each.rules})
    fresh = {
        pattern: [each for each in entries if each.id in among and each.id not in passed_over]
        for pattern, entries in _by_pattern().items()
    }
    least = LEAST_OF_MISLED if found.weights[SOUND] < _MISLED else LEAST
    while True:
        near, best = list[tuple[float, list[Entry]]](), least
        for pattern, entries in fresh.items():
            bits = found.information(pattern, best * NEAR, about) if entries else 0.0
            new = [entry for entry in entries if entry.idea not in ideas]
            if new and bits >= max(least, best * NEAR):
                near.append((bits, new))
                best = max(best, bits)
        nearly = [entry for bits, new in near if bits >= best * NEAR for entry in new]
        if not nearly:
            return
        picked = random.pick(nearly)
        ideas.add(picked.idea)
        yield picked


@cache
def _by_pattern() -> Mapping[Pattern, list[Entry]]:
    """Return the bank's puzzles that everybody may be asked by their pattern, in order of ids."""
    found = defaultdict[Pattern, list[Entry]](list)
    for name, pattern in sorted(patterns().items()):
        entry = bank.index()[name]
        needs, is_plain = KINDS[entry.kind].info.prerequisite, entry.rules == entry.key
        if is_plain and "undrawn=" not in entry.position and needs in _FOR_ALL:
            found[pattern].append(entry)
    return found


_FOR_ALL = (Prerequisite(0), Prerequisite.EDITION)
