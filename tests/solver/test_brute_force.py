"""The solver against brute force: full sweeps of small cases, and random positions of every kind.

``ONO_POSITIONS`` is the number of random positions for each question (and, in proportion, how
many of the sweeps' cases are taken; with 20,000 all but all of them, which takes hours). A
failure names the line.
"""

import os
import random
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest
import slow_rules
import strategies
from solver import slow, slow_keep, slow_solve, slow_threat

from ono_tutor import Card, Position, UnanswerableError, ruleset, survive
from ono_tutor.solver.keep import keep
from ono_tutor.solver.solve import solve
from ono_tutor.solver.survival_map import survival_map
from ono_tutor.solver.threat import threat

DEFAULT = 96
POSITIONS = int(os.environ.get("ONO_POSITIONS", str(DEFAULT)))
CHUNKS = range(8)
KINDS = {
    "1980": [*"23456789", "10", "-10", *"HRDO"],
    "2022": [*"0123456789", "10", "-10", *"RDO"],
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


def numbered(chunk):
    """A source of chance for each random position of a chunk, the same in every run."""
    for number in range(chunk, POSITIONS, len(CHUNKS)):
        yield random.Random(number)


def some(cases, share):
    """The cases of a sweep, or as large a part of them, taken evenly."""
    cases = list(cases)
    wanted = max(1, round(len(cases) * min(1, share * POSITIONS / DEFAULT)))
    return random.Random(99).sample(cases, wanted)


def fits(line):
    """Whether the deck has the cards of this line."""
    table = slow_rules.read(line)
    deck = slow_rules.deck(table["game"], table["options"], len(table["hands"]))
    held = [card for hand in table["hands"] for card in hand or [] if card != "?"]
    cards = [*held, *table["discards"], *table["draw"]]
    return all(cards.count(card) <= deck.count(card) for card in cards)


def words(pairs):
    """The plays in words, with what was found for each."""
    return {str(play): found for play, found in pairs}


def survivals(line):
    try:
        return words(survive(Position.parse(line)).chances)
    except UnanswerableError:
        return NO_ANSWER


def threats(line):
    try:
        return words(threat(Position.parse(line)).chances)
    except UnanswerableError:
        return NO_ANSWER


def keepings(line, rise):
    try:
        return words(keep(Position.parse(line), rise).chances)
    except UnanswerableError:
        return NO_ANSWER


def slowly(ask, *question):
    """The slow answer, or that there is none because too few cards are left to draw."""
    try:
        return ask(*question)
    except slow_threat.RunsOutError:
        return NO_ANSWER


def is_endless(line):
    """Whether the slow solver of survival would draw four cards again and again."""
    table = slow_rules.read(line)
    hand = table["hands"][table["turn"]]
    return "dump=free" in line and hand == ["O"] * 4 and table["total"] < 97


# survive


SURVIVALS = [
    f"{name} total={total} hand={','.join(hand)} {owing}"
    for name in EDITIONS
    for hand in combinations_with_replacement(KINDS[name[:4]], 3)
    for total in (0, 88, 90, 97, 98)
    for owing in ("owes=1", "owes=2")
]


def test_survive_every_hand_of_three_kinds():
    """Three cards of every kind on the totals near the limit: the chance by first play agrees."""
    for line in some(SURVIVALS, 0.03):
        if fits(line):
            assert survivals(line) == slow.chances(line), line


@pytest.mark.parametrize("chunk", CHUNKS)
def test_survive_random_positions(chunk):
    """On random positions of every rule set and option the chance to survive agrees."""
    for rng in numbered(chunk):
        line = strategies.line(rng, is_tense=rng.random() < 0.8)
        table = slow_rules.read(line)
        if "?" in table["hands"][table["turn"]] or is_endless(line):
            continue
        found, expected = survivals(line), slow.chances(line)
        if table["turn"] in table["undrawn"]:  # a late draw may come before or after a card
            found, expected = max(found.values()), max(expected.values())
        assert found == expected, line


@pytest.mark.parametrize("below_zero", ["", "+below-zero=clamp", "+below-zero=forbid"])
def test_ninety_nine_every_total_and_card(below_zero):
    """At each total of Ninety-Nine and with each card: what costs a point, and what does not."""
    for total, card in product(range(-25 if not below_zero else 0, 99), slow_rules.RANKS):
        line = f"ninety-nine{below_zero} total={total} hand={card}"
        assert survivals(line) == slow.chances(line), line


# threat


THREATS = [
    f"{name} total={total} hands={card},O/{held} {owing}"
    for name in EDITIONS
    for card in KINDS[name[:4]]
    for held in ("?", "?,?", "D,?", "R,O", "10,2,?", "O,O,O,?")
    for total in (0, 8, 80, 87, 88, 89, 90, 95, 97, 98)
    for owing in ("owes=1", "owes=2", "owes=1 dir=ccw draw=5", "owes=1 draw=9,-10")
]
VIEWS = [
    f"{name} total={total} hand={card},O,O,R {owing} players={players}"
    for name in EDITIONS
    for card in KINDS[name[:4]]
    for total in (0, 88, 98)
    for owing in ("owes=1", "owes=2", "owes=1 draw=5")
    for players in (2, 3)
]


def test_threat_every_card_against_a_few():
    """Each card, against hands of few cards, some hidden, near the limit: the threat agrees."""
    for line in some(THREATS, 0.05):
        if fits(line):
            assert threats(line) == slow_threat.chances(line), line


def test_threat_of_a_view():
    """Where the next player sees less than the mover it chooses by less: the threat agrees."""
    for line in some(VIEWS, 0.003):
        if fits(line) and not is_endless(line):
            assert threats(line) == slow_threat.chances(line), line


@pytest.mark.parametrize("below_zero", ["", "+below-zero=clamp", "+below-zero=forbid"])
def test_threat_at_every_total_of_ninety_nine(below_zero):
    """At each total of Ninety-Nine and with each card, against one hidden card: the threat agrees."""
    cases = product(range(-25 if not below_zero else 0, 99), slow_rules.RANKS)
    for total, card in some(cases, 0.25):
        line = f"ninety-nine{below_zero} total={total} hands={card},K/?"
        assert threats(line) == slow_threat.chances(line), line


@pytest.mark.parametrize("chunk", CHUNKS)
def test_threat_random_positions(chunk):
    """On random positions of every rule set and option the threat, who is next and what is owed agree."""
    for rng in numbered(chunk):
        line = strategies.line(rng, is_tense=rng.random() < 0.7)
        table = slow_rules.read(line)
        if "?" in table["hands"][table["turn"]] or is_endless(line):
            continue
        if table["turn"] in table["undrawn"] and table["owes"] == 2:
            continue  # a late draw may come before or after a card
        expected = slowly(slow_threat.threats, line)
        if expected == NO_ANSWER:
            assert threats(line) == NO_ANSWER, line
            continue
        found = threat(Position.parse(line)).dangers
        assert {str(e.play): (e.chance, e.next, e.owes) for e in found} == expected, line


# keep


KEEPINGS = [
    (f"{name} total={total} hand={','.join(hand)}", rise)
    for name in EDITIONS
    for hand in combinations_with_replacement(KINDS[name[:4]], 3)
    for total in (0, 80, 88, 97)
    for rise in (-10, 0, 8)
]


def test_keep_every_hand_of_three_kinds():
    """Three cards of every kind on totals near the limit: what each play keeps agrees."""
    for line, rise in some(KEEPINGS, 0.002):
        if fits(line) and "number total=0" not in line:
            assert keepings(line, rise) == slow_keep.kept(line, rise), (line, rise)


def tense(rng):
    """A line of an O'NO 99 edition with one card owed, near the limit."""
    line = strategies.line(rng, game=rng.choice(["1980", "2022"]), is_tense=True)
    return line.replace("owes=2", "owes=1")


def can_be_kept(line):
    """Whether the mover's hand is known, and no late draw is open."""
    table = slow_rules.read(line)
    return "?" not in table["hands"][table["turn"]] and not table["undrawn"]


@pytest.mark.parametrize("chunk", CHUNKS)
def test_keep_random_positions(chunk):
    """On random views of both editions and every option what each play keeps agrees."""
    for rng in numbered(chunk):
        line, rise = tense(rng), rng.choice([0, -10, 5, {0: Fraction(1, 3), 7: Fraction(2, 3)}])
        if can_be_kept(line) and "hand=" in line and "draw=" not in line:
            assert keepings(line, rise) == slowly(slow_keep.kept, line, rise), (line, rise)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_keep_knows_nothing_of_what_others_do(chunk):
    """Hands shown now may be played, and cards next in the pile drawn by others, before the mover's
    next turn: what may be drawn then is every card but the own ones and the discards."""
    for rng in numbered(chunk):
        line, rise = tense(rng), rng.choice([0, -10, 5])
        if can_be_kept(line) and ("hands=" in line or "draw=" in line):
            assert keepings(line, rise) == slowly(slow_keep.kept, line, rise), (line, rise)


# the survival map


MAPPED = [name for name in EDITIONS if "dump=free" not in name or POSITIONS >= 1000]
"""The map of a free dump takes longest, and is left to the long run."""


@pytest.mark.parametrize("name", MAPPED)
@pytest.mark.parametrize("pair", [False, True])
def test_map_of_a_part_of_all_hands(name, pair):
    """The map says for each hand and total what the slow solver says."""
    game, rng, chances = name[:4], random.Random(7), survival_map(ruleset(name), pair=pair)
    sizes = (1, 2, 3, 4) if game == "1980" else (4,)
    every = [hand for n in sizes for hand in combinations_with_replacement(KINDS[game], n)]
    for hand in rng.sample(every, min(len(every), max(1, POSITIONS // 10))):
        for total in {98, 90, rng.randint(80, 98), rng.randint(0 if game == "2022" else -30, 98)}:
            line = f"{name} total={total} hand={','.join(hand)} owes=2"
            if fits(line) and not ("dump=free" in name and hand.count("O") > 2):
                found = chances.chance([Card.parse(card) for card in hand], total)
                assert found == slow_keep.mapped(name, hand, total, pair), line


# solve


def solved(line):
    """``(least, most)`` as the package says: both the same, or None where it cannot answer."""
    try:
        solution = solve(Position.parse(line))
    except UnanswerableError:
        return None
    value = solution.value if line.startswith("ninety-nine") else int(solution.can_win)
    return value, value


def slowly_solved(line):
    """What brute force says, None where it hangs on a hidden card."""
    least, most = slow_solve.answer(line, 6_000)
    return (least, most) if least == most else None


SOLVED = [
    f"{name} total={total} hands={'/'.join(hands)} {owing}{draw}"
    for name in EDITIONS
    for hands in product(KINDS[name[:4]], repeat=2)
    for total in (80, 88, 90, 98)
    for owing in ("owes=1", "owes=2")
    for draw in ("", " draw=5,R,10", " draw=-10,D")
]


def test_solve_every_pair_of_cards():
    """One card against one, with and without a known draw: who can force the win agrees."""
    for line in some(SOLVED, 0.03):
        if fits(line):
            assert solved(line) == slowly_solved(line), line


FATES = {"won": 1, "lost": 0}


def small(rng):
    """A line of few cards, all hands known and a part of the draw."""
    name = strategies.rule_set_name(rng)
    game = name.split("+")[0]
    options = slow_rules.read(f"{name} hand=7")["options"]
    players = 2 if game == "ninety-nine" else rng.choice([2, 2, 3, 3, 4])
    pile = slow_rules.deck(game, options, players)
    rng.shuffle(pile)
    hands = [[pile.pop() for _ in range(rng.randint(1, 3))] for _ in range(players)]
    draw = [pile.pop() for _ in range(rng.choice([0, 2, 4, 6, 8, 10]))]
    if game == "ninety-nine":
        total = rng.choice([rng.randint(0, 98), rng.randint(80, 98), 31, 32, 64, 65])
    else:
        total = rng.choice([98, rng.randint(70, 98), rng.randint(86, 98)])
    said = {"total": total, "hands": "/".join(map(",".join, hands))}
    said |= {"turn": rng.randrange(players), "dir": rng.choice(["cw", "ccw"])}
    if game != "ninety-nine":
        said["owes"] = rng.choice([1, 1, 2])
    else:
        least = 0 if options["zero-points"] == "survives" else 1
        most = int(options["points"])
        said["points"] = "/".join(str(rng.randint(least, min(4, most))) for _ in hands)
    if draw:
        said["draw"] = ",".join(draw)
    return " ".join([name, *(f"{key}={value}" for key, value in said.items())])


@pytest.mark.parametrize("chunk", CHUNKS)
def test_solve_random_positions(chunk):
    """On random small positions of every rule set and option the forced result agrees."""
    for rng in numbered(chunk):
        line = small(rng)
        try:
            expected = slowly_solved(line)
        except slow_solve.TooManyError:
            continue
        assert solved(line) == expected, line


@pytest.mark.parametrize("chunk", CHUNKS)
def test_solve_gives_every_play_its_value(chunk):
    """Asked for every play, the solver gives each the value that brute force gives it."""
    for rng in list(numbered(chunk))[::2]:
        line = small(rng)
        try:
            values = slow_solve.answers(line, 3_000)
        except slow_solve.TooManyError:
            continue
        if any(least != most for least, most in values.values()):
            continue
        found = solve(Position.parse(line), every_play=True).plays
        assert {str(play): FATES.get(str(value), value) for play, value in found} == {
            word: least for word, (least, _) in values.items()
        }, line


@pytest.mark.parametrize("chunk", CHUNKS)
def test_solve_proves_its_answer_by_a_line(chunk):
    """Each play of the line is legal and gives nothing away, and the line goes on to the end, or as
    far as cards are known where the rest makes no difference."""
    for rng in list(numbered(chunk))[::2]:
        line = small(rng)
        try:
            least, most = slow_solve.answer(line, 3_000)
        except slow_solve.TooManyError:
            continue
        if least == most:
            follow(line, [str(play) for play in solve(Position.parse(line)).line], least)


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
    assert is_over or "?" in table["hands"][table["turn"]], (line, plays)


@pytest.mark.parametrize(
    ("line", "value", "why"),
    [
        ("1980 total=98 hands=7,H/8,9", 1, "after the Hold the other has nothing safe"),
        ("1980 total=98 hands=7,8/8,H", 0, "the mover has nothing safe"),
        ("1980 total=98 hands=7,8,R/-10/8 dir=ccw draw=9,9,9", 0, "it turns to a Minus Ten"),
        (
            "1980 total=98 hands=7,8,R/8,9/8,-10,9 dir=ccw",
            1,
            "the Reverse turns away from a Minus Ten",
        ),
        ("2022 total=98 hands=0,7/O,7/9,8", 1, "both the others lay their hands down"),
        ("2022 total=88 hands=D,O,O,O/10,O,O,O/9,9,9,O draw=9,9", 0, "who played last wins"),
        (
            "2022+nobody-can-play=last-standing total=88 hands=D,O,O,O/10,O,O,O/9,9,9,O draw=9,9",
            1,
            "who is left wins",
        ),
        ("ninety-nine total=88 hands=A/K", 2, "99, and the other loses 2"),
        ("ninety-nine total=88 hands=A/K points=10/1", 1, "nobody loses more than it has"),
        ("ninety-nine total=98 hands=K/A", -2, "108"),
    ],
)
def test_known_forced_results(line, value, why):
    """What can be forced where it takes a play or two."""
    assert slow_solve.answer(line) == (value, value), why
    assert solved(line) == (value, value), why


# the judges judged


@pytest.mark.parametrize("size", [0, 1, 2, 4])
def test_the_chances_of_all_draws_sum_to_one(size):
    """The chances of the cards that save plus those that do not sum to 1, exactly."""
    for line in ("1980 hand=7,H,D,O", "2022 hand=O,O,0,R seen=7x6", "ninety-nine hand=A,2,3"):
        pool = slow.unseen(slow_rules.read(line))
        assert sum(likely for _, likely in slow_threat.selections(pool, size)) == 1


@pytest.mark.parametrize("chunk", CHUNKS)
def test_more_cards_known_narrow_the_slow_answer(chunk):
    """Whatever the next cards of the pile are, the result stays within what was said without them."""
    for rng in list(numbered(chunk))[::2]:
        line = small(rng)
        pool = list(slow.unseen(slow_rules.read(line)).elements())
        drawn = ",".join(rng.sample(pool, 3))
        longer = line + f",{drawn}" if " draw=" in line else f"{line} draw={drawn}"
        try:
            (least, most), (low, high) = (
                slow_solve.answer(line, 4_000),
                slow_solve.answer(longer, 4_000),
            )
        except slow_solve.TooManyError:
            continue
        assert least <= low <= high <= most, (line, longer)
