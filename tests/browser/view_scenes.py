"""Scenes to draw: real positions, with the parts that a widget adds to them."""

from ono_tutor import Position
from ono_tutor.i18n import N_, _
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.comparison import comparison_grid
from ono_tutor.render.feedback import check_feedback, rule_panel
from ono_tutor.render.forms import answer_form
from ono_tutor.render.scene import action_button, choice_buttons, scene
from ono_tutor.render.svg import card_svg
from ono_tutor.render.totals import row_svg
from ono_tutor.solver.compare import compare
from ono_tutor.solver.survive import survival_map
from ono_tutor.widgets import Explorer

DOUBLE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
NINETY_NINE = "ninety-nine total=53 hands=2,A,10/?3/?3 points=5/3/1"


def table(line=DOUBLE, question="Which cards survive?", serial=1, choices=(), **parts):
    """The scene of a position with parts added by hand."""
    actions = (
        action_button("hint", "h", _("Hint")),
        action_button("next", "n", _("Next position"), is_primary=True),
    )
    buttons, asked = choice_buttons(choices), _(N_(question))
    drawn = scene(Position.parse(line), asked, choices=buttons, actions=actions, step=2, steps=8)
    return drawn | {"serial": serial} | parts


def field(name, type_, label, **more):
    """A field of a form."""
    return {"name": name, "type": type_, "label": label, **more}


def form(*fields, submit="Answer", legend="Your answer"):
    """A form; one without ``submit`` is sent field by field."""
    return {
        "legend": legend,
        "fields": list(fields),
        "submit": {"text": submit} if submit else None,
    }


def option(value, text, svg=None):
    """An option of a field."""
    return {"value": value, "text": text, "svg": svg}


def cards_field(**more):
    """A box to tick for each card of the hand of the double."""
    names = {"7": "seven", "H": "Hold", "-10": "minus ten", "O": "O'NO 99"}
    options = [option(code, name, card_svg(code)) for code, name in names.items()]
    return field("answer", "checks", "Cards to mark", value=[], options=options, **more)


def one_field(*parts, submit="Answer", **more):
    """The part of a scene that is a form with one field."""
    return {"form": form(field(*parts, **more), submit=submit)}


def number(value=None, **more):
    """A form that asks for a total."""
    return one_field("answer", "number", "Total", value=value, step=1, **more)


BOXES = {"form": form(cards_field(from_hand="toggle", help="Press the cards or tick them."))}
LINE = one_field("line", "text", "Line", value="", from_hand="append", help="In order.")
QUESTION = read_set("next: 1980 total=60 hand=R,6,D,4 players=3 | D R")[0]
NEXT = {
    "line": "1980 total=60 hand=R,6,D,4 players=3",
    "form": answer_form(QUESTION, QUESTION.position),
    "shut": "hand",
}


def explorer_form(**values):
    """The Explorer's form for the double, some of its fields with other values."""
    whole = Explorer(DOUBLE).scene["form"]
    fields = [each | {"value": values.get(each["name"], each["value"])} for each in whole["fields"]]
    return whole | {"fields": fields}


ENTRIES = [
    ("You play seven. The total is 92.", []),
    ("Player 1 plays Reverse; play turns and goes counter-clockwise.", ["reverse"]),
    ("Player 2 plays Double Play: you must play two cards.", ["double-effect"]),
    ("You play the Hold and hand the Double Play on.", ["double-reply", "hold"]),
]


def log(first=1, count=24):
    """A log of plays, with rule ids now and then."""
    items = []
    for number in range(first - 1, first - 1 + count):
        text, rules = ENTRIES[number % len(ENTRIES)]
        ids = [{"id": rule, "href": None} for rule in rules]
        items.append({"text": text, "rules": ids, "you": text.startswith("You")})
    return {"title": "What was played", "first": first, "items": items}


def comparison():
    """A hand under a double in the three games."""
    line = "1980 total=92 hand=7,D,R,-10 owes=2 players=3"
    return comparison_grid(compare(Position.parse(line)))


def figure():
    """The survival strip of the hand of the double."""
    position = Position.parse(DOUBLE)
    svg = row_svg(survival_map(position.rules, pair=False), position.hand, 92)
    text = "Up to 81 this hand survives a double for certain; from 82 on it hangs on the Hold."
    return {"title": "This hand along the totals", "svg": svg, "text": text}


def wrong_feedback(serial=7):
    """The feedback to a wrong answer about the double."""
    puzzle = Puzzle.load_set("double-play-1980")[0]
    return check_feedback(puzzle, puzzle.check("7")) | {"serial": serial}


def rule(rule_id="double-effect"):
    """The panel of a rule point."""
    return rule_panel(rule_id)


def said(text):
    """A sentence."""
    return _(N_(text))
