"""What a table is to settle, and the sheet of its own rules."""

import re
from itertools import combinations

import pytest

from ono_tutor.render.house_rules import chapters_of, questions, rules_page
from ono_tutor.rules.book import Status
from ono_tutor.rules.catalogue import RULE_SETS, ruleset


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_option_is_asked_about_once(key):
    """There is a question for each option of a game, with every value that it has; what it needs is
    asked before. What follows in its case differs between its first two values."""
    asked, before = questions(key), set()

    values = {each["name"]: [answer[0] for answer in each["answers"]] for each in asked}
    assert values == {
        option.name: list(option.values)
        if isinstance(option.values, tuple)
        else [str(option.default)]
        for option in ruleset(key).options
    }
    for each in asked:
        assert each["asks"].endswith("?")
        assert not each["needs"] or each["needs"].partition("=")[0] in before
        before.add(each["name"])
        follows = [answer[2] for answer in each["answers"]]
        if each["svg"]:
            assert all(follows)
            assert len(set(follows)) > 1, each["name"]


def sheet(line: str) -> list[str]:
    """The sentences of the sheet of a table."""
    rules = ruleset(line)
    points = [point for _, points in chapters_of(rules.key) for point in points]
    return list(filter(None, (point.sentence_for(rules) for point in points)))


def choices(key: str) -> list[str]:
    """Each value of each option of a game that is not its default; three of a number."""
    found = []
    for option in ruleset(key).options:
        if isinstance(option.values, range):
            values = {option.values[0], option.default + 4, option.values[-1]}
        else:
            values = set(option.values)
        found += sorted(f"+{option.name}={value}" for value in values - {option.default})
    return found


def tables(key: str) -> list[str]:
    """The line of a game, with each choice, and with each pair and each triple for points."""
    alone, points = choices(key), "+scoring=points"
    pairs = [one + other for one, other in combinations(alone, 2)]
    triples = [points + pair for pair in pairs if "scoring" not in pair] * (points in alone)
    lines = [key + words for words in ("", *alone, *pairs, *triples)]
    return [line for line in lines if len(names := options_of(line)) == len(set(names))]


def options_of(line: str) -> list[str]:
    """The names of the options that a line gives."""
    return [word.partition("=")[0] for word in line.split("+")[1:]]


TELLTALES = {
    "1980+opening=any": "starts the game, with any card",
    "1980+opening=number": "must be a number",
    "1980+ono99=unplayable": "cannot be played; it only blocks",
    "1980+ono99=suicide": "whoever plays it|lose the round at once|by playing an O'NO 99|play an O'NO 99 or",
    "1980+ono-on-zero=turn": "O'NO 99 in your turn",
    "1980+ono-on-zero=round": "Only one may be played in a round",
    "1980+draw-deadline=next-draws": "quickly play and draw",
    "1980+draw-deadline=next-plays": "quickly play[.]",
    "1980+scoring=chips": "[Cc]hip",
    "1980+scoring=points": "[Pp]oint|[Ss]core|drops? out",
    "1980+chips-out=fourth-loss": "no chips left puts|next one puts",
    "1980+chips-out=at-zero": "as soon as you have none left|costs it and puts",
    "1980+chips=3": "3 chips|fourth|third",
    "1980+bust-total=stays": "out does not count",
    "1980+bust-total=counts": "out counts",
    "1980+points-end=lowest": "lowest score",
    "1980+points-end=last-standing": "the last player left wins",
    "1980+target=200": "200",
    "1980+next-starter=loser": "loser of a round starts|last to drop out of a round starts",
    "1980+next-starter=left-of-dealer": "left starts the next round",
    "2022+minus-ten=clamp": "stops at 0",
    "2022+minus-ten=unplayable": "may not play it on a total",
    "2022+dump=turn": "together as your turn",
    "2022+dump=free": "Then you play a card",
    "2022+two-player-reverse-reply=deflects": "still passes|a Reverse or a Play 2 played first is always",
    "2022+two-player-reverse-reply=plain": "is only a 0|only a Play 2 passes|three or more",
    "2022+nobody-can-play=last-to-play": "played the last card wins",
    "2022+nobody-can-play=last-standing": "go out in turn order",
    "ninety-nine+points=10": "10 points",
    "ninety-nine+decks=0": "two decks",
    "ninety-nine+zero-points=out": "as soon as your points|still has points",
    "ninety-nine+zero-points=survives": "With 0 points",
    "ninety-nine+below-zero=allow": "may bring the total below|−4",
    "ninety-nine+below-zero=clamp": "stops the total at 0",
    "ninety-nine+below-zero=forbid": "may not take 10 off",
    "ninety-nine+next-starter=left-of-dealer": "^For a new round",
    "ninety-nine+next-starter=round-winner": "[Ww]hoever won",
}  # fmt: skip
"""Words by which a sheet shows that this was chosen, and no other value of the option."""

NEVER = r"[Oo]ption|[Uu]nless you choose|by default|instead, |[Hh]ouse rule|[{}]|\b1 (chips|points|decks)"


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_sheet_says_nothing_that_was_not_chosen(key):
    """The words of a value stand on sheets of tables that chose it, and on no other."""
    seen = set()
    for line in tables(key):
        rules = ruleset(line)
        texts = sheet(line)
        assert not [text for text in texts if re.search(NEVER, text)], line
        for value, words in TELLTALES.items():
            game, _, choice = value.partition("+")
            name, _, wanted = choice.partition("=")
            found = [text for text in texts if re.search(words, text)]
            if game == key and str(rules.chosen[name]) != wanted:
                assert not found, (line, value)
            elif game == key and found:
                seen.add(value)
    assert seen == {value for value in TELLTALES if value.startswith(f"{key}+")}


def test_the_page_has_every_sentence_and_says_which_are_ours():
    """The page's data has a case for each one of the book, and marks what the texts do not settle."""
    games = {game["key"]: game for game in rules_page()["games"]}
    for key, game in games.items():
        lines = [line for chapter in game["chapters"] for line in chapter["lines"]]
        points = [point for _, points in chapters_of(key) for point in points]
        assert [(line["says"], len(line["cases"]), line["isOpen"]) for line in lines] == [
            (
                point.says[key],
                sum(case.key == key for case in point.cases),
                point.statuses[key] is not Status.AGREED,
            )
            for point in points
        ]
    assert games["ninety-nine"]["counts"]["3"] == [12] * 13
