"""The test of QTI 2.1: the items in order, one drawn where learners get their own."""

from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.exports.lots import Lots
from ono_tutor.classroom.exports.markup import Element, element
from ono_tutor.classroom.exports.qti_item import SCHEMA, SCORE, SPACE, identifier, of_space
from ono_tutor.classroom.exports.qti_package import item_file

ANY_NUMBER = "0"
"""How QTI writes that attempts are not limited."""


def test(assignment: Assignment, found: Lots) -> Element:
    """The assignment as a test: the points of the items added up."""
    zero = element("defaultValue", element("value", text="0"))
    return element(
        "assessmentTest",
        element(
            "outcomeDeclaration", zero, identifier=SCORE, cardinality="single", baseType="float"
        ),
        _part(assignment, found),
        element("outcomeProcessing", _sum()),
        identifier=f"test-{assignment.id}",
        title=assignment.title,
        **of_space(SPACE, SCHEMA),
    )


def _part(assignment: Assignment, found: Lots) -> Element:
    """The one part, in which learners go where they like.

    Where they are told at once each answer is handed in by itself; otherwise all at the end.
    """
    is_now = assignment.feedback is Feedback.NOW
    return element(
        "testPart",
        _control(assignment),
        *_sections(assignment, found),
        identifier="part-1",
        navigationMode="nonlinear",
        submissionMode="individual" if is_now else "simultaneous",
    )


def _control(assignment: Assignment) -> Element:
    """How often an item may be answered, and whether its feedback is shown."""
    is_now = assignment.feedback is Feedback.NOW
    is_told = str(assignment.feedback is not Feedback.NEVER).lower()
    return element(
        "itemSessionControl",
        maxAttempts=assignment.attempts if is_now and assignment.attempts else _end(is_now),
        showFeedback=is_told,
        allowReview=is_told,
        showSolution="false",
    )


def _end(is_now: bool) -> str:
    """Any number of attempts; what is handed in together is handed in once."""
    return ANY_NUMBER if is_now else "1"


def _sections(assignment: Assignment, found: Lots) -> Iterator[Element]:
    for lot in found.lots:
        chosen = element("selection", select=1) if lot.is_drawn else None
        refs = (
            element("assessmentItemRef", identifier=identifier(one), href=item_file(one))
            for one in lot.questions
        )
        yield element(
            "assessmentSection",
            chosen,
            *refs,
            identifier=f"section-{lot.number}",
            title=lot.title,
            visible="true",
        )


def _sum() -> Element:
    of_items = element("testVariables", variableIdentifier=SCORE)
    return element("setOutcomeValue", element("sum", of_items), identifier=SCORE)
