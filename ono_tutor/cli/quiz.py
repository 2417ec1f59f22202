"""``ono-tutor puzzles quiz``: practice in the terminal, by the same keys as everywhere."""

import sys
from pathlib import Path
from random import SystemRandom
from string import ascii_lowercase

import click
from rich.console import Console

from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.cli.choosing import checked_filters, entries_by_id, filter_options, from_file
from ono_tutor.cli.streams import console, errors_told
from ono_tutor.course.session import Exercise, goes_on
from ono_tutor.errors import NotationError
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.render.caption import position_text

MOST = 10
"""Puzzles of a round where neither a set nor a count is named."""


@click.command()
@click.argument("name", required=False, metavar="[SET]")
@filter_options
@from_file
@click.option(
    "--count", type=click.IntRange(1), help="Puzzles at the most; 10, or the whole of a SET."
)
@click.option("--seed", help="The same seed, the same puzzles; shown at the start.")
def quiz(
    name: str | None, filters: Filters, file: Path | None, count: int | None, seed: str | None
) -> None:
    """Practise in the terminal: the bank, a SET or your own file.

    Answer in words, or with the digit of a card or the letter of an answer. What you got wrong
    comes back at the end. The keys: h hint, t total, w whose turn, s solution, q quit, ? help.
    """
    with errors_told():
        passes = checked_filters(filters).passes
        entries = list(
            filter(passes, bank.entries_of_set(name) if name else entries_by_id(file).values())
        )
        if not entries:
            raise NotationError("no puzzle passes these filters")
    out = console()
    if name:
        entries = entries[:count]
    elif len(entries) > (count := count or MOST):
        seed = seed or str(SystemRandom().randrange(10**6))
        out.print(f"seed {seed}", style="dim")
        entries = SeededRandom(seed).shuffled(entries)[:count]
    with errors_told():
        Round(Exercise([Puzzle.of(entry) for entry in entries]), out).run()


class _QuitError(Exception):
    """The learner has had enough, or there is no more input."""


class Round:
    """One round of practice in the terminal."""

    def __init__(self, exercise: Exercise, console: Console) -> None:
        self.exercise = exercise
        self.console = console

    def run(self) -> None:
        """Ask until all is right, the learner quits, or the input ends."""
        try:
            while True:
                self._ask()
                if not self.exercise.advance():
                    break
        except _QuitError:
            pass
        exercise = self.exercise
        text = N_("You had {right} of {asked} right at the first answer.")
        answered = len(exercise.first_marks)
        self._say(lazy_gettext(text, right=exercise.right_first_time, asked=answered), style="bold")

    def _ask(self) -> None:
        """Ask one puzzle, until it is answered or given up."""
        puzzle, exercise = self.exercise.puzzle, self.exercise
        place = N_("Puzzle {number} of {count}, {id}")
        fields = {"number": exercise.place + 1, "count": exercise.length, "id": puzzle.id}
        self._say("")
        self._say(lazy_gettext(place, **fields), style="dim")
        self._say(position_text(puzzle.position))
        self._say(puzzle.question, style="bold")
        self._say(self._places())
        while True:
            words = self._read()
            if words == "s":
                self._tell(
                    exercise.give_up(),
                    N_("That was the answer. You will see this puzzle again at the end."),
                )
                return
            if words in _KEYS:
                _KEYS[words](self)
                continue
            check = exercise.answer(self._answer(words))
            self._tell(check)
            if check.mark in (Mark.RIGHT, Mark.WRONG) and not goes_on(puzzle, check):
                return

    def _read(self) -> str:
        self.console.print("> ", end="")
        words = sys.stdin.readline()
        if not words:
            self._say("")
            raise _QuitError
        return words.strip()

    def _answer(self, words: str) -> str:
        """Return the answer that the words and digits say."""
        places = self._answers()
        parts = words.replace(",", " ").split()
        if parts and all(part in places for part in parts):
            return ", ".join(places[part] for part in parts)
        return words

    def _answers(self) -> dict[str, str]:
        """Return what a digit or a letter stands for: the card in that place, an answer offered."""
        puzzle = self.exercise.puzzle
        cards = [card.code for card in puzzle.position.hand] if puzzle.takes_cards else []
        choices = [word for word, _ in puzzle.choices]
        letters = self._letters()
        found = dict(zip(letters, choices, strict=False))
        return found | {str(place): word for place, word in enumerate(cards or choices, start=1)}

    def _letters(self) -> list[str]:
        """Return the letters for answers offered; none that stands for a card or is a key here."""
        puzzle = self.exercise.puzzle
        codes = {card.code.lower() for card in puzzle.position.rules.deck(2)}
        return [letter for letter in ascii_lowercase if letter not in {*codes, *_KEYS, "s"}]

    def _places(self) -> str:
        """Return the cards and the answers offered, as a line to choose from."""
        puzzle = self.exercise.puzzle
        rules, hand = puzzle.position.rules, puzzle.position.hand
        cards = [f"[{place}] {rules.card_name(card)}" for place, card in enumerate(hand, start=1)]
        letters = zip(self._letters(), puzzle.choices, strict=False)
        choices = [f"[{letter}] {text}" for letter, (_, text) in letters]
        return "   ".join([*(cards if puzzle.takes_cards else []), *choices])

    def _hint(self) -> None:
        step, steps = self.exercise.hint()
        text = N_("Hint {step} of {steps}: {hint}")
        self._say(lazy_gettext(text, step=step, steps=steps, hint=self.exercise.puzzle.hint(step)))

    def _total(self) -> None:
        text = N_("The total is {total}.")
        self._say(lazy_gettext(text, total=self.exercise.puzzle.position.total))

    def _turn(self) -> None:
        position = self.exercise.puzzle.position
        text = N_("It is the turn of Player {seat}. Cards to play: {owes}.")
        self._say(lazy_gettext(text, seat=position.turn, owes=position.owes))

    def _help(self) -> None:
        self._say(lazy_gettext(_HELP))

    def _quit(self) -> None:
        raise _QuitError

    def _tell(self, check: Check, headline: str = "") -> None:
        self._say(lazy_gettext(headline or _HEADLINES[check.mark]), style="bold")
        if check.mark is not Mark.NOT_ATTEMPTED:
            self._say(check.text)

    def _say(self, text: object, style: str = "") -> None:
        self.console.print(str(text), style=style, markup=False)


_KEYS = {"h": Round._hint, "t": Round._total, "w": Round._turn, "?": Round._help, "q": Round._quit}

_HELP = N_(
    "A digit: the card in that place. A letter in brackets: that answer. h: a hint. t: the total. "
    "w: whose turn it is. s: the solution. q: quit. Anything else is read as an answer, "
    "and H is a Hold, Q a queen."
)
_HEADLINES = {
    Mark.RIGHT: N_("Right."),
    Mark.WRONG: N_("Not right. You will see this puzzle again at the end."),
    Mark.NOT_ATTEMPTED: N_("No answer yet."),
    Mark.MALFORMED: N_("I could not read that."),
}
