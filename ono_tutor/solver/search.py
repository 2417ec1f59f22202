"""Search a deal whose cards are all known: one search, for a win and for points.

It asks whether a player can reach so much: a win is worth 1 and a loss -1, points count as they
are. Among two this is the player to move, so that the question turns round with the turn. Among
more it is the first to move, and all the others play together against that player. A card that is
not shown, or drawn beyond the known draw, ends the search there. Once one is met, each question has
an answer if such cards hurt and one if they help; all is known if both are the same.

A search asks the same of the same hands and moments by the hundred thousand. So each is an object
that is made once (:class:`SearchHand`, :class:`Node`, :class:`Turn`), with what follows from it.
"""

from functools import lru_cache
from operator import itemgetter
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.rules.play import OUT, Hand, Hands, Play, TurnChange, turn_order
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.states import Move, State, state_of

LOST, WON = -1, 1
"""The worth of a spot where all that counts is to win."""

MOST_NODES = 20_000
"""Nodes kept from one question to the next; only totals that run away below zero meet more."""


class SearchHand:
    """A hand as a search knows it, whatever the order of its cards.

    ``ways`` has, by the shape of a node, each play of the hand with the rest. ``longer`` are the
    hands with one card more, by the number of that card, once a play has left this hand.
    """

    __slots__ = ("cards", "longer", "ways")

    def __init__(self, cards: Hand) -> None:
        self.cards = cards
        self.ways: dict[int, tuple[Way, ...]] = {}
        self.longer: list[SearchHand] = []


Way = tuple[int, SearchHand]
"""A play by its place among those of the rule set, and the hand without its cards."""

HIDDEN = -1
"""Any play of a card that is not shown."""


class Node:
    """A moment as a search knows it: the moves that do not lose there, and what follows each.

    Nodes of one ``shape`` allow the same plays in the same order. ``links`` has an entry for each
    play that was made, and a last one for a hidden card. ``passes`` has the node that follows the
    usual play: one card is put down and one drawn, nobody pays, and the next player plays.
    """

    __slots__ = ("links", "moves", "passes", "shape", "state")

    def __init__(self, state: State, moves: list[Move | None], shape: int) -> None:
        self.state, self.moves, self.shape = state, moves, shape
        self.passes: list[Node | None] = [None] * (len(moves) + 1)
        self.links: list[Link | None] = [None] * (len(moves) + 1)


class Link:
    """A move, the node that follows it, and the :class:`.TurnChange` ``passing``.

    ``stays`` says that it is as the usual play, but for that the same player plays on; ``is_paid``
    that it is so, but for that somebody pays. ``paid`` keeps :meth:`Search.pay`, by the turn.
    """

    __slots__ = ("is_paid", "move", "node", "paid", "passing", "stays")

    def __init__(self, move: Move, node: Node) -> None:
        self.move, self.node, self.passing = move, node, move.passing
        if move.follows.pair and move.passing > TurnChange.SAME:
            is_turned = move.passing == TurnChange.TURNED
            self.passing = int(TurnChange.NEXT if is_turned else TurnChange.SAME)
        self.stays = move.is_plain and self.passing == TurnChange.SAME
        is_single = move.play.copies == move.effect.draws == 1
        self.is_paid = move.is_costly and is_single and self.passing == TurnChange.NEXT
        self.paid: dict[Turn, tuple[int, Turn]] = {}


Points = tuple[int, ...]


