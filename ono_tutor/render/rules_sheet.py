"""The sheet of a table's own rules, and the whole page that asks for them, as JSON for a view."""

from collections.abc import Iterator, Mapping

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, sentence, translate
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import position_text
from ono_tutor.render.svg import card_svg
from ono_tutor.render.table_rules import RuleQuestion, questions
from ono_tutor.render.table_svg import position_svg
from ono_tutor.rules.book import RulePoint, Status, rule_points
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.option import Number
from ono_tutor.rules.ruleset import RuleSet

# ---- its chapters ----


def chapters_of(key: str) -> Iterator[tuple[str, tuple[RulePoint, ...]]]:
    """Yield the chapters of a rule set with their rule points; points of no chapter come last."""
    points = {point.id: point for point in rule_points().values() if key in point.says}
    for title, ids in CHAPTERS.items():
        found = tuple(points.pop(rule_id) for rule_id in ids.split() if rule_id in points)
        if found:
            yield title, found
    if points:
        yield OTHER, tuple(points.values())


CHAPTERS: Mapping[str, str] = {
    N_("Set-up"): "players deck dealer deal opening 99-points 99-deck 99-deal",
    N_("Your turn"): (
        "turn-order announce limit no-voluntary-bust draw-pile-empty "
        "forgot-draw 99-must-play 99-deck-empty 99-announce"
    ),
    N_("The cards"): (
        "number-cards minus-ten hold reverse reverse-two-players ono99-card "
        "ono-on-zero four-ono99 99-values 99-two 99-below-zero 99-jack 99-four"
    ),
    N_("Owing two cards"): (
        "double-effect double-reply double-on-double double-reverse-target "
        "double-reverse-two-players double-no-stack double-first-is-reply double-eliminated"
    ),
    N_("The marks"): "99-land-33-66 99-cross 99-upward-only 99-land-99 99-over 99-double-cross",
    N_("Losing"): "bust loss chips 99-out 99-jack-when-out",
    N_(
        "Winning, and the next round"
    ): "next-starter winner nobody-can-play 99-next-round 99-winner",
    N_("Playing for points"): "points points-round points-bust-total points-end",
}
"""The rule points by chapter, in the order in which a newcomer needs them."""

OTHER = N_("More")


# ---- the page: every question and sentence of every game, so that a script only picks ----


def rules_page() -> Json:
    """Return the words of the page, and of each game its deck, its questions and its sheet."""
    words = {name: translate(text) for name, text in WORDS.items()}
    return {"words": words, "games": [_game(key) for key in RULE_SETS]}


def _game(key: str) -> Json:
    rules = ruleset(key)
    return {
        "key": key,
        "title": rules.title,
        "deck": [
            {"face": card_svg(card.code), "name": deck_name(rules, card), "count": count}
            for card, count in rules.deck(rules.least_players).items()
        ],
        "counts": _counts(key),
        "questions": [_asked(each) for each in questions(key)],
        "chapters": [
            {"title": translate(title), "lines": [_line(key, point) for point in points]}
            for title, points in chapters_of(key)
        ],
    }


def _counts(key: str) -> Json:
    """Return how many of each card there are, by the number of decks where players choose it."""
    found: Json = {}
    for option in ruleset(key).options:
        if option.name == "decks" and isinstance(option, Number):
            for value in range(option.least, option.most + 1):
                rules = ruleset(f"{key}+decks={value}")
                found[str(value)] = list(rules.deck(rules.least_players).values())
    return found


def _asked(question: RuleQuestion) -> Json:
    option, case = question.option, question.case
    return {
        "name": question.name,
        "asks": question.asks,
        "place": question.place,
        "usual": question.default,
        "needs": question.needs,
        "range": [option.least, option.most] if isinstance(option, Number) else None,
        "svg": position_svg(case) if case else "",
        "text": position_text(case) if case else "",
        "answers": [[each.value, each.means, each.follows] for each in question.answers],
    }


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
