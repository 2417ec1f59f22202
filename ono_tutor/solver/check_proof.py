"""Checking a proof by the rules alone: it shares nothing with the solver that wrote it.

A proof is data, from a file or from anybody. What is accepted here is true; what is not says
where and why. :mod:`ono_tutor.solver.proof` writes proofs.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NoReturn, Self, TypeVar

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError, quoted, shorten
from ono_tutor.game.legal import legal_plays, playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand, with_seat

FORMAT = "ono-tutor-proof/1"

MOST_ENTRIES = 50_000
"""Draws that a proof of survival lists at the most, one for each set of cards."""

MOST_POSITIONS = 200_000
"""Positions that are met at the most while a proof of a forced win is replayed."""

LONGEST_PROOF = 16_000_000
"""Characters of a proof's text at the most."""

Kind = TypeVar("Kind")
Path = tuple["Path | None", str]
"""The place of a value: the place of what holds it, and the step from there."""


class ProofError(OnoError):
    """Raised for data that proves nothing; the message says where and why."""

    kind = "proof"


@dataclass(frozen=True, slots=True)
class ProofNode:
    """A value of a proof, of any type, and its path; None for the whole proof."""

    value: object
    path: Path | None = None

    def refuse(self, why: str) -> NoReturn:
        """Raise the :class:`ProofError` that says what is wrong here."""
        place = path_text(self.path)
        raise ProofError(f"{place}: {why}", word=place)

    def step(self, name: str, value: object) -> "ProofNode":
        """A value that this one holds."""
        return ProofNode(value, (self.path, name))

    def fields(self, *names: str) -> dict[str, "ProofNode"]:
        """The values of an object that has exactly these fields, in any order."""
        found = self.entries()
        for name in found:
            if name not in names:
                self.refuse(f"{quoted(name)} does not belong here; expected {names_text(names)}")
        for name in names:
            if name not in found:
                self.refuse(f"{name!r} is missing; expected {names_text(names)}")
        return found

    def entries(self) -> dict[str, "ProofNode"]:
        """The values of an object by key, in its order."""
        found: dict[str, object] = self._of(dict, "an object")
        if len(found) > MOST_POSITIONS:
            self.refuse(f"it has more than {MOST_POSITIONS} entries, the limit")
        for key in found:
            if type(key) is not str:
                self.refuse(f"a key is {json_text(key)}, not a text")
        return {key: self.step(f".{key}", value) for key, value in found.items()}

    def in_order(self, names: list[str]) -> list["ProofNode"]:
        """The values of an object that has exactly these keys in this order."""
        found = self.entries()
        if list(found) != names:
            has = names_text(tuple(found)) or "nothing"
            self.refuse(f"it has {has} where it needs, in order, {names_text(tuple(names))}")
        return list(found.values())

    def items(self) -> list["ProofNode"]:
        """The values of a list."""
        found: list[object] = self._of(list, "a list")
        if len(found) > MOST_ENTRIES:
            self.refuse(f"it has more than {MOST_ENTRIES} entries, the limit")
        return [self.step(f"[{place}]", value) for place, value in enumerate(found)]

    def should_be(self, expected: str | int, why: str = "") -> None:
        """Return if this is exactly the expected text, number or truth value."""
        if type(self.value) is not type(expected) or self.value != expected:
            reason = f"; {why}" if why else ""
            self.refuse(
                f"it is {json_text(self.value)} and should be {json_text(expected)}{reason}"
            )

    def text(self) -> str:
        """The value, a text."""
        return self._of(str, "a text")

    def number(self) -> int:
        """The value, a whole number; true and false are none."""
        return self._of(int, "a whole number")

    def truth(self) -> bool:
        """The value, true or false."""
        return self._of(bool, "true or false")

    def _of(self, kind: type[Kind], expected: str) -> Kind:
        if type(self.value) is not kind:
            self.refuse(f"{json_text(self.value)} stands where {expected} is expected")
        return self.value


