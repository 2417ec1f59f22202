"""The sheet of each kind of value in a notebook: sentences, rows and a drawn position.

A sheet is written as HTML and as plain text; :mod:`ono_tutor.notebook` registers them.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    winners_text,
)
from ono_tutor.render.feedback import play_table, solution_text, verdict_text
from ono_tutor.render.svg import position_svg
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.play import Play
from ono_tutor.solver.compare import Comparison
from ono_tutor.solver.reasons import PlayStatus
from ono_tutor.solver.solve import ForcedResult, Solution
from ono_tutor.solver.survive import Survival
from ono_tutor.solver.threat import Threat
from ono_tutor.solver.value import Grade, Source, Values

NOTHING = "–"
"""Stands in a cell that has nothing to say."""

LAST_ENTRIES = 12
"""Plays of a transcript that are shown."""

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


@dataclass(frozen=True, slots=True)
class Shown:
    """The sheet of a value: sentences, a table and a position to draw.

    The heads of the columns are templates; a row begins with its head. ``home`` is the seat that
    is drawn below and called "you". ``plain`` is the whole as plain text where it is not as here.
    """

    texts: Sequence[Message | str] = ()
    caption: Message | str = ""
    heads: Iterable[str] = ()
    rows: Sequence[Sequence[object]] = ()
    position: Position | None = None
    home: int | None = None
    plain: str = ""


def html_of(value: object) -> str | None:
    """Return the value as HTML; None for one that is not shown, or is not as it should be."""
    return _made(value, _as_html)


def value_text(value: object) -> str:
    """Return the value as plain text for people; its ``repr`` where it cannot be shown."""
    return _made(value, _as_text) or repr(value)


def _made(value: object, make: Callable[[Shown], str]) -> str | None:
    show = SHOWN.get(type(value))
    try:
        return make(show(value)) if show else None
    except (OnoError, ArithmeticError, AssertionError, AttributeError, LookupError, ValueError):
        return None  # a value that somebody put together wrongly still has its repr


def _as_html(shown: Shown) -> str:
    """Return the drawn table, and beside it the sentences and the rows, in the page's colours."""
    side = "".join(f'<p style="margin:0 0 .6em">{escape(str(text))}</p>' for text in shown.texts)
    drawn, name = "", escape(str(shown.caption))
    if shown.rows:
        columns = list(map(translate, shown.heads))
        heads = "".join(f'<th scope="col" style="{CELL}">{escape(head)}</th>' for head in columns)
        body = ""
        for first, *rest in shown.rows:
            cells = "".join(f'<td style="{CELL}">{escape(str(text))}</td>' for text in rest)
            head = f'<th scope="row" style="{CELL}">{escape(str(first))}</th>'
            body += f"<tr>{head}{cells}</tr>"
        side += (
            f'<div role="group" tabindex="0" aria-label="{name}" style="{SCROLLED}">'
            f'<table style="{TABLE}"><caption style="{CAPTION}">{name}</caption>'
            f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
        )
    if shown.position:
        style = "max-width:100%;height:auto;display:block"
        svg = position_svg(shown.position, shown.home).replace("<svg ", f'<svg style="{style}" ', 1)
        line = f'<code style="{CODE}">{escape(str(shown.position))}</code>'
        drawn = f'<div style="flex:0 1 20em;min-width:0;max-width:20em">{svg}{line}</div>'
    return f'<div class="ono-shown" style="{ROOM}">{drawn}<div style="{SIDE}">{side}</div></div>'


def _as_text(shown: Shown) -> str:
    """Return the position's line, the sentences and the rows, their columns one below the other."""
    if shown.plain:
        return shown.plain
    parts = [str(shown.position)] if shown.position else []
    parts += map(str, shown.texts)
    if shown.rows:
        rows = [list(map(translate, shown.heads)), *(list(map(str, row)) for row in shown.rows)]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  " + "  ".join(map(str.ljust, row, wide)).rstrip() for row in rows)
        parts += [str(shown.caption), *lines]
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
    text = f"<p><b>{asked}</b></p>{image}<p><i>{onward}</i></p>"
    return f'{_HIDE_ERROR}<div class="ono-still {name}">{text}</div>'


# ---- positions, puzzles and what plays led to ----


def _position(position: Position) -> Shown:
    check(position, {})
    return Shown(position=position, plain=f"{position}\n{position_text(position)}")


def _puzzle(puzzle: Puzzle) -> Shown:
    texts = [_("Puzzle {id}: {question}", id=puzzle.id, question=puzzle.question)]
    if puzzle.choices:
        choices = "; ".join(str(text) for __, text in puzzle.choices)
        texts.append(_("You choose from {choices}.", choices=choices))
    return Shown(texts, position=puzzle.position)


def _outcome(outcome: Outcome) -> Shown:
    before, is_over = outcome.before, outcome.round_over
    over = _("The round ends here. The picture shows the table before the last card.")
    plays = " ".join(map(str, outcome.plays)) or NOTHING
    rows = [
        (place, sentence_of(before, event, before.turn), rule_points()[event.rule].title)
        for place, event in enumerate(outcome.events, 1)
    ]
    return Shown(
        (over,) if is_over else (),
        _("Played: {plays}", plays=plays),
        (N_("Step"), N_("What happens"), N_("Rule")),
        rows,
        before if is_over else outcome.after,
        home=before.turn,
    )


# ---- answers of the solver ----


def _survival(answer: Survival) -> Shown:
    position = answer.position
    rows = [
        (
            spoken(position, row.play),
            label(position, row.status),
            NOTHING if row.status is PlayStatus.BARRED else row.chance,
            row.text,
        )
        for row in play_table(position)
    ]
    heads = (N_("Card"), N_("Verdict"), N_("Chance"), N_("What follows, and why"))
    caption = _("What each card would do")
    return Shown((verdict_text(answer),), caption, heads, rows, position)


