"""Checking a proof by the rules alone: it shares nothing with the solver that wrote it.

A proof is data, from a file or from anybody. What is accepted here is true; what is not says
where and why. :mod:`ono_tutor.solver.proof` writes proofs.
"""

import json
from typing import NoReturn

from ono_tutor.errors import OnoError, quoted
from ono_tutor.game.position import Position
from ono_tutor.solver.check_fields import FORMAT, Node, ProofError
from ono_tutor.solver.check_solve import check_points, check_win
from ono_tutor.solver.check_survive import check_survive

__all__ = ["LONGEST_PROOF", "ProofError", "check_proof", "load_proof"]

LONGEST_PROOF = 16_000_000
"""Characters of a proof's text at the most."""

_HEAD = ("format", "question", "position")
_SURVIVE = (*_HEAD, "verdict", "chance", "unseen", "plays")
_WIN = (*_HEAD, "can_win", "replies")
_POINTS = (*_HEAD, "value", "mover", "other")


def check_proof(data: object) -> None:
    """Return if this is a proof, as JSON data, of what it claims.

    Raises :class:`ProofError`, which names the place in the proof and the reason.
    """
    proof = Node(data)
    head = proof.entries()
    for name in _HEAD:
        if name not in head:
            proof.refuse(f"{name!r} is missing")
    head["format"].should_be(FORMAT)
    question = head["question"].text()
    if question not in ("survive", "solve"):
        head["question"].refuse(f"{quoted(question)} is no question; it is 'survive' or 'solve'")
    position = _position(head["position"])
    if question == "survive":
        check_survive(proof.fields(*_SURVIVE), position)
    elif position.rules.marks:
        check_points(proof.fields(*_POINTS), position)
    else:
        check_win(proof.fields(*_WIN), position)


def _position(node: Node) -> Position:
    """The position that a line of the notation says, written in the one canonical way."""
    try:
        position = Position.parse(node.text())
    except OnoError as error:
        node.refuse(error.message)
    node.should_be(str(position), "the canonical line")
    return position


def load_proof(text: str) -> object:
    """The data of a proof's JSON text, not yet checked.

    Raises :class:`ProofError` for a text that is too long, is nested too deeply, gives a key
    twice, has a number in decimals, or is no JSON.
    """
    if type(text) is not str:
        raise ProofError("a proof is read from a text")
    if len(text) > LONGEST_PROOF:
        raise ProofError(f"the text has {len(text)} characters; {LONGEST_PROOF} are allowed")
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_float=_no_decimals, parse_constant=_no_decimals
        )
    except RecursionError:
        raise ProofError("the text is nested too deeply") from None
    except ValueError as error:
        raise ProofError(f"the text is no JSON: {error}"[:200]) from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ProofError(f"the key {quoted(key)} is given twice", word=key)
        found[key] = value
    return found


def _no_decimals(word: str) -> NoReturn:
    message = f"{quoted(word)} is a number in decimals; a proof has whole numbers and 'p/q'"
    raise ProofError(message, word=word)
