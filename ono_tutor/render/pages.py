"""Pages without a table: the result of a sitting, the end of a set, cards in a row."""

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from ono_tutor.course.answer_store import AnswerRecord
from ono_tutor.course.diagnosis import NAMED
from ono_tutor.course.lessons import in_teaching_order
from ono_tutor.course.practice import CheckUpSitting, PracticeSitting, Refutation
from ono_tutor.course.strength import titles
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.comparison import sources_list, worked_grid
from ono_tutor.render.describe import answer_words, join_sentences, puzzle_sentences
from ono_tutor.render.forms import field, form, option
from ono_tutor.render.scene import grid, page
from ono_tutor.render.svg import card_svg, position_svg
from ono_tutor.rules.book import format_titles, misconceptions
from ono_tutor.rules.catalogue import RULE_SETS

# ---- the end of a set ----


def end_page(marks: Mapping[str, Mark], puzzles: Sequence[Puzzle], actions: Sequence[Json]) -> Json:
    """Return what a set came to: how many were right at the first answer, rule by rule.

    ``marks`` are the first answers by the ids of the puzzles.
    """
    count = len(puzzles)
    told = right_count_text(sum(mark is Mark.RIGHT for mark in marks.values()), count)
    text = _("All {count} positions are done.", count=count)
    missed = [sentence(str(titles()[point])) for point in missed_rules(marks, puzzles)]
    lead = [_("Missed: {titles}.", titles=", ".join(missed))] if missed else []
    grid = rules_grid(_by_rule(marks, puzzles))
    progress = {"done": count, "of": count, "text": str(text)}
    return page(_("The end of this set"), told, lead, actions, grid=grid, progress=progress)


