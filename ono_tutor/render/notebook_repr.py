"""The sheet of each kind of value in a notebook: sentences, rows and a drawn position.

A sheet is written as HTML and as plain text; :mod:`ono_tutor.notebook` registers them.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.explain import player_name, sentence_of
from ono_tutor.game.game import Game
from ono_tutor.game.position import Position, check
from ono_tutor.game.transcript import Transcript
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import (
    N_,
    Message,
    _,
    format_list,
    gettext,
    ngettext,
    sentence,
    translate,
    with_minus,
)
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.comparison import comparison_grid, comparison_text
from ono_tutor.render.describe import (
    NOBODY,
    card_codes,
    format_chance,
    label,
    position_text,
    spoken,
)
from ono_tutor.render.play_table import play_table, solution_text, verdict_text
from ono_tutor.render.table_svg import position_svg
from ono_tutor.rules.book import rule_points
from ono_tutor.solver.compare import Comparison
from ono_tutor.solver.reasons import PlayStatus
from ono_tutor.solver.solve import ForcedResult, Solution
from ono_tutor.solver.survive import Survival
from ono_tutor.solver.threat import Threat
from ono_tutor.solver.value import Grade, Values

NOTHING = "–"
"""Stands in a cell that has nothing to say."""

LINE = "1px solid rgba(128,128,128,.45)"
CELL = (
    "text-align:left;vertical-align:top;white-space:normal;min-width:3.6em;"
    f"padding:.3em .8em .3em 0;border-bottom:{LINE}"
)
ROOM = "display:flex;flex-wrap:wrap;gap:1em 1.4em;align-items:flex-start;line-height:1.4"
SIDE = "flex:1 1 18em;min-width:0;max-width:46em"
SCROLLED = "overflow-x:auto;max-width:100%"
TABLE = "border-collapse:collapse;margin:0;font-size:inherit"
CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:0 0 .3em;color:inherit"
CODE = "overflow-wrap:anywhere;white-space:pre-wrap"


class Sheet:
    """A table: its caption, the heads of its columns, and rows that begin with their head.

    The heads are templates; a cell is a message, a text or a number.
    """

    def __init__(
        self, caption: Message | str, columns: Iterable[str], rows: Iterable[Iterable[object]]
    ) -> None:
        self.caption = str(caption)
        self.columns = tuple(map(translate, columns))
        self.rows = [tuple(map(str, row)) for row in rows]


@dataclass(frozen=True, slots=True)
class Shown:
    """The sheet of a value: sentences, rows and a position to draw.

    ``home`` is the seat that is drawn below and called "you". With ``is_described`` the sentences
    only say what the picture shows, so that they stand where there is no picture. ``plain`` is
    the whole as plain text where columns below each other would not do.
    """

    texts: Sequence[Message | str] = ()
    sheet: Sheet | None = None
    position: Position | None = None
    home: int | None = None
    is_described: bool = False
    plain: str = ""


def as_html(shown: Shown) -> str:
    """Return the drawn table, and beside it the sentences and the sheet, in the page's colours."""
    texts = () if shown.is_described else shown.texts
    side = "".join(f'<p style="margin:0 0 .6em">{escape(str(text))}</p>' for text in texts)
    if shown.sheet:
        name = escape(shown.sheet.caption)
        scrolled = f'<div role="group" tabindex="0" aria-label="{name}" style="{SCROLLED}">'
        side += f"{scrolled}{_table(shown.sheet)}</div>"
    drawn = ""
    if shown.position:
        style = "max-width:100%;height:auto;display:block"
        svg = position_svg(shown.position, shown.home).replace("<svg ", f'<svg style="{style}" ', 1)
        line = f'<code style="{CODE}">{escape(str(shown.position))}</code>'
        drawn = f'<div style="flex:0 1 20em;min-width:0;max-width:20em">{svg}{line}</div>'
    return f'<div class="ono-shown" style="{ROOM}">{drawn}<div style="{SIDE}">{side}</div></div>'


