"""Positions written down: parse, print, parse is exact; what cannot be read, or cannot be."""

import random
from contextlib import suppress

import pytest
import slow_rules
import strategies
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor import NotationError, OnoError, Position, legal_plays, play, why_not

BAD = {
    "an unknown card": ["1980 hand=7,X", "2022 hand=H,1,2,3", "1980 hand=0,7", "1980 hand=1", "ninety-nine hand=O,2,3",
                        "2022 hand=A,1,2,3", "1980 hand=7,", "1980 hand=,7", "1980 hand=7,,8", "1980 hand=h", "1980 hand=11"],
    "an unknown key": ["1980 hand=7 colour=red", "1980 hand=7 Total=3", "1980 hand=7 =3", "1980 hand=7 total", "1980 7,8,9,10"],
    "an unknown option": ["1980+nonsense=1 hand=7", "2022+ono99=suicide hand=1", "1980+ono99=maybe hand=7", "1980+ hand=7",
                          "ninety-nine+minus-ten=clamp hand=A", "1980+ono99 hand=7", "1980+ono99=suicide+ono99=suicide hand=7"],
    "no rule set": ["", " ", "total=3 hand=7", "1979 hand=7", "2022", "1980", "1980 total=3"],
    "more of a card than the deck holds": ["1980 hand=7,7,7,7", "1980 hand=D,D,2,3 draw=D", "1980 hand=2,3 seen=Dx3",
                                           "1980 hands=O,O,O,2/O,O,3,4", "2022 hand=1,2,3,4 seen=1x6", "ninety-nine hand=A,A,A seen=A,A",
                                           "1980 hand=7,7,7 played=7", "1980 hand=2 seen=7x3 draw=7"],
    "a hand too long": ["1980 hand=2,3,4,5,6", "2022 hand=1,2,3,4,5", "ninety-nine hand=A,2,3,4", "1980 hand=?5",
                        "1980 hands=2,3,4,5/2,3,4,5,6", "1980 hand=2,3,4,5 undrawn=0"],
    "a hand too short": ["2022 hand=", "ninety-nine hand=", "2022 hands=1,2,3,4/"],
    "owes": ["1980 hand=7 owes=3", "1980 hand=7 owes=0", "1980 hand=7 owes=-1", "1980 hand=7 owes=two", "1980 hand=7 owes=",
             "ninety-nine hand=A owes=2", "1980 hand=7 owes=2 played=8"],
    "a total": ["1980 total=99 hand=7", "1980 total=9.5 hand=7", "1980 total= hand=7", "1980 total=nine hand=7",
                "1980 total=+5 hand=7", "1980 total=05 hand=7", "1980 total=-0 hand=7", "1980 total=1e3 hand=7",
                "1980 total=0x10 hand=7", "1980 total=1_0 hand=7", "2022 total=-1 hand=1", "2022 total=99 hand=1",
                "ninety-nine total=99 hand=A", "ninety-nine+below-zero=clamp total=-1 hand=A", "1980 total=--5 hand=7",
                "1980 total=" + "9" * 4000 + " hand=7", "1980 total=-" + "9" * 1000 + " hand=7", "2022 total=" + "9" * 300 + " hand=1",
                "1980 hand=7 owes=" + "9" * 300, "1980 hand=7 turn=" + "9" * 300, "1980 hand=7 players=" + "9" * 300],
    "players": ["1980 hand=7 players=1", "1980 hand=7 players=9", "2022 hand=1 players=7", "ninety-nine hand=A players=13",
                "1980 hand=7 players=999999999999", "1980 hands=7,8", "1980 hands=7/-", "1980 hands=-/-", "1980 hands=7/8 players=2",
                "2022 hands=" + "/".join(["1"] * 7), "1980 hands=" + "/" * 3000, "1980 hand=7 players=-2"],
    "a seat": ["1980 hand=7 turn=2", "1980 hand=7 turn=-1", "1980 hands=7/8/- turn=2", "1980 hands=7/8 turn=99999",
               "1980 hand=7 undrawn=1", "1980 hands=7/8 undrawn=2", "1980 hands=7/8/- undrawn=2", "1980 hand=7 undrawn=",
               "1980 hand=7 undrawn=x", "2022 hands=1,2,3/1,2,3 undrawn=1", "1980 hands=7/2,3,4 undrawn=1,1"],
    "a key given twice": ["1980 hand=7 hand=7", "1980 total=1 hand=7 total=1"],
    "both hand and hands": ["1980 hand=7 hands=7/8"],
    "a direction": ["1980 hand=7 dir=left", "1980 hand=7 dir=", "1980 hand=7 dir=CW"],
    "a list": ["1980 hand=7 draw=?", "1980 hand=7 seen=?", "1980 hand=7/8", "1980 hand=-",
               "1980 hand=7x", "1980 hand=7x0", "1980 hand=7x-1", "1980 hand=x7", "1980 hand=?0", "1980 hand=7x999999999",
               "1980 hand=7x2x2", "1980 hand=7 draw=7x999", "1980 hand=7x" + "9" * 4000, "1980 hand=?999999999"],
    "played": ["1980 hand=7 played=", "1980 hand=7 played=?", "1980 hand=7 played=2,3", "1980 hand=7 played=D", "1980 hand=7 played=H",
               "1980 hand=7 played=R", "1980 hand=7 played=O", "2022 hand=1 played=R", "2022 hand=1 played=D", "ninety-nine hand=A played=A"],
    "stakes": ["1980 hand=7 chips=3", "1980 hand=7 chips=3/3/3", "1980 hand=7 chips=4/3", "1980 hand=7 chips=-1/3",
               "1980 hand=7 chips=/", "1980 hand=7 chips=-/3", "1980 hand=7 points=3/3", "2022 hand=1 chips=3/3", "2022 hand=1 points=3/3",
               "ninety-nine hand=A points=0/3", "ninety-nine hand=A chips=3/3", "1980+scoring=points hand=7 chips=3/3",
               "1980+scoring=points hand=7 points=200/0", "1980+chips-out=at-zero hand=7 chips=0/3", "1980 hands=7/8/- chips=3/3/3"],
    "look-alikes": ["1980 total=９２ hand=7", "1980 total=٩ hand=7", "１９８０ hand=7", "1980 hand=７", "1980 hand=О", "1980 hand=Н,7",
                    "1980 hand=7 total=²", "1980 hand=−10", "1980 hand=7×2"],
    "control characters": ["1980\thand=7", "1980 hand=7\n", "1980 hand=7\r\n1980 hand=8", "1980 hand=7\x00", "\x1b[31m1980 hand=7",
                           "1980 hand=\x7f", "1980 hand=7\u2028", "1980\u00a0hand=7", "1980 hand=7\u202e", "\ufeff1980 hand=7", "1980 hand=\ud800"],
    "an over-long line": ["1980 hand=7 " + "x" * 1_000_000, "1980 hand=7" + " " * 1_000_000, "9" * 1_000_000, "\n" * 1_000_000,
                          "1980 hand=" + ",".join("7" * 2000), "1980 " + "k" * 4000, "1980+" + "o" * 4000, "1980 " + "k" * 4000 + "=1",
                          "1980 hand=7 chips=" + "3/" * 2000, "1980 hand=7 dir=" + "c" * 4000, "1980 hand=7 played=" + "z" * 4000],
}  # fmt: skip
ALL_BAD = [
    pytest.param(line, id=f"{why}: {ascii(line[:40])[1:-1]}")
    for why, lines in BAD.items()
    for line in lines
]


