"""Moodle XML as Moodle's importer takes it, and answers graded by Moodle's documented rules.

Written from Moodle's documentation, with no part of the export in it: a choice earns its fraction
(of several marked, the sum, never under 0 or over 1); a number that of the first answer that it
is as near to as its tolerance says. 100 % is right, 0 % is wrong, all between is partly right.
"""

import base64
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree as ET


class Html(HTMLParser):
    """The text of HTML, and its images."""

    def __init__(self, html):
        super().__init__()
        self.text, self.images = "", []
        self.feed(html)
        self.close()

    def handle_data(self, data):
        self.text += data

    def handle_endtag(self, tag):
        self.text += " " if tag == "p" else ""

    def handle_starttag(self, tag, attrs):
        assert tag in ("p", "img"), tag
        self.images += [dict(attrs)] if tag == "img" else []


@dataclass
class Answer:
    """An answer as it is kept: its text, its share of the points, how near is near enough."""

    text: str
    fraction: Fraction
    feedback: str
    tolerance: Fraction


@dataclass
class Question:
    """A question as the question bank keeps it."""

    category: str
    type: str
    name: str
    idnumber: str
    asked: Html
    files: dict
    answers: list
    feedback: str
    grade: Fraction
    penalty: Fraction
    is_single: bool
    hints: list

    def share_of_choices(self, chosen):
        """The share of the points for the answers marked."""
        assert self.type == "multichoice"
        assert not self.is_single or len(chosen) == 1
        return min(max(sum(answer.fraction for answer in chosen), Fraction(0)), Fraction(1))

    def share_of_number(self, number):
        """The share of the points for a number."""
        assert self.type == "numerical"
        near = (a for a in self.answers if abs(Fraction(a.text) - number) <= a.tolerance)
        first = next(near, None)
        return first.fraction if first else Fraction(0)


def read(content):
    """The questions of a file, each with the category that it goes to."""
    assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    category, found = "", []
    for node in ET.fromstring(content):
        assert node.tag == "question"
        if node.get("type") == "category":
            category = node.findtext("category/text").strip()
        else:
            found.append(_question(node, category))
    return found


def _question(node, category):
    asked = node.find("questiontext")
    files = {file.get("name"): base64.b64decode(file.text) for file in asked.findall("file")}
    return Question(
        category,
        node.get("type"),
        node.findtext("name/text").strip(),
        node.findtext("idnumber"),
        _html(asked),
        files,
        [_answer(answer, node.get("type")) for answer in node.findall("answer")],
        _html(node.find("generalfeedback")).text.strip(),
        Fraction(node.findtext("defaultgrade")),
        Fraction(node.findtext("penalty")),
        node.findtext("single", "true") == "true",
        [_html(hint).text.strip() for hint in node.findall("hint")],
    )


def _answer(node, kind):
    is_html = kind == "multichoice"
    text = _html(node).text if is_html else node.findtext("text")
    fraction = Fraction(node.get("fraction")) / 100
    tolerance = Fraction(node.findtext("tolerance", "0"))
    return Answer(text.strip(), fraction, _html(node.find("feedback")).text.strip(), tolerance)


def _html(node):
    assert node.get("format") == "html"
    return Html(node.findtext("text") or "")
