"""Values made ready to be shown: sentences, a sheet of rows and a position to draw."""

from collections.abc import Callable, Mapping
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.check import check
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.game import Game
from ono_tutor.game.position import Position
from ono_tutor.game.transcript import Transcript
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import N_, lazy_gettext, sentence
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import position_text
from ono_tutor.render.comparison_grid import comparison_grid
from ono_tutor.render.comparison_told import comparison_text
from ono_tutor.render.outlook import chance_cell, prospects, verdict_text
from ono_tutor.render.sheet import NOTHING, Sheet, Shown, as_html, as_text
from ono_tutor.render.shown_game import shown_game, shown_transcript
from ono_tutor.solver.compare import Comparison
from ono_tutor.solver.solve import ForcedResult, Solution
from ono_tutor.solver.survive import Survival
from ono_tutor.solver.threat import Danger, Threat


def html_of(value: object) -> str | None:
    """The value as HTML; None for one that is not shown, or is not as it should be."""
    return _made(value, as_html)


def text_of(value: object) -> str | None:
    """The value as plain text for people; None as above."""
    return _made(value, as_text)


def _made(value: object, make: Callable[[Shown], str]) -> str | None:
    show = _SHOWN.get(type(value))
    try:
        return make(show(value)) if show else None
    except (OnoError, ArithmeticError, AssertionError, AttributeError, LookupError, ValueError):
        return None  # a value that somebody put together wrongly still has its repr


def _position(position: Position) -> Shown:
    check(position, {})
    return Shown((position_text(position),), position=position, is_described=True)


def _puzzle(puzzle: Puzzle) -> Shown:
    head = lazy_gettext("Puzzle {id}: {question}", id=puzzle.id, question=puzzle.question)
    choices = [str(text) for _, text in puzzle.choices]
    texts = [str(head)]
    if puzzle.plays:
        plays = " ".join(map(str, puzzle.plays))
        texts.append(str(lazy_gettext("First these plays are made: {plays}.", plays=plays)))
    if choices:
        texts.append(str(lazy_gettext("Answers offered: {choices}.", choices="; ".join(choices))))
    return Shown(tuple(texts), position=puzzle.position)


def _outcome(outcome: Outcome) -> Shown:
    rules = outcome.before.rules
    rows = tuple(
        (str(place), str(sentence_of(rules, event)), event.rule)
        for place, event in enumerate(outcome.events, 1)
    )
    plays = " ".join(map(str, outcome.plays)) or NOTHING
    heads = [N_("Step"), N_("What happens"), N_("Rule point")]
    sheet = Sheet.of(lazy_gettext("Played: {plays}", plays=plays), heads, rows)
    over = lazy_gettext("Here play stops: the picture shows the table before.")
    texts = (str(over),) if outcome.round_over else ()
    position = outcome.before if outcome.round_over else outcome.after
    return Shown(texts, sheet, position, home=outcome.before.turn)


def _survival(answer: Survival) -> Shown:
    heads = [
        N_("Card"),
        N_("Verdict"),
        N_("Chance"),
        N_("What follows, and why"),
    ]
    rows = tuple(
        (
            sentence(str(item.name)),
            str(item.label),
            NOTHING if item.chance is None else chance_cell(item.chance),
            item.text,
        )
        for item in prospects(answer.position)
    )
    sheet = Sheet.of(lazy_gettext("What each card would do"), heads, rows)
    return Shown((str(verdict_text(answer)),), sheet, answer.position)


def _threat(answer: Threat) -> Shown:
    heads = [
        N_("Card"),
        N_("Next to act"),
        N_("Owes"),
        N_("Chance that this player does not survive"),
    ]
    rows = tuple(_danger(answer.position, danger) for danger in answer.dangers)
    caption = lazy_gettext("How each play endangers the next player")
    return Shown((), Sheet.of(caption, heads, rows), answer.position)


def _danger(position: Position, danger: Danger) -> tuple[str, ...]:
    name = sentence(str(position.rules.play_name(danger.play)))
    if danger.chance is None:
        return name, NOTHING, NOTHING, NOTHING
    seat = str(lazy_gettext("Seat {seat}", seat=danger.next))
    return name, seat, str(danger.owes), chance_cell(danger.chance)


def _solution(answer: Solution) -> Shown:
    texts = [_worth(answer)]
    if answer.line:
        line = " ".join(map(str, answer.line))
        texts.append(str(lazy_gettext("The line that proves it: {line}.", line=line)))
    count = f"{answer.positions:,}".replace(",", "\u202f")
    texts.append(str(lazy_gettext("Positions examined: {count}.", count=count)))
    return Shown(tuple(texts), _worths(answer), answer.position)


def _worth(answer: Solution) -> str:
    seat = answer.position.turn
    if answer.value is not None:
        template = N_("The best difference of points that seat {seat} can force is {value}.")
        return str(lazy_gettext(template, seat=seat, value=answer.value))
    if answer.can_win:
        return str(lazy_gettext("Won: seat {seat} can force a win.", seat=seat))
    return str(lazy_gettext("Lost: seat {seat} cannot force a win.", seat=seat))


def _worth_of(worth: ForcedResult | int | None) -> str:
    if isinstance(worth, ForcedResult):
        return str(lazy_gettext(_FATES[worth]))
    return NOTHING if worth is None else str(worth).replace("-", "−")


def _worths(answer: Solution) -> Sheet | None:
    """What each play is worth, where that was asked."""
    if not answer.plays:
        return None
    lines = answer.lines or ((),) * len(answer.plays)
    name = answer.position.rules.play_name
    rows = tuple(
        (
            sentence(str(name(play))),
            _worth_of(worth),
            " ".join(map(str, line)) or NOTHING,
        )
        for (play, worth), line in zip(answer.plays, lines, strict=True)
    )
    heads = [N_("Card"), N_("Worth"), N_("Line")]
    return Sheet.of(lazy_gettext("What each play leads to"), heads, rows)


def _comparison(found: Comparison) -> Shown:
    grid: Any = comparison_grid(found)
    is_parted = any(row["note"] for row in grid["rows"])
    rows = tuple(
        (row["name"], *map(_cell, row["cells"]), *((row["note"] or NOTHING,) if is_parted else ()))
        for row in grid["rows"]
    )
    why = [str(lazy_gettext("Why they differ"))] if is_parted else []
    sheet = Sheet(grid["caption"], (*grid["columns"], *why), rows)
    return Shown((), sheet, found.position, plain=comparison_text(found))


def _cell(cell: Mapping[str, str]) -> str:
    if not cell["text"]:
        return cell["label"]
    return str(lazy_gettext("{label}. {text}", label=cell["label"], text=cell["text"]))


_FATES = {
    ForcedResult.WON: N_("wins"),
    ForcedResult.LOST: N_("loses"),
    ForcedResult.UNKNOWN: N_("not known"),
}
_SHOWN: Mapping[type, Callable[[Any], Shown]] = {
    Position: _position,
    Puzzle: _puzzle,
    Outcome: _outcome,
    Survival: _survival,
    Threat: _threat,
    Solution: _solution,
    Comparison: _comparison,
    Game: shown_game,
    Transcript: shown_transcript,
}