@pytest.mark.parametrize("line", ALL_BAD)
def test_a_bad_line_is_one_short_error(line):
    """Each bad input of the contract gives one error: one short plain line that names a word."""
    with pytest.raises(NotationError) as caught:
        Position.parse(line)

    error = caught.value
    _check_message(error)
    assert len(error.word) <= 100
    assert error.word or "''" in error.message or not line.strip()


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("1980 hand=7,X", "X"), ("1980 hand=7 colour=red", "colour"), ("1980+nonsense=1 hand=7", "nonsense"),
        ("1980 hand=7 owes=3", "owes=3"), ("1980 total=99 hand=7", "total=99"), ("1980 hand=7 turn=2", "turn=2"),
        ("1980 hand=7 players=9", "players=9"), ("1980 hand=7 dir=left", "dir=left"), ("1980 hand=7 hand=8", "hand"), ("1979 hand=7", "1979"),
    ],
)  # fmt: skip
def test_an_error_names_the_word(line, word):
    """The error's word is the piece of the line at fault."""
    with pytest.raises(NotationError) as caught:
        Position.parse(line)

    assert word in caught.value.word


ALPHABET = [
    *" =,/+-?x!:0123456789HRDOAJQK\x00\n７٣",
    "hand",
    "owes=2",
    "+ono99=suicide",
    "99",
    "-10",
]
LETTERS = [*"7HRDO?-10!", "draw:0", "out", "OOOO", "A+1", "10-10", "７", "\n", ""]


