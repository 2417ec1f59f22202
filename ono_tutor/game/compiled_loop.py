"""Simulated games in a loop compiled by numba, played as :mod:`ono_tutor.game.playout` plays.

It knows no rule: what a card does stands in tables, which are filled by asking the rule set.
It takes its random numbers in the same order as the plain loop, so that the same seed is the
same game. All that it works on is one record, a :data:`RUN`.
"""

from typing import Any

import numpy as np
from numba import njit

from ono_tutor.game.mersenne_twister import SIZE, below, sample, seed_words, uniform

SAFE, LOSING = 0, 1
"""The ways to play a card: those that do not bust, and those that do."""

NEXT, PASSING, COST, DRAWS = range(4)
"""What the table of moves has of a move; ``NEXT`` is -1 where the state is not in the table."""

TO_PAIR, OUT_COST, OUT_NEXT = range(3)
"""What the table of states has of a state: it with two players in, and laying the hand down."""

AFTER, IS_OVER, STARTS, IS_IN, LOSER, WON, CAUSE, POINTS = range(8)
"""What the table of ends has of an end; ``WON`` has a bit a seat, ``CAUSE`` is -1 for none."""

ASK, PLAIN, ASK_OTHERS, FIRST_END = range(4)
"""In place of an end: it is not asked for yet; the tables cannot say it; it hangs on whether
another player can play, and then stands one cost on (nobody can) or two."""

GAMES, HANDS_TOTAL, HANDS_SQUARED, ROUNDS, PLAYS, PLAYS_SQUARED, LOSSES, OWING_TWO = range(8)
"""What is counted over all games."""

DONE, ASK_END, IN_PLAIN, GOING_ON, ROUND_OVER = range(5)
"""Why the loop stops; after the second and the third the round is as before its deal."""

OUT = -1
"""A kind of card: none, the hand is laid down."""

MOST_STATES, MOST_SCOREBOARDS, MOST_ENDS = 1_500, 5_000, 20_000
MOST_KINDS, MOST_WAYS, MOST_SETS, MOST_COSTS, MOST_CAUSES = 20, 4, 4, 64, 16
MOST_SEATS, MOST_CARDS, MOST_HELD = 12, 128, 12
"""The room in the tables; what does not fit is played by the plain loop."""

GAME = [(name, np.int64) for name in ("game", "is_begun", "rounds", "winners", "starter")]
"""The game: its number in the piece of work, the rounds played, a bit for each winner."""

ROUND = [
    *[(name, np.int64) for name in ("began", "scoreboard", "place", "state", "plays")],
    *[(name, np.int64) for name in ("left", "drawn", "put", "loser_place", "lost", "owed_two")],
    ("hands", np.int64, (MOST_SEATS, MOST_HELD)),
    ("sizes", np.int64, MOST_SEATS),
    ("pile", np.int64, MOST_CARDS),
    ("discards", np.int64, MOST_CARDS),
    ("points", np.int64, MOST_CAUSES),
]
"""The round: the scoreboard it ``began`` with and the one now; ``left`` is how many cards of the
pile there were when it was shuffled last, ``drawn`` how many of them are drawn, ``put`` how many
discards there are; then who lost, and the points lost by cause."""

ASKED = [(name, np.int64) for name in ("asked_of", "asked_seat", "asked_cost")]
"""What is asked for: the end of a scoreboard by the play of a seat, of a cost."""

NUMBERS = [
    ("words", np.uint32, SIZE + 1),
    ("saved", np.uint32, SIZE + 1),
    ("first_words", np.uint32, SIZE + 1),
    ("numbers", np.float64, MOST_CARDS),
    ("keys", np.float64, MOST_CARDS),
    ("starts", np.int64, MOST_CARDS + 1),
    ("to_deal", np.int64, MOST_SEATS),
    ("tied", np.int64, MOST_SEATS),
]
"""The random numbers, as before the round too, and room to shuffle and to draw for the deal."""

