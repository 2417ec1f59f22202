"""A claim about a position: how it is written, and whether it holds under a rule set."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from ono_tutor.cards import CARD_NAMES, Card
from ono_tutor.errors import NotationError, check_known, quoted
from ono_tutor.game.explain import cards_in_words, explain, player_name
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position, convert, convert_play
from ono_tutor.game.turn import Ply, make
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.kind import join, unique
from ono_tutor.puzzles.kinds.pays import paid
from ono_tutor.rules.judgement import Effect, EventType, Moment
from ono_tutor.rules.play import LateDraw, Play, parse_play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import join_reasons, reasons
from ono_tutor.solver.survive import Verdict, survive


class Form(NamedTuple):
    """A form of claim: how it is written after its first word, and how it is asked.

    A claim about a play has its value by ``of_play``, of the play and the seat of the claim; one
    about a rule set as such by ``of_rules``, of the claim, the position and the rule set. The
    value is the number to compare with the claimed one, or for yes or no whether it is true.
    ``text`` says the value for a rule set, ``rule`` is the rule point behind it.
    """

    written: str
    question: str
    of_play: Callable[[Ply, int], int | None] | None = None
    of_rules: Callable[["Claim", Position, RuleSet], int] | None = None
    text: str = ""
    rule: str = ""


def _cost(ply: Ply, seat: int) -> int | None:
    """Return what a play costs a seat, or None if there is no such seat."""
    amounts = paid(ply)
    return amounts[seat] if 0 <= seat < len(amounts) else None


def _count_in_deck(claim: "Claim", position: Position, rules: RuleSet) -> int:
    return rules.deck(len(position.hands)).get(claim.card or Card.UNKNOWN, 0)


def _answers(claim: "Claim", position: Position, rules: RuleSet) -> bool:
    """Check whether the card of a claim hands a double on."""
    if not _count_in_deck(claim, position, rules) or rules.most_owed == 1 or not claim.card:
        return False
    effect = rules.judge(Play(claim.card), Moment(0, owes=2))
    return isinstance(effect, Effect) and effect.replies


FORMS: Mapping[str, Form] = {
    "survives": Form("", N_("In which games do you survive for certain?")),
    "may": Form(
        "PLAY",
        N_("In which games do the rules allow {play:the} now?"),
        lambda ply, seat: True,
    ),
    "total": Form(
        "PLAY NUMBER",
        N_("In which games can {play:the} make the total {number}?"),
        lambda ply, seat: ply.effect.total,
    ),
    "loses": Form(
        "PLAY",
        N_("In which games can {play:the} lose now?"),
        lambda ply, seat: ply.effect.loses,
    ),
    "hands-on": Form(
        "PLAY",
        N_("In which games can {play:the} pass the double on?"),
        lambda ply, seat: ply.effect.replies,
    ),
    "next": Form(
        "PLAY SEAT",
        N_("In which games can {play:the} give the turn to {player}?"),
        lambda ply, seat: None if ply.settlement.round_over else ply.after.turn,
    ),
    "owes": Form(
        "PLAY NUMBER",
        N_("In which games must the next player play {cards} after {play:the}?"),
        lambda ply, seat: None if ply.settlement.round_over else ply.after.owes,
    ),
    "costs": Form(
        "PLAY SEAT NUMBER",
        N_("In which games can {play:the} cost {player} {exactly}?"),
        _cost,
    ),
    "draws": Form(
        "PLAY NUMBER",
        N_("In which games do you draw {cards} after {play:the}?"),
        lambda ply, seat: len(ply.drawn),
    ),
    "leaves": Form(
        "PLAY",
        N_("In which games can {play:the} put you out?"),
        lambda ply, seat: ply.before.turn in ply.settlement.out,
    ),
    "ends": Form(
        "PLAY",
        N_("In which games can {play:the} end the round?"),
        lambda ply, seat: ply.settlement.round_over,
    ),
    "deck": Form(
        "CARD NUMBER",
        N_("In which games is {card:the} in the deck exactly {number} times?"),
        of_rules=_count_in_deck,
        text=N_("In {game} {card:the} is in the deck {number} times."),
        rule="deck",
    ),
    "deals": Form(
        "NUMBER",
        N_("In which games does each player get {number} cards?"),
        of_rules=lambda claim, position, rules: rules.hand_size,
        text=N_("In {game} each player gets {number} cards."),
        rule="deal",
    ),
    "seats": Form(
        "NUMBER",  # of the players claimed, as many as the rule set takes
        N_("Which games can {number} people play?"),
        of_rules=lambda claim, position, rules: min(
            max(rules.least_players, claim.numbers[-1]), rules.most_players
        ),
        text=N_("{game} is for {most} players at most."),
        rule="players",
    ),
    "answers": Form(
        "CARD",
        N_("In which games does {card:a} pass a double on?"),
        of_rules=_answers,
        text=N_("In {game} {card:a} passes a double on."),
        rule="double-reply",
    ),
}
"""The forms of claim by their first word. ``hands-on`` is that a play hands a double on, ``costs``
that it costs a seat so many chips or points, ``leaves`` that its player leaves the game;
``answers`` is that a card answers a double, so that it is handed on.
"""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, written as ``total -10 0`` or ``next R 2``; ``form`` is its first word.

    ``numbers`` are the seat, if there is one, and the number.
    """

    form: str
    play: Play | LateDraw | None = None
    card: Card | None = None
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        named = [str(part) for part in (self.play, self.card) if part is not None]
        return " ".join([self.form, *named, *map(str, self.numbers)])

    @property
    def is_fact(self) -> bool:
        """True if the claim is about the rule set as such, whatever is played."""
        return FORMS[self.form].of_rules is not None

    @classmethod
    def parse(cls, words: str) -> Self:
        """Return the claim that the words write down.

        Raises :class:`NotationError`, which names the word at fault.
        """
        first, *rest = words.split() or [""]
        check_known(FORMS, first, "starts no claim; the claims start with")
        pattern = f"{first} {FORMS[first].written}".rstrip()
        message = f"a claim of {first!r} is written as {pattern}, not {quoted(words)}"
        parts = FORMS[first].written.split()
        if len(parts) != len(rest):
            raise NotationError(message, word=first)
        play, card, numbers = None, None, []
        for part, word in zip(parts, rest, strict=True):
            if part == "PLAY":
                play = parse_play(word)
            elif part == "CARD":
                card = Card.parse(word)
            elif re.fullmatch(r"-?[0-9]{1,6}", word):
                numbers.append(int(word))
            else:
                raise NotationError(message, word=word)
        return cls(first, play, card, tuple(numbers))


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
    form = FORMS[claim.form]
    if form.of_rules:
        number = form.of_rules(claim, position, rules)
        holds = number == (claim.numbers[-1] if claim.numbers else 1)
        template = form.text
        if claim.card and not number:
            template = _NO_CARD if claim.form == "deck" else _PASSES_NOTHING
        card = rules.card_name(claim.card) if claim.card else ""
        text = _(template, game=rules.title, number=number, card=card, most=rules.most_players)
        return Finding(holds, text, (form.rule,))
    try:
        here = convert(position, rules)
        plays = convert_play(claim.play, rules) if claim.play is not None else ()
    except NotationError as error:
        deck, played = rules.deck(2), claim.play.card if isinstance(claim.play, Play) else None
        cards = (
            each for each in (played, *position.hand) if each not in (None, Card.UNKNOWN, *deck)
        )
        missing = next(cards, None)
        template = _NO_CARD if missing else _CANNOT_BE
        if not missing and rules.most_owed == 1 and (position.owes == 2 or position.played):
            template = N_("In {game} you never play two cards in a turn.")
        name = CARD_NAMES[missing] if missing else ""
        text = _(template, game=rules.title, card=name, why=error.message)
        return Finding(False, text, (error.rule or "deck",))
    if claim.play is None:
        survival, every = survive(here), reasons(here)
        best = next(reason for reason in every if reason.play in survival.best)
        shown = every if survival.verdict is Verdict.LOST else (best,)
        why = join(join_reasons(here, shown))
        text = _(_SURVIVES[survival.verdict], game=rules.title, chance=survival.chance, why=why)
        return Finding(survival.verdict is Verdict.CERTAIN, text, best.rules)
    findings = [_find_play(claim, here, play) for play in plays]
    holding = next((finding for finding in findings if finding.holds), None)
    if holding or len(findings) == 1:
        return holding or findings[0]
    text = join(finding.text for finding in findings)
    return Finding(False, text, unique(*(finding.rules for finding in findings)))


