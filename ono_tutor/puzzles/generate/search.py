"""Puzzles found by search: the smallest that show their point, none the same as another.

:func:`canonical_form` leaves out seats, order of cards and the names of equal cards;
:func:`smaller` takes away players, plays, options and kinds of card.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, check_known
from ono_tutor.game.position import check
from ono_tutor.puzzles.answer import as_words
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.difficulty import Level, Rating
from ono_tutor.puzzles.generate.deals import deal_task, shapes_for
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import at_default, entry_of, idea_of, rate
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import with_seat

LEVELS = tuple(str(level.value) for level in Level)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The puzzles to search for. An empty collection allows anything.

    ``rules`` are rule sets with just the options written, ``keys`` rule sets with any options;
    a puzzle shows one of ``rule_points`` and one of ``misconceptions`` at least. ``is_plain``
    leaves out options and late draws, ``ideas`` are those of which one is looked for, ``avoided``
    those that are not; ``as_dealt`` takes a puzzle as it is, and no smaller one that shows the
    same. ``traps`` is how many misconceptions mislead at the least.
    """

    rules: tuple[str, ...] = ()
    keys: tuple[str, ...] = tuple(RULE_SETS)
    kinds: tuple[str, ...] = ()
    rule_points: frozenset[str] = frozenset()
    misconceptions: frozenset[str] = frozenset()
    levels: frozenset[int] = frozenset()
    is_plain: bool = False
    ideas: frozenset[str] = frozenset()
    avoided: frozenset[str] = frozenset()
    as_dealt: bool = False
    traps: int = 0

    def check(self) -> None:
        """Check that there can be such puzzles.

        Raises :class:`NotationError` for a name that is none.
        """
        for name in self.rules:
            ruleset(name)
        check_names("kind of puzzle", self.kinds, KINDS)
        for rule in sorted(self.rule_points):
            rule_point(rule)
        check_names("misconception", sorted(self.misconceptions), misconceptions())
        check_names("level", sorted(map(str, self.levels)), LEVELS)

    def is_met(self, task: Task, rating: Rating) -> bool:
        """Check whether a puzzle is one of those looked for."""
        if self.rules and task.rules.name not in self.rules:
            return False
        return (
            self.is_shown_by(rating)
            and (not self.levels or rating.level in self.levels)
            and len(rating.misconceptions) >= self.traps
        )

    def is_shown_by(self, rated: Rating | Entry) -> bool:
        """Check whether a puzzle shows a rule point and a misconception that are wanted."""
        points, beliefs = self.rule_points, self.misconceptions
        return (not points or not points.isdisjoint(rated.rule_points)) and (
            not beliefs or not beliefs.isdisjoint(rated.misconceptions)
        )

    @property
    def points(self) -> frozenset[str]:
        """The rule points that a puzzle is about which is looked for."""
        missed = {misconceptions()[key].point for key in self.misconceptions}
        return self.rule_points | missed


