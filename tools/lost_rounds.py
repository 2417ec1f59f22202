"""Puzzles from played games: the moments in which a choice decided who lost the round.

Bots play whole games. Where one of them lost a round by a card of its last turn, and another card
would have been better, what that player knew is a puzzle; and so is an end between two players
whose loser could have forced a win with all cards known.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.game.game import Game
from ono_tutor.game.position import Position
from ono_tutor.game.strategy import SIMPLE, choose
from ono_tutor.game.turn import Ply
from ono_tutor.puzzles.bank import id_of
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.best_card import BestCard
from ono_tutor.puzzles.kinds.line import WinningLine
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import LateDraw, Play

MOST_PLAYS = 400
"""Plays of a game that are looked at."""

KNOWN_DRAWS = 4
"""Cards of the draw pile that are known where all hands are."""

LAST_TURNS = 3
"""Choices before the loss by which the loser may have given a win away."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that lost: the table as it was, what was played, and after how many plays."""

    position: Position
    play: Play | LateDraw
    place: int

    def source(self, puzzle_id: str, game: "PlayedGame") -> str:
        """Return the line of the bank's file of games for a puzzle; see ``bank.game_sources``."""
        words = puzzle_id, game.rules, game.players, game.seed, self.place, self.play
        return "\t".join(map(str, words)) + "\n"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of bots: its rule set's name, the number of players, and the seed.

    The seed says which cards are dealt and which strategy each seat plays by.
    """

    rules: str
    players: int
    seed: int

    def decisions(self) -> Iterator[list[Decision]]:
        """Yield, for each loss, the loser's choices of that round up to it, the last one first."""
        choices: list[Decision] = []
        game, bots = Game.start(ruleset(self.rules), self.players, self.seed), self.bots()
        for place in range(MOST_PLAYS):
            if game.is_over:
                return
            play = choose(bots[game.turn], game, Random(f"{self.seed} {place}"))
            choices.append(Decision(game.position, play, place))
            step = game.play(play)
            assert isinstance(step.ply, Ply)
            if step.ply.effect.loses:
                loser = step.ply.before.turn
                yield [choice for choice in reversed(choices) if choice.position.turn == loser]
            if step.ply.settlement.round_over:
                choices = []
            game = step.game

    def bots(self) -> list[str]:
        """Return the strategy of each seat."""
        random = SeededRandom(f"bots {self.seed}")
        return [random.pick(SIMPLE) for _ in range(self.players)]


def lost_by_choice(game: PlayedGame) -> Iterator[tuple[str, Task, Decision]]:
    """Yield the puzzles of a game, by kind: what the loser should have played instead."""
    for choices in game.decisions():
        for decision in choices[: 1 + bool(choices[0].position.played)]:
            task = Task(as_seen(decision.position))
            if is_worse(BestCard.info.name, task, decision.play):
                yield BestCard.info.name, task, decision
                break
        if game.players > 2:
            continue
        for decision in choices[1 : 1 + LAST_TURNS]:
            task = Task(opened(decision.position))
            if is_worse(WinningLine.info.name, task, decision.play):
                yield WinningLine.info.name, task, decision
                break


def is_played_still(source: str) -> bool:
    """Check whether a line of ``bank.game_sources`` leads to its puzzle by today's rules."""
    name, rules, players, seed, *_ = source.split("\t")
    game = PlayedGame(rules, int(players), int(seed))
    return any(
        id_of(kind, str(task.position)) == name and decision.source(name, game) == source
        for kind, task, decision in lost_by_choice(game)
    )


def as_seen(position: Position) -> Position:
    """Return the position with nothing shown but what its player sees in the hand and the total."""
    return with_mover_first(replace(position.seen_from(position.turn), seen=()))


def opened(position: Position) -> Position:
    """Return the position with all hands and the next few cards of the draw pile known."""
    return with_mover_first(replace(position, draw=position.draw[:KNOWN_DRAWS], seen=()))


def with_mover_first(position: Position) -> Position:
    """Return the same table numbered from the player to move, who is "you" to the learner.

    The others are then Player 1, Player 2 and so on, and nobody is Player 0.
    """
    turn, seats, size = position.turn, len(position.hands), position.rules.hand_size
    if not turn:
        return position
    hands = position.hands[turn:] + position.hands[:turn]
    return replace(
        position,
        hands=hands,
        turn=0,
        stakes=position.stakes[turn:] + position.stakes[:turn],
        undrawn=tuple((seat - turn) % seats for seat in position.undrawn),
        is_view=all(hand == (Card.UNKNOWN,) * size for hand in hands[1:]),
    )


def is_worse(kind_name: str, task: Task, play: Play | LateDraw) -> bool:
    """Check whether the question has an answer, and this play is not it."""
    kind = KINDS[kind_name]
    try:
        right = kind.answer(task)
        return not kind.accepts(task, right, (play,)) and not kind.is_obvious(task, right)
    except OnoError:
        return False


def games_of(rules: str, seed: str, players: Iterable[int]) -> Iterator[PlayedGame]:
    """Yield games of a rule set without end, each with one of these numbers of players."""
    random, sizes = SeededRandom(f"games {seed} {rules}"), tuple(players)
    while True:
        yield PlayedGame(rules, random.pick(sizes), random.below(1_000_000))
