"""One item of a learner's feedback page; what learners share is put in words once."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import ItemMark
from ono_tutor.classroom.report.html_page import folded, paragraph, shown
from ono_tutor.classroom.report.missed import Missed
from ono_tutor.classroom.report.tables import drawn, small_card
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.puzzles.answer import Answer, Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import chance_words, label, play_name, position_text, words_of
from ono_tutor.rules.book import Misconception, misconceptions, rule_points
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import Prospect, Reason

DRAWN, TOLD = 1_000, 5_000
"""Puzzles drawn, and answers told, that are kept at once: about 30 MB at the most."""

MOST_POINTS, MOST_BELIEFS = 4, 3
"""Rule points, and misconceptions that explain it equally well, that are told with an answer."""


class Asked(NamedTuple):
    """What everybody sees of a puzzle: its question, its table, and the cards that lie there."""

    question: str
    table: str
    codes: frozenset[str]


class Told(NamedTuple):
    """What is told of an answer, as HTML: itself, the reasons, and every card of the hand."""

    yours: str
    why: str
    cards: str


class Items:
    """Items of one assignment as HTML."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.missed = Missed(judge)
        self.asked = lru_cache(DRAWN)(self._asked)
        self._solution = lru_cache(DRAWN)(self._solved)
        self._told = lru_cache(TOLD)(self._telling)

    def item(self, number: int, item: ItemMark, points: int) -> str:
        """The article of an item, which earned some of these points."""
        asked = self.asked(item.puzzle)
        facts = "".join(f"<li>{fact}</li>" for fact in map(shown, facts_of(item)))
        told = self._told(item.puzzle, item.answer)
        beside = f'<ul class="facts">{facts}</ul>' if facts else ""
        is_right = item.mark is Mark.RIGHT
        yours, why = ("", told.yours + told.why) if not is_right else (told.yours, told.why)
        body = (
            f'<div class="two">{asked.table}<div>{beside}<dl>{why}</dl>{told.cards}'
            f"{self._on_the_way(item)}</div></div>"
        )
        if is_right:
            body = f"<dl>{yours}</dl>" + folded(lazy_gettext(_SHOW_RIGHT), body)
        return (
            f'<article class="panel item" id="item-{number}" aria-labelledby="asked-{number}">'
            f"{_head(number, item, points, asked.question)}{body}</article>\n"
        )

    def check(self, item: ItemMark) -> Check:
        """What the engine says of the answer that decided; of none, the right answer."""
        if item.answer:
            return self.judge.check(item.puzzle, item.answer)
        return self._solution(item.puzzle)

    def _solved(self, puzzle: str) -> Check:
        return self.judge.puzzles[puzzle].solution()

    def _asked(self, name: str) -> Asked:
        puzzle = self.judge.puzzles[name]
        svg, codes = drawn(puzzle.position)
        words = paragraph(position_text(puzzle.position)) + f"<code>{shown(puzzle.position)}</code>"
        told = folded(lazy_gettext("The table in words"), words, "small same")
        table = f'<figure class="table">{svg}{told}</figure>'
        return Asked(shown(puzzle.question), table, codes)

    def _telling(self, name: str, answer: str) -> Told:
        """The answer, why, the right one, and the rules: the same for all who answered so."""
        puzzle, right = self.judge.puzzles[name], self._solution(name)
        check = self.judge.check(name, answer) if answer else right
        rows: list[tuple[Message, str]] = []
        if answer:
            rows.append((lazy_gettext(_WHY), paragraph(_reason(check))))
        if beliefs := "".join(map(belief_html, check.mistakes[:MOST_BELIEFS])):
            rows.append((lazy_gettext(_BELIEF if len(check.mistakes) == 1 else _BELIEFS), beliefs))
        if not check.is_right or not answer:
            is_said = answer and str(right.text) in str(_reason(check))
            reason = "" if is_said else paragraph(right.text)
            rows.append((lazy_gettext(_RIGHT), self._answer(name, right) + reason))
        if rules := points_of(puzzle.position.rules, (*check.rules, *right.rules)):
            rows.append((lazy_gettext(_RULES), rules))
        yours = _row(lazy_gettext(_YOURS), self._answer(name, check)) if answer else ""
        why = "".join(_row(head, body) for head, body in rows)
        return Told(yours, why, _cards(puzzle, right.reasons))

    def _answer(self, name: str, check: Check) -> str:
        """An answer in words, and beside it the cards of the table that it names."""
        if check.answer is None:
            return ""
        words = paragraph(sentence(words_of(self.judge.puzzles[name], check.answer)), "answer")
        codes = [code for code in codes_in(check.answer) if code in self.asked(name).codes]
        cards = "".join(map(small_card, codes))
        return f'<div class="named">{cards}{words}</div>' if cards else words

    def _on_the_way(self, item: ItemMark) -> str:
        """The misconceptions behind earlier answers that counted too."""
        now = {found.id for found in self.check(item).mistakes} if item.answers > 1 else ()
        found = [misconceptions()[key] for key in item.mistakes if key not in now]
        if item.answers < 2 or not found:
            return ""
        beliefs = "".join(map(belief_html, found[:2]))
        return f"<dl><dt>{shown(lazy_gettext(_EARLIER))}</dt><dd>{beliefs}</dd></dl>"


