"""The three games once more, in the most obvious way: a table is a dict of lists and words.

Nothing here is taken from the package: the rules are read off the rule points, so that the two
can be held against each other. Cards are their codes (``"7"``, ``"-10"``, ``"O"``, ``"?"``), a
player who is out has the hand None, and a play is its word (``"7"``, ``"A+11"``, ``"OOOO"``,
``"out"``, ``"7!"``, ``"draw:2"``).
"""

OPTIONS = {
    "1980": {
        "opening": ["any", "number"],
        "ono99": ["unplayable", "suicide"],
        "ono-on-zero": ["off", "turn", "round"],
        "draw-deadline": ["next-draws", "next-plays"],
        "chips-out": ["fourth-loss", "at-zero"],
        "chips": ["3", "1", "5"],
        "scoring": ["chips", "points"],
        "bust-total": ["stays", "counts"],
        "points-end": ["lowest", "last-standing"],
        "target": ["200", "60", "300"],
        "next-starter": ["loser", "left-of-dealer"],
    },
    "2022": {
        "minus-ten": ["clamp", "unplayable"],
        "dump": ["turn", "free"],
        "two-player-reverse-reply": ["deflects", "plain"],
        "nobody-can-play": ["last-to-play", "last-standing"],
    },
    "ninety-nine": {
        "points": ["10", "3", "20"],
        "decks": ["by-players", "1", "2", "3"],
        "zero-points": ["out", "survives"],
        "below-zero": ["allow", "clamp", "forbid"],
        "next-starter": ["left-of-dealer", "round-winner"],
    },
}
"""Every option's values, the default first (for a number: the default and two others)."""

NUMBERS = {str(n): n for n in range(11)}
LIMIT = 98
REPLIES = {"1980": "HR", "2022": "RD"}
FOUR_TOGETHER = ["2022"]
HAND_SIZE = {"1980": 4, "2022": 4, "ninety-nine": 3}
MOST_PLAYERS = {"1980": 8, "2022": 6}
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK_1980 = {str(n): 3 for n in range(2, 10)} | {"10": 10, "H": 4, "R": 6, "-10": 4, "D": 2, "O": 4}
DECK_2022 = (
    {"0": 8} | {str(n): 6 for n in range(1, 10)} | dict.fromkeys(["10", "-10", "R", "D", "O"], 10)
)


def deck(game, options, players):
    """The deck as a list of cards."""
    if game == "1980":
        counts = DECK_1980
    elif game == "2022":
        counts = DECK_2022
    else:
        decks = options["decks"]
        many = (1 if players <= 6 else 2) if decks == "by-players" else int(decks)
        counts = dict.fromkeys(RANKS, 4 * many)
    return [card for card, count in counts.items() for _ in range(count)]


def most_players(game, options):
    """The most players that a game takes."""
    if game != "ninety-nine":
        return MOST_PLAYERS[game]
    return 12 if options["decks"] == "by-players" else 6 * int(options["decks"])


def read(line):
    """The table that a good line of the notation says."""
    name, *pairs = line.split()
    game, *chosen = name.split("+")
    options = {key: values[0] for key, values in OPTIONS[game].items()}
    options |= dict(word.split("=") for word in chosen)
    said = dict(pair.split("=") for pair in pairs)
    turn = int(said.get("turn", 0))
    if "hands" in said:
        hands = [None if hand == "-" else cards(hand) for hand in said["hands"].split("/")]
    else:
        hands = [["?"] * HAND_SIZE[game] for _ in range(int(said.get("players", 2)))]
        hands[turn] = cards(said["hand"])
    played = said.get("played")
    discards = cards(said.get("seen", ""))
    if played and played not in discards:
        discards.append(played)
    table = {
        "game": game,
        "options": options,
        "total": int(said.get("total", 0)),
        "hands": hands,
        "turn": turn,
        "owes": int(said.get("owes", 1)),
        "way": -1 if said.get("dir") == "ccw" else 1,
        "draw": cards(said.get("draw", "")),
        "discards": discards,
        "laid down": 0,
        "played": played,
        "undrawn": [int(seat) for seat in said.get("undrawn", "").split(",") if seat],
        "over": False,
        "loser": None,
        "left": [],
        "winners": [],
    }
    table["stakes"] = _stakes(table, said.get("chips") or said.get("points"))
    return table


