"""Search a deal whose cards are all known: one alpha-beta, for a win and for points.

A spot is worth a whole number to the player to move: a win is 1 and a loss -1, points count as
they are. If more than two play, all the others play together against the one who asked. A card
that is not shown, or drawn beyond the known draw, ends the search there. That is worth 0 where
wins count; points are searched twice, with the least and the most that such a card may be worth to
the one who asked, and are known if both answers agree.

A search asks the same of the same hands and moments by the hundred thousand. So each is an object
that is made once (:class:`SearchHand`, :class:`Node`), with what follows from it.
"""

from functools import lru_cache
from operator import itemgetter
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.turn import carry_out, play
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.seats import Hand, Hands, TurnChange, turn_order
from ono_tutor.rules.states import Cached, Move, State, state_of

WON, LOST = 1, -1
"""The worth of a spot where all that counts is to win."""

MOST_NODES = 20_000
"""Nodes kept from one question to the next; only totals that run away below zero meet more."""

_ORDER = {card: place for place, card in enumerate(Card)}


class SearchHand:
    """A hand as a search knows it, whatever the order of its cards.

    ``ways`` has, by the shape of a node, each play of the hand with the rest; ``longer`` is what
    the hand becomes with one card more.
    """

    __slots__ = ("cards", "longer", "ways")

    def __init__(self, tables: "Tables", cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.ways: dict[int, tuple[Way, ...]] = {}
        self.longer: Cached[Card, SearchHand] = Cached(lambda card: tables.hand((*cards, card)))


Way = tuple[int, SearchHand | None]
"""A play by its place among those of the rule set, and the hand without its cards; None for any
play of a card that is not shown."""

HIDDEN_WAY: Way = (-1, None)


class Node:
    """A moment as a search knows it: the moves that do not lose there, and what follows each.

    Nodes of one ``shape`` allow the same plays in the same order. ``links`` has an entry for each
    play that was made.
    """

    __slots__ = ("links", "moves", "shape", "state")

    def __init__(self, state: State, moves: list[Move | None], shape: int) -> None:
        self.state, self.moves, self.shape = state, moves, shape
        self.links: list[Link | None] = [None] * len(moves)


class Link:
    """A move and the node that follows it.

    ``passing`` is a :class:`.TurnChange`. Where one card is put down and one drawn, ``is_usual``
    says that it costs nothing and the turn goes to the next player, ``stays`` that it costs nothing
    and the turn goes on, ``is_paid`` that it is paid for and the next player plays. ``paid`` has
    what it gained, by the points before it, and the points then.
    """

    __slots__ = ("is_paid", "is_usual", "move", "node", "paid", "passing", "stays")

    def __init__(self, move: Move, node: Node) -> None:
        self.move, self.node, self.passing = move, node, move.passing
        if move.follows.pair and move.passing > TurnChange.SAME:
            is_turned = move.passing == TurnChange.TURNED
            self.passing = int(TurnChange.NEXT if is_turned else TurnChange.SAME)
        self.is_usual = move.is_plain and self.passing == TurnChange.NEXT
        self.stays = move.is_plain and self.passing == TurnChange.SAME
        is_single = move.play.copies == move.effect.draws == 1
        self.is_paid = move.is_costly and is_single and self.passing == TurnChange.NEXT
        self.paid: dict[Points, tuple[int, Points]] = {}


class Tables:
    """The hands and the nodes of a rule set, shared by all searches."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.plays = tuple(rules.known_plays)
        self.hands: dict[tuple[Card, ...], SearchHand] = {}
        self.nodes: dict[object, Node] = {}
        self.shapes: list[tuple[int, ...]] = []

    def hand(self, cards: tuple[Card, ...]) -> SearchHand:
        """Return the hand with these cards, in any order."""
        cards = tuple(sorted(cards, key=_ORDER.__getitem__))
        return self.hands.get(cards) or self.hands.setdefault(cards, SearchHand(self, cards))

    def node(self, state: State) -> Node:
        """Return the node of a state; which card was the first of two makes no difference."""
        key = state.moment._replace(first=None), state.moment.first is not None
        return self.nodes.get(key) or self.nodes.setdefault(key, self._make_node(state))

    def _make_node(self, state: State) -> Node:
        moves = list(map(state.move, self.plays))
        moves = [move if move and not move.effect.busts else None for move in moves]
        ranks = {
            at: (move.effect.costs - move.effect.costs_others, -move.effect.total)
            for at, move in enumerate(moves)
            if move
        }
        order = tuple(sorted(ranks, key=ranks.__getitem__))
        if order not in self.shapes:
            self.shapes.append(order)
        return Node(state, moves, self.shapes.index(order))

    def ways(self, hand: SearchHand, node: Node) -> tuple[Way, ...]:
        """Return the ways of a hand at a node, those that pay or add most first."""
        found = hand.ways.get(node.shape)
        if found is None:
            ways: list[Way] = []
            for at in self.shapes[node.shape]:
                play, rest = self.plays[at], list(hand.cards)
                assert play.card is not None
                held = rest.count(play.card)
                if held == play.copies or (held and play.copies == 1):
                    for _ in range(play.copies):
                        rest.remove(play.card)
                    ways.append((at, self.hand(tuple(rest))))
            if Card.UNKNOWN in hand.cards:
                ways.append(HIDDEN_WAY)
            found = hand.ways[node.shape] = tuple(ways)
        return found

    def link(self, node: Node, at: int) -> Link:
        """Return what follows a play at a node."""
        move = node.moves[at]
        assert move is not None
        found = node.links[at] = Link(move, self.node(move.follow()))
        return found


@lru_cache(maxsize=32)
def _tables(rules: RuleSet) -> Tables:
    return Tables(rules)


def tables_of(rules: RuleSet) -> Tables:
    """Return the tables that all questions share, made again when they have grown too large."""
    if len(_tables(rules).nodes) > MOST_NODES:
        _tables.cache_clear()
    return _tables(rules)


@lru_cache(maxsize=32)
def _seats_after(count: int, change: int) -> tuple[Any, tuple[int, ...]]:
    """Return what picks the players in their new order, and the new place of each.

    Places count from the player to move, in the order of turns.
    """
    seat, is_turned = divmod(turn_order((True,) * count)[change][0], 2)
    seats = [(seat + (-at if is_turned else at)) % count for at in range(count)]
    return itemgetter(*seats), tuple(map(seats.index, range(count)))


BOTH = LOST, WON


class ExhaustedError(Exception):
    """More spots were examined than the question allows."""


Points = tuple[int, ...]
Spot = tuple[tuple[SearchHand, ...], int, Node, int, Points]
"""The hands in the order of turns, that of the player to move first; the place among them of the
player who asked; the moment; how many cards were drawn; and where points count, those left to the
player to move and to the other. Where two play for a win, whoever is to move may be the one who
asked: the place is 0."""


class Search:
    """The search of a position, of which at most ``limit`` spots may be examined.

    ``shuffle_at`` is the draw that needs the discards: what it draws is not known, but that the
    discards are gone may matter (rule ``ono-on-zero``).
    """

    def __init__(self, position: Position, limit: int) -> None:
        self.position, self.rules, self.limit = position, position.rules, limit
        self.tables, rules = tables_of(position.rules), position.rules
        seats, step = position.still_in, position.direction.step
        first = seats.index(position.turn)
        seats = tuple(seats[(first + step * at) % len(seats)] for at in range(len(seats)))
        held = sum(len(hand or ()) for hand in position.hands)
        self.draw = (*position.draw, *[Card.UNKNOWN] * (len(position.draw) + held + 8))
        deck = sum(rules.deck(len(position.hands)).values())
        self.shuffle_at = deck - held - len(position.discards())
        points: Points = ()
        if rules.marks:
            start = rules.start_stakes(position.hands)
            stakes = position.stakes or start
            points = tuple((start if stakes[s] is None else stakes)[s] or 0 for s in seats)
        hands = tuple(self.tables.hand(position.hands[seat] or ()) for seat in seats)
        self.start: Spot = hands, 0, self.tables.node(position.state), 0, points
        self.is_hopeful = self.has_met_hidden = False
        self.memos: tuple[dict[object, tuple[int, int]], ...] = {}, {}
        self.memo = self.memos[0]
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        self.laid_down: dict[object, list[tuple[tuple[int, ...], list[int], Node]]] = {}

    @property
    def positions(self) -> int:
        """The number of spots examined."""
        return sum(map(len, self.memos))

    def bounds(self, spot: Spot) -> tuple[int, int]:
        """Return the least and the most that a spot may be worth, the same where it is known."""
        me, points = spot[1], spot[4]
        least = self.worth(spot, is_hopeful=me > 0)
        if points:
            return least, (self.worth(spot, is_hopeful=me == 0) if self.has_met_hidden else least)
        return (least, least) if least else (LOST, WON)

    def ways_of_start(self) -> dict[Play, Way]:
        """Return the plays that can be made at the start and do not lose."""
        hands, _, node, _, _ = self.start
        return {self.tables.plays[w[0]]: w for w in self.tables.ways(hands[0], node) if w[1]}

    def bounds_after(self, way: Way | None) -> tuple[int, int]:
        """Return the same once a play is made at the start, what it gains included."""
        at, rest = way or HIDDEN_WAY
        if rest is None:
            return self.bounds(self.start)
        gain, then, is_other_side = self.step(self.start, at, rest)
        least, most = self.bounds(then) if then else (0, 0)
        if is_other_side:
            least, most = -most, -least
        return gain + least, gain + most

    def worth(self, spot: Spot, *, is_hopeful: bool) -> int:
        """Return what a spot is worth, asked as "at least so much?", from zero on."""
        self.is_hopeful = is_hopeful
        self.memo = self.memos[is_hopeful and bool(spot[4])]
        points, guess = spot[4], 0
        least, most = (-points[0], points[1]) if points else (LOST, WON)
        while least < most:
            wanted = max(guess, least + 1)
            guess = self.search(*spot, wanted)
            least, most = (least, guess) if guess < wanted else (guess, most)
        return least

    def search(  # noqa: PLR0912, PLR0913, PLR0917  # a search hands everything on in its call
        self,
        hands: tuple[SearchHand, ...],
        me: int,
        node: Node,
        drawn: int,
        points: Points,
        wanted: int,
    ) -> int:
        """Return the least that a spot is worth if that is at least what is wanted, else the most.

        Plays of one card that draw one are written out, as a call costs more.
        """
        memo = self.memo
        key = hands + (me, node, drawn) + points  # faster than unpacking
        least, most = memo.get(key) or ((-points[0], points[1]) if points else BOTH)
        if least >= wanted:
            return least
        if most < wanted:
            return most
        ways = hands[0].ways.get(node.shape)
        if ways is None:
            ways = self.tables.ways(hands[0], node)
        if not ways:
            return self.after_no_play((hands, me, node, drawn, points), wanted)
        best, search, card = least, self.search, self.draw[drawn]
        others, theirs = hands[1:], points[::-1]
        links = node.links if drawn != self.shuffle_at else (None,) * len(node.links)
        next_me = 0 if len(hands) == 2 and not points else (me or len(hands)) - 1
        for at, rest in ways:
            if rest is None:
                value = self.hidden_worth(me, points)
            elif not (link := links[at]):
                value = self.try_play((hands, me, node, drawn, points), at, rest, wanted)
            elif link.is_usual:
                then = others + (rest.longer[card],)  # likewise
                if me < 2:  # the other side is next
                    value = -search(then, next_me, link.node, drawn + 1, theirs, 1 - wanted)
                else:
                    value = search(then, next_me, link.node, drawn + 1, points, wanted)
            elif link.stays:
                then = (rest.longer[card],) + others
                value = search(then, me, link.node, drawn + 1, points, wanted)
            elif link.is_paid:
                gain, left = link.paid.get(points) or self.pay(node, link, points)
                value = gain
                if left:
                    then = others + (rest.longer[card],)
                    left, less = left[::-1], 1 - wanted + gain
                    value -= search(then, next_me, link.node, drawn + 1, left, less)
            else:
                value = self.try_play((hands, me, node, drawn, points), at, rest, wanted)
            if value > best:
                best = value
                if best >= wanted:
                    break
        if len(memo) >= self.limit:
            raise ExhaustedError
        pair = (best, most) if best >= wanted else (least, best)
        memo[key] = self.pairs.setdefault(pair, pair)  # one object for all, as there are millions
        return best

    def hidden_worth(self, me: int, points: Points) -> int:
        """Return what a hidden card is taken to be worth to the player to move."""
        self.has_met_hidden = True
        if not points:
            return 0
        return points[1] if self.is_hopeful == (me == 0) else -points[0]

    def try_play(self, spot: Spot, at: int, rest: SearchHand, wanted: int) -> int:
        """Return the same as :meth:`search` for a play at a spot."""
        gain, then, is_other_side = self.step(spot, at, rest)
        if then is None:
            return gain
        if is_other_side:
            return gain - self.search(*then, 1 - wanted + gain)
        return gain + self.search(*then, wanted - gain)

    def step(self, spot: Spot, at: int, rest: SearchHand) -> tuple[int, Spot | None, bool]:
        """Return what a play gains its player, the spot after it, and if the other side is to move.

        The spot is None at the end of the round.
        """
        hands, me, node, drawn, points = spot
        link = node.links[at] or self.tables.link(node, at)
        gain, after, then = 0, link.node, drawn + link.move.effect.draws
        if link.move.is_costly:
            gain, points = self.pay(node, link, points)
            if not points:
                return gain, None, False
        if drawn <= self.shuffle_at < then:  # nothing is left in the discards for rules to look at
            moment, rules = link.move.follows, self.rules
            table = Position(
                rules, moment.total, ((), ()), owes=moment.owes, played=moment.first
            ).moment
            table = table._replace(pair=moment.pair, opening=moment.opening)
            after = self.tables.node(state_of(rules, table))
        for card in self.draw[drawn:then]:
            rest = rest.longer[card]
        pick, places = _seats_after(len(hands), link.passing)
        next_me = places[me]
        is_other_side = (me == 0) != (next_me == 0)
        if is_other_side:
            points = points[::-1]
        if len(hands) == 2 and not points:
            next_me = 0
        return gain, (pick((rest, *hands[1:])), next_me, after, then, points), is_other_side

    def pay(self, node: Node, link: Link, points: Points) -> tuple[int, Points]:
        """Return what a move that costs points gains its player, and the points then.

        There are none at the end of the round.
        """
        if points not in link.paid:
            table = Position(self.rules, node.state.moment.total, ((), ()), stakes=points)
            settlement = self.rules.settle(table, link.move.effect, ())
            left = tuple(stake or 0 for stake in settlement.stakes)
            gain = points[1] - left[1] - (points[0] - left[0])
            is_over = settlement.round_over or settlement.out
            link.paid[points] = gain, (() if is_over else left)
        return link.paid[points]

    def after_no_play(self, spot: Spot, wanted: int) -> int:
        """Return the same as :meth:`search` for a spot at which no play can be made."""
        values = set()
        for then, is_other_side in self.spots_after_no_play(spot):
            if isinstance(then, int):
                values.add(then)
            elif is_other_side:
                values.add(-self.search(*then, 1 - wanted))
            else:
                values.add(self.search(*then, wanted))
        return values.pop() if len(values) == 1 else 0

    def spots_after_no_play(self, spot: Spot) -> list[tuple[int | Spot, bool]]:
        """Return what may follow if the player to move lays the hand down, as :meth:`step` does.

        At the end it is WON or LOST. There are two entries if hidden cards of other hands may
        decide: with the hands as they are, and as if no hidden card could be played.
        """
        if self.rules.stake_name is not None:  # the round is over
            return [(LOST, False)]
        hands, me, node, drawn, points = spot
        is_alike = node.state.moment.first is None or self.rules.settles_on is SettlesOn.NOTHING
        key = node, len(hands) if is_alike else hands
        if key not in self.laid_down:
            tables: list[Hands] = [tuple(hand.cards for hand in hands)]
            if not is_alike and any(Card.UNKNOWN in hand for hand in tables[0] if hand):
                tables.append(tuple(_known_cards(hand) for hand in hands))
            self.laid_down[key] = [self._lay_down(node.state, table) for table in tables]
        spots: list[tuple[int | Spot, bool]] = []
        for winners, seats, after in self.laid_down[key]:
            if winners or me not in seats:
                spots.append((WON if (me in winners) == (me == 0) else LOST, False))
            else:
                next_me, left = seats.index(me), tuple(hands[seat] for seat in seats)
                is_other_side = (me == 0) != (next_me == 0)
                if len(left) == 2:
                    next_me = 0
                spots.append(((left, next_me, after, drawn, points), is_other_side))
        return spots

    def _lay_down(self, state: State, hands: Hands) -> tuple[tuple[int, ...], list[int], Node]:
        """Return who wins if the hand is laid down, who stays in, in order, and the node then."""
        moment, rules = state.moment, self.rules
        table = Position(rules, moment.total, hands, owes=moment.owes, played=moment.first)
        ply = carry_out(table, OUT, rules.out_effect(moment, table.hand), None)
        after, count = ply.after, len(hands)
        seats = [(after.turn + after.direction.step * at) % count for at in range(count)]
        seats = [seat for seat in seats if after.hands[seat] is not None]
        then = rules.next_moment(moment, OUT, ply.effect)
        then = then._replace(total=after.total, pair=len(seats) == 2)
        return ply.settlement.winners, seats, self.tables.node(state_of(rules, then))

    def line(self, value: int, first: Play | None = None) -> tuple[Play, ...]:
        """Return best plays of both sides from the start, until all is decided.

        ``value`` is what the start is worth, or what it is worth with the play ``first``. The line
        ends as well where the rest depends on a card that makes no difference.
        """
        spot: int | Spot | None = self.start
        position, plays = self.position, list[Play]()
        while isinstance(spot, tuple):
            ways = self.tables.ways(spot[0][0], spot[2])
            if ways:
                way = next((w for w in ways if self._keeps_value(spot, w, value, first)), None)
                if way is None:
                    break
                at, rest = way
                assert rest is not None
                word, first = self.tables.plays[at], None
                gain, spot, is_other_side = self.step(spot, at, rest)
                value -= gain
            else:
                word = next(iter(legal_moves(position.hand, spot[2].state)), OUT)
                spot, is_other_side = self.spots_after_no_play(spot)[0]
            value = -value if is_other_side else value
            plays.append(word)
            position = play(position, word).after
        return tuple(plays)

    def _keeps_value(self, spot: Spot, way: Way, value: int, first: Play | None) -> bool:
        """Check that a play is the one to begin with, or keeps what the spot is worth."""
        at, rest = way
        if rest is None or first:
            return rest is not None and self.tables.plays[at] == first
        self.is_hopeful = spot[1] > 0
        self.memo = self.memos[self.is_hopeful and bool(spot[4])]
        return self.try_play(spot, at, rest, value) >= value


def _known_cards(hand: SearchHand) -> Hand:
    return tuple(card for card in hand.cards if card is not Card.UNKNOWN)
