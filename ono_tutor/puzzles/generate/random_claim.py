"""Claims at random about a position, each true under one rule set at least."""

from ono_tutor.game.convert_rules import convert, convert_play
from ono_tutor.game.legal import why_not
from ono_tutor.game.ply import Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.puzzles.kinds.claim import Claim, Form
from ono_tutor.puzzles.kinds.pays import paid
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

FACTS = (Form.DECK, Form.DEALS, Form.SEATS)
"""The forms that speak of a rule set as such."""

ABOUT_PLAYS = tuple(form for form in Form if form not in (*FACTS, Form.SURVIVES))


def claim_about(random: SeededRandom, position: Position, forms: tuple[str, ...] = ()) -> Claim:
    """A claim about a position or the rule sets, of one of these forms if there are any.

    Raises :class:`OnoError` where the one thought of makes no sense here.
    """
    form = Form(random.pick(forms)) if forms else random.pick((*ABOUT_PLAYS, Form.SURVIVES))
    rules = ruleset(random.pick(list(RULE_SETS)))
    if form in FACTS:
        return _fact(random, form, rules)
    if form is Form.SURVIVES:
        return Claim(form)
    if rules.key == position.rules.key:
        rules = position.rules
    return _about_play(random, form, convert(position, rules))


def _fact(random: SeededRandom, form: Form, rules: RuleSet) -> Claim:
    if form is Form.SEATS:
        return Claim(form, numbers=(random.between(2, rules.most_players + 1),))
    if form is Form.DEALS:
        return Claim(form, numbers=(rules.hand_size,))
    card, count = random.pick(list(rules.deck(rules.least_players).items()))
    return Claim(form, card=card, numbers=(count,))


def _about_play(random: SeededRandom, form: Form, here: Position) -> Claim:
    sets = [play for play in here.rules.plays_of_hand(here.hand) if play.copies > 1]
    play = random.pick([*map(Play, dict.fromkeys(here.hand)), *sets])
    way = random.pick(convert_play(play, here.rules))
    if why_not(here, way) is not None:
        return Claim(Form.MAY, play)
    ply = make(here, way)
    assert isinstance(ply, Ply)
    seat = random.below(len(here.hands))
    return Claim(form, play, numbers=number_of(form, ply, seat))


def number_of(form: Form, ply: Ply, seat: int) -> tuple[int, ...]:
    """The numbers that make this form of claim true of a play; of costs, those of a seat."""
    if form is Form.COSTS:
        return seat, paid(ply)[seat]
    number = {
        Form.TOTAL: ply.effect.total,
        Form.NEXT: ply.after.turn,
        Form.OWES: ply.after.owes,
        Form.DRAWS: len(ply.drawn),
    }.get(form)
    return () if number is None else (number,)