def _table(sheet: Sheet) -> str:
    heads = "".join(f'<th scope="col" style="{CELL}">{escape(head)}</th>' for head in sheet.columns)
    rows = ""
    for first, *rest in sheet.rows:
        cells = "".join(f'<td style="{CELL}">{escape(text)}</td>' for text in rest)
        rows += f'<tr><th scope="row" style="{CELL}">{escape(first)}</th>{cells}</tr>'
    caption = f'<caption style="{CAPTION}">{escape(sheet.caption)}</caption>'
    head = f"<thead><tr>{heads}</tr></thead>"
    least = f";min-width:{8 * len(sheet.columns)}em" if len(sheet.columns) > 3 else ""
    return f'<table style="{TABLE}{least}">{caption}{head}<tbody>{rows}</tbody></table>'


def as_text(shown: Shown) -> str:
    """Return the position's line, the sentences and the sheet, its columns one below the other."""
    if shown.plain:
        return shown.plain
    parts = [str(shown.position)] if shown.position else []
    parts += map(str, shown.texts)
    if shown.sheet:
        rows = [shown.sheet.columns, *shown.sheet.rows]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  " + "  ".join(map(str.ljust, row, wide)).rstrip() for row in rows)
        parts += [shown.sheet.caption, *lines]
    return "\n".join(parts)


# ---- a table without a kernel ----

_HIDE_ERROR = (
    "<style>.jp-OutputArea-child:has(.ono-still) + .jp-OutputArea-child "
    ".jupyter-widgets:not(:has(.ono-table)){display:none}</style>"
)
"""Hides what Jupyter says where the widget beside a still picture has no model any more."""


def still_html(question: object, position: Position | None, name: str) -> str:
    """Return a table's question and its picture, as they are shown where no kernel answers.

    ``name`` is a class of its own, by which the widget hides it. The picture is an image, since
    a notebook that is not trusted shows no inline drawing.
    """
    image = ""
    if position is not None:
        drawing = b64encode(position_svg(position).encode()).decode()
        words, style = escape(position_text(position), quote=True), "max-width:24em;width:100%"
        image = f'<img alt="{words}" style="{style}" src="data:image/svg+xml;base64,{drawing}">'
    asked = escape(str(question or ""))
    onward = escape(translate(N_("Run this cell to go on.")))
    return (
        f'{_HIDE_ERROR}<div class="ono-still {escape(name, quote=True)}">'
        f"<p><b>{asked}</b></p>{image}<p><i>{onward}</i></p></div>"
    )


LAST_ENTRIES = 12
"""Plays of a transcript that are shown."""


def html_of(value: object) -> str | None:
    """Return the value as HTML; None for one that is not shown, or is not as it should be."""
    return _made(value, as_html)


def value_text(value: object) -> str:
    """Return the value as plain text for people; its ``repr`` where it cannot be shown."""
    return _made(value, as_text) or repr(value)


def _made(value: object, make: Callable[[Shown], str]) -> str | None:
    show = SHOWN.get(type(value))
    try:
        return make(show(value)) if show else None
    except (OnoError, ArithmeticError, AssertionError, AttributeError, LookupError, ValueError):
        return None  # a value that somebody put together wrongly still has its repr


# ---- positions, puzzles and what plays led to ----


def _position(position: Position) -> Shown:
    check(position, {})
    return Shown((position_text(position),), position=position, is_described=True)


def _puzzle(puzzle: Puzzle) -> Shown:
    texts = [_("Puzzle {id}: {question}", id=puzzle.id, question=puzzle.question)]
    if puzzle.plays:
        plays = " ".join(map(str, puzzle.plays))
        texts.append(_("The plays before the question are {plays}.", plays=plays))
    if puzzle.choices:
        choices = "; ".join(str(text) for __, text in puzzle.choices)
        texts.append(_("You choose from {choices}.", choices=choices))
    return Shown(texts, position=puzzle.position)


