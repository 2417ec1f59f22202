"""Something to step through: a game that was written down or is shipped, or a line of play."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from ono_tutor.atomic_files import read_at_most
from ono_tutor.course.match import Dealt, knowing, laid_down
from ono_tutor.errors import FileError, NotationError, check_known, quoted
from ono_tutor.game.game import Game
from ono_tutor.game.position import Position
from ono_tutor.game.transcript import FORMAT, LONGEST_TEXT, Transcript, split_plays
from ono_tutor.game.turn import Outcome, Ply, play
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import Hand
from ono_tutor.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """One play of a recording, and the deal just before it, where there was one.

    ``laid_open`` are the cards of the hands that were laid down face up before, in this round.
    """

    ply: Ply
    dealt: Dealt | None = None
    laid_open: Hand = ()


@dataclass(frozen=True, slots=True)
class Recording:
    """The plays of a game or of a line of play, in order.

    ``start`` is the position before them. ``is_game`` says that every card is known because
    it was dealt from a seed, so that what a player could see is less than the position.
    """

    start: Position
    moments: tuple[RecordedPlay, ...]
    winners: tuple[int, ...] = ()
    is_game: bool = False

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.start.rules

    @property
    def steps(self) -> int:
        """The number of steps: one a play, and the end."""
        return len(self.moments) + 1

    def position(self, step: int) -> Position:
        """Return the table at a step, from 1: before its play; the last is after all of them."""
        if step <= len(self.moments):
            return self.moments[step - 1].ply.before
        return self.moments[-1].ply.after if self.moments else self.start

    def seen_by(self, position: Position, seat: int) -> Position:
        """Return what a player could see of a position of this recording."""
        return position.seen_from(seat) if self.is_game else position

    def known_at(self, moment: RecordedPlay) -> Position:
        """Return what the mover knew before a play, hands laid open among the seen cards."""
        before = moment.ply.before
        return knowing(self.seen_by(before, before.turn), moment.laid_open)

    def pile_left(self, position: Position) -> int | None:
        """Return how many cards the draw pile has at a position, or None if that is not known."""
        return len(position.draw) if self.is_game else None


def recording(source: object) -> Recording:
    """Return a recording of ``source``, to step through.

    ``source`` is a transcript, its text or the path of its file, an object with a transcript,
    a position (without plays), the result of :func:`~ono_tutor.game.turn.play`, or a
    line of play: a position and the plays, with `` | `` between them or a blank.
    Raises :class:`NotationError` for anything else; an error of a transcript names its line.
    """
    transcript = getattr(source, "transcript", source)
    if isinstance(source, str):
        first = source.split(None, 1)[0] if source.strip() else ""
        if first.partition("+")[0] in RULE_SETS:
            line, plays = split_plays(source)
            return _of_outcome(play(Position.parse(line), *plays))
        if "\n" in source.strip() or first == FORMAT or first.startswith("#"):
            transcript = Transcript.parse(source)
        else:
            source = Path(source)
    if isinstance(source, Path):
        try:
            raw = read_at_most(source, LONGEST_TEXT)
        except FileError as error:
            message = (
                f"{quoted(str(source))} is no transcript, no line of play, which starts with "
                f"{', '.join(RULE_SETS)}, and no file that can be read: {error}"
            )
            raise NotationError(message, word=str(source)) from error
        transcript = Transcript.parse(raw.decode("utf-8", errors="backslashreplace"))
    if isinstance(source, Outcome):
        return _of_outcome(source)
    if isinstance(source, Position):
        return Recording(source, ())
    if isinstance(transcript, Transcript):
        return _of_transcript(transcript)
    message = (
        "what can be stepped through is a transcript, its text or file, a game, "
        f"or a line of play, not {type(source).__name__}"
    )
    raise NotationError(message, word=type(source).__name__)


def _of_transcript(transcript: Transcript) -> Recording:
    game = Game.start(transcript.rules, transcript.players, transcript.seed)
    start, number, moments = game.position, 0, []
    laid_open: Hand = ()
    for step in transcript.replay():
        dealt = Dealt.of(game) if game.deal.hand_number != number else None
        laid_open = () if dealt else laid_open
        moments.append(RecordedPlay(step.ply, dealt, laid_open))
        laid_open += laid_down(step.ply)
        number, game = game.deal.hand_number, step.game
    return Recording(start, tuple(moments), game.winners, is_game=True)


def _of_outcome(outcome: Outcome) -> Recording:
    laid_open: Hand = ()
    moments = []
    for ply in outcome.plies:
        moments.append(RecordedPlay(ply, laid_open=laid_open))
        laid_open += laid_down(ply)
    return Recording(outcome.before, tuple(moments), outcome.winners)


# ---- the games that are shipped: dealt and played by the engine from their seeds ----


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games that are shipped with the lessons, such as ``2022``."""
    names = (file.name for file in files("ono_tutor.course").joinpath("games").iterdir())
    return tuple(sorted(name.removesuffix(".txt") for name in names if name.endswith(".txt")))


def shipped_game(name: str) -> Transcript:
    """Return the shipped game of this name.

    Raises :class:`NotationError` where there is none.
    """
    check_known(shipped_games(), name, "is no shipped game; the games are")
    file = files("ono_tutor.course").joinpath(f"games/{name}.txt")
    return Transcript.parse(file.read_text("utf-8"))
