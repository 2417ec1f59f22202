"""Checking a proof by the rules alone: it shares nothing with the solver that wrote it.

A proof is data, from a file or from anybody. What is accepted here is true; what is not says
where and why. :mod:`ono_tutor.solver.proof` writes proofs.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, zip_longest
from math import comb, prod
from typing import NamedTuple, NoReturn, TypeVar

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError, quoted, shorten
from ono_tutor.game.legal import legal_plays, playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Hand, LateDraw, Play, with_seat
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.strict_json import parse_json

FORMAT = "ono-tutor-proof/1"

MOST_ENTRIES = 50_000
"""Draws that a proof of survival lists at the most, one for each set of cards."""

MOST_POSITIONS = 200_000
"""Positions that are met at the most while a proof of a forced win is replayed."""

LONGEST_PROOF = 16_000_000
"""Characters of a proof's text at the most."""

Kind = TypeVar("Kind")
_NAMES: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    float: "a fraction in decimals",
}


class ProofError(OnoError):
    """Raised for data that proves nothing; the message says where and why."""

    kind = "proof"


@dataclass(frozen=True, slots=True)
class ProofNode:
    """A value of a proof, of any type, and its path, such as ``.plays.7.draws[3].then``."""

    value: object
    path: str = ""

    def refuse(self, why: str) -> NoReturn:
        """Raise the :class:`ProofError` that says what is wrong here."""
        place = self.path.removeprefix(".") or "the proof"
        raise ProofError(f"{place}: {why}", word=place)

    def expect(self, kind: type[Kind]) -> Kind:
        """Return the value if it is of exactly this type; true and false are no numbers."""
        if type(self.value) is not kind:
            self.refuse(f"{json_text(self.value)} stands where {_NAMES[kind]} is expected")
        return self.value

    def entries(self) -> dict[str, "ProofNode"]:
        """Return the values of an object by key, in its order."""
        found: dict[str, object] = self.expect(dict)
        if len(found) > MOST_POSITIONS:
            self.refuse(f"it has more than {MOST_POSITIONS} entries, the limit")
        for key in found:
            if type(key) is not str:
                self.refuse(f"a key is {json_text(key)}, not a text")
        return {k: ProofNode(value, f"{self.path}.{shorten(k)}") for k, value in found.items()}

    def fields(self, *names: str) -> dict[str, "ProofNode"]:
        """Return the values of an object that has exactly these fields, in any order."""
        found = self.entries()
        if found.keys() != {*names}:
            has = names_text(list(found)) or "nothing"
            self.refuse(f"it has {has} where it needs {names_text(names)}")
        return found

    def in_order(self, names: list[str]) -> list["ProofNode"]:
        """Return the values of an object that has exactly these keys in this order."""
        found = self.fields(*names)
        if list(found) != names:
            self.refuse(f"the order is not {names_text(names)}")
        return list(found.values())

    def items(self) -> list["ProofNode"]:
        """Return the values of a list."""
        found: list[object] = self.expect(list)
        if len(found) > MOST_ENTRIES:
            self.refuse(f"it has more than {MOST_ENTRIES} entries, the limit")
        return [ProofNode(value, f"{self.path}[{place}]") for place, value in enumerate(found)]

    def should_be(self, expected: str | int, why: str = "") -> None:
        """Check that this is exactly the expected text, number or truth value."""
        if type(self.value) is not type(expected) or self.value != expected:
            reason = f"; {why}" if why else ""
            self.refuse(
                f"it is {json_text(self.value)} and should be {json_text(expected)}{reason}"
            )


def json_text(value: object) -> str:
    """Return the value in a few plain words."""
    if type(value) is str:
        return quoted(value)
    if value is None or type(value) is bool or (type(value) is int and value.bit_length() < 64):
        return json.dumps(value)
    return _NAMES.get(type(value), "something else")


def names_text(names: Sequence[str]) -> str:
    """Return the names in a row, of many the first eight."""
    rest = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(map(quoted, names[:8])) + rest


def load_proof(text: str) -> object:
    """Return the data of a proof's JSON text, not yet checked.

    Raises :class:`ProofError` for a text that is too long, is nested too deeply, gives a key
    twice, or is no JSON.
    """
    if len(text) > LONGEST_PROOF:
        raise ProofError(f"the text has {len(text)} characters; {LONGEST_PROOF} are allowed")
    try:
        return parse_json(text)
    except RecursionError:
        raise ProofError("the text is nested too deeply") from None
    except ValueError as error:
        raise ProofError(f"the text is no JSON: {error}"[:200]) from None