_SURVIVES = {
    Verdict.CERTAIN: N_("In {game} you survive for certain. {why}"),
    Verdict.CHANCE: N_("In {game} you survive with a chance of {chance}. {why}"),
    Verdict.LOST: N_("In {game} you cannot survive. {why}"),
}
_SAYS_NEXT = (EventType.HANDED_ON, EventType.DOUBLED, EventType.FREED)
"""The events whose sentence says who is next and how many cards they play."""

_CANNOT_BE = N_("In {game} this cannot happen: {why}.")
_NO_CARD = N_("{game} has no {card:short}.")
_PASSES_NOTHING = N_("In {game} no {card:short} passes a double on.")


def _find_play(claim: Claim, here: Position, play: Play | LateDraw) -> Finding:
    """Return whether the claim holds of this play, with what the play did as its reason."""
    rules, form = here.rules, FORMS[claim.form]
    refusal = why_not(here, play)
    if refusal is not None:
        text = _("{game}: {reason}", game=rules.title, reason=refusal.reason)
        return Finding(False, text, refusal.rules)
    ply = make(here, play)
    if isinstance(ply.play, LateDraw):
        text = _("In {game} a player who forgot to draw may still draw late.", game=rules.title)
        return Finding(claim.form == "may", text, (rules.late_draw_rule,))
    seat, claimed = (claim.numbers[0], claim.numbers[-1]) if claim.numbers else (0, True)
    assert form.of_play is not None
    holds = form.of_play(ply, seat) == claimed
    events = [
        event for event in ply.events if event.type is not EventType.DREW or claim.form == "draws"
    ]
    template = N_("{game}: {story}")
    is_said = ply.settlement.round_over or any(event.type in _SAYS_NEXT for event in events)
    if claim.form in ("hands-on", "next", "owes") and not is_said:
        template = N_("{game}: {story} Then {player} must play {cards}.")
    text = _(
        template,
        game=rules.title,
        story=join(explain(here, events, here.turn)),
        player=player_name(here.hands, ply.after.turn, here.turn),
        cards=cards_in_words(ply.after.owes),
    )
    settled = [event.rule for event in ply.settlement.events]
    is_settled = claim.form in ("costs", "leaves", "ends")
    return Finding(holds, text, unique(settled if is_settled else (), ply.effect.rules))


def number_of(form: str, ply: Ply, seat: int) -> tuple[int, ...]:
    """Return the numbers that make a claim about a play true; of costs, those of a seat.

    Raises :class:`UnanswerableError` for costs if a hand that is scored is hidden.
    """
    of_play = FORMS[form].of_play
    value = of_play(ply, seat) if of_play else None
    if value is None or isinstance(value, bool):
        return ()
    return (seat, value) if form == "costs" else (value,)
