"""Solving a position: against an obvious minimax on the plain engine, and the line replayed."""

import random
import sys
from dataclasses import replace

import pytest
import slow_rules
import strategies
from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.rules.play import OUT
from ono_tutor.solver.solve import Fate, solve

WON, UNKNOWN, LOST = 1, 0, -1


def worth(position, root, known):
    """What a position is worth to the seat ``root``: won, lost, or hanging on a card not known."""
    if position not in known:
        is_root = position.turn == root
        found = [worth_after(position, word, root, known) for word in ways(position)]
        if Card.UNKNOWN in position.hand:
            found.append(UNKNOWN)
        known[position] = max(found) if is_root else min(found)
    return known[position]


def ways(position):
    """The plays of the known cards, or laying the hand down where every card is known."""
    safe = [word for word, effect in playable(position).items() if not effect.busts]
    if Card.UNKNOWN in position.hand:
        return safe
    return safe or list(playable(position)) or [OUT]


def worth_after(position, word, root, known):
    """What a position is worth to the seat ``root`` once a play is made."""
    found = {_ended(play(seen, word), root, known) for seen in guesses(position, word)}
    return found.pop() if len(found) == 1 else UNKNOWN


def guesses(position, word):
    """The position; where somebody lays down, also as if no hidden card could be played."""
    yield position
    if word is OUT and any(Card.UNKNOWN in hand for hand in position.hands if hand):
        shown = tuple(hand and tuple(c for c in hand if c is not Card.UNKNOWN) for hand in position.hands)
        yield replace(position, hands=shown)


def _ended(outcome, root, known):
    """Who loses first decides in 1980, who wins the game in 2022."""
    if outcome.before.rules.key == "1980":
        if outcome.loser is None:
            return worth(outcome.after, root, known)
        return LOST if outcome.loser == root else WON
    if outcome.winners:
        return WON if root in outcome.winners else LOST
    return LOST if root in outcome.out else worth(outcome.after, root, known)


def small(rng, game, most_players=4):
    """A tense position with all hands known and a few cards of the draw."""
    name = strategies.rule_set_name(rng, game)
    table = slow_rules.read(f"{name} hand=7")
    players = rng.choice([2, 2, 3, 4][: most_players + 1])
    pile = slow_rules.deck(game, table["options"], players)
    rng.shuffle(pile)
    is_high = rng.random() < 0.7
    if rng.random() < 0.4:
        pile.sort(key=lambda card: card in "ODR-10H" and rng.random() < 0.8)
    hands = []
    for seat in range(players):
        short = game == "1980" and rng.random() < 0.3
        hands.append([pile.pop() for _ in range(rng.randint(0, 3) if short else slow_rules.HAND_SIZE[game])])
    turn = rng.randrange(players)
    hands = [
        None if players > 2 and seat == (turn + 1) % players and rng.random() < 0.2 else hand
        for seat, hand in enumerate(hands)
    ]
    for hand in filter(None, hands):
        if rng.random() < 0.1:
            hand[rng.randrange(len(hand))] = "?"
    total = rng.randint(84, 98) if is_high else rng.choice([0, 0, 50, 70, 80, rng.randint(60, 98)])
    draw = [pile.pop() for _ in range(rng.choice([0, 1, 3, 4, 5, 6]))]
    said = {
        "total": total,
        "hands": "/".join("-" if h is None else ",".join(h) for h in hands),
        "turn": turn,
        "owes": rng.choice([1, 1, 2]) if game != "ninety-nine" else 1,
        "dir": rng.choice(["cw", "ccw"]),
    }
    if draw:
        said["draw"] = ",".join(draw)
    if total and rng.random() < 0.3:
        said["seen"] = ",".join(pile.pop() for _ in range(3))
    line = " ".join([name, *(f"{k}={v}" for k, v in said.items())])
    return Position.parse(line)


def compared(position):
    """Solver and minimax on one position."""
    slow = worth(position, position.turn, {})
    try:
        solution = solve(position, every_play=True)
    except UnanswerableError as error:
        assert "depends on" in str(error)
        return (slow, UNKNOWN)
    check_line(solution)
    check_plays(solution)
    return (slow, WON if solution.can_win else LOST)


def check_line(solution):
    position, root = solution.position, solution.position.turn
    outcome = play(position, *solution.line)
    if position.rules.key == "1980":
        assert outcome.loser is not None
        assert (outcome.loser != root) == solution.can_win
        assert all(ply.settlement.loser is None for ply in outcome.plies[:-1])
    elif solution.can_win:
        assert root in outcome.winners
    else:
        assert root in outcome.out or (outcome.winners and root not in outcome.winners)


FATES = {Fate.WON: WON, Fate.UNKNOWN: UNKNOWN, Fate.LOST: LOST}


def check_plays(solution):
    position, known = solution.position, {}
    expected = {w: worth_after(position, w, position.turn, known) for w in ways(position)}
    assert {w: FATES[fate] for w, fate in solution.plays} == expected


if __name__ == "__main__":
    from collections import Counter
    rng = random.Random(int(sys.argv[2])); c = Counter()
    import time
    t = time.time()
    while time.time() - t < int(sys.argv[3]):
        p = small(rng, sys.argv[1])
        try:
            a, b = compared(p)
        except BaseException:
            print(p); raise
        c[a, b] += 1
        if a != b: print("DIFF", a, b, p); break
    print(c)
