"""Simulated games as one loop over rows of whole numbers; it knows no rule.

The same functions run as plain Python, where a ``run`` holds lists, and compiled by numba, where it
is a record of arrays (:mod:`.compiled`); ``numbers`` is anything with a method ``random``, such as
:class:`random.Random`. The rows say what the rules say (:mod:`.playout`). They are made when play
comes to them: if one is missing, :func:`play_games` says so in the run and returns, to be called
again.

Cards are numbers of kinds, with one more for a card that a hand lacks; ``dealt``, ``seated`` and
``winners`` have a bit a seat; a place is as in :class:`.Game`. Of the ``pile`` the first ``left``
cards are to be drawn, of these the first ``shuffled`` in any order, and those up to ``top`` are put
down. A card is chosen from the pile when it is drawn, so no pile is ever shuffled.
"""

from math import floor
from typing import Any

RANDOM, RANKED, VALUED = range(3)
"""The strategies: any card, the card of the highest rank, the card worth most by a table."""

FOLLOWS, FOLLOWS_AS_PAIR, OTHERS, OTHERS_AS_PAIR, COPIES, PASSING, IS_COSTLY, BUSTS = range(8)
OWN, EACH_OTHER, ENDS_ROUND, LOSES, OWED_TWO, CAUSE, ASKS_OTHERS, MOVE = range(8, 16)
"""A move: the states after it if more than two are in, or two; the states in which the others are
asked whether they can play once its player is out, likewise; its cards, 0 for laying the hand
down; how the turn passes; whether it costs anything, and whether it busts. What the player and each
other one pay, whether the round ends and the player loses it, and faced a double; why points are
lost, -1 for none; whether its player wins if nobody else can play. The last is how many these are.
"""

GAMES, ROUNDS, ROUNDS_SQUARED, PLAYS, PLAYS_SQUARED, LOSSES, LOSSES_OWING_TWO, CALLED_OFF = range(8)
MOST_SEATS, MOST_CAUSES = 48, 8
WINS, LOST_BY_PLACE, CAUSES = 8, 8 + MOST_SEATS, 8 + 2 * MOST_SEATS
COUNTS = CAUSES + 2 * MOST_CAUSES
"""What is counted: over all, then by seat, by place, and two numbers by cause of lost points."""


def play_games(runs: Any, numbers: Any) -> None:
    """Play while there is anything to play; return early if a row is missing."""
    run = runs[0]
    while run.to_play:
        if not run.is_dealt and not deal(run, numbers):
            return
        move = run.pending or plain_plays(run, numbers)
        run.pending = 0
        if run.plays >= run.most_plays:
            run.is_called_off, run.loser, run.last = 1, -1, -1
            end_round(run)
        else:
            make_move(move or chosen_move(run, numbers), run, numbers)
            if run.asked_move:
                return


def deal(run: Any, numbers: Any) -> bool:
    """Deal a round, the first of a game to all; return False if it is not known who starts."""
    if run.winners or not run.dealt:
        run.dealt, run.rounds, run.winners = (1 << run.players) - 1, 0, 0
        run.dealer = floor(numbers.random() * run.players)  # by cards drawn anybody is as likely
        run.starter = seat_after(run.dealt, run.dealer, run)
        for seat in range(run.players):
            run.stakes[seat] = run.start
    else:
        found = run.deals[run.deal_key]
        if not found:
            run.asked_deal = 1
            return False
        run.dealer, run.starter = (found - 1) // run.players, (found - 1) % run.players
    left, pile, is_bound = run.cards, run.pile, 0
    pile[:left] = run.deck[:left]
    for seat in range(run.players):
        if run.dealt >> seat & 1:
            hand = run.hands[seat]
            for i in range(run.size):
                k = floor(numbers.random() * left)
                left -= 1
                hand[i] = pile[k]
                pile[k] = pile[left]
    for i in range(run.size):
        is_bound |= run.binds_opening[run.hands[run.starter][i]]
    run.left = run.top = run.shuffled = left
    run.state = run.opening[2 * is_pair(run.dealt) + is_bound]
    run.place, run.seated, run.is_dealt = 2 * run.starter, run.dealt, 1
    clear_round(run)
    return True


