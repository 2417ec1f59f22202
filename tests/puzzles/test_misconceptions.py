"""Misconceptions as variants of the rules: every one has its own, and all kinds run under them."""

from contextlib import suppress
from dataclasses import replace

import pytest
from puzzles.made import changed_rule_sets, puzzle, sessions

from ono_tutor import OnoError, Position, play, ruleset, survive
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.changes import MISCONCEPTIONS
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.catalogue import RULE_SETS

NAMES = [
    *RULE_SETS,
    "1980+scoring=points+bust-total=counts",
    "1980+ono99=suicide+ono-on-zero=round+opening=number+chips-out=at-zero",
    "2022+minus-ten=unplayable+dump=free+two-player-reverse-reply=plain",
    "ninety-nine+below-zero=clamp+zero-points=survives+decks=2",
]


def believed(mistake, line):
    """The position of a line, under the rules as a misconception has them."""
    position = Position.parse(line)
    return replace(position, rules=dict(changed_rule_sets(position.rules))[mistake])


def test_every_misconception_is_a_variant_of_the_games_that_it_is_about():
    """Each one of the rule book is laid over the rules it names by one belief, and no other is."""
    assert sorted(belief.mistake for belief in MISCONCEPTIONS) == sorted(misconceptions())
    for key in RULE_SETS:
        about = {mistake.id for mistake in misconceptions().values() if key in mistake.rules}
        assert {mistake for mistake, _ in changed_rule_sets(ruleset(key))} == about


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_none_of_the_games_and_keeps_the_options(name):
    """No answer is mixed up; of the options agreed only the one that is misunderstood changes."""
    rules = ruleset(name)
    found = dict(changed_rule_sets(rules))
    assert len({rules, *found.values()}) == len(found) + 1
    for mistake, variant in found.items():
        changed = {key for key, value in rules.chosen.items() if variant.chosen[key] != value}
        assert variant.key == rules.key
        assert str(variant).startswith(str(rules))
        assert not changed or (changed, mistake) == ({"chips-out"}, "out-at-zero-chips")


def test_asking_under_variants_changes_no_real_answer():
    """What is remembered of one rule set is never taken for another's."""
    for entry in [entry for entry in bank.index().values() if entry.kind == "survive"][::8]:
        position = Position.parse(entry.position)
        before = survive(position).chances
        for _, rules in changed_rule_sets(position.rules):
            with suppress(OnoError):
                survive(replace(position, rules=rules))
        fresh = type(position.rules)(position.rules.name.split("+")[1:])
        assert survive(replace(position, rules=fresh)).chances == before


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


def test_without_a_draw_between_a_late_draw_comes_first_or_not_at_all():
    """Who believes in no draw between gains nothing by drawing late: the second card is held."""
    position = believed("no-draw-between", "1980 total=93 hands=3,3,5/?3 owes=2 undrawn=0,1")
    chances = {str(first): chance * 51 for first, chance in survive(position).chances}
    assert chances == {"3": 19, "5": 16, "draw:0": 19}


# Mistakes with names: a wrong answer names the misconception that explains it.


def test_every_misconception_is_told_apart_in_each_of_its_games():
    """For each misconception and each of its games an answer is golden that it alone explains."""
    alone = {("hold-answers-play-2", "2022")}
    for kind in KINDS:
        for _, line, ask, answers in sessions(kind):
            for answer in answers:
                found = puzzle(kind, line, ask).check(answer).mistakes
                if len(found) == 1:
                    assert str(found[0].belief), answer
                    alone.add((found[0].id, line.split()[0].split("+")[0]))
    assert {(m.id, key) for m in misconceptions().values() for key in m.rules} <= alone


def test_a_belief_that_puts_everybody_out_still_has_an_answer() -> None:
    """Whoever takes leaving 33 for a crossing has both players lose their last point at 66."""
    (asked,) = read_set("pays: ninety-nine total=33 hands=2,A,7/?3 points=1/1 | 2")
    check = asked.check("0/0")
    assert not check.is_right