def check_names(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise :class:`NotationError` for a name that is not known."""
    for name in given:
        check_known(known, name, f"is no {what}; there are")


@dataclass(slots=True)
class FoundPuzzles:
    """The puzzles found before: none is found twice, nor one answer or idea too often.

    ``most`` is how many puzzles of one idea may be found; None for any number.
    """

    forms: set[object] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    ideas: Counter[str] = field(default_factory=Counter)
    most: int | None = None

    def has(self, kind: str, task: Task) -> bool:
        """Check whether this puzzle was found, in any of its forms."""
        return canonical_form(kind, task) in self.forms

    def is_common(self, kind: str, answer: str, *, is_last_resort: bool = False) -> bool:
        """Check whether too many of this kind have had this sort of answer, where others are.

        That is a third of them; as a last resort, half.
        """
        given, asked = self.answers[kind, answer], self.kinds[kind]
        return 1 + (asked // 2 if is_last_resort else asked // 3) < given < asked

    def note(self, kind: str, task: Task, entry: Entry, answer: str) -> bool:
        """Keep a puzzle in mind; False where its id is taken, however unlikely that is."""
        if entry.id in self.ids:
            return False
        self.forms.add(canonical_form(kind, task))
        self.ids.add(entry.id)
        self.answers[kind, answer] += 1
        self.kinds[kind] += 1
        self.ideas[entry.idea] += 1
        return True


MOST_TRIES = 4000
"""Deals looked at in vain before a search gives up."""


def generate(  # noqa: PLR0913 - each is a way to say what is looked for
    seed: int | str,
    *,
    rules: str | Iterable[str] = (),
    kind: str | Iterable[str] = (),
    rule_points: Iterable[str] = (),
    misconceptions: Iterable[str] = (),
    levels: Iterable[int] = (),
    count: int = 10,
) -> tuple[Entry, ...]:
    """Return puzzles from a seed: the same seed gives the same puzzles on every Python.

    ``rules`` and ``kind`` are a name or several; a rule set has just the options written, and
    without ``rules`` any options may turn up. There are fewer than ``count`` if
    the search runs dry.
    Raises :class:`NotationError` for a name that is none.
    """
    wanted = Wanted(
        rules=_names(rules),
        kinds=_names(kind),
        rule_points=frozenset(rule_points),
        misconceptions=frozenset(misconceptions),
        levels=frozenset(levels),
    )
    return tuple(search(SeededRandom(seed), wanted, FoundPuzzles(), count))


def _names(words: str | Iterable[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def search(
    random: SeededRandom,
    wanted: Wanted,
    found: FoundPuzzles,
    count: int,
    most_tries: int = MOST_TRIES,
) -> Iterator[Entry]:
    """Yield up to ``count`` new puzzles; end after ``most_tries`` deals in a row without one."""
    wanted.check()
    tries = made = 0
    while made < count and tries < most_tries:
        tries += 1
        deal = None
        with suppress(OnoError):
            deal = _deal(random, wanted, found, patience=tries)
        entry = _take(*deal, wanted, found) if deal else None
        if entry is not None:
            tries, made = 0, made + 1
            yield entry


def _deal(
    random: SeededRandom, wanted: Wanted, found: FoundPuzzles, patience: int
) -> tuple[str, Task, Rating] | None:
    """Return a task of a kind, if it is one of those wanted and worth asking.

    The longer the search, the less is asked of a puzzle: at first one is preferred that
    misconceptions answer in several ways. What is dull is never taken.
    """
    name = random.pick(wanted.kinds or tuple(KINDS))
    kind = KINDS[name]
    rules = random.pick(wanted.rules) if wanted.rules else ""
    key = rules.partition("+")[0] or random.pick(wanted.keys)
    shapes = shapes_for(key, name, wanted.points, rules)
    if wanted.is_plain:
        shapes = [shape for shape in shapes if shape.rules == key and not shape.undrawn]
    if not shapes:
        return None
    shape = random.pick(shapes)
    task = deal_task(random, name, ruleset(rules or shape.rules), shape)
    answer = kind.answer(task)
    is_late = patience >= MOST_TRIES // 20
    if kind.is_plain(task, answer) or found.is_common(
        name, kind.answer_class(task, answer), is_last_resort=is_late
    ):
        return None
    rating = rate(name, task)
    if not wanted.is_met(task, rating) or kind.is_dull(task, rating):
        return None
    is_taken = kind.recipe.takes_first or random.chance(min(4, rating.worth + patience // 50), 4)
    return (name, task, rating) if is_taken and is_answerable(name, task, rating) else None


def _take(
    kind: str, task: Task, rating: Rating, wanted: Wanted, found: FoundPuzzles
) -> Entry | None:
    """Return the smallest puzzle that shows the same, if it is new and its idea is wanted."""
    if found.most is not None and _is_out(idea_of(kind, task, rating), wanted, found):
        return None
    most = 0 if wanted.as_dealt else KINDS[kind].recipe.most_smaller
    task, rating = smaller(kind, task, rating, wanted.is_met, most)
    if found.has(kind, task):
        return None
    entry = entry_of(kind, task, rating)
    if _is_out(entry.idea, wanted, found):
        return None
    return entry if found.note(kind, task, entry, answer_class(kind, task)) else None


def _is_out(idea: str, wanted: Wanted, found: FoundPuzzles) -> bool:
    """Check whether a puzzle of this idea is not looked for, or not any more."""
    is_other = bool(wanted.ideas) and idea not in wanted.ideas
    is_worn = found.most is not None and found.ideas[idea] >= found.most
    return is_other or idea in wanted.avoided or is_worn


def is_answerable(kind: str, task: Task, rating: Rating) -> bool:
    """Check whether the right answer, written as it is handed in, is read and taken as right."""
    words = as_words(KINDS[kind].as_json(rating.answer)) or "none"
    try:
        given = KINDS[kind].read(task, words)
    except NotationError:
        return False
    return KINDS[kind].accepts(task, rating.answer, given)


def answer_class(kind: str, task: Task) -> str:
    """Return the class of the answer, as its kind says."""
    return KINDS[kind].answer_class(task, KINDS[kind].answer(task))


# ---- forms of a puzzle ----


_TOTALS = range(-12, 99)

Test = Callable[[Task, Rating], bool]


def canonical_form(kind: str, task: Task) -> tuple[object, ...]:
    """Return the form that all puzzles share that are the same.

    The player to move sits at seat 0 and play goes clockwise; each hand and the discards are
    sorted; cards that do the same at every total, and are as many in the deck, have one name.
    """
    position = task.position
    size = len(position.hands)
    step = position.direction.step

    def seat(old: int) -> int:
        return (old - position.turn) * step % size

    def written(play: Play | LateDraw) -> str:
        if isinstance(play, LateDraw):
            return f"draw:{seat(play.seat)}"
        card = names.get(play.card, play.card) if play.card else None
        return str(play._replace(card=card))

    names = namesakes(position.rules)
    around = [(position.turn + new * step) % size for new in range(size)]
    return (
        kind,
        position.rules.name,
        position.total,
        position.owes,
        tuple(_sorted(names, position.hands[old]) for old in around),
        tuple(names.get(card, card).code for card in position.draw),
        _sorted(names, position.seen),
        tuple(position.stakes[old] for old in around) if position.stakes else (),
        position.played and names.get(position.played, position.played).code,
        tuple(sorted(map(seat, position.undrawn))),
        tuple(map(written, task.plays)),
        task.claim,
    )


def _sorted(names: dict[Card, Card], cards: Iterable[Card] | None) -> tuple[str, ...] | None:
    return None if cards is None else tuple(sorted(names.get(card, card).code for card in cards))


@lru_cache(maxsize=64)
def namesakes(rules: RuleSet) -> dict[Card, Card]:
    """Return the cards that differ from another one only by the name, and that other one.

    They are as many in the deck, and do the same at any total and under any debt.
    """
    moments = [
        Moment(total, owes, pair=pair)
        for total in _TOTALS
        for owes in range(1, rules.most_owed + 1)
        for pair in (False, True)
    ]
    firsts: dict[object, Card] = {}
    same: dict[Card, Card] = {}
    for card, count in rules.deck(rules.least_players).items():
        results = (rules.judge(play, moment) for play in rules.plays_of(card) for moment in moments)
        effects = tuple(each if isinstance(each, Effect) else each.rules for each in results)
        first = firsts.setdefault((count, effects), card)
        if first is not card:
            same[card] = first
    return same


def smaller(
    kind: str, task: Task, rating: Rating, is_met: Test, most: int = 30
) -> tuple[Task, Rating]:
    """Return the puzzle made smaller as far as it still shows its rule points and misconceptions.

    At most ``most`` smaller ones are looked at; each has to meet the test as well. No point, no
    misconception or its wrong answer, and no level may be lost.
    """
    left, candidates = most, _less(task)
    while left and (less := next(candidates, None)):
        left -= 1
        try:
            check(less.position, {})
            rated = rate(kind, less)
        except OnoError:
            continue
        if (
            set(rated.rule_points) >= set(rating.rule_points)
            and set(rated.misconceptions) >= set(rating.misconceptions)
            and rated.worth >= rating.worth
            and rated.level is rating.level
            and is_met(less, rated)
            and not KINDS[kind].is_dull(less, rated)
        ):
            task, rating = less, rated
            candidates = _less(task)
    return task, rating


def _less(task: Task) -> Iterator[Task]:
    """Yield tasks that are a step smaller, the greatest step first."""
    position = task.position
    if len(position.hands) > max(2, position.rules.least_players):
        hands, stakes = position.hands[:-1], position.stakes[:-1]
        yield replace(task, position=replace(position, hands=hands, stakes=stakes))
    for option in task.rules.changed_options:
        yield replace(task, position=at_default(task, option.name))
    if len(task.plays) > 1:
        yield replace(task, plays=task.plays[:-1])
    hand = position.hand
    if len(set(hand)) == len(hand):  # make one pair, no more, so that it still looks dealt
        for place, card in enumerate(hand):
            for other in hand:
                if other is not card and card is not Card.UNKNOWN:
                    paired = with_seat(hand, place, other)
                    hands = with_seat(position.hands, position.turn, paired)
                    yield replace(task, position=replace(position, hands=hands))
    if position.draw:
        yield replace(task, position=replace(position, draw=position.draw[:-1]))
    start = position.rules.start_stakes(position.hands)
    if position.stakes != start:
        yield replace(task, position=replace(position, stakes=start))
    if position.total and not task.plays:
        yield replace(task, position=replace(position, total=0))
