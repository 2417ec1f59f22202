"""How a puzzle is put on the table: what its lead may leave out, who is to move, what is said."""

from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.kinds.score import Score
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import card_list
from ono_tutor.render.scene import MOVERS_OWN, Viewpoint
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand


def is_told(puzzle: Puzzle) -> bool:
    """Whether the question says itself what is played, or asks for no play at all."""
    return bool(puzzle.plays) or puzzle.shape in (Shape.NUMBER, Shape.EDITIONS)


def viewpoint(puzzle: Puzzle) -> Viewpoint:
    """Where the table is looked at from; once a round is scored nobody is to move."""
    return Viewpoint(is_over=True) if puzzle.kind == Score.name else MOVERS_OWN


def aloud(drawn: Json, rules: RuleSet, hand: Hand) -> str:
    """A puzzle that has just come, as it is said: where you are, the question, what lies there.

    What is owed under a double is said by the lead; whose turn it is can be asked for.
    """
    progress, total = drawn["progress"], drawn["total"]
    assert isinstance(total, dict)
    where = [f"{progress['text']}."] if isinstance(progress, dict) else []
    cards = lazy_gettext("Your cards: {cards}.", cards=card_list(rules, hand))
    texts = [*where, drawn["question"], drawn["lead"], total["text"], *([cards] if hand else [])]
    return " ".join(str(text) for text in texts if text)
