"""Misconceptions as variants of the rules: every one has its own, and all kinds run under them."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
import strategies
from puzzles.made import changed_rule_sets, puzzle
from sweeps import is_picked, is_whole, rotating

from ono_tutor import OnoError, Position, legal_plays, play, ruleset, survive
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.changes import MISCONCEPTIONS
from ono_tutor.puzzles.misconceptions.explain import changed_tasks, variants_of
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.catalogue import RULE_SETS

NAMES = [
    *RULE_SETS,
    "1980+scoring=points+bust-total=counts",
    "1980+ono99=suicide+ono-on-zero=round+opening=number+chips-out=at-zero",
    "2022+minus-ten=unplayable+dump=free+two-player-reverse-reply=plain",
    "ninety-nine+below-zero=clamp+zero-points=survives+decks=2",
]
POSITIONS = 200 if is_picked() or is_whole() else 150
SLOW = ("line", "threat")
"""Kinds that take long to answer: they are asked about an eighth of the positions in a run."""


def believed(mistake, line):
    """The position of a line, under the rules as a misconception has them."""
    position = Position.parse(line)
    return replace(position, rules=dict(changed_rule_sets(position.rules))[mistake])


def test_every_misconception_is_a_variant():
    """Each misconception of the rule book is laid over the rules by one belief, and no other is."""
    mistakes = [belief.mistake for belief in MISCONCEPTIONS]
    assert sorted(mistakes) == sorted(misconceptions())


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_has_the_variants_that_are_about_it(key):
    """A game has a variant for every misconception that names it, and for no other."""
    about = {mistake.id for mistake in misconceptions().values() if key in mistake.rules}
    assert {mistake for mistake, _ in changed_rule_sets(ruleset(key))} == about


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_none_of_the_games(name):
    """Variants differ from each other and from the real rules, so that no answer is mixed up."""
    rules = ruleset(name)
    found = [variant for _, variant in changed_rule_sets(rules)]
    assert len({rules, *found}) == len(found) + 1
    assert all(
        variant.key == rules.key and str(variant).startswith(str(rules)) for variant in found
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_keeps_the_options(name):
    """A learner plays with the options that were agreed, but for the one that is misunderstood."""
    rules = ruleset(name)
    for mistake, variant in changed_rule_sets(rules):
        changed = {
            option for option, value in rules.chosen.items() if variant.chosen[option] != value
        }
        assert changed <= {"chips-out"}, mistake
        assert not changed or mistake == "out-at-zero-chips"


def tasks(count):
    """Positions of all games with plays made from them and a claim about one, by a fixed seed."""
    numbers = random.Random(1980)
    while count:
        line = strategies.line(
            numbers, shows_all=numbers.random() < 0.25, is_tense=numbers.random() < 0.4
        )
        position = Position.parse(line)
        if "?" in map(str, position.hand):
            continue
        count -= 1
        plays = _plays(position, numbers)
        forms = ("may {0}", "next {0} 1", "owes {0} 2", "costs {0} 0 1", "leaves {0}", "survives")
        yield Task(position, plays), numbers.choice(forms).format(plays[0])


def _plays(position, numbers):
    """From one to three plays in a row, as far as they are known."""
    plays = []
    for _ in range(numbers.randint(1, 3)):
        if "?" in map(str, position.hand):
            break
        plays.append(numbers.choice(legal_plays(position)))
        outcome = play(position, plays[-1])
        if outcome.round_over:
            break
        position = outcome.after
    return tuple(plays)


def asked(kind, task, claim):
    """The task as this kind takes it: with a claim, or with so few cards that it is soon solved."""
    if kind.info.name == "edition":
        return replace(task, plays=(), claim=claim)
    if kind.info.name == "line":
        position = task.position
        return replace(task, position=replace(position, draw=position.draw[:1]))
    return task


def answers(kind, given):
    """How many positions this kind could answer under a variant of their rules, by misconception."""
    found = dict.fromkeys(misconceptions(), 0)
    for task, claim in given:
        for mistake, rules in changed_rule_sets(task.rules):
            try:
                kind.answer(asked(kind, task, claim).under(rules))
            except OnoError:
                continue
            found[mistake] += 1
    return found


@pytest.fixture(scope="module")
def some_tasks():
    """The tasks that all kinds are asked about."""
    return list(tasks(POSITIONS))


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_runs_under_every_variant(name, some_tasks):
    """A position taken over as it is gives an answer, or an error that says why there is none."""
    given = rotating(some_tasks) if name in SLOW else some_tasks
    found = answers(KINDS[name], given)
    assert sum(found.values()) > (len(given) / 4 if given == some_tasks else 0)
    if name in ("total", "legal", "survive", "next"):
        assert min(found.values()) > 10


def test_asking_under_variants_changes_no_real_answer(some_tasks):
    """What is remembered of one rule set is never taken for another's."""
    for task, _ in some_tasks[:60]:
        before = survive(task.position).chances
        for _, rules in changed_rule_sets(task.rules):
            survive(replace(task.position, rules=rules))
        fresh = type(task.rules)(task.rules.name.split("+")[1:])
        assert survive(replace(task.position, rules=fresh)).chances == before


