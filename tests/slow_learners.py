"""Learners who answer puzzles by the rules as they misread them, on the games of ``slow_rules``.

Nothing here is taken from the package but how a puzzle is written down. A learner has a copy of
``slow_rules`` of its own, in which some functions are replaced; ``READINGS`` has for each
misconception the ways in which its sentence can be meant, each written from the sentence.
``answer`` gives the answer in words, and raises ``UnmodelledError`` for what no learner here works out.
"""

import importlib.util
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

GAMES = "1980", "2022", "ninety-nine"


class UnmodelledError(Exception):
    """A question that no learner here works out, such as a line against every reply."""


def book(*readings):
    """The rules as somebody reads them who misreads them in these ways."""
    path = Path(__file__).with_name("slow_rules.py")
    spec = importlib.util.spec_from_file_location("misread_rules", path)
    rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    rules.decks = rules.deck  # the cards that may come up, a Hold too many perhaps
    rules.draws = {"first": 1, "second": 1}  # cards drawn after each card of a double
    for reading in readings:
        reading(rules)
    return rules


# ---- the misreadings ----


def limit_99(rules):
    """99 itself is still allowed."""
    judged = rules.judge

    def judge(table, word):
        kind, new = judged(table, word)
        if table["game"] == "ninety-nine" or kind == "safe":
            return kind, new
        old = rules._new_total_1980 if table["game"] == "1980" else rules._new_total_2022
        return ("safe", 99) if old(table, word) == 99 else (kind, new)

    rules.judge = judge


def _ono99(kind_1980, kind_2022):
    def apply(rules):
        judged = rules.judge

        def judge(table, word):
            opens = table["game"] == "1980" and rules.is_number_opening(table)
            if word != "O" or opens:
                return judged(table, word)
            kind = kind_1980 if table["game"] == "1980" else kind_2022
            return (kind, None if kind == "no" else 99)

        rules.judge = judge

    return apply


def _minus_ten_1980(new_total):
    def apply(rules):
        before = rules._new_total_1980

        def total(table, card):
            found = before(table, card)
            return new_total(table["total"]) if card == "-10" and found is not None else found

        rules._new_total_1980 = total

    return apply


def minus_ten_negative(rules):
    """A minus ten may take the total below zero, in 2022."""
    before = rules._new_total_2022
    rules._new_total_2022 = lambda table, word: (
        table["total"] - 10 if word == "-10" else before(table, word)
    )
    rules.least_2022 = -1000


def _doubles(replies, seconds):
    """Doubles add up: after these replies, and after a double as the second of two cards."""

    def apply(rules):
        play, hands_on = rules.play, rules.hands_double_on

        def made(table, word):
            owes, seat = table["owes"], table["turn"]
            replied = owes % 2 == 0 and hands_on(table | {"owes": 2}, word)
            after = play(table | {"owes": min(owes, 2)}, word)
            if replied:
                after["owes"] = owes + 2 * (word in replies)
            elif seconds and table["played"] and owes == 1 and word == "D":
                after["owes"] = 4
            elif owes > 2 and not after["over"] and after["hands"][seat] is not None:
                after |= {"turn": seat, "owes": owes - 1}  # the rest of the four cards
            return after

        rules.play = made

    return apply


def _also_replies(game, card):
    def apply(rules):
        hands_on, total = rules.hands_double_on, rules._new_total_1980

        def also(table, word):
            mine = table["game"] == game and table["owes"] == 2 and word == card
            return mine or hands_on(table, word)

        rules.hands_double_on = also
        if card == "D":
            rules._new_total_1980 = lambda table, word: (
                table["total"]
                if word == "D" and not rules.is_number_opening(table)
                else total(table, word)
            )

    return apply


def hold_in_the_deck(rules):
    """A Hold answers a Play 2, so there are Holds in 2022."""
    hold_replies(rules)
    deck = rules.deck
    rules.decks = lambda game, options, players: (
        deck(game, options, players) + ["H"] * 4 * (game == "2022")
    )


hold_replies = _also_replies("2022", "H")