def path_text(path: Path | None) -> str:
    """Return the path as it is read, such as ``plays.7.draws[3].then``."""
    steps: list[str] = []
    while path is not None:
        path, step = path
        steps.append(shorten(step))
    return "".join(reversed(steps)).removeprefix(".") or "the proof"


def json_text(value: object) -> str:
    """Return the value in a few plain words."""
    if type(value) is str:
        return quoted(value)
    if type(value) is int:
        return str(value) if value.bit_length() < 64 else "a huge number"
    if value is None or type(value) is bool:
        return {None: "null", True: "true", False: "false"}[value]
    return _NAMES.get(type(value), "something else")


_NAMES: dict[type, str] = {dict: "an object", list: "a list", float: "a fraction in decimals"}

_MOST_LISTED = 8


def names_text(names: tuple[str, ...]) -> str:
    """Return the names in a row, of many the first few."""
    rest = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return ", ".join(quoted(name) for name in names[:_MOST_LISTED]) + rest


def load_proof(text: str) -> object:
    """Return the data of a proof's JSON text, not yet checked.

    Raises :class:`ProofError` for a text that is too long, is nested too deeply, gives a key
    twice, has a number in decimals, or is no JSON.
    """
    if type(text) is not str:
        raise ProofError("a proof is read from a text")
    if len(text) > LONGEST_PROOF:
        raise ProofError(f"the text has {len(text)} characters; {LONGEST_PROOF} are allowed")
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_float=_no_decimals, parse_constant=_no_decimals
        )
    except RecursionError:
        raise ProofError("the text is nested too deeply") from None
    except ValueError as error:
        raise ProofError(f"the text is no JSON: {error}"[:200]) from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ProofError(f"the key {quoted(key)} is given twice", word=key)
        found[key] = value
    return found


def _no_decimals(word: str) -> NoReturn:
    message = f"{quoted(word)} is a number in decimals; a proof has whole numbers and 'p/q'"
    raise ProofError(message, word=word)


# ---- a proof of survival ----

__all__ = ["LONGEST_PROOF", "ProofError", "check_proof", "load_proof"]

_HEAD = ("format", "question", "position")
_SURVIVE = (*_HEAD, "verdict", "chance", "unseen", "plays")
_WIN = (*_HEAD, "can_win", "replies")
_POINTS = (*_HEAD, "value", "mover", "other")


def check_proof(data: object) -> None:
    """Return if this is a proof, as JSON data, of what it claims.

    Raises :class:`ProofError`, which names the place in the proof and the reason.
    """
    proof = ProofNode(data)
    head = proof.entries()
    for name in _HEAD:
        if name not in head:
            proof.refuse(f"{name!r} is missing")
    head["format"].should_be(FORMAT)
    question = head["question"].text()
    if question not in ("survive", "solve"):
        head["question"].refuse(f"{quoted(question)} is no question; it is 'survive' or 'solve'")
    position = _position(head["position"])
    if question == "survive":
        check_survive(proof.fields(*_SURVIVE), position)
    elif position.rules.marks:
        check_points(proof.fields(*_POINTS), position)
    else:
        check_win(proof.fields(*_WIN), position)


def _position(node: ProofNode) -> Position:
    """The position that a line of the notation says, written in the one canonical way."""
    try:
        position = Position.parse(node.text())
    except OnoError as error:
        node.refuse(error.message)
    node.should_be(str(position), "the canonical line")
    return position


NONE, SURE = Fraction(0), Fraction(1)
VERDICTS = {NONE: "lost", SURE: "certain"}


def chance_text(chance: Fraction) -> str:
    """The chance as a proof writes it, such as ``17/46`` or ``1/1``."""
    return f"{chance.numerator}/{chance.denominator}"


