"""A misconception put right, as the view shows it: the texts, and one case played both ways."""

from typing import Any

from ono_tutor.course.practice import Case, Refutation
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import explain
from ono_tutor.game.turn import make
from ono_tutor.i18n import N_, _, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.task import Task
from ono_tutor.render.answers_json import Json
from ono_tutor.render.comparison import comparison_rows
from ono_tutor.render.describe import answer_words, join_sentences, spoken
from ono_tutor.render.scene import grid
from ono_tutor.rules.book import rule_points, texts
from ono_tutor.solver.compare import compare_two


def sources_list(found: Refutation) -> Json:
    """Return who says so, as the view's list."""
    point, items = rule_points()[found.belief.point], []
    for number, source in enumerate(found.sources):
        rule = {"id": point.id, "title": point.title, "href": None}
        fields = {"place": source.place, "says": source.says}
        text = gettext("{text} ({place}): {says}", text=texts()[source.text].title, **fields)
        items.append({"text": text, "rules": [] if number else [rule], "you": False})
    return {"title": gettext("Who says so"), "first": 1, "opens": "top", "items": items}


def worked_grid(case: Case) -> Json:
    """Return the case as a table: what happens as it was thought, and by the rules."""
    puzzle, rows = case.puzzle, list[Json]()
    if puzzle.plays:
        thought, right = _line_sentences(case.task), _line_sentences(puzzle.task)
        for play, *sides in zip(puzzle.plays, thought, right, strict=True):
            differs = sides[0] != sides[1]
            cells = [
                {"outcome": None, "label": "", "text": text, "differs": differs} for text in sides
            ]
            rows.append({"name": spoken(puzzle.position, play), "cells": cells})
    elif puzzle.shape is not Shape.EDITIONS:  # the cards that the two sides do not judge alike
        for line in comparison_rows(compare_two(puzzle.position, case.task.position))[1:]:
            row: Any = line.as_json()
            rows.append({key: row[key] for key in ("name", "svg")} | {"cells": row["cells"][::-1]})
    answers = (("lost", case.answer), ("safe", puzzle.answer))
    said = [
        {"outcome": outcome, "label": sentence(answer_words(puzzle, answer)), "text": ""}
        for outcome, answer in answers
    ]
    rows.append({"name": gettext("The answer"), "note": str(puzzle.question), "cells": said})
    heads = (N_("What is played"), N_("As you seemed to think"), N_("By the rules"))
    return grid(_("One case, played both ways"), heads, rows)


def _line_sentences(task: Task) -> list[str]:
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