TABLES = [
    *[(name, np.int64) for name in ("players", "kinds", "sets", "cards", "ranks_to_deal")],
    *[(name, np.int64) for name in ("hand_size", "kept_discards", "most_plays", "is_ranked")],
    ("follow", np.int16, (MOST_STATES, MOST_KINDS)),
    ("passing", np.int8, (MOST_STATES, MOST_KINDS)),
    ("ways", np.int8, (MOST_STATES, MOST_KINDS, 2)),
    ("moves", np.int16, (MOST_STATES, MOST_KINDS, 2, MOST_WAYS, 4)),
    ("ranks", np.int16, (MOST_STATES, MOST_KINDS, 2)),
    ("wants", np.int8, (MOST_STATES, MOST_KINDS, 2)),
    ("states", np.int16, (MOST_STATES, 3)),
    ("opening", np.int64, 2),
    ("set_kinds", np.int64, MOST_SETS),
    ("deck", np.int64, MOST_CARDS),
    ("dealer_ranks", np.int64, MOST_CARDS),
    ("owes_two", np.int64, MOST_COSTS),
]
"""What the rules say, by state and by kind of card. A set of several cards is a kind too, after
the others. ``follow`` and ``passing`` have the state after a card that is one plain move (-1 for
others) and how it passes the turn; ``ways`` and ``moves`` have all moves, ``ranks`` and ``wants``
how much a strategy wants each card, and in which way."""

STANDINGS = [
    ("end_of", np.int32, (MOST_SCOREBOARDS, MOST_SEATS, MOST_COSTS)),
    ("ends", np.int32, (MOST_ENDS, 8)),
    ("orders", np.int8, (MOST_SCOREBOARDS, 4, 2 * MOST_SEATS)),
    ("dealt", np.int8, (MOST_SCOREBOARDS, MOST_SEATS + 1)),
    ("seated", np.int8, (MOST_SCOREBOARDS, MOST_SEATS)),
    ("first", np.int64, (MOST_SEATS, 2)),
]
"""The scoreboards that are known, and what costly plays make of them; ``dealt`` has first how many
seats there are, ``first`` the scoreboard and the starter of a new game, by its dealer."""

COUNTS = [
    ("sums", np.int64, 8),
    ("wins", np.int64, MOST_SEATS),
    ("lost_by_place", np.int64, MOST_SEATS),
    ("causes", np.int64, (MOST_CAUSES, 3)),
]
"""What is added up: over all games, by seat, by place, and by cause of lost points."""

RUN = np.dtype([*GAME, *ROUND, *ASKED, *NUMBERS, *TABLES, *STANDINGS, *COUNTS])
"""A record and not a tuple of arrays, for numba counts the references to each array anew in each
function."""


@njit(cache=True)
def play_games(keys: Any, sizes: Any, runs: Any) -> Any:
    """Play the games with these keys, or until a round needs what is not in the tables.

    Returns ``DONE``, or ``ASK_END`` or ``IN_PLAIN`` with the round as before its deal.
    """
    run = runs[0]
    while run.game < len(sizes):
        if not run.is_begun:
            seed_words(run.words, run.first_words, keys[run.game], sizes[run.game])
            dealer = _first_dealer(run)
            run.is_begun, run.rounds, run.winners = 1, 0, 0
            run.scoreboard, run.starter = run.first[dealer, 0], run.first[dealer, 1]
        while not run.winners:
            run.saved[:] = run.words
            _deal(run)
            outcome = GOING_ON
            while outcome == GOING_ON:
                found = _plain_plays(run)
                if run.plays >= run.most_plays:
                    outcome = IN_PLAIN
                else:
                    kind, is_losing, way = _choose(found, run)
                    outcome = _play(kind, is_losing, way, run)
            if outcome != ROUND_OVER:
                run.words[:] = run.saved
                run.asked_of, run.scoreboard = run.scoreboard, run.began
                return outcome
            _count_round(run)
        run.sums[GAMES] += 1
        run.sums[HANDS_TOTAL] += run.rounds
        run.sums[HANDS_SQUARED] += run.rounds * run.rounds
        for seat in range(run.players):
            run.wins[seat] += run.winners >> seat & 1
        run.game += 1
        run.is_begun = 0
    return DONE


