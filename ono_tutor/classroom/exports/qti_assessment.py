"""QTI 2.1: a content package with an assessment, an item a question, and the pictures as files.

Sets of cards are marked card by card, and only all that are right with no other earn the points.
Of an item's puzzles where learners get their own, the assessment selects one.
"""

import io
from collections.abc import Iterator, Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.exports.qti_item import (
    SCHEMA,
    SCORE,
    SPACE,
    assessment_item,
    identifier,
    namespace,
)
from ono_tutor.classroom.exports.questions import Exported, Question, Questions, questions_of
from ono_tutor.classroom.exports.xml_elements import Element, element, to_bytes

PACKAGE_SPACE = "http://www.imsglobal.org/xsd/imscp_v1p1"
PACKAGE_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"

TEST_FILE = "test.xml"

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the package, so that the same assignment gives the same bytes."""

ANY_NUMBER = "0"
"""How QTI writes that attempts are not limited."""


def qti(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 2.1."""
    found = questions_of(assignment, takes_all=True)
    files = {
        "imsmanifest.xml": to_bytes(_manifest(assignment, found)),
        TEST_FILE: to_bytes(_assessment(assignment, found)),
    }
    for question in found:
        item = assessment_item(question, f"../{_picture_file(question)}")
        files[_item_file(question)] = to_bytes(item)
        files[_picture_file(question)] = question.picture.encode()
    return Exported(_zipped(files), f"{assignment.id}-qti21.zip", found.count, found.left_out)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return packed.getvalue()


def _item_file(question: Question) -> str:
    return f"items/{question.id}.xml"


def _picture_file(question: Question) -> str:
    return f"images/{question.id}.svg"


# ---- the manifest: what the package says of its files ----


def _manifest(assignment: Assignment, found: Questions) -> Element:
    """Return the manifest: the assessment, which depends on its items, and each item."""
    needs = (element("dependency", identifierref=identifier(one)) for one in found)
    name = f"test-{assignment.id}"
    return element(
        "manifest",
        element(
            "metadata",
            element("schema", text="QTIv2.1 Package"),
            element("schemaversion", text="1.0.0"),
        ),
        element("organizations"),
        element(
            "resources",
            _resource(name, "imsqti_test_xmlv2p1", TEST_FILE, *needs),
            *(_item_resource(one) for one in found),
        ),
        identifier=f"package-{assignment.id}",
        **namespace(PACKAGE_SPACE, PACKAGE_SCHEMA),
    )


def _item_resource(question: Question) -> Element:
    picture = element("file", href=_picture_file(question))
    file = _item_file(question)
    return _resource(identifier(question), "imsqti_item_xmlv2p1", file, picture)


def _resource(name: str, kind: str, file: str, *more: Element) -> Element:
    own = element("file", href=file)
    return element("resource", own, *more, identifier=name, type=kind, href=file)


# ---- the assessment: the items in order ----


def _assessment(assignment: Assignment, found: Questions) -> Element:
    """Return the assessment, which adds up the points of the items.

    It is one part, in which learners go where they like. Where they are told at once, each answer
    is handed in by itself; otherwise all answers at the end, once.
    """
    is_now = assignment.feedback is Feedback.NOW
    is_told = str(assignment.feedback is not Feedback.NEVER).lower()
    control = element(
        "itemSessionControl",
        maxAttempts=(assignment.attempts or ANY_NUMBER) if is_now else 1,
        showFeedback=is_told,
        allowReview=is_told,
        showSolution="false",
    )
    part = element(
        "testPart",
        control,
        *_sections(found),
        identifier="part-1",
        navigationMode="nonlinear",
        submissionMode="individual" if is_now else "simultaneous",
    )
    zero = element("defaultValue", element("value", text="0"))
    single = {"cardinality": "single", "baseType": "float"}
    points = element("sum", element("testVariables", variableIdentifier=SCORE))
    return element(
        "assessmentTest",
        element("outcomeDeclaration", zero, identifier=SCORE, **single),
        part,
        element("outcomeProcessing", element("setOutcomeValue", points, identifier=SCORE)),
        identifier=f"test-{assignment.id}",
        title=assignment.title,
        **namespace(SPACE, SCHEMA),
    )


def _sections(found: Questions) -> Iterator[Element]:
    for group in found.groups:
        refs = (
            element("assessmentItemRef", identifier=identifier(one), href=_item_file(one))
            for one in group.questions
        )
        yield element(
            "assessmentSection",
            element("selection", select=1) if group.is_drawn else None,
            *refs,
            identifier=f"section-{group.number}",
            title=group.title,
            visible="true",
        )
