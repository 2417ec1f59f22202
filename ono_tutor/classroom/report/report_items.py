"""The items in the teacher's report: how many were right, and what was answered instead."""

from collections.abc import Sequence

from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.report.class_analysis import LEAST_SPLIT
from ono_tutor.classroom.report.feedback_item import points_of
from ono_tutor.classroom.report.html_page import paragraph, shown
from ono_tutor.classroom.report.insight_values import (
    Discrimination,
    ItemAnalysis,
    PuzzleAnalysis,
    ResponseCounts,
)
from ono_tutor.classroom.report.report_charts import Row, rows_svg
from ono_tutor.classroom.report.report_parts import Section, beside, fold_of, table
from ono_tutor.classroom.report.tables import drawn
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.render.caption import position_text, words_of
from ono_tutor.render.charts import Unit
from ono_tutor.rules.book import misconceptions

MOST_DRAWN = 40
"""Items that are drawn: of more, those with the fewest right answers."""


class Tables:
    """The tables that a report draws, and the cards that lie on them."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.codes: set[str] = set()

    def figure(self, name: str) -> str:
        """The table of a puzzle, drawn and behind a line in words."""
        position = self.judge.puzzles[name].position
        svg, codes = drawn(position)
        self.codes |= codes
        words = fold_of(
            lazy_gettext("The table in words"), paragraph(position_text(position)), "same"
        )
        return f'<figure class="table">{svg}<div class="small">{words}</div></figure>'


def items_section(items: Sequence[ItemAnalysis]) -> Section:
    """The items by share right, as a picture and as a table."""
    kept = sorted(hardest_first(items), key=lambda item: item.number)
    chart = rows_svg(lazy_gettext(_CHART), [_bar(item) for item in kept])
    sheet = table(lazy_gettext(_CHART), _HEADS, [_row(item) for item in items])
    told = _legend() + beside(chart, sheet) + paragraph(_split_words(items), "soft small")
    return Section("items", lazy_gettext(_ITEMS), told)


def panels_section(items: Sequence[ItemAnalysis], tables: Tables) -> Section:
    """The hardest items one by one: the table, the right answer and the common wrong ones."""
    panels = "".join(_panel(item, tables) for item in hardest_first(items))
    order = paragraph(lazy_gettext("The hardest comes first."), "soft")
    return Section("one-by-one", lazy_gettext(_ONE_BY_ONE), order + panels)


def hardest_first(items: Sequence[ItemAnalysis]) -> Sequence[ItemAnalysis]:
    """The items with the fewest right answers, as many as are drawn."""
    return sorted(items, key=lambda item: (item.shares.share, item.number))[:MOST_DRAWN]


def _legend() -> str:
    """What the bars mean."""
    looks = (
        ("right", N_("right")),
        ("wrong", N_("not right")),
        ("none", N_("no answer")),
    )
    signs = "".join(
        '<li><svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true">'
        f'<path class="{look}" d="M1 7h32"/></svg> {shown(lazy_gettext(words))}</li>'
        for look, words in looks
    )
    return f'<ul class="legend">{signs}</ul>'


def _bar(item: ItemAnalysis) -> Row:
    name = lazy_gettext("Item {number}", number=item.number)
    return Row(str(name), item.shares, share_text(item.shares))


def share_text(shares: ResponseCounts) -> str:
    """The share of right answers in whole per cent; a dash where nobody was asked."""
    return Unit.SHARE.text(shares.share) if shares.asked else "–"


def _row(item: ItemAnalysis) -> tuple[str, ...]:
    shares = item.shares
    name = f'<a href="#item-{item.number}">{item.number}</a>' if item.puzzles else str(item.number)
    counts = (shares.right, shares.wrong, shares.none + shares.unread)
    parted = points_apart(item.split) if item.split else "–"
    return (name, str(item.points), *map(str, counts), share_text(shares), parted)


def points_apart(split: Discrimination) -> str:
    """How much better the upper third did, in percentage points."""
    apart = round(100 * split.difference)
    return f"+{apart}" if apart > 0 else str(apart).replace("-", "−")


def _split_words(items: Sequence[ItemAnalysis]) -> Message:
    if any(item.split for item in items):
        return lazy_gettext(
            "Best ahead: by how many percentage points more of the best third than of the "
            "worst third answered right; the thirds are by points in the other items. Near 0 "
            "or below, the item does not tell who knows the rules."
        )
    template = N_("From {count} learners on, it is told how far the best were ahead in each item.")
    return lazy_gettext(template, count=LEAST_SPLIT)


def _panel(item: ItemAnalysis, tables: Tables) -> str:
    """One item: its most missed puzzle drawn, the right answer, and the common wrong ones."""
    found = item.most_missed
    if found is None:
        return ""
    puzzle = tables.judge.puzzles[found.id]
    right = puzzle.solution()
    answer = "" if right.answer is None else sentence(words_of(puzzle, right.answer))
    told = [
        _variant(item, found),
        f"<dl><dt>{shown(lazy_gettext('The right answer'))}</dt>"
        f'<dd><p class="answer">{shown(answer)}</p>{paragraph(right.text)}</dd></dl>',
        _wrong(found, len(item.puzzles) > 1),
    ]
    rules = points_of(puzzle.position.rules, right.rules)
    below = fold_of(lazy_gettext("The rules behind it"), rules) + _pool(item, tables.judge)
    head = (
        f'<header><p class="number" aria-hidden="true">{item.number}</p>'
        f'<h3><span class="said">{shown(lazy_gettext("Item {number}", number=item.number))}'
        ": </span>"
        f"{shown(puzzle.question)}</h3>{_chip(item.shares)}</header>"
    )
    return (
        f'<article class="panel item" id="item-{item.number}">{head}'
        f'<div class="two">{tables.figure(found.id)}<div>{"".join(told)}</div></div>{below}'
        "</article>\n"
    )


def _chip(shares: ResponseCounts) -> str:
    template = N_("{right} of {asked} right")
    text = shown(lazy_gettext(template, right=shares.right, asked=shares.asked))
    return f'<p class="chip is-none"><span>{text}</span><span>{share_text(shares)}</span></p>'


def _variant(item: ItemAnalysis, puzzle: PuzzleAnalysis) -> str:
    """That what is drawn is one of several puzzles, and how it went with it."""
    if len(item.puzzles) < 2:
        return ""
    right, wrong, *_ = puzzle.shares
    fields = {"count": len(item.puzzles), "right": right, "wrong": wrong}
    return paragraph(
        lazy_gettext(_VARIANT, id=puzzle.id, asked=puzzle.shares.asked, **fields), "small"
    )


def _wrong(puzzle: PuzzleAnalysis, is_variant: bool = False) -> str:
    """The common wrong answers, each with the misconceptions that explain it."""
    if not puzzle.wrong:
        template = _NO_WRONG_HERE if is_variant else N_("Nobody gave a wrong answer.")
        return paragraph(lazy_gettext(template), "soft")
    rows = [
        (shown(sentence(answer.words)), str(answer.times), _beliefs(answer.beliefs))
        for answer in puzzle.wrong
    ]
    if puzzle.others:
        rows.append((shown(lazy_gettext("Other wrong answers")), str(puzzle.others), ""))
    heads = (N_("Answered instead"), N_("Times"), N_("Perhaps thought"))
    return table(lazy_gettext("Common wrong answers"), heads, rows, "wordy")


def _beliefs(names: Sequence[str]) -> str:
    """The beliefs that each explain an answer, a line each."""
    told = [lazy_gettext("“{belief}”", belief=misconceptions()[name].belief) for name in names]
    lines = [
        str(lazy_gettext(_OR, belief=line)) if place else str(line)
        for place, line in enumerate(told)
    ]
    return "<br>".join(map(shown, lines))


def _pool(item: ItemAnalysis, judge: Judge) -> str:
    """Every puzzle of an item that was dealt, with its wrong answers, behind a line."""
    if len(item.puzzles) < 2:
        return ""
    rows = [
        (
            shown(puzzle.id),
            str(puzzle.shares.asked),
            str(puzzle.shares.right),
            str(puzzle.shares.wrong),
        )
        for puzzle in item.by_missed
    ]
    heads = (N_("Puzzle"), N_("Learners"), N_("Right"), N_("Wrong"))
    title = lazy_gettext("All variants dealt for this item: {count}", count=len(item.puzzles))
    others = [puzzle for puzzle in item.by_missed[1:] if puzzle.wrong]
    more = "".join(_other(puzzle, judge) for puzzle in others)
    order = lazy_gettext("Variants, the most missed first")
    return fold_of(title, table(order, heads, rows) + more)


def _other(puzzle: PuzzleAnalysis, judge: Judge) -> str:
    """The wrong answers to a variant that is not drawn, below its position in words."""
    words = paragraph(position_text(judge.puzzles[puzzle.id].position), "small")
    return f"<h4>{shown(puzzle.id)}</h4>{words}{_wrong(puzzle)}"


_ITEMS, _ONE_BY_ONE = N_("Items"), N_("Item by item")
_CHART = N_("Items by share of right answers")
_HEADS = (
    N_("Item"),
    N_("Points"),
    N_("Right"),
    N_("Wrong"),
    N_("None"),
    N_("Share right"),
    N_("Best ahead"),
)
_VARIANT = N_(
    "One of {count} variants: {id}, the most missed. Of {asked} learners who had it "
    "{right} answered right and {wrong} wrong."
)
_NO_WRONG_HERE = N_("Nobody gave a wrong answer to any variant.")
_OR = N_("or {belief}")
