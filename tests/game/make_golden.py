"""Makes the golden transcripts: ``python tests/game/make_golden.py [--force] [NAME...]``.

A golden transcript is one whole game, written once and then held against the engine for ever.
For each game below the seeds are tried from 0 on until one shows everything that is ``wanted``;
the seed deals the cards and chooses the plays. A transcript that exists is only written over
with ``--force``, and then the difference is to be read line by line: it is a change of rules.
"""

import random
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ono_tutor import Card, LateDraw, Play, ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.legal import playable
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import Transcript
from ono_tutor.rules.play import OUT

FOLDER = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "ono_tutor" / "course" / "games"
MOST_SEEDS = 50_000
LONGEST = 900
"""A game with more plays than this is not taken: the files stay readable."""


@dataclass(frozen=True)
class Golden:
    """One game: its file, rule set, players, what it must show, how often a draw is forgotten.

    ``longest`` is how many plays it may have, ``seed`` the first that is tried, ``hands`` how many
    hands of it are written; all of them, if that is None.
    """

    name: str
    rules: str
    players: int
    wanted: frozenset
    forgets: float = 0.0
    strategy: str = "random"
    folder: Path = FOLDER
    longest: int = LONGEST
    seed: int = 0
    hands: int | None = None


def golden(name, rules, players, wanted, **more):
    """One game of the list; ``wanted`` are words with spaces between."""
    return Golden(name, rules, players, frozenset(wanted.split()), **more)


GAMES = [
    golden("1980-chips", "1980", 4, "reshuffled handed-on eliminated chain"),
    golden("1980-two-players", "1980", 2, "handed-on eliminated chain"),
    golden("1980-eight-players", "1980+chips=1", 8, "reshuffled handed-on eliminated"),
    golden("1980-at-zero", "1980+chips-out=at-zero", 3, "handed-on eliminated"),
    golden("1980-left-of-dealer", "1980+next-starter=left-of-dealer+chips=1", 4, "handed-on eliminated"),
    golden("1980-opening-number", "1980+opening=number+chips=2", 3, "handed-on opened-blocked"),
    golden("1980-points-lowest", "1980+scoring=points", 4, "reshuffled eliminated-mid-round freed out-by-four"),
    golden("1980-points-last-standing", "1980+scoring=points+points-end=last-standing", 4, "reshuffled eliminated-mid-round"),
    golden("1980-points-bust-counts", "1980+scoring=points+bust-total=counts+target=120", 4, "total-over-98 eliminated-mid-round"),
    golden("1980-points-suicide", "1980+ono99=suicide+scoring=points+target=90", 3, "suicide eliminated-mid-round"),
    golden("1980-forgotten-next-draws", "1980+chips=2", 3, "forgot drew-late too-late empty-hand handed-on", forgets=0.3),
    golden("1980-forgotten-next-plays", "1980+draw-deadline=next-plays+chips=2", 3, "forgot drew-late too-late empty-hand", forgets=0.3),
    golden("1980-ono-on-zero-turn", "1980+ono-on-zero=turn", 3, "ono-on-zero two-ono-a-round ono-first", strategy="cautious"),
    golden("1980-ono-on-zero-round", "1980+ono-on-zero=round", 3, "ono-on-zero ono-refused", strategy="cautious"),
    golden("1980-suicide", "1980+ono99=suicide+chips=1", 4, "suicide eliminated"),
    golden("2022", "2022", 3, "handed-on chain freed eliminated-mid-round clamped"),
    golden("2022-two-players", "2022", 2, "handed-on chain clamped reversed-back"),
    golden("2022-two-players-plain", "2022+two-player-reverse-reply=plain", 2, "handed-on reverse-first"),
    golden("2022-six-players", "2022", 6, "handed-on chain freed eliminated-mid-round"),
    golden("2022-dump", "2022", 4, "dump dump-first eliminated-mid-round", strategy="cautious"),
    golden("2022-dump-free", "2022+dump=free", 4, "dump eliminated-mid-round", strategy="cautious"),
    golden("2022-minus-ten-unplayable", "2022+minus-ten=unplayable", 4, "minus-ten-refused eliminated-mid-round"),
    golden("2022-last-to-play", "2022", 3, "nobody-can-play"),
    golden("2022-reshuffled", "2022", 6, "reshuffled reshuffled-with-one-out handed-on eliminated-mid-round", strategy="patient"),
    golden("2022-last-standing", "2022+nobody-can-play=last-standing", 3, "nobody-could-play"),
    golden("ninety-nine-two-players", "ninety-nine", 2, "skipped 99-land-99 99-land-33-66 99-double-cross"),
    golden("ninety-nine-reshuffled", "ninety-nine+points=5", 3, "reshuffled skipped", strategy="cautious"),
    golden("ninety-nine-four-players", "ninety-nine", 4, "skipped turned 99-land-99 99-land-33-66 99-double-cross eliminated-mid-round"),
    golden("ninety-nine-two-decks", "ninety-nine+points=6", 8, "skipped turned 99-land-99 eliminated-mid-round"),
    golden("ninety-nine-survives", "ninety-nine+points=5+zero-points=survives", 3, "skipped zero-points"),
    golden("ninety-nine-clamp", "ninety-nine+points=5+below-zero=clamp", 3, "skipped clamped-99"),
    golden("ninety-nine-forbid", "ninety-nine+points=5+below-zero=forbid", 3, "skipped minus-ten-refused"),
    golden("ninety-nine-below-zero", "ninety-nine+points=5", 3, "below-zero doubled-below-zero"),
    golden("ninety-nine-round-winner", "ninety-nine+points=6+next-starter=round-winner", 4, "99-land-99 turned winner-starts"),
]  # fmt: skip