@njit(cache=True)
def _count_round(run: Any) -> None:
    sums, plays = run.sums, run.plays
    run.rounds += 1
    sums[ROUNDS] += 1
    sums[PLAYS] += plays
    sums[PLAYS_SQUARED] += plays * plays
    sums[LOSSES] += run.lost
    sums[OWING_TWO] += run.owed_two
    if run.loser_place >= 0:
        run.lost_by_place[run.loser_place] += 1
    for i in range(MOST_CAUSES):
        points = run.points[i]
        if points:
            run.causes[i, 0] += 1
            run.causes[i, 1] += points
            run.causes[i, 2] += points * points


@njit(cache=True)
def _first_dealer(run: Any) -> Any:
    """Draw who deals first, as :meth:`RuleSet.first_dealer` does."""
    ranks, drawn, tied, count = run.dealer_ranks, run.to_deal, run.tied, run.players
    if not run.ranks_to_deal:
        return below(run.words, count)
    for seat in range(count):
        tied[seat] = seat
    while count > 1:
        sample(run.words, run.ranks_to_deal, drawn[:count])
        best = -1
        for i in range(count):
            best = max(best, ranks[drawn[i]])
        kept = 0
        for i in range(count):
            if ranks[drawn[i]] == best:
                tied[kept] = tied[i]
                kept += 1
        count = kept
    return tied[0]


@njit(cache=True)
def _deal(run: Any) -> None:
    """Shuffle the deck and deal to everybody who is dealt in (rule ``deal``)."""
    dealt = run.dealt[run.scoreboard]
    _shuffle(run.deck, run.cards, run)
    drawn = 0
    for i in range(dealt[0]):
        seat = dealt[i + 1]
        for k in range(run.hand_size):
            run.hands[seat, k] = run.pile[drawn + k]
        run.sizes[seat] = run.hand_size
        drawn += run.hand_size
    run.drawn, run.left, run.put, run.plays = drawn, run.cards, 0, 0
    run.place, run.state = 2 * run.starter, run.opening[int(dealt[0] == 2)]
    run.began, run.loser_place, run.lost, run.owed_two = run.scoreboard, -1, 0, 0
    run.points[:] = 0


@njit(cache=True)
def _shuffle(cards: Any, count: int, run: Any) -> None:
    """Put cards into the pile: each gets a number and they are sorted by it.

    They are spread over as many buckets as there are cards, and then sorted by insertion.
    """
    numbers, keys, pile, starts = run.numbers, run.keys, run.pile, run.starts
    starts[: count + 1] = 0
    for i in range(count):
        numbers[i] = uniform(run.words)
        starts[int(numbers[i] * count) + 1] += 1
    for i in range(count):
        starts[i + 1] += starts[i]
    for i in range(count):
        bucket = int(numbers[i] * count)
        pile[starts[bucket]], keys[starts[bucket]] = cards[i], numbers[i]
        starts[bucket] += 1
    for i in range(1, count):
        key, card, k = keys[i], pile[i], i
        while k > 0 and keys[k - 1] > key:
            keys[k], pile[k] = keys[k - 1], pile[k - 1]
            k -= 1
        keys[k], pile[k] = key, card


@njit(cache=True)
def _plain_plays(run: Any) -> Any:
    """Make plays while they are plain and the pile lasts.

    Returns the place in the hand of the card that is played next; -1 where no card is safe or
    the pile is used up.
    """
    hands, sizes, pile, discards = run.hands, run.sizes, run.pile, run.discards
    order = run.orders[run.scoreboard]
    place, state, drawn, put = run.place, run.state, run.drawn, run.put
    end, before = min(run.left, drawn + run.most_plays - run.plays), drawn
    found = -1
    while drawn < end:
        seat = place >> 1
        found = _safe_place(hands[seat], sizes[seat], state, run)
        if found < 0:
            break
        card = hands[seat, found]
        follows = run.follow[state, card]
        if follows < 0:
            break
        hands[seat, found], discards[put] = pile[drawn], card
        drawn, put = drawn + 1, put + 1
        place, state = order[run.passing[state, card], place], follows
        found = -1
    run.place, run.state, run.drawn, run.put = place, state, drawn, put
    run.plays += drawn - before
    return found


