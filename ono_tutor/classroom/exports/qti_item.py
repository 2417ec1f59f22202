"""One question as an assessment item of QTI 2.1."""

from collections.abc import Iterator

from ono_tutor.classroom.exports.questions import Question, ResponseKind
from ono_tutor.classroom.exports.xml_elements import Element, element

SPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"

RESPONSE, SCORE, FEEDBACK, REASON = "RESPONSE", "SCORE", "FEEDBACK", "REASON"
"""What is answered, what it earns, whose feedback is shown, and whether the solution's is."""

SHOWN = "shown"


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
    return {
        "xmlns": space,
        "xmlns:xsi": INSTANCE,
        "xsi:schemaLocation": f"{space} {schema}",
    }


def _type(question: Question) -> dict[str, str]:
    cardinality = "multiple" if question.kind is ResponseKind.ALL else "single"
    base = "integer" if question.kind is ResponseKind.NUMBER else "identifier"
    return {"cardinality": cardinality, "baseType": base}


def _values(question: Question) -> list[str]:
    """What a response says, for each of the answers in order."""
    if question.kind is ResponseKind.NUMBER:
        return [option.words for option in question.options]
    return [f"choice-{number}" for number in range(1, len(question.options) + 1)]


def _right(question: Question) -> list[str]:
    pairs = zip(_values(question), question.options, strict=True)
    return [value for value, option in pairs if option.is_right]


def _response(question: Question) -> Element:
    """The response, with what is right: of several good choices the first stands for all."""
    right = _right(question)
    shown = right if question.kind is ResponseKind.ALL else right[:1]
    correct = element("correctResponse", *(element("value", text=value) for value in shown))
    return element("responseDeclaration", correct, identifier=RESPONSE, **_type(question))


def _outcomes(question: Question) -> Iterator[Element]:
    full = {"cardinality": "single", "baseType": "float"}
    nothing = element("defaultValue", element("value", text="0"))
    most = element("defaultValue", element("value", text=str(question.points)))
    limits = {"normalMaximum": str(question.points), "normalMinimum": "0"}
    yield element("outcomeDeclaration", nothing, identifier=SCORE, **limits, **full)
    yield element("outcomeDeclaration", most, identifier="MAXSCORE", **full)
    many = "multiple" if question.kind is ResponseKind.ALL else "single"
    for name, cardinality in ((FEEDBACK, many), (REASON, "single")):
        yield element(
            "outcomeDeclaration", identifier=name, cardinality=cardinality, baseType="identifier"
        )


def _body(question: Question, picture: str) -> Iterator[Element]:
    yield element("p", element("img", src=picture, alt=question.words))
    *before, asked = question.texts
    for text in before:
        yield element("p", text=text)
    prompt = element("prompt", text=asked)
    if question.kind is ResponseKind.NUMBER:
        entry = element("textEntryInteraction", responseIdentifier=RESPONSE, expectedLength=6)
        yield element("p", text=asked)
        yield element("p", entry)
        return
    choices = (
        element("simpleChoice", text=option.text, identifier=value)
        for value, option in zip(_values(question), question.options, strict=True)
    )
    most = 0 if question.kind is ResponseKind.ALL else 1
    yield element(
        "choiceInteraction",
        prompt,
        *choices,
        responseIdentifier=RESPONSE,
        shuffle="false",
        maxChoices=most,
    )


def _processing(question: Question) -> Iterator[Element]:
    """All the points or none, then the feedback of what was answered.

    The solution's is shown with it, but not where the right answer has said the same already.
    """
    told = _set(REASON, "identifier", SHOWN)
    is_always = question.kind is ResponseKind.ALL
    earned = [_set(SCORE, "float", question.points), *([told] * is_always)]
    yield element(
        "responseCondition",
        element("responseIf", _is_right(question), *earned),
        element("responseElse", _set(SCORE, "float", 0), told),
    )
    if question.kind is ResponseKind.NUMBER:
        yield from _feedback_of_number(question)
    else:
        chosen = element("variable", identifier=RESPONSE)
        yield element("setOutcomeValue", chosen, identifier=FEEDBACK)


def _is_right(question: Question) -> Element:
    """Whether the response is right: all that is right, or any one of the good answers."""
    right = _right(question)
    if question.kind is ResponseKind.ALL or len(right) == 1:
        correct = element("correct", identifier=RESPONSE)
        return element("match", element("variable", identifier=RESPONSE), correct)
    return element("or", *(_is_value(question, value) for value in right))


def _is_value(question: Question, value: str) -> Element:
    given = element("variable", identifier=RESPONSE)
    return element("match", given, _value(_type(question)["baseType"], value))


def _feedback_of_number(question: Question) -> Iterator[Element]:
    """Which feedback a number shows that has its own."""
    for place, value in enumerate(_values(question), 1):
        shown = _set(FEEDBACK, "identifier", f"choice-{place}")
        found = element("responseIf", _is_value(question, value), shown)
        yield element("responseCondition", found)


def _set(outcome: str, base: str, value: object) -> Element:
    return element("setOutcomeValue", _value(base, value), identifier=outcome)


def _value(base: str, value: object) -> Element:
    return element("baseValue", text=str(value), baseType=base)


def _feedback(question: Question) -> Iterator[Element]:
    for place, option in enumerate(question.options, 1):
        if option.feedback:
            yield _modal(FEEDBACK, f"choice-{place}", option.feedback)
    yield _modal(REASON, SHOWN, question.feedback)


def _modal(outcome: str, value: str, text: str) -> Element:
    return element(
        "modalFeedback",
        element("p", text=text),
        outcomeIdentifier=outcome,
        identifier=value,
        showHide="show",
    )
