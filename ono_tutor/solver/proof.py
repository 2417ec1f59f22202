"""Writing proofs: an answer with all that is needed to check it by the rules alone.

A proof is a plain object for JSON. :mod:`ono_tutor.solver.check_proof` checks it, and says what
it trusts; nothing here has to be trusted.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NoReturn

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Hand, LateDraw, Play
from ono_tutor.solver.check_proof import (
    FORMAT,
    MOST_ENTRIES,
    MOST_POSITIONS,
    ProofState,
    SolveClaim,
    StateKey,
    follow_replies,
    sure_plays,
)
from ono_tutor.solver.information_sets import Pile, pool_of, selections, split_hand
from ono_tutor.solver.solve import LIMIT, solve
from ono_tutor.solver.survive import Verdict, fraction, survive

Proof = dict[str, Any]


def prove_survive(position: Position) -> Proof:
    """Return the proof of the chance that the player to move completes this turn.

    For one position there is one proof. Raises :class:`UnanswerableError` as
    :func:`survive` does, and where the proof would list more than ``MOST_ENTRIES`` draws.
    """
    found, writer = survive(position), _Writer(position)
    start = position.hand, position.moment, Pile.of(position)
    late = position.undrawn.count(position.turn)
    plays = {
        str(play): writer.drawing(*start, late)
        if isinstance(play, LateDraw)
        else writer.after(*start, play, late)
        for play, _ in found.chances
    }
    return {
        **_head(position, "survive"),
        "verdict": str(Verdict.of(found.chance)),
        "chance": fraction(found.chance),
        "unseen": found.unseen,
        "plays": plays,
    }


def prove_solve(position: Position, limit: int = LIMIT) -> Proof:
    """Return the proof of what the player to move can force: a reply for every choice.

    Raises :class:`UnanswerableError` as :func:`solve` does with this ``limit``, and where more
    positions would have to be met for the replies of one side than ``limit``, or than a checker
    goes through.
    """
    solution = solve(position, limit=limit)
    limit = min(limit, MOST_POSITIONS)
    if position.rules.marks:
        value = solution.value
        assert value is not None
        mover, other = (replies(SolveClaim(position, side, value), limit) for side in (True, False))
        return {**_head(position, "solve"), "value": value, "mover": mover, "other": other}
    assert solution.can_win is not None
    table = replies(SolveClaim(position, solution.can_win), limit)
    return {**_head(position, "solve"), "can_win": solution.can_win, "replies": table}


def _head(position: Position, question: str) -> Proof:
    return {"format": FORMAT, "question": question, "position": str(position)}


class _Writer:
    """One turn, written out. ``entries`` counts the draws that are listed."""

    def __init__(self, position: Position) -> None:
        self.rules, self.entries = position.rules, 0
        self.out_rule = self.rules.out_effect(position.moment, position.hand).rules[0]
        deck = self.rules.deck(len(position.hands))
        self.order = {card: place for place, card in enumerate(deck)}

    def after(  # all that a turn is
        self, hand: Hand, moment: Moment, pile: Pile, play: Play, late: int = 0
    ) -> Proof:
        """Return the proof of a play; ``late`` cards are drawn as well."""
        if play.card is None:
            return {"chance": "0/1", "fails": self.out_rule}
        effect = self.rules.judge(play, moment)
        assert isinstance(effect, Effect)
        if effect.busts or effect.costs:
            return {"chance": "0/1", "fails": effect.rules[0 if effect.busts else -1]}
        if effect.steps:
            return {"chance": "1/1", "ends": True}
        rest, put_down = split_hand(hand, play)
        then = self.rules.next_moment(moment, play, effect)
        return self.drawing(rest, then, pile.with_discards(put_down), effect.draws + late)

    def drawing(self, hand: Hand, moment: Moment, pile: Pile, count: int) -> Proof:
        """Return the proof of a hand with as many cards drawn next."""
        known, pile = pile.deal(count)
        missing = count - len(known)
        pile = pile.refilled() if missing else pile
        found: Iterable[tuple[Hand, int]] = [((), 1)]
        if missing <= pile.unseen:
            pool = pool_of(dict(sorted(pile.pool, key=lambda item: self.order[item[0]])))
            found = selections(pool, missing)
        draws, saved, total = list[Proof](), Fraction(0), 0
        for cards, ways in found:
            self.entries += 1
            if self.entries > MOST_ENTRIES:
                message = f"the proof would list more than {MOST_ENTRIES} draws, the limit"
                raise UnanswerableError(message, word=str(MOST_ENTRIES))
            drawn = known + cards
            then = self.playing_on(hand + drawn, moment, pile.without(cards))
            draws.append({"drawn": [card.code for card in drawn], "ways": ways, "then": then})
            saved, total = saved + ways * Fraction(then["chance"]), total + ways
        return {"chance": fraction(saved / total), "draws": draws}

    def playing_on(self, hand: Hand, moment: Moment, pile: Pile) -> Proof:
        """Return the plays of a hand that has to play again, with the chance."""
        judged = [(play, self.rules.judge(play, moment)) for play in self.rules.plays_of_hand(hand)]
        free = {
            play: effect.steps
            for play, effect in judged
            if isinstance(effect, Effect) and not (effect.busts or effect.costs)
        }
        ending = next((play for play, steps in free.items() if steps), None)
        if ending:
            return {"chance": "1/1", "play": str(ending)}
        if not free:
            return {"chance": "0/1"}
        plays = {str(play): self.after(hand, moment, pile, play) for play in free}
        best = max(Fraction(after["chance"]) for after in plays.values())
        return {"chance": fraction(best), "plays": plays}


def replies(claim: SolveClaim, limit: int) -> dict[str, str]:
    """Return a reply for each choice that the side of the claim may have to make.

    Raises :class:`UnanswerableError` if it can't be shown to get its way by what is known, or if
    more than ``limit`` positions would have to be met.
    """

    def refuse(why: str) -> NoReturn:
        raise UnanswerableError(f"there is no proof by what is known: {why}", word="?")

    strategy, found = _Strategy(claim, limit), dict[str, str]()
    if not strategy.holds(ProofState(claim.start)):
        refuse("it depends on a hidden card")

    def choose(state: StateKey, plays: list[Play]) -> Play:
        word = strategy.chosen[state]
        found[state[0]] = str(word)
        return word

    follow_replies(claim, choose, refuse)
    return found


class _Strategy:
    """The search for replies, each position once. ``chosen`` is the reply found at each."""

    def __init__(self, claim: SolveClaim, limit: int) -> None:
        self.claim = claim
        self.limit = limit
        self.known: dict[StateKey, bool] = {}
        self.chosen: dict[StateKey, Play] = {}

    def holds(self, spot: ProofState) -> bool:
        """Check that the side gets its way from a spot on."""
        claim, position, state = self.claim, spot.position, self.claim.state(spot)
        if claim.is_settled(position):
            return True
        if state in self.known:
            return self.known[state]
        if len(self.known) >= self.limit:
            message = f"{self.limit} positions were met and the proof was not complete"
            raise UnanswerableError(message, word=str(self.limit))
        is_choosing = claim.chooses(spot)
        result = not is_choosing and position.is_hand_known
        for word in _by_promise(position) if is_choosing or result else ():
            for then in claim.follows(spot, word):
                if not (self.holds(then) if isinstance(then, ProofState) else then):
                    leads = False
                    break
            else:
                leads = True
            if leads is is_choosing:
                result = is_choosing
                self.chosen[state] = word
                break
        self.known[state] = result
        return result


def _by_promise(position: Position) -> list[Play]:
    """Return the plays: those that pay first, then those that add most."""
    effects = playable(position)

    def promise(word: Play) -> tuple[int, int]:
        effect = effects.get(word)
        return (effect.costs - effect.costs_others, -effect.total) if effect else (0, 0)

    return sorted(sure_plays(position), key=promise)
