"""Plays and what they lead to, rule point by rule point, in every game: the rows of ``plays.txt``."""

import json
from pathlib import Path

import pytest

from ono_tutor import Position, play, why_not
from ono_tutor.game.explain import explain

ROWS = Path(__file__).with_name("plays.txt").read_text("utf-8").splitlines()


def rows(sign):
    """The rows with this sign before what is expected: position, plays and that, by their sentence."""
    found, sentence = [], ""
    for row in ROWS:
        if row.startswith("#"):
            sentence = row.removeprefix("# ")
        line, _, rest = row.partition(" | ")
        if rest.count(sign) == 1 and not row.startswith("#"):
            name, _, fields = line.partition(" ")
            for game in ("1980", "2022") if name == "both" else (name,):
                case = f"{game} {fields}", *rest.split(sign)
                found.append(pytest.param(*case, id=f"{sentence}: {' | '.join(case[:2])}"))
    return found


@pytest.mark.parametrize(("line", "plays", "facts"), rows(" | "))
def test_a_play_leads_where_the_rules_say(after, line, plays, facts):
    """Plays lead to the total, the turn, the stakes and the hands of the row; what follows can be written down."""
    expected = json.loads(f"{{{facts}}}")

    assert after(line, plays, expected) == expected
    outcome = play(Position.parse(line), *plays.split())
    if not outcome.round_over:
        assert Position.parse(str(outcome.after)) == outcome.after


@pytest.mark.parametrize(("line", "word", "rule"), rows(" ! "))
def test_a_play_is_refused_by_its_rule(line, word, rule):
    """A play is refused by the rule point of the row, or may be made."""
    refusal = why_not(Position.parse(line), word)

    assert (refusal.rules[0] if refusal else "-") == rule


@pytest.mark.parametrize(("option", "is_told"), [("", True), ("+bust-total=counts", False)])
def test_a_card_taken_back_is_told(option, is_told):
    """Where the losing card does not count, a sentence says so (rule points-bust-total)."""
    line = f"1980+scoring=points{option} total=95 hands=10,10,10,10/H,2,3,4/2,3,4,5"

    said = map(str, explain(Position.parse(line), play(line, "10").events, 0))

    assert ("The losing card does not count: the total stays 95." in said) == is_told
