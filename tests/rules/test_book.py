"""The registry of rule points against the code that cites it."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import ono_tutor
from ono_tutor.puzzles.bank import THEMES
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.changes import CHANGES
from ono_tutor.rules.book import Status, misconceptions, rule_point, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import EventType

PACKAGE = Path(ono_tutor.__file__).parent
POINTS = """
players deck dealer deal opening turn-order announce limit number-cards minus-ten hold reverse reverse-two-players ono99-card
ono-on-zero four-ono99 double-effect double-reply double-on-double double-reverse-target double-reverse-two-players
double-no-stack double-first-is-reply double-eliminated draw-pile-empty forgot-draw bust no-voluntary-bust loss chips points
points-round points-bust-total points-end next-starter winner nobody-can-play 99-points 99-deck 99-deal 99-values 99-two
99-land-33-66 99-land-99 99-cross 99-over 99-upward-only 99-double-cross 99-jack 99-four 99-must-play 99-out 99-below-zero
99-jack-when-out 99-next-round 99-deck-empty 99-winner 99-announce
"""


CODE = [
    path
    for layer in ("rules", "game", "solver", "puzzles")
    for path in sorted((PACKAGE / layer).rglob("*.py"))
]
CODE.remove(PACKAGE / "rules" / "book.py")  # the book itself
OTHER_WORDS = {
    *["utf-8", "adds-ten-more", "handed-on", "lost-second", "counter-clockwise", "not-attempted"],
    *["hands-on", "puzzles-"],
    *KINDS,
    *THEMES,
    *filter(None, (change.variant for change in CHANGES.values())),
}
SETS = {path.stem for path in (PACKAGE / "puzzles" / "sets").glob("*.toml")}


@pytest.mark.parametrize("path", CODE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_word_with_a_hyphen_is_known(path):
    """A word with a hyphen in the code is a rule id of the book, an option, a value or a kind of event."""
    options = [option for kind in RULE_SETS.values() for option in kind.options]
    values = [value for option in options for value in option.values]
    names = [option.name for option in options]
    known = {*rule_points(), *RULE_SETS, *values, *names, *EventType, *misconceptions(), *SETS}
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    words = {node.value for node in nodes if isinstance(node, ast.Constant)} - known - OTHER_WORDS

    assert [
        word for word in words if re.fullmatch("(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)+", str(word))
    ] == []


def test_the_book_has_every_rule_point_in_order():
    """The book holds exactly the rule points of the three games."""
    assert list(rule_points()) == POINTS.split()


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_options_of_the_code_are_those_of_the_book(key):
    """Name, rule point, default and values of each option are the same in code and book; ``decks`` is 0 by the number of players."""
    books = [(PACKAGE / f"rules/book/{name}.toml").read_text("utf-8") for name in BOOKS]
    pairs = [pair for text in books for pair in tomllib.loads(text)["option"].items()]
    tables = {name: option for name, option in pairs if key in option["rules"]}

    for option in RULE_SETS[key].options:
        table = tables.pop(option.name)
        assert option.point == table["point"]
        assert option.default == (0 if option.name == "decks" else table["default"])
        if isinstance(option.values, tuple):
            assert [*option.values] == table["values"]
        else:
            assert (option.values[0], option.values[-1]) == (table["min"], table["max"])
    assert tables == {}


BOOKS = ("ono99", "ninety_nine")


@pytest.mark.parametrize("point", rule_points().values(), ids=lambda point: point.id)
def test_a_point_speaks_for_the_games_it_belongs_to(point):
    """Every point says something for a known rule set, cites known texts, and explains its options."""
    assert point.says
    assert set(point.says) <= set(RULE_SETS)
    assert {source.text for source in point.sources} <= set(texts())
    for option in point.options:
        for key in option.rules:
            (played,) = [each for each in RULE_SETS[key].options if each.name == option.name]
            assert set(option.means) == set(
                played.values if isinstance(played.values, tuple) else ("number",)
            )


@pytest.mark.parametrize("found", misconceptions().values(), ids=lambda found: found.id)
def test_every_misconception_misses_a_point_that_exists(found):
    """A belief that learners hold belongs to a rule point that speaks for the same games."""
    assert found.rules
    assert set(found.rules) <= set(rule_points()[found.point].says)


@pytest.mark.parametrize("key", RULE_SETS)
def test_sources_agree_only_where_there_are_two(key):
    """A point that a single text speaks of is not agreed on; what is not agreed on is our choice."""
    for point in rule_points().values():
        if key in point.says:
            words = str(point.status_words((key,)))
            spoken = {source.text for source in point.sources_for((key,))}
            assert ("agree" in words) <= (len(spoken) > 1), point.id
            assert words.endswith("the choice is ours") == (
                point.statuses[key] is not Status.AGREED
            )


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ("hold", "1980", "The sources agree"),
        ("points", "1980", "One source says so"),
        ("99-values", "ninety-nine", "The source says so"),
        ("99-out", "ninety-nine", "The source contradicts itself; the choice is ours"),
        ("minus-ten", "2022", "The sources leave it open; the choice is ours"),
        ("99-cross", "ninety-nine", "The source leaves it open; the choice is ours"),
    ],
)
def test_how_sure_a_point_is_depends_on_who_speaks_of_it(name, key, words):
    """Two texts agree, one of two says so, the only one says so, contradicts itself or is silent."""
    assert str(rule_point(name).status_words((key,))) == words
