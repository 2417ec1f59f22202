"""Solving a position: against an obvious minimax on the plain engine, and the line replayed."""

import inspect
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
from ono_tutor.solver.solve import ForcedResult, solve

WON, UNKNOWN, LOST = 1, 0, -1
MOST = 2000


class TooLongError(Exception):
    """A position that the slow minimax leaves alone."""


def worth(position, root, known):
    """What a position is worth to the seat ``root``: won, lost, or hanging on a card not known."""
    if position not in known:
        if len(known) > MOST:
            raise TooLongError
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
        shown = tuple(
            hand and tuple(c for c in hand if c is not Card.UNKNOWN) for hand in position.hands
        )
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


def span(position, root, known):
    """The least and the most that the rest of a round is worth to the seat ``root``."""
    if position not in known:
        if len(known) > MOST:
            raise TooLongError
        mine, yours = stakes(position, root)
        found = [span_after(position, word, root, known) for word in playable(position)]
        if Card.UNKNOWN in position.hand:
            found.append((-mine, yours))
        choose = max if position.turn == root else min
        known[position] = tuple(choose(ends) for ends in zip(*found, strict=True))
    return known[position]


def span_after(position, word, root, known):
    """The same once a play is made, what it pays included."""
    outcome = play(position, word)
    gain = gained(position, outcome.after, root)
    if outcome.round_over:
        return gain, gain
    least, most = span(outcome.after, root, known)
    return gain + least, gain + most


def gained(before, after, root):
    """The points that the other lost from one position to the next, minus those of ``root``."""
    mine, yours = stakes(before, root)
    left, theirs = stakes(after, root)
    return (yours - theirs) - (mine - left)


def stakes(position, root):
    """The points of the seat ``root`` and of the other."""
    return position.stakes[root], position.stakes[1 - root]


def small(rng, game):
    """A tense position with all hands known and a few cards of the draw."""
    name = game if "+" in game else strategies.rule_set_name(rng, game)
    game = name.split("+")[0]
    table = slow_rules.read(f"{name} hand=7")
    players = 2 if game == "ninety-nine" else rng.choice([2, 2, 3, 4])
    pile = slow_rules.deck(game, table["options"], players)
    rng.shuffle(pile)
    is_high = rng.random() < 0.7
    if rng.random() < 0.4:
        pile.sort(key=lambda card: card in "ODR-10H" and rng.random() < 0.8)
    hands = []
    for _ in range(players):
        short = game == "1980" and rng.random() < 0.3
        hands.append(
            [pile.pop() for _ in range(rng.randint(0, 3) if short else slow_rules.HAND_SIZE[game])]
        )
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
    if game == "ninety-nine":
        said["points"] = "/".join(
            str(rng.randint(1, min(4, int(table["options"]["points"])))) for _ in hands
        )
    if draw:
        said["draw"] = ",".join(draw)
    if total and rng.random() < 0.3:
        said["seen"] = ",".join(pile.pop() for _ in range(3))
    line = " ".join([name, *(f"{k}={v}" for k, v in said.items())])
    return Position.parse(line)


def compared_points(position):
    """Solver and minimax on one position of Ninety-Nine."""
    known = {}
    least, most = span(position, position.turn, known)
    slow = least if least == most else None
    try:
        solution = solve(position, every_play=True)
    except UnanswerableError:
        return slow, None
    check_line(solution)
    for word, value in solution.plays:
        low, high = span_after(position, word, position.turn, known)
        assert value == (low if low == high else None)
    return slow, solution.value


def compared(position):
    """Solver and minimax on one position."""
    if position.rules.key == "ninety-nine":
        return compared_points(position)
    slow = worth(position, position.turn, {})
    try:
        solution = solve(position, every_play=True)
    except UnanswerableError:
        return (slow, UNKNOWN)
    check_line(solution)
    check_plays(solution)
    return (slow, WON if solution.can_win else LOST)


def check_line(solution):
    position, root = solution.position, solution.position.turn
    outcome = play(position, *solution.line)
    if solution.value is not None:
        assert gained(position, outcome.after, root) == solution.value
        assert outcome.round_over or all(Card.UNKNOWN in h for h in outcome.after.hands)
    elif position.rules.key == "1980":
        assert outcome.loser is not None
        assert (outcome.loser != root) == solution.can_win
        assert all(ply.settlement.loser is None for ply in outcome.plies[:-1])
    elif solution.can_win:
        assert root in outcome.winners
    else:
        assert root in outcome.out or (outcome.winners and root not in outcome.winners)


FATES = {ForcedResult.WON: WON, ForcedResult.UNKNOWN: UNKNOWN, ForcedResult.LOST: LOST}


def check_plays(solution):
    position, known = solution.position, {}
    expected = {w: worth_after(position, w, position.turn, known) for w in ways(position)}
    assert {w: FATES[fate] for w, fate in solution.plays} == expected


def positions(game, count, seed):
    """Random small positions that the slow minimax can work out, with what it finds."""
    rng = random.Random(seed)
    while count:
        position = small(rng, game)
        try:
            yield position, compared(position)
        except TooLongError:
            continue
        count -= 1


@pytest.mark.parametrize("game", ["1980", "2022", "ninety-nine"])
@pytest.mark.parametrize("seed", range(4))
def test_the_solver_says_what_a_plain_minimax_says(game, seed):
    """Every answer, every play's value and every line agree with a minimax on the plain engine."""
    for position, (slow, found) in positions(game, 30, seed):
        assert slow == found, position