FOUR = "2022 hands=D,1,1,1/4,4,2,2/3,3,3,3 owes=2 draw=5,6,7,8,9"
BELIEVED = [
    # misconception, line, plays: what a learner who has it finds after them
    ("doubles-add-up", "2022 hands=D,1,1,1/D,2,2,2/3,3,3,3 owes=2", "D D", {"turn": 2, "owes": 6}),
    *(("doubles-add-up", FOUR, f"D {plays}", {"turn": 1, "owes": owes}) for plays, owes in (("", 4), ("4", 3), ("4 4", 2), ("4 4 2", 1))),
    ("doubles-add-up", FOUR, "D 4 4 2 2", {"turn": 2, "owes": 1}),
    *(("minus-ten-stops-at-zero", f"1980 total={total} hand=-10,7,8,9", "-10", {"total": after}) for total, after in ((14, 4), (6, 0), (0, 0), (-3, -3))),
    ("bust-plays-card", "2022 total=95 hands=7,8,9,10/1,2,3,4/1,2,3,4", "7", {"total": 95, "turn": 1, "still_in": (1, 2)}),
    ("ono99-sets-99", "1980 total=20 hands=O,8,9,10/7,H,R,-10", "O", {"total": 99}),
    ("four-adds-nothing", "ninety-nine total=50 hand=4,5,6 players=3", "4", {"total": 54}),
]  # fmt: skip


@pytest.mark.parametrize(("mistake", "line", "plays", "found"), BELIEVED)
def test_a_learner_plays_by_the_rules_as_misunderstood(mistake, line, plays, found):
    """Doubles add up to four and six, a Minus Ten stops at 0, a losing card leaves the total, …"""
    after = play(believed(mistake, line), *plays.split()).after
    assert {name: getattr(after, name) for name in found} == found


def test_after_an_ono99_that_makes_99_only_a_minus_ten_is_safe():
    """Who believes that an O'NO 99 makes 99 still finds that the next player must come down."""
    position = believed("ono99-sets-99", "1980 total=20 hands=O,8,9,10/7,H,R,-10")
    assert list(map(str, legal_plays(play(position, "O").after))) == ["-10"]


def test_without_a_draw_between_two_are_drawn_at_the_end():
    """Who believes in no draw between has three cards for the second, and four again after it."""
    position = believed("no-draw-between", "1980 hands=7,8,9,10/2,2,2,3 owes=2 draw=4,5,6")
    first, second = play(position, "7").after, play(position, "7", "8").after
    assert list(map(str, first.hands[0])) == ["8", "9", "10"]
    assert list(map(str, second.hands[0])) == ["9", "10", "4", "5"]


def test_without_a_draw_between_a_late_draw_comes_first_or_not_at_all():
    """Who believes in no draw between gains nothing by drawing late: the second card is held."""
    position = believed("no-draw-between", "1980 total=93 hands=3,3,5/?3 owes=2 undrawn=0,1")
    chances = {str(first): chance for first, chance in survive(position).chances}
    assert chances == {"3": Fraction(19, 51), "5": Fraction(16, 51), "draw:0": Fraction(19, 51)}


def test_the_deck_of_a_hold_believer_has_holds():
    """Who believes in a Hold in 2022 has the deck of 112 cards and four Holds."""
    rules = dict(changed_rule_sets(ruleset("2022")))["hold-answers-play-2"]
    assert sum(rules.deck(3).values()) == 116
    assert {str(card) for card in rules.deck(3)} - {str(c) for c in ruleset("2022").deck(3)} == {
        "H"
    }


# Mistakes with names: a wrong answer names the misconception that explains it.

