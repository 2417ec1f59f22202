"""``ono-tutor puzzles``: the bank looked through, shown, solved, made and checked."""

import json
from dataclasses import asdict
from pathlib import Path
from random import SystemRandom
from string import ascii_lowercase
from typing import TYPE_CHECKING

import click

from ono_tutor.cli.puzzle_options import (
    entries_by_id,
    file_option,
    filter_options,
    find_entry,
    list_option,
)
from ono_tutor.cli.streams import (
    EXISTING_FILE,
    add_option,
    as_json_option,
    console,
    print_json,
    progress_bar,
    report_errors,
    table,
)
from ono_tutor.course.responses import first_responses, ratings, read_responses
from ono_tutor.course.session import Sitting
from ono_tutor.errors import FileError, NotationError, check_known
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, _, ngettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.bank import THEMES, Entry, theme_title, themes_of
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import generate
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.puzzle_file import FileFault, as_toml, read_file
from ono_tutor.puzzles.rating import changes
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import answer_words, join_sentences, puzzle_sentences
from ono_tutor.rules.book import rule_point

if TYPE_CHECKING:
    from rich.console import Console


@click.group("puzzles")
def puzzles_command() -> None:
    """List, show, solve, practise, make and check puzzles.

    Their answers are computed, never stored. With --file you take your own file in place of the
    bank; the page "Write your own puzzles" of the documentation describes its format.
    """


@puzzles_command.command("list")
@filter_options
@list_option("--themes --theme themes", "Theme, such as pass-it-on.")
@file_option
@as_json_option
def list_command(
    filters: PuzzleFilter, themes: tuple[str, ...], file: Path | None, as_json: bool
) -> None:
    """List the puzzles that pass the filters.

    Each line has the id, the level, the difficulty, what is asked and the theme. A puzzle passes
    a filter that is given several times if it has one of the values.
    """
    with report_errors(as_json):
        for theme in themes:
            check_known(THEMES, theme, "is no theme of a puzzle; the themes are")
        for entry in filter(filters.checked().passes, entries_by_id(file).values()):
            if themes and not {*themes} & {*themes_of(entry)}:
                continue
            if as_json:
                print_json(_entry_json(entry))
            else:
                level = entry.level.value
                asked = " | ".join(filter(None, (entry.position, entry.plays, entry.claim)))
                total = Position.parse(entry.position).total
                theme = str(theme_title(entry.theme, total)) if entry.theme else ""
                click.echo(f"{entry.id:<20} {level}  {entry.difficulty:>3}  {asked}  ({theme})")


def _entry_json(entry: Entry) -> Json:
    return {
        "id": entry.id,
        "rules": entry.rules,
        "kind": entry.kind,
        "rule_points": list(entry.rule_points),
        "misconceptions": list(entry.misconceptions),
        "level": entry.level.value,
        "difficulty": entry.difficulty,
        "position": entry.position,
        "question": str(Puzzle.of(entry).question),
        "themes": list(themes_of(entry)),
    }


