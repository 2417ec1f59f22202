"""What ``ono-tutor assign`` tells the teacher at the end."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ono_tutor.classroom.assigning.alike import Drawn
from ono_tutor.classroom.assigning.wish import Wish
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.cli.assign_files import Papers
from ono_tutor.puzzles.difficulty import level_of


def summary(
    assignment: Assignment,
    papers: Papers,
    folder: Path,
    drawn: Drawn,
    notes: Iterable[str],
) -> Iterator[str]:
    """The lines: what was set, the files and what each is for, what to mind, what comes next."""
    yield f"{assignment.title}: {_size(assignment)}; {_levels(drawn)}"
    if assignment.due:
        yield f"Due at {assignment.due} (UTC)."
    if assignment.is_dealt:
        yield _dealt(drawn)
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
    for name in wish.missing([pool[0] for pool in drawn.pools]):
        yield f"no puzzle of these has what was asked for: {name}."
    for number in drawn.lonely if per_learner else ():
        puzzle = drawn.pools[number - 1][0].id
        yield f"no other puzzle is as hard as {puzzle}; item {number} is the same for everybody."