GAMES_OF_LESSONS = [
    golden("1980", "1980+chips=1", 3, "doubled handed-on chain turned eliminated", strategy="cautious", folder=SHIPPED, longest=80, seed=170),
    golden("1980-one-hand", "1980", 8, "doubled handed-on chain turned reshuffled", folder=SHIPPED, longest=80, seed=76, hands=1),
    golden("2022", "2022", 4, "doubled handed-on chain turned eliminated-mid-round clamped freed", folder=SHIPPED, longest=80, seed=11),
    golden("ninety-nine", "ninety-nine+points=4", 4, "turned skipped reshuffled eliminated eliminated-mid-round 99-land-33-66 99-land-99 99-cross", strategy="cautious", folder=SHIPPED, longest=80, seed=145),
]  # fmt: skip
"""The games that are shipped; what lessons say of a play is to be read again with a new one."""


def main(words):
    """Write the transcripts named, or all; refuse to write over one without ``--force``.

    A rule set's key names all its games.
    """
    is_forced = "--force" in words
    names = {word for word in words if word != "--force"}
    known = [*GAMES, *GAMES_OF_LESSONS]
    games = [game for game in known if not names or names & {game.name, ruleset(game.rules).key}]
    there = [game.name for game in games if path_of(game).exists()]
    if there and not is_forced:
        sys.exit(f"these exist, nothing was written (--force writes over them): {', '.join(there)}")
    FOLDER.mkdir(exist_ok=True)
    for game in games:
        text = made(game)
        path_of(game).write_text(text, encoding="utf-8")
        print(f"{path_of(game).relative_to(ROOT)}: {text.count(chr(10))} lines")


def path_of(game):
    """The file of a game."""
    return game.folder / f"{game.name}.txt"


def made(game):
    """The transcript of the first seed that shows what is wanted."""
    for seed in range(game.seed, MOST_SEEDS):
        start = Game.start(ruleset(game.rules), game.players, seed)
        steps = played(start, game, random.Random(seed))
        if steps is not None and game.wanted <= shown(start, steps):
            remark = f"# shows: {' '.join(sorted(game.wanted))}\n"
            head, rest = str(Transcript.of(start, steps)).split("\n", 1)
            return f"{head}\n{remark}{rest}"
    sys.exit(f"{game.name}: no seed below {MOST_SEEDS} shows {sorted(game.wanted)}")


def played(start, game, rng):
    """The steps of a game to its end, or that of its hands; None where it is too long."""
    steps, now = [], start
    while not now.is_over and now.deal.hand_number <= (game.hands or now.deal.hand_number):
        if len(steps) >= game.longest:
            return None
        steps.append(now.play(next_play(now, game, rng)))
        now = steps[-1].game
    return steps


