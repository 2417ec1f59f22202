"""Transcripts: written, read back, and every corruption told with its line."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor import LateDraw, NotationError, ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.transcript import FORMAT, LONGEST_TEXT, Transcript, TranscriptError

NAMES = [
    "1980", "1980+chips=1+next-starter=left-of-dealer", "1980+scoring=points+target=60", "1980+ono99=suicide+ono-on-zero=turn",
    "2022", "2022+dump=free", "ninety-nine", "ninety-nine+points=2+below-zero=clamp",
]  # fmt: skip


def steps_of(game, rng, most=10_000):
    """The steps of a random game, with late draws where one is due."""
    while not game.is_over and most:
        undrawn = game.position.undrawn
        play = LateDraw(undrawn[0]) if undrawn else rng.choice(game.legal_plays())
        if game.rules.shrinks and not undrawn and rng.random() < 0.2:
            play = forgetful(game, play)
        step = game.play(play)
        yield step
        game, most = step.game, most - 1


def forgetful(game, play):
    """The play without its draw, where it may be made so."""
    if play.card is None or game.rules.judge(play, game.position.moment).busts:
        return play
    return play._replace(forgets=True)


def a_game(name="1980+chips=1", players=3, seed=1, most=10_000):
    """A game from its start, and its transcript."""
    start = Game.start(ruleset(name), players, seed)
    return start, Transcript.of(start, steps_of(start, random.Random(seed), most))


TEXT = str(a_game()[1])
LINES = TEXT.splitlines()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_is_the_same_when_read_back(name, players):
    """Written, read and replayed, a whole game has the same plays, totals and winners."""
    start, written = a_game(name, players, players)

    read = Transcript.parse(str(written))
    steps = list(read.replay())

    assert str(read) == str(written)
    assert (read.rules, read.players, read.seed) == (start.rules, players, players)
    assert steps[-1].game.winners
    assert str(Transcript.of(start, steps)) == str(written)


@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_game_may_be_unfinished(most):
    """A game that goes on is written as unfinished, and replays as far as it went."""
    _, written = a_game(most=most)

    read = Transcript.parse(str(written))

    assert read.result == "unfinished"
    assert len(list(read.replay())) == most


@pytest.mark.parametrize("seed", [0, -3, 999_999_999, 1_000_000_000, 2**40, -(10**12)])
def test_every_seed_of_a_game_can_be_written_and_read(seed):
    """A game that can be dealt can be written down and read back, whatever its seed."""
    _, written = a_game("2022", 2, seed)

    read = Transcript.parse(str(written))

    assert read.seed == seed


def test_remarks_and_blank_lines_say_nothing():
    """Lines that start with # and blank lines change no play, and still count as lines."""
    lines = ["# a remark", "", *LINES[:2], "  # 9 9 = 9", *LINES[2:6], "", *LINES[6:]]

    read = Transcript.parse("\n".join(lines))

    assert str(read) == TEXT
    assert read.entries[0].line == 8
    assert len(list(read.replay())) == len(LINES) - 5


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_the_ends_of_lines_do_not_matter(end):
    """A file saved on another system, or without its last line end, is the same game."""
    read = Transcript.parse((end or "\n").join(LINES) + end)

    assert str(read) == TEXT


def replayed(text):
    """The text read and replayed; the error's line, or None where there is none."""
    line, message = None, ""
    try:
        list(Transcript.parse(text).replay())
    except TranscriptError as error:
        line, message = error.line, str(error)
    assert line is None or message.startswith(f"line {line}: ")
    assert not message or message.isprintable()
    return line