def cards(text):
    """The cards of a list such as ``7,H,7x3,?2``."""
    found = []
    for word in text.split(",") if text else []:
        if word[0] == "?" and word[1:].isdigit():
            found += ["?"] * int(word[1:])
        else:
            card, _, count = word.partition("x")
            found += [card] * int(count or 1)
    return found


def _stakes(table, said):
    if said:
        return [
            0 if word == "-" else None if word == "?" else int(word) for word in said.split("/")
        ]
    if table["game"] == "2022":
        return []
    if table["game"] == "1980" and table["options"]["scoring"] == "points":
        return [0 for _ in table["hands"]]
    start = int(table["options"]["chips" if table["game"] == "1980" else "points"])
    return [0 if hand is None else start for hand in table["hands"]]


def seats_in(table):
    """The seats of the players who are not out."""
    return [seat for seat, hand in enumerate(table["hands"]) if hand is not None]


def next_seat(table, seat):
    """The next player in the direction of play."""
    seat = (seat + table["way"]) % len(table["hands"])
    return next_seat(table, seat) if table["hands"][seat] is None else seat


def ways(table, hand):
    """Every way to play a card of this hand, before any rule is asked."""
    found = []
    for card in hand:
        if table["game"] == "ninety-nine" and card in ("A", "10"):
            words = ["A+1", "A+11"] if card == "A" else ["10+10", "10-10"]
        else:
            words = [] if card == "?" else [card]
        found += [word for word in words if word not in found]
    if table["game"] in FOUR_TOGETHER and hand.count("O") == 4:
        found.append("OOOO")
    return found


def card_of(word):
    """The card that a play puts down."""
    if word == "OOOO":
        return "O"
    if word.startswith(("A+", "10+", "10-")):
        return word[:-3] if word[-3] in "+-" else word[:-2]
    return word


def judge(table, word):
    """``(kind, new total)``: the kind is ``safe``, ``bust`` or ``no`` (it may not be played)."""
    game, total = table["game"], table["total"]
    if game == "ninety-nine":
        new = new_total_99(table["options"]["below-zero"], total, word)
        return ("no", None) if new is None else ("safe", new)
    new = _new_total_1980(table, word) if game == "1980" else _new_total_2022(table, word)
    if new is None or (word == "OOOO" and game not in FOUR_TOGETHER):
        return "no", None
    if new == "suicide":
        return "bust", total
    if new <= LIMIT:
        return "safe", new
    return ("bust", new) if game == "1980" else ("no", None)


def _new_total_1980(table, card):
    total, options = table["total"], table["options"]
    hand = table["hands"][table["turn"]]
    if card == "O":
        one_down = table["played"] == "O"
        if options["ono-on-zero"] == "round" and "O" in table["discards"]:
            one_down = True
        must_be_number = is_number_opening(table) and any(c in NUMBERS for c in hand)
        if (
            options["ono-on-zero"] != "off"
            and total % 10 == 0
            and not one_down
            and not must_be_number
        ):
            return total
        return "suicide" if options["ono99"] == "suicide" else None
    if is_number_opening(table) and card not in NUMBERS and any(c in NUMBERS for c in hand):
        return None
    if card == "D" and table["owes"] == 2 and "D" not in REPLIES["1980"]:
        return None
    return minus_ten_1980(total) if card == "-10" else total + NUMBERS.get(card, 0)


def minus_ten_1980(total):
    """The total after a Minus Ten, in 1980."""
    return total - 10


def minus_ten_2022(total, option):
    """The total after a Minus Ten, in 2022; None where it may not be played."""
    if total < 10:
        return 0 if option == "clamp" else None
    return total - 10


def is_number_opening(table):
    """Whether this is the first card of a hand whose opener has to play a number."""
    touched = table["total"] or table["discards"] or table["undrawn"] or table["played"]
    touched = touched or table["owes"] == 2 or table["way"] == -1
    return table["options"]["opening"] == "number" and not touched


def _new_total_2022(table, word):
    total = table["total"]
    if word == "O":
        return None
    if word == "-10":
        return minus_ten_2022(total, table["options"]["minus-ten"])
    return total + NUMBERS.get(word, 0)


