"""What tables say, ask and offer, message by message; golden texts have what is new at each."""

from collections.abc import Callable, Mapping

import pytest
from widgets.games import game_at
from widgets.walking import walked

from ono_tutor import Position, Puzzle
from ono_tutor.widgets import Compare, Explorer, Quiz, Replay
from ono_tutor.widgets.table import Table

DOUBLE = "1980 total=92 hand=7,H,-10,O owes=2"
THREE = f"{DOUBLE} players=3"
OPEN = "1980 total=60 hands=7,8,9,9/2,3,4,5"
UNLIKE = "1980 total=6 hand=-10,9,8,7"
SET = "double-play-1980"

Walk = tuple[Callable[[], Table], list[str]]


def explorer(line: str, *acts: str) -> Walk:
    return lambda: Explorer(line), list(acts)


def compare(line: str, *acts: str) -> Walk:
    return lambda: Compare(line), list(acts)


def replay(what: object, *acts: str, **more: object) -> Walk:
    return lambda: Replay(what, **more), list(acts)


def quiz(what: object, *acts: str) -> Walk:
    return lambda: Quiz(what, None), list(acts)


def game(line: str, *acts: str, **more: bool) -> Walk:
    return lambda: game_at(line, **more), list(acts)


RISKY = "1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2"

WALKS: Mapping[str, Mapping[str, Walk]] = {
    "explorer": {
        "it begins with a position and its answer": explorer(DOUBLE),
        "a change is answered at once and spoken briefly": explorer("2022 total=90 hand=7,1,O,O owes=2", "set total=97"),
        "another edition says what became of the cards": explorer(DOUBLE, "set edition=2022"),
        "an edition is undone, and cards that were left out come back": explorer(
            "1980 total=50 hand=R,O,O,D owes=2", "set edition=ninety-nine", "action back"),
        "a card that is pressed is played": explorer(THREE, "play H"),
        "back undoes as many steps as were made": explorer(
            OPEN, "play 7", "play 2", "action back", "action back", "action back"),
        "a form with a fault keeps it, with the answer of the last position": explorer(
            OPEN, "set total=120", "play 7", "action back"),
        "a line with a fault": explorer(DOUBLE, "set line=1980 total=9 hnd=7"),
        "a card that may not be played": explorer(DOUBLE, "play 7"),
        "a card that ends play": explorer("1980 total=98 hand=7,7,8,9", "play 7"),
        "the hand laid down": explorer("2022 total=98 hand=7,7,7,8 players=3", "choice out"),
        "four ONO 99 together": explorer("2022 total=50 hand=O,O,O,O", "choice OOOO"),
        "a late draw": explorer("1980 total=50 hand=7,8,9 played=5 undrawn=0", "choice draw:0"),
        "a hidden hand": explorer("1980 total=92 hand=?4"),
    },
    "compare": {
        "the board is compared as given": compare(UNLIKE),
        "a change is compared at once and spoken": compare(UNLIKE, "set total=50"),
        "faults": compare(UNLIKE, "set line=1980 total=6 hand=?,9,8,7", "set total=120"),
    },
    "replay": {
        "the buttons go where they say": replay(
            f"{THREE} | H -10", *(f"action {name}" for name in ("previous", "next", "next", "next", "previous", "last", "first"))),
        "the slider goes to a step": replay(
            f"{THREE} | H -10", "set step=2", "set step=99", "set step=-5", "set step=x"),
        "a position without plays": replay(THREE),
        "a hidden hand is not reckoned": replay(f"{THREE} | H -10", "set step=2"),
        "a forgotten draw is a step": replay(
            "1980 hands=7,2,3,4/4,5,6,7 draw=H,9 | 7! draw:0 4", "action next", "action next"),
        "seen from a seat the others' hands stay hidden": replay(
            "1980 total=20 hands=7,2,3,4/4,5,6,7 draw=H,9 | 7 4", "action next", home=0),
    },
    "game": {
        "a card that may not be played": game("1980 hands=O,7,3,4/2,2,2,3 draw=8,8,8,5,5,5", "play O", "rule ono99-card"),
        "a double is faced": game("1980 hands=7,2,3,O/D,O,O,O draw=8,H,R,R,R", "play 7"),
        "four ONO 99 together": game("2022 total=40 hands=O,O,O,O/1,1,1,1 draw=2,3,4,5,6,7,8,9", "choice OOOO"),
        "no card can be played": game("2022 total=98 hands=9,8,7,O/1,1,1,1/2,2,2,2", "action next", coach=True),
        "a losing card must be played, and the next hand is dealt": game("1980 total=98 hands=9,8,7,O/2,2,2,3", "play 9", "action next"),
        "the coach tells what a card cost": game(f"{RISKY} draw=H,H,H,H", "play 10", coach=True),
        "the coach blames the draw": game(f"{RISKY} draw=10,H,H,H", "play 2", "play 10", coach=True),
        "the coach blames the first card": game(f"{RISKY} draw=10,H,H,H", "play 10", "play 10", coach=True),
        "the coach is silent when off, and gives a hint": game(f"{RISKY} draw=H,H,H,H", "action hint", "play 10"),
        "the end, and its review": game(f"{RISKY} chips=0/3 draw=10,H,H,H", "play 10", "play 2", "action review", "play 10", "play 2", "action next"),
        "the end by a lost round": game("1980 total=98 hands=9,8,7,O/7,7,6,10 chips=0/3", "play 9", coach=True),
        "it is not given up by a slip": game("1980 hands=7,2,3,O/8,8,8,9", "action new", "action coach", "action new", "action new"),
    },
    "quiz": {
        "a wrong answer, its hint, its second try, and the next": quiz(
            SET, "play 7", "choice lost", "rule limit", "rule", "action next"),
        "passing over the second try tells why first": quiz(SET, "play 7", "action next", "action next"),
        "a right answer, and no other after it": quiz(SET, "play H", "play 7", "choice lost", "action solution"),
        "hints do not repeat what was said of the answer": quiz(
            "best-card: 1980 total=95 hand=4,9,3,6 players=3", "play 9", "action hint", "action hint"),
        "a set to its end, and again": quiz(
            ["dp80-hold", "dp80-exactly-99"], "choice certain", "action next", "choice chance", "action next", "action next",
            "choice lost", "action next", "action again"),
        "a puzzle alone has no end": quiz("dp80-hold", "play 7", "action next", "action next"),
        "a number is asked for, and no card": quiz(
            "total: 1980 total=90 hand=7,H,9,O | 7", "play 7", 'answer {"answer": 98}', 'answer {"answer": 97}'),
        "open hands": quiz([Puzzle("mine", "line", Position.parse("1980 total=93 hands=2,5/3,O draw=9,8"))]),
        "nobody is to move": quiz([Puzzle.load_set("scoring-points")[0]]),
        "a forgotten draw": quiz(
            [Puzzle("mine", "survive", Position.parse("1980 total=97 hand=3,O,10 played=5 undrawn=0"))]),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", WALKS)
def test_each_message_has_its_effect(golden, name: str) -> None:
    """What is shown at first, and what each message changes."""
    texts = [f"# {title}\n{walked(make(), acts)}\n" for title, (make, acts) in WALKS[name].items()]

    golden(f"{name}.txt", "\n".join(texts))
