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


def steps_of(game, rng, most):
    """The steps of a random game, with draws forgotten, and made late where one is due."""
    while not game.is_over and most:
        undrawn = game.position.undrawn
        play = LateDraw(undrawn[0]) if undrawn else rng.choice(game.legal_plays())
        if game.rules.shrinks and not undrawn and rng.random() < 0.2 and play.card:
            is_lost = game.rules.judge(play, game.position.moment).busts
            play = play if is_lost else play._replace(forgets=True)
        step = game.play(play)
        yield step
        game, most = step.game, most - 1


def a_game(name="1980+chips=1", players=3, seed=1, most=10_000):
    """A game from its start, and its transcript."""
    start = Game.start(ruleset(name), players, seed)
    return start, Transcript.of(start, steps_of(start, random.Random(seed), most))


TEXT = str(a_game()[1])
LINES = TEXT.splitlines()


@pytest.mark.parametrize(
    ("name", "players", "seed", "most"),
    [
        *((name, players, players, 10_000) for name in NAMES for players in (2, 5)),
        *(("1980+chips=1", 3, 1, most) for most in (0, 1, 7)),
        *(("2022", 2, seed, 10_000) for seed in (0, -3, 999_999_999, 2**40, -(10**12))),
    ],
)
def test_a_game_is_the_same_when_read_back(name, players, seed, most):
    """Written, read and replayed, a game has the same plays, totals and winners, whatever its seed; it may be unfinished."""
    start, written = a_game(name, players, seed, most)

    read = Transcript.parse(str(written))
    steps = list(read.replay())

    assert str(read) == str(written) == str(Transcript.of(start, steps))
    assert (read.rules, read.players, read.seed) == (start.rules, players, seed)
    is_cut = len(steps) == most
    assert (read.result == "unfinished") == is_cut
    assert is_cut or steps[-1].game.winners


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
    assert str(Transcript.parse((end or "\n").join(LINES) + end)) == TEXT


def replayed(text):
    """The text read and replayed; the error's line, or None where there is none."""
    found = None
    try:
        list(Transcript.parse(text).replay())
    except TranscriptError as error:
        found = error
    assert found is None or str(found).startswith(f"line {found.line}: ")
    assert str(found).isprintable()
    return found and found.line


def with_line(number, line):
    """The text with one line replaced, counted from 1."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"


UNREADABLE = {
    1: ["ono-tutor-transcript/2", "rules 1980"],
    2: ["rules 1981", "rules", "rule 1980", "rules 1980+chips=0", "rules 1980 chips=1", "players 3"],
    3: ["players 1", "players 9", "players three", "players 3 3", "players -3", "player 3", "players 03"],
    4: ["seed", "seed x", "seed 1.5", "seed +1", "seed 1 1", "seeds 1", "seed \u0661"],
    9: ["0 7", "0 7 == 7", "0 7 = 7 7", "7", "a 7 = 7", "0 7 = x", "0 7 = 1e3", "seed 1", "0 7 =\u00a07", "\u0660 7 = 7", "0 7 = 7\x00", "0\t7 = 7"]
    + [f"{LINES[8]}{char}" for char in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("number", "line"), [(number, line) for number in UNREADABLE for line in UNREADABLE[number]]
)
def test_a_line_that_cannot_be_read_is_named(number, line):
    """A broken line is one error with the number of that line; no control character ends a line."""
    with pytest.raises(TranscriptError) as caught:
        Transcript.parse(with_line(number, line))

    assert caught.value.line == number
    assert isinstance(caught.value, NotationError)


WRONG = "OOOO out 1 K A+1 draw:2 draw:7 ? 77 7!! -10!x o draw:"


@pytest.mark.parametrize("number", [5, 9, 20, len(LINES) - 1])
def test_a_wrong_word_is_found_on_its_line(number):
    """A wrong seat or total, and a play that is none or may not be made, is an error on that line (rules turn-order, announce)."""
    seat, play, equals, total = LINES[number - 1].split(" ")
    wrong = [f"{seat} {play} {equals} {int(total) + 1}"]
    wrong += [f"{n} {play} {equals} {total}" for n in {0, 1, 2, 3, -1, 99} - {int(seat)}]
    wrong += [f"{seat} {word} {equals} {total}" for word in WRONG.split()]

    assert {replayed(with_line(number, line)) for line in wrong} == {number}


def test_a_play_taken_out_or_written_twice_is_found():
    """With a play missing or said twice no game is possible: each is found on that line or later."""
    lines = str(a_game("2022", 4, 2)[1]).splitlines()
    for at in range(4, len(lines) - 1):
        assert (replayed("\n".join([*lines[:at], *lines[at + 1 :]])) or 0) > at
    for at in range(4, len(LINES) - 1):
        assert (replayed("\n".join([*LINES[: at + 1], *LINES[at:]])) or 0) > at + 1


LAST = len(LINES)
RESULTS = ["unfinished", "won by 0 and 1 and 2", "won by 9", "won", "lost by 0", "WON BY 0", "won by 00"]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        *((with_line(LAST, f"result {result}"), [LAST]) for result in RESULTS),
        *(("\n".join(LINES[:cut]), [cut]) for cut in range(1, LAST)),
        ("\n".join([*LINES[:-1], "0 7 = 7", LINES[-1]]), [LAST]),
        (TEXT + "0 7 = 7\n", [LAST, LAST + 1]),
        (TEXT + TEXT, [LAST, 2 * LAST]),
        ("\n".join([FORMAT, "players 3", LINES[1], "seed 1", *LINES[4:]]), [2]),
        ("\n".join([FORMAT, LINES[1], "seed 1", "players 3", *LINES[4:]]), [3]),
        ("\n".join(["", *LINES[1:]]), [2]),
        *((text, [1]) for text in ("", "\n\n", "# only a remark\n", "\x00", "\ufeff" + TEXT, "x" * 100)),
    ],
)  # fmt: skip
def test_what_stands_in_a_wrong_place_is_found_on_its_line(text, lines):
    """A wrong result, a text cut short, a play after the end, a header out of order, and no transcript at all (rule winner)."""
    assert replayed(text) in lines


def test_an_over_long_text_is_refused_at_once():
    """A text longer than is allowed is not read at all."""
    with pytest.raises(TranscriptError, match=str(LONGEST_TEXT)):
        Transcript.parse("#" * (LONGEST_TEXT + 1))


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_one_changed_character_is_found_or_changes_nothing(place, char):
    """A text with one character changed is an error that names a line, or the same game."""
    text = TEXT[:place] + char + TEXT[place + 1 :]

    line = replayed(text)

    assert line is None or 1 <= line <= len(text.split("\n"))
    if line is None:
        assert [str(entry) for entry in Transcript.parse(text).entries] == LINES[4:-1]


@given(st.text(max_size=300))
def test_any_text_is_a_transcript_or_an_error_with_a_line(text):
    """Whatever stands in a file, nothing but a transcript error comes of it."""
    assert replayed(text) is not None
    assert replayed(f"{FORMAT}\nrules 2022\nplayers 2\nseed 0\n{text}\nresult won by 0") is not None
