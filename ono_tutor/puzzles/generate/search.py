"""Puzzles found by search: the smallest that show their point, none the same as another.

:func:`canonical_form` leaves out seats, order of cards and the names of equal cards;
:func:`smaller` takes away players, plays, options and kinds of card.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, check_known
from ono_tutor.game.position import check
from ono_tutor.puzzles.answer import as_words
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.difficulty import Level, Rating
from ono_tutor.puzzles.generate.deals import dealt, shapes_for
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
    """What is looked for. Where a collection is empty, anything will do.

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
    """Raise :class:`NotationError` for a name that is none of those known."""
    for name in given:
        check_known(known, name, f"is no {what}; there are")


@dataclass(slots=True)
class FoundPuzzles:
    """What has been found before: puzzles are not found twice, nor one answer or idea too often.

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
    without ``rules`` any options may turn up. There are fewer than ``count`` where
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
    """Yield up to so many puzzles that are not found yet; after so many deals in vain it ends."""
    wanted.check()
    tries = made = 0
    while made < count and tries < most_tries:
        tries += 1
        entry = _try(random, wanted, found, patience=tries)
        if entry is not None:
            tries, made = 0, made + 1
            yield entry


def _try(random: SeededRandom, wanted: Wanted, found: FoundPuzzles, patience: int) -> Entry | None:
    """Deal once; return the puzzle if it is what is looked for, new, and worth asking."""
    deal = _deal(random, wanted, found, patience)
    if deal is None:
        return None
    kind, task, rating = deal
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


def _deal(
    random: SeededRandom, wanted: Wanted, found: FoundPuzzles, patience: int
) -> tuple[str, Task, Rating] | None:
    """Return a task of a kind, if it is what is looked for and worth being asked."""
    kind = random.pick(wanted.kinds or tuple(KINDS))
    name = random.pick(wanted.rules) if wanted.rules else ""
    key = name.partition("+")[0] or random.pick(wanted.keys)
    shapes = shapes_for(key, kind, wanted.points, name)
    if wanted.is_plain:
        shapes = [shape for shape in shapes if shape.rules == key and not shape.undrawn]
    if not shapes:
        return None
    shape = random.pick(shapes)
    try:
        task = dealt(random, kind, ruleset(name or shape.rules), shape)
        if _is_unwanted(kind, task, found, patience):
            return None
        rating = rate(kind, task)
    except OnoError:
        return None
    is_met = wanted.is_met(task, rating) and not _is_poor(random, kind, task, rating, patience)
    return (kind, task, rating) if is_met and can_be_given(kind, task, rating) else None


def _is_poor(random: SeededRandom, kind: str, task: Task, rating: Rating, patience: int) -> bool:
    """Check whether a better one is waited for: one that misconceptions answer in several ways.

    The longer the search, the less is asked of a puzzle; what is dull is never taken.
    """
    is_dull = KINDS[kind].is_dull(task, rating)
    if is_dull or KINDS[kind].recipe.takes_first:
        return is_dull
    return not random.chance(min(4, rating.worth + patience // 50), 4)


def _is_unwanted(kind: str, task: Task, found: FoundPuzzles, patience: int) -> bool:
    """Check whether the answer is too plain, or has been given too often."""
    if KINDS[kind].is_plain(task, KINDS[kind].answer(task)):
        return True
    return found.is_common(
        kind, answer_class(kind, task), is_last_resort=patience >= MOST_TRIES // 20
    )


def can_be_given(kind: str, task: Task, rating: Rating) -> bool:
    """Check whether the right answer, written as it is handed in, is read and taken as right."""
    words = as_words(KINDS[kind].as_json(rating.answer)) or "none"
    try:
        given = KINDS[kind].read(task, words)
    except NotationError:
        return False
    return KINDS[kind].accepts(task, rating.answer, given)


def answer_class(kind: str, task: Task) -> str:
    """Return of what sort the answer is, as its kind says."""
    return KINDS[kind].answer_class(task, KINDS[kind].answer(task))


# ---- forms of a puzzle ----


_TOTALS = range(-12, 99)

Test = Callable[[Task, Rating], bool]


def canonical_form(kind: str, task: Task) -> tuple[object, ...]:
    """Return what is left of a question when nothing that makes no difference is kept.

    The player to move sits at seat 0 and play goes clockwise; each hand and the discards are
    sorted; cards that do the same at every total, and are as many in the deck, go by one name.
    Two puzzles with the same form are the same puzzle.
    """
    position = task.position
    size = len(position.hands)
    step = position.direction.step

    def seat(old: int) -> int:
        return (old - position.turn) * step % size

    def place(new: int) -> int:
        return (position.turn + new * step) % size

    names = namesakes(position.rules)
    around = [place(new) for new in range(size)]
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
        tuple(_play(names, play, seat) for play in task.plays),
        task.claim,
    )


def _sorted(names: dict[Card, Card], cards: Iterable[Card] | None) -> tuple[str, ...] | None:
    return None if cards is None else tuple(sorted(names.get(card, card).code for card in cards))


def _play(names: dict[Card, Card], play: Play | LateDraw, seat: object) -> str:
    if isinstance(play, LateDraw):
        assert callable(seat)
        return f"draw:{seat(play.seat)}"
    return str(play if play.card is None else play._replace(card=names.get(play.card, play.card)))


@lru_cache(maxsize=64)
def namesakes(rules: RuleSet) -> dict[Card, Card]:
    """Return the cards that differ from another one in nothing but the name, and that other one."""
    found: dict[object, Card] = {}
    same: dict[Card, Card] = {}
    for card, count in rules.deck(rules.least_players).items():
        first = found.setdefault((count, _judgements(rules, card)), card)
        if first is not card:
            same[card] = first
    return same


def _judgements(rules: RuleSet, card: Card) -> tuple[object, ...]:
    """Return all that a card does, at any total and under any debt."""
    moments = [
        Moment(total, owes, pair=pair)
        for total in _TOTALS
        for owes in range(1, rules.most_owed + 1)
        for pair in (False, True)
    ]
    judged = (rules.judge(play, moment) for play in rules.plays_of(card) for moment in moments)
    return tuple(found if isinstance(found, Effect) else found.rules for found in judged)


def smaller(
    kind: str, task: Task, rating: Rating, is_met: Test, most: int = 30
) -> tuple[Task, Rating]:
    """Return the puzzle made smaller as far as it still shows its rule points and misconceptions.

    So many smaller ones are looked at, and no more; each has to meet the test as well.
    """
    left = most
    candidates = _less(task)
    while left and (less := next(candidates, None)):
        left -= 1
        found = _graded(kind, less)
        if (
            found
            and _shows(found, rating)
            and is_met(less, found)
            and not KINDS[kind].is_dull(less, found)
        ):
            task, rating = less, found
            candidates = _less(task)
    return task, rating


def _shows(found: Rating, before: Rating) -> bool:
    """Check whether no point, no misconception or its wrong answer, and no level is lost."""
    return (
        set(found.rule_points) >= set(before.rule_points)
        and set(found.misconceptions) >= set(before.misconceptions)
        and found.worth >= before.worth
        and found.level is before.level
    )


def _graded(kind: str, task: Task) -> Rating | None:
    try:
        check(task.position, {})
        return rate(kind, task)
    except OnoError:
        return None


def _less(task: Task) -> Iterator[Task]:
    """Yield tasks that are a step smaller, the greatest step first."""
    yield from _fewer_players(task)
    yield from _fewer_options(task)
    if len(task.plays) > 1:
        yield replace(task, plays=task.plays[:-1])
    yield from _fewer_kinds(task)
    position = task.position
    if position.draw:
        yield replace(task, position=replace(position, draw=position.draw[:-1]))
    start = position.rules.start_stakes(position.hands)
    if position.stakes != start:
        yield replace(task, position=replace(position, stakes=start))
    if position.total and not task.plays:
        yield replace(task, position=replace(position, total=0))


def _fewer_players(task: Task) -> Iterator[Task]:
    position = task.position
    if len(position.hands) > max(2, position.rules.least_players):
        hands, stakes = position.hands[:-1], position.stakes[:-1]
        yield replace(task, position=replace(position, hands=hands, stakes=stakes))


def _fewer_options(task: Task) -> Iterator[Task]:
    for option in task.rules.changed_options:
        yield replace(task, position=at_default(task, option.name))


def _fewer_kinds(task: Task) -> Iterator[Task]:
    """Change a card for another of the hand: one pair, so that it still looks dealt."""
    position = task.position
    hand = position.hand
    if len(set(hand)) < len(hand):
        return
    for place, card in enumerate(hand):
        for other in hand:
            if other is not card and card is not Card.UNKNOWN:
                hands = with_seat(position.hands, position.turn, with_seat(hand, place, other))
                yield replace(task, position=replace(position, hands=hands))