@njit(cache=True)
def _safe_place(hand: Any, held: int, state: int, run: Any) -> Any:
    """Return the place of the safe card that the strategy plays; -1 where none is safe."""
    if run.is_ranked:
        found, best = -1, -1
        for i in range(held):
            if run.ranks[state, hand[i], SAFE] > best:
                best, found = run.ranks[state, hand[i], SAFE], i
        return found
    found = int(uniform(run.words) * held)
    if run.ways[state, hand[found], SAFE]:
        return found
    safe = _count(hand, held, state, SAFE, run)
    if not safe:
        return -1
    return _nth(hand, int(uniform(run.words) * safe), state, SAFE, run)


@njit(cache=True)
def _count(hand: Any, held: int, state: int, kind: int, run: Any) -> Any:
    """Count the cards of a hand that may be played in a way of this kind."""
    count = 0
    for i in range(held):
        count += run.ways[state, hand[i], kind] > 0
    return count


@njit(cache=True)
def _nth(hand: Any, wanted: int, state: int, kind: int, run: Any) -> Any:
    """Return the place of a card that may be played so, the first where 0 is wanted."""
    i = 0
    while wanted > 0 or not run.ways[state, hand[i], kind]:
        if run.ways[state, hand[i], kind]:
            wanted -= 1
        i += 1
    return i


@njit(cache=True)
def _choose(found: int, run: Any) -> Any:
    """Return the kind of card that the strategy plays, ``OUT`` where none, and in which way.

    ``found`` is the place of the card where that is chosen already.
    """
    state, seat = run.state, run.place >> 1
    hand, held = run.hands[seat], run.sizes[seat]
    if found < 0 and run.drawn >= run.left:
        found = _chosen(hand, held, state, SAFE, run)
    if found >= 0:
        return hand[found], SAFE, _way(state, hand[found], SAFE, run)
    kind = _set_in(hand, held, run)
    if kind >= 0:
        if not run.ways[state, kind, SAFE]:
            return kind, SAFE, 0  # which is not in the table of moves
        if not run.is_ranked:
            below(run.words, held)
        return kind, SAFE, _way(state, kind, SAFE, run)
    found = _chosen(hand, held, state, LOSING, run)
    if found < 0:
        return OUT, LOSING, 0
    return hand[found], LOSING, _way(state, hand[found], LOSING, run)


@njit(cache=True)
def _chosen(hand: Any, held: int, state: int, kind: int, run: Any) -> Any:
    """Return the place of a card that may be played in a way of this kind; -1 where none may."""
    if not run.is_ranked:
        count = _count(hand, held, state, kind, run)
        return _nth(hand, below(run.words, count), state, kind, run) if count else -1
    found, best = -1, -1
    for i in range(held):
        if run.ranks[state, hand[i], kind] > best:
            best, found = run.ranks[state, hand[i], kind], i
    return found


@njit(cache=True)
def _way(state: int, kind: int, is_losing: int, run: Any) -> Any:
    if run.is_ranked:
        return run.wants[state, kind, is_losing]
    return below(run.words, run.ways[state, kind, is_losing])


@njit(cache=True)
def _set_in(hand: Any, held: int, run: Any) -> Any:
    """Return the set that a whole hand is, as a kind; -1 if it is none."""
    for i in range(1, held):
        if hand[i] != hand[0]:
            return -1
    for i in range(run.sets):
        if held and hand[0] == run.set_kinds[i]:
            return run.kinds + i
    return -1


