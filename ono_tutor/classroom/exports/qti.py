"""QTI 2.1: a content package with an assessment, an item a question, and the pictures as files.

Sets of cards are marked card by card, and only all that are right with no other earn the points.
Of an item's puzzles where learners get their own, the assessment selects one.
"""

import io
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.exports.questions import (
    Element,
    Exported,
    Question,
    Questions,
    ResponseKind,
    element,
    questions_of,
    to_bytes,
)

SPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
PACKAGE_SPACE = "http://www.imsglobal.org/xsd/imscp_v1p1"
PACKAGE_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"

TEST_FILE = "test.xml"

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the package, so that the same assignment gives the same bytes."""

RESPONSE, SCORE, FEEDBACK, REASON = "RESPONSE", "SCORE", "FEEDBACK", "REASON"
"""What is answered, what it earns, whose feedback is shown, and whether the solution's is."""

SHOWN = "shown"


def qti(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 2.1."""
    found = questions_of(assignment, takes_all=True)
    files: dict[str, bytes] = {
        "imsmanifest.xml": to_bytes(_manifest(assignment, found)),
        TEST_FILE: to_bytes(_assessment(assignment, found)),
    }
    for question in found:
        item = assessment_item(question, f"../{picture_file(question)}")
        files[_item_file(question)] = to_bytes(item)
        files[picture_file(question)] = question.picture.encode()
    name = f"{assignment.id}-qti21.zip"
    return Exported(zipped(files), name, found.count, found.left_out)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of the files by their names; the same files give the same bytes."""
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as written:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            written.writestr(info, content)
    return archive.getvalue()


def _item_file(question: Question) -> str:
    return f"items/{question.id}.xml"


def picture_file(question: Question) -> str:
    """Return the name of the picture's file in the package."""
    return f"images/{question.id}.svg"


# ---- the manifest: what the package says of its files ----


def _manifest(assignment: Assignment, found: Questions) -> Element:
    """Return the manifest: the assessment, which depends on its items, and each item."""
    needs = (element("dependency", identifierref=identifier(one)) for one in found)
    schema, name = element("schema", text="QTIv2.1 Package"), f"test-{assignment.id}"
    return element(
        "manifest",
        element("metadata", schema, element("schemaversion", text="1.0.0")),
        element("organizations"),
        element(
            "resources",
            _resource(name, "imsqti_test_xmlv2p1", TEST_FILE, *needs),
            *map(_item_resource, found),
        ),
        identifier=f"package-{assignment.id}",
        **namespace(PACKAGE_SPACE, PACKAGE_SCHEMA),
    )


def _item_resource(question: Question) -> Element:
    picture, name = element("file", href=picture_file(question)), identifier(question)
    return _resource(name, "imsqti_item_xmlv2p1", _item_file(question), picture)


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
        maxAttempts=assignment.attempts if is_now else 1,
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
    points = element("sum", element("testVariables", variableIdentifier=SCORE))
    return element(
        "assessmentTest",
        _outcome(SCORE, "float", _default(0)),
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


def identifier(question: Question) -> str:
    """Return the identifier of an item, which has to begin with a letter."""
    return f"item-{question.id}"


def assessment_item(question: Question, picture: str) -> Element:
    """Return the item, whose picture is found at the address ``picture``."""
    return element(
        "assessmentItem",
        _response(question),
        *_outcomes(question),
        element("itemBody", *_body(question, picture)),
        element("responseProcessing", *_processing(question)),
        *_feedback(question),
        identifier=identifier(question),
        title=question.title,
        adaptive="false",
        timeDependent="false",
        **namespace(SPACE, SCHEMA),
    )


def namespace(space: str, schema: str) -> dict[str, str]:
    """Return the attributes that name a document's format."""
    return {"xmlns": space, "xmlns:xsi": INSTANCE, "xsi:schemaLocation": f"{space} {schema}"}


def _takes_all(question: Question) -> bool:
    return question.kind is ResponseKind.ALL


def _base(question: Question) -> str:
    return "integer" if question.kind is ResponseKind.NUMBER else "identifier"


def _values(question: Question) -> list[str]:
    """Return what a response says, for each of the answers in order."""
    if question.kind is ResponseKind.NUMBER:
        return [option.words for option in question.options]
    return [f"choice-{number}" for number in range(1, len(question.options) + 1)]


def _right(question: Question) -> list[str]:
    pairs = zip(_values(question), question.options, strict=True)
    return [value for value, option in pairs if option.is_right]


def _response(question: Question) -> Element:
    """Return the response, with what is right: of several good choices the first."""
    is_many = _takes_all(question)
    shown = _right(question) if is_many else _right(question)[:1]
    correct = element("correctResponse", *(element("value", text=value) for value in shown))
    typed = {"cardinality": "multiple" if is_many else "single", "baseType": _base(question)}
    return element("responseDeclaration", correct, identifier=RESPONSE, **typed)


def _outcomes(question: Question) -> Iterator[Element]:
    limits = {"normalMaximum": str(question.points), "normalMinimum": "0"}
    yield _outcome(SCORE, "float", _default(0), limits=limits)
    yield _outcome("MAXSCORE", "float", _default(question.points))
    yield _outcome(FEEDBACK, "identifier", is_many=_takes_all(question))
    yield _outcome(REASON, "identifier")


def _outcome(
    name: str,
    base: str,
    *inside: Element,
    is_many: bool = False,
    limits: Mapping[str, str] = MappingProxyType({}),
) -> Element:
    typed = {"cardinality": "multiple" if is_many else "single", "baseType": base}
    return element("outcomeDeclaration", *inside, identifier=name, **typed, **limits)


def _default(value: int) -> Element:
    return element("defaultValue", element("value", text=str(value)))


def _body(question: Question, picture: str) -> Iterator[Element]:
    yield element("p", element("img", src=picture, alt=question.words))
    *before, asked = question.texts
    for text in before:
        yield element("p", text=text)
    if question.kind is ResponseKind.NUMBER:
        entry = element("textEntryInteraction", responseIdentifier=RESPONSE, expectedLength=6)
        yield element("p", text=asked)
        yield element("p", entry)
        return
    choices = (
        element("simpleChoice", text=option.text, identifier=value)
        for value, option in zip(_values(question), question.options, strict=True)
    )
    yield element(
        "choiceInteraction",
        element("prompt", text=asked),
        *choices,
        responseIdentifier=RESPONSE,
        shuffle="false",
        maxChoices=0 if _takes_all(question) else 1,
    )


def _processing(question: Question) -> Iterator[Element]:
    """Yield all the points or none, then the feedback of what was answered.

    The solution's is shown with it, but not where the right answer has said the same already.
    """
    told = _set(REASON, "identifier", SHOWN)
    earned = [_set(SCORE, "float", question.points), *([told] * _takes_all(question))]
    yield element(
        "responseCondition",
        element("responseIf", _is_right(question), *earned),
        element("responseElse", _set(SCORE, "float", 0), told),
    )
    if question.kind is not ResponseKind.NUMBER:
        chosen = element("variable", identifier=RESPONSE)
        yield element("setOutcomeValue", chosen, identifier=FEEDBACK)
        return
    for place, value in enumerate(_values(question), 1):
        shown = _set(FEEDBACK, "identifier", f"choice-{place}")
        found = element("responseIf", _is_value(question, value), shown)
        yield element("responseCondition", found)


def _is_right(question: Question) -> Element:
    """Return the test for what is right: all of it, or any one of the good answers."""
    right = _right(question)
    if _takes_all(question) or len(right) == 1:
        correct = element("correct", identifier=RESPONSE)
        return element("match", element("variable", identifier=RESPONSE), correct)
    return element("or", *(_is_value(question, value) for value in right))


def _is_value(question: Question, value: str) -> Element:
    given = element("variable", identifier=RESPONSE)
    return element("match", given, element("baseValue", text=value, baseType=_base(question)))


def _set(outcome: str, base: str, value: object) -> Element:
    given = element("baseValue", text=str(value), baseType=base)
    return element("setOutcomeValue", given, identifier=outcome)


def _feedback(question: Question) -> Iterator[Element]:
    """Yield the feedback of each answer that has some, and that of the solution."""
    reasons = ((FEEDBACK, f"choice-{n}", o.feedback) for n, o in enumerate(question.options, 1))
    for outcome, value, text in (*reasons, (REASON, SHOWN, question.feedback)):
        if text:
            yield element(
                "modalFeedback",
                element("p", text=text),
                outcomeIdentifier=outcome,
                identifier=value,
                showHide="show",
            )