@puzzles_command.command("show")
@click.argument("puzzle_id", metavar="ID")
@file_option
@as_json_option
def show_command(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """Show one puzzle without its answer.

    You see the table, the question and the answers offered.
    """
    with report_errors(as_json):
        entry = find_entry(puzzle_id, file)
        puzzle = Puzzle.of(entry)
        if as_json:
            choices = [{"answer": word, "text": str(text)} for word, text in puzzle.choices]
            words = {"plays": entry.plays, "claim": entry.claim, "choices": choices}
            print_json(_entry_json(entry) | words)
            return
        level, out = entry.level, console()
        out.print(f"{entry.id}: {entry.kind}, level {level.value}, {level.title}", style="bold")
        out.print(entry.position, markup=False, soft_wrap=True)
        _say(out, join_sentences(puzzle_sentences(puzzle)))
        _say(out, puzzle.question, "bold")
        for word, text in puzzle.choices:
            _say(out, f"  {word}: {text}")


@puzzles_command.command("solve")
@click.argument("puzzle_id", metavar="ID")
@file_option
@as_json_option
def solve_puzzle_command(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """Work out the right answer of one puzzle, and why it is right."""
    with report_errors(as_json):
        puzzle = Puzzle.of(find_entry(puzzle_id, file))
        solution, answer = puzzle.solution(), puzzle.answer_as_json()
    if as_json:
        why = {"answer": answer, "why": str(solution.text)}
        print_json({"id": puzzle.id, "kind": puzzle.kind} | why)
        return
    out = console()
    _say(out, puzzle.question)
    _say(out, answer_words(puzzle, puzzle.answer), "bold")
    _say(out, solution.text)
    if puzzle.theme:
        _say(out, f"  {puzzle.theme}", "italic")
    for rule in solution.rules:
        _say(out, f"  {rule}: {rule_point(rule).title}")


@puzzles_command.command("generate")
@add_option("--seed", "The same seed, the same puzzles.", default="0", show_default=True)
@add_option("--count", kind=click.IntRange(1, 1000), default=10, show_default=True)
@filter_options
def generate_command(seed: str, count: int, filters: PuzzleFilter) -> None:
    """Make new puzzles from a seed.

    They are printed as a file that lint and verify read. A puzzle has at least one value of each
    filter that is given. If too few puzzles are found, you are told, and the status is 1.
    """
    with report_errors():
        found = generate(seed, filters, count)
    click.echo(as_toml(found), nl=False)
    if len(found) < count:
        message = f"only {len(found)} of {count} such puzzles were found"
        click.echo(f"error: {message}; ask for fewer, or give fewer filters", err=True)
        raise SystemExit(1)


@puzzles_command.command("verify")
@click.argument("files", nargs=-1, type=EXISTING_FILE, metavar="[FILE...]")
@as_json_option
def verify_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Work out the bank, or files, anew and say what changed.

    After a change of the rules this lists each puzzle whose answer changed. The status is 1 if
    anything changed, or is wrong in a file.
    """
    read = [read_file(file) for file in files]
    written = [entry for found in read for entry in found.written]
    entries = written if files else list(bank.index().values())
    faults = [fault for found in read for fault in found.faults]
    with progress_bar() as bar:
        tracked = bar.track(entries, description="puzzles")
        moved = [change for entry in tracked for change in changes(entry)]
    for fault in faults:
        _print_fault(fault, as_json)
    for change in moved:
        click.echo(json.dumps(asdict(change)) if as_json else str(change))
    if not as_json:
        click.echo(f"{len(entries)} puzzles, {len({change.id for change in moved})} changed")
    if moved or faults:
        raise SystemExit(1)


@puzzles_command.command("lint")
@click.argument("files", nargs=-1, required=True, type=EXISTING_FILE, metavar="FILE...")
@as_json_option
def lint_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Check files of puzzles that you wrote.

    The first fault of each puzzle is told with its line, its field and the reason; sound puzzles
    are listed. The status is 1 if there is a fault.
    """
    is_sound = True
    for file in files:
        found = read_file(file)
        is_sound &= not found.faults
        for fault in found.faults:
            _print_fault(fault, as_json)
        for entry in found.entries:
            level = entry.level
            if as_json:
                line = {"file": str(file), "id": entry.id, "kind": entry.kind, "level": level.value}
                click.echo(json.dumps(line))
            else:
                about = f"{entry.kind}, level {level.value}, {level.title}"
                click.echo(f"{file}: {entry.id} is sound: {about}")
    if not is_sound:
        raise SystemExit(1)


def _print_fault(fault: FileFault, as_json: bool) -> None:
    if as_json:
        where = {"file": fault.file, "line": fault.line, "field": fault.field}
        click.echo(json.dumps({"error": {"kind": fault.kind, "message": fault.message} | where}))
    else:
        click.echo(f"error ({fault.kind}): {fault}", err=True)


@puzzles_command.command("rate")
@click.argument("files", nargs=-1, required=True, type=EXISTING_FILE, metavar="ANSWERS...")
@add_option(
    "--least",
    "Leave out puzzles that fewer learners answered.",
    click.IntRange(1),
    default=1,
    show_default=True,
)
@as_json_option
def rate_command(files: tuple[Path, ...], least: int, as_json: bool) -> None:
    """Work out from answers how hard puzzles are, the easiest first.

    ANSWERS are tables written by ono-tutor report --responses, or exported progress files. A
    rating is an Elo rating: 1500 is the mean, a puzzle rated 400 more beats ten times as many.
    Each learner's first answer to a puzzle counts. The page "How answers are marked" of the
    documentation says more.
    """
    with report_errors(as_json):
        answers = list(first_responses(row for file in files for row in read_responses(file)))
        rated = [item for item in ratings(answers) if item.answers >= least]
        if not rated:
            message = f"no puzzle was answered by {least} or more learners; give more files"
            raise FileError(message)
    rows = []
    for item in rated:
        entry = bank.index().get(item.puzzle)
        level = entry.level.value if entry else None  # of the bank's puzzles alone
        rating, margin = round(item.rating), round(item.margin)
        rows.append((item.puzzle, rating, margin, item.answers, item.right, level))
    names = ("id", "rating", "margin", "answers", "right", "level")
    if as_json:
        for row in rows:
            print_json(dict(zip(names, row, strict=True)))
    else:
        console(wraps=True).print(table("", names, rows))


# Practice in the terminal, by the same keys as everywhere

MOST = 10
"""Puzzles of a round where neither a set nor a count is named."""


@puzzles_command.command("quiz")
@click.argument("name", required=False, metavar="[SET]")
@filter_options
@file_option
@add_option("--count", "Puzzles at the most; 10, or the whole of a SET.", click.IntRange(1))
@add_option("--seed", "The same seed, the same puzzles; shown at the start.")
def quiz_command(
    name: str | None, filters: PuzzleFilter, file: Path | None, count: int | None, seed: str | None
) -> None:
    """Practise in the terminal: the bank, a SET or your own file.

    Answer in words, or with the digit of a card or the letter of an answer. What you got wrong
    comes back at the end. The keys: h hint, t total, w whose turn, s solution, q quit, ? help.
    """
    with report_errors():
        passes = filters.checked().passes
        source = bank.entries_of_set(name) if name else entries_by_id(file).values()
        entries = list(filter(passes, source))
        if not entries:
            raise NotationError("no puzzle passes these filters; give fewer of them")
    out = console()
    if name:
        entries = entries[:count]
    elif len(entries) > (count := count or MOST):
        seed = seed or str(SystemRandom().randrange(10**6))
        out.print(f"seed {seed}", style="dim")
        entries = SeededRandom(seed).shuffled(entries)[:count]
    sitting = Sitting([Puzzle.of(entry) for entry in entries])
    with report_errors():
        try:
            _ask(sitting, out)
            while sitting.advance():
                _ask(sitting, out)
        except EOFError:
            _say(out, "")
    if sitting.first_marks:
        text = N_("You had {right} of {asked} right at the first answer.")
        asked = len(sitting.first_marks)
        _say(out, _(text, right=sitting.right_first_time, asked=asked), "bold")


def _ask(sitting: Sitting, out: "Console") -> None:
    """Ask one puzzle, until it is answered or given up; raise EOFError to end."""
    puzzle = sitting.puzzle
    position = puzzle.position
    answers, offers = _offers(puzzle)
    text = N_("Puzzle {number} of {count}, {id}")
    _say(out, "")
    _say(out, _(text, number=sitting.place + 1, count=sitting.length, id=puzzle.id), "dim")
    _say(out, join_sentences(puzzle_sentences(puzzle)))
    _say(out, puzzle.question, "bold")
    _say(out, offers)
    one, several = N_("It is your turn: play one card."), N_("It is your turn: play {n} cards.")
    told = {
        "t": _("The total is {total}.", total=position.total),
        "w": ngettext(one, several, position.owes),
        "?": _(
            "A digit: the card in that place. A letter in brackets: that answer. h: a hint. t: "
            "the total. w: whose turn it is. s: the solution. q: quit. Anything else is read as "
            "an answer, and H is a Hold, Q a queen."
        ),
    }
    while not sitting.is_closed:
        words = input("> ").strip()
        if words == "q":
            raise EOFError
        if words == "h":
            step, steps = sitting.hint()
            text = N_("Hint {step} of {steps}: {hint}")
            _say(out, _(text, step=step, steps=steps, hint=puzzle.hint(step)))
            continue
        if words in told:
            _say(out, told[words])
            continue
        if words == "s":
            check, text = sitting.give_up(), N_("That was the answer.")
        else:
            parts = words.replace(",", " ").split()
            if parts and all(part in answers for part in parts):
                words = ", ".join(answers[part] for part in parts)
            check = sitting.answer(words)
            text = _HEADLINES[check.mark]
        again = [_("You will see this puzzle again at the end.")] if sitting.comes_back else []
        _say(out, join_sentences([_(text), *again]), "bold")
        if check.mark is not Mark.NOT_ATTEMPTED:
            _say(out, check.text)


def _say(out: "Console", text: object, style: str = "") -> None:
    out.print(str(text), style=style, markup=False)


def _offers(puzzle: Puzzle) -> tuple[dict[str, str], str]:
    """Return the answers by digit or letter, and the line that offers them.

    No letter is used that is a card or a key.
    """
    rules = puzzle.position.rules
    cards = puzzle.position.hand if puzzle.takes_cards else ()
    taken = {card.code.lower() for card in rules.deck(2)}.union(_KEYS)
    letters = [letter for letter in ascii_lowercase if letter not in taken]
    words = [card.code for card in cards] or [word for word, __ in puzzle.choices]
    answers = {str(number): word for number, word in enumerate(words, start=1)}
    labels = [f"[{number}] {rules.card_name(card)}" for number, card in enumerate(cards, start=1)]
    for letter, (word, text) in zip(letters, puzzle.choices, strict=False):
        answers[letter] = word
        labels.append(f"[{letter}] {text}")
    return answers, "   ".join(labels)


_KEYS = "htwsq"  # and ?
_HEADLINES = {
    Mark.RIGHT: N_("Right."),
    Mark.WRONG: N_("Not right."),
    Mark.NOT_ATTEMPTED: N_("No answer yet."),
    Mark.MALFORMED: N_("I could not read that."),
}
