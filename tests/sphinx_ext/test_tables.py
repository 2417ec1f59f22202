"""The tables and lists that are written from the registry: sheets, options, open points, signs."""

from html import unescape

import pytest

from ono_tutor.rules.book import Status, rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.quick_reference import CHAPTERS, OTHER, chapters_of


def test_every_point_is_in_one_chapter():
    """Each rule point of the registry has a chapter, and only one."""
    named = [rule_id for ids in CHAPTERS.values() for rule_id in ids.split()]

    assert sorted(named) == sorted(rule_points())


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_chapters_of_a_rule_set_have_all_its_points(key):
    """No point of a rule set is left over, and none of another comes in."""
    found = dict(chapters_of(key))

    assert OTHER not in found
    ids = {point.id for points in found.values() for point in points}
    assert ids == {point.id for point in rule_points().values() if key in point.says}


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_sheet_has_every_sentence(build, key):
    """The sheet of a rule set leaves out no sentence of its book."""
    page = unescape(build(f"```{{ono-sheet}} {key}\n```\n", "-W").page())

    said = [point.says[key] for point in rule_points().values() if key in point.says]
    assert [text for text in said if text not in page] == []


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_open_point_and_option_is_listed(build, key):
    """What conflicts or is silent stands in the one list, each option in the other."""
    body = f"```{{ono-open}} {key}\n```\n\n```{{ono-options}} {key}\n```\n"
    page = unescape(build(body, "-W").page())

    points = [point for point in rule_points().values() if key in point.says]
    notes = [point.note for point in points if point.status is not Status.AGREED]
    means = [
        text
        for point in points
        for option in point.options
        if key in option.rules
        for text in option.means.values()
    ]
    assert [text for text in (*notes, *means) if text not in page] == []


@pytest.mark.parametrize("name", ["ono-sheet", "ono-open", "ono-options"])
def test_a_rule_set_that_is_none_fails(build, name):
    """A list about a game that is not there fails the build at its file and line."""
    site = build(f"```{{{name}}} 1999\n```\n")

    assert site.status != 0
    assert f"index.md:3: ERROR: {name}" in site.said
    assert "'1999' is not a rule set" in site.said


def test_the_signs_are_the_engine_s(build):
    """A total of 99 loses, cannot be made, or wins, and each game has cards of its own."""
    page = unescape(build("```{ono-which}\n```\n", "-W").page())

    for text in ("Loses the hand", "Is not allowed", "Wins the round", "Zero and one", "Play 2"):
        assert text in page