def check_survive(fields: dict[str, ProofNode], position: Position) -> None:
    """Return if these fields prove the chance that the player to move survives the turn.

    Raises :class:`ProofError` at the first value that is not what the rules make it.
    """
    if not position.is_hand_known:
        fields["position"].refuse("the player to move holds hidden cards")
    heap, moment, hand = DrawPile.of(position), position.moment, position.hand
    fields["unseen"].should_be(heap.refilled(position.rules).size)
    late = position.undrawn.count(position.turn)
    plays = legal_plays(position)
    lates = [str(LateDraw(position.turn))] if late else []
    nodes = fields["plays"].in_order([*map(str, plays), *lates])
    turn, table = TurnChecker(position), TurnState(hand, moment, heap)
    chances = [
        turn.after(node, table, play, late) for node, play in zip(nodes, plays, strict=False)
    ]
    if late:
        chances.append(turn.drawing(nodes[-1], table, late))
    best = max(chances)
    fields["chance"].should_be(chance_text(best), "the best of the plays")
    fields["verdict"].should_be(VERDICTS.get(best, "chance"), "the chance in a word")


@dataclass(frozen=True, slots=True)
class DrawPile:
    """The draw pile: the ``known`` top, then any card of the ``pool``.

    ``discards`` are shuffled when there is nothing else to draw (rule ``draw-pile-empty``).
    """

    known: Hand
    pool: tuple[tuple[Card, int], ...]
    discards: Hand

    @classmethod
    def of(cls, position: Position) -> Self:
        """The draw pile as the player to move knows it."""
        deck = position.rules.deck(len(position.hands))
        shown = position.shown()
        pool = tuple((card, deck[card] - shown[card]) for card in deck if deck[card] > shown[card])
        return cls(position.draw, pool, position.discards())

    @property
    def size(self) -> int:
        """The number of cards that the next unknown card may be."""
        return sum(count for _, count in self.pool)

    def refilled(self, rules: RuleSet) -> "DrawPile":
        """The heap, with the discards shuffled in where nothing else is left."""
        if self.known or self.pool:
            return self
        shuffled, kept = rules.reshuffled(self.discards)
        deck = rules.deck(rules.least_players)
        counts = Counter(shuffled)
        return DrawPile((), tuple((card, counts[card]) for card in deck if counts[card]), kept)

    def draws(self, rules: RuleSet, count: int) -> Iterator[tuple[Hand, int, "DrawPile | None"]]:
        """Yield each possible draw, its number of ways, and the remaining pile.

        Sets stand in the order of the deck. Where too few cards are left there is one entry,
        with the cards that are known, and nothing to draw from after it.
        """
        top, rest = self.known[:count], self.known[count:]
        missing = count - len(top)
        if not missing:
            yield top, 1, replace(self, known=rest)
            return
        heap = replace(self, known=()).refilled(rules)
        if heap.size < missing:
            yield top, 1, None
            return
        held = dict(heap.pool)
        for cards in combinations_with_replacement(held, missing):
            taken = Counter(cards)
            if ways := prod(comb(held[card], n) for card, n in taken.items()):
                yield top + cards, ways, heap.without(taken)

    def without(self, taken: Counter[Card]) -> "DrawPile":
        """The heap once these cards of the pool are drawn."""
        left = ((card, count - taken[card]) for card, count in self.pool)
        return replace(self, pool=tuple(item for item in left if item[1]))


@dataclass(frozen=True, slots=True)
class TurnState:
    """A moment of the turn: the hand that has to play, and the heap that it draws from.

    The heap is None where more cards were drawn than are left.
    """

    hand: Hand
    moment: Moment
    heap: DrawPile | None

    def drawing(self, drawn: Hand, heap: DrawPile | None) -> "TurnState":
        """The same moment with these cards more in the hand."""
        return TurnState(self.hand + drawn, self.moment, heap)


