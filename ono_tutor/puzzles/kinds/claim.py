"""A claim about a position: how it is written, and whether it holds under a rule set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.convert_rules import convert, convert_play
from ono_tutor.game.legal import why_not
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.kinds.pays import paid
from ono_tutor.rules.play import LateDraw, Play, parse_play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.survive import Verdict, survive


class Form(StrEnum):
    """What a claim says; the value is its first word."""

    SURVIVES = "survives"
    MAY = "may"
    TOTAL = "total"
    LOSES = "loses"
    HANDS_ON = "hands-on"
    NEXT = "next"
    OWES = "owes"
    COSTS = "costs"
    DRAWS = "draws"
    LEAVES = "leaves"
    ENDS = "ends"
    DECK = "deck"
    DEALS = "deals"
    SEATS = "seats"


PARTS: Mapping[Form, str] = {
    Form.SURVIVES: "survives",
    Form.MAY: "may PLAY",
    Form.TOTAL: "total PLAY NUMBER",
    Form.LOSES: "loses PLAY",
    Form.HANDS_ON: "hands-on PLAY",
    Form.NEXT: "next PLAY SEAT",
    Form.OWES: "owes PLAY NUMBER",
    Form.COSTS: "costs PLAY SEAT NUMBER",
    Form.DRAWS: "draws PLAY NUMBER",
    Form.LEAVES: "leaves PLAY",
    Form.ENDS: "ends PLAY",
    Form.DECK: "deck CARD NUMBER",
    Form.DEALS: "deals NUMBER",
    Form.SEATS: "seats NUMBER",
}
"""How each form is written."""


FACTS = (Form.DECK, Form.DEALS, Form.SEATS)
"""The forms that speak of a rule set as such."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, written as ``PARTS`` says, such as ``total -10 0`` or ``next R 2``.

    - ``survives``: the player to move completes this turn for certain.
    - ``may``: this play may be made.
    - ``total``: after it, the total is this number.
    - ``loses``: its player loses the hand, the round or the game by it.
    - ``hands-on``: it hands the double on.
    - ``next``: after it, this seat plays next. ``owes``: who plays next owes so many cards.
    - ``costs``: this seat pays so many chips, or loses or scores so many points, by it.
    - ``draws``: its player draws so many cards after it.
    - ``leaves``: its player is out by it. ``ends``: the hand or the round is over with it.
    - ``deck``: the deck has so many of this card. ``deals``: so many cards are dealt to each.
    - ``seats``: so many players may play.

    ``numbers`` are the seat, if there is one, and the number.
    """

    form: Form
    play: Play | LateDraw | None = None
    card: Card | None = None
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        named = [str(part) for part in (self.play, self.card) if part is not None]
        return " ".join([self.form.value, *named, *map(str, self.numbers)])

    def __repr__(self) -> str:
        return f"Claim.parse({str(self)!r})"

    @classmethod
    def parse(cls, words: str) -> Self:
        """The claim that the words write down.

        Raises :class:`NotationError`, which names the word at fault.
        """
        first, *rest = words.split() or [""]
        form = next((form for form in Form if form.value == first), None)
        if form is None:
            known = ", ".join(PARTS.values())
            message = f"{quoted(first)} starts no claim; the claims are {known}"
            raise NotationError(message, word=first)
        parts = PARTS[form].split()[1:]
        if len(parts) != len(rest):
            word = rest[len(parts)] if len(rest) > len(parts) else first
            message = f"a claim of {form.value!r} is written as {PARTS[form]}, not {quoted(words)}"
            raise NotationError(message, word=word)
        read = dict(zip(parts, rest, strict=True))
        return cls(
            form,
            parse_play(read["PLAY"]) if "PLAY" in read else None,
            Card.parse(read["CARD"]) if "CARD" in read else None,
            tuple(_number(read[part]) for part in parts if part in ("SEAT", "NUMBER")),
        )


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise NotationError(f"{quoted(word)} is not a whole number like 92", word=word)
    return int(word)


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a claim holds, why in a sentence, and the ids of the rule points that decide."""

    holds: bool
    text: Message
    rules: tuple[str, ...]


