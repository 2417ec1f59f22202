"""Answers as the contract's JSON objects. Fractions are ``"p/q"``, seats integers."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, Outcome, consequences
from ono_tutor.solver.compare import Comparison
from ono_tutor.solver.solve import Solution
from ono_tutor.solver.survive import DoubleChances, Survival, Verdict, fraction
from ono_tutor.solver.threat import Threat
from ono_tutor.solver.value import Values

if TYPE_CHECKING:
    from ono_tutor.course.coach import PlayReview
    from ono_tutor.course.luck import Luck

Json = dict[str, object]


def plays_json(position: Position) -> Json:
    """Return every card of the mover's hand, and what it would do or why it may not be played."""
    return {"position": str(position), "plays": [_entry(c) for c in consequences(position)]}


def _entry(found: Consequence) -> Json:
    card = found.play.card and found.play.card.code
    entry: Json = {"card": card, "play": str(found.play), "legal": found.is_legal}
    if found.outcome is None or found.effect is None:
        return entry | {"rules": list(found.rules), "reason": str(found.reason)}
    is_over = found.outcome.round_over
    return entry | {
        "total": found.effect.total,
        "loses": found.loses,
        "next": None if is_over else found.outcome.after.turn,
        "owes": None if is_over else found.outcome.after.owes,
        "rules": list(found.rules),
    }


def outcome_json(outcome: Outcome) -> Json:
    """Return what a line of plays led to."""
    after, is_over = outcome.after, outcome.round_over
    name, winners = after.rules.stake_name, list(outcome.winners)
    hands = [None if hand is None else [card.code for card in hand] for hand in after.hands]
    return {
        "position": str(outcome.before),
        "plays": [str(play) for play in outcome.plays],
        "events": [event.as_json() for event in outcome.events],
        "after": {
            "position": None if is_over else str(after),
            "total": after.total,
            "turn": None if is_over else after.turn,
            "owes": None if is_over else after.owes,
            "dir": after.direction.value,
            "hands": hands,
            **({name: list(after.stakes)} if name else {}),
            "round_over": is_over,
            "loser": outcome.loser,
            "out": list(outcome.out),
            "winner": winners[0] if len(winners) == 1 else None,
            "winners": winners,
        },
    }


def survival_json(answer: Survival) -> Json:
    """Return the verdict, the exact chance, and both by first play."""
    return {
        "position": str(answer.position),
        "verdict": answer.verdict.value,
        "chance": fraction(answer.chance),
        "unseen": answer.unseen,
        "plays": [
            {"play": str(p), "chance": fraction(c), "verdict": Verdict.of(c).value}
            for p, c in answer.chances
        ],
    }


def threat_json(answer: Threat) -> Json:
    """Return by play, the chance that the next player to act does not survive."""
    return {
        "position": str(answer.position),
        "plays": [
            {
                "play": str(item.play),
                "chance": None if item.chance is None else fraction(item.chance),
                "next": item.next,
                "owes": item.owes,
            }
            for item in answer.dangers
        ],
    }


def keeping_json(answer: DoubleChances) -> Json:
    """Return by play now, the chance to survive a double at the next turn."""
    return {
        "position": str(answer.position),
        "rise": {str(amount): fraction(chance) for amount, chance in answer.rise},
        "plays": [{"play": str(p), "chance": fraction(c)} for p, c in answer.chances],
    }


def values_json(answer: Values) -> Json:
    """Return by play, the best first, what it is worth over the round, its error and its cost."""
    return {
        "position": str(answer.position),
        "unit": answer.unit,
        "rounds": answer.rounds,
        "plays": [
            {
                "play": str(each.play),
                "value": round(each.value, 4),
                "error": round(each.error, 4),
                "kind": each.kind,
                "source": each.source.value,
                "cost": round(each.cost, 4),
                "cost_error": round(each.cost_error, 4),
                "grade": each.grade.value,
                "reason": str(each.reason),
            }
            for each in answer.plays
        ],
    }


def review_json(costliest: "Iterable[PlayReview]", luck: "Luck | None") -> Json:
    """Return the costliest plays of a game, and luck and skill told apart if that is known."""
    parts: Json = {}
    for part in ("unit", "rounds", "start", "cost", "luck", "result") if luck else ():
        value = getattr(luck, part)
        parts[part] = round(value, 4) if isinstance(value, float) else value
    return {
        "costliest": [
            {
                "position": str(each.position),
                "play": str(each.chosen.play),
                "best": [str(scored.play) for scored in each.best],
                "cost": round(each.cost, 4),
                "error": round(each.chosen.value.cost_error, 4),
                "grade": each.chosen.value.grade.value,
            }
            for each in costliest
        ],
        "luck": parts or None,
    }


def solution_json(answer: Solution) -> Json:
    """Return whether the mover can win, or the value in Ninety-Nine, and the proving line."""
    worth: Json = {"can_win": answer.can_win} if answer.value is None else {"value": answer.value}
    line = [str(play) for play in answer.line]
    return {"position": str(answer.position), **worth, "line": line, "positions": answer.positions}


def comparison_json(found: Comparison) -> Json:
    """Return the position under each rule set, and the cards that they treat unlike."""
    readings = list[Json]()
    for reading in found.readings:
        told: Json = {"missing": reading.missing}
        if reading.survival:
            told = {
                "position": str(reading.position),
                "plays": [_entry(item) for item in reading.plays],
                "verdict": reading.survival.verdict.value,
                "chance": fraction(reading.survival.chance),
            }
        readings.append({"rules": reading.rules.name} | told)
    return {
        "position": str(found.position),
        "rules": readings,
        "differences": [
            {"card": item.card.code, "rules": list(item.rules)} for item in found.differences
        ],
    }
