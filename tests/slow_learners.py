"""Learners who answer puzzles by the rules as they misread them: patches of ``slow_rules``.

``READINGS`` has for each misconception the ways in which its sentence can be meant, each written
from the sentence: names of ``slow_rules`` with new values, or functions that patch a copy of it.
``answer`` gives the answer in words, and raises ``UnmodelledError`` where no learner has one.
"""

import importlib.util
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import slow_rules as sound

GAMES = "1980", "2022", "ninety-nine"


class UnmodelledError(Exception):
    """A question that no learner here works out, such as a line against every reply."""


def book(*readings):
    """The rules as somebody reads them who misreads them in these ways."""
    path = Path(__file__).with_name("slow_rules.py")
    spec = importlib.util.spec_from_file_location("misread_rules", path)
    rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    rules.draws = 1  # cards drawn between the two cards of a double
    for reading in readings:
        for patch in reading if isinstance(reading, tuple) else [reading]:
            patch(rules) if callable(patch) else vars(rules).update(patch)
    return rules


# ---- the misreadings ----


def patched(name, change, *how):
    """What ``judge`` or ``play`` gives, changed in place or for another."""

    def apply(rules):
        unchanged = getattr(rules, name)

        def made(table, word):
            found = unchanged(table, word)
            return change(rules, table, word.removesuffix("!"), found, *how) or found

        setattr(rules, name, made)

    return apply


def ono99(rules, table, word, found, kind_1980, kind_2022):
    """An O'NO 99 sets the total to 99: a play that is safe, or loses, or may not be made."""
    is_1980 = table["game"] == "1980"
    kind = kind_1980 if is_1980 else kind_2022
    is_changed = word == "O" and not (is_1980 and rules.is_number_opening(table))
    return (kind, None if kind == "no" else 99) if is_changed else found


def doubles(replies, seconds):
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


def no_draw(rules, table, word, after, after_second):
    """Nothing is drawn between the two cards of a double, and then one card or two."""
    seat, hand = table["turn"], after["hands"][table["turn"]]
    is_first = table["owes"] == 2 and after["turn"] == seat and after["played"]
    if is_first and word != "OOOO" and hand:
        drawn = [hand.pop()]
        after["draw"] = drawn[: len(table["draw"])] + after["draw"]
    if table["played"] and hand and not after["over"] and after_second == 2:
        rules.draw_card(after, seat)


def inherit(rules, table, word, after, also_second):
    """The next player inherits a double of which the first card failed, or the second too."""
    failed = after["left"] and table["game"] != "ninety-nine" and not after["over"]
    if failed and (table["owes"] == 2 or (table["played"] and also_second)):
        after["owes"] = 2


def play_again(rules, table, word, after, as_reply):
    """With two players a Reverse lets its player play again, as a reply too."""
    pair = table["game"] != "ninety-nine" and len(rules.seats_in(table)) == 2
    if pair and word == "R" and (table["owes"] == 1 or as_reply) and not after["over"]:
        after["turn"] = table["turn"]


def reverse_reply(rules, table, word, after):
    """A Reverse reply sends the double on in the old direction, which stays."""
    if word == "R" and rules.hands_double_on(table, "R"):
        after["turn"], after["way"] = rules.next_seat(table, table["turn"]), table["way"]


def bust_plays(rules, table, word, found):
    """With no safe card a card is played that loses, in 2022."""
    is_stuck = table["game"] == "2022" and found[0] == "no"
    total = rules._new_total_2022(table, word) if is_stuck else None
    return found if total is None else ("bust", total)


def bust_counts(rules, table, word, after):
    """The card that loses makes the total from which the others go on."""
    if after["left"] and word != "out":
        after["total"] = rules.judge(table, word)[1]


def four_adds_nothing(rules, table, word, found):
    """With two players a 4 adds nothing."""
    pair = table["game"] == "ninety-nine" and len(rules.seats_in(table)) == 2
    return ("safe", table["total"]) if pair and word == "4" else found


