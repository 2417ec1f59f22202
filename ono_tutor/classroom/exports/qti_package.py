"""What a content package of QTI 2.1 says of itself: its files, and what they are."""

from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.lots import Lots
from ono_tutor.classroom.exports.markup import Element, element
from ono_tutor.classroom.exports.qti_item import identifier, of_space
from ono_tutor.classroom.exports.question import Question

SPACE = "http://www.imsglobal.org/xsd/imscp_v1p1"
SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
ITEM, TEST = "imsqti_item_xmlv2p1", "imsqti_test_xmlv2p1"

TEST_FILE = "test.xml"


def item_file(question: Question) -> str:
    """Where a question's item is in the package."""
    return f"items/{question.id}.xml"


def picture_file(question: Question) -> str:
    """Where a question's picture is in the package."""
    return f"images/{question.id}.svg"


def manifest(assignment: Assignment, found: Lots) -> Element:
    """The manifest: the test, which depends on its items, and each item with its picture."""
    questions = [one for lot in found.lots for one in lot.questions]
    kind = element("schema", text="QTIv2.1 Package")
    return element(
        "manifest",
        element("metadata", kind, element("schemaversion", text="1.0.0")),
        element("organizations"),
        element("resources", _test(assignment, questions), *_items(questions)),
        identifier=f"package-{assignment.id}",
        **of_space(SPACE, SCHEMA),
    )


def _test(assignment: Assignment, questions: list[Question]) -> Element:
    needs = (element("dependency", identifierref=identifier(one)) for one in questions)
    return element(
        "resource",
        element("file", href=TEST_FILE),
        *needs,
        identifier=f"test-{assignment.id}",
        type=TEST,
        href=TEST_FILE,
    )


def _items(questions: list[Question]) -> Iterator[Element]:
    for one in questions:
        yield element(
            "resource",
            element("file", href=item_file(one)),
            element("file", href=picture_file(one)),
            identifier=identifier(one),
            type=ITEM,
            href=item_file(one),
        )