def _outcome(outcome: Outcome) -> Shown:
    you = outcome.before.turn
    rows = [
        (place, sentence_of(outcome.before, event, you), rule_points()[event.rule].title)
        for place, event in enumerate(outcome.events, 1)
    ]
    plays = " ".join(map(str, outcome.plays)) or NOTHING
    heads = (N_("Step"), N_("What happens"), N_("Rule"))
    sheet = Sheet(_("Played: {plays}", plays=plays), heads, rows)
    over = _("The round ends here. The picture shows the table before the last card.")
    texts = (over,) if outcome.round_over else ()
    position = outcome.before if outcome.round_over else outcome.after
    return Shown(texts, sheet, position, home=you)


# ---- answers of the solver ----


def _survival(answer: Survival) -> Shown:
    position = answer.position
    heads = (N_("Card"), N_("Verdict"), N_("Chance"), N_("What follows, and why"))
    rows = [
        (
            spoken(position, row.play),
            label(position, row.status),
            NOTHING if row.status is PlayStatus.BARRED else row.chance,
            row.text,
        )
        for row in play_table(position)
    ]
    sheet = Sheet(_("What each card would do"), heads, rows)
    return Shown((verdict_text(answer),), sheet, position)


def _threat(answer: Threat) -> Shown:
    heads = (
        N_("Card"),
        N_("Next player"),
        N_("Must play"),
        N_("Chance of not surviving"),
    )
    position, rows = answer.position, []
    for danger in answer.dangers:
        name, cells = spoken(position, danger.play), (NOTHING, NOTHING, NOTHING)
        if danger.chance is not None and danger.next is not None:
            player = sentence(str(player_name(position.hands, danger.next, position.turn)))
            cells = player, str(danger.owes), format_chance(danger.chance, is_brief=True)
        rows.append((name, *cells))
    caption = _("How dangerous each play is for the next player")
    return Shown((), Sheet(caption, heads, rows), position)


def _values(answer: Values) -> Shown:
    is_chance = answer.unit == "chance"
    heads = (N_("Card"), N_("You win") if is_chance else N_("Points"), N_("Costs"), N_("Why"))
    rows = [
        (
            spoken(answer.position, each.play),
            _worth_of(each.value, each.error, is_chance),
            _worth_of(each.cost, 0, is_chance) if each.grade is not Grade.BEST else NOTHING,
            each.reason,
        )
        for each in answer.plays
    ]
    return Shown((), Sheet(_("What each card is worth"), heads, rows), answer.position)


def _worth_of(number: float, error: float, is_chance: bool) -> Message:
    """Return rounds in 100, or points, with the error where there is one."""
    fields = {"value": f"{100 * number:.0f}" if is_chance else f"{number:+.2f}"}
    fields["error"] = f"{100 * error:.0f}" if is_chance else f"{error:.2f}"
    return _(_WORTHS[is_chance, error > 0], **fields)


_WORTHS = {
    (True, True): N_("{value} in 100 (± {error})"),
    (True, False): N_("{value} in 100"),
    (False, True): N_("{value} (± {error})"),
    (False, False): N_("{value}"),
}


def _solution(answer: Solution) -> Shown:
    texts = [solution_text(answer)]
    if answer.line:
        is_lost = answer.value is None and not answer.can_win
        template = N_("One line that loses: {line}.") if is_lost else _PROOF
        texts.append(_(template, line=" ".join(map(str, answer.line))))
    count = f"{answer.positions:,}".replace(",", "\u202f")
    texts.append(
        ngettext(
            "{count} position was examined.",
            "{count} positions were examined.",
            answer.positions,
            count=count,
        )
    )
    return Shown(texts, _worths(answer), answer.position)


_PROOF = N_("The line that proves it: {line}.")


def _worths(answer: Solution) -> Sheet | None:
    """Return the worth of each play, or None if only the best was asked for."""
    if not answer.plays:
        return None
    lines = answer.lines or ((),) * len(answer.plays)
    rows = []
    for (play, worth), line in zip(answer.plays, lines, strict=True):
        value = NOTHING if worth is None else with_minus(worth)
        if isinstance(worth, ForcedResult):
            value = gettext(_FATES[worth])
        name, proof = spoken(answer.position, play), " ".join(map(str, line))
        rows.append((name, value, proof or NOTHING))
    heads = (N_("Card"), N_("Worth"), N_("Line"))
    return Sheet(_("What each play leads to"), heads, rows)