def check_proof(data: object) -> None:
    """Check that JSON data is a proof of what it claims.

    Raises :class:`ProofError`, which names the place in the proof and the reason.
    """
    proof, head = ProofNode(data), ("format", "question", "position")
    found = proof.entries()
    if not found.keys() >= {*head}:
        proof.refuse(f"it needs {names_text(head)}")
    found["format"].should_be(FORMAT)
    question, node = found["question"].expect(str), found["position"]
    if question not in ("survive", "solve"):
        found["question"].refuse(f"{quoted(question)} is no question; it is 'survive' or 'solve'")
    try:
        position = Position.parse(node.expect(str))
    except OnoError as error:
        node.refuse(error.message)
    node.should_be(str(position), "the canonical line")
    if question == "survive":
        check_survive(proof.fields(*head, "verdict", "chance", "unseen", "plays"), position)
        return
    if position.undrawn:
        node.refuse("a draw that may still be made late leaves open what is drawn by whom")
    if not position.rules.marks:
        fields = proof.fields(*head, "can_win", "replies")
        claim = SolveClaim(position, is_mover=fields["can_win"].expect(bool))
        check_replies(claim, fields["replies"])
        return
    fields = proof.fields(*head, "value", "mover", "other")
    if len(position.still_in) != 2:
        node.refuse("points are worked out between two players who are in")
    value = fields["value"].expect(int)
    check_replies(SolveClaim(position, True, value), fields["mover"])
    check_replies(SolveClaim(position, False, value), fields["other"])


# ---- a proof of survival ----

NONE, SURE = Fraction(0), Fraction(1)
VERDICTS = {NONE: "lost", SURE: "certain"}


def check_survive(fields: dict[str, ProofNode], position: Position) -> None:
    """Check that these fields prove the chance that the player to move survives the turn."""
    if not position.is_hand_known:
        fields["position"].refuse("the player to move holds hidden cards")
    deck, shown = position.rules.deck(len(position.hands)), position.shown()
    pool = {card: deck[card] - shown[card] for card in deck if deck[card] > shown[card]}
    pile = DrawPile(position.draw, pool, position.discards())
    fields["unseen"].should_be(sum(pile.refilled(position.rules).pool.values()))
    late = position.undrawn.count(position.turn)
    plays = legal_plays(position)
    lates = [str(LateDraw(position.turn))] if late else []
    nodes = fields["plays"].in_order([*map(str, plays), *lates])
    turn, start = TurnChecker(position), (position.hand, position.moment, pile)
    chances = [
        turn.after(node, *start, play, late) for node, play in zip(nodes, plays, strict=False)
    ]
    if late:
        chances.append(turn.drawing(nodes[-1], *start, late))
    best = max(chances)
    check_chance(fields["chance"], best, "the best of the plays")
    fields["verdict"].should_be(VERDICTS.get(best, "chance"), "the chance in a word")


def check_chance(node: ProofNode, chance: Fraction, why: str = "") -> Fraction:
    """Check that a node has this chance, such as ``17/46`` or ``1/1``, and return it."""
    node.should_be(f"{chance.numerator}/{chance.denominator}", why)
    return chance


class DrawPile(NamedTuple):
    """The draw pile: the ``known`` top, then any card of the ``pool``.

    ``discards`` are shuffled when there is nothing else to draw (rule ``draw-pile-empty``).
    """

    known: Hand
    pool: dict[Card, int]
    discards: Hand

    def refilled(self, rules: RuleSet) -> "DrawPile":
        """Return the pile, with the discards shuffled in if nothing else is left."""
        if self.known or self.pool:
            return self
        shuffled, kept = rules.reshuffled(self.discards)
        counts = {card: shuffled.count(card) for card in rules.deck(rules.least_players)}
        return DrawPile((), {card: count for card, count in counts.items() if count}, kept)

    def draws(self, rules: RuleSet, count: int) -> Iterator[tuple[Hand, int, "DrawPile | None"]]:
        """Yield each possible draw, its number of ways, and the remaining pile.

        Sets are in the order of the deck. If too few cards are left there is one entry, with
        the cards that are known, and nothing to draw from after it.
        """
        top, missing = self.known[:count], count - len(self.known[:count])
        if not missing:
            yield top, 1, self._replace(known=self.known[count:])
            return
        pile = self._replace(known=()).refilled(rules)
        if sum(pile.pool.values()) < missing:
            yield top, 1, None
            return
        for cards in combinations_with_replacement(pile.pool, missing):
            if ways := prod(comb(pile.pool[card], cards.count(card)) for card in {*cards}):
                left = {card: n - cards.count(card) for card, n in pile.pool.items()}
                pool = {card: n for card, n in left.items() if n}
                yield top + cards, ways, pile._replace(pool=pool)


