"""An answer to a puzzle in words, as one says it at the table."""

from ono_tutor.i18n import N_, format_list, lazy_gettext, translate
from ono_tutor.puzzles.answer import Answer, Next
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.outlook import play_name
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.survive import Verdict


def words_of(puzzle: Puzzle, answer: Answer) -> str:
    """The answer, with the names of cards, seats and games."""
    if isinstance(answer, Verdict):
        return translate(_VERDICTS[answer])
    if isinstance(answer, Next):
        return str(lazy_gettext(_NEXT[answer.owes == 1], seat=answer.seat, owes=answer.owes))
    if isinstance(answer, Play | LateDraw):
        return str(play_name(puzzle.position, answer))
    if isinstance(answer, tuple):
        return (
            format_list([_part(puzzle, place, part) for place, part in enumerate(answer)])
            or _none()
        )
    return str(answer).replace("-", "−")


def _part(puzzle: Puzzle, place: int, part: object) -> str:
    if isinstance(part, Play | LateDraw):
        return str(play_name(puzzle.position, part))
    if isinstance(part, int):
        return str(lazy_gettext("seat {seat} loses {count}", seat=place, count=part))
    return RULE_SETS[str(part)].title if part in RULE_SETS else str(part)


def _none() -> str:
    return translate(N_("none"))


_VERDICTS = {
    Verdict.CERTAIN: N_("the turn is certain to be completed"),
    Verdict.CHANCE: N_("the turn can be completed with luck"),
    Verdict.LOST: N_("the turn cannot be completed"),
}

_NEXT = {
    True: N_("seat {seat} is next and owes one card"),
    False: N_("seat {seat} is next and owes {owes} cards"),
}