def find(claim: Claim, position: Position, rules: RuleSet) -> Finding:
    """What becomes of a claim under a rule set, the position carried over to it.

    A rule set that cannot hold the position, or does not know the play, does not bear it out.
    """
    if claim.form in _FACTS:
        return _fact(claim, position, rules)
    try:
        here = convert(position, rules)
        if claim.play is None:
            return _survives(here)
        plays = convert_play(claim.play, rules)
    except NotationError as error:
        text = lazy_gettext(_NO_SUCH, game=rules.title, why=error.message)
        return Finding(False, text, (error.rule or "deck",))
    found = [_of_play(claim, here, play) for play in plays]
    return next((finding for finding in found if finding.holds), None) or _joined(found)


def _joined(found: list[Finding]) -> Finding:
    if len(found) == 1:
        return found[0]
    text = lazy_gettext("{text}", text=" ".join(str(finding.text) for finding in found))
    return Finding(False, text, tuple(dict.fromkeys(r for f in found for r in f.rules)))


_NO_SUCH = N_("{game} does not come into it: {why}.")


def _survives(here: Position) -> Finding:
    found = survive(here)
    best = next(reason for reason in reasons(here) if reason.play in found.best)
    fields = {"game": here.rules.title, "chance": found.chance, "why": best.text}
    text = lazy_gettext(_SURVIVAL[found.verdict], **fields)
    return Finding(found.verdict is Verdict.CERTAIN, text, best.rules)


_SURVIVAL = {
    Verdict.CERTAIN: N_("In {game} this player survives for certain. {why}"),
    Verdict.CHANCE: N_("In {game} this player survives with a chance of {chance}. {why}"),
    Verdict.LOST: N_("In {game} this player cannot survive. {why}"),
}


class _Fact(NamedTuple):
    """A claim about a rule set as such: its number, its rule point, and how it is put."""

    number: Callable[[Claim, Position, RuleSet], int]
    rule: str
    text: str


def _in_deck(claim: Claim, position: Position, rules: RuleSet) -> int:
    assert claim.card is not None
    return rules.deck(len(position.hands)).get(claim.card, 0)


_FACTS: Mapping[Form, _Fact] = {
    Form.DECK: _Fact(
        _in_deck,
        "deck",
        N_("In {game} the deck has this many {card} cards: {number}."),
    ),
    Form.DEALS: _Fact(
        lambda claim, position, rules: rules.hand_size,
        "deal",
        N_("In {game} this many cards are dealt to each player: {number}."),
    ),
    Form.SEATS: _Fact(
        lambda claim, position, rules: _playing(claim, rules),
        "players",
        N_("In {game} at most {most} players may play."),
    ),
}


def _fact(claim: Claim, position: Position, rules: RuleSet) -> Finding:
    fact = _FACTS[claim.form]
    number = fact.number(claim, position, rules)
    card = rules.card_name(claim.card) if claim.card else ""
    fields = {"game": rules.title, "number": number, "card": card, "most": rules.most_players}
    return Finding(number == claim.numbers[-1], lazy_gettext(fact.text, **fields), (fact.rule,))


def _playing(claim: Claim, rules: RuleSet) -> int:
    """The number of players claimed, brought within what the rule set takes."""
    return min(max(claim.numbers[-1], rules.least_players), rules.most_players)


def _of_play(claim: Claim, here: Position, play: Play | LateDraw) -> Finding:
    refusal = why_not(here, play)
    if refusal is not None:
        text = lazy_gettext("{game}: {reason}", game=here.rules.title, reason=refusal.reason)
        return Finding(False, text, refusal.rules)
    ply = make(here, play)
    if isinstance(ply, LatePly):
        text = lazy_gettext("In {game} a late draw may be made.", game=here.rules.title)
        return Finding(claim.form is Form.MAY, text, (here.rules.late_draw_rule,))
    test = _TESTS[claim.form]
    holds = test.holds(ply, *claim.numbers)
    text = lazy_gettext(test.so if holds else _not_so(test, ply), **_fields(ply, *claim.numbers))
    settled = [e.rule for e in ply.settlement.events] if claim.form in _SETTLED else []
    return Finding(holds, text, tuple(dict.fromkeys((*settled, *ply.effect.rules))))