def mutated(rng, line):
    """The line with a word changed and words in another order, or a few characters taken out, put in or said twice."""
    if rng.random() < 0.5:
        words = line.split(" ")
        at = rng.randrange(1, len(words))
        key, _, value = words[at].partition("=")
        cards = value.split(",")
        cards[rng.randrange(len(cards))] = rng.choice(LETTERS)
        changed = [f"{key}={rng.randint(-12, 110)}", f"{key}={','.join(cards)}", "", words[at]]
        words[at] = rng.choice(changed)
        rest = words[1:]
        return " ".join([words[0], *(rng.sample(rest, len(rest)) if rng.random() < 0.5 else rest)])
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randint(0, len(line))
        to = at + rng.choice([1, 2, 3, 9])
        middle = ["", rng.choice(ALPHABET), 2 * line[at:to], rng.choice(ALPHABET) + line[at:to]]
        line = line[:at] + rng.choice(middle) + line[to:]
    return line


def try_out(rng, line):
    """Read a line and play about with what it says; whether it could be read."""
    try:
        position = Position.parse(line)
    except NotationError as error:
        _check_message(error)
        return False
    assert Position.parse(str(position)) == position
    for ask in (why_not, play):
        with suppress(OnoError):
            ask(position, rng.choice(LETTERS) + rng.choice(["", "", "!", "x"]))
    if position.is_hand_known:
        play(position, rng.choice(legal_plays(position)))
    return True


def _check_message(error):
    assert error.message.isprintable()
    assert len(error.message) <= 400


def test_a_mangled_line_raises_nothing_but_our_errors():
    """Thousands of lines with a few characters changed are read, or refused with one error."""
    rng = random.Random(99)

    read = [try_out(rng, mutated(rng, strategies.line(rng))) for _ in range(3000)]

    assert 300 < sum(read) < 2700


def test_every_deck_can_be_seen_whole():
    """All cards of a deck may be shown, and one more may not (rule deck)."""
    for name in strategies.GAMES:
        first, second, *rest = slow_rules.deck(name, {"decks": "by-players"}, 2)
        line = f"{name} hands={first}/{second} seen={','.join(rest)}"

        assert Position.parse(line).seen
        with pytest.raises(NotationError):
            Position.parse(f"{line},{first}")


@given(strategies.lines(), st.data())
def test_parse_print_parse_is_exact(line, data):
    """A line is written back as one that says the same table, read by hand; so is what a play leads to."""
    position = Position.parse(line)
    written = str(position)

    assert Position.parse(written) == position
    assert slow_rules.read(written) == slow_rules.read(line)
    if position.is_hand_known:
        outcome = play(position, data.draw(st.sampled_from(legal_plays(position))))
        if not outcome.round_over:
            assert Position.parse(str(outcome.after)) == outcome.after


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("1980 hand=7x3,R total=0 owes=1 players=2 dir=cw turn=0", "1980 hand=7,7,7,R"),
        ("1980   players=3  hand=10,2  total=-4 ", "1980 total=-4 hand=10,2 players=3"),
        ("1980 chips=3/3 hand=R,2,7,2", "1980 hand=R,2,7,2"),
        ("1980+chips=3+ono99=suicide hand=2", "1980+ono99=suicide hand=2"),
        ("2022 hands=?,?,?,?/1,?x3", "2022 hands=?4/1,?3"),
        ("2022 hand=1,2,3,4 draw=3x2,1 seen=9,9,8 owes=1", "2022 hand=1,2,3,4 draw=3,3,1 seen=9,9,8"),
        ("ninety-nine points=10/10/0 hands=A,2,3/?3/- total=33", "ninety-nine total=33 hands=A,2,3/?3/-"),
        ("ninety-nine points=10/9/- hands=A,2,3/?3/-", "ninety-nine hands=A,2,3/?3/- points=10/9/-"),
        ("1980 undrawn=1 hands=2,3,4,5/2,3,4", "1980 hands=2,3,4,5/2,3,4 undrawn=1"),
        ("1980 hand=", "1980 hand="),
        ("1980 hands=/2", "1980 hands=/2"),
    ],
)  # fmt: skip
def test_the_canonical_line_omits_defaults_and_sorts_nothing(line, canonical):
    """Defaults are left out, the keys stand in the contract's order, the cards in the player's."""
    assert str(Position.parse(line)) == canonical


@pytest.mark.parametrize(
    ("line", "plays"),
    [
        ("ninety-nine total=-999999999 hand=2,9,9", "2"),
        ("1980 total=-999999999 hand=-10,9,9", "-10"),
        ("2022 hands=1,2,3,4/-/1,2,3,5 seen=0x8,1x4,2x4,3x4,4x5,5x5,6x5,7x5,8x6,9x6,10x10,-10x10,Rx10,Dx10,Ox8", "1 1 2 2 3 3"),
    ],
)  # fmt: skip
def test_whatever_a_line_leads_to_can_be_read_again(line, plays):
    """Far below zero, or with an empty pile and a player out: what follows is a line that is accepted."""
    after = play(Position.parse(line), *plays.split()).after

    assert Position.parse(str(after)) == after
