"""Forms: to answer a puzzle, or to change a position; a puzzle whole, for a page without engine."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, Self

from ono_tutor.cards import Card
from ono_tutor.errors import (
    NotationError,
    OnoError,
    UnanswerableError,
    check_known,
    quoted,
    short_repr,
    shorten,
)
from ono_tutor.game.notation import LONGEST_NUMBER
from ono_tutor.game.position import Position, check, convert_leniently
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence, with_minus
from ono_tutor.puzzles.answer import Answer, Next, Shape, parts_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import answer_words, spoken, title_of
from ono_tutor.render.feedback import check_feedback, hint_feedback
from ono_tutor.render.scene import action_button, puzzle_scene
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import OUT, Hand, LateDraw, Play

NO_CARD = N_("None: no card can be played")
"""The answer that the hand has no card to play, whatever the rules make of that."""

MOST_OWED = 6
"""Cards owed that are offered as an answer: as many as three doubles that are added up."""

MARKED = (Shape.PLAY, Shape.CHANCE)
"""Shapes of answers that are a card of the hand, or one of the choices beside it."""


def form(legend: str, fields: Iterable[Json], submit: str | None = None) -> Json:
    """Return a form; one without the text of a button is sent field by field.

    One with a field of buttons is sent as a whole, as soon as each field has a value. The legend
    and the button's text are templates.
    """
    button = None if submit is None else {"text": gettext(submit)}
    return {"legend": gettext(legend), "fields": list(fields), "submit": button}


def field(name: str, kind: str, label: Message | str, value: object, **more: object) -> Json:
    """Return a field of a form.

    Its kind is ``text``, ``number``, ``range``, ``select``, ``checks``, ``buttons`` or ``seats``,
    which are pressed on the table. A label that is text is a template. ``more`` are a help,
    options, bounds and the like.
    """
    spoken = _(label) if isinstance(label, str) else label
    told = {key: str(part) if isinstance(part, Message) else part for key, part in more.items()}
    return {"name": name, "type": kind, "label": str(spoken), "value": value, **told}


def option(value: str, text: Message | str, svg: str | None = None) -> Json:
    """Return an option of a select or of checks, perhaps with a picture."""
    picture: Json = {"svg": svg} if svg else {}
    return {"value": value, "text": str(text), **picture}


def answer_form(puzzle: Puzzle, position: Position) -> Json | None:
    """Return the form for an answer to a puzzle, of which ``position`` is on the table now.

    Return None where cards and choices say everything.
    """
    shape, rules, seats = puzzle.shape, position.rules, range(len(position.hands))
    submit: str | None = N_("Answer")
    if shape is Shape.NUMBER:
        fields = [field("answer", "number", N_("Number"), None, step=1)]
    elif shape is Shape.CHANCE:
        tip = _("Choose one above or write it as 8/25, 8 of 25, 32% or 0.32.")
        fields = [field("answer", "text", N_("Chance"), "", help=tip)]
    elif shape is Shape.PLAYS:
        options = []
        for play in dict.fromkeys(rules.plays_of_hand(position.hand)):
            face = card_svg(play.card.code) if play.card else None
            options.append(option(str(play), spoken(position, play), face))
        if rules.lays_down:
            options.append(option(str(OUT), _(NO_CARD)))
        label, more = N_("Cards to mark"), {"options": options, "from_hand": "toggle"}
        fields = [field("answer", "checks", label, [], **more)]
    elif shape is Shape.LINE:
        tip = _("Press the cards in order or write them, such as 7, 9, H. One card is enough.")
        label = N_("Your play, or the whole line")
        fields = [field("answer", "text", label, "", help=tip, from_hand="append")]
    elif shape is Shape.NEXT:
        submit, most = None, MOST_OWED if rules.most_owed > 1 else 1
        players = [option(str(seat), _seat(position, seat)) for seat in seats]
        owed = [option(str(n), ngettext("{n} card", "{n} cards", n)) for n in range(1, most + 1)]
        tip, label = _("Press a player on the table."), N_("How many cards must they play?")
        fields = [
            field("seat", "seats", N_("Who is next?"), "", options=players, help=tip),
            field("owes", "buttons", label, "", options=owed),
        ]
    elif shape is Shape.AMOUNTS:
        fields = [
            field(f"seat-{seat}", "number", _seat(position, seat), 0, min=0, step=1)
            for seat in seats
        ]
    elif shape is Shape.EDITIONS:
        options = [option(key, kind.title) for key, kind in RULE_SETS.items()]
        tip = _("Mark every game where it is true. None is an answer too.")
        fields = [field("answer", "checks", N_("True in"), [], options=options, help=tip)]
    else:
        return None
    return form(N_("Your answer"), fields, submit)


def _seat(position: Position, seat: int) -> Message:
    if seat == position.turn:
        return _("You")
    is_out = position.hands[seat] is None
    template = N_("Player {seat} (out)") if is_out else N_("Player {seat}")
    return _(template, seat=position.player_number(seat))


def answer_of(puzzle: Puzzle, values: Mapping[str, object]) -> object:
    """Return the answer that the values of a form give, in words or a list; empty for none."""
    names = ["answer"]
    if puzzle.shape is Shape.NEXT:
        names = ["seat", "owes"]
    elif puzzle.shape is Shape.AMOUNTS:
        names = [f"seat-{seat}" for seat in range(len(puzzle.position.hands))]
    elif isinstance(given := values.get("answer"), list):
        return list(map(str, given))
    words = []
    for value in map(values.get, names):
        is_whole = isinstance(value, float) and value.is_integer()
        words.append("" if value is None else f"{value:.0f}" if is_whole else str(value).strip())
    return " ".join(words) if all(words) else ""


# ---- an answer that was given before ----


def filled(shown: Json | None, answer: Answer | None) -> Json | None:
    """Return the form with an answer's values in its fields, or as it is without an answer."""
    if shown is None or answer is None:
        return shown
    values: Json = {"answer": answer if isinstance(answer, int) else str(answer)}
    if isinstance(answer, Next):
        values = {"seat": str(answer.seat), "owes": str(answer.owes)}
    elif isinstance(answer, tuple) and not isinstance(answer, Play | LateDraw):
        values = {f"seat-{seat}": count for seat, count in enumerate(answer)}
        values["answer"] = list(map(str, answer))
    before: Any = shown["fields"]
    fields = []
    for one in before:
        value: Any = values.get(one["name"], one["value"])
        is_line = isinstance(value, list) and one["type"] != "checks"
        fields.append(one | {"value": ", ".join(value) if is_line else value})
    return shown | {"fields": fields}