def clear_round(run: Any) -> None:
    """Forget what happened in the round before."""
    run.plays = run.losses = run.losses_owing_two = run.is_called_off = run.is_shuffled = 0
    run.first_loser = run.loser = run.last = -1
    for cause in range(run.causes):
        run.lost[cause] = 0


def seat_after(seats: int, after: int, run: Any) -> Any:
    """Return the next of these seats clockwise."""
    return run.order[seats][0][2 * after] >> 1


def is_single(seats: int) -> Any:
    """Check whether these are one seat."""
    return seats != 0 and seats & (seats - 1) == 0


def is_pair(seats: int) -> Any:
    """Check whether these are two seats."""
    return is_single(seats & (seats - 1))


def plain_plays(run: Any, numbers: Any) -> Any:
    """Make plays while they cost nothing and cards are left; return the next move, 0 for none yet.

    This is what everything waits for, so it is one piece, with its state in local names.
    """
    follow, passing, ways, order = run.follow, run.passing, run.ways, run.order[run.seated]
    hands, pile, size, random = run.hands, run.pile, run.size, numbers.random
    state, place, left, is_random = run.state, run.place, run.left, run.strategy == RANDOM
    before, is_shuffled, column = left, left <= run.shuffled, FOLLOWS + is_pair(run.seated)
    end, move = max(0 if is_shuffled else run.shuffled, left - run.most_plays + run.plays), 0
    while left > end:
        hand = hands[place >> 1]
        if is_random:
            at = floor(random() * size)
        else:
            at = best_safe(hand, state, run)
            if at < 0:
                break
        card = hand[at]
        then, how = follow[state][card], passing[state][card]
        if not then:
            if not ways[state][card]:
                at = any_playable(hand, ways[state], 0, size, numbers)
                if at < 0:
                    break
                card = hand[at]
                then, how = follow[state][card], passing[state][card]
            if not then:
                run.state = state
                move = way_to_play(hand, at, 0, run, numbers)
                known = run.moves[move]
                then, how = known[column], known[PASSING]
                if known[IS_COSTLY] or not then:
                    run.at = at
                    break
                move = 0
        k = floor(random() * left) if is_shuffled else left - 1
        left -= 1
        hand[at] = pile[k]
        pile[k] = pile[left]
        pile[left] = card
        place = order[how][place]
        state = then
    run.state, run.place, run.left = state, place, left
    run.plays += before - left
    return move


def chosen_move(run: Any, numbers: Any) -> Any:
    """Return the move of the strategy: a safe card, else the whole hand, else a losing card."""
    state, hand, first = run.state, run.hands[run.place >> 1], 0
    run.at = chosen_card(hand, 0, run, numbers)
    if run.at < 0:
        if whole_hand(hand, state, run):
            return whole_hand(hand, state, run)
        first = run.losing
        run.at = chosen_card(hand, first, run, numbers)
    return way_to_play(hand, run.at, first, run, numbers) if run.at >= 0 else run.out[state]


def chosen_card(hand: Any, first: int, run: Any, numbers: Any) -> Any:
    """Return the place of the card of the strategy, ``first`` of the losing ones; -1 for none."""
    if run.strategy == RANDOM:
        return any_playable(hand, run.ways[run.state], first, run.size, numbers)
    if first:
        return best_ranked(hand, run.ranks[run.state], first, run.size)
    return best_safe(hand, run.state, run)


def any_playable(hand: Any, ways: Any, first: int, size: int, numbers: Any) -> Any:
    """Return the place of any card that may be played, each copy as likely; -1 for none."""
    count, at = 0, -1
    for i in range(size):
        if ways[first + hand[i]]:
            count += 1
    if count:
        skip = floor(numbers.random() * count)
        while skip >= 0:
            at += 1
            if ways[first + hand[at]]:
                skip -= 1
    return at


def best_ranked(hand: Any, ranks: Any, first: int, size: int) -> Any:
    """Return the place of the card with the highest rank; -1 if none may be played."""
    at = best = -1
    for i in range(size):
        rank = ranks[first + hand[i]]
        if rank > best:
            at, best = i, rank
    return at