class TurnChecker:
    """One turn, followed through a proof. ``left`` is how many draws it may still list.

    Each method returns the chance that a node proves: of a hand at a moment, with a pile to draw
    from, which is None if more cards were drawn than are left.
    """

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.out_rule = position.rules.out_effect(position.moment, position.hand).rules[0]
        self.left = MOST_ENTRIES

    def after(  # noqa: PLR0913, PLR0917  # all that a turn is
        self, node: ProofNode, hand: Hand, moment: Moment, pile: DrawPile, play: Play, late: int = 0
    ) -> Fraction:
        """Return the chance after a play; ``late`` cards are drawn as well."""
        effect = self.rules.judge(play, moment) if play.card else None
        if not play.card or not isinstance(effect, Effect) or effect.busts or effect.costs:
            fields = node.fields("chance", "fails")
            fault = self.out_rule
            if isinstance(effect, Effect):
                fault = effect.rules[0] if effect.busts else effect.rules[-1]
            fields["fails"].should_be(fault)
            return check_chance(fields["chance"], NONE)
        if effect.steps:
            fields = node.fields("chance", "ends")
            fields["ends"].should_be(True)
            return check_chance(fields["chance"], SURE)
        rest = list(hand)
        for _ in range(play.copies):
            rest.remove(play.card)
        pile = pile._replace(discards=pile.discards + (play.card,) * play.copies)
        then = self.rules.next_moment(moment, play, effect)
        return self.drawing(node, tuple(rest), then, pile, effect.draws + late)

    def drawing(
        self, node: ProofNode, hand: Hand, moment: Moment, pile: DrawPile, count: int
    ) -> Fraction:
        """Return the chance if as many cards are drawn next."""
        fields = node.fields("chance", "draws")
        saved, total = NONE, 0
        for entry, draw in zip_longest(fields["draws"].items(), pile.draws(self.rules, count)):
            if entry is None or draw is None:
                fields["draws"].refuse("it needs one entry for each draw")
            self.left -= 1
            if self.left < 0:
                entry.refuse(f"this is one draw more than the {MOST_ENTRIES} that a proof may list")
            (drawn, ways, left), found = draw, entry.fields("drawn", "ways", "then")
            for each, card in zip_longest(found["drawn"].items(), drawn):
                if each is None or card is None:
                    found["drawn"].refuse(f"it needs {len(drawn)} cards")
                each.should_be(card.code)
            found["ways"].should_be(ways)
            saved += ways * self.playing_on(found["then"], hand + drawn, moment, left)
            total += ways
        return check_chance(fields["chance"], saved / total, f"{saved} of {total} ways to draw")

    def playing_on(
        self, node: ProofNode, hand: Hand, moment: Moment, pile: DrawPile | None
    ) -> Fraction:
        """Return the chance of a hand that has to play again."""
        judged = [(play, self.rules.judge(play, moment)) for play in self.rules.plays_of_hand(hand)]
        free = {
            play: effect.steps
            for play, effect in judged
            if isinstance(effect, Effect) and not (effect.busts or effect.costs)
        }
        ending = next((play for play, steps in free.items() if steps), None)
        if ending:
            fields = node.fields("chance", "play")
            fields["play"].should_be(str(ending), "the first play of the hand that ends the turn")
            return check_chance(fields["chance"], SURE)
        if pile is None:
            node.refuse("it depends on more cards than are left to draw")
        if not free:
            return check_chance(node.fields("chance")["chance"], NONE, "every play fails")
        fields = node.fields("chance", "plays")
        nodes = fields["plays"].in_order([*map(str, free)])
        chances = [
            self.after(each, hand, moment, pile, play)
            for each, play in zip(nodes, free, strict=True)
        ]
        return check_chance(fields["chance"], max(chances), "the best of the plays")


# ---- a proof of a forced win, or of points, with all cards known ----

StateKey = tuple[str, Moment, int]
"""All that decides how a game can go on: its key, the moment, and the number of discards, which
says when they will be shuffled."""