def new_total_99(below_zero, total, word):
    """The total after a card of Ninety-Nine; None where it may not be played."""
    if word == "2":
        return total // 2 if total % 2 == 0 and total > 49 else total * 2
    if word == "10-10" and total - 10 < 0:
        return {"allow": total - 10, "clamp": min(total, 0), "forbid": None}[below_zero]
    adds = {"A+1": 1, "A+11": 11, "10+10": 10, "10-10": -10, "9": 0, "J": 10, "Q": 10, "K": 10}
    return total + (adds[word] if word in adds else int(word))


def costs_99(old, new):
    """``(what the player pays, what every other player pays)`` for a change of the total."""
    if new <= old:
        return 0, 0
    if new == 99:
        return 0, 2
    if new in (33, 66):
        return 0, 1
    mine = 0
    for mark in (33, 66):
        if old < mark < new:
            mine += 1
    if new > 99:
        mine += 2
    return mine, 0


def legal(table):
    """The words that the player to move may say: a safe card, else a losing card, else ``out``."""
    hand = table["hands"][table["turn"]]
    words = ways(table, hand)
    kinds = {word: judge(table, word)[0] for word in words}
    safe = [word for word in words if kinds[word] == "safe"]
    bust = [word for word in words if kinds[word] == "bust"]
    return safe or (not drops_out(table, hand) and bust) or ["out"]


def drops_out(table, hand):
    """Whether this hand loses without playing: four O'NO 99 where points are scored."""
    for_points = table["game"] == "1980" and table["options"]["scoring"] == "points"
    return for_points and hand.count("O") == 4


def hands_double_on(table, word):
    """Whether this card, played first under a double, hands it on."""
    if table["owes"] != 2:
        return False
    plain = table["options"].get("two-player-reverse-reply") == "plain"
    if word == "R" and plain and len(seats_in(table)) == 2:
        return False
    return word in REPLIES[table["game"]]


def is_free(table, word):
    """Whether this is the four ONO 99 that come on top of the turn."""
    return word == "OOOO" and table["options"].get("dump") == "free"


def play(table, word):
    """The table after a play that is legal."""
    table = copied(table) | {"left": [], "loser": None, "laid down": 0}
    if word.startswith("draw:"):
        return _draw_late(table, int(word[5:]))
    forgets, word = word.endswith("!"), word.removesuffix("!")
    seat = table["turn"]
    kind, new = ("out", table["total"]) if word == "out" else judge(table, word)
    if word != "out":
        put_down(table["hands"][seat], word)
        before = table["discards"][:]
        table["discards"] += ["O"] * 4 if word == "OOOO" else [card_of(word)]
    if table["game"] == "ninety-nine":
        _play_99(table, word, new)
    elif kind == "safe":
        _go_on(table | {"discards": before}, table, word, new, forgets)
    elif table["game"] == "2022":
        _drop_out_2022(table)
    else:
        _lose_1980(table, word, new)
    return table


def copied(table):
    """The same table with lists of its own."""
    hands = [None if hand is None else hand[:] for hand in table["hands"]]
    lists = {key: table[key][:] for key in ("draw", "discards", "stakes", "undrawn", "winners")}
    return table | lists | {"hands": hands}


def put_down(hand, word):
    """Take the cards of a play out of a hand; a hidden card may turn out to be one of them."""
    for _ in range(4 if word == "OOOO" else 1):
        card = card_of(word)
        hand.remove(card if card in hand else "?")


def _go_on(before, table, word, new, forgets):
    """A safe card of O'NO 99: total, direction, draw, and who is next with how many cards."""
    seat, owes = table["turn"], table["owes"]
    replies = hands_double_on(before, word)
    table["total"] = new
    for _ in range(0 if forgets else 4 if word == "OOOO" else 1):
        draw_card(table, seat)
    _close_deadlines(table, seat, drew=not forgets)
    if forgets:
        table["undrawn"].append(seat)
    if word == "R" and len(seats_in(table)) > 2:
        table["way"] = -table["way"]
    if is_free(table, word):
        return
    if owes == 2 and not replies:
        table["owes"], table["played"] = 1, card_of(word)
        return
    table["turn"] = next_seat(table, seat)
    table["owes"] = 2 if replies or word == "D" else 1
    table["played"] = None


def draw_card(table, seat):
    """The next card for a seat: known, hidden, or the first of a new pile."""
    if not table["draw"]:
        held = table["laid down"] + sum(len(hand or []) for hand in table["hands"])
        whole = len(deck(table["game"], table["options"], len(table["hands"])))
        if held + len(table["discards"]) >= whole:
            table["discards"] = table["discards"][-1:] if table["game"] == "ninety-nine" else []
    table["hands"][seat].append(table["draw"].pop(0) if table["draw"] else "?")