class Turn:
    """A turn with its question: whether the player who asks can reach what is wanted.

    ``place`` is that of the one who asks, counted from the player to move among ``count``. Where
    points count, ``points`` are those left to the player to move and to the other. ``hidden`` is
    the answer where a hidden card decides, or None while none was met. ``decided`` is the answer
    if the bounds ``least`` and ``most`` give it. ``turns`` are the turns by the place of the one
    who asks, of two players the second as the other asks, and ``next`` is that of the next player.
    ``good`` is the answer that the player to move plays for, and ``next_good`` the one to look for
    in the next turn.
    """

    __slots__ = (
        "count", "decided", "good", "hidden", "least", "most", "next", "next_good", "place",
        "points", "turns", "wanted",
    )  # fmt: skip

    def __init__(
        self, count: int, place: int, points: Points, wanted: int, hidden: bool | None
    ) -> None:
        self.count, self.place, self.points, self.wanted = count, place, points, wanted
        self.hidden, self.good = hidden, place == 0
        self.next_good = self.good and count > 2
        self.next: Turn = self
        self.turns: tuple[Turn, ...] = ()
        self.least, self.most = (-points[0], points[1]) if points else (LOST, WON)
        self.decided = None if self.least < wanted <= self.most else wanted <= self.least


class Tables:
    """The hands, nodes and turns of a rule set, shared by all searches.

    ``laid_down`` has what :meth:`Search.lay_down` gives, by the node and all that it depends on.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.plays = tuple(rules.known_plays)
        cards = (*rules.deck(rules.least_players), Card.UNKNOWN)
        self.numbers = {card: number for number, card in enumerate(cards)}
        self.hands: dict[Hand, SearchHand] = {}
        self.nodes: dict[object, Node] = {}
        self.shapes: list[tuple[int, ...]] = []
        self.turns: dict[Any, Turn] = {}
        self.laid_down: dict[object, list[tuple[tuple[int, ...], list[int], Node]]] = {}

    def hand(self, cards: Hand) -> SearchHand:
        """Return the hand with these cards, in any order."""
        cards = tuple(sorted(cards, key=self.numbers.__getitem__))
        return self.hands.get(cards) or self.hands.setdefault(cards, SearchHand(cards))

    def longer(self, hand: SearchHand) -> list[SearchHand]:
        """Return the hands with one card more, by its number."""
        hand.longer = hand.longer or [self.hand((*hand.cards, card)) for card in self.numbers]
        return hand.longer

    def ways(self, hand: SearchHand, node: Node) -> tuple[Way, ...]:
        """Return the ways of a hand at a node, those that pay or add most first."""
        if node.shape in hand.ways:
            return hand.ways[node.shape]
        ways: list[Way] = []
        for at in self.shapes[node.shape]:
            play, rest = self.plays[at], list(hand.cards)
            assert play.card is not None
            held = rest.count(play.card)
            if held == play.copies or (held and play.copies == 1):
                for _ in range(play.copies):
                    rest.remove(play.card)
                ways.append((at, self.hand(tuple(rest))))
                self.longer(ways[-1][1])
        if Card.UNKNOWN in hand.cards:
            ways.append((HIDDEN, hand))
        hand.ways[node.shape] = tuple(ways)
        return hand.ways[node.shape]

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

    def link(self, node: Node, at: int) -> Link:
        """Return what follows a play at a node."""
        move = node.moves[at]
        assert move is not None
        link = node.links[at] = Link(move, self.node(move.follow()))
        if move.is_plain and link.passing == TurnChange.NEXT:
            node.passes[at] = link.node
        return link

    def turn(
        self, count: int, place: int, points: Points, wanted: int, hidden: bool | None = None
    ) -> Turn:
        """Return the turn with this question."""
        keys = [(count, at, points, wanted, hidden) for at in range(count)]
        if count == 2:
            turned = None if hidden is None else not hidden
            keys[1] = 2, 0, points[::-1], 1 - wanted, turned
        if not points:  # more than a loss is a win
            keys = [(*key[:3], key[3] or WON, key[4]) for key in keys]
        asked = keys[place]
        if asked not in self.turns:
            made = {key: Turn(*key) for key in keys}
            views = tuple(made[key] for key in keys)
            for turn in made.values():
                turn.turns = views if count > 2 or turn is views[0] else views[::-1]
                turn.next = turn.turns[turn.place - 1]
            self.turns.update(made)  # at once, so that an interrupt leaves none half made
        return self.turns[asked]


@lru_cache(maxsize=32)
def _tables(rules: RuleSet) -> Tables:
    return Tables(rules)


def tables_of(rules: RuleSet) -> Tables:
    """Return the tables that all questions share, made again when they have grown too large."""
    tables = _tables(rules)
    if max(len(tables.nodes), len(tables.laid_down), len(tables.turns)) > MOST_NODES:
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


class HiddenCardError(Exception):
    """The first hidden card was met."""


Spot = tuple[Node, Turn, int, SearchHand, SearchHand, tuple[SearchHand, ...]]
"""A node, whose turn it is, how many cards were drawn, the hands of the player to move and of the
next, and those of all the others in the order of turns."""

Change = tuple[int, bool, Spot]
"""What the one who asks gains, whether the other of two players asks then, and the spot then."""


class Search:
    """The search of a position, of which at most ``limit`` spots may be examined.

    ``shuffle_at`` is the draw that needs the discards: what it draws is not known, but that the
    discards are gone may matter (rule ``ono-on-zero``).
    """

    def __init__(self, position: Position, limit: int) -> None:
        self.rules = rules = position.rules
        self.position, self.limit, self.tables = position, limit, tables_of(rules)
        seats, step = position.still_in, position.direction.step
        mover = seats.index(position.turn)
        seats = tuple(seats[(mover + step * at) % len(seats)] for at in range(len(seats)))
        held = sum(len(hand or ()) for hand in position.hands)
        hidden = [Card.UNKNOWN] * (len(position.draw) + held + 8)
        self.draw = tuple(self.tables.numbers[card] for card in (*position.draw, *hidden))
        deck = sum(rules.deck(len(position.hands)).values())
        self.shuffle_at = deck - held - len(position.discards())
        points: Points = ()
        if rules.marks:
            start = rules.start_stakes(position.hands)
            stakes = position.stakes or start
            points = tuple((start if stakes[s] is None else stakes)[s] or 0 for s in seats)
        first, second, *more = (self.tables.hand(position.hands[seat] or ()) for seat in seats)
        turn, node = self.tables.turn(len(seats), 0, points, WON), self.tables.node(position.state)
        self.start: Spot = node, turn, 0, first, second, tuple(more)
        self.nothing: list[Any] = [None] * (len(self.tables.plays) + 1)
        self.memo: dict[Spot, bool] = {}
        self.has_met_hidden = False

    def value(self, spot: Spot) -> int | None:
        """Return what a spot is worth to the one who asks, or None if hidden cards decide."""
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

    def can_reach(
        self, spot: Spot, wanted: int, way: Way | None = None, *, is_hopeful: bool
    ) -> bool:
        """Check whether the one who asks can reach so much, after a play if one is given.

        With ``is_hopeful``, hidden cards help where they decide; otherwise they hurt.
        """
        node, turn = spot[:2]
        hidden = is_hopeful if self.has_met_hidden else None
        turn = self.tables.turn(turn.count, turn.place, turn.points, wanted, hidden)
        asked: Spot = (node, turn, *spot[2:])
        try:
            answer = self.try_play(asked, *way) if way else self.answer(asked)
        except HiddenCardError:
            self.has_met_hidden = True
            return self.can_reach(spot, wanted, way, is_hopeful=is_hopeful)
        if len(self.memo) > self.limit:
            raise self.exhausted()
        return answer

    def value_after(self, way: Way) -> int | None:
        """Return what the start is worth once a play is made there."""
        gain, is_turned, then = self.step(self.start, *way)
        value = self.value(then)
        return None if value is None else gain + (-value if is_turned else value)

    def answer(self, spot: Spot) -> bool:
        """Return the answer for a spot, looked up if it is known."""
        answer = spot[1].decided
        if answer is None:
            answer = self.memo.get(spot)
        return self.search(spot) if answer is None else answer

    def search(self, spot: Spot) -> bool:  # noqa: PLR0912  # written out, as a call costs more
        """Return the answer for a spot that was not met before.

        Plays of one card that draw one are written out.
        """
        node, turn, drawn, hand, next_hand, table = spot
        ways = hand.ways.get(node.shape) or self.tables.ways(hand, node)
        if not ways:
            return self.after_no_play(spot)
        passes, links = node.passes, node.links
        if drawn == self.shuffle_at:  # nothing is as usual
            passes = links = self.nothing
        card, drawn, memo = self.draw[drawn], drawn + 1, self.memo
        good, next_turn, next_good = turn.good, turn.next, turn.next_good
        for at, rest in ways:
            after = passes[at]
            if after is not None:
                mine = rest.longer[card]
                if table:
                    more = table[1:] + (mine,)  # faster than unpacking
                    then = after, next_turn, drawn, next_hand, table[0], more
                else:
                    then = after, next_turn, drawn, next_hand, mine, table
                answer = memo.get(then)
                if answer is None:
                    answer = self.search(then)
                if answer is next_good:
                    break
                continue
            link = links[at]
            if link is None:
                answer = self.try_play(spot, at, rest)
            elif link.stays:
                then = link.node, turn, drawn, rest.longer[card], next_hand, table
                answer = memo.get(then)
                if answer is None:
                    answer = self.search(then)
            elif link.is_paid:
                _, paid = link.paid.get(turn) or self.pay(node, link, turn)
                answer = paid.decided
                if answer is None:
                    mine = rest.longer[card]
                    then = link.node, paid.next, drawn, next_hand, mine, table
                    answer = self.answer(then) is next_good
            else:
                answer = self.try_play(spot, at, rest)
            if answer is good:
                break
        else:
            good = not good
            if len(memo) >= self.limit:
                raise self.exhausted()
        memo[spot] = good
        return good

    def exhausted(self) -> UnanswerableError:
        """Return the error of a search that would examine more spots than are allowed."""
        message = (
            f"{self.limit} positions were examined without an answer, and that is the limit; "
            "a higher limit, or a position nearer to the end, may be answered"
        )
        return UnanswerableError(message, word=str(self.limit))

    def hidden_answer(self, turn: Turn) -> bool:
        """Return the answer where a hidden card decides."""
        if turn.hidden is None:
            raise HiddenCardError
        return turn.hidden

    def try_play(self, spot: Spot, at: int, rest: SearchHand) -> bool:
        """Return the answer for a spot after a play."""
        if at == HIDDEN:
            return self.hidden_answer(spot[1])
        _, is_turned, then = self.step(spot, at, rest)
        return self.answer(then) is not is_turned

    def step(self, spot: Spot, at: int, rest: SearchHand) -> Change:
        """Return what follows from a play."""
        node, turn, drawn, _, next_hand, table = spot
        link = node.links[at] or self.tables.link(node, at)
        gain, after, then = 0, link.node, drawn + link.move.effect.draws
        if link.move.is_costly:
            gain, turn = link.paid.get(turn) or self.pay(node, link, turn)
        if drawn <= self.shuffle_at < then:  # nothing is left in the discards for rules to look at
            moment, rules = link.move.follows, self.rules
            fresh = Position(
                rules, moment.total, ((), ()), owes=moment.owes, played=moment.first
            ).moment
            fresh = fresh._replace(pair=moment.pair, opening=moment.opening)
            after = self.tables.node(state_of(rules, fresh))
        for card in self.draw[drawn:then]:
            rest = self.tables.longer(rest)[card]
        pick, places = _seats_after(turn.count, link.passing)
        first, second, *more = pick((rest, next_hand, *table))
        place = places[turn.place]
        is_turned = turn.count == 2 and place == 1
        return gain, is_turned, (after, turn.turns[place], then, first, second, tuple(more))

    def pay(self, node: Node, link: Link, turn: Turn) -> tuple[int, Turn]:
        """Return what the player to move gains by a move that costs points, and the turn then.

        Nobody has points left to lose at the end of the round.
        """
        points = turn.points
        table = Position(self.rules, node.state.moment.total, ((), ()), stakes=points)
        settlement = self.rules.settle(table, link.move.effect, ())
        left = tuple(stake or 0 for stake in settlement.stakes)
        gain = points[1] - left[1] - (points[0] - left[0])
        if settlement.round_over or settlement.out:
            left = 0, 0
        link.paid[turn] = gain, self.tables.turn(2, 0, left, turn.wanted - gain, turn.hidden)
        return link.paid[turn]

    def after_no_play(self, spot: Spot) -> bool:
        """Return the answer for a spot at which no play can be made."""
        answers = {
            then if isinstance(then, bool) else self.answer(then) is not is_turned
            for is_turned, then in self.spots_after_no_play(spot)
        }
        return answers.pop() if len(answers) == 1 else self.hidden_answer(spot[1])

    def spots_after_no_play(self, spot: Spot) -> list[tuple[bool, bool | Spot]]:
        """Return what may follow if the player to move lays the hand down: answers, or spots.

        Before each stands whether the other of two players asks then. There are two if hidden cards
        of other hands may decide: with the hands as they are, and as if none could be played.
        """
        node, turn, drawn, hand, next_hand, more = spot
        if self.rules.stake_name is not None:  # the round is over
            return [(False, not turn.good)]
        hands = hand, next_hand, *more
        is_alike = node.state.moment.first is None or self.rules.settles_on is SettlesOn.NOTHING
        key = node, turn.count if is_alike else hands
        laid_down = self.tables.laid_down
        if key not in laid_down:
            tables: list[Hands] = [tuple(hand.cards for hand in hands)]
            if not is_alike and any(Card.UNKNOWN in hand for hand in tables[0] if hand):
                known = (tuple(c for c in hand.cards if c is not Card.UNKNOWN) for hand in hands)
                tables.append(tuple(known))
            laid_down[key] = [self.lay_down(node.state, table) for table in tables]
        changes: list[tuple[bool, bool | Spot]] = []
        for winners, seats, after in laid_down[key]:
            if winners or turn.place not in seats:
                changes.append((False, turn.place in winners))
                continue
            count, place = len(seats), seats.index(turn.place)
            then = self.tables.turn(count, 0, turn.points, turn.wanted, turn.hidden)
            then = then.turns[place]
            first, second, *rest = (hands[seat] for seat in seats)
            changes.append(
                (count == 2 and place == 1, (after, then, drawn, first, second, tuple(rest)))
            )
        return changes

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
        spot: bool | Spot = self.start
        plays = list[Play]()
        while isinstance(spot, tuple) and spot[1].least < spot[1].most:
            node, _, _, hand, *_ = spot
            ways, gain = self.tables.ways(hand, node), 0
            if ways:
                kept = (way for way in ways if self._keeps_value(spot, way, value, first))
                way = next(kept, None)
                if way is None:
                    break
                plays.append(self.tables.plays[way[0]])
                gain, is_turned, spot = self.step(spot, *way)
                first = None
            else:
                plays.append(next(iter(legal_moves(hand.cards, node.state)), OUT))
                is_turned, spot = self.spots_after_no_play(spot)[0]
            value = gain - value if is_turned else value - gain
        return tuple(plays)

    def _keeps_value(self, spot: Spot, way: Way, value: int, first: Play | None) -> bool:
        """Check that a play is the one to begin with, or keeps what the spot is worth."""
        if way[0] == HIDDEN or first:
            return way[0] != HIDDEN and self.tables.plays[way[0]] == first
        is_asker = spot[1].good
        wanted = value if is_asker else value + 1
        return self.can_reach(spot, wanted, way, is_hopeful=not is_asker) is is_asker
