"""Puzzles found by search: the smallest that show their point, none the same as another.

:func:`canonical_form` leaves out seats and the order of cards;
:func:`smaller` takes away players, plays, options and kinds of card.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError
from ono_tutor.game.position import check
from ono_tutor.puzzles.answer import as_words
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import ANY, PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.deals import deal_task, shapes_for
from ono_tutor.puzzles.kind import Rating
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.rating import at_default, entry_of, rate
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import LateDraw, with_seat

MOST_TRIES = 4000
"""Deals looked at in vain before a search gives up."""


class FoundPuzzles:
    """Puzzles that are not to be found again, and how often each kind had which sort of answer."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.forms: set[object] = set()
        self.ids: set[str] = set()
        self._answers = Counter[tuple[str, str]]()
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> bool:
        """Add a puzzle; return False if it is there already, if only under another id."""
        task = Puzzle.of(entry).task
        is_new = entry.id not in self.ids and not self.has(entry.kind, task)
        if is_new:
            self.add(entry, task)
        return is_new

    def has(self, kind: str, task: Task) -> bool:
        """Check whether this puzzle was found, in any of its forms."""
        return canonical_form(kind, task) in self.forms

    def add(self, entry: Entry, task: Task, answer: str = "") -> None:
        """Add a puzzle; its class of answer is counted if it is named."""
        self.forms.add(canonical_form(entry.kind, task))
        self.ids.add(entry.id)
        if answer:
            self._answers[entry.kind, answer] += 1

    def is_common(self, kind: str, answer: str) -> bool:
        """Check whether more than half of this kind have had this class of answer, not all."""
        puzzles = sum(count for key, count in self._answers.items() if key[0] == kind)
        return 1 + puzzles // 2 < self._answers[kind, answer] < puzzles


def generate(seed: int | str, filters: PuzzleFilter = ANY, count: int = 10) -> tuple[Entry, ...]:
    """Return puzzles from a seed: the same seed gives the same puzzles on every Python.

    A rule set has just the options written, and without one any options may turn up. There are
    fewer than ``count`` if the search runs dry.
    Raises :class:`NotationError` for a name that is none.
    """
    filters, random = filters.checked(), SeededRandom(seed)
    with_options = not filters.rules
    return tuple(search(random, filters, FoundPuzzles(), count, with_options=with_options))


def search(  # noqa: PLR0913 - each is a way to say what is looked for
    random: SeededRandom,
    filters: PuzzleFilter,
    found: FoundPuzzles,
    count: int,
    most_tries: int = MOST_TRIES,
    *,
    with_options: bool = False,
    makes_smaller: bool = True,
    accepts: Callable[[str, Task, Rating], bool] = lambda kind, task, rating: True,
) -> Iterator[Entry]:
    """Yield up to ``count`` new puzzles; end after ``most_tries`` deals in a row without one.

    Rule sets have just the options that the filters name; ``with_options`` has those without
    options searched with any. ``accepts`` is a further test. What is in sight and left out by the
    filters' ``without_rule_points`` is not tested here.
    """
    kinds = [kind for kind in filters.kinds or KINDS if kind not in filters.without_kinds]
    names = [name for name in filters.rules or RULE_SETS if name in RULE_SETS or not with_options]
    missed = (misconceptions()[key].point for key in filters.misconceptions)
    points, left_out = {*filters.rule_points, *missed}, {*filters.without_rule_points}
    in_sight = replace(filters, without_kinds=(), without_rule_points=())

    def find(patience: int) -> Entry | None:
        """Return a puzzle if a deal brings one; the longer the search, the less is asked of it."""
        name, rules = random.pick(kinds), random.pick(names)
        kind, key = KINDS[name], rules.partition("+")[0]
        shapes = shapes_for(key, name, points, "" if with_options else rules)
        shapes = [shape for shape in shapes if not left_out.issuperset(shape.points)]
        if not shapes:
            return None
        shape = random.pick(shapes)
        task = deal_task(random, name, ruleset(shape.rules if with_options else rules), shape)
        answer = kind.answer(task)
        is_common = found.is_common(name, kind.answer_class(task, answer))
        if is_common or kind.is_plain(task, answer):
            return None

        def matches(task: Task, rating: Rating) -> bool:
            words, lists = str(task.position), (rating.rule_points, rating.misconceptions)
            return in_sight.passes(Entry("", name, words, "", "", rating.difficulty, *lists))

        rating = rate(name, task)
        if not matches(task, rating):
            return None
        # At first a puzzle is preferred that misconceptions answer in several ways.
        worth = min(4, rating.worth + patience // 50)
        is_taken = kind.info.recipe.takes_first or random.chance(worth, 4)
        if not (is_taken and is_answerable(name, task, rating) and accepts(name, task, rating)):
            return None
        most = kind.info.recipe.most_smaller if makes_smaller else 0
        task, rating = smaller(name, task, rating, matches, most)
        if found.has(name, task) or not accepts(name, task, rating):
            return None
        entry = entry_of(name, task, rating)
        is_new = entry.id not in found.ids
        if is_new:
            found.add(entry, task, kind.answer_class(task, rating.answer))
        return entry if is_new else None

    tries = made = 0
    while kinds and names and made < count and tries < most_tries:
        tries += 1
        entry = None
        with suppress(OnoError):
            entry = find(tries)
        if entry is not None:
            tries, made = 0, made + 1
            yield entry


def is_answerable(kind: str, task: Task, rating: Rating) -> bool:
    """Check whether the right answer, written as it is handed in, is read and taken as right."""
    words = as_words(KINDS[kind].as_json(rating.answer)) or "none"
    try:
        given = KINDS[kind].read(task, words)
    except NotationError:
        return False
    return KINDS[kind].accepts(task, rating.answer, given)


# ---- forms of a puzzle ----


def canonical_form(kind: str, task: Task) -> tuple[object, ...]:
    """Return the form that all puzzles share that are the same.

    The player to move sits at seat 0 and play goes clockwise; each hand and the discards are
    sorted.
    """
    position = task.position
    size, step = len(position.hands), position.direction.step
    around = [(position.turn + new * step) % size for new in range(size)]

    def sort(cards: Iterable[Card] | None) -> object:
        return None if cards is None else sorted(card.code for card in cards)

    plays = (
        f"late {around.index(play.seat)}" if isinstance(play, LateDraw) else str(play)
        for play in task.plays
    )
    return (
        *(kind, position.rules.name, position.total, position.owes, task.claim),
        str([sort(position.hands[seat]) for seat in around]),
        str(sort(position.seen)),
        tuple(card.code for card in position.draw),
        tuple(position.stakes[seat] for seat in around if position.stakes),
        position.played,
        tuple(sorted(map(around.index, position.undrawn))),
        tuple(plays),
    )


def smaller(
    kind: str, task: Task, rating: Rating, matches: Callable[[Task, Rating], bool], most: int = 30
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
            and matches(less, rated)
            and not KINDS[kind].is_plain(less, rated.answer)
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
