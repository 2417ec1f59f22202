"""Plays whose value over the round is certain: no rounds and no table need to tell it.

Such a play decides the round, puts its player out or wins the game, as the rules say; or what
follows from it is proved: nothing can save this turn, the next player can play no card whatever
they hold, or with open hands :func:`~ono_tutor.solver.solve.solve` knows who can force the win.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.turn import next_place
from ono_tutor.i18n import N_, Message, _, ngettext, with_minus
from ono_tutor.rules.judgement import Effect, Stakes
from ono_tutor.rules.ninety_nine import points_cause
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import Move, state_of
from ono_tutor.solver.solve import ForcedResult, solve
from ono_tutor.solver.survive import turn_chances

FEW_POINTS = 3
"""Points that a player of Ninety-Nine may lose in one round."""

SEARCHED = 5_000
"""Positions that are examined for a forced win."""


class Proof(NamedTuple):
    """The certain worth of a play, and the reason."""

    value: float
    reason: Message


def unit_of(position: Position) -> str:
    """Return what the round of a game is worth: a ``chance`` to win it, or ``points``."""
    return "chance" if position.rules.lays_down else "points"


def prove_plays(position: Position, plays: Sequence[Play]) -> dict[Play, Proof]:
    """Return the plays whose value is certain."""
    proofs = _forced(position)
    if unit_of(position) == "points":
        settled = {play: _settled_points(position, play) for play in plays}
        return proofs | {play: proof for play, proof in settled.items() if proof}
    moves = legal_moves(position.hand, position.state)
    # if the last to play may win, a second card that is not safe need not lose the round
    may_win = position.rules.chosen.get("nobody-can-play") == "last-to-play"
    chances = turn_chances(position) if position.owes > 1 and not may_win else {}
    for play in plays:
        move = moves.get(play)
        if (move and move.effect.busts) or (play == OUT and position.played is None):
            proofs[play] = Proof(0.0, _("It loses the round."))
        elif move and chances.get(play) == 0:
            proofs[play] = Proof(0.0, _("After it nothing can save you this turn."))
        elif move and _stops_next(position, move):
            reason = _("Then the other player can play no card, so you win the round.")
            proofs[play] = Proof(1.0, reason)
    return proofs


def _forced(position: Position) -> dict[Play, Proof]:
    """Return the plays with a result proved by a search with open hands.

    That is a win, or with two players who play their best a loss or a number of points. Near zero
    points it is not known, as the search goes on to the end of a round.
    """
    hands = [hand or () for hand in position.hands]
    if any(Card.UNKNOWN in hand for hand in hands) or position.undrawn or is_near_zero(position):
        return {}
    try:
        found = solve(position, limit=SEARCHED, every_play=True).plays
    except UnanswerableError:
        return {}
    proofs = {}
    for play, result in found:
        if isinstance(result, int):
            template = N_("With these hands it comes to {points} points if both play their best.")
            reason = _(template, points=with_minus(f"{result:+d}"))
            proofs[play] = Proof(result, reason)
        elif result is ForcedResult.WON:
            proofs[play] = Proof(1.0, _("With it you can force a win."))
        elif result is ForcedResult.LOST and len(position.still_in) == 2:
            reason = _("After it the other player can force a win.")
            proofs[play] = Proof(0.0, reason)
    return proofs


def _stops_next(position: Position, move: Move) -> bool:
    """Check that the other of two players can play no card that they may hold."""
    if len(position.still_in) != 2 or move.effect.steps == 0 or position.undrawn:
        return False
    seat = next_place(position.hands, position.place, move.effect) >> 1
    hand = position.hands[seat] or ()
    if seat == position.turn:
        return False
    held: list[Card] = [card for card in hand if card is not Card.UNKNOWN]
    if len(held) < len(hand):
        held = [*held, *position.unseen().elements()]
    then = legal_moves(tuple(held), state_of(position.rules, move.follows)).values()
    return all(each.effect.busts for each in then)


def is_near_zero(position: Position) -> bool:
    """Check whether somebody may run out of points in this round of Ninety-Nine."""
    stakes = [position.stakes[seat] for seat in position.still_in if position.stakes]
    return unit_of(position) == "points" and any(
        stake is not None and stake <= FEW_POINTS for stake in stakes
    )


def points_won(seat: int, before: Stakes, after: Stakes, seats: Sequence[int]) -> float:
    """Return what a player of Ninety-Nine won against the mean of the others."""
    change = {at: (after[at] or 0) - (before[at] or 0) for at in seats}
    others = [change[at] for at in seats if at != seat]
    return change[seat] - sum(others) / len(others)


def points_at_stake(rules: RuleSet, stake: int | None) -> int:
    """Return the points that a player can lose before the game goes on without them."""
    return (stake or 0) + rules.can_hold_stake(0)


def _settled_points(position: Position, play: Play) -> Proof | None:
    """Return what a play of Ninety-Nine that ends the round or the game is worth, or None."""
    move, seat, rules = position.state.move(play), position.turn, position.rules
    if move is None:
        return None
    settled = rules.settle(position, move.effect, ())
    others = [position.stakes[at] for at in position.still_in if at != seat]
    if seat in settled.out:
        worth: float = -points_at_stake(rules, position.stakes[seat])
    elif settled.winners:
        worth = sum(points_at_stake(rules, stake) for stake in others) / len(others)
    elif settled.round_over:
        worth = points_won(seat, position.stakes, settled.stakes, position.still_in)
    else:
        return None
    return Proof(worth, points_reason(position, move.effect))


def pays(effect: Effect) -> bool:
    """Check whether a play costs somebody points in Ninety-Nine."""
    return bool(effect.costs or effect.costs_others)


def game_end(position: Position, play: Play) -> Message | None:
    """Return that a play of Ninety-Nine puts you out or wins the game; None if it does not."""
    move = position.state.move(play)
    if move is None or not pays(move.effect):
        return None
    settled = position.rules.settle(position, move.effect, ())
    card = position.rules.play_name(play)
    if position.turn in settled.out:
        return _("{card:the} puts you out of the game.", card=card)
    return _("{card:the} wins the game.", card=card) if settled.winners else None


def points_now(position: Position, play: Play) -> Message | None:
    """Return what a play does to the points, or the game, at once; None if it is nothing."""
    move = position.state.move(play)
    end = game_end(position, play)
    if end or move is None or not pays(move.effect):
        return end
    card = position.rules.play_name(play)
    one, more = N_("{card:the} costs you 1 point."), N_("{card:the} costs you {n} points.")
    if move.effect.costs_others:
        one = N_("{card:the} takes 1 point from everybody else.")
        more = N_("{card:the} takes {n} points from everybody else.")
    return ngettext(one, more, move.effect.costs or move.effect.costs_others, card=card)


def points_reason(position: Position, effect: Effect) -> Message:
    """Return why a play costs points, and whether that puts you out or wins the game."""
    cause = points_cause(position.rules, position.total, effect)
    settled = position.rules.settle(position, effect, ())
    if position.turn in settled.out:
        return ngettext(
            "{cause} You have only 1 point left, so you are out of the game.",
            "{cause} You have only {n} points left, so you are out of the game.",
            position.stakes[position.turn] or 0,
            cause=cause,
        )
    if settled.winners:
        return _("{cause} Everybody else is out, so you win the game.", cause=cause)
    return cause
