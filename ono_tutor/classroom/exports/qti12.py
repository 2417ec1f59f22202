"""QTI 1.2: a package for Canvas Classic Quizzes and others that read this older version.

Canvas takes what kind a question is, its points and the attempts from metadata fields of its own.
Sets of cards are choices: of several answers to be marked Canvas would pay some for some of them.
Of an item's puzzles where learners get their own, a section selects one.
"""

from collections.abc import Iterable, Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.qti import identifier, namespace, picture_file, zipped
from ono_tutor.classroom.exports.questions import (
    Element,
    Exported,
    Question,
    QuestionGroup,
    Questions,
    ResponseKind,
    element,
    paragraphs,
    questions_of,
    to_bytes,
)
from ono_tutor.i18n import N_, lazy_gettext

SPACE = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
SCHEMA = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd"
PACKAGE_SPACE = "http://www.imsglobal.org/xsd/imscp_v1p1"
PACKAGE_SCHEMA = "http://www.imsglobal.org/xsd/imscp_v1p1.xsd"

QUIZ_FILE = "quiz.xml"

FILES = "$IMS-CC-FILEBASE$/"
"""Where Canvas finds the files of the package."""

RESPONSE, SCORE = "response1", "SCORE"
RIGHT, WRONG = "correct_fb", "general_incorrect_fb"
"""What is answered, what it earns in percent, and whose feedback is shown."""


def qti12(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 1.2."""
    found = questions_of(assignment)
    files = {
        "imsmanifest.xml": to_bytes(_manifest(assignment, found)),
        QUIZ_FILE: to_bytes(_quiz(assignment, found)),
    }
    files |= {picture_file(question): question.picture.encode() for question in found}
    notes = (str(lazy_gettext(_SETTINGS)),)
    name = f"{assignment.id}-qti12.zip"
    return Exported(zipped(files), name, found.count, found.left_out, notes)


def _manifest(assignment: Assignment, found: Questions) -> Element:
    quiz = _resource(f"quiz-{assignment.id}", "imsqti_xmlv1p2", QUIZ_FILE)
    pictures = (_resource(f"picture-{each.id}", "webcontent", picture_file(each)) for each in found)
    about = (element("schema", text="IMS Content"), element("schemaversion", text="1.1.3"))
    return element(
        "manifest",
        element("metadata", *about),
        element("organizations"),
        element("resources", quiz, *pictures),
        identifier=f"package-{assignment.id}",
        **namespace(PACKAGE_SPACE, PACKAGE_SCHEMA),
    )


def _resource(name: str, kind: str, file: str) -> Element:
    return element("resource", element("file", href=file), identifier=name, type=kind, href=file)


def _quiz(assignment: Assignment, found: Questions) -> Element:
    attempts = str(assignment.attempts or "unlimited")
    assessment = element(
        "assessment",
        _metadata({"cc_maxattempts": attempts}),
        element("section", *_entries(found.groups), ident="root_section"),
        ident=f"quiz-{assignment.id}",
        title=assignment.title,
    )
    return element("questestinterop", assessment, **namespace(SPACE, SCHEMA))


def _metadata(fields: dict[str, str]) -> Element:
    pairs = (
        element(
            "qtimetadatafield", element("fieldlabel", text=key), element("fieldentry", text=value)
        )
        for key, value in fields.items()
    )
    return element("qtimetadata", *pairs)


def _entries(groups: Iterable[QuestionGroup]) -> Iterator[Element]:
    """Yield the questions in order; those of which one is drawn within a section."""
    for group in groups:
        items = map(_item, group.questions)
        if not group.is_drawn:
            yield from items
            continue
        one = element("selection", element("selection_number", text="1"))
        drawn = element("selection_ordering", one)
        name = f"section-{group.number}"
        yield element("section", drawn, *items, ident=name, title=group.title)


def _item(question: Question) -> Element:
    is_number = question.kind is ResponseKind.NUMBER
    kind = "numerical_question" if is_number else "multiple_choice_question"
    about = _metadata({"question_type": kind, "points_possible": str(question.points)})
    asked = _material(question.html(FILES + picture_file(question)))
    return element(
        "item",
        element("itemmetadata", about),
        element("presentation", asked, _written() if is_number else _choices(question)),
        element("resprocessing", _outcomes(), *_conditions(question, is_number=is_number)),
        *_feedback(question, is_number=is_number),
        ident=identifier(question),
        title=question.title,
    )


def _material(html: str) -> Element:
    return element("material", element("mattext", text=html, texttype="text/html"))


def _written() -> Element:
    label = element("response_label", ident="answer1")
    field = element("render_fib", label, fibtype="Decimal")
    return element("response_str", field, ident=RESPONSE, rcardinality="Single")


def _choices(question: Question) -> Element:
    labels = (
        element("response_label", _material(paragraphs(option.text)), ident=f"choice-{place}")
        for place, option in enumerate(question.options, 1)
    )
    choice = element("render_choice", *labels)
    return element("response_lid", choice, ident=RESPONSE, rcardinality="Single")


def _outcomes() -> Element:
    percent = {"varname": SCORE, "vartype": "Decimal", "minvalue": "0", "maxvalue": "100"}
    return element("outcomes", element("decvar", **percent))


def _conditions(question: Question, *, is_number: bool) -> Iterator[Element]:
    """Yield what each answer is told, then what is right, then what all others are told.

    Canvas takes every number of a condition for a right one, so the wrong ones have none.
    """
    for place, option in enumerate(question.options, 1):
        if not is_number and option.feedback:
            yield _condition(_is_answer(f"choice-{place}"), f"choice-{place}_fb")
    for place, option in enumerate(question.options, 1):
        if option.is_right:
            test = _is_number(option.words) if is_number else _is_answer(f"choice-{place}")
            yield _condition(test, RIGHT if is_number and option.feedback else "", is_right=True)
    yield _condition(element("other"), WRONG)


def _condition(test: Element, feedback: str, *, is_right: bool = False) -> Element:
    told = element("displayfeedback", feedbacktype="Response", linkrefid=feedback)
    earned = element("setvar", text="100", varname=SCORE, action="Set")
    parts = (earned if is_right else None, told if feedback else None)
    goes_on = {"continue": "No" if is_right else "Yes"}
    return element("respcondition", element("conditionvar", test), *parts, **goes_on)


def _is_answer(word: str) -> Element:
    return element("varequal", text=word, respident=RESPONSE)


def _is_number(number: str) -> Element:
    """Return the test for a number, in the form that Canvas reads: equal, or within a margin."""
    least, most = (element(tag, text=number, respident=RESPONSE) for tag in ("vargte", "varlte"))
    return element("or", _is_answer(number), element("and", least, most))


def _feedback(question: Question, *, is_number: bool) -> Iterator[Element]:
    told = {WRONG: question.feedback}
    for place, option in enumerate(question.options, 1):
        if not is_number:
            told[f"choice-{place}_fb"] = option.feedback
        elif option.is_right:
            told[RIGHT] = option.feedback
    for name, text in told.items():
        if text:
            yield element(
                "itemfeedback", element("flow_mat", _material(paragraphs(text))), ident=name
            )


_SETTINGS = N_("The deadline, and whether learners see what is right, are set in the quiz.")
