"""Lines for the tests of the solver: sweeps of small cases, and random positions of every kind."""

import random
from fractions import Fraction
from math import comb
from pathlib import Path

import slow_rules
import strategies
from solver import slow_threat
from sweeps import PARTS, rotating

from ono_tutor import Position, UnanswerableError

KINDS = {
    "1980": list(slow_rules.DECK_1980),
    "2022": list(slow_rules.DECK_2022),
    "ninety-nine": slow_rules.RANKS,
}
EDITIONS = [
    "1980",
    "1980+ono99=suicide",
    "1980+ono-on-zero=turn",
    "1980+ono-on-zero=round",
    "1980+opening=number",
    "1980+scoring=points",
    "1980+scoring=points+bust-total=counts",
    "2022",
    "2022+minus-ten=unplayable",
    "2022+two-player-reverse-reply=plain",
    "2022+dump=free",
    "2022+nobody-can-play=last-standing",
]
NO_ANSWER = "no answer"


FRACTIONS = {"C": lambda n, k: Fraction(comb(n, k)), "F": Fraction}


def known(section):
    """The rows of a section of ``known.txt``: answers worked out by hand."""
    text = Path(__file__).with_name("known.txt").read_text("utf-8")
    rows = text.partition(f"\n[{section}]\n")[2].partition("\n[")[0].splitlines()
    return [[part.strip() for part in row.split("|")] for row in rows if row and row[0] != "#"]


def exact(text):
    """What an expression with ``C(n,k)`` and ``F(a,b)`` comes to."""
    return eval(text, FRACTIONS)


def sources(count):
    """A source of chance for each of so many random positions, other ones in each part."""
    return [random.Random(number) for number in rotating(range(PARTS * count))]


def fits(line):
    """Whether the deck has the cards of this line."""
    table = slow_rules.read(line)
    deck = slow_rules.deck(table["game"], table["options"], len(table["hands"]))
    held = [card for hand in table["hands"] for card in hand or [] if card != "?"]
    cards = [*held, *table["discards"], *table["draw"]]
    return all(cards.count(card) <= deck.count(card) for card in cards)


def is_open(line):
    """Whether the mover sees the own hand, and the slow solver ends: not four cards again and again."""
    table = slow_rules.read(line)
    hand = table["hands"][table["turn"]]
    return "?" not in hand and not (
        "dump=free" in line and hand == ["O"] * 4 and table["total"] < 97
    )


def chances(ask, line, *more):
    """The chance by play in words, as the package says; or that there is no answer."""
    try:
        return {str(play): chance for play, chance in ask(Position.parse(line), *more).chances}
    except UnanswerableError:
        return NO_ANSWER


def slowly(ask, *question):
    """The slow answer, or that there is none because too few cards are left to draw."""
    try:
        return ask(*question)
    except slow_threat.RunsOutError:
        return NO_ANSWER


def small(rng, game=None, most_cards=3):
    """A line of few cards: hands of up to ``most_cards``, mostly known, and a part of the draw.

    ``game`` may have its options; without it every rule set and option comes up. Seats may be
    out, cards hidden, and the rarer cards crowded together.
    """
    name = game if game and "+" in game else strategies.rule_set_name(rng, game)
    game = name.split("+")[0]
    options = slow_rules.read(f"{name} hand=7")["options"]
    players = 2 if game == "ninety-nine" else rng.choice([2, 2, 3, 3, 4])
    pile = slow_rules.deck(game, options, players)
    rng.shuffle(pile)
    if rng.random() < 0.3:
        pile.sort(key=lambda card: card in "ODR-10H" and rng.random() < 0.8)
    most_cards = min(most_cards, slow_rules.HAND_SIZE[game])
    hands = [[pile.pop() for _ in range(rng.randint(1, most_cards))] for _ in range(players)]
    turn = rng.randrange(players)
    if players > 2 and rng.random() < 0.15:
        hands[(turn + 1) % players] = None
    for seat, hand in enumerate(hands):
        if hand and seat != turn and rng.random() < 0.1:
            hand[rng.randrange(len(hand))] = "?"
    total = rng.choice([98, rng.randint(70, 98), rng.randint(86, 98)])
    if game == "ninety-nine":
        total = rng.choice([rng.randint(0, 98), rng.randint(80, 98), 31, 32, 64, 65])
    draw = [pile.pop() for _ in range(rng.choice([0, 2, 4, 6, 8, 10]))]
    said = {"total": total}
    said["hands"] = "/".join("-" if hand is None else ",".join(hand) for hand in hands)
    said |= {"turn": turn, "dir": rng.choice(["cw", "ccw"])}
    if game == "ninety-nine":
        least = 0 if options["zero-points"] == "survives" else 1
        most = min(4, int(options["points"]))
        said["points"] = "/".join(str(rng.randint(least, most)) for _ in hands)
    else:
        said["owes"] = rng.choice([1, 1, 2])
    if rng.random() < 0.2:
        said["seen"] = ",".join(pile.pop() for _ in range(3))
    if draw:
        said["draw"] = ",".join(draw)
    return " ".join([name, *(f"{key}={value}" for key, value in said.items())])