def _threat(answer: Threat) -> Shown:
    position, rows = answer.position, []
    for danger in answer.dangers:
        cells = (NOTHING, NOTHING, NOTHING)
        if danger.chance is not None and danger.next is not None:
            player = sentence(str(player_name(position.hands, danger.next, position.turn)))
            cells = player, str(danger.owes), format_chance(danger.chance, is_brief=True)
        rows.append((spoken(position, danger.play), *cells))
    heads = (N_("Card"), N_("Next player"), N_("Must play"), N_("Chance of not surviving"))
    caption = _("How dangerous each play is for the next player")
    return Shown((), caption, heads, rows, position)


def value_rows(answer: Values) -> Iterator[tuple[Play, str, str, Message]]:
    """Yield each play, its worth and its cost with their errors, and why.

    The figures are rounds won in 100, or points.
    """
    scale, digits = (100, 1) if answer.unit == "chance" else (1, 2)
    for each in answer.plays:
        figures = each.value, each.error, each.cost, each.cost_error
        value, error, cost, cost_error = (with_minus(f"{scale * n:.{digits}f}") for n in figures)
        if each.source is not Source.CERTAIN:
            value += f" ± {error} ({each.kind})"
        if each.cost_error:
            cost += f" ± {cost_error}"
        grade = each.grade.value
        if each.grade is Grade.BEST:
            grade = "as good within the error" if each.cost_error else "as good"
        cost = "best" if each is answer.plays[0] else f"{cost} ({grade})"
        yield each.play, value, cost, each.reason


def _values(answer: Values) -> Shown:
    position, is_chance = answer.position, answer.unit == "chance"
    rows = [(spoken(position, play), *cells) for play, *cells in value_rows(answer)]
    heads = N_("Card"), N_("You win in 100") if is_chance else N_("Points"), N_("Costs"), N_("Why")
    return Shown((), _("What each card is worth"), heads, rows, position)


def _solution(answer: Solution) -> Shown:
    texts, position, rows = [solution_text(answer)], answer.position, []
    if answer.line:
        texts.append(_("Best play: {line}.", line=" ".join(map(str, answer.line))))
    one, more = N_("{count} position was examined."), N_("{count} positions were examined.")
    count = f"{answer.positions:,}".replace(",", "\u202f")
    texts.append(ngettext(one, more, answer.positions, count=count))
    lines = answer.lines or ((),) * len(answer.plays or ())
    for (play, worth), line in zip(answer.plays or (), lines, strict=True):
        value = NOTHING if worth is None else with_minus(worth)
        if isinstance(worth, ForcedResult):
            value = gettext(_FATES[worth])
        rows.append((spoken(position, play), value, " ".join(map(str, line)) or NOTHING))
    heads = (N_("Card"), N_("Worth"), N_("Line"))
    return Shown(texts, _("What each play leads to"), heads, rows, position)


_FATES = {
    ForcedResult.WON: N_("wins"),
    ForcedResult.LOST: N_("loses"),
    ForcedResult.UNKNOWN: N_("not known"),
}


def _comparison(found: Comparison) -> Shown:
    grid: Any = comparison_grid(found)
    rows = []
    for row in grid["rows"]:
        cells = [
            _("{label}. {text}", **cell) if cell["text"] else cell["label"] for cell in row["cells"]
        ]
        rows.append((row["name"], *cells, row["note"] or NOTHING))
    heads = [*grid["columns"], N_("Why they differ")]
    plain = comparison_text(found)
    return Shown((), grid["caption"], heads, rows, found.position, plain=plain)


# ---- whole games ----


def _game(game: Game) -> Shown:
    """Return a game now: the players' hands and what they have left, without the piles."""
    position, rows = game.position, []
    texts = [
        _("Game with seed {seed}, round {hand}.", seed=game.deal.seed, hand=game.deal.hand_number)
    ]
    if game.is_over:
        texts.append(winners_text(game.hands, game.winners, None))
    for seat, hand in enumerate(position.hands):
        cards = _("out") if hand is None else card_codes(hand) or NOTHING
        stake = position.stakes[seat] if position.stakes else None
        name = _("{n}, the dealer", n=seat) if seat == game.deal.dealer else seat
        rows.append((name, cards, NOTHING if stake is None else stake))
    stakes = {"chips": N_("Chips"), "points": N_("Points")}.get(position.rules.stake_name or "")
    heads = (N_("Player"), N_("Hand"), stakes or NOTHING)
    shown = None if game.is_over else replace(position, draw=(), seen=())
    return Shown(texts, _("The players"), heads, rows, shown, home=NOBODY)


def _transcript(transcript: Transcript) -> Shown:
    """Return a game that was written down: its newest plays, and the position before the last."""
    rules, result, count = transcript.rules.name, transcript.result, len(transcript.entries)
    template = N_("{game} with {players} players, seed {seed}: {result}.")
    about = {"game": rules, "players": transcript.players, "seed": transcript.seed}
    texts, position = [_(template, **about, result=result)], None
    for step in transcript.replay():
        position = replace(step.ply.before, draw=(), seen=())
    rows = [
        (number, entry.seat, entry.play, with_minus(entry.total))
        for number, entry in enumerate(transcript.entries, 1)
    ]
    heads = (N_("Play"), N_("Player"), N_("Card"), N_("Total"))
    caption = _("The last of {count} plays", count=count)
    return Shown(texts, caption, heads, rows[-LAST_ENTRIES:], position, home=NOBODY)


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
