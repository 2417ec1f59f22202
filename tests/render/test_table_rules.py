"""What a table is to settle, and the sheet of its own rules."""

import pytest

from ono_tutor.render.rules_sheet import sheet_line
from ono_tutor.render.table_rules import questions
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.option import Choice


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_option_is_asked_about_once(key):
    """There is a question for each option of a game, with every value that it has."""
    asked = questions(key)

    assert sorted(each.name for each in asked) == sorted(o.name for o in ruleset(key).options)
    for each in asked:
        if isinstance(each.option, Choice):
            assert tuple(answer.value for answer in each.answers) == each.option.values


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_case_shows_what_a_choice_changes(key):
    """What follows in the case of a question is not the same under its first two values."""
    for each in questions(key):
        follows = [answer.follows for answer in each.answers]
        if each.case is not None:
            assert all(follows)
            assert len(set(follows)) > 1, each.name


@pytest.mark.parametrize("key", RULE_SETS)
def test_what_another_choice_needs_is_asked_before(key):
    """A question that means nothing without another one comes after it."""
    before: set[str] = set()
    for each in questions(key):
        assert not each.needs or each.needs.partition("=")[0] in before
        before.add(each.name)


@pytest.mark.parametrize(
    ("rules", "point", "words"),
    [
        ("1980", "ono99-card", "cannot be played"),
        ("1980+ono99=suicide", "ono99-card", "whoever plays it loses at once"),
        ("1980+chips=5", "chips", "Chips at the start: 5."),
        ("ninety-nine+decks=3", "99-deck", "Decks of 52 cards shuffled together: 3."),
        ("2022+dump=free", "four-ono99", "comes on top of your turn"),
    ],
)
def test_the_sheet_says_what_was_chosen(rules, point, words):
    """A point whose option is changed is said with what the chosen value means."""
    found = ruleset(rules)

    assert words in sheet_line(found.key, rule_points()[point]).said(found)


def test_a_point_of_the_other_scoring_is_not_on_the_sheet():
    """Chips stand on no sheet of a game for points, and points on none for chips."""
    chips, points = ruleset("1980"), ruleset("1980+scoring=points")

    assert sheet_line("1980", rule_points()["points-end"]).said(chips) == ""
    assert sheet_line("1980", rule_points()["chips"]).said(points) == ""