@dataclass(frozen=True, slots=True)
class ProofState:
    """A position on the way from the one asked about, and how many cards were drawn since."""

    position: Position
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class SolveClaim:
    """That one side gets its way from a position on, whatever the other side plays.

    ``is_mover`` says which side: the player to move, or all the others together. ``bound``
    is None for a win; in points it is what the mover gains at the least, or at the most.
    """

    start: Position
    is_mover: bool
    bound: int | None = None

    def chooses(self, spot: ProofState) -> bool:
        """Check that the player to move is on the side of the claim."""
        return (spot.position.turn == self.start.turn) is self.is_mover

    def gain(self, position: Position) -> int:
        """Return what the other has lost since the start minus what the mover has lost."""
        lost = [
            (a or 0) - (b or 0) for a, b in zip(self.start.stakes, position.stakes, strict=True)
        ]
        return sum(lost) - 2 * lost[self.start.turn]

    def is_settled(self, position: Position) -> bool:
        """Check that the bound holds however the game goes on: too few points are left."""
        if self.bound is None:
            return False
        mine = position.stakes[self.start.turn] or 0
        theirs = sum(stake or 0 for stake in position.stakes) - mine
        gain = self.gain(position)
        return gain - mine >= self.bound if self.is_mover else gain + theirs <= self.bound

    def ending(self, outcome: Outcome) -> bool | None:
        """Return True if the side got its way by a play, False if not, None if the game goes on."""
        root = self.start.turn
        if self.bound is not None:
            if not outcome.round_over:
                return None
            gain = self.gain(outcome.after)
            return gain >= self.bound if self.is_mover else gain <= self.bound
        if self.start.rules.stake_name is not None:
            return None if outcome.loser is None else (outcome.loser != root) is self.is_mover
        if outcome.winners:
            return (root in outcome.winners) is self.is_mover
        if root in outcome.out:
            return not self.is_mover
        return False if outcome.round_over else None

    def follows(self, spot: ProofState, word: Play) -> Iterator[ProofState | bool]:
        """Yield the states after a play; of an end, if the side gets its way.

        More than one thing may follow if hidden cards decide who wins.
        """
        outcome = play(spot.position, word)
        end = self.ending(outcome)
        if end is None:
            yield ProofState(outcome.after, spot.drawn + len(outcome.plies[-1].drawn))
        else:
            yield end
        hands = spot.position.hands
        if word.card is None and any(Card.UNKNOWN in hand for hand in hands if hand):
            known = tuple(h and tuple(c for c in h if c is not Card.UNKNOWN) for h in hands)
            other = self.ending(play(replace(spot.position, hands=known), word))
            if other is not None:
                yield other
            elif end is not None:
                yield False

    def state(self, spot: ProofState) -> StateKey:
        """Return the key of a spot: spots with equal keys go on equally.

        Its text names the spot in a table of replies: it is the position's line without the rule
        set and the piles, each hand in order, the points only where points are played for, and
        the number of cards drawn.
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
        text = f"{str(plain).partition(' ')[2]} drawn={spot.drawn}"
        return text, position.moment, len(position.seen)


def sure_plays(position: Position) -> list[Play]:
    """Return the plays that may be made whatever the hidden cards of the hand are."""
    if position.is_hand_known:
        return list(legal_plays(position))
    found = [word for word, effect in playable(position).items() if not effect.busts]
    for card in position.rules.deck(len(position.hands)):
        held = tuple(card if c is Card.UNKNOWN else c for c in position.hand)
        allowed = playable(replace(position, hands=with_seat(position.hands, position.turn, held)))
        found = [word for word in found if word in allowed]
    return found


def follow_replies(
    claim: SolveClaim,
    choose: Callable[[StateKey, list[Play]], Play],
    refuse: Callable[[str], NoReturn],
) -> None:
    """Play every game in which the side of a claim follows its replies; each ends as claimed.

    ``choose`` returns the reply to each choice, ``refuse`` raises an error with the reason.
    """
    met, waiting = set[StateKey](), [ProofState(claim.start)]
    while waiting:
        spot = waiting.pop()
        position, state = spot.position, claim.state(spot)
        if state in met or claim.is_settled(position):
            continue
        met.add(state)
        if len(met) > MOST_POSITIONS:
            refuse(f"more than {MOST_POSITIONS} positions are met, the limit")
        plays = sure_plays(position)
        if not claim.chooses(spot):
            if not position.is_hand_known:
                refuse(f"at {state[0]} seat {position.turn} holds a hidden card")
        elif len(plays) != 1 or not position.is_hand_known:
            plays = [choose(state, plays)]
        for word in plays:
            for then in claim.follows(spot, word):
                if then is False:
                    refuse(f"at {state[0]} the play {word} ends otherwise than is claimed")
                if isinstance(then, ProofState):
                    if then.drawn == spot.drawn and then.position.still_in == position.still_in:
                        refuse(f"at {state[0]} the play {word} leads nowhere")
                    waiting.append(then)


def check_replies(claim: SolveClaim, table: ProofNode) -> None:
    """Check that a table of replies proves a claim, and that every reply of it is needed."""
    replies = table.entries()
    unused = dict.fromkeys(replies)

    def choose(state: StateKey, plays: list[Play]) -> Play:
        node = replies.get(state[0])
        if node is None:
            table.refuse(f"there is no reply for {state[0]}")
        unused.pop(state[0], None)
        word = node.expect(str)
        found = next((play for play in plays if str(play) == word), None)
        if found is None:
            node.refuse(f"{quoted(word)} cannot be played here")
        return found

    follow_replies(claim, choose, table.refuse)
    if unused:
        table.refuse(f"{quoted(next(iter(unused)))} is never reached")