def with_line(number, line):
    """The text with one line replaced, counted from 1."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, "ono-tutor-transcript/2"), (1, "rules 1980"), (1, ""), (1, " " * 5000),
        (2, "rules 1981"), (2, "rules"), (2, "rule 1980"), (2, "rules 1980+chips=0"), (2, "rules 1980 chips=1"), (2, "players 3"),
        (3, "players 1"), (3, "players 9"), (3, "players three"), (3, "players 3 3"), (3, "players -3"), (3, "player 3"), (3, "players 03"),
        (4, "seed"), (4, "seed x"), (4, "seed 1.5"), (4, "seed +1"), (4, "seed 1 1"), (4, "seeds 1"), (4, "seed \u0661"),
        (9, "0 7"), (9, "0 7 == 7"), (9, "0 7 = 7 7"), (9, "7"), (9, "a 7 = 7"), (9, "0 7 = x"), (9, "0 7 = 1e3"), (9, "seed 1"),
        (9, "0 7 =\u00a07"), (9, "\u0660 7 = 7"), (9, "0 7 = 7\x00"), (9, "0\t7 = 7"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_named(number, line):
    """A broken line is one error with the number of that line, or of the next where the line is empty."""
    expected = 2 if number == 1 and not line.strip() else number

    with pytest.raises(TranscriptError) as caught:
        Transcript.parse(with_line(number, line))

    assert caught.value.line == expected
    assert isinstance(caught.value, NotationError)


@pytest.mark.parametrize("number", [5, 9, 20, len(LINES) - 1])
def test_a_wrong_word_is_found_on_its_line(number):
    """A wrong seat or total, and a play that is none or may not be made, is an error on that line (rules turn-order, announce)."""
    seat, play, equals, total = LINES[number - 1].split(" ")
    plays = [
        "OOOO",
        "out",
        "1",
        "K",
        "A+1",
        "draw:2",
        "draw:7",
        "?",
        "77",
        "7!!",
        "-10!x",
        "o",
        "draw:",
    ]
    wrong = [f"{seat} {play} {equals} {int(total) + 1}"]
    wrong += [f"{n} {play} {equals} {total}" for n in {0, 1, 2, 3, -1, 99} - {int(seat)}]
    wrong += [f"{seat} {word} {equals} {total}" for word in plays]

    assert {line: replayed(with_line(number, line)) for line in wrong} == dict.fromkeys(
        wrong, number
    )


def test_a_play_taken_out_or_written_twice_is_found():
    """With a play missing or said twice no game is possible: each is found on that line or later."""
    lines = str(a_game("2022", 4, 2)[1]).splitlines()
    for at in range(4, len(lines) - 1):
        assert (replayed("\n".join([*lines[:at], *lines[at + 1 :]])) or 0) > at
    for at in range(4, len(LINES) - 1):
        assert (replayed("\n".join([*LINES[: at + 1], *LINES[at:]])) or 0) > at + 1


@pytest.mark.parametrize(
    "result",
    ["unfinished", "won by 0 and 1 and 2", "won by 9", "won", "lost by 0", "WON BY 0", "won by 00"],
)
def test_a_wrong_result_is_found_on_the_last_line(result):
    """A result that is not that of the game is an error on its line."""
    assert replayed(with_line(len(LINES), f"result {result}")) == len(LINES)


@pytest.mark.parametrize("cut", range(1, len(LINES)))
def test_a_text_cut_short_is_never_a_game(cut):
    """A text without its last lines is an error, on its last line (where the header is cut too)."""
    assert replayed("\n".join(LINES[:cut])) == cut


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\n".join([*LINES[:-1], "0 7 = 7", LINES[-1]]), [len(LINES)]),  # a play after the end
        (TEXT + "0 7 = 7\n", [len(LINES), len(LINES) + 1]),
        (TEXT + TEXT, [len(LINES), 2 * len(LINES)]),
        ("\n".join([FORMAT, "players 3", LINES[1], "seed 1", *LINES[4:]]), [2]),
        ("\n".join([FORMAT, LINES[1], "seed 1", "players 3", *LINES[4:]]), [3]),
        ("", [1]),
        ("\n\n", [1]),
        ("# only a remark\n", [1]),
        ("\x00", [1]),
        ("\ufeff" + TEXT, [1]),
        ("x" * 100, [1]),
    ],
)
def test_what_stands_in_a_wrong_place_is_found_on_its_line(text, lines):
    """A play after the end, a line after the result, a header out of order, and no transcript at all (rule winner)."""
    assert replayed(text) in lines


def test_an_over_long_text_is_refused_at_once():
    """A text longer than is allowed is not read at all."""
    with pytest.raises(TranscriptError, match=str(LONGEST_TEXT)):
        Transcript.parse("#" * (LONGEST_TEXT + 1))


@pytest.mark.parametrize(
    "char", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_a_control_character_does_not_end_a_line(char):
    """Only a line end ends a line: another control character in a play is an error on its line."""
    assert replayed(with_line(9, f"{LINES[8]}{char}")) == 9
    assert replayed("\n".join([*LINES[:8], char.join(LINES[8:10]), *LINES[10:]])) == 9


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_one_changed_character_is_found_or_changes_nothing(place, char):
    """A text with one character changed is an error that names a line, or the same game."""
    text = TEXT[:place] + char + TEXT[place + 1 :]

    line = replayed(text)

    assert line is None or 1 <= line <= len(text.split("\n"))
    if line is None:
        assert Transcript.parse(text).entries
        assert [str(entry) for entry in Transcript.parse(text).entries] == LINES[4:-1]


@given(st.text(max_size=300))
def test_any_text_is_a_transcript_or_an_error_with_a_line(text):
    """Whatever stands in a file, nothing but a transcript error comes of it."""
    assert replayed(text) is not None
    assert replayed(f"{FORMAT}\nrules 2022\nplayers 2\nseed 0\n{text}\nresult won by 0") is not None