def _no_draw(after_second):
    def apply(rules):
        play = rules.play
        rules.draws = {"first": 0, "second": after_second}

        def made(table, word):
            after, seat = play(table, word), table["turn"]
            hand = after["hands"][seat]
            is_first = table["owes"] == 2 and after["turn"] == seat and after["played"]
            if is_first and word != "OOOO" and hand:
                if table["draw"]:
                    after["draw"].insert(0, hand.pop())
                else:
                    hand.pop()
            if table["played"] and hand and not after["over"] and after_second == 2:
                rules.draw_card(after, seat)
            return after

        rules.play = made

    return apply


def _inherited(also_second):
    def apply(rules):
        play = rules.play

        def made(table, word):
            after = play(table, word)
            failed = bool(after["left"]) and table["game"] != "ninety-nine" and not after["over"]
            if failed and (table["owes"] == 2 or (table["played"] and also_second)):
                after["owes"] = 2
            return after

        rules.play = made

    return apply


def reverse_reply(rules):
    """A Reverse reply sends the double on in the old direction, which stays."""
    play = rules.play

    def made(table, word):
        after = play(table, word)
        if word.removesuffix("!") == "R" and rules.hands_double_on(table, "R"):
            after["turn"], after["way"] = rules.next_seat(table, table["turn"]), table["way"]
        return after

    rules.play = made


def _plays_again(as_reply):
    def apply(rules):
        play = rules.play

        def made(table, word):
            after, card = play(table, word), word.removesuffix("!")
            pair = table["game"] != "ninety-nine" and len(rules.seats_in(table)) == 2
            if pair and card == "R" and (table["owes"] == 1 or as_reply) and not after["over"]:
                after["turn"] = table["turn"]
            return after

        rules.play = made

    return apply


def bust_lays_down(rules):
    """With no safe card the hand is laid down and nothing is played, in 1980."""
    drops_out = rules.drops_out
    rules.drops_out = lambda table, hand: table["game"] == "1980" or drops_out(table, hand)


def _bust_plays(counts):
    def apply(rules):
        judged, play = rules.judge, rules.play

        def judge(table, word):
            kind, new = judged(table, word)
            if table["game"] == "2022" and kind == "no":
                total = rules._new_total_2022(table, word)
                return ("no", None) if total is None else ("bust", total)
            return kind, new

        def made(table, word):
            after = play(table, word)
            if counts and after["left"] and word != "out":
                after["total"] = judge(table, word)[1]
            return after

        rules.judge, rules.play = judge, made

    return apply


def out_at_zero_chips(rules):
    """Who has no chips left is out."""
    read = rules.read

    def told(line):
        table = read(line)
        if table["game"] == "1980":
            table["options"]["chips-out"] = "at-zero"
        return table

    rules.read = told


def _four_swapped(free):
    def apply(rules):
        ways, judged, is_free = rules.ways, rules.judge, rules.is_free

        def found(table, hand):
            more = table["game"] == "1980" and hand.count("O") == 4
            return ways(table, hand) + ["OOOO"] * more

        def judge(table, word):
            if table["game"] == "1980" and word == "OOOO":
                return "safe", table["total"]
            return judged(table, word)

        rules.ways, rules.judge = found, judge
        rules.is_free = lambda table, word: (
            word == "OOOO" and free if table["game"] == "1980" else is_free(table, word)
        )

    return apply


def four_ono99_loses(rules):
    """Whoever has four ONO 99 is out, in 2022."""
    legal, judged = rules.legal, rules.judge
    rules.judge = lambda table, word: ("no", None) if word == "OOOO" else judged(table, word)
    rules.legal = lambda table: [w for w in legal(table) if w != "OOOO"] or ["out"]


def _costs_99(costs):
    """What a change of the total costs, from the rules' and the two totals."""

    def apply(rules):
        sound = rules.costs_99
        rules.costs_99 = lambda old, new: costs(old, new, *sound(old, new))

    return apply