def costs(change):
    """What a change of the total costs: from the two totals, and what it costs by the rules."""
    return {"costs_99": lambda old, new: change(old, new, *sound.costs_99(old, new))}


def halves(half):
    """A 2 makes this of a total; None where it does what the rules say."""
    return {"new_total_99": lambda *a: (a[2] == "2" and half(a[1])) or sound.new_total_99(*a)}


MARKS = (33, 66)
ZERO_OUT = sound.OPTIONS | {"1980": sound.OPTIONS["1980"] | {"chips-out": ["at-zero"]}}
BUST = patched("judge", bust_plays)
FREE = {
    "is_free": lambda t, word: word == "OOOO" and (t["game"] == "1980" or sound.is_free(t, word))
}

READINGS = {
    "limit-99-is-safe": [{"LIMIT": 99}],
    "ono99-sets-99": [patched("judge", ono99, "safe", "safe"), patched("judge", ono99, "bust", "no")],
    "minus-ten-stops-at-zero": [{"minus_ten_1980": total} for total in (
        lambda old: max(old - 10, 0), lambda old: max(old - 10, min(old, 0)), lambda old: old - 10 if old >= 10 else None)],
    "minus-ten-goes-negative": [{"minus_ten_2022": lambda old, option: old - 10}],
    "doubles-add-up": [doubles(cards, second) for cards in ("D", "DHR") for second in (0, 1)],
    "hold-answers-play-2": [{"REPLIES": sound.REPLIES | {"2022": "RDH"}, "DECK_2022": sound.DECK_2022 | {"H": 4}}],
    "double-play-answers-double-play": [{"REPLIES": sound.REPLIES | {"1980": "HRD"}}],
    "no-draw-between": [(patched("play", no_draw, after), {"draws": 0}) for after in (2, 1)],
    "double-is-inherited": [patched("play", inherit, also_second) for also_second in (True, False)],
    "reverse-reply-goes-on": [patched("play", reverse_reply)],
    "reverse-for-two-plays-again": [patched("play", play_again, as_reply) for as_reply in (False, True)],
    "bust-lays-down": [{"drops_out": lambda table, hand: table["game"] == "1980"}],
    "bust-plays-card": [BUST, (BUST, patched("play", bust_counts))],
    "out-at-zero-chips": [{"OPTIONS": ZERO_OUT}],
    "four-ono99-swapped": [{"FOUR_TOGETHER": GAMES}, {"FOUR_TOGETHER": GAMES} | FREE],
    "four-ono99-loses": [{"FOUR_TOGETHER": ()}],
    "leaving-mark-is-crossing": [
        costs(lambda old, new, my, rest: (my + (old < new and old in MARKS), rest)),
        costs(lambda old, new, my, rest: (my + (old < new and old in MARKS and not rest), rest))],
    "coming-down-pays": [
        costs(lambda old, new, my, rest: (my, 1 if old > new and new in MARKS else rest)),
        costs(lambda old, new, my, rest: (my, 1 if old > new == 66 else rest))],
    "two-halves-low-total": [halves(lambda old: old // 2 if old % 2 == 0 else None)],
    "two-halves-odd-total": [halves(lambda old: old // 2 if old > 49 else None), halves(lambda old: (old + 1) // 2 if old > 49 else None)],
    "double-cross-costs-two": [costs(lambda old, new, my, rest: (2 if new > 99 else my, rest))],
    "four-adds-nothing": [patched("judge", four_adds_nothing)],
    "landing-on-99-loses": [
        costs(lambda old, new, my, rest: (2, 0) if old < new == 99 else (my, rest)),
        costs(lambda old, new, my, rest: (1, 0) if old < new == 99 else (my, rest))],
}  # fmt: skip
"""The ways in which each misconception's sentence can be meant, by its id."""


# ---- answers, in words ----


def answer(rules, kind, line, plays="", claim=""):
    """The answer in words of one who reads the rules so."""
    table = rules.read(line)
    if kind in ("total", "next", "pays"):
        return _after(rules, kind, table, plays.split())
    if kind == "legal":
        return ", ".join(rules.legal(table))
    if kind == "edition":
        return " ".join(game for game in GAMES if _holds(rules, game, table, claim)) or "none"
    is_known = kind in ("survive", "best-card", "quiet", "chance")
    if table["undrawn"] or claim == "round" or not is_known:
        raise UnmodelledError(kind)
    found = chances(rules, table)
    most = max(found.values())
    if kind in ("chance", "survive"):
        return str(most) if kind == "chance" else {0: "lost", 1: "certain"}.get(most, "chance")
    ways, gains = rules.ways(table, _hand(table)), dict.fromkeys(found, 0)
    if table["game"] == "ninety-nine":
        gains = {w: rules.costs_99(table["total"], rules.judge(table, w)[1])[1] for w in found}
    best = [word for word in found if found[word] == most]
    is_safe = ways and all(found.get(word) == 1 for word in ways)
    is_quiet = not most or (is_safe and len({gains[word] for word in best}) == 1)
    return "every card is safe" if is_quiet else max(best, key=gains.get)


def _after(rules, kind, table, plays):
    before = after = table
    for word in plays:
        if _hand(after) is None or _judge(rules, after, word.removesuffix("!"))[1] is None:
            raise UnmodelledError(f"nobody may play {word}, they think")
        try:
            before, after = after, rules.play(after, word)
        except ValueError as error:
            raise UnmodelledError(f"{word} is not in the hand, they think") from error
    if kind == "total":
        return str(after["total"])
    if after["over"] if kind == "next" else None in after["stakes"]:
        raise UnmodelledError("the round is over, they think, or a hand is hidden")
    if kind == "next":
        return f"seat {after['turn']} owes {after['owes']}"
    pairs = zip(before["stakes"], after["stakes"], strict=True)
    return " ".join(str(abs(old - new)) for old, new in pairs)


def _hand(table):
    return table["hands"][table["turn"]]


def _judge(rules, table, word):
    return rules.judge(table, word) if word != "out" else ("bust", table["total"])


def chances(rules, table):
    """The chance to get through the turn, by first play."""
    return {word: _chance(rules, table, word) for word in rules.legal(table)}


def _chance(rules, table, word):
    kind, new = _judge(rules, table, word)
    if kind != "safe":
        return Fraction(0)
    if table["game"] == "ninety-nine":
        return Fraction(rules.costs_99(table["total"], new)[0] == 0)
    free = rules.is_free(table, word)
    if not free and (table["owes"] == 1 or rules.hands_double_on(table, word)):
        return Fraction(1)
    rest = _hand(table)[:]
    rules.put_down(rest, word)
    owes, first = (table["owes"], table["played"]) if free else (table["owes"] - 1, word[0])
    then = table | {"total": new, "owes": owes, "played": first}
    return _with_drawn(rules, then, rest, 4 if word == "OOOO" else rules.draws)


def _with_drawn(rules, table, rest, count):
    def is_safe(hand):
        hands = [*table["hands"]]
        hands[table["turn"]] = hand
        found = chances(rules, table | {"hands": hands, "draw": []})
        if any(0 < chance < 1 for chance in found.values()):
            raise UnmodelledError("a chance within a chance")
        return max(found.values()) == 1

    known = table["draw"][:count]
    if "?" in rest or (count > 1 and table["owes"] > 1):
        raise UnmodelledError("a hidden card in the hand, or four new ones and a double to come")
    if is_safe([*rest, *known]) or count == len(known):
        return Fraction(is_safe([*rest, *known]))
    left = Counter(rules.deck(table["game"], table["options"], len(table["hands"])))
    for cards in [table["draw"], table["discards"], *filter(None, table["hands"])]:
        left.subtract(card for card in cards if card != "?")
    bad = sum(n for card, n in (+left).items() if not is_safe([*rest, *known, card]))
    drawn = count - len(known)
    return 1 - Fraction(comb(bad, drawn), comb((+left).total(), drawn))


# ---- claims, judged in each game ----


def _holds(rules, game, table, claim):
    form, *words = claim.split()
    options = {key: values[0] for key, values in rules.OPTIONS[game].items()}
    number = int(words[-1]) if words and words[-1].lstrip("-").isdigit() else None
    if form == "deals":
        return rules.HAND_SIZE[game] == number
    if form == "seats":
        return 2 <= number <= rules.most_players(game, options)
    if form in ("deck", "answers"):
        count = rules.deck(game, options, 2).count(words[0])
        doubled = table | {"game": game, "options": options, "owes": 2}
        replies = game != "ninety-nine" and count > 0 and rules.hands_double_on(doubled, words[0])
        return count == number if form == "deck" else replies
    here = table if game == table["game"] else _carried(rules, game, table, options)
    if here is None:
        return False
    if form == "survives":
        if here["undrawn"]:
            raise UnmodelledError(form)
        return max(chances(rules, here).values()) == 1
    meant = {"A": ["A+1", "A+11"], "10": ["10+10", "10-10"]} if game == "ninety-nine" else {}
    plays = meant.get(words[0], [words[0]])
    return any(_holds_of(rules, here, form, word, words[1:]) for word in plays)


def _carried(rules, game, table, options):
    """The table with the hand, the total and the debt as they are, in another game; or None."""
    hand, players, size = _hand(table), len(table["hands"]), rules.HAND_SIZE[game]
    deck = Counter(rules.deck(game, options, players))
    is_low = game == "2022" and table["total"] < 0 and rules.minus_ten_2022(0, "clamp") == 0
    if (
        players > rules.most_players(game, options)
        or any(card != "?" and deck[card] < count for card, count in Counter(hand).items())
        or not (1 if game != "1980" else 0) <= len(hand) <= size
        or (is_low or table["total"] > 98)
        or (game == "ninety-nine" and table["owes"] == 2)
    ):
        return None
    if table["played"]:
        raise UnmodelledError("one of two cards played, in another game")
    hands = [["?"] * size if other is not None else None for other in table["hands"]]
    hands[table["turn"]] = hand[:]
    here = table | {"game": game, "options": options, "hands": hands, "undrawn": []}
    here |= {"draw": [], "discards": []}
    return here | {"stakes": rules._stakes(here, None)}


def _holds_of(rules, here, form, word, numbers):
    if word.startswith("draw:") or word.endswith("!"):
        raise UnmodelledError(word)
    if word not in rules.legal(here):
        return False
    after, seat = rules.play(here, word), here["turn"]
    kind, new = _judge(rules, here, word)
    if form == "costs":
        payer = int(numbers[0])
        if None in after["stakes"][payer : payer + 1]:
            raise UnmodelledError("a hand is hidden")
        stakes = zip(here["stakes"], after["stakes"], strict=True)
        paid = [abs(old - (new or 0)) for old, new in stakes] or [0] * len(here["hands"])
        return paid[payer : payer + 1] == [int(numbers[1])]
    hand, cost = after["hands"][seat], 0
    if here["game"] == "ninety-nine":
        cost = rules.costs_99(here["total"], new)[0]
    put_down = 0 if word == "out" else 4 if word == "OOOO" else 1
    value = {
        "may": True,
        "total": new,
        "loses": kind == "bust" or (new >= 99 and cost > 0),
        "hands-on": rules.hands_double_on(here, word),
        "next": None if after["over"] else after["turn"],
        "owes": None if after["over"] else after["owes"],
        "draws": 0 if hand is None else len(hand) - len(_hand(here)) + put_down,
        "leaves": seat in after["left"],
        "ends": after["over"],
    }[form]
    return value == (int(numbers[-1]) if numbers else True)
