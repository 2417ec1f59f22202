"""Claims at random about a position, each true under one rule set at least."""

from ono_tutor.game.legal import why_not
from ono_tutor.game.ply import Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.puzzles.claim import Claim, Form
from ono_tutor.puzzles.dice import Dice
from ono_tutor.puzzles.finding import carried, ways
from ono_tutor.puzzles.kinds.pays import paid
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

FACTS = (Form.DECK, Form.DEALS, Form.SEATS)
"""The forms that speak of a rule set as such."""

ABOUT_PLAYS = tuple(form for form in Form if form not in (*FACTS, Form.SURVIVES))


def claim_about(dice: Dice, position: Position) -> Claim:
    """A claim about a position or about the rule sets; seldom one about the rule sets.

    Raises :class:`OnoError` where the one thought of makes no sense here.
    """
    rules = ruleset(dice.pick(list(RULE_SETS)))
    if dice.falls(1, 10):
        return _fact(dice, dice.pick(FACTS), rules)
    if dice.falls(1, 8):
        return Claim(Form.SURVIVES)
    if rules.key == position.rules.key:
        rules = position.rules
    return _about_play(dice, dice.pick(ABOUT_PLAYS), carried(position, rules))


def _fact(dice: Dice, form: Form, rules: RuleSet) -> Claim:
    if form is Form.SEATS:
        return Claim(form, numbers=(dice.between(2, rules.most_players + 1),))
    if form is Form.DEALS:
        return Claim(form, numbers=(rules.hand_size,))
    card, count = dice.pick(list(rules.deck(rules.least_players).items()))
    return Claim(form, card=card, numbers=(count,))


def _about_play(dice: Dice, form: Form, here: Position) -> Claim:
    sets = [play for play in here.rules.plays_of_hand(here.hand) if play.copies > 1]
    play = dice.pick([*map(Play, dict.fromkeys(here.hand)), *sets])
    way = dice.pick(ways(here.rules, play))
    if why_not(here, way) is not None:
        return Claim(Form.MAY, play)
    ply = make(here, way)
    assert isinstance(ply, Ply)
    return Claim(form, play, numbers=_numbers(dice, form, ply))


def _numbers(dice: Dice, form: Form, ply: Ply) -> tuple[int, ...]:
    """The numbers that make this form of claim true of a play."""
    if form is Form.COSTS:
        seat = dice.below(len(ply.before.hands))
        return seat, paid(ply)[seat]
    number = {
        Form.TOTAL: ply.effect.total,
        Form.NEXT: ply.after.turn,
        Form.OWES: ply.after.owes,
        Form.DRAWS: len(ply.drawn),
    }.get(form)
    return () if number is None else (number,)