class TurnChecker:
    """One turn, followed through a proof. ``left`` is how many draws it may still list."""

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.out_rule = position.rules.out_effect(position.moment, position.hand).rules[0]
        self.left = MOST_ENTRIES

    def after(self, node: ProofNode, table: TurnState, play: Play, late: int = 0) -> Fraction:
        """The chance after a play, as its node proves it; ``late`` cards are drawn as well."""
        effect = self.rules.judge(play, table.moment) if play.card else None
        if not isinstance(effect, Effect) or effect.busts or effect.costs:
            fields = node.fields("chance", "fails")
            fields["chance"].should_be(chance_text(NONE))
            fields["fails"].should_be(self._fault(effect))
            return NONE
        if effect.steps:
            fields = node.fields("chance", "ends")
            fields["chance"].should_be(chance_text(SURE))
            fields["ends"].should_be(True)
            return SURE
        return self.drawing(node, self._put_down(table, play, effect), effect.draws + late)

    def _fault(self, effect: object) -> str:
        """The rule by which a play fails: what makes it lose, or what it costs a point by."""
        if not isinstance(effect, Effect):
            return self.out_rule
        return effect.rules[0] if effect.busts else effect.rules[-1]

    def _put_down(self, table: TurnState, play: Play, effect: Effect) -> TurnState:
        """The table once a play is made that leaves a card owed."""
        assert play.card is not None
        assert table.heap is not None
        rest = list(table.hand)
        for _ in range(play.copies):
            rest.remove(play.card)
        discards = table.heap.discards + (play.card,) * play.copies
        then = self.rules.next_moment(table.moment, play, effect)
        return TurnState(tuple(rest), then, replace(table.heap, discards=discards))

    def drawing(self, node: ProofNode, table: TurnState, count: int) -> Fraction:
        """The chance when as many cards are drawn next, as the node proves it."""
        assert table.heap is not None
        fields = node.fields("chance", "draws")
        entries = iter(fields["draws"].items())
        saved, total = Fraction(0), 0
        for drawn, ways, heap in table.heap.draws(self.rules, count):
            entry = next(entries, None)
            if entry is None:
                cards = " ".join(map(str, drawn))
                fields["draws"].refuse(f"the list ends where an entry for {cards} is expected")
            then = self._entry(entry, drawn, ways)
            saved += ways * self._state(then, table.drawing(drawn, heap))
            total += ways
        if (entry := next(entries, None)) is not None:
            entry.refuse("nothing more can be drawn than what stands before")
        chance = saved / total
        fields["chance"].should_be(chance_text(chance), f"{saved} of {total} ways to draw")
        return chance

    def _entry(self, entry: ProofNode, drawn: Hand, ways: int) -> ProofNode:
        """Return the node that follows an entry, if the entry is for these cards."""
        self.left -= 1
        if self.left < 0:
            entry.refuse(f"this is one draw more than the {MOST_ENTRIES} that a proof may list")
        fields = entry.fields("drawn", "ways", "then")
        cards = fields["drawn"].items()
        if len(cards) != len(drawn):
            fields["drawn"].refuse(f"{len(cards)} cards stand where {len(drawn)} are drawn")
        for node, card in zip(cards, drawn, strict=True):
            node.should_be(card.code)
        fields["ways"].should_be(ways)
        return fields["then"]

    def _state(self, node: ProofNode, table: TurnState) -> Fraction:
        """The chance of a hand that has to play on, as the node proves it."""
        free = self._free(table)
        ending = next((play for play, effect in free if effect.steps), None)
        if ending:
            fields = node.fields("chance", "play")
            fields["chance"].should_be(chance_text(SURE))
            fields["play"].should_be(str(ending), "the first play of the hand that ends the turn")
            return SURE
        if table.heap is None:
            node.refuse("it hangs on more cards than are left to draw")
        if not free:
            node.fields("chance")["chance"].should_be(chance_text(NONE), "every play fails")
            return NONE
        fields = node.fields("chance", "plays")
        nodes = fields["plays"].in_order([str(play) for play, _ in free])
        best = max(
            self.after(child, table, play) for child, (play, _) in zip(nodes, free, strict=True)
        )
        fields["chance"].should_be(chance_text(best), "the best of the plays")
        return best

    def _free(self, table: TurnState) -> list[tuple[Play, Effect]]:
        """The plays of the hand that neither lose nor cost a point, in the hand's order."""
        plays = self.rules.plays_of_hand(table.hand)
        judged = ((play, self.rules.judge(play, table.moment)) for play in plays)
        return [(p, e) for p, e in judged if isinstance(e, Effect) and not (e.busts or e.costs)]


# ---- a proof of a forced win, or of points, with all cards known ----

StateKey = tuple[str, Moment, int]
"""All that decides how a game can go on: its key, what of the past still counts in the moment,
and how many cards are discarded, which says when they will be shuffled."""