class _Test(NamedTuple):
    """How a form of claim is judged by the play once made, and put when so and when not."""

    holds: Callable[..., bool]
    so: str
    not_so: str
    no_next: str = ""


def _not_so(test: _Test, ply: Ply) -> str:
    return test.no_next if test.no_next and ply.settlement.round_over else test.not_so


def _fields(ply: Ply, *numbers: int) -> dict[str, object]:
    rules = ply.before.rules
    return {
        "game": rules.title,
        "card": rules.play_name(ply.play),
        "total": ply.effect.total,
        "seat": ply.after.turn,
        "owes": ply.after.owes,
        "drawn": len(ply.drawn),
        "payer": numbers[0] if numbers else "",
        "amount": _amount(ply, numbers[0]) if len(numbers) > 1 else "",
    }


def _amount(ply: Ply, seat: int) -> int:
    amounts = paid(ply)
    return amounts[seat] if 0 <= seat < len(amounts) else 0


def _goes_on(ply: Ply) -> bool:
    return not ply.settlement.round_over


_OVER = N_("In {game} the round is over after {card}, so nobody plays next.")

_SETTLED = frozenset({Form.COSTS, Form.LEAVES, Form.ENDS})
"""The forms of claim about what is settled after a play."""

_TESTS: Mapping[Form, _Test] = {
    Form.MAY: _Test(
        lambda ply: True,
        N_("In {game} {card} may be played: the total is {total} then."),
        "",
    ),
    Form.TOTAL: _Test(
        lambda ply, total: ply.effect.total == total,
        N_("In {game} {card} makes the total {total}."),
        N_("In {game} {card} makes the total {total}."),
    ),
    Form.LOSES: _Test(
        lambda ply: ply.effect.loses,
        N_("In {game} {card} loses at {total}."),
        N_("In {game} {card} does not lose at {total}."),
    ),
    Form.HANDS_ON: _Test(
        lambda ply: ply.effect.replies,
        N_("In {game} {card} hands the double on to seat {seat}."),
        N_("In {game} {card} does not hand a double on; seat {seat} then owes {owes}."),
        _OVER,
    ),
    Form.NEXT: _Test(
        lambda ply, seat: _goes_on(ply) and ply.after.turn == seat,
        N_("In {game} seat {seat} plays next after {card}."),
        N_("In {game} seat {seat} plays next after {card}."),
        _OVER,
    ),
    Form.OWES: _Test(
        lambda ply, owes: _goes_on(ply) and ply.after.owes == owes,
        N_("In {game} seat {seat} owes {owes} after {card}."),
        N_("In {game} seat {seat} owes {owes} after {card}."),
        _OVER,
    ),
    Form.COSTS: _Test(
        lambda ply, seat, amount: seat < len(ply.before.hands) and _amount(ply, seat) == amount,
        N_("In {game} {card} makes it {total}, which costs seat {payer} so much: {amount}."),
        N_("In {game} {card} makes it {total}, which costs seat {payer} so much: {amount}."),
    ),
    Form.DRAWS: _Test(
        lambda ply, count: len(ply.drawn) == count,
        N_("In {game} this many cards are drawn after {card}: {drawn}."),
        N_("In {game} this many cards are drawn after {card}: {drawn}."),
    ),
    Form.LEAVES: _Test(
        lambda ply: ply.before.turn in ply.settlement.out,
        N_("In {game} the player is out after {card}, at {total}."),
        N_("In {game} the player is still in after {card}, at {total}."),
    ),
    Form.ENDS: _Test(
        lambda ply: not _goes_on(ply),
        N_("In {game} the hand is over after {card}, at {total}."),
        N_("In {game} the hand goes on after {card}, at {total}."),
    ),
}


def number_of(form: Form, ply: Ply, seat: int) -> tuple[int, ...]:
    """The numbers that make this form of claim true of a play; of costs, those of a seat."""
    if form is Form.COSTS:
        return seat, paid(ply)[seat]
    number = {
        Form.TOTAL: ply.effect.total,
        Form.NEXT: ply.after.turn,
        Form.OWES: ply.after.owes,
        Form.DRAWS: len(ply.drawn),
    }.get(form)
    return () if number is None else (number,)
