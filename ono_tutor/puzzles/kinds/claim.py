"""A claim about a position: how it is written, and whether it holds under a rule set."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from ono_tutor.cards import CARD_NAMES, Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.convert_rules import convert, convert_play
from ono_tutor.game.explain import cards_in_words, explain, format_stake, player_name
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position
from ono_tutor.game.turn import LatePly, Ply, make
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.kinds.pays import cause_of, paid
from ono_tutor.rules.judgement import Effect, EventType, Moment
from ono_tutor.rules.play import OUT, LateDraw, Play, parse_play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import join_reasons, reasons
from ono_tutor.solver.survive import Verdict, survive


class Form(StrEnum):
    """The form of a claim; the value is its first word.

    Most forms are about a play: it ``may`` be made; after it the ``total`` is a number; its
    player ``loses`` by it; it hands a double on (``hands-on``); a seat is ``next``; who is next
    ``owes`` so many cards; it ``costs`` a seat so many chips or points; its player ``draws`` so
    many cards, or ``leaves`` the game by it; it ``ends`` the round. ``survives`` says that the
    player to move completes this turn for certain. The last four are about the rule set alone:
    so many of a card in the ``deck``, cards dealt to each (``deals``), players (``seats``), or a
    card that ``answers`` a double, so that it is handed on.
    """

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
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, written as ``total -10 0`` or ``next R 2``; ``Form`` says what each says.

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
        """Return the claim that the words write down.

        Raises :class:`NotationError`, which names the word at fault.
        """
        first, *rest = words.split() or [""]
        form = next((form for form in Form if form.value == first), None)
        if form is None:
            known = ", ".join(how_written(form) for form in Form)
            message = f"{quoted(first)} starts no claim; the claims are {known}"
            raise NotationError(message, word=first)
        parts = how_written(form).split()[1:]
        if len(parts) != len(rest):
            word = rest[len(parts)] if len(rest) > len(parts) else first
            pattern = how_written(form)
            message = f"a claim of {form.value!r} is written as {pattern}, not {quoted(words)}"
            raise NotationError(message, word=word)
        play, card, numbers = None, None, []
        for part, word in zip(parts, rest, strict=True):
            if part == "PLAY":
                play = parse_play(word)
            elif part == "CARD":
                card = Card.parse(word)
            elif re.fullmatch(r"-?[0-9]{1,6}", word):
                numbers.append(int(word))
            else:
                raise NotationError(f"{quoted(word)} is not a whole number like 92", word=word)
        return cls(form, play, card, tuple(numbers))


@dataclass(frozen=True, slots=True)
class Finding:
    """A judgement of a claim: if it holds, why in a sentence, and the ids of the rule points."""

    holds: bool
    text: Message
    rules: tuple[str, ...]


def find(claim: Claim, position: Position, rules: RuleSet) -> Finding:
    """Return whether a claim holds under a rule set, to which the position is converted.

    It does not hold if the rule set cannot have the position, or does not know the play.
    """
    if claim.form in FACTS:
        return _find_fact(claim, position, rules)
    try:
        here = convert(position, rules)
        plays = convert_play(claim.play, rules) if claim.play is not None else ()
    except NotationError as error:
        text = _explain_missing(claim, position, rules, error)
        return Finding(False, text, (error.rule or "deck",))
    if claim.play is None:
        survival, every = survive(here), reasons(here)
        best = next(reason for reason in every if reason.play in survival.best)
        shown = every if survival.verdict is Verdict.LOST else (best,)
        why = " ".join(map(str, join_reasons(here, shown)))
        fields = {"game": here.rules.title, "chance": survival.chance, "why": why}
        text = _(_SURVIVAL[survival.verdict], **fields)
        return Finding(survival.verdict is Verdict.CERTAIN, text, best.rules)
    findings = [_find_play(claim, here, play) for play in plays]
    holding = next((finding for finding in findings if finding.holds), None)
    if holding or len(findings) == 1:
        return holding or findings[0]
    text = _("{text}", text=" ".join(str(finding.text) for finding in findings))
    return Finding(False, text, tuple(dict.fromkeys(r for f in findings for r in f.rules)))


def _find_fact(claim: Claim, position: Position, rules: RuleSet) -> Finding:
    fact = FACTS[claim.form]
    number = fact.number(claim, position, rules)
    card = rules.card_name(claim.card) if claim.card else ""
    fields = {"game": rules.title, "number": number, "card": card, "most": rules.most_players}
    holds = number == (claim.numbers[-1] if claim.numbers else 1)
    template = fact.text if holds else fact.not_so or fact.text
    if claim.form is Form.DECK and not number:
        template = _NO_CARD
    return Finding(holds, _(template, **fields), (fact.rule,))


def _explain_missing(
    claim: Claim, position: Position, rules: RuleSet, error: NotationError
) -> Message:
    """Return why a rule set has no such position or play."""
    deck = rules.deck(rules.least_players)
    own = (claim.play.card,) if isinstance(claim.play, Play) else ()
    cards = (card for card in (*own, *position.hand) if card)
    missing = next((card for card in cards if card is not Card.UNKNOWN and card not in deck), None)
    game = rules.title
    if missing:
        return _(_NO_CARD, game=game, card=CARD_NAMES[missing])
    if len(position.hand) > rules.hand_size:
        return _("In {game} a hand has {size} cards.", game=game, size=rules.hand_size)
    if position.owes > rules.most_owed or (position.played and rules.most_owed == 1):
        return _("In {game} you never play two cards in a turn.", game=game)
    if position.total < 0:
        return _("In {game} the total is never below zero.", game=game)
    return _("In {game} this cannot happen: {why}.", game=game, why=error.message)


_NO_CARD = N_("{game} has no {card:short}.")


_SURVIVAL = {
    Verdict.CERTAIN: N_("In {game} you survive for certain. {why}"),
    Verdict.CHANCE: N_("In {game} you survive with a chance of {chance}. {why}"),
    Verdict.LOST: N_("In {game} you cannot survive. {why}"),
}


class _Fact(NamedTuple):
    """A claim about a rule set as such: how it is written, its number, its rule, its wording.

    For a claim without a number, the number is 1 if it holds, and ``not_so`` says that it does not.
    """

    written: str
    number: Callable[[Claim, Position, RuleSet], int]
    rule: str
    text: str
    not_so: str = ""


FACTS: Mapping[Form, _Fact] = {
    Form.DECK: _Fact(
        "CARD NUMBER",
        lambda claim, position, rules: rules.deck(len(position.hands)).get(
            claim.card or Card.UNKNOWN, 0
        ),
        "deck",
        N_("In {game} {card:the} is in the deck {number} times."),
    ),
    Form.DEALS: _Fact(
        "NUMBER",
        lambda claim, position, rules: rules.hand_size,
        "deal",
        N_("In {game} each player gets {number} cards."),
    ),
    Form.SEATS: _Fact(
        "NUMBER",  # of the players claimed, as many as the rule set takes
        lambda claim, __, rules: sorted(
            (rules.least_players, claim.numbers[-1], rules.most_players)
        )[1],
        "players",
        N_("{game} is for {most} players at most."),
    ),
    Form.ANSWERS: _Fact(
        "CARD",
        lambda claim, __, rules: (
            claim.card is not None
            and rules.most_owed > 1
            and claim.card in rules.deck(rules.least_players)
            and isinstance(effect := rules.judge(Play(claim.card), Moment(0, owes=2)), Effect)
            and effect.replies
        ),
        "double-reply",
        N_("In {game} {card:a} passes a double on."),
        N_("In {game} no {card:short} passes a double on."),
    ),
}
"""The forms that speak of a rule set as such."""


def _find_play(claim: Claim, here: Position, play: Play | LateDraw) -> Finding:
    """Return whether the claim holds of this play, with what the play did as its reason."""
    rules, form = here.rules, claim.form
    refusal = why_not(here, play)
    if refusal is not None:
        text = _("{game}: {reason}", game=rules.title, reason=refusal.reason)
        return Finding(False, text, refusal.rules)
    ply = make(here, play)
    if isinstance(ply, LatePly):
        text = _("In {game} a player who forgot to draw may still draw late.", game=rules.title)
        return Finding(form is Form.MAY, text, (rules.late_draw_rule,))
    consequence, is_over = _CONSEQUENCES[form], ply.settlement.round_over
    seat, claimed = (claim.numbers[0], claim.numbers[-1]) if claim.numbers else (0, True)
    names_next = form in (Form.NEXT, Form.OWES)
    holds = consequence.value(ply, seat) == claimed and not (is_over and names_next)
    template = consequence.text if holds else consequence.not_so or consequence.text
    if not holds and is_over and (names_next or form is Form.HANDS_ON):
        template = _OVER
    elif form is Form.MAY and ply.play == OUT:
        template = _LAYING_DOWN
    elif form is Form.LOSES and holds and "ono99-card" in ply.effect.rules:
        template = _WHOEVER_LOSES
    cost = _cost(ply, seat) if len(claim.numbers) > 1 else None
    texts: list[Message] = [
        _(
            template,
            game=rules.title,
            card=rules.play_name(ply.play),
            total=ply.effect.total,
            player=player_name(here.hands, ply.after.turn, here.turn),
            owes=cards_in_words(ply.after.owes),
            drawn=cards_in_words(len(ply.drawn)),
            payer=player_name(here.hands, seat, here.turn) if claim.numbers else "",
            amount=format_stake(rules, cost) if cost else _("nothing"),
        )
    ]
    if form not in (Form.MAY, Form.TOTAL, Form.LOSES) and not hasattr(rules, "mistake"):
        if cause := cause_of(ply):
            texts.append(cause)
        if form is not Form.LEAVES:
            out = (EventType.ELIMINATED, EventType.OUT)
            leaves = [event for event in ply.settlement.events if event.type in out]
            texts += explain(here, leaves, here.turn)
    text = texts[0]
    if len(texts) > 1:
        text = _("{text}", text=" ".join(map(str, texts)))
    settled = [e.rule for e in ply.settlement.events] if form in _SETTLED else []
    return Finding(holds, text, tuple(dict.fromkeys((*settled, *ply.effect.rules))))


def number_of(form: Form, ply: Ply, seat: int) -> tuple[int, ...]:
    """Return the numbers that make a form of claim true of a play; of costs, those of a seat.

    Raises :class:`UnanswerableError` for costs if a hand that is scored is hidden.
    """
    value = _CONSEQUENCES[form].value(ply, seat)
    if value is None or isinstance(value, bool):
        return ()
    return (seat, value) if form is Form.COSTS else (value,)


def _cost(ply: Ply, seat: int) -> int | None:
    """Return what a play costs a seat, or None if there is no such seat."""
    amounts = paid(ply)
    return amounts[seat] if 0 <= seat < len(amounts) else None


class _Consequence(NamedTuple):
    """A claim about a play: how it is written, its value, and the sentences.

    ``value`` takes the play and the seat of the claim. It returns the number to compare with the
    claimed one, or for a claim of yes or no whether it is true.
    """

    written: str
    value: Callable[[Ply, int], int | None]
    text: str
    not_so: str = ""


_OVER = N_("In {game} the round is over after {card:the}, so nobody plays next.")
_WHOEVER_LOSES = N_("In {game} whoever plays {card:the} loses the round.")
_LAYING_DOWN = N_("In {game} you may lay your hand down: the total is then {total}.")
_SETTLED = frozenset({Form.COSTS, Form.LEAVES, Form.ENDS})
"""The forms of claim about what is settled after a play."""

_CONSEQUENCES: Mapping[Form, _Consequence] = {
    Form.MAY: _Consequence(
        "PLAY",
        lambda ply, seat: True,
        N_("In {game} you may play {card:the}: it makes the total {total}."),
    ),
    Form.TOTAL: _Consequence(
        "PLAY NUMBER",
        lambda ply, seat: ply.effect.total,
        N_("In {game} the total is {total} after {card:the}."),
    ),
    Form.LOSES: _Consequence(
        "PLAY",
        lambda ply, seat: ply.effect.loses,
        N_("In {game} you lose at {total} after {card:the}."),
        N_("In {game} you do not lose at {total} after {card:the}."),
    ),
    Form.HANDS_ON: _Consequence(
        "PLAY",
        lambda ply, seat: ply.effect.replies,
        N_("In {game} the double goes on to {player} after {card:the}."),
        N_("In {game} no double is passed on after {card:the}. Then {player} must play {owes}."),
    ),
    Form.NEXT: _Consequence(
        "PLAY SEAT",
        lambda ply, seat: ply.after.turn,
        N_("In {game} the turn goes to {player} after {card:the}."),
    ),
    Form.OWES: _Consequence(
        "PLAY NUMBER",
        lambda ply, seat: ply.after.owes,
        N_("In {game}, after {card:the}, {player} must play {owes}."),
    ),
    Form.COSTS: _Consequence(
        "PLAY SEAT NUMBER",
        _cost,
        N_("In {game} the total is {total} after {card:the}. It costs {payer} {amount}."),
    ),
    Form.DRAWS: _Consequence(
        "PLAY NUMBER",
        lambda ply, seat: len(ply.drawn),
        N_("In {game}, after {card:the}, you draw {drawn}."),
    ),
    Form.LEAVES: _Consequence(
        "PLAY",
        lambda ply, seat: ply.before.turn in ply.settlement.out,
        N_("In {game} the total is {total} after {card:the}, and you are out."),
        N_("In {game} the total is {total} after {card:the}, and you are still in."),
    ),
    Form.ENDS: _Consequence(
        "PLAY",
        lambda ply, seat: ply.settlement.round_over,
        N_("In {game} the total is {total} after {card:the}, and the round is over."),
        N_("In {game} the total is {total} after {card:the}, and the round goes on."),
    ),
}


def how_written(form: Form) -> str:
    """Return how a form of claim is written, such as ``total PLAY NUMBER``."""
    about = _CONSEQUENCES.get(form) or FACTS.get(form)
    return f"{form} {about.written}" if about else form.value
