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
    """Each play of the game is legal, its seat is to move, and it makes the total announced (rule announce)."""
    transcript = TRANSCRIPTS[name]

    steps = list(transcript.replay())

    assert len(steps) == len(transcript.entries)
    assert steps[-1].game.is_over


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_golden_game_is_written_again_as_it_stands(name):
    """Written from its steps, the game is the same text, but for its remarks."""
    transcript = TRANSCRIPTS[name]
    start = Game.start(transcript.rules, transcript.players, transcript.seed)

    again = str(Transcript.of(start, transcript.replay()))

    assert again == "".join(line for line in TEXTS[name].splitlines(True) if line[0] != "#")


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_golden_game_shows_what_its_remark_promises(name):
    """What the game was chosen for, such as a reshuffle or a double handed on twice, happens in it."""
    transcript = TRANSCRIPTS[name]
    (remark,) = (line for line in TEXTS[name].splitlines() if line.startswith("# shows: "))
    start = Game.start(transcript.rules, transcript.players, transcript.seed)

    shown = make_golden.shown(start, list(transcript.replay()))

    assert set(remark.removeprefix("# shows: ").split()) - shown == set()


@pytest.mark.parametrize(("key", "option", "value"), VALUES)
def test_no_value_of_an_option_lacks_a_golden_game(key, option, value):
    """Every rule set and every value of its options has a golden transcript."""
    found = [
        name
        for name, t in TRANSCRIPTS.items()
        if t.rules.key == key and t.rules.chosen[option] == value
    ]

    assert found


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_rule_set_has_golden_games_for_two_and_for_many(key):
    """Two players, where a Reverse or a four does not turn, and the most players of one deck both have a game."""
    sizes = {
        transcript.players for transcript in TRANSCRIPTS.values() if transcript.rules.key == key
    }

    assert {2, {"1980": 8, "2022": 6, "ninety-nine": 8}[key]} <= sizes


def test_the_maker_knows_every_golden_game():
    """The list of games in the maker and the files beside it are the same."""
    games = {game.name: (ruleset(game.rules), game.players) for game in make_golden.GAMES}

    assert games == {name: (t.rules, t.players) for name, t in TRANSCRIPTS.items()}


def test_the_maker_does_not_write_over_a_golden_game():
    """Without ``--force`` a transcript that exists stays as it is, and the maker says so."""
    with pytest.raises(SystemExit) as caught:
        make_golden.main(["2022"])

    assert "--force" in str(caught.value)