DIAGNOSED = [
    # misconception, kind, line, plays or claim, right answer, the wrong answer it alone explains
    ("limit-99-is-safe", "survive", "1980 total=89 hand=10,10,10,10", "", "lost", "certain"),
    ("limit-99-is-safe", "survive", "2022 total=89 hand=10,10,10,10", "", "lost", "certain"),
    ("ono99-sets-99", "legal", "1980 total=50 hand=7,8,O,9", "", "7 8 9", "7 8 O 9"),
    ("ono99-sets-99", "legal", "2022 total=50 hand=7,8,O,9", "", "7 8 9", "7 8 O 9"),
    ("minus-ten-stops-at-zero", "total", "1980 total=6 hand=-10,7,8,9", "-10", "-4", "0"),
    ("minus-ten-goes-negative", "total", "2022 total=6 hand=-10,7,8,9", "-10", "0", "-4"),
    ("doubles-add-up", "next", "2022 total=50 hand=D,7,8,9 owes=2 players=3", "D", "1 2", "1 4"),
    ("doubles-add-up", "next", "1980 total=50 hand=H,7,8,9 owes=2 players=3", "H", "1 2", "1 4"),
    ("doubles-add-up", "next", "1980 total=50 hand=7,D,8,9 owes=2 players=3", "7 D", "1 2", "1 4"),
    ("hold-answers-play-2", "edition", "1980 total=95 hand=H,9,9,8 owes=2 players=3", "hands-on H", "1980", "1980 2022"),
    ("hold-answers-play-2", "edition", "1980 total=50 hand=H,9,9,8 players=3", "deck H 4", "1980", "1980 2022"),
    ("double-play-answers-double-play", "legal", "1980 total=50 hand=D,7,8,9 owes=2 players=3", "", "7 8 9", "D 7 8 9"),
    ("double-play-answers-double-play", "survive", "1980 total=98 hand=D,7,8,9 owes=2 players=3", "", "lost", "certain"),
    ("no-draw-between", "survive", "1980 total=95 hand=3,8,9,10 owes=2 players=3", "", "chance", "lost"),
    ("no-draw-between", "survive", "2022 total=95 hand=3,8,9,10 owes=2 players=3", "", "chance", "lost"),
    ("double-is-inherited", "next", "1980+scoring=points total=98 hand=7,8,9,10 owes=2 players=3", "7", "1 1", "1 2"),
    ("double-is-inherited", "next", "2022 total=98 hand=7,8,9,10 owes=2 players=3", "out", "1 1", "1 2"),
    ("double-is-inherited", "next", "2022 total=98 hand=7,8,9,10 players=3 played=0", "out", "1 1", "1 2"),
    ("reverse-reply-goes-on", "next", "1980 total=90 hand=R,7,8,9 owes=2 players=4", "R", "3 2", "1 2"),
    ("reverse-reply-goes-on", "next", "2022 total=90 hand=R,7,8,9 owes=2 players=4", "R", "3 2", "1 2"),
    ("reverse-for-two-plays-again", "next", "1980 total=90 hand=R,7,8,9", "R", "1 1", "0 1"),
    ("reverse-for-two-plays-again", "next", "2022 total=90 hand=R,7,8,9", "R", "1 1", "0 1"),
    ("bust-lays-down", "legal", "1980 total=98 hand=7,8,9,10", "", "7 8 9 10", "out"),
    ("bust-plays-card", "legal", "2022 total=98 hand=7,8,9,10", "", "out", "7 8 9 10"),
    ("out-at-zero-chips", "edition", "1980 total=98 hand=7,8,9,10 chips=1/3", "leaves 7", "none", "1980"),
    ("four-ono99-swapped", "edition", "1980 total=50 hand=O,O,O,O", "may OOOO", "2022", "1980 2022"),
    ("four-ono99-loses", "legal", "2022 total=50 hand=O,O,O,O", "", "OOOO", "out"),
    ("four-ono99-loses", "survive", "2022 total=50 hand=O,O,O,O", "", "certain", "lost"),
    ("leaving-mark-is-crossing", "pays", "ninety-nine total=33 hand=7,8,9 players=3", "7", "0/0/0", "1/0/0"),
    ("leaving-mark-is-crossing", "survive", "ninety-nine total=66 hand=7,8,K players=3", "", "certain", "lost"),
    ("coming-down-pays", "pays", "ninety-nine total=76 hand=10,8,9 players=3", "10-10", "0/0/0", "0/1/1"),
    ("two-halves-low-total", "total", "ninety-nine total=48 hand=2,8,9 players=3", "2", "96", "24"),
    ("two-halves-odd-total", "total", "ninety-nine total=53 hand=2,8,9 players=3", "2", "106", "26"),
    ("double-cross-costs-two", "pays", "ninety-nine total=53 hand=2,8,9 players=3", "2", "3/0/0", "2/0/0"),
    ("four-adds-nothing", "total", "ninety-nine total=53 hand=4,8,9", "4", "57", "53"),
    ("landing-on-99-loses", "pays", "ninety-nine total=89 hand=K,8,9 players=3", "K", "0/2/2", "2/0/0"),
    ("landing-on-99-loses", "survive", "ninety-nine total=89 hand=K,Q,J players=3", "", "certain", "lost"),
]  # fmt: skip


