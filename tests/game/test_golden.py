"""Golden transcripts: whole games written down once, and replayed line by line."""

from pathlib import Path

import pytest
from game import make_golden

from ono_tutor import ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.transcript import Transcript
from ono_tutor.rules.catalogue import RULE_SETS

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))
TEXTS = {path.stem: path.read_text("utf-8") for path in FILES}
TRANSCRIPTS = {name: Transcript.parse(text) for name, text in TEXTS.items()}
VALUES = [
    (key, option.name, value)
    for key, kind in RULE_SETS.items()
    for option in kind.options
    if isinstance(option.values, tuple)
    for value in option.values
]


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_golden_game_is_played_as_it_was_written(name):
    """Each play is legal and makes the total announced (rule announce), the text is written again as it stands, and what its remark promises happens."""
    transcript = TRANSCRIPTS[name]
    start = Game.start(transcript.rules, transcript.players, transcript.seed)
    lines = TEXTS[name].splitlines(keepends=True)
    (remark,) = (line for line in lines if line.startswith("# shows: "))

    steps = list(transcript.replay())

    assert len(steps) == len(transcript.entries)
    assert steps[-1].game.is_over
    assert str(Transcript.of(start, steps)) == "".join(line for line in lines if line[0] != "#")
    assert set(remark.split()[2:]) <= make_golden.shown(start, steps)


def test_every_value_of_an_option_has_a_golden_game():
    """Every value of an option has one, and two players (where nothing turns) and the most of one deck."""
    games = [(t.rules.key, t.rules, t.players) for t in TRANSCRIPTS.values()]
    shown = {(key, name, rules.chosen[name]) for key, rules, _ in games for name in rules.chosen}
    sizes = {(key, players) for key, _, players in games}

    assert set(VALUES) - shown == set()
    assert {(key, size) for key, most in MOST.items() for size in (2, most)} <= sizes


MOST = {"1980": 8, "2022": 6, "ninety-nine": 8}


def test_the_maker_knows_every_golden_game():
    """The list of games in the maker and the files beside it are the same."""
    games = {game.name: (ruleset(game.rules), game.players) for game in make_golden.GAMES}

    assert games == {name: (t.rules, t.players) for name, t in TRANSCRIPTS.items()}


def test_the_maker_does_not_write_over_a_golden_game():
    """Without ``--force`` a transcript that exists stays as it is, and the maker says so."""
    with pytest.raises(SystemExit) as caught:
        make_golden.main(["2022"])

    assert "--force" in str(caught.value)
