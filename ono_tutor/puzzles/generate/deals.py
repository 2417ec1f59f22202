"""Deal tasks at random within a shape: the raw material of puzzles.

The shapes of positions, where the search looks for puzzles about a rule point, are in
``shapes.toml``.
"""

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import islice

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kind import Recipe
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.parse_answer import plays_of_game
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import OUT, Hand, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet


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
    """Return the shapes for a rule set, with any of its options; none for an unknown key."""
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
    return tuple(shapes)


def shapes_for(
    key: str, kind: str, points: Collection[str] = (), name: str = ""
) -> list[PositionShape]:
    """Return the shapes for a rule set and a kind; if any have the ``points``, only those.

    ``name`` is the rule set with its options, if it has to be just that one.
    """
    known = [shape for shape in shapes_of(key) if not shape.kinds or kind in shape.kinds]
    known = [shape for shape in known if not name or shape.rules in (key, name)]
    return [shape for shape in known if not set(shape.points).isdisjoint(points)] or known


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
        played = _take(left, random.pick(firsts))
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
    cards = [_take(left, Card.parse(code)) for code in islice(codes, size)]
    known = [Card.parse(code) for code in fill]
    while len(cards) < size:
        kinds = [card for card in known if left[card]] or [*+left]
        cards.append(_take(left, random.pick(kinds)))
    return tuple(random.shuffled(cards))


def _take(left: Counter[Card], card: Card) -> Card:
    if left[card] <= 0:
        raise UnanswerableError(f"no card {card.code} is left")
    left[card] -= 1
    return card


def _choose_play(random: SeededRandom, here: Position, wanted: str) -> Play:
    """Return a play that may be made, if possible of the card that is wanted."""
    if here.is_hand_known:
        legal = legal_plays(here)
    else:
        legal = tuple(play for play in plays_of_game(here.rules) if why_not(here, play) is None)
    first = [play for play in legal if wanted in (str(play), play.card and play.card.code)]
    return random.pick(first or [play for play in legal if play != OUT] or legal)
