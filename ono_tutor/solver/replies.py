"""The replies with which one side gets its way, found by trying them."""

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import legal_plays, playable
from ono_tutor.game.position import Position
from ono_tutor.rules.play import Play
from ono_tutor.solver.check_solve import Claim, ProofState, StateKey, sure_plays
from ono_tutor.solver.depth import room_for

_FRAMES_A_CARD = 10


def replies(claim: Claim, limit: int) -> dict[str, str]:
    """A reply for each choice that the side of the claim may come to have.

    Raises :class:`UnanswerableError` where it can't be shown to get its way by what is known,
    or where more than ``limit`` positions would have to be met.
    """
    strategy = Strategy(claim, limit)
    with room_for(100 + _FRAMES_A_CARD * _cards(claim.start)):
        if not strategy.holds(ProofState(claim.start)):
            message = "there is no proof by what is known: it hangs on a hidden card"
            raise UnanswerableError(message, word="?")
    return strategy.table()


def _cards(position: Position) -> int:
    return len(position.draw) + sum(len(hand or ()) for hand in position.hands)


class Strategy:
    """The search for replies, each position once. ``chosen`` is the reply found at each."""

    def __init__(self, claim: Claim, limit: int) -> None:
        self.claim = claim
        self.limit = limit
        self.known: dict[StateKey, bool] = {}
        self.chosen: dict[StateKey, Play] = {}

    def holds(self, spot: ProofState) -> bool:
        """Whether the side gets its way from a spot on."""
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
        """The replies to the choices that are reached when the side follows them."""
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
    """The plays that may be made whatever the hidden cards are."""
    return list(legal_plays(spot.position)) if spot.is_known else sure_plays(spot)


def _by_promise(spot: ProofState) -> list[Play]:
    """The plays, those first that pay, then those that add most."""
    effects = playable(spot.position)

    def promise(word: Play) -> tuple[int, int]:
        effect = effects.get(word)
        return (effect.costs - effect.costs_others, -effect.total) if effect else (0, 0)

    return sorted(_words(spot), key=promise)