def _close_deadlines(table, seat, drew):
    """Others may no longer draw late: they were too slow (1980)."""
    if drew or (table["game"] == "1980" and table["options"]["draw-deadline"] == "next-plays"):
        table["undrawn"] = [other for other in table["undrawn"] if other == seat]


def _draw_late(table, seat):
    draw_card(table, seat)
    place = table["undrawn"].index(seat)
    earlier = [other for other in table["undrawn"][:place] if other == seat]
    table["undrawn"] = earlier + table["undrawn"][place + 1 :]
    return table


def _lose_1980(table, word, new):
    if table["options"]["scoring"] == "points":
        return _lose_for_points(table, word, new)
    seat = table["turn"]
    table |= {"over": True, "loser": seat, "total": new, "owes": 1, "played": None}
    had = table["stakes"][seat]
    table["stakes"][seat] = max(0, had - 1)
    if had == 0 or (had == 1 and table["options"]["chips-out"] == "at-zero"):
        _leave(table, seat)
        if len(seats_in(table)) == 1:
            table["winners"] = seats_in(table)
    return None


def _lose_for_points(table, word, new):
    seat = table["turn"]
    if word != "out":
        draw_card(table, seat)
        _close_deadlines(table, seat, drew=True)
        if table["options"]["bust-total"] == "counts":
            table["total"] = new
    _score(table, seat, 25)
    table["loser"] = seat
    _leave(table, seat)
    table["undrawn"] = [other for other in table["undrawn"] if other != seat]
    table["owes"], table["played"] = 1, None
    if len(seats_in(table)) > 1:
        table["turn"] = next_seat(table, seat)
        return
    table["over"] = True
    _score(table, seats_in(table)[0], 0)
    table["winners"] = _winners_by_points(table)


def _score(table, seat, extra):
    hand = table["hands"][seat]
    if "?" in hand or table["stakes"][seat] is None:
        table["stakes"][seat] = None
        return
    values = [20 if card == "O" else NUMBERS.get(card, 15) for card in hand]
    table["stakes"][seat] += sum(values) + 15 * (4 - len(hand)) + extra


def _winners_by_points(table):
    scores, target = table["stakes"], int(table["options"]["target"])
    if None in scores:
        return []
    lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
    under = [seat for seat, score in enumerate(scores) if score < target]
    if len(under) == len(scores):
        return []
    if table["options"]["points-end"] == "lowest" or not under:
        return lowest
    return under if len(under) == 1 else []


def _leave(table, seat):
    table["laid down"] += len(table["hands"][seat])
    table["hands"][seat] = None
    table["left"].append(seat)


def _drop_out_2022(table):
    seat, second_failed = table["turn"], table["played"] is not None
    table["loser"] = seat
    _leave(table, seat)
    left = seats_in(table)
    table["owes"], table["played"] = 1, None
    last_to_play = table["options"]["nobody-can-play"] == "last-to-play"
    if second_failed and last_to_play and not any(_can_play(table, other) for other in left):
        table |= {"over": True, "winners": [seat]}
    elif len(left) == 1:
        table |= {"over": True, "winners": left}
    else:
        table["turn"] = next_seat(table, seat)


def _can_play(table, seat):
    return "?" in table["hands"][seat] or legal(table | {"turn": seat}) != ["out"]


def _play_99(table, word, new):
    seat, old = table["turn"], table["total"]
    table["total"] = new
    mine, others = costs_99(old, new)
    survives = table["options"]["zero-points"] == "survives"
    for player in seats_in(table):
        cost = mine if player == seat else others
        rest = table["stakes"][player] - cost
        table["stakes"][player] = max(0, rest)
        if cost and (rest < 0 or (rest == 0 and not survives)):
            _leave(table, player)
    if len(seats_in(table)) == 1:
        table |= {"over": True, "winners": seats_in(table)}
    if new >= 99:
        table |= {"over": True, "loser": seat if new > 99 else None}
    if table["over"]:
        return
    if table["hands"][seat] is not None:
        draw_card(table, seat)
    if word == "4" and len(seats_in(table)) > 2:
        table["way"] = -table["way"]
    table["turn"] = next_seat(table, seat)
    if word == "J":
        table["turn"] = next_seat(table, table["turn"])
