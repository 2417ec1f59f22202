"""A line of play, and a whole game as a text: written, read, and replayed play by play."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Self, TypeVar

from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.game.game import Game, Step
from ono_tutor.game.notation import checked_text, read_number
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.ruleset import RuleSet

FORMAT = "ono-tutor-transcript/1"
LONGEST_TEXT = 4_000_000
HEADER = ("rules", "players", "seed")
Read = TypeVar("Read")


def play_line(line: str) -> Outcome:
    """Return what a line of play leads to, such as ``1980 total=92 hand=7,H,9,O | 7``.

    Raises :class:`NotationError` for a line that cannot be read or has no play, and
    :class:`IllegalPlayError` for a play that may not be made.
    """
    position, plays = split_plays(line)
    if not plays:
        raise NotationError("a play is missing; write it after the position, such as 7 or H")
    return play(Position.parse(position), *plays)


def split_plays(line: str) -> tuple[str, list[str]]:
    """Return the position and the plays of a line ``POSITION PLAY…`` or ``POSITION | PLAY…``.

    Raises :class:`NotationError` for a word of a position among the plays.
    """
    position, bar, plays = line.partition("|")
    if bar:
        return position.strip(), plays.split()
    words = line.split()
    cut = next((at for at, word in enumerate(words) if at and "=" not in word), len(words))
    for word in words[cut:]:
        if "=" in word:
            raise NotationError(f"{quoted(word)} stands among the plays", word=word)
    return " ".join(words[:cut]), words[cut:]


class TranscriptError(NotationError):
    """A transcript that cannot be read, or is no possible game; ``line`` counts from 1."""

    def __init__(self, line: int, message: str, *, word: str = "", rule: str = "") -> None:
        super().__init__(f"line {line}: {message}", word=word, rule=rule)
        self.line = line


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """One line of a transcript: the seat that plays, the play as written, the total announced."""

    line: int
    seat: int
    play: str
    total: int

    @classmethod
    def of(cls, line: int, step: Step) -> Self:
        """Return the entry of a play that was made."""
        ply = step.ply
        return cls(line, ply.seat, str(ply.play), ply.effect.total)

    @classmethod
    def read(cls, number: int, line: str) -> Self:
        """Read a line such as ``2 7 = 24``; raises :class:`TranscriptError` for another."""
        words = line.split()
        if len(words) != 4 or words[2] != "=":
            message = f"a play is written like '2 7 = 24' (seat, play, total), not {quoted(line)}"
            raise TranscriptError(number, message, word=line)
        seat = _read_at((number, words[0]), _read_number)
        return cls(number, seat, words[1], _read_at((number, words[3]), _read_number))

    def __str__(self) -> str:
        return f"{self.seat} {self.play} = {self.total}"


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Transcript:
    """A game written down: what it was dealt from, every play, and how it ended.

    ``result`` is ``won by 2``, ``won by 0 and 3`` or ``unfinished``.
    """

    rules: RuleSet
    players: int
    seed: int
    entries: tuple[TranscriptEntry, ...]
    result: str
    result_line: int = 0

    @classmethod
    def of(cls, game: Game, steps: Iterable[Step]) -> Self:
        """Return the transcript of a game from its start, with the steps that were made."""
        made = list(steps)
        entries = tuple(TranscriptEntry.of(line, step) for line, step in enumerate(made))
        result = result_of(made[-1].game if made else game)
        return cls(game.rules, len(game.hands), game.deal.seed, entries, result)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The transcript that a text says; nothing is replayed yet.

        Raises :class:`TranscriptError`, which names the line, for any other text.
        """
        if len(text) > LONGEST_TEXT:
            message = f"the text has {len(text)} characters; {LONGEST_TEXT} are allowed"
            raise TranscriptError(1, message)
        lines: list[tuple[int, str]] = []
        for number, ended in enumerate(text.split("\n"), 1):
            line = ended.removesuffix("\r")
            if line.strip() and not line.lstrip().startswith("#"):  # which is a remark
                lines.append((number, _read_at((number, line), checked_text)))
        number, first = lines[0] if lines else (1, "")
        if first != FORMAT:
            message = f"a transcript starts with {FORMAT}, not {quoted(first)}"
            raise TranscriptError(number, message, word=first)
        header = [_value_at(lines, place, key) for place, key in enumerate(HEADER, 1)]
        rules = _read_at(header[0], ruleset)
        players, seed = (_read_at(each, _read_number) for each in header[1:])
        _read_at(header[1], lambda word: rules.check_players(players, word))
        entries = tuple(TranscriptEntry.read(*line) for line in lines[4:-1])
        number, result = _value_at(lines, max(len(HEADER) + 1, len(lines) - 1), "result")
        return cls(rules, players, seed, entries, result, number)

    def __str__(self) -> str:
        header = [FORMAT, f"rules {self.rules}", f"players {self.players}", f"seed {self.seed}"]
        return "\n".join([*header, *map(str, self.entries), f"result {self.result}", ""])

    def replay(self) -> Iterator[Step]:
        """Yield each step of the game, checked against what was written.

        Raises :class:`TranscriptError`, which names the line of the first impossible play.
        """
        game = Game.start(self.rules, self.players, self.seed)
        for entry in self.entries:
            try:
                step = game.play(entry.play)
            except OnoError as error:
                message = f"{entry.play} is not possible here: {error.message}"
                raise TranscriptError(
                    entry.line, message, word=error.word, rule=error.rule
                ) from error
            made = TranscriptEntry.of(entry.line, step)
            if (made.seat, made.total) != (entry.seat, entry.total):
                message = f"seat and total do not fit: '{made}' is what is played, not '{entry}'"
                raise TranscriptError(entry.line, message, word=str(entry), rule="announce")
            yield step
            game = step.game
        if result_of(game) != self.result:
            message = f"the result is {result_of(game)!r}, not {quoted(self.result)}"
            raise TranscriptError(self.result_line, message, word=self.result)


def result_of(game: Game) -> str:
    """Return the result of a game in the words of a transcript."""
    if not game.is_over:
        return "unfinished"
    return f"won by {' and '.join(map(str, game.winners))}"


def _value_at(lines: list[tuple[int, str]], place: int, key: str) -> tuple[int, str]:
    """Return the value that stands after a key, with the number of its line."""
    number, line = lines[place] if place < len(lines) else (lines[-1][0], "")
    word, _, value = line.partition(" ")
    if word != key or not value:
        message = f"here stands '{key} ...', not {quoted(line)}"
        raise TranscriptError(number, message, word=line)
    return number, value


def _read_at(place: tuple[int, str], read: Callable[[str], Read]) -> Read:
    """Read a word; an error names its line."""
    number, word = place
    try:
        return read(word)
    except OnoError as error:
        raise TranscriptError(number, error.message, word=error.word, rule=error.rule) from error


def _read_number(word: str) -> int:
    return read_number(word, word)
