"""Puzzles found by search: the smallest that show their point, none the same as another.

:func:`canonical_form` leaves out seats and the order of cards;
:func:`smaller` takes away players, plays, options and kinds of card. Tasks are dealt at random
within a shape; ``shapes.toml`` has those where puzzles about a rule point are looked for.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from itertools import islice

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError, UnanswerableError
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.game.position import Position, check
from ono_tutor.game.turn import make
from ono_tutor.puzzles.answer import plays_of_game
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import ANY, PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kind import Rating, Recipe
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.rating import at_default, entry_of, rate
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import OUT, Hand, LateDraw, Play, with_seat
from ono_tutor.rules.ruleset import RuleSet

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
        is_new = entry.id not in self.ids and canonical_form(entry.kind, task) not in self.forms
        if is_new:
            self.add(entry, task)
        return is_new

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
        shapes = [shape for shape in shapes_of(key) if not shape.kinds or name in shape.kinds]
        if not with_options:
            shapes = [shape for shape in shapes if shape.rules in (key, rules)]
        shapes = [shape for shape in shapes if points & {*shape.points}] or shapes
        shapes = [shape for shape in shapes if not left_out.issuperset(shape.points)]
        if not shapes:
            return None
        shape = random.pick(shapes)
        task = deal_task(random, name, ruleset(shape.rules if with_options else rules), shape)
        answer = kind.answer(task)
        is_common = found.is_common(name, kind.answer_class(task, answer))
        if is_common or kind.is_obvious(task, answer):
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
        if not (is_taken and accepts(name, task, rating)):
            return None
        most = kind.info.recipe.most_smaller if makes_smaller else 0
        task, rating = smaller(name, task, rating, matches, most)
        if canonical_form(name, task) in found.forms or not accepts(name, task, rating):
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


# ---- forms of a puzzle ----


def canonical_form(kind: str, task: Task) -> tuple[object, ...]:
    """Return the form that all puzzles share that are the same.

    The player to move sits at seat 0 and play goes clockwise; each hand and the discards are
    sorted.
    """
    position = task.position
    size, step = len(position.hands), position.direction.step
    around = [(position.turn + new * step) % size for new in range(size)]

    plays = (
        f"late {around.index(play.seat)}" if isinstance(play, LateDraw) else str(play)
        for play in task.plays
    )
    groups = [*(position.hands[seat] for seat in around), position.seen]
    return (
        *(kind, position.rules.name, position.total, position.owes, task.claim),
        *(cards and str(sorted(card.code for card in cards)) for cards in groups),
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
            and not KINDS[kind].is_obvious(less, rated.answer)
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


# ---- deals ----


@dataclass(frozen=True, slots=True)
class PositionShape:
    """A place to look for puzzles that depend on some rule points, written in codes.

    ``rules`` is a rule set, the options that it needs included; ``points`` are the ids of the
    points that it brings out. ``cards`` are in the hand, filled up with some of ``fill``, or
    with any card. ``totals`` and ``players`` are the least and the most; where there are any
    ``ends``, the total's last digit is one of them. ``plays`` come first where plays are made.
    ``stakes`` is the most that anybody has left. ``kinds`` are the kinds of question that this
    is for (empty: all), and ``claims`` the forms of claim.

    In ``shapes.toml`` a list is written as words with spaces between, and ``rules`` may name
    several rule sets: the shape is for each.
    """

    rules: str
    points: tuple[str, ...]
    cards: tuple[str, ...] = ()
    totals: tuple[int, int] = (80, 98)
    owes: int = 1
    players: tuple[int, int] = (2, 4)
    fill: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    plays: tuple[str, ...] = ()
    stakes: int | None = None
    undrawn: bool = False
    kinds: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def shapes_of(key: str) -> tuple[PositionShape, ...]:
    """Return the shapes for a rule set, with any of its options; none for an unknown key.

    A card whose point no shape of ``shapes.toml`` is for has one that holds and plays it.
    """
    text = files(__package__).joinpath("shapes.toml").read_text("utf-8")
    shapes = []
    for item in tomllib.loads(text)["shapes"]:
        names = item.pop("rules").split()
        for name, value in item.items():
            if name in ("points", "cards", "fill", "plays", "kinds", "claims"):
                item[name] = tuple(str(value).split())
            elif isinstance(value, list):
                item[name] = tuple(value)
        shapes += [PositionShape(name, **item) for name in names if name.partition("+")[0] == key]
    found = {point for shape in shapes for point in shape.points}
    for card, effect in RULE_SETS[key].card_effects.items() if key in RULE_SETS else ():
        if card and not found & {*effect.rules} and key in rule_points()[effect.rules[0]].says:
            shapes.append(PositionShape(key, effect.rules, (card.code,), plays=(card.code,)))
    return tuple(shapes)


def deal_task(random: SeededRandom, kind: str, rules: RuleSet, shape: PositionShape) -> Task:
    """Return a task of this kind within a shape; whether it is worth asking is not known yet.

    Raises :class:`OnoError` if no task comes of the deal.
    """
    recipe = KINDS[kind].info.recipe
    position = here = _deal_position(random, recipe, rules, shape)
    plays: list[Play | LateDraw] = []
    count = max(len(shape.plays), random.between(1, recipe.plays)) if recipe.plays else 0
    for place in range(count):
        wanted = shape.plays[place] if place < len(shape.plays) else ""
        chosen = _choose_play(random, here, wanted)
        play: Play | LateDraw = chosen
        if shape.undrawn and random.chance(1, 3):  # somebody draws late, or forgets to draw
            late = LateDraw(here.undrawn[0]) if here.undrawn else chosen._replace(forgets=True)
            play = chosen if why_not(here, late) else late
        ply = make(here, play)
        plays.append(play)
        if ply.settlement.round_over:
            break
        here = ply.after
    return Task(position, tuple(plays), KINDS[kind].random_claim(random, position, shape.claims))


def _deal_position(
    random: SeededRandom, recipe: Recipe, rules: RuleSet, shape: PositionShape
) -> Position:
    least, most = shape.players
    players = random.between(least, max(least, min(most, recipe.most_players, rules.most_players)))
    left = Counter(rules.deck(players))
    for card in () if random.chance(1, 6) else recipe.seldom:
        del left[card]
    size = rules.hand_size - shape.undrawn
    if recipe.has_small_hands and random.chance(2, 3):
        size = min(size, 3)
    mine = _deal_hand(random, left, shape.cards, shape.fill, size)
    scores_hands = rules.stake_name is not None and not rules.stakes_are_left
    opens = recipe.is_open or (bool(recipe.plays) and scores_hands)
    others = [
        _deal_hand(random, left, (), shape.fill, rules.hand_size)
        if opens
        else (Card.UNKNOWN,) * rules.hand_size
        for _ in range(players - 1)
    ]
    played = None
    if shape.undrawn:  # the first card of two was played, after which a draw may be forgotten
        firsts = [card for card in +left if rules.can_be_first(card, pair=players == 2)]
        played = random.pick(firsts)
        left[played] -= 1
    least, most = shape.totals
    if recipe.least_total is not None and least < recipe.least_total:
        least, most = recipe.least_total, max(most, recipe.least_total)
    totals = [
        total
        for total in range(least, most + 1)
        if rules.can_show(total) and (not shape.ends or total % 10 in shape.ends)
    ]
    if not totals:
        raise UnanswerableError(f"{rules.name} shows no total from {least} to {most}")
    total = random.pick(totals)
    draw = _deal_hand(random, left, (), (), recipe.draw)
    stakes = rules.start_stakes(((),) * players)
    if shape.stakes is not None and stakes:
        fewest = 0 if rules.can_hold_stake(0) else 1
        stakes = tuple(random.between(fewest, max(fewest, shape.stakes)) for _ in stakes)
    return Position.of(
        rules,
        total,
        (mine, *others),
        owes=min(shape.owes, rules.most_owed),
        draw=draw,
        played=played,
        undrawn=(0,) if played else (),
        stakes=stakes,
        is_view=not opens,
    )


def _deal_hand(
    random: SeededRandom, left: Counter[Card], codes: Iterable[str], fill: Iterable[str], size: int
) -> Hand:
    """Deal a hand with these cards, filled up with some of ``fill``, or any card.

    Kinds of card are dealt, the many like the few.
    """
    cards = [Card.parse(code) for code in islice(codes, size)]
    left.subtract(cards)
    if any(left[card] < 0 for card in cards):
        raise UnanswerableError(f"there are not so many cards {cards} in the deck")
    known = [Card.parse(code) for code in fill]
    while len(cards) < size:
        cards.append(random.pick([card for card in known if left[card] > 0] or [*+left]))
        left[cards[-1]] -= 1
    return tuple(random.shuffled(cards))


def _choose_play(random: SeededRandom, here: Position, wanted: str) -> Play:
    """Return a play that may be made, if possible of the card that is wanted."""
    if here.is_hand_known:
        legal = legal_plays(here)
    else:
        legal = tuple(play for play in plays_of_game(here.rules) if why_not(here, play) is None)
    first = [play for play in legal if wanted in (str(play), play.card and play.card.code)]
    return random.pick(first or [play for play in legal if play != OUT] or legal)
