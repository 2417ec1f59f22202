"""Writing proofs: an answer with all that is needed to check it by the rules alone.

A proof is a plain object for JSON. :mod:`ono_tutor.solver.check_proof` checks it, and says what
it trusts; nothing here has to be trusted.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import legal_plays, playable
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.check_proof import (
    FORMAT,
    MOST_ENTRIES,
    MOST_POSITIONS,
    ProofState,
    SolveClaim,
    StateKey,
    sure_plays,
)
from ono_tutor.solver.pile import Pile, pool_of, selections, split_hand
from ono_tutor.solver.solve import LIMIT, solve
from ono_tutor.solver.survive import Verdict, fraction, survive

Proof = dict[str, Any]


def prove_survive(position: Position) -> Proof:
    """Return the proof of the chance that the player to move completes this turn.

    For one position there is one proof. Raises :class:`UnanswerableError` as
    :func:`survive` does, and where the proof would list more than ``MOST_ENTRIES`` draws.
    """
    found = survive(position)
    writer = _Writer(position)
    plays = {str(play): writer.first(play) for play, _ in found.chances}
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
        sides = {
            "mover": replies(SolveClaim(position, True, value), limit),
            "other": replies(SolveClaim(position, False, value), limit),
        }
        return {**_head(position, "solve"), "value": value, **sides}
    assert solution.can_win is not None
    table = replies(SolveClaim(position, solution.can_win), limit)
    return {**_head(position, "solve"), "can_win": solution.can_win, "replies": table}


def _head(position: Position, question: str) -> Proof:
    return {"format": FORMAT, "question": question, "position": str(position)}


def _chance(node: Proof) -> Fraction:
    return Fraction(node["chance"])


@dataclass(frozen=True, slots=True)
class _At:
    """A moment of the turn: the hand that has to play, and what it draws from."""

    hand: Hand
    moment: Moment
    pile: Pile


class _Writer:
    """One turn, written out. ``entries`` counts the draws that are listed."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rules = position.rules
        deck = self.rules.deck(len(position.hands))
        self.order = {card: place for place, card in enumerate(deck)}
        self.entries = 0

    def first(self, play: Play | LateDraw) -> Proof:
        """Return the proof of a first play, or of a late draw."""
        position = self.position
        start = _At(position.hand, position.moment, Pile.of(position))
        late = position.undrawn.count(position.turn)
        if isinstance(play, LateDraw):
            return self._drawing(start, late)
        return self._after(start, play, late)

    def _after(self, at: _At, play: Play, late: int = 0) -> Proof:
        if play.card is None:
            return {
                "chance": "0/1",
                "fails": self.rules.out_effect(self.position.moment, self.position.hand).rules[0],
            }
        effect = self.rules.judge(play, at.moment)
        assert isinstance(effect, Effect)
        if effect.busts or effect.costs:
            return {"chance": "0/1", "fails": effect.rules[0 if effect.busts else -1]}
        if effect.steps:
            return {"chance": "1/1", "ends": True}
        rest, put_down = split_hand(at.hand, play)
        then = self.rules.next_moment(at.moment, play, effect)
        return self._drawing(_At(rest, then, at.pile.with_discards(put_down)), effect.draws + late)

    def _drawing(self, at: _At, count: int) -> Proof:
        known, pile = at.pile.deal(count)
        missing = count - len(known)
        pile = pile.refilled() if missing else pile
        if not missing or pile.unseen < missing:
            return self._draws([self._entry(at, known, 1, pile)])
        pool = pool_of(dict(sorted(pile.pool, key=lambda item: self.order[item[0]])))
        return self._draws(
            [
                self._entry(at, known + cards, ways, pile.without(cards))
                for cards, ways in selections(pool, missing)
            ]
        )

    def _draws(self, draws: list[Proof]) -> Proof:
        saved = sum((entry["ways"] * _chance(entry["then"]) for entry in draws), Fraction(0))
        chance = saved / sum(entry["ways"] for entry in draws)
        return {"chance": fraction(chance), "draws": draws}

    def _entry(self, at: _At, drawn: Hand, ways: int, pile: Pile) -> Proof:
        self.entries += 1
        if self.entries > MOST_ENTRIES:
            message = f"the proof would list more than {MOST_ENTRIES} draws, the limit"
            raise UnanswerableError(message, word=str(MOST_ENTRIES))
        then = self._state(_At(at.hand + drawn, at.moment, pile))
        return {"drawn": [card.code for card in drawn], "ways": ways, "then": then}

    def _state(self, at: _At) -> Proof:
        """Return the plays of a hand that has to play on, with the chance."""
        free = self._free(at)
        for play, effect in free:
            if effect.steps:
                return {"chance": "1/1", "play": str(play)}
        if not free:
            return {"chance": "0/1"}
        plays = {str(play): self._after(at, play) for play, _ in free}
        return {"chance": fraction(max(map(_chance, plays.values()))), "plays": plays}

    def _free(self, at: _At) -> list[tuple[Play, Effect]]:
        """Return the plays that neither lose nor cost a point, in the hand's order."""
        judged = ((p, self.rules.judge(p, at.moment)) for p in self.rules.plays_of_hand(at.hand))
        return [(p, e) for p, e in judged if isinstance(e, Effect) and not (e.busts or e.costs)]