@pytest.mark.parametrize(
    "option",
    [
        "1980+ono99=suicide",
        "1980+ono-on-zero=turn",
        "1980+ono-on-zero=round",
        "1980+opening=number",
        "1980+scoring=points",
        "2022+minus-ten=unplayable",
        "2022+dump=free",
        "2022+two-player-reverse-reply=plain",
        "2022+nobody-can-play=last-standing",
        "ninety-nine+below-zero=clamp",
        "ninety-nine+below-zero=forbid",
        "ninety-nine+zero-points=survives",
    ],
)
def test_the_solver_follows_each_option(option):
    """Under each option that changes the play, the answers are the plain minimax's."""
    for position, (slow, found) in positions(option, 15, 7):
        assert slow == found, position


@pytest.mark.parametrize(
    ("line", "can_win"),
    [
        ("1980 total=98 hands=2,2,3,O/3,4,5,6 draw=7,8,9", False),
        ("1980 total=98 hands=H,2,3,O/3,4,5,6 draw=7,8,9", True),
        ("2022 total=98 hands=2,2,3,5/3,4,5,6 draw=7,8,9", False),
        ("2022 total=98 hands=O,O,O,O/0,4,5,6 draw=0,-10,R,0,7,8", True),
        ("2022+nobody-can-play=last-standing total=98 hands=1,2,3/4,5,6,7 played=0 draw=9", False),
    ],
)  # fmt: skip
def test_the_mover_wins_or_loses_by_hand(line, can_win):
    """Cases small enough for the eye, one for each way to end."""
    assert solve(Position.parse(line)).can_win is can_win


def test_the_last_to_play_wins_where_nobody_can_play():
    """2022, second card of a double that nobody can follow: who played last wins (nobody-can-play)."""
    line = "total=98 hands=1,2,3,4/4,5,6,7 played=0 draw=9"

    assert solve(Position.parse(f"2022 {line}")).can_win
    assert not solve(Position.parse(f"2022+nobody-can-play=last-standing {line}")).can_win


def test_a_shuffle_gives_the_one_ono99_of_a_round_back():
    """Once the discards are shuffled no O'NO 99 lies there, so one more may be played (ono-on-zero)."""
    rules = "1980+ono-on-zero=round"
    pile = slow_rules.deck("1980", slow_rules.read(f"{rules} hand=7")["options"], 2)
    for card in ["R", "10", "10", "10", "9", "9", "9", "O"]:
        pile.remove(card)
    line = f"{rules} total=90 hands=R,10,10,10/9,9,9,O seen={','.join(pile)}"
    with_a_pile = line.replace(",".join(pile), "O")

    with pytest.raises(UnanswerableError, match="beyond the known draw"):
        solve(Position.parse(line))
    assert solve(Position.parse(with_a_pile)).can_win


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1980 total=90 hands=2,2,3/3,4,5,6 undrawn=0", "write the late draw as a play first"),
        ("1980 total=90 hands=2,2,3,H/3,4,5,6", "beyond the known draw, which has 0 cards"),
        ("1980 total=98 hand=2,2,3,H", "hidden card of seat 1"),
        ("ninety-nine total=60 hands=2,3,4/5,6,7/8,9,J", "two players only"),
    ],
)
def test_what_cannot_be_answered_says_what_is_missing(line, words):
    """A position that hangs on something not known is refused, and the sentence says on what."""
    with pytest.raises(UnanswerableError, match=words):
        solve(Position.parse(line))


def full_deal(name, players, seed):
    """A whole deck dealt: every hand and the whole draw known."""
    table = slow_rules.read(f"{name} hand=7")
    pile = slow_rules.deck(table["game"], table["options"], players)
    random.Random(seed).shuffle(pile)
    size = slow_rules.HAND_SIZE[table["game"]]
    hands = [",".join(pile[size * seat :][:size]) for seat in range(players)]
    return Position.parse(f"{name} hands={'/'.join(hands)} draw={','.join(pile[size * players :])}")


def test_the_limit_is_exactly_the_positions_examined():
    """As many positions as a deal needs are enough, and one fewer is refused with the limit named."""
    deal = full_deal("1980", 2, 3)
    needed = solve(deal).positions

    assert solve(deal, limit=needed).positions == needed
    with pytest.raises(UnanswerableError, match=str(needed - 1)):
        solve(deal, limit=needed - 1)


@pytest.mark.parametrize(
    ("name", "players", "total"),
    [("1980", 2, 0), ("1980", 3, 0), ("1980", 8, 88), ("2022", 2, 0), ("2022", 4, 80)],
)
def test_a_whole_deal_is_solved_and_its_line_holds(name, players, total):
    """Deals with the whole deck known end as the answer says, whoever is the loser."""
    for seed in range(3):
        check_line(solve(replace(full_deal(name, players, seed), total=total)))


def test_the_answer_is_the_same_whatever_was_asked_before():
    """Tables are shared between questions, and no answer depends on earlier ones."""
    deal = full_deal("1980", 2, 11)
    first = solve(deal)
    for seed in range(5):
        solve(full_deal("1980", 2, seed))

    assert solve(deal) == first


def test_a_question_from_deep_down_is_answered():
    """The search is as deep as a deal is long, and finds room where the stack is nearly full."""
    deal, limit = full_deal("1980", 2, 3), sys.getrecursionlimit()

    def down(calls):
        return down(calls - 1) if calls else solve(deal)

    used = len(inspect.stack())
    assert down(limit - used - 60) == solve(deal)
    assert sys.getrecursionlimit() == limit