@pytest.mark.parametrize(("mistake", "kind", "line", "ask", "right", "wrong"), DIAGNOSED)
def test_a_wrong_answer_names_the_one_misconception_behind_it(
    mistake, kind, line, ask, right, wrong
):
    """An answer that only one misconception explains names it; a right answer names none."""
    made = puzzle(kind, line, ask)
    found = misconceptions()[mistake].worded_for(made.task.rules)
    check, right_check = (made.check(answer) for answer in (wrong, right))
    assert check.mark is Mark.WRONG
    assert [m.id for m in check.mistakes] == [mistake]
    assert found.belief in str(check)
    assert found.truth in str(check)
    assert check.rules[0] == found.point
    assert (right_check.mark, right_check.mistakes) == (Mark.RIGHT, ())


def test_every_misconception_is_told_apart_in_each_of_its_games():
    """There is a puzzle above for each misconception and each rule set that it is about."""
    told = {(row[0], row[2].split()[0].split("+")[0]) for row in DIAGNOSED}
    carried = {("hold-answers-play-2", "2022"), ("hold-answers-play-2", "1980")}
    about = {(mistake.id, key) for mistake in misconceptions().values() for key in mistake.rules}
    assert told | carried == about | carried


@pytest.mark.parametrize(
    ("kind", "line", "ask", "answer", "mistakes"),
    [
        # A slip that no misconception explains, an answer that two explain, one that an option
        # makes true, and a belief that keeps the options.
        ("total", "1980 total=6 hand=-10,7,8,9", "-10", "-5", []),
        ("survive", "1980 total=89 hand=10,10,O,10", "", "certain", ["limit-99-is-safe", "ono99-sets-99"]),
        ("edition", "1980+chips-out=at-zero total=98 hand=7,8,9,10 chips=1/3", "leaves 7", "1980", None),
        ("legal", "1980+ono99=suicide total=98 hand=O,7,8,9", "", "O 7 8 9", None),
        ("legal", "2022+minus-ten=unplayable total=6 hand=-10,7,8,9", "", "-10 7 8 9", ["minus-ten-goes-negative"]),
    ],
)  # fmt: skip
def test_an_answer_names_every_misconception_behind_it(kind, line, ask, answer, mistakes):
    """Those that explain a wrong answer, under the options of the table; a right one has none."""
    check = puzzle(kind, line, ask).check(answer)
    assert check.is_right == (mistakes is None)
    assert [found.id for found in check.mistakes] == (mistakes or [])


@pytest.mark.parametrize(
    ("line", "answer", "named"),
    [
        ("1980 total=90 hand=4,7,10,O owes=2 players=3", "7", []),
        ("1980 total=90 hand=4,7,10,O owes=2 players=3", "10", []),
        ("1980 total=90 hand=4,7,10,O players=3", "O", ["ono99-sets-99"]),
        ("1980 total=90 hand=9,10,10,-10 players=3", "9", ["limit-99-is-safe"]),
        ("1980 total=90 hand=9,10,10,-10 players=3", "9,-10", ["limit-99-is-safe"]),
    ],
)
def test_a_card_that_a_belief_does_not_touch_is_not_put_down_to_it(line, answer, named):
    """A card as good as others to one who misreads another card is no sign of the misreading."""
    assert [found.id for found in puzzle("best-card", line, "").check(answer).named] == named


def test_no_misconception_is_named_that_leaves_the_judgement_of_the_chosen_card():
    """One who has it finds no other card as good, or the card does something else then."""
    picked = [entry for entry in bank.index().values() if entry.kind == "best-card"][::9]
    named = 0
    for made in map(Puzzle.of, picked):
        task, position = made.task, made.position
        for card in dict.fromkeys(position.rules.plays_of_hand(position.hand)):
            for found in made.check(str(card)).named:
                named += 1
                ways = [w for key in variants_of(found.id) for w in changed_tasks(task, (key,))]
                assert any(is_own_choice(made.kind, task, way, card) for way in ways), made
    assert named > 20


def is_own_choice(kind, task, believed, card):
    """Whether a believer takes just this card, or its total, safety, debt or leave are others."""
    try:
        alone = KINDS[kind].answer(believed) == (card,)
    except OnoError:
        return False
    now, then = (one.position.rules.judge(card, one.position.moment) for one in (task, believed))
    return alone or now != then


def test_a_belief_that_puts_everybody_out_still_has_an_answer() -> None:
    """Whoever takes leaving 33 for a crossing has both players lose their last point at 66."""
    (asked,) = read_set("pays: ninety-nine total=33 hands=2,A,7/?3 points=1/1 | 2")
    check = asked.check("0/0")
    assert not check.is_right