def answer_text(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer in words: those of the choice, where it is one that was offered."""
    words = dict(puzzle.choices).get(marked_choice(puzzle.shape, answer) or "")
    return sentence(str(words) if words else answer_words(puzzle, answer))


def marked_choice(shape: Shape, answer: Answer | None) -> str | None:
    """Return the card or choice that is the answer, or None if a form was filled in."""
    if answer is None or shape not in MARKED:
        return None
    parts = parts_of(answer)
    return str(parts[0]) if len(parts) == 1 else None


# ---- a puzzle on a page without an engine ----


FORMS = (Shape.PLAYS, Shape.NEXT, Shape.EDITIONS)
"""What is answered by a form; the other answers are a card's or a choice's."""


def page_puzzle(puzzle: Puzzle) -> Json:
    """Return the parts of the view: ``{scene, hints, solution, answers: {key: feedback}}``.

    A key is the message of the view as :func:`message_key` writes it; every message that this
    scene can send as an answer has its feedback. Raises :class:`UnanswerableError` for a puzzle
    whose answers are lines: they go on and on.
    """
    if puzzle.shape is Shape.LINE:
        message = (
            f"a line of play, as {puzzle.id} asks for, needs the engine: offer it with ono-try"
        )
        raise UnanswerableError(message, word=puzzle.kind)
    actions = (
        action_button("hint", "h", _("Hint")),
        action_button("solution", "s", _("Show the answer")),
        action_button("again", "r", _("Try again")),
    )
    drawn = puzzle_scene(puzzle, puzzle.position, actions=actions, choices=puzzle.offered)
    drawn["form"] = answer_form(puzzle, puzzle.position) if puzzle.shape in FORMS else None
    answers: Json = {}
    for sent in messages(drawn):
        values: Any = sent.get("values")
        given = answer_of(puzzle, values) if values else sent.get("play", sent.get("id"))
        answers[message_key(sent)] = check_feedback(puzzle, puzzle.check(given))
    hints = puzzle.hints
    return {
        "scene": drawn,
        "hints": [hint_feedback(hint, n, len(hints)) for n, hint in enumerate(hints, 1)],
        "solution": check_feedback(puzzle, puzzle.solution(), shown=True),
        "answers": answers,
    }


def message_key(message: Mapping[str, Any]) -> str:
    """Return a message of the view in words: ``play H``, ``choice lost``, ``answer 7,H|2``.

    The values of a form are in the order of its fields, parted by bars, and the options that
    are marked in their order, parted by commas.
    """
    if message["type"] != "answer":
        return f"{message['type']} {message['play' if message['type'] == 'play' else 'id']}"
    values = message["values"].values()
    parts = (",".join(value) if isinstance(value, list) else value for value in values)
    return f"answer {'|'.join(parts)}"


def messages(drawn: Mapping[str, Any]) -> Iterator[Json]:
    """Return every message that the view of this scene can send as an answer."""
    fields: list[Any] = drawn["form"]["fields"] if drawn["form"] else []
    if not (drawn["shut"] or any(field.get("from_hand") for field in fields)):
        ways = [[w["play"] for w in card["choices"]] or [card["code"]] for card in drawn["hand"]]
        for play in dict.fromkeys(play for card in ways for play in card):
            yield {"type": "play", "play": play}
    for choice in drawn["choices"]:
        yield {"type": "choice", "id": choice["id"]}
    each = []
    for field in fields:
        values: list[Any] = [option["value"] for option in field["options"]]
        if field["type"] == "checks":
            sizes = range(len(values) + 1)
            values = [list(some) for size in sizes for some in combinations(values, size)]
        each.append(values)
    if fields:
        names = [field["name"] for field in fields]
        for values in map(list, product(*each)):
            yield {"type": "answer", "values": dict(zip(names, values, strict=True))}


# ---- a position that is changed, field by field ----

LINE, EDITION, TOTAL, OWES, PLAYERS = "line", "edition", "total", "owes", "players"
CARD = "card-"
EMPTY_PLACE = "none"


@dataclass(frozen=True, slots=True)
class Draft:
    """A possible position that is being changed, field by field.

    A change that makes no possible position leaves it as it was: ``typed`` is then the field and
    its text, and ``fault`` says what is wrong; ``notes`` say what a change brought about.
    """

    position: Position
    typed: tuple[str, str] = ("", "")
    fault: str = ""
    notes: tuple[Message, ...] = ()

    @classmethod
    def of(cls, position: Position | str) -> Self:
        """Return the form's beginning.

        Raises :class:`NotationError` for a line that is no position, and for anything else.
        """
        if isinstance(position, Position):
            check(position, {})
        else:
            position = Position.parse(
                position if isinstance(position, str) else short_repr(position)
            )
        return cls(position)

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the rule sets offered: each at its defaults, and that of the position."""
        return tuple(dict.fromkeys([*RULE_SETS, self.position.rules.name]))

    def changed(self, name: str, value: object) -> "Draft":
        """Return the form after a field was changed, or refused the value."""
        notes: tuple[Message, ...] = ()
        try:
            if name == EDITION:
                check_known(self.editions, str(value), "is not offered; the rule sets are")
                position, notes = convert_leniently(self.position, ruleset(str(value)))
            else:
                position = _with_field(self.position, name, value)
            draft = replace(Draft.of(position), notes=notes)
        except (OnoError, ValueError) as error:
            text = "" if value is None else str(value)
            typed = (name, text if name == LINE else shorten(text))
            reason = error.message if isinstance(error, OnoError) else str(error)
            return replace(self, typed=typed, fault=reason, notes=())
        # a line stays as it was typed: somebody may be typing on
        return replace(draft, typed=(name, str(value))) if name == LINE else draft


def _with_field(position: Position, name: str, value: object) -> Position:
    """Return the position with one field of the form changed."""
    if name == LINE:
        return Position.parse(str(value))
    if name == TOTAL:
        return replace(position, total=_whole(value))
    if name == OWES:
        owes = _whole(value)
        return replace(position, owes=owes, played=position.played if owes == 1 else None)
    if name == PLAYERS:
        return _with_players(position, _whole(value))
    place, hand, hands = _whole(name.removeprefix(CARD)), list(position.hand), list(position.hands)
    if not 1 <= place <= position.rules.hand_size:
        raise NotationError(f"there is no field {quoted(name)}", word=name)
    hand[place - 1 : place] = [] if value == EMPTY_PLACE else [Card.parse(str(value))]
    hands[position.turn] = tuple(hand)
    return replace(position, hands=tuple(hands))


def _whole(value: object) -> int:
    """Return the whole number that a field has.

    Raises :class:`NotationError` for an empty field, half a card and the like.
    """
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    text = "" if number is None else str(number).strip()
    if not text:
        raise NotationError("a whole number is missing here", word="")
    if not text.removeprefix("-").isdecimal() or len(text) > LONGEST_NUMBER:
        raise NotationError(f"{quoted(text)} is not a whole number", word=text)
    return int(text)


def _with_players(position: Position, count: int) -> Position:
    """Return the position with ``count`` players: the last leave, new ones hold hidden cards."""
    position.rules.check_players(count)
    seats = list(range(len(position.hands)))
    while len(seats) > count:
        seats.remove(next(seat for seat in reversed(seats) if seat != position.turn))
    hidden: Hand = (Card.UNKNOWN,) * position.rules.hand_size
    hands = tuple(position.hands[seat] for seat in seats) + (hidden,) * (count - len(seats))
    start = position.rules.start_stakes(hands)
    held = tuple(position.stakes[seat] for seat in seats) if position.stakes else ()
    return replace(
        position,
        hands=hands,
        turn=seats.index(position.turn),
        stakes=held + start[len(held) :],
        undrawn=tuple(seats.index(seat) for seat in position.undrawn if seat in seats),
    )


# ---- its form ----


def position_form(draft: Draft, *, is_compared: bool = False) -> Json:
    """Return the form of a draft: its line, the edition, total, debt, players and each card.

    To be compared in each edition it has no field for one, and no card may be hidden.
    """
    position, rules = draft.position, draft.position.rules
    tip = _("One line of notation: copy it from here, or type or paste another.")
    fields = [field(LINE, "text", N_("Position"), str(position), help=tip)]
    if not is_compared:
        options = [option(name, title_of(ruleset(name))) for name in draft.editions]
        fields.append(field(EDITION, "select", N_("Rules"), rules.name, options=options))
    fields.append(field(TOTAL, "number", N_("Total"), position.total, step=1))
    if rules.most_owed > 1:
        one = N_("one card, the second of two") if position.played else N_("one card")
        owed = [option("1", _(one)), option("2", _("two cards"))]
        label = N_("You must play")
        fields.append(field(OWES, "select", label, str(position.owes), options=owed))
    bounds = {"min": rules.least_players, "max": rules.most_players, "step": 1}
    fields.append(field(PLAYERS, "number", N_("Players"), len(position.hands), **bounds))
    cards = []
    for card in dict.fromkeys([*rules.deck(len(position.hands)), *position.hand]):
        if card is not Card.UNKNOWN:
            name, code = sentence(str(rules.card_name(card))), with_minus(card.code)
            cards.append(option(card.code, _("{name} ({code})", name=name, code=code)))
    cards.append(option(EMPTY_PLACE, _("no cards")))
    if not is_compared:
        cards.append(option(Card.UNKNOWN.code, rules.card_name(Card.UNKNOWN)))
    held = [card.code for card in position.hand] + [EMPTY_PLACE] * rules.hand_size
    for place, value in enumerate(held[: rules.hand_size], 1):
        label_text = _("Card {place}", place=place)
        fields.append(field(f"{CARD}{place}", "select", label_text, value, options=cards))
    for each in fields:
        is_typed = each["name"] == draft.typed[0]
        each["value"] = draft.typed[1] if is_typed else each["value"]
        each["error"] = f"{sentence(draft.fault)}." if is_typed and draft.fault else ""
    return form(N_("The position"), fields)


def still_shown(draft: Draft) -> str | None:
    """Return which position the table still shows where a field is wrong, then what is wrong."""
    if not draft.fault:
        return None
    template = N_("The table still shows the last possible position: {line}. {reason}.")
    return gettext(template, line=draft.position, reason=sentence(draft.fault))
