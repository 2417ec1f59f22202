"""How values show themselves in a notebook."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from ono_tutor import Position, Puzzle, play, ruleset, solve, survive, threat, value
from ono_tutor.game.game import Game
from ono_tutor.game.transcript import Transcript
from ono_tutor.render.notebook_repr import SHOWN, html_of, value_text
from ono_tutor.solver.compare import compare

LINE = "1980 total=92 hand=7,H,-10,O players=3 owes=2"
POSITION = Position.parse(LINE)
LUCK = Position.parse("2022 total=97 hand=7,1,O,O owes=2")
OPEN = Position.parse("2022 total=95 hands=5,D,R,O/9,9,9,9 draw=2,3,4,O,O")


def game_of(plays):
    """A game after so many plays, and the transcript of it."""
    start = game = Game.start(ruleset("1980"), 3, 5)
    steps = []
    for _ in range(plays):
        steps.append(game.play(game.legal_plays()[0]))
        game = steps[-1].game
    return game, Transcript.of(start, steps)


VALUES = {
    "Position": POSITION,
    "Puzzle": Puzzle.load("dp80-hold"),
    "Outcome": play(POSITION, "-10", "7"),
    "Survival": survive(POSITION),
    "Threat": threat(POSITION),
    "Solution": solve(OPEN, every_play=True),
    "Values": value("1980 total=90 hand=H,D,8,3"),
    "Comparison": compare(Position.parse("1980 total=6 hand=-10,9,8,7")),
    "Game": game_of(30)[0],
    "Transcript": game_of(30)[1],
}


@pytest.fixture(scope="module")
def shell():
    """A real IPython shell, which is told nothing of the package."""
    without_history = Config({"HistoryManager": {"enabled": False}})
    yield InteractiveShell.instance(config=without_history)
    InteractiveShell.clear_instance()


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_shown_as_html_and_as_text(shell, name):
    """In a notebook the picture of the table stands beside the answer; the text is for people."""
    data, _ = shell.display_formatter.format(VALUES[name])

    assert data["text/html"].count("<svg") >= 1
    assert "<title>" in data["text/html"]
    assert data["text/plain"] == value_text(VALUES[name])
    assert data["text/plain"] != repr(VALUES[name])
    assert "<svg" not in repr(VALUES[name])


def test_each_value_as_text(golden):
    """The verdict, then a row a card; a round that is over says so."""
    assert {type(value) for value in VALUES.values()} == set(SHOWN)
    more = [
        survive(LUCK),
        play(Position.parse("1980 total=98 hand=7,9,5,3"), "7"),
        solve(OPEN),
        Game.start(ruleset("ninety-nine"), 2, 1),
    ]
    golden("values.txt", "\n\n".join(map(value_text, [*VALUES.values(), *more])) + "\n")


@pytest.mark.parametrize("name", VALUES)
def test_the_html_is_well_formed_small_and_has_no_script_or_colours_of_its_own(name):
    """Tables have captions and heads, there is no id, and words take the page's own colour."""
    html = html_of(VALUES[name])
    parts = list(ElementTree.fromstring(html).iter())
    tags = {part.tag for part in parts}
    attributes = [item for part in parts for item in part.attrib.items()]

    if "table" in tags:
        assert {"caption", "thead", "tbody"} <= tags
        assert {value for key, value in attributes if key == "scope"} == {"col", "row"}
    assert not {"script", "style", "iframe"} & tags
    assert not [key for key, _ in attributes if key == "id" or key.startswith("on")]
    outside = re.sub(r"<svg.*</svg>", "", html, flags=re.DOTALL)
    assert "color:" not in outside.replace("color:inherit", "")
    assert len(html) < 20_000


def test_a_puzzle_has_no_answer_and_a_game_no_draw_pile():
    """The question and the answers offered, never the right one, nor the cards to come."""
    puzzle, game = VALUES["Puzzle"], VALUES["Game"]

    assert "Hold can" not in value_text(puzzle)
    assert html_of(puzzle).count("<table") == 0
    assert len(game.position.draw) > 5
    assert "draw=" not in value_text(game)
    assert "Next to draw" not in html_of(game)


def test_a_wrong_value_and_one_in_a_list_are_shown_by_their_repr(shell):
    """A total far beyond the limit: no traceback; a list is one of reprs."""
    wrong = replace(POSITION, total=500)

    data, _ = shell.display_formatter.format(wrong)

    assert "text/html" not in data
    assert data["text/plain"].startswith("Position(") or "Position.parse" in data["text/plain"]
    data, _ = shell.display_formatter.format([POSITION])
    assert data == {"text/plain": f"[Position.parse('{LINE}')]"}


def test_what_comes_from_outside_is_escaped():
    """A name with angle brackets is text, not markup."""
    puzzle = replace(VALUES["Puzzle"], id="<script>alert(1)</script>")

    assert "<script" not in html_of(puzzle)
    assert "&lt;script&gt;" in html_of(puzzle)
