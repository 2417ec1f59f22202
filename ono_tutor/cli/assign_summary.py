"""What ``ono-tutor assign`` tells the teacher at the end."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from ono_tutor.classroom.assigning.alike import Drawn
from ono_tutor.classroom.assigning.looks import asked_kind
from ono_tutor.classroom.assigning.reserve import TOLD, reserve_of
from ono_tutor.classroom.assigning.wish import Wish
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.homework.terms import due_words
from ono_tutor.cli.assign_files import Papers
from ono_tutor.course.answered import stamp
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry


def summary(
    assignment: Assignment,
    papers: Papers,
    folder: Path,
    drawn: Drawn,
    notes: Iterable[str],
) -> Iterator[str]:
    """The lines: what was set, the files and what each is for, what to mind, what comes next."""
    yield f"{assignment.title}: {_size(assignment)}; {_levels(drawn)}"
    yield _kinds(drawn)
    if assignment.due:
        passed = " That time has passed." if assignment.is_late(stamp(datetime.now(UTC))) else ""
        yield f"Due on {due_words(assignment.due, assignment.due_zone)}.{passed}"
    if assignment.is_dealt:
        yield _dealt(drawn)
        yield from _alike(drawn)
    yield ""
    wide = max(len(paper.name) for paper in papers.files)
    yield f"In {click.format_filename(folder)}:"
    yield from (f"  {paper.name:<{wide}}  {paper.use}" for paper in papers.files)
    told = [f"Note: {note}" for note in (*notes, *papers.notes)]
    yield from ("", *told) if told else ()
    yield ""
    yield "Next, with what your class hands in (files, folders or zip archives):"
    file = click.format_filename(folder / papers.files[0].name)
    yield f"  ono-tutor grade {shlex.quote(file)} SUBMISSION..."


def _size(assignment: Assignment) -> str:
    items, points = len(assignment.items), assignment.points
    return f"{_counted(items, 'puzzle')}, {_counted(points, 'point')}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _levels(drawn: Drawn) -> str:
    counts = Counter(level_of(pool[0].difficulty) for pool in drawn.pools)
    parts = [f"{counts[level]} {level.title}" for level in sorted(counts)]
    return f"by level: {', '.join(parts)}"


def _kinds(drawn: Drawn) -> str:
    counts = Counter(asked_kind(pool[0]) for pool in drawn.pools)
    parts = (f"{counts[kind]} {kind}" for kind in sorted(counts, key=lambda k: (-counts[k], k)))
    return f"By kind: {', '.join(parts)}."


def _alike(drawn: Drawn) -> Iterator[str]:
    """What the puzzles of an item have in common, and where not all items do."""
    items = len(drawn.pools)
    everywhere = [told for told, count in drawn.alike.items() if count == items]
    yield f"Within each item alike: {', '.join(('kind', 'rule set', *everywhere))}."
    parts = [
        f"{told} in {count} of {items}" for told, count in drawn.alike.items() if count < items
    ]
    if parts:
        yield f"Alike in some items: {', '.join(parts)}."


def _dealt(drawn: Drawn) -> str:
    sizes = [len(pool) for pool in drawn.pools]
    least, most = drawn.sums
    sums = f"{least}" if least == most else f"{least} to {most}"
    each = f"{min(sizes)}" if min(sizes) == max(sizes) else f"{min(sizes)} to {max(sizes)}"
    return (
        f"Each learner gets one of {each} puzzles for each item, {sum(sizes)} in all; "
        f"the difficulties of a learner's puzzles add up to {sums}."
    )


def notes_on(drawn: Drawn, wish: Wish, *, per_learner: bool) -> Iterator[str]:
    """What of the teacher's wishes could not be done."""
    chosen = [pool[0] for pool in drawn.pools]
    for name in wish.missing(chosen):
        yield f"no puzzle of these has what was asked for: {name}."
    yield from _reserves(chosen, wish) if wish.holds_back else ()
    for number in drawn.lonely if per_learner else ():
        puzzle = drawn.pools[number - 1][0].id
        yield f"no other puzzle is as hard as {puzzle}; item {number} is the same for everybody."
    if per_learner and drawn.one_answer:
        items = _items(drawn.one_answer)
        yield f"whichever puzzle a learner gets, the answer is the same: {items}."


def _reserves(chosen: Sequence[Entry], wish: Wish) -> Iterator[str]:
    """What had to be taken though a class must have met it first, and what is new."""
    reserves = [reserve_of(wish, entry) for entry in chosen]
    for reserve, told in TOLD.items():
        numbers = [number for number, found in enumerate(reserves, 1) if reserve in found]
        if numbers:
            items = _items(numbers)
            yield f"{told}, as nothing else was left that shows what you ask for: {items}."
    new = [number for number, entry in enumerate(chosen, 1) if entry.id not in bank.index()]
    if new:
        yield f"not of the bank, but newly made from the seed: {_items(new)}."


def _items(numbers: Sequence[int]) -> str:
    """The numbers of items, those that follow each other as ``3 to 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    noun = "item" if len(numbers) == 1 else "items"
    parts = (f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
    return f"{noun} {', '.join(parts)}"