def best_safe(hand: Any, state: int, run: Any) -> Any:
    """Return the place of the safe card that a strategy plays, the first of equals; -1 for none."""
    if not is_valued(hand, state, run):
        return best_ranked(hand, run.ranks[state], 0, run.size)
    at, best, ways = -1, 0.0, run.ways[state]
    for i in range(run.size):
        card = hand[i]
        if ways[card]:
            move = best_way(hand, i, state, run)
            worth = worth_of(move, kept_cards(hand, i, run), run)
            if at < 0 or worth > best or (worth == best and card < hand[at]):
                at, best = i, worth
    return at


def is_valued(hand: Any, state: int, run: Any) -> Any:
    """Check whether the table of values knows a hand at a state: one that lacks no card."""
    if not run.is_valued[state]:
        return False
    lacks = 0
    for i in range(run.size):
        lacks += hand[i] == run.losing - 1
    return not lacks


def kept_cards(hand: Any, at: int, run: Any) -> Any:
    """Return the number of the cards kept if one is played, as the table of values has it."""
    code = 0
    for i in range(run.size):
        if i != at:
            code = code * (run.losing - 1) + hand[i]
    return run.rests[code]


def worth_of(move: int, kept: int, run: Any) -> Any:
    """Return what a move is worth to its player, by the table of values."""
    worth = run.gains[move]
    if run.shelves[move] >= 0:
        worth += (
            run.least_value + run.values[run.shelves[move] + kept * run.height] * run.value_step
        )
    return worth


def best_way(hand: Any, at: int, state: int, run: Any) -> Any:
    """Return the move by a safe card that is worth most, the first of equals."""
    best = first = run.first[state][hand[at]]
    count = run.ways[state][hand[at]]
    if count > 1:
        kept = kept_cards(hand, at, run)
        for move in range(first + 1, first + count):
            if worth_of(move, kept, run) > worth_of(best, kept, run):
                best = move
    return best


def way_to_play(hand: Any, at: int, first: int, run: Any, numbers: Any) -> Any:
    """Return the move by which the strategy plays a card."""
    state, kind = run.state, first + hand[at]
    move, count = run.first[state][kind], run.ways[state][kind]
    if run.strategy == RANDOM:
        return move + floor(numbers.random() * count) if count > 1 else move
    if not first and is_valued(hand, state, run):
        return best_way(hand, at, state, run)
    return move + run.best[state][kind]


def whole_hand(hand: Any, state: int, run: Any) -> Any:
    """Return the move of a whole hand of equal cards, played or laid down; 0 for none."""
    for i in range(1, run.size):
        if hand[i] != hand[0]:
            return 0
    return run.whole[state][hand[0]]


def make_move(number: int, run: Any, numbers: Any) -> None:
    """Make a move that may cost something; ask for a state that has no row."""
    move, seat = run.moves[number], run.place >> 1
    hand = run.hands[seat]
    if move[ASKS_OTHERS]:
        column = OTHERS + is_pair(run.seated & ~(1 << seat))
        if not move[column]:
            run.asked_move, run.asked_column, run.pending = number, column, number
            return
        if not can_others_play(move[column], run):
            run.winners = 1 << seat
    run.plays += move[COPIES] > 0
    for i in range(run.size):
        if i == run.at or move[COPIES] > 1:
            run.pile[run.top], hand[i] = hand[i], -1
            run.top += 1
    if run.is_scored and move[BUSTS]:
        draw(hand, run, numbers)
    if move[IS_COSTLY] and pay_for(move, run):
        run.last = seat
        end_round(run)
        return
    if run.seated >> seat & 1:
        draw(hand, run, numbers)
    column = FOLLOWS + is_pair(run.seated)
    run.state, run.place = move[column], run.order[run.seated][move[PASSING]][run.place]
    if not run.state or run.is_shuffled:
        run.asked_move, run.asked_column = number, column


