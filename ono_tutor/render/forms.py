"""The forms in which a puzzle is answered, and a puzzle whole, for a page without an engine."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence
from ono_tutor.puzzles.answer import Answer, Next, Shape, parts_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import answer_words, spoken
from ono_tutor.render.feedback import check_feedback, hint_feedback
from ono_tutor.render.scene import action_button, puzzle_scene
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, LateDraw, Play

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
        tip = _(
            "Press the cards in order or write them, such as 7, 9, H. One card is enough: the "
            "others reply, and you go on."
        )
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
            f"{puzzle.id} is answered by a line of play, for which a page needs the engine: "
            "offer it with ono-try, or on the practice page"
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