@dataclass(frozen=True, slots=True)
class ProofState:
    """A position on the way from the one asked about, and how many cards were drawn since."""

    position: Position
    drawn: int = 0

    @property
    def is_known(self) -> bool:
        """True if the player to move holds no hidden card."""
        return self.position.is_hand_known


@dataclass(frozen=True, slots=True)
class SolveClaim:
    """That one side gets its way from a position on, whatever the other side plays.

    ``is_mover`` says which side: the player to move, or all the others together. ``bound``
    is None for a win; in points it is what the mover gains at the least, or at the most.
    """

    start: Position
    is_mover: bool
    bound: int | None = None

    @property
    def root(self) -> int:
        """The seat of the player who is to move at the start."""
        return self.start.turn

    def chooses(self, spot: ProofState) -> bool:
        """Check that the player to move is on the side of the claim."""
        return (spot.position.turn == self.root) is self.is_mover

    def gain(self, position: Position) -> int:
        """Points that the other has lost since the start minus those that the mover has lost."""
        lost = [
            (a or 0) - (b or 0) for a, b in zip(self.start.stakes, position.stakes, strict=True)
        ]
        return sum(lost) - 2 * lost[self.root]

    def is_settled(self, position: Position) -> bool:
        """Check that the bound holds however the game goes on: too few points are left."""
        if self.bound is None:
            return False
        mine = position.stakes[self.root] or 0
        theirs = sum(stake or 0 for stake in position.stakes) - mine
        gain = self.gain(position)
        return gain - mine >= self.bound if self.is_mover else gain + theirs <= self.bound

    def ending(self, outcome: Outcome) -> bool | None:
        """Return True if the side got its way by a play, False if not, None if the game goes on."""
        if self.bound is not None:
            if not outcome.round_over:
                return None
            gain = self.gain(outcome.after)
            return gain >= self.bound if self.is_mover else gain <= self.bound
        if self.start.rules.stake_name is not None:
            return None if outcome.loser is None else (outcome.loser != self.root) is self.is_mover
        if outcome.winners:
            return (self.root in outcome.winners) is self.is_mover
        if self.root in outcome.out:
            return not self.is_mover
        return False if outcome.round_over else None

    def follows(self, spot: ProofState, word: Play) -> Iterator[ProofState | bool]:
        """Yield the states after a play; of an end, if the side gets its way.

        More than one thing may follow where hidden cards decide who wins.
        """
        outcome = play(spot.position, word)
        end = self.ending(outcome)
        if end is None:
            yield ProofState(outcome.after, spot.drawn + len(outcome.plies[-1].drawn))
        else:
            yield end
        if word.card is None and any(Card.UNKNOWN in hand for hand in spot.position.hands if hand):
            other = self.ending(play(_without_hidden(spot.position), word))
            if other is not None:
                yield other
            elif end is not None:
                yield False

    def key(self, spot: ProofState) -> str:
        """The text that names a spot in a table of replies.

        It is the position's line without the rule set and the piles, each hand in order, the
        points only where points are played for, and the number of cards drawn.
        """
        position = spot.position
        order = {card: place for place, card in enumerate(Card)}
        hands = tuple(
            None if hand is None else tuple(sorted(hand, key=order.__getitem__))
            for hand in position.hands
        )
        stakes = position.stakes
        if self.bound is None:
            stakes = position.rules.start_stakes(hands)
        plain = replace(position, hands=hands, draw=(), seen=(), stakes=stakes, is_view=False)
        return f"{str(plain).partition(' ')[2]} drawn={spot.drawn}"

    def state(self, spot: ProofState) -> StateKey:
        """Return the key of a spot: spots with equal keys go on equally."""
        return self.key(spot), spot.position.moment, len(spot.position.seen)


def sure_plays(spot: ProofState) -> list[Play]:
    """The plays of the known cards that are legal and safe whatever the hidden ones are."""
    position = spot.position
    found = [word for word, effect in playable(position).items() if not effect.busts]
    for card in position.rules.deck(len(position.hands)):
        held = tuple(card if c is Card.UNKNOWN else c for c in position.hand)
        allowed = playable(replace(position, hands=with_seat(position.hands, position.turn, held)))
        found = [word for word in found if word in allowed]
    return found