def _comparison(found: Comparison) -> Shown:
    grid: Any = comparison_grid(found)
    is_parted = any(row["note"] for row in grid["rows"])
    rows = []
    for row in grid["rows"]:
        cells: list[Message | str] = []
        for cell in row["cells"]:
            label_text = _("{label}. {text}", **cell) if cell["text"] else cell["label"]
            cells.append(label_text)
        rows.append((row["name"], *cells, *([row["note"] or NOTHING] if is_parted else [])))
    heads = [*grid["columns"], *([N_("Why they differ")] if is_parted else [])]
    return Shown(
        (), Sheet(grid["caption"], heads, rows), found.position, plain=comparison_text(found)
    )


# ---- whole games ----


def _game(game: Game) -> Shown:
    """Return a game now: the players' hands and what they have left, without the piles."""
    fields = {"seed": game.seed, "hand": game.hand_number}
    texts = [_("Game with seed {seed}, round {hand}.", **fields)]
    if game.is_over:
        winners = format_list([str(player_name(game.hands, seat, None)) for seat in game.winners])
        texts.append(_("The game is over. {winners} won.", winners=winners))
    position = game.position
    rows = []
    for seat, hand in enumerate(position.hands):
        tags = [_("dealer")] if seat == game.dealer else []
        if seat == position.turn and not game.is_over:
            tags.append(_("to move"))
        name = f"{seat} ({', '.join(map(str, tags))})" if tags else seat
        cards = _("out") if hand is None else card_codes(hand) or NOTHING
        stake = position.stakes[seat] if position.stakes else None
        rows.append((name, cards, NOTHING if stake is None else stake))
    heads = (N_("Player"), N_("Hand"), _STAKES.get(position.rules.stake_name or "", NOTHING))
    sheet = Sheet(_("The players"), heads, rows)
    shown = None if game.is_over else replace(position, draw=(), seen=())
    return Shown(texts, sheet, shown, home=NOBODY)


def _transcript(transcript: Transcript) -> Shown:
    """Return a game that was written down: its newest plays, and the position before the last."""
    about = ngettext(
        "{game} with {players} players, seed {seed}, {n} play, {result}.",
        "{game} with {players} players, seed {seed}, {n} plays, {result}.",
        len(transcript.entries),
        game=transcript.rules.name,
        players=transcript.players,
        seed=transcript.seed,
        result=transcript.result,
    )
    texts, position = [about], None
    try:
        for step in transcript.replay():
            position = step.ply.before
        position = position and replace(position, draw=(), seen=())
    except OnoError as error:
        texts.append(_("This game is impossible: {fault}.", fault=error.message))
        position = None
    first = max(0, len(transcript.entries) - LAST_ENTRIES)
    rows = [
        (number, entry.seat, entry.play, with_minus(entry.total))
        for number, entry in enumerate(transcript.entries[first:], first + 1)
    ]
    caption = _(N_("The last plays") if first else N_("The plays"))
    heads = (N_("Play"), N_("Player"), N_("Card"), N_("Total"))
    return Shown(texts, Sheet(caption, heads, rows) if rows else None, position, home=NOBODY)


_STAKES = {"chips": N_("Chips"), "points": N_("Points")}
_FATES = {
    ForcedResult.WON: N_("wins"),
    ForcedResult.LOST: N_("loses"),
    ForcedResult.UNKNOWN: N_("not known"),
}
SHOWN: Mapping[type, Callable[[Any], Shown]] = {
    Position: _position,
    Puzzle: _puzzle,
    Outcome: _outcome,
    Survival: _survival,
    Threat: _threat,
    Solution: _solution,
    Values: _values,
    Comparison: _comparison,
    Game: _game,
    Transcript: _transcript,
}