@njit(cache=True)
def _play(kind: int, is_losing: int, way: int, run: Any) -> Any:
    """Make a play that may cost something; return ``GOING_ON`` or how the round left the loop."""
    state, seat, is_in = run.state, run.place >> 1, True
    if kind == OUT:
        passing, draws = 0, 0
        cost, follows = run.states[state, OUT_COST], run.states[state, OUT_NEXT]
    else:
        move = run.moves[state, kind, is_losing, way]
        passing, draws, cost, follows = move[PASSING], move[DRAWS], move[COST], move[NEXT]
    if follows < 0 or (kind == OUT and cost < 0):
        return IN_PLAIN
    run.plays += kind != OUT
    if cost >= 0:
        end = _pay(kind, cost, follows, run)
        if end < FIRST_END:
            return ASK_END if end == ASK else IN_PLAIN
        if run.ends[end, IS_OVER]:
            run.scoreboard, run.starter = run.ends[end, AFTER], run.ends[end, STARTS]
            run.winners = run.ends[end, WON]
            return ROUND_OVER
        was_in, is_in = run.seated[run.scoreboard].sum(), run.ends[end, IS_IN] > 0
        run.scoreboard = run.ends[end, AFTER]
        if run.seated[run.scoreboard].sum() == 2 and was_in != 2:
            follows = run.states[follows, TO_PAIR]
    if kind != OUT:
        _exchange(kind, seat, draws if is_in else 0, run)
    run.place, run.state = run.orders[run.scoreboard, passing, run.place], follows
    return GOING_ON if follows >= 0 else IN_PLAIN


@njit(cache=True)
def _pay(kind: int, cost: int, follows: int, run: Any) -> Any:
    """Note what a costly play costs; return the number of its end, or why that is not known."""
    scoreboard, seat, asked = run.scoreboard, run.place >> 1, cost
    if run.end_of[scoreboard, seat, cost] == ASK_OTHERS:
        if kind != OUT:
            return PLAIN
        # The player wins if nobody else can play (a card of the hand, or all of it as a set).
        others_state, can_play = follows, False
        if run.seated[scoreboard].sum() == 3:
            others_state = run.states[follows, TO_PAIR]
        for other in range(run.players):
            if run.seated[scoreboard, other] and other != seat:
                hand, held = run.hands[other], run.sizes[other]
                whole = _set_in(hand, held, run)
                can_play |= _count(hand, held, others_state, SAFE, run) > 0
                can_play |= whole >= 0 and run.ways[others_state, whole, SAFE] > 0
        asked += 2 if can_play else 1
    end = run.end_of[scoreboard, seat, asked]
    run.asked_seat, run.asked_cost = seat, asked
    if end < FIRST_END:
        return end
    loser, cause, dealt = run.ends[end, LOSER], run.ends[end, CAUSE], run.dealt[scoreboard]
    if loser >= 0:
        if run.loser_place < 0:
            run.loser_place, away = 0, (loser - run.starter) % run.players
            for i in range(dealt[0]):
                run.loser_place += (dealt[i + 1] - run.starter) % run.players < away
        run.lost += 1
        run.owed_two += run.owes_two[cost]
    if cause >= 0:
        run.points[cause] += run.ends[end, POINTS]
    return end


@njit(cache=True)
def _exchange(kind: int, seat: int, draws: int, run: Any) -> None:
    """Put a card down, the first of its kind, or the whole hand if it is a set; then draw.

    Once the pile is used up, the discards are shuffled.
    """
    hand, held = run.hands[seat], run.sizes[seat]
    first, last = 0, held
    if kind < run.kinds:
        while hand[first] != kind:
            first += 1
        last = first + 1
    for i in range(first, last):
        run.discards[run.put] = hand[i]
        run.put += 1
    for i in range(last, held):
        hand[first + i - last] = hand[i]
    held -= last - first
    for _ in range(draws):
        if run.drawn >= run.left:
            count = run.put - run.kept_discards
            _shuffle(run.discards, count, run)
            for i in range(run.kept_discards):
                run.discards[i] = run.discards[count + i]
            run.drawn, run.left, run.put = 0, count, run.kept_discards
        hand[held] = run.pile[run.drawn]
        held += 1
        run.drawn += 1
    run.sizes[seat] = held