def _without_hidden(position: Position) -> Position:
    """The position as if no hidden card could be played."""
    hands = tuple(
        hand and tuple(card for card in hand if card is not Card.UNKNOWN) for hand in position.hands
    )
    return replace(position, hands=hands)


def check_win(fields: dict[str, ProofNode], position: Position) -> None:
    """Return if these fields prove who gets its way: the player to move, or the others.

    Raises :class:`ProofError` at the first thing that the rules do not bear out.
    """
    _refuse_late_draws(fields["position"], position)
    claim = SolveClaim(position, is_mover=fields["can_win"].truth())
    ReplyChecker(claim, fields["replies"]).run()


def check_points(fields: dict[str, ProofNode], position: Position) -> None:
    """Return if these fields prove the points that the mover gains: no less and no more.

    Raises :class:`ProofError` at the first thing that the rules do not bear out.
    """
    _refuse_late_draws(fields["position"], position)
    if len(position.still_in) != 2:
        fields["position"].refuse("points are worked out between two players who are in")
    value = fields["value"].number()
    ReplyChecker(SolveClaim(position, True, value), fields["mover"]).run()
    ReplyChecker(SolveClaim(position, False, value), fields["other"]).run()


def _refuse_late_draws(node: ProofNode, position: Position) -> None:
    if position.undrawn:
        node.refuse("a draw that may still be made late leaves open what is drawn by whom")


class ReplyChecker:
    """A table of replies, and every game in which one side follows it.

    There is nothing to weigh: every game has to end as the claim says.
    """

    def __init__(self, claim: SolveClaim, table: ProofNode) -> None:
        self.claim = claim
        self.table = table
        self.replies = table.entries()
        self.unused = dict.fromkeys(self.replies)
        self.waiting: list[ProofState] = []

    def run(self) -> None:
        """Return if the claim holds in every game, and every reply of the table is needed."""
        met = set()
        self._meet(ProofState(self.claim.start))
        while self.waiting:
            spot = self.waiting.pop()
            state = self.claim.state(spot)
            if state in met:
                continue
            met.add(state)
            if len(met) > MOST_POSITIONS:
                self.table.refuse(f"more than {MOST_POSITIONS} positions are met, the limit")
            for word in self._plays(spot, state[0]):
                self._make(spot, state[0], word)
        if self.unused:
            self.table.refuse(f"{quoted(next(iter(self.unused)))} is never reached")

    def _meet(self, spot: ProofState) -> None:
        if not self.claim.is_settled(spot.position):
            self.waiting.append(spot)

    def _plays(self, spot: ProofState, key: str) -> list[Play]:
        """The plays to follow: the reply where the side chooses, else every legal play."""
        if not self.claim.chooses(spot):
            if not spot.is_known:
                self.table.refuse(f"at {key} seat {spot.position.turn} holds a hidden card")
            return list(legal_plays(spot.position))
        plays = list(legal_plays(spot.position)) if spot.is_known else sure_plays(spot)
        return plays if spot.is_known and len(plays) == 1 else [self._reply(key, plays)]

    def _reply(self, key: str, plays: list[Play]) -> Play:
        node = self.replies.get(key)
        if node is None:
            self.table.refuse(f"there is no reply for {key}")
        self.unused.pop(key, None)
        word = node.text()
        found = next((play for play in plays if str(play) == word), None)
        if found is None:
            node.refuse(f"{quoted(word)} cannot be played here")
        return found

    def _make(self, spot: ProofState, key: str, word: Play) -> None:
        for then in self.claim.follows(spot, word):
            if then is False:
                self.table.refuse(f"at {key} the play {word} ends otherwise than is claimed")
            if isinstance(then, ProofState):
                if then.drawn == spot.drawn and then.position.still_in == spot.position.still_in:
                    self.table.refuse(f"at {key} the play {word} leads nowhere")
                self._meet(then)