def replies(claim: SolveClaim, limit: int) -> dict[str, str]:
    """Return a reply for each choice that the side of the claim may have to make.

    Raises :class:`UnanswerableError` where it can't be shown to get its way by what is known,
    or where more than ``limit`` positions would have to be met.
    """
    strategy = _Strategy(claim, limit)
    if not strategy.holds(ProofState(claim.start)):
        message = "there is no proof by what is known: it hangs on a hidden card"
        raise UnanswerableError(message, word="?")
    return strategy.table()


class _Strategy:
    """The search for replies, each position once. ``chosen`` is the reply found at each."""

    def __init__(self, claim: SolveClaim, limit: int) -> None:
        self.claim = claim
        self.limit = limit
        self.known: dict[StateKey, bool] = {}
        self.chosen: dict[StateKey, Play] = {}

    def holds(self, spot: ProofState) -> bool:
        """Check that the side gets its way from a spot on."""
        if self.claim.is_settled(spot.position):
            return True
        state = self.claim.state(spot)
        found = self.known.get(state)
        if found is None:
            if len(self.known) >= self.limit:
                message = f"{self.limit} positions were met and the proof was not complete"
                raise UnanswerableError(message, word=str(self.limit))
            found = self._search(spot, state)
            self.known[state] = found
        return found

    def _search(self, spot: ProofState, state: StateKey) -> bool:
        if not self.claim.chooses(spot):
            return spot.is_known and all(self._leads(spot, word) for word in _by_promise(spot))
        for word in _by_promise(spot):
            if self._leads(spot, word):
                self.chosen[state] = word
                return True
        return False

    def _leads(self, spot: ProofState, word: Play) -> bool:
        return all(
            self.holds(then) if isinstance(then, ProofState) else then
            for then in self.claim.follows(spot, word)
        )

    def table(self) -> dict[str, str]:
        """Return the replies to the choices that are reached if the side follows them."""
        found: dict[str, str] = {}
        met: set[StateKey] = set()
        waiting = [ProofState(self.claim.start)]
        while waiting:
            spot = waiting.pop()
            state = self.claim.state(spot)
            if state in met or self.claim.is_settled(spot.position):
                continue
            met.add(state)
            words = _words(spot)
            if self.claim.chooses(spot):
                if len(words) > 1 or not spot.is_known:
                    found[state[0]] = str(self.chosen[state])
                words = [self.chosen[state]]
            for word in words:
                waiting += [s for s in self.claim.follows(spot, word) if isinstance(s, ProofState)]
        return found


def _words(spot: ProofState) -> list[Play]:
    """Return the plays that may be made whatever the hidden cards are."""
    return list(legal_plays(spot.position)) if spot.is_known else sure_plays(spot)


def _by_promise(spot: ProofState) -> list[Play]:
    """Return the plays: those that pay first, then those that add most."""
    effects = playable(spot.position)

    def promise(word: Play) -> tuple[int, int]:
        effect = effects.get(word)
        return (effect.costs - effect.costs_others, -effect.total) if effect else (0, 0)

    return sorted(_words(spot), key=promise)
