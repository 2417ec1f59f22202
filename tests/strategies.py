"""Positions for the tests, as lines of the notation: any rule set, any options, any moment.

Everything is drawn from one ``random.Random``, so Hypothesis and a plain loop share it. The
lines are made from ``slow_rules`` and the contract's words alone, never by the package.
"""

import slow_rules
from hypothesis import strategies as st

GAMES = ("1980", "2022", "ninety-nine")


def rule_set_name(rng, game=None):
    """The word of a rule set, such as ``1980+ono99=suicide``; about one option in four is chosen."""
    game = game or rng.choice(GAMES)
    chosen = [
        f"+{name}={rng.choice(values[1:])}"
        for name, values in slow_rules.OPTIONS[game].items()
        if rng.random() < 0.25
    ]
    return game + "".join(chosen)


def line(rng, game=None, shows_all=False, is_tense=False):
    """A position's line.

    With ``shows_all`` every card is known: all hands and the whole draw. A position that
    ``is_tense`` has a high total and O'NO 99 cards in the hand that is to play.
    """
    name = rule_set_name(rng, game)
    game = name.split("+")[0]
    table = slow_rules.read(f"{name} hand=7")
    options = table["options"]
    most = slow_rules.most_players(game, options)
    players = (
        2 if rng.random() < 0.4 else rng.randint(2, min(most, 5 if rng.random() < 0.8 else most))
    )
    pile = slow_rules.deck(game, options, players)
    rng.shuffle(pile)
    is_view = not shows_all and rng.random() < 0.3
    hands = _hands(rng, game, players, pile, shows_all=shows_all, is_view=is_view)
    turn = rng.choice([seat for seat, hand in enumerate(hands) if hand is not None])
    if not shows_all and (is_tense or rng.random() < 0.3):
        hands[turn] = _blocked(rng, pile, hands[turn])
    total = rng.randint(86, 98) if is_tense else _total(rng, game, options)
    said = {"total": total, "hands": "/".join(map(_written, hands))}
    if is_view:
        del said["hands"]
        said |= {"hand": _written(hands[turn]), "players": players}
    said["turn"] = turn
    played = _played(rng, game, options, hands, pile) if rng.random() < 0.2 else None
    if game != "ninety-nine":
        said["owes"] = 2 if not played and rng.random() < (0.9 if is_tense else 0.5) else 1
    said["dir"] = rng.choice(["cw", "ccw"])
    said |= _pile(rng, pile, shows_all)
    said |= _stakes(rng, game, options, hands)
    if played:
        said["played"] = played
    if game == "1980":
        step = -1 if said["dir"] == "cw" else 1
        others = (seat % players for seat in range(turn + step, turn + step * players, step))
        last = turn if played else next(seat for seat in others if hands[seat] is not None)
        said |= _undrawn(rng, hands, last if last == turn or not is_view else None)
    return " ".join([name, *(f"{key}={value}" for key, value in said.items())])


def _hands(rng, game, players, pile, *, shows_all, is_view):
    size = slow_rules.HAND_SIZE[game]
    hands = []
    for seat in range(players):
        is_short = game == "1980" and not is_view and rng.random() < 0.2
        hands.append([pile.pop() for _ in range(rng.randint(0, size) if is_short else size)])
        if seat > 1 and not is_view and rng.random() < 0.15:
            hands[-1] = None
    rng.shuffle(hands)
    return hands if shows_all or is_view else [_hidden(rng, hand) for hand in hands]


def _hidden(rng, hand):
    return ["?"] * len(hand) if hand and rng.random() < 0.3 else hand


def _blocked(rng, pile, hand):
    """The hand with cards exchanged for O'NO 99, to bring out the rare cases."""
    spare = [card for card in pile if card == "O"]
    for place in range(len(hand)):
        if spare and hand[place] not in "O?" and rng.random() < 0.6:
            pile[pile.index(spare.pop())], hand = (
                hand[place],
                [*hand[:place], "O", *hand[place + 1 :]],
            )
    return hand


def _total(rng, game, options):
    if game == "1980":
        most = 115 if options["scoring"] == "points" and options["bust-total"] == "counts" else 98
        return rng.choice([rng.randint(-25, most), rng.randint(80, most), 98, 90, 0])
    if game == "2022":
        return rng.choice([rng.randint(0, 98), rng.randint(80, 98), rng.randint(0, 12), 98])
    least = -25 if options["below-zero"] == "allow" else 0
    return rng.choice([rng.randint(least, 98), rng.randint(20, 36), rng.randint(50, 98)])


def _written(hand):
    return "-" if hand is None else ",".join(hand)


def _played(rng, game, options, hands, pile):
    """A card that may have been the first of two, taken from the pile; None if none is at hand."""
    if game == "ninety-nine":
        return None
    barred = {"1980": "HRD", "2022": "RD"}[game]
    if game == "1980" and options["ono-on-zero"] == "off":
        barred += "O"
    if game == "2022" and options["dump"] == "free":
        barred += "O"
    if game == "2022" and options["two-player-reverse-reply"] == "plain":
        barred = barred.replace("R", "") if sum(hand is not None for hand in hands) == 2 else barred
    card = rng.choice(pile)
    if card in barred:
        return None
    pile.remove(card)
    return card


def _pile(rng, pile, shows_all):
    seen = pile[: rng.choice([0, 0, rng.randint(0, len(pile)), 3])]
    rest = pile[len(seen) :]
    draw = rest if shows_all else rest[: rng.choice([0, 0, 0, 1, 2, 5])]
    said = {"draw": ",".join(draw)} if draw else {}
    return said | ({"seen": ",".join(seen)} if seen else {})


def _stakes(rng, game, options, hands):
    if game == "2022" or rng.random() < 0.3:
        return {}
    if game == "ninety-nine":
        least = 0 if options["zero-points"] == "survives" else 1
        most = int(options["points"])
        return {
            "points": "/".join("-" if h is None else str(rng.randint(least, most)) for h in hands)
        }
    if options["scoring"] == "points":
        target = int(options["target"])
        return {"points": "/".join(str(rng.randint(0, target - 1)) for _ in hands)}
    least = 1 if options["chips-out"] == "at-zero" else 0
    most = int(options["chips"])
    return {"chips": "/".join("-" if h is None else str(rng.randint(least, most)) for h in hands)}


def _undrawn(rng, hands, last):
    """Of the seats only the one that played last may still draw, if its hand is short."""
    is_short = last is not None and len(hands[last]) < 4
    return {"undrawn": last} if is_short and rng.random() < 0.5 else {}


def lines(game=None, shows_all=False):
    """Lines of positions."""
    return st.randoms(use_true_random=False).map(lambda rng: line(rng, game, shows_all))
