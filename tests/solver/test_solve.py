"""Solving a position: against the slow solver of the tests, and the line replayed in its engine."""

import random
from dataclasses import replace

import pytest
import slow_rules
from solver import slow_solve
from solver.cases import EDITIONS, KINDS, fits, known, small, sources

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.solver.solve import solve

RESULTS = {"won": 1, "lost": 0}


def solved(line, **more):
    """The solution as the package says, and ``(least, most)``; None twice where it cannot answer."""
    try:
        solution = solve(Position.parse(line), **more)
    except UnanswerableError:
        return None, None
    value = solution.value if line.startswith("ninety-nine") else int(solution.can_win)
    return solution, (value, value)


def slowly_solved(line):
    """What brute force says, None where it hangs on a hidden card."""
    least, most = slow_solve.answer(line, 6_000)
    return (least, most) if least == most else None


def one_against_one(rng):
    """One card against one near the limit, with and without a known draw."""
    name = rng.choice(EDITIONS)
    hands = "/".join(rng.choices(KINDS[name[:4]], k=2))
    owing, draw = rng.choice(["1", "2"]), rng.choice(["", " draw=5,R,10", " draw=-10,D"])
    return f"{name} total={rng.choice([80, 88, 90, 98])} hands={hands} owes={owing}{draw}"


OPTIONS = [
    f"{game}+{name}={value}"
    for game, options in slow_rules.OPTIONS.items()
    for name, values in options.items()
    for value in values[1:]
]


def of_an_option(rng):
    """A small position under one option."""
    return small(rng, rng.choice(OPTIONS), most_cards=4)


@pytest.mark.parametrize(
    ("case", "count"), [(one_against_one, 150), (small, 60), (of_an_option, 40)]
)
def test_small_positions(case, count):
    """Every answer, the value of every play and every line are what brute force says; the line is
    legal, gives nothing away, and goes on to the end, or as far as the rest makes a difference."""
    met = 0
    for line in map(case, sources(count)):
        try:
            expected = fits(line) and slowly_solved(line)
        except slow_solve.TooManyError:
            continue
        if expected is False:
            continue
        solution, value = solved(line, every_play=True)
        assert value == expected, line
        if solution:
            met += 1
            check_plays(line, solution)
            follow(line, [str(play) for play in solution.line], value[0])
            assert solution.line == solve(Position.parse(line)).line, line

    assert met


def test_a_play_that_does_what_another_does_has_a_line_of_its_own():
    """Of a Hold and a Reverse that do the same, the line of each begins with it."""
    line = "1980 total=90 hands=7/8,H,R turn=1 owes=2 draw=-10,2,5,10,6"

    solution = solve(Position.parse(line), every_play=True)

    assert [
        (str(play), str(shown[0]))
        for (play, _), shown in zip(solution.plays, solution.lines, strict=True)
    ] == [("8", "8"), ("H", "H"), ("R", "R")]


def check_plays(line, solution):
    """Each play has the value, and each line shows it, that brute force gives."""
    try:
        values = slow_solve.answers(line, 3_000)
    except slow_solve.TooManyError:
        return
    found = {str(play): RESULTS.get(str(value), value) for play, value in solution.plays}
    known = {word: least for word, (least, most) in values.items() if least == most}
    assert {word: found[word] for word in known} == known, line
    assert {found[word] for word in values if word not in known} <= {None, "unknown"}, line
    for (word, _), shown in zip(solution.plays, solution.lines, strict=True):
        if shown:
            assert shown[0] == word
            follow(line, [str(play) for play in shown], known[str(word)])


def follow(line, plays, value):
    """Play a line out, and fail where a play of it is not legal or changes the result."""
    table = slow_rules.read(line)
    solver = slow_solve.Solver(table["turn"], 50_000)
    for place, word in enumerate(plays):
        assert word in slow_rules.legal(table), (line, plays, place)
        assert solver.after(table, word) == (value, value), (line, plays, place)
        then = slow_rules.play(table, word)
        if table["game"] == "ninety-nine":
            before, now = solver.stakes(table), solver.stakes(then)
            value -= (before[1] - now[1]) - (before[0] - now[0])
        table = then
    is_over = table["over"] or table["loser"] is not None or table["hands"][solver.me] is None
    is_idle = table["game"] == "ninety-nine" and not any(table["stakes"])  # nobody can lose a point
    assert is_over or is_idle or "?" in table["hands"][table["turn"]], (line, plays)


@pytest.mark.parametrize(("line", "value", "why"), known("forced"))
def test_known_forced_results(line, value, why):
    """What can be forced where it takes a play or two."""
    both = (int(value), int(value))
    assert slow_solve.answer(line) == both, why
    assert solved(line)[1] == both, why


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


@pytest.mark.parametrize(("line", "words"), known("unsolvable"))
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
        position = replace(full_deal(name, players, seed), total=total)
        solution = solve(position)
        outcome = play(position, *solution.line)
        if name == "1980":
            assert outcome.loser is not None
            assert (outcome.loser != position.turn) is solution.can_win
        else:
            assert (outcome.winners == (position.turn,)) is solution.can_win


def test_the_answer_is_the_same_whatever_was_asked_before():
    """Tables are shared between questions, and no answer depends on earlier ones."""
    deal = full_deal("1980", 2, 11)
    first = solve(deal)
    for seed in range(5):
        solve(full_deal("1980", 2, seed))

    assert solve(deal) == first