def missed_rules(marks: Mapping[str, Mark], puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """Return the rule points of which a puzzle was not right at the first answer."""
    return tuple(point for point, each in _by_rule(marks, puzzles).items() if not all(each))


def _by_rule(marks: Mapping[str, Mark], puzzles: Sequence[Puzzle]) -> dict[str, list[bool]]:
    """Return whether each puzzle was right at the first answer, by the rule that decides it."""
    found: dict[str, list[bool]] = {}
    for puzzle in puzzles:
        for point in KINDS[puzzle.kind].rule_points(puzzle.task)[:1]:
            found.setdefault(point, []).append(marks.get(puzzle.id) is Mark.RIGHT)
    return found


# ---- cards ----


def face_image(code: str, name: str) -> str:
    """Return a card's face as an image of HTML, which a text cell of a notebook shows too."""
    data = b64encode(card_svg(code).encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{escape(name)}" width="56" src="{source}">'


def cards_html(cards: Collection[tuple[str, str, str]]) -> str:
    """Return cards in rows: each a code, its name, and what stands below it."""
    style = (
        "display:inline-block;width:6.2em;margin:0 .4em .8em 0;text-align:center;vertical-align:top"
    )
    return "".join(
        f'<figure style="{style}">{face_image(code, "")}<figcaption>{escape(name)}'
        f"<br><small>{escape(note)}</small></figcaption></figure>"
        for code, name, note in cards
    )


MOST = 100
"""Puzzles that one practice may have."""


# ---- a misconception put right ----


def refutation_page(found: Refutation, actions: Sequence[Json]) -> Json:
    """Return what was believed, what the rule says and who says so, and a case played both ways."""
    belief, case = found.belief, found.case
    more: dict[str, object] = {"log": sources_list(found)}
    if case is not None:
        case_of = _drawn(case.puzzle, case.puzzle.question, "")
        more |= {"cases": [case_of], "grid": worked_grid(case)}
    question = _("You seemed to think: “{belief}”", belief=belief.belief)
    return page(_("Something to put right"), question, [belief.truth], actions, **more)


def _drawn(puzzle: Puzzle, title: Message | str, note: Message | str) -> Json:
    """Return a drawn position with its title, a note on it, and all of it in words."""
    text, svg = join_sentences(puzzle_sentences(puzzle)), position_svg(puzzle.position)
    return {"title": str(title), "note": str(note), "svg": svg, "text": text}


# ---- what a sitting came to ----


LIKELY = 0.5
"""How probable a misconception must be to explain an answer that it leads to."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a sitting: the first answers by rule point, and the beliefs that they show.

    ``shown`` has by the id of each misconception that is probable the last answer that shows it,
    the likeliest first. ``unexplained`` are the wrong answers that no probable one explains.
    """

    answers: tuple[AnswerRecord, ...]
    shown: Mapping[str, AnswerRecord]
    unexplained: tuple[AnswerRecord, ...] = ()

    @classmethod
    def of(cls, session: PracticeSitting) -> "Result":
        """Return the result of a sitting up to now."""
        answers = tuple(session.first_answers())
        wrong = [answered for answered in answers if answered.mark is Mark.WRONG]
        if not wrong:
            return cls(answers, {})
        found, shown = session.diagnosis(), dict[str, AnswerRecord]()
        for answered in wrong:
            both = found.named(Puzzle.of(answered.entry), answered.answer, ())
            shown |= dict.fromkeys((*both, *answered.mistakes), answered)
        probable = [key for key in shown if found.chance(key) >= NAMED]
        unexplained = tuple(
            answered
            for answered in wrong
            if all(found.chance(key) < LIKELY for key in answered.mistakes)
            and not session.named(answered, found)
        )
        beliefs = sorted(probable, key=found.chance, reverse=True)
        return cls(answers, {key: shown[key] for key in beliefs}, unexplained)

    @property
    def right(self) -> int:
        """The number of puzzles that were right at the first answer."""
        return sum(answered.mark is Mark.RIGHT for answered in self.answers)

    @property
    def by_point(self) -> Mapping[str, list[bool]]:
        """The first answers, right or not, by the rule point that decides the puzzle.

        A wrong answer that a probable misconception explains is about the point that it misses.
        """
        found: dict[str, list[bool]] = {}
        for answered in self.answers:
            entry = bank.index().get(answered.puzzle) or answered.entry
            blamed = [misconceptions()[key].point for key in self.shown if key in answered.mistakes]
            for point in (*blamed, *entry.rule_points)[:1]:
                found.setdefault(point, []).append(answered.mark is Mark.RIGHT)
        return found

    @property
    def missed(self) -> tuple[str, ...]:
        """The rule points of which a puzzle was missed."""
        return tuple(point for point, marks in self.by_point.items() if not all(marks))


def result_page(session: PracticeSitting, chosen: Json | None, actions: Sequence[Json]) -> Json:
    """Return what a sitting came to, rule by rule, what seems to be believed, and what comes next.

    ``chosen`` is the form in which something else is chosen, if it is open.
    """
    result = Result.of(session)
    by_point = result.by_point
    title = _(N_("Check-up") if session.is_check_up else N_("Practice"))
    if not result.answers:
        question = _("What would you like to practise?")
        return page(title, question, (), actions, form=chosen)
    told, cases = [_seems_to_think(key) for key in result.shown], list[Json]()
    if result.missed:
        missed = format_titles(titles()[point] for point in result.missed)
        text = N_("Not sure yet: {titles}. Other puzzles like these come back.")
        told.append(_(text, titles=missed))
    if isinstance(session, CheckUpSitting):
        if session.is_over and any(session.untried.values()):
            text = N_("Not every card came up. A check-up on one game asks about all of them.")
            told.append(_(text))
        elif session.is_over and result.right == len(result.answers):
            told.append(_("Every kind of card came up, and no mistake was found."))
        cases = [_case(answered, key) for key, answered in result.shown.items()]
        cases += [_case(answered) for answered in result.unexplained]
    count, grid = right_count_text(result.right, len(result.answers)), rules_grid(by_point)
    return page(title, count, told, actions, form=chosen, grid=grid, cases=cases)


def _case(answered: AnswerRecord, belief: str = "") -> Json:
    """Return a wrong answer in its position, and what is right: one that a belief explains."""
    puzzle = Puzzle.of(answered.entry)
    check = puzzle.check(answered.answer)
    title, why = _("We cannot tell why you answered this."), check.text
    if belief:
        title, why = _seems_to_think(belief), _(misconceptions()[belief].truth)
    given = "" if check.answer is None else answer_words(puzzle, check.answer)
    fields = {"question": puzzle.question, "given": given, "why": why}
    text, right = N_("{question} You said: {given}. By the rules: {right}. {why}"), puzzle.answer
    return _drawn(puzzle, title, _(text, right=answer_words(puzzle, right), **fields))


def _seems_to_think(belief: str) -> Message:
    return _("You seem to think: “{belief}”", belief=misconceptions()[belief].belief)


def right_count_text(right: int, count: int) -> Message:
    """Return how many of the puzzles were right at the first answer."""
    one = N_("You had {right} of 1 right at the first answer.")
    more = N_("You had {right} of {n} right at the first answer.")
    return ngettext(one, more, count, right=right)


def rules_grid(by_point: Mapping[str, Sequence[bool]]) -> Json:
    """Return a row for each rule point, the least known first: how many puzzles were right."""
    rows: list[Json] = []
    for point, marks in sorted(by_point.items(), key=lambda item: sum(item[1]) / len(item[1])):
        outcome = "safe" if all(marks) else "risk" if any(marks) else "lost"
        label = gettext("{right} of {asked} right", right=sum(marks), asked=len(marks))
        rows.append({"name": str(titles()[point]), "cells": [{"outcome": outcome, "label": label}]})
    return grid(_("Rule by rule"), (N_("Rule"), N_("Right")), rows)


# ---- the choice of what to practise ----

GAME, TOPIC, COUNT = "game", "topic", "count"
"""The fields of the choice."""


def choice_form(game: str, topic: str, count: int) -> Json:
    """Return the form to choose a game, a topic and a number."""
    games = [option("", _("all three games"))]
    games += [option(key, kind.title) for key, kind in RULE_SETS.items()]
    points = [option("", _("all rules"))]
    points += [option(point, sentence(str(titles()[point]))) for point in topics()]
    fields = [
        field(GAME, "select", N_("Game"), game, options=games),
        field(TOPIC, "select", N_("Rule"), topic, options=points),
        field(COUNT, "number", N_("Puzzles"), count, min=1, max=MOST, step=1),
    ]
    return form(N_("Choose what to practise"), fields, N_("Begin"))


@lru_cache(maxsize=1)
def topics() -> tuple[str, ...]:
    """Return the rule points that a puzzle of the bank depends on, as the lessons teach them."""
    known = {point for entry in bank.index().values() for point in entry.rule_points}
    return tuple(point for point in in_teaching_order() if point in known)
