"""Search a deal whose cards are all known: one search, for a win and for points.

It answers whether the player who asked can reach so much: a win is worth 1 and a loss 0, points
count as they are. The one who asked looks for a play that reaches it, all the others for one that
does not. A card that is not shown, or drawn beyond the known draw, ends the search there: such a
card is hoped or feared, and the answer is known if both come to the same.

A search asks the same of the same hands and moments by the hundred thousand. So each is an object
that is made once (:class:`SearchHand`, :class:`Node`, :class:`Turn`), with what follows from it.
"""

from functools import lru_cache
from operator import itemgetter
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.rules.play import OUT, Hand, Hands, Play, TurnChange, turn_order
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.states import Cached, Move, State, state_of

LOST, WON = 0, 1
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
        self.ways: Cached[int, tuple[Way, ...]] = Cached(lambda shape: tables.ways(cards, shape))
        self.longer: Cached[Card, SearchHand] = Cached(lambda card: tables.hand((*cards, card)))


Way = tuple[int, SearchHand]
"""A play by its place among those of the rule set, and the hand without its cards."""

HIDDEN = -1
"""Any play of a card that is not shown."""


class Node:
    """A moment as a search knows it: the moves that do not lose there, and what follows each.

    Nodes of one ``shape`` allow the same plays in the same order. ``links`` has an entry for each
    play that was made, and a last one for a hidden card.
    """

    __slots__ = ("links", "moves", "no_links", "shape", "state")

    def __init__(self, state: State, moves: list[Move | None], shape: int) -> None:
        self.state, self.moves, self.shape = state, moves, shape
        self.no_links: list[Link | None] = [None] * (len(moves) + 1)
        self.links = list(self.no_links)


class Link:
    """A move and the node that follows it.

    ``passing`` is a :class:`.TurnChange`. ``is_simple`` says that one card is put down and one
    drawn, that nobody pays, and that the turn goes to the next player or ``stays``; ``is_paid``
    that somebody pays and the next player plays. ``paid`` keeps :meth:`Search.pay`, by the turn.
    """

    __slots__ = ("is_paid", "is_simple", "move", "node", "paid", "passing", "stays")

    def __init__(self, move: Move, node: Node) -> None:
        self.move, self.node, self.passing = move, node, move.passing
        if move.follows.pair and move.passing > TurnChange.SAME:
            is_turned = move.passing == TurnChange.TURNED
            self.passing = int(TurnChange.NEXT if is_turned else TurnChange.SAME)
        self.stays = self.passing == TurnChange.SAME
        is_single = move.play.copies == move.effect.draws == 1
        self.is_paid = move.is_costly and is_single and self.passing == TurnChange.NEXT
        self.is_simple = move.is_plain and self.passing <= TurnChange.SAME
        self.paid: dict[Turn, tuple[int, Turn]] = {}


