"""The rules of a table: what players are to settle, and what each choice changes at a position.

A question is an option of the rule set, put to the players. The engine plays its case under each
value, so that what is said of a value is what happens under it.
"""

from collections.abc import Iterator, Mapping

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import explain
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.i18n import N_, _, gettext, sentence, translate
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import join_sentences, position_text
from ono_tutor.render.svg import card_svg, position_svg
from ono_tutor.rules.book import OptionText, RulePoint, Status, chapters, rule_point, rule_points
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.ruleset import RuleSet

YOU = 0
"""The seat of the case that is called "you"."""

UNTOLD = (EventType.DREW, EventType.ROUND_OVER)
"""Events that are the same under every value, and would only lengthen what is said."""


def questions(key: str) -> list[Json]:
    """Return what the players of a game are to settle; what another choice needs comes first.

    ``needs`` is the option and value, such as ``scoring=points``, without which a question means
    nothing; ``svg`` and ``text`` show the position in which its values differ.
    Raises :class:`NotationError` for no rule set.
    """
    asked = []
    for place, option in enumerate(ruleset(key).options):
        words = next(o for o in rule_point(option.point).options if o.name == option.name)
        default, case = str(option.default), None
        answers = [[default, translate(words.means.get("number", "")), ""]]
        values = option.values
        if isinstance(values, tuple):
            answers = [[value, translate(words.means[value]), ""] for value in values]
        if words.case:
            case = _case_under(key, words, default)[0]
            for answer in answers:
                answer[2] = _case_under(key, words, answer[0])[1]
        asked.append(
            {
                "name": option.name,
                "asks": translate(words.asks),
                "place": place,
                "usual": default,
                "needs": words.needs,
                "range": [values[0], values[-1]] if isinstance(values, range) else None,
                "svg": position_svg(case) if case else "",
                "text": position_text(case) if case else "",
                "answers": answers,
            }
        )
    return sorted(asked, key=lambda question: bool(question["needs"]))


def _case_under(key: str, option: OptionText, value: str) -> tuple[Position, str]:
    """Return the case of an option under a value, and what happens there."""
    line, plays = option.case.split(" | ")
    chosen = [key, *filter(None, [option.needs]), f"{option.name}={value}"]
    position = Position.parse(f"{'+'.join(chosen)} {line}")
    try:
        outcome = play(position, *plays.split())
    except OnoError as error:
        return position, gettext("Not allowed: {why}", why=sentence(error.message))
    told = [event for event in outcome.events if event.type not in UNTOLD]
    words = list(explain(position, told, YOU))
    is_said = any(event.type is EventType.TAKEN_BACK for event in told)
    if outcome.after.total != told[0].total and not is_said and not outcome.round_over:
        words.append(_("The total is {total}.", total=outcome.after.total))
    return position, join_sentences(words)


# ---- its chapters ----


def chapters_of(key: str) -> Iterator[tuple[str, list[RulePoint]]]:
    """Yield the chapters of a rule set with their rule points; points of no chapter come last."""
    points = {point.id: point for point in rule_points().values() if key in point.says}
    for title, ids in chapters().items():
        if found := [points.pop(rule_id) for rule_id in ids if rule_id in points]:
            yield title, found
    if points:
        yield OTHER, list(points.values())


OTHER = N_("More")


# ---- the page: every question and sentence of every game, so that a script only picks ----


def rules_page() -> Json:
    """Return the words of the page, and of each game its deck, its questions and its sheet."""
    games = []
    for key in RULE_SETS:
        rules = ruleset(key)
        deck = rules.deck(rules.least_players)
        counts: Json = {}  # of each card, by the number of decks where players choose it
        for option in rules.options:
            if option.name == "decks":
                for value in option.values:
                    more = ruleset(f"{key}+decks={value}").deck(rules.least_players)
                    counts[str(value)] = list(more.values())
        games.append(
            {
                "key": key,
                "title": rules.title,
                "deck": [
                    {"face": card_svg(card.code), "name": deck_name(rules, card), "count": count}
                    for card, count in deck.items()
                ],
                "counts": counts,
                "questions": questions(key),
                "chapters": [
                    {"title": translate(title), "lines": [_line(key, point) for point in points]}
                    for title, points in chapters_of(key)
                ],
            }
        )
    return {"words": {name: translate(text) for name, text in WORDS.items()}, "games": games}


def _line(key: str, point: RulePoint) -> Json:
    """Return what a point says by default, and in the cases of other choices, the first first."""
    return {
        "title": translate(point.title),
        "says": translate(point.says[key]),
        "cases": [
            {"choices": case.choices, "says": case.says and translate(case.says)}
            for case in point.cases
            if case.key == key
        ],
        "isOpen": point.statuses[key] is not Status.AGREED,
        "isAlwaysOurs": point.always_ours,
        "options": [option.name for option in point.options if key in option.rules],
    }


def deck_name(rules: RuleSet, card: Card) -> str:
    """Return the name of a card whose face does not say it in a number; empty for a number."""
    return sentence(f"{rules.card_name(card):short}") if card.number is None else ""


OUR_MARK = "†"
OURS = N_("† The rule books disagree here or leave it open: this is the reading of ono_tutor.")
"""The mark of a sentence where the choice is ours, and what it means."""

WORDS: Mapping[str, str] = {
    "name": N_("Your table’s rules"),
    "sent": N_("Somebody sent you the rules of a table. They are on the sheet below."),
    "change": N_("Change these rules"),
    "mode": N_("How would you like to be asked?"),
    "one": N_("One question at a time"),
    "all": N_("All questions at once"),
    "game": N_("Which cards do you have?"),
    "usual": N_("Usual here"),
    "number": N_("Number"),
    "back": N_("Back"),
    "next": N_("Next"),
    "finish": N_("Go to my sheet"),
    "rules": N_("Your rules"),
    "line": N_("In one line"),
    "copyLine": N_("Copy the line"),
    "link": N_("Link for the others"),
    "copyLink": N_("Copy the link"),
    "print": N_("Print the sheet"),
    "practise": N_("Practise on these rules"),
    "title": N_("{game}: the rules of our table"),
    "deck": N_("The deck"),
    "own": N_("Underlined: what your table chose."),
    "ours": OURS,
    "question": N_("Question {number} of {count}"),
    "copied": N_("Copied."),
    "notCopied": N_("It is selected: copy it with your keys or your menu."),
    "unknown": N_("The link says {word}, which cannot be chosen here, so the usual rule counts."),
    "badNumber": N_("{number} is not possible. Give a whole number from {least} to {most}."),
}
"""What the page says by itself, by name; fields stand in braces."""