def _two(halves):
    def apply(rules):
        sound = rules.new_total_99

        def total(below_zero, old, word):
            half = halves(old) if word == "2" else None
            return sound(below_zero, old, word) if half is None else half

        rules.new_total_99 = total

    return apply


def four_adds_nothing(rules):
    """With two players a 4 adds nothing."""
    judged = rules.judge

    def judge(table, word):
        is_pair = table["game"] == "ninety-nine" and len(rules.seats_in(table)) == 2
        return ("safe", table["total"]) if is_pair and word == "4" else judged(table, word)

    rules.judge = judge


def _leaving(old, new, mine, others):
    return mine + (old < new and old in (33, 66)), others


def _leaving_unless_it_lands(old, new, mine, others):
    return mine + (old < new and old in (33, 66) and not others), others


def _coming_down(*marks):
    return lambda old, new, mine, others: (
        (mine, 1) if new < old and new in marks else (mine, others)
    )


READINGS = {
    "limit-99-is-safe": [limit_99],
    "ono99-sets-99": [_ono99("safe", "safe"), _ono99("bust", "no")],
    "minus-ten-stops-at-zero": [
        _minus_ten_1980(lambda total: max(total - 10, 0)),
        _minus_ten_1980(lambda total: max(total - 10, min(total, 0))),
        _minus_ten_1980(lambda total: total - 10 if total >= 10 else None),
    ],
    "minus-ten-goes-negative": [minus_ten_negative],
    "doubles-add-up": [
        _doubles("D", False),
        _doubles("D", True),
        _doubles("DHR", False),
        _doubles("DHR", True),
    ],
    "hold-answers-play-2": [hold_in_the_deck],
    "double-play-answers-double-play": [_also_replies("1980", "D")],
    "no-draw-between": [_no_draw(2), _no_draw(1)],
    "double-is-inherited": [_inherited(True), _inherited(False)],
    "reverse-reply-goes-on": [reverse_reply],
    "reverse-for-two-plays-again": [_plays_again(False), _plays_again(True)],
    "bust-lays-down": [bust_lays_down],
    "bust-plays-card": [_bust_plays(False), _bust_plays(True)],
    "out-at-zero-chips": [out_at_zero_chips],
    "four-ono99-swapped": [_four_swapped(False), _four_swapped(True)],
    "four-ono99-loses": [four_ono99_loses],
    "leaving-mark-is-crossing": [_costs_99(_leaving), _costs_99(_leaving_unless_it_lands)],
    "coming-down-pays": [_costs_99(_coming_down(33, 66)), _costs_99(_coming_down(66))],
    "two-halves-low-total": [_two(lambda old: old // 2 if old % 2 == 0 else None)],
    "two-halves-odd-total": [
        _two(lambda old: old // 2 if old > 49 else None),
        _two(lambda old: (old + 1) // 2 if old > 49 else None),
    ],
    "double-cross-costs-two": [
        _costs_99(lambda old, new, mine, others: (2 if new > 99 else mine, others))
    ],
    "four-adds-nothing": [four_adds_nothing],
    "landing-on-99-loses": [
        _costs_99(lambda old, new, mine, others: (2, 0) if old < new == 99 else (mine, others)),
        _costs_99(lambda old, new, mine, others: (1, 0) if old < new == 99 else (mine, others)),
    ],
}
"""The ways in which each misconception's sentence can be meant, by its id."""


# ---- answers, in words ----


def answer(rules, kind, line, plays="", claim=""):
    """The answer in words of one who reads the rules so."""
    table = rules.read(line)
    table["discards"] = list(table["discards"])
    if kind in ("total", "next", "pays"):
        return _after(rules, kind, table, plays.split())
    if kind == "legal":
        return ", ".join(rules.legal(table))
    if kind == "edition":
        return " ".join(game for game in GAMES if _holds(rules, game, table, claim)) or "none"
    if (
        table["undrawn"]
        or claim == "round"
        or kind not in ("survive", "best-card", "quiet", "chance")
    ):
        raise UnmodelledError(kind)
    return _of_chances(rules, kind, table, rules.ways(table, _hand(table)))


def _of_chances(rules, kind, table, ways):
    found = chances(rules, table)
    most = max(found.values())
    if kind == "chance":
        return str(most)
    if kind == "survive":
        return {0: "lost", 1: "certain"}.get(most, "chance")
    best = {word: _gain(rules, table, word) for word in found if found[word] == most}
    is_safe = bool(ways) and all(found.get(word) == 1 for word in ways)
    if not most or (is_safe and len(set(best.values())) == 1):
        return "every card is safe"
    return max(best, key=best.get)


def _gain(rules, table, word):
    """What a card of Ninety-Nine costs each of the others."""
    if table["game"] != "ninety-nine":
        return 0
    return rules.costs_99(table["total"], rules.judge(table, word)[1])[1]


def _after(rules, kind, table, plays):
    before = after = table
    for word in plays:
        if _hand(after) is None:
            raise UnmodelledError("nobody is left to play this card, they think")
        if word != "out" and rules.judge(after, word.removesuffix("!"))[1] is None:
            raise UnmodelledError(f"{word} may not be played, they think")
        try:
            before, after = after, rules.play(after, word)
        except ValueError as error:
            raise UnmodelledError(f"{word} is not in the hand, they think") from error
    if kind == "total":
        return str(after["total"])
    if kind == "next":
        if after["over"]:
            raise UnmodelledError("the round is over, they think")
        return f"seat {after['turn']} owes {after['owes']}"
    if None in after["stakes"]:
        raise UnmodelledError("a hand is hidden")
    pairs = zip(before["stakes"], after["stakes"], strict=True)
    return " ".join(str(abs(old - new)) for old, new in pairs)


def _hand(table):
    return table["hands"][table["turn"]]


def chances(rules, table):
    """The chance to get through the turn, by first play."""
    return {word: _chance(rules, table, word) for word in rules.legal(table)}


def _chance(rules, table, word):
    kind, new = rules.judge(table, word) if word != "out" else ("out", None)
    if kind != "safe":
        return Fraction(0)
    if table["game"] == "ninety-nine":
        return Fraction(rules.costs_99(table["total"], new)[0] == 0)
    free = rules.is_free(table, word)
    if not free and (table["owes"] == 1 or rules.hands_double_on(table, word)):
        return Fraction(1)
    rest = _hand(table)[:]
    rules.put_down(rest, word)
    owes, played = (table["owes"], table["played"]) if free else (table["owes"] - 1, word[0])
    then = table | {"total": new, "owes": owes, "played": played}
    return _with_drawn(rules, then, rest, 4 if word == "OOOO" else rules.draws["first"])


def _with_drawn(rules, table, rest, count):
    def is_safe(hand):
        hands = [*table["hands"]]
        hands[table["turn"]] = hand
        found = chances(rules, table | {"hands": hands, "draw": []})
        if any(0 < chance < 1 for chance in found.values()):
            raise UnmodelledError("a chance within a chance")
        return max(found.values()) == 1

    known = table["draw"][:count]
    if "?" in rest:
        raise UnmodelledError("a hidden card in the hand")
    if is_safe([*rest, *known]) or count == len(known):
        return Fraction(is_safe([*rest, *known]))
    left = _unseen(rules, table, rest)
    if count > 1 and table["owes"] > 1:
        raise UnmodelledError("four new cards, and a double to come")
    bad = sum(n for card, n in left.items() if not is_safe([*rest, *known, card]))
    drawn, all_ = count - len(known), sum(left.values())
    return 1 - Fraction(comb(bad, drawn), comb(all_, drawn))


def _unseen(rules, table, rest):
    """The cards that may come up: the deck without the hands, the discards and the known draw."""
    seat, played = table["turn"], list((Counter(_hand(table)) - Counter(rest)).elements())
    left = Counter(rules.decks(table["game"], table["options"], len(table["hands"])))
    others = [hand for other, hand in enumerate(table["hands"]) if hand and other != seat]
    for cards in [table["draw"], table["discards"], rest, played, *others]:
        left.subtract(card for card in cards if card != "?")
    return +left


# ---- claims, judged in each game ----


def _holds(rules, game, table, claim):
    form, *words = claim.split()
    if form in ("deck", "deals", "seats", "answers"):
        return _is_fact(rules, game, table, form, words)
    here = table if game == table["game"] else _carried(rules, game, table)
    if here is None:
        return False
    if form == "survives":
        if here["undrawn"]:
            raise UnmodelledError(form)
        return max(chances(rules, here).values()) == 1
    return any(_holds_of(rules, here, form, word, words[1:]) for word in _meant(game, words[0]))


def _is_fact(rules, game, table, form, words):
    options = _options(rules, game)
    if form == "deals":
        return rules.HAND_SIZE[game] == int(words[0])
    if form == "seats":
        return 2 <= int(words[0]) <= rules.most_players(game, options)
    count = rules.decks(game, options, 2).count(words[0])
    if form == "deck":
        return count == int(words[1])
    doubled = table | {"game": game, "options": options, "owes": 2}
    return game != "ninety-nine" and count > 0 and rules.hands_double_on(doubled, words[0])


def _options(rules, game):
    return {key: values[0] for key, values in rules.OPTIONS[game].items()}


def _meant(game, word):
    if game == "ninety-nine" and word in ("A", "10"):
        return ["A+1", "A+11"] if word == "A" else ["10+10", "10-10"]
    return [word]


def _carried(rules, game, table):
    """The table with the hand, the total and the debt as they are, in another game; or None."""
    hand, players = _hand(table), len(table["hands"])
    options, size = _options(rules, game), rules.HAND_SIZE[game]
    if players > rules.most_players(game, options):
        return None
    deck = Counter(rules.decks(game, options, players))
    if any(card != "?" and deck[card] < count for card, count in Counter(hand).items()):
        return None
    if len(hand) > size or (not hand and game != "1980"):
        return None
    least = {"2022": getattr(rules, "least_2022", 0)}.get(game, -1000)
    if not least <= table["total"] <= 98 or (game == "ninety-nine" and table["owes"] == 2):
        return None
    if table["played"]:
        raise UnmodelledError("one of two cards played, in another game")
    hands = [["?"] * size if other is not None else None for other in table["hands"]]
    hands[table["turn"]] = hand[:]
    here = table | {"game": game, "options": options, "hands": hands}
    here |= {"draw": [], "discards": [], "undrawn": []}
    return here | {"stakes": rules._stakes(here, None)}


def _holds_of(rules, here, form, word, numbers):
    if word.startswith("draw:") or word.endswith("!"):
        raise UnmodelledError(word)
    if word not in rules.legal(here):
        return False
    after, seat = rules.play(here, word), here["turn"]
    kind, new = rules.judge(here, word) if word != "out" else ("bust", here["total"])
    number = int(numbers[-1]) if numbers else None
    if form in ("next", "owes"):
        return not after["over"] and after["turn" if form == "next" else "owes"] == number
    if form == "costs":
        return _cost(here, after, int(numbers[0])) == number
    if form == "draws":
        return _drawn(here, after, word) == number
    return {
        "may": lambda: True,
        "total": lambda: new == number,
        "loses": lambda: (
            kind == "bust"
            or (
                new >= 99
                and here["game"] == "ninety-nine"
                and rules.costs_99(here["total"], new)[0] > 0
            )
        ),
        "hands-on": lambda: rules.hands_double_on(here, word),
        "leaves": lambda: seat in after["left"],
        "ends": lambda: after["over"],
    }[form]()


def _cost(here, after, seat):
    if seat >= len(here["stakes"]):
        return 0 if seat < len(here["hands"]) else None
    if after["stakes"][seat] is None:
        raise UnmodelledError("a hand is hidden")
    return abs(here["stakes"][seat] - after["stakes"][seat])


def _drawn(here, after, word):
    hand = after["hands"][here["turn"]]
    if hand is None:
        return 0
    return len(hand) - len(_hand(here)) + (0 if word == "out" else 4 if word == "OOOO" else 1)