class Tables:
    """The hands and the nodes of a rule set, shared by all searches.

    ``laid_down`` has what :meth:`Search.lay_down` gives, by the node and all that it depends on.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.plays = tuple(rules.known_plays)
        self.hands: dict[tuple[Card, ...], SearchHand] = {}
        self.nodes: dict[object, Node] = {}
        self.shapes: list[tuple[int, ...]] = []
        self.laid_down: dict[object, list[tuple[tuple[int, ...], list[int], Node]]] = {}

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

    def ways(self, cards: tuple[Card, ...], shape: int) -> tuple[Way, ...]:
        """Return the ways of a hand at nodes of a shape, those that pay or add most first."""
        ways: list[Way] = []
        for at in self.shapes[shape]:
            play, rest = self.plays[at], list(cards)
            assert play.card is not None
            held = rest.count(play.card)
            if held == play.copies or (held and play.copies == 1):
                for _ in range(play.copies):
                    rest.remove(play.card)
                ways.append((at, self.hand(tuple(rest))))
        if Card.UNKNOWN in cards:
            ways.append((HIDDEN, self.hand(())))
        return tuple(ways)

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
    tables = _tables(rules)
    if max(len(tables.nodes), len(tables.laid_down)) > MOST_NODES:
        _tables.cache_clear()
    return _tables(rules)


Points = tuple[int, ...]


class Turn:
    """A turn: where the one who asked sits, and how much that player wants to reach.

    ``place`` is that of the one who asked, counted from the player to move among ``count``, and
    ``next`` the turn of the next player. Where points count, ``points`` are those left to the one
    who asked and to the other. ``decided`` is the answer if the bounds ``least`` and ``most`` give
    it, and ``turns`` are the turns of all places.
    """

    __slots__ = (
        "count", "decided", "is_asker", "least", "most", "next", "place", "points", "turns",
        "wanted",
    )  # fmt: skip

    def __init__(self, count: int, place: int, points: Points, wanted: int) -> None:
        self.count, self.place, self.points, self.wanted = count, place, points, wanted
        self.is_asker = place == 0
        self.next: Turn = self
        self.turns: tuple[Turn, ...] = ()
        self.least, self.most = (-points[0], points[1]) if points else (LOST, WON)
        self.decided = None if self.least < wanted <= self.most else wanted <= self.least


@lru_cache(maxsize=4096)
def turns_of(count: int, points: Points, wanted: int) -> tuple[Turn, ...]:
    """Return the turns by the place of the one who asked."""
    turns = tuple(Turn(count, place, points, wanted) for place in range(count))
    for turn in turns:
        turn.next, turn.turns = turns[turn.place - 1], turns
    return turns


@lru_cache(maxsize=32)
def _seats_after(count: int, change: int) -> tuple[Any, tuple[int, ...]]:
    """Return what picks the players in their new order, and the new place of each.

    Places count from the player to move, in the order of turns.
    """
    seat, is_turned = divmod(turn_order((True,) * count)[change][0], 2)
    seats = [(seat + (-at if is_turned else at)) % count for at in range(count)]
    return itemgetter(*seats), tuple(map(seats.index, range(count)))


class ExhaustedError(Exception):
    """More spots were examined than the question allows."""


Spot = tuple[Node, Turn, int, SearchHand, tuple[SearchHand, ...]]
"""A node, whose turn it is, how many cards were drawn, the hand of the player to move, and the
other hands in the order of turns."""


class Search:
    """The search of a position, of which at most ``limit`` spots may be examined.

    ``shuffle_at`` is the draw that needs the discards: what it draws is not known, but that the
    discards are gone may matter (rule ``ono-on-zero``). ``memos`` has the answers where hidden
    cards are feared and where they are hoped, one and the same until the first is met.
    """

    def __init__(self, position: Position, limit: int) -> None:
        self.rules = rules = position.rules
        self.position, self.limit, self.tables = position, limit, tables_of(rules)
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
        hand, *others = (self.tables.hand(position.hands[seat] or ()) for seat in seats)
        turn, node = turns_of(len(seats), points, 0)[0], self.tables.node(position.state)
        self.start: Spot = node, turn, 0, hand, tuple(others)
        self.is_hopeful = self.has_met_hidden = False
        self.memo: dict[Spot, bool] = {}
        self.memos = [self.memo, self.memo]

    @property
    def positions(self) -> int:
        """The number of spots examined."""
        return len(self.memos[0]) + self.has_met_hidden * len(self.memos[1])

    def value(self, spot: Spot) -> int | None:
        """Return what a spot is worth to the one who asked, or None if hidden cards decide."""
        least, most = spot[1].least, spot[1].most
        while least < most:
            wanted = (least + most + 1) // 2
            if self.can_reach(spot, wanted, is_hopeful=False):
                least = wanted
            else:
                most = wanted - 1
        if self.has_met_hidden and self.can_reach(spot, least + 1, is_hopeful=True):
            return None
        return least

    def ways_of_start(self) -> dict[Play, Way]:
        """Return the plays that can be made at the start and do not lose."""
        node, _, _, hand, _ = self.start
        return {self.tables.plays[w[0]]: w for w in hand.ways[node.shape] if w[0] != HIDDEN}

    def value_after(self, way: Way | None) -> int | None:
        """Return the same once a play is made at the start, what it gains included."""
        if way is None:
            return self.value(self.start)
        gain, then = self.step(self.start, *way)
        value = self.value(then)
        return None if value is None else gain + value

    def can_reach(self, spot: Spot, wanted: int, *, is_hopeful: bool) -> bool:
        """Check whether the one who asked can reach so much."""
        node, turn, drawn, hand, others = spot
        turn = turns_of(turn.count, turn.points, wanted)[turn.place]
        if turn.decided is not None:
            return turn.decided
        self.is_hopeful, self.memo = is_hopeful, self.memos[is_hopeful]
        return self.answer((node, turn, drawn, hand, others))

    def answer(self, spot: Spot) -> bool:
        """Return the answer for a spot, looked up if it is known."""
        known = self.memo.get(spot)
        return self.search(spot) if known is None else known

    def search(self, spot: Spot) -> bool:  # noqa: PLR0912  # written out, as a call costs more
        """Return the answer for a spot that was not met before.

        Plays of one card that draw one are written out.
        """
        node, turn, drawn, hand, others = spot
        ways = hand.ways[node.shape]
        if not ways:
            return self.after_no_play(spot)
        links = node.links
        if drawn == self.shuffle_at:
            links = node.no_links
        card, drawn, memo = self.draw[drawn], drawn + 1, self.memo
        is_asker, next_turn, next_hand, rest_of_table = (
            turn.is_asker,
            turn.next,
            others[0],
            others[1:],
        )
        for at, rest in ways:
            link = links[at]
            if link and link.is_simple:
                if link.stays:
                    then = link.node, turn, drawn, rest.longer[card], others
                else:
                    hands = rest_of_table + (rest.longer[card],)  # faster than unpacking
                    then = link.node, next_turn, drawn, next_hand, hands
                answer = memo.get(then)
                if answer is None:
                    answer = self.search(then)
            elif link and link.is_paid:
                _, paid = link.paid.get(turn) or self.pay(node, link, turn)
                answer = paid.decided
                if answer is None:
                    hands = rest_of_table + (rest.longer[card],)
                    answer = self.answer((link.node, paid.next, drawn, next_hand, hands))
            else:
                answer = self.try_play(spot, at, rest)
            if answer is is_asker:
                break
        else:
            answer = not is_asker
        if len(memo) >= self.limit:
            raise ExhaustedError
        memo[spot] = answer
        return answer

    def hidden_answer(self) -> bool:
        """Return the answer where a hidden card decides."""
        if not self.has_met_hidden:
            self.has_met_hidden = True
            self.memos[not self.is_hopeful] = self.memo.copy()
        return self.is_hopeful

    def try_play(self, spot: Spot, at: int, rest: SearchHand) -> bool:
        """Return the answer for a spot after a play."""
        if at == HIDDEN:
            return self.hidden_answer()
        _, then = self.step(spot, at, rest)
        return self.answer(then) if then[1].decided is None else then[1].decided

    def step(self, spot: Spot, at: int, rest: SearchHand) -> tuple[int, Spot]:
        """Return what the one who asked gains by a play, and the spot after it."""
        node, turn, drawn, _, others = spot
        link = node.links[at] or self.tables.link(node, at)
        gain, after, then = 0, link.node, drawn + link.move.effect.draws
        if link.move.is_costly:
            gain, turn = link.paid.get(turn) or self.pay(node, link, turn)
        if drawn <= self.shuffle_at < then:  # nothing is left in the discards for rules to look at
            moment, rules = link.move.follows, self.rules
            table = Position(
                rules, moment.total, ((), ()), owes=moment.owes, played=moment.first
            ).moment
            table = table._replace(pair=moment.pair, opening=moment.opening)
            after = self.tables.node(state_of(rules, table))
        for card in self.draw[drawn:then]:
            rest = rest.longer[card]
        pick, places = _seats_after(turn.count, link.passing)
        hand, *hands = pick((rest, *others))
        return gain, (after, turn.turns[places[turn.place]], then, hand, tuple(hands))

    def pay(self, node: Node, link: Link, turn: Turn) -> tuple[int, Turn]:
        """Return what the one who asked gains by a move that costs points, and the turn then.

        Nobody has points left to lose at the end of the round.
        """
        points, order = turn.points, 1 if turn.is_asker else -1
        table = Position(self.rules, node.state.moment.total, ((), ()), stakes=points[::order])
        settlement = self.rules.settle(table, link.move.effect, ())
        left = tuple(stake or 0 for stake in settlement.stakes)[::order]
        gain = points[1] - left[1] - (points[0] - left[0])
        if settlement.round_over or settlement.out:
            left = 0, 0
        then = turns_of(turn.count, left, turn.wanted - gain)[turn.place]
        found = link.paid[turn] = gain, then
        return found

    def after_no_play(self, spot: Spot) -> bool:
        """Return the answer for a spot at which no play can be made."""
        answers = {
            self.answer(then) if isinstance(then, tuple) else spot[1].wanted <= then
            for then in self.spots_after_no_play(spot)
        }
        return answers.pop() if len(answers) == 1 else self.hidden_answer()

    def spots_after_no_play(self, spot: Spot) -> list[int | Spot]:
        """Return what may follow if the player to move lays the hand down: spots, or WON or LOST.

        There are two if hidden cards of other hands may decide: with the hands as they are, and as
        if no hidden card could be played.
        """
        node, turn, drawn, hand, others = spot
        if self.rules.stake_name is not None:  # the round is over
            return [LOST if turn.is_asker else WON]
        hands = hand, *others
        is_alike = node.state.moment.first is None or self.rules.settles_on is SettlesOn.NOTHING
        key = node, turn.count if is_alike else hands
        laid_down = self.tables.laid_down
        if key not in laid_down:
            tables: list[Hands] = [tuple(hand.cards for hand in hands)]
            if not is_alike and any(Card.UNKNOWN in hand for hand in tables[0] if hand):
                tables.append(tuple(_known_cards(hand) for hand in hands))
            laid_down[key] = [self.lay_down(node.state, table) for table in tables]
        spots: list[int | Spot] = []
        for winners, seats, after in laid_down[key]:
            if winners or turn.place not in seats:
                spots.append(WON if turn.place in winners else LOST)
            else:
                then = turns_of(len(seats), turn.points, turn.wanted)[seats.index(turn.place)]
                first, *rest = (hands[seat] for seat in seats)
                spots.append((after, then, drawn, first, tuple(rest)))
        return spots

    def lay_down(self, state: State, hands: Hands) -> tuple[tuple[int, ...], list[int], Node]:
        """Return who wins if the hand is laid down, who stays in, in order, and the node then."""
        moment, rules = state.moment, self.rules
        no_card = (), *hands[1:]  # the rules as misread may know a card that is played to lose
        table = Position(rules, moment.total, no_card, owes=moment.owes, played=moment.first)
        ply = make(table, OUT)
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
        plays = list[Play]()
        while isinstance(spot, tuple) and spot[1].least < spot[1].most:
            node, _, _, hand, _ = spot
            ways = hand.ways[node.shape]
            if ways:
                way = next(
                    (way for way in ways if self._keeps_value(spot, way, value, first)), None
                )
                if way is None:
                    break
                plays.append(self.tables.plays[way[0]])
                gain, spot = self.step(spot, *way)
                value, first = value - gain, None
            else:
                plays.append(next(iter(legal_moves(hand.cards, node.state)), OUT))
                spot = self.spots_after_no_play(spot)[0]
        return tuple(plays)

    def _keeps_value(self, spot: Spot, way: Way, value: int, first: Play | None) -> bool:
        """Check that a play is the one to begin with, or keeps what the spot is worth."""
        at, rest = way
        if at == HIDDEN or first:
            return at != HIDDEN and self.tables.plays[at] == first
        is_asker = spot[1].is_asker
        gain, then = self.step(spot, at, rest)
        wanted = value - gain if is_asker else value - gain + 1
        return self.can_reach(then, wanted, is_hopeful=not is_asker) is is_asker


def _known_cards(hand: SearchHand) -> Hand:
    return tuple(card for card in hand.cards if card is not Card.UNKNOWN)