def draw(hand: Any, run: Any, numbers: Any) -> None:
    """Draw for the cards put down; if no card is left, the discards are shuffled first."""
    for i in range(run.size):
        if hand[i] < 0:
            if not run.left:
                run.left = run.shuffled = max(0, run.top - run.left_lying)
                run.is_shuffled = run.looks_at_discards
            if not run.left:
                hand[i] = run.losing - 1
                continue
            k = floor(numbers.random() * run.left) if run.left <= run.shuffled else run.left - 1
            run.left -= 1
            run.top -= 1
            hand[i], run.pile[k] = run.pile[k], run.pile[run.left]
            run.pile[run.left] = run.pile[run.top]


def pay_for(move: Any, run: Any) -> Any:
    """Have a move paid for; return whether the round is over."""
    seat = run.place >> 1
    run.loser = seat if move[LOSES] else -1
    if move[LOSES]:
        if not run.losses:
            run.first_loser, run.until_loss = seat, run.plays
        run.losses += 1
        run.losses_owing_two += move[OWED_TWO]
    if run.winners:
        return True
    for other in range(run.players):
        if run.seated >> other & 1:
            cost = move[OWN] if other == seat else move[EACH_OTHER]
            drops_out = run.is_scored and other == seat
            if move[CAUSE] >= 0:
                run.lost[move[CAUSE]] += cost
            run.stakes[other] -= cost + (card_points(run.hands[other], run) if drops_out else 0)
            if drops_out or run.stakes[other] < run.least:
                run.seated &= ~(1 << other)
    if is_single(run.seated) and run.is_scored:
        for other in range(run.players):
            if run.seated >> other & 1:
                run.stakes[other] -= card_points(run.hands[other], run)
    return move[ENDS_ROUND] or is_single(run.seated)


def card_points(hand: Any, run: Any) -> Any:
    """Return what the cards of a hand cost."""
    points = 0
    for i in range(run.size):
        points += run.points[hand[i]]
    return points


def can_others_play(state: int, run: Any) -> bool:
    """Check whether another player could play a card without losing, at this state."""
    others = run.seated & ~(1 << (run.place >> 1))
    for seat in range(run.players):
        if others >> seat & 1:
            hand = run.hands[seat]
            for i in range(run.size):
                if run.ways[state][hand[i]]:
                    return True
            if whole_hand(hand, state, run):
                return True
    return False


def end_round(run: Any) -> None:
    """Count a round; see who has won, or who is dealt in next."""
    seats, most = 0, -1_000_000
    run.is_dealt = 0
    for seat in range(run.players):
        if run.dealt >> seat & 1:
            seats |= (run.stakes[seat] >= run.least) << seat
            most = max(most, run.stakes[seat])
    if not run.winners and seats != run.dealt:
        if is_single(seats) and not run.ends_with_first_out:
            run.winners = seats
        elif run.ends_with_first_out or not seats:
            for seat in range(run.players):
                run.winners |= (run.dealt >> seat & (run.stakes[seat] == most)) << seat
    count_round(run)
    run.to_play -= run.winners > 0 or run.is_by_round
    if not run.winners:
        count = run.players + 1
        run.deal_key = (seats * run.players + run.dealer) * count * count
        run.deal_key += (run.loser + 1) * count + run.last + 1
        run.dealt = seats


def count_round(run: Any) -> None:
    """Add a round to what is counted, and the game that it ends."""
    counts, plays, place, at = run.counts, run.plays, 0, run.starter
    run.rounds += 1
    counts[ROUNDS] += 1
    counts[PLAYS] += plays
    counts[PLAYS_SQUARED] += plays * plays
    counts[LOSSES] += run.losses
    counts[LOSSES_OWING_TWO] += run.losses_owing_two
    counts[CALLED_OFF] += run.is_called_off
    if run.first_loser >= 0:
        while at != run.first_loser:
            at = seat_after(run.dealt, at, run)
            place += 1
        counts[LOST_BY_PLACE + place] += 1
    for cause in range(run.causes):
        points = run.lost[cause]
        counts[CAUSES + 2 * cause] += points
        counts[CAUSES + 2 * cause + 1] += points * points
    if run.winners:
        counts[GAMES] += 1
        counts[ROUNDS_SQUARED] += run.rounds * run.rounds
        for seat in range(run.players):
            counts[WINS + seat] += run.winners >> seat & 1
