"""An answer as a teacher reads it: cards by the names they are called at the table."""

from fractions import Fraction

from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, sentence, translate
from ono_tutor.puzzles.answer import Answer, Next, Quiet, Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import chance_words
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.survive import Verdict


def key_answer(puzzle: Puzzle, answer: Answer) -> str:
    """Return a right or a wrong answer to a puzzle in words, such as ``Seven or nine``."""
    return sentence(str(_words(puzzle, answer)))


def _words(puzzle: Puzzle, answer: Answer) -> object:
    match answer:
        case Verdict() | Quiet():
            return dict(puzzle.choices)[answer.value]
        case Next(seat, owes):
            template = N_("Seat {seat}, which owes one card")
            if owes > 1:
                template = N_("Seat {seat}, which owes {owes} cards")
            return lazy_gettext(template, seat=seat, owes=owes)
        case Play() | LateDraw():
            return play_words(puzzle.position.rules, answer)
        case Fraction():
            return chance_words(answer)
        case int():
            return str(answer).replace("-", "−")
    return _of_many(puzzle, answer)


def _of_many(puzzle: Puzzle, answer: tuple[object, ...]) -> object:
    """Return the words of a list: plays, amounts or rule sets."""
    if puzzle.shape is Shape.AMOUNTS:
        return _amounts(answer)
    if puzzle.shape is Shape.EDITIONS:
        titles = [kind.title for key, kind in RULE_SETS.items() if key in answer]
        return format_list(titles) or lazy_gettext("under none of them")
    rules = puzzle.position.rules
    names = [play_words(rules, play) for play in answer if isinstance(play, Play | LateDraw)]
    if puzzle.shape is Shape.PLAY:
        return _any_of(names)
    if puzzle.shape is Shape.LINE:
        return _in_order(names)
    return format_list(names) or lazy_gettext("no card")


def play_words(rules: RuleSet, play: Play | LateDraw) -> str:
    """Return a play as it is called."""
    if isinstance(play, LateDraw):
        return str(lazy_gettext("the late draw of seat {seat}", seat=play.seat))
    return str(rules.play_name(play))


def _amounts(answer: tuple[object, ...]) -> str | Message:
    """Return what each seat pays that pays anything."""
    some = N_("seat {seat}: {amount}")
    parts = [str(lazy_gettext(some, seat=seat, amount=n)) for seat, n in enumerate(answer) if n]
    return format_list(parts) or lazy_gettext("nobody anything")


def _any_of(names: list[str]) -> str:
    """Return ``a``, ``a or b``, ``a, b or c``: any one of them."""
    if len(names) < 2:
        return "".join(names)
    either = translate(N_("{first} or {last}"))
    return either.format(first=", ".join(names[:-1]), last=names[-1])


def _in_order(names: list[str]) -> str:
    """Return ``a, then b, then c``."""
    then = translate(N_("{first}, then {next}"))
    found = names[:1]
    for name in names[1:]:
        found = [then.format(first=found[0], next=name)]
    return "".join(found)


def grid_word(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer as it is written into a table of answers, such as ``7, 9`` or ``1 2``.

    Of several best plays one is enough. Nothing stands there that a spreadsheet takes for a day
    or a formula, as it does ``8/25``, ``10-10`` and ``-10, 7``.
    """
    if isinstance(answer, Fraction):
        return f"{answer.numerator} of {answer.denominator}"
    if not isinstance(answer, tuple) or isinstance(answer, Next):
        return str(answer)
    if puzzle.shape is Shape.AMOUNTS:
        return " ".join(map(str, answer))
    parts = answer[:1] if puzzle.shape is Shape.PLAY else answer
    return ", ".join(_part(puzzle.position.rules, part) for part in parts) or "none"


def _part(rules: RuleSet, part: object) -> str:
    """Return a card by its sign, or by its name if that has a minus; a rule set by its key."""
    if isinstance(part, Play) and "-" in str(part):
        return str(rules.play_name(part))
    return str(part)


def also_right(puzzle: Puzzle) -> str:
    """Return other amounts that are as good as the right ones; empty where there are none.

    A player who has less than a play costs parts with no more than that.
    """
    stakes, right = puzzle.position.stakes, puzzle.answer
    if puzzle.shape is not Shape.AMOUNTS or not isinstance(right, tuple) or None in stakes:
        return ""
    pairs = zip(right, stakes, strict=False)
    less = tuple(min(n, had) for n, had in pairs if isinstance(n, int) and had is not None)
    is_right = less != right and puzzle.check(list(less)).is_right
    return str(_amounts(less)) if is_right else ""
