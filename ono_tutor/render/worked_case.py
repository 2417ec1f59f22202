"""A misconception put right, as the view shows it: the texts, and one case played both ways."""

from collections.abc import Iterable, Iterator, Sequence

from ono_tutor.course.practice import Case, Refutation
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import explain
from ono_tutor.game.turn import make
from ono_tutor.i18n import N_, _, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.task import Task
from ono_tutor.render.answers_json import Json
from ono_tutor.render.comparison import comparison_rows
from ono_tutor.render.describe import answer_words, join_sentences
from ono_tutor.render.scene import grid
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points, texts
from ono_tutor.solver.compare import compare_two


def sources_list(found: Refutation) -> Json:
    """Return who says so, as the view's list."""
    point = rule_points()[found.belief.point]
    rule = {"id": point.id, "title": point.title, "href": None}
    items = [
        {
            "text": gettext(
                "{text} ({place}): {says}",
                text=texts()[source.text].title,
                place=source.place,
                says=source.says,
            ),
            "rules": [] if place else [rule],
            "you": False,
        }
        for place, source in enumerate(found.sources)
    ]
    return {"title": gettext("Who says so"), "first": 1, "opens": "top", "items": items}


def worked_grid(case: Case) -> Json:
    """Return the case as a table: what happens as it was thought, and by the rules."""
    puzzle = case.puzzle
    steps: Iterable[Json] = ()
    if puzzle.shape is not Shape.EDITIONS:
        steps = _plays(case.task, puzzle.task) if puzzle.plays else _cards(case)
    pair = [sentence(answer_words(puzzle, answer)) for answer in (case.answer, puzzle.answer)]
    answers = zip(("lost", "safe"), pair, strict=True)
    answer: Json = {
        "name": gettext("The answer"),
        "note": str(puzzle.question),
        "cells": [{"outcome": outcome, "label": label, "text": ""} for outcome, label in answers],
    }
    return grid(_("One case, played both ways"), COLUMNS, [*steps, answer])


COLUMNS = (N_("What is played"), N_("As you seemed to think"), N_("By the rules"))


def _plays(believed: Task, ruled: Task) -> Iterator[Json]:
    """Yield a row for each play, and what it leads to on either side."""
    sides = zip(_line_sentences(believed), _line_sentences(ruled), strict=True)
    for play, (thought, right) in zip(ruled.plays, sides, strict=True):
        yield {
            "name": sentence(str(ruled.rules.play_name(play))),
            "cells": [
                {"outcome": None, "label": "", "text": text, "differs": thought != right}
                for text in (thought, right)
            ],
        }


def _line_sentences(task: Task) -> Sequence[str]:
    """Return what each play leads to; nothing from where it could not be made."""
    found, here = [], task.position
    for play in task.plays:
        try:
            ply = make(here, play)
        except OnoError as error:
            found.append(sentence(f"{error.message}."))
            break
        found.append(join_sentences(explain(task.position, ply.events, task.position.turn)))
        here = ply.after
    return [*found, *[""] * (len(task.plays) - len(found))]


def _cards(case: Case) -> Iterator[Json]:
    """Yield a row for each card of the hand that the two sides do not judge alike."""
    compared = compare_two(case.puzzle.position, case.task.position)
    for line in comparison_rows(compared)[1:]:
        cells = [cell._asdict() | {"differs": line.differs(cell)} for cell in line.cells[::-1]]
        svg = card_svg(line.card.code) if line.card else None
        yield {"name": line.name, "svg": svg, "cells": cells}