def next_play(now, game, rng):
    """A play of the strategy; now and then a draw that is forgotten, or made late."""
    position = now.position
    if position.undrawn and rng.random() < game.forgets:
        return LateDraw(rng.choice(position.undrawn))
    play = patient(position) if game.strategy == "patient" else choose(game.strategy, position, rng)
    if play.card is not None and rng.random() < game.forgets:
        forgetful = Play(play.card, play.adds, play.copies, forgets=True)
        if position.rules.refuse_forgetting(position.rules.judge(play, position.moment)) is None:
            return forgetful
    return play


def patient(position):
    """The play that keeps the total low longest: a table that plays so together can outlast 112 cards."""
    plays = playable(position)

    def rank(play):
        is_wasted = play.card is Card.MINUS_TEN and position.total < 10
        return is_wasted, plays[play].total, str(play)

    return min(plays, key=rank, default=OUT)


def shown(start, steps):
    """What happens in a game, in words: the kinds of event, and what the notes below see."""
    found = {event.type.value for step in steps for event in step.ply.events}
    found |= {event.rule for step in steps for event in step.ply.events}
    for before, step in zip([start, *(step.game for step in steps)], steps, strict=False):
        found.update(_seen_in(before.position, step))
    return found | set(_seen_over(steps))


def _seen_in(position, step):
    """What one play shows: each word with the condition on which it does."""
    ply, hand, moment = step.ply, [str(card) for card in position.hand], position.moment
    play, total, settled, effect = str(ply.play), position.total, ply.settlement, ply.effect
    name, game = play.rstrip("!"), position.rules.key
    is_first, is_99 = position.owes == 2 and not effect.replies, game == "ninety-nine"
    notes = {
        "reshuffled-with-one-out": ply.shuffled_at is not None and None in position.hands,
        "eliminated-mid-round": settled.out and not settled.round_over,
    }
    if isinstance(ply.play, LateDraw):
        return [word for word, is_so in notes.items() if is_so]
    notes |= {
        "ono-first": is_first and name == "O",
        "dump-first": is_first and name == "OOOO",
        "reverse-first": is_first and name == "R",
        "dump": name == "OOOO",
        "suicide": name == "O" and effect.busts,
        "out-by-four": name == "out" and len(hand) == 4,
        "empty-hand": name == "out" and not hand,
        "ono-refused": "O" in hand and total % 10 == 0 and moment.ono_spent,
        "opened-blocked": moment.opening and {"H", "R", "D", "-10"} & {*hand},
        "total-over-98": total > 98,
        "clamped": game == "2022" and name == "-10" and total < 10,
        "clamped-99": name == "10-10" and 0 < total < 10 and effect.total == 0,
        "below-zero": is_99 and effect.total < 0,
        "doubled-below-zero": name == "2" and total < 0,
        "reversed-back": name == "R" and effect.replies and moment.pair,
        "minus-ten-refused": 0 <= total < 10 and {"-10", "10"} & {*hand},
        "zero-points": 0 in settled.stakes and 0 not in position.stakes,
        "nobody-could-play": name == "out" and position.played and _is_stuck(position),
        "winner-starts": effect.ends_round and not effect.loses and settled.round_over,
    }
    return [word for word, is_so in notes.items() if is_so]


def _is_stuck(position):
    others = (h for s, h in enumerate(position.hands) if h is not None and s != position.turn)
    cards = [card for hand in others for card in hand]
    low = 98 - position.total
    return all((c.number is not None and c.number > low) or c.code == "O" for c in cards)


def _seen_over(steps):
    """What only several plays in a row show: a double that is handed on twice, O'NO 99 twice."""
    replies = [step.ply.effect.replies for step in steps]
    if any(one and two for one, two in pairwise(replies)):
        yield "chain"
    hands = [step.game.deal.hand_number for step in steps if str(step.ply.play) == "O"]
    if any(count > 1 for count in Counter(hands).values()):
        yield "two-ono-a-round"


if __name__ == "__main__":
    main(sys.argv[1:])