def mark_words(mark: Mark) -> tuple[str, str, str]:
    """How a mark is shown: a sign, what it says, and a class of the style."""
    sign, template, look = _MARKS[mark]
    return sign, str(lazy_gettext(template)), look


def points_words(earned: int, points: int) -> Message:
    """What was earned of what."""
    return lazy_gettext(
        N_("{earned} of {points} point") if points == 1 else N_("{earned} of {points} points"),
        earned=earned,
        points=points,
    )


def facts_of(item: ItemMark) -> Iterator[Message]:
    """What else is known of an answer: that it was late, how many there were, hints."""
    if item.is_late:
        yield lazy_gettext("Late: it came after the time that was due.")
    if item.answers > 1:
        yield lazy_gettext("{count} answers count here; this one decided.", count=item.answers)
    if item.hints:
        yield lazy_gettext("Hints used: {count}.", count=item.hints)


def belief_html(found: Misconception) -> str:
    """A misconception: the belief, and the sentence that mends it."""
    belief = shown(lazy_gettext("“{belief}”", belief=found.belief))
    name = f'<span class="soft small">({shown(found.id)})</span>'
    return f'<p class="belief"><em>{belief}</em> {name}</p>{paragraph(found.truth)}'


def points_of(rules: RuleSet, ids: Sequence[str]) -> str:
    """The first of these rule points by title, each with its sentence in this rule set."""
    book = rule_points()
    spoken = [book[key] for key in dict.fromkeys(ids) if rules.key in book[key].says]
    lines = (
        f"<li><b>{shown(point.title)}.</b> {shown(point.says[rules.key])}</li>"
        for point in spoken[:MOST_POINTS]
    )
    return f'<ul class="rules">{"".join(lines)}</ul>' if spoken else ""


def _head(number: int, item: ItemMark, points: int, question: str) -> str:
    sign, words, look = mark_words(item.mark)
    place = shown(lazy_gettext("Item {number}", number=number))
    return (
        f'<header><p class="number" aria-hidden="true">{number}</p>'
        f'<h3 id="asked-{number}"><span class="said">{place}: </span>{question}</h3>'
        f'<p class="chip {look}"><span><span aria-hidden="true">{sign}</span> {shown(words)}</span>'
        f"<span>{shown(points_words(item.earned, points))}</span></p></header>"
    )


def _row(head: Message, body: str) -> str:
    return f"<dt>{shown(head)}</dt><dd>{body}</dd>"


def codes_in(answer: Answer) -> Iterator[str]:
    """The codes of the cards that an answer names, each once."""
    plays = answer if isinstance(answer, tuple) else (answer,)
    cards = (play.card for play in plays if isinstance(play, Play) and play.card)
    yield from dict.fromkeys(card.code for card in cards)


def _reason(check: Check) -> object:
    """Why; a misconception is told on its own, so the sentence that leads up to it is left out."""
    return dict(check.text.fields).get("text", check.text) if check.mistakes else check.text


def _cards(puzzle: Puzzle, reasons: Sequence[Reason]) -> str:
    """What every card of the hand would have done, behind a line."""
    if not reasons:
        return ""
    rows = "".join(_card(puzzle, reason) for reason in reasons)
    return folded(
        lazy_gettext("What every card would do"), f'<ul class="cards">{rows}</ul>', "small"
    )


def _card(puzzle: Puzzle, reason: Reason) -> str:
    name = sentence(str(play_name(puzzle.position, reason.play)))
    stands = str(label(puzzle.position, reason.prospect))
    if reason.prospect is Prospect.RISK and reason.chance is not None:
        stands = f"{stands}, {chance_words(reason.chance)}"
    return f"<li><b>{shown(name)}</b> · {shown(stands)}. {shown(reason.text)}</li>"


_MARKS = {
    Mark.RIGHT: ("✓", N_("Right"), "is-right"),
    Mark.WRONG: ("✗", N_("Not right"), "is-wrong"),
    Mark.NOT_ATTEMPTED: ("–", N_("No answer that counts"), "is-none"),
    Mark.MALFORMED: ("?", N_("Could not be read"), "is-none"),
}
_YOURS, _WHY, _RIGHT = N_("Your answer"), N_("Why"), N_("The right answer")
_BELIEF, _RULES = N_("Perhaps you thought"), N_("The rules behind it")
_BELIEFS = N_("Perhaps you thought one of these")
_SHOW_RIGHT = N_("The table, and why it is right")
_EARLIER = N_("On the way you perhaps thought")
