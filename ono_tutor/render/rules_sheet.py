"""The sheet of a table's own rules, and the whole page that asks for them, as JSON for a view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, sentence, translate
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import position_text
from ono_tutor.render.svg import card_svg
from ono_tutor.render.table_rules import SCORED_GAME, RuleQuestion, questions
from ono_tutor.render.table_svg import position_svg
from ono_tutor.rules.book import RulePoint, rule_points
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.option import Number
from ono_tutor.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What the sheet of a game may say about a rule point.

    ``default`` stands there while every option of the point is at its default; else the sentence
    in ``choices`` of each option's value, by name and value, where ``*`` is any number. ``needs``
    is the choice without which the point is no part of the game.
    """

    point: RulePoint
    default: str
    choices: Mapping[tuple[str, str], str]
    needs: str = ""

    def said(self, rules: RuleSet) -> str:
        """Return what the sheet says under these rules; empty where it says nothing."""
        values = {name: str(value) for name, value in rules.chosen.items()}
        needed, _, value = self.needs.partition("=")
        if self.needs and values[needed] != value:
            return ""
        names = dict.fromkeys(name for name, _ in self.choices)
        if all(values[o.name] == str(o.default) for o in rules.options if o.name in names):
            return self.default
        return " ".join(
            self.choices.get((name, values[name]))
            or self.choices[name, ANY_NUMBER].format(number=values[name])
            for name in names
        )


def sheet_line(key: str, point: RulePoint) -> SheetLine:
    """Return what the sheet of a game may say about one of its rule points."""
    choices = {}
    for each in questions(key):
        if each.option.point != point.id or point.id == "points":
            continue
        if isinstance(each.option, Number):
            choices[each.name, ANY_NUMBER] = translate(NUMBERS[each.name])
        choices |= {(each.name, a.value): a.means for a in each.answers if a.follows}
    return SheetLine(point, translate(point.says[key]), choices, POINT_NEEDS.get(point.id, ""))


ANY_NUMBER = "*"
POINT_NEEDS = {
    "chips": "scoring=chips",
    **dict.fromkeys(("points", "points-round", "points-bust-total", "points-end"), SCORED_GAME),
}
"""The rule points that belong to one way of scoring."""

NUMBERS: Mapping[str, str] = {
    "chips": N_("Chips at the start: {number}. A loss costs 1."),
    "target": N_("Points that end the game or put a player out: {number}."),
    "points": N_("Points at the start: {number}."),
    "decks": N_("Decks of 52 cards shuffled together: {number}."),
}


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
        "double-reverse-two-players double-no-stack double-first-is-reply "
        "double-eliminated"
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
        "questions": [_asked(each) for each in questions(key)],
        "chapters": [
            {"title": translate(title), "lines": [_line(key, point) for point in points]}
            for title, points in chapters_of(key)
        ],
    }


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
    line = sheet_line(key, point)
    choices = [[name, value, text] for (name, value), text in line.choices.items()]
    title = translate(point.title)
    return {"title": title, "usual": line.default, "needs": line.needs, "choices": choices}


def deck_name(rules: RuleSet, card: Card) -> str:
    """Return the name of a card whose face does not say it in a number; empty for a number."""
    return sentence(f"{rules.card_name(card):short}") if card.number is None else ""


WORDS: Mapping[str, str] = {
    "name": N_("Your table’s rules"),
    "sent": N_("Somebody sent you the rules of a table. They stand on the sheet below."),
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
    "legend": N_("Underlined: what your table chose."),
    "question": N_("Question {number} of {count}"),
    "copied": N_("Copied."),
    "notCopied": N_("It is marked: copy it with your keys or your menu."),
    "unknown": N_("The link names {word}, which is no choice here, so the usual rule stands."),
    "badNumber": N_("{number} is not possible: a whole number from {least} to {most}."),
}
"""What the page says by itself, by name; fields stand in braces."""
