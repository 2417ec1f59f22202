"""QTI 1.2 held to the DTD of the specification, and answered by its own response processing.

``pyslet`` quotes the DTD's declarations where it reads each element; a few are mended here, as
they are quoted without their commas or with a quotation mark too many.
"""

import io
import re
import zipfile
from functools import cache
from pathlib import Path

import pyslet.qtiv1
from lxml import etree

SPACE = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"


MENDED = {'#REQUIRED"': "#REQUIRED", "::": "", "%I_Title;": "title CDATA #IMPLIED"}
"""Slips in the quotations, and what the DTD has."""


@cache
def dtd():
    """The DTD of QTI 1.2.1."""
    folder = Path(pyslet.qtiv1.__file__).parent
    text = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
    found = {}
    for kind, name, quoted in re.findall(r"<!(ELEMENT|ATTLIST)\s+(\S+)\s+([^>]*)>", text):
        body = quoted
        for wrong, right in MENDED.items():
            body = body.replace(wrong, right)
        if kind == "ELEMENT" and name in ("item", "itemmetadata"):
            body = re.sub(r"([?*])\s+(?=[a-z(])", r"\1, ", body)
        names = {"response_*": ["response_lid", "response_str"], "render_*": [], "*": []}
        for each in names.get(name, [name]):
            found.setdefault((kind, each), f"<!{kind} {each} {body}>")
    del found["ELEMENT", "XXXXXXXXXXXX"]
    return etree.DTD(io.StringIO("\n".join(found.values())))


class Package:
    """A package: its quiz as plain XML without namespaces, and the items in it."""

    def __init__(self, content):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            self.quiz = etree.fromstring(archive.read("quiz.xml"))
        for node in self.quiz.iter():
            node.tag = node.tag.removeprefix(SPACE)
        del self.quiz.attrib["{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"]
        etree.cleanup_namespaces(self.quiz)
        self.items = {item.get("ident"): item for item in self.quiz.iter("item")}

    @property
    def faults(self):
        """What the DTD says against the quiz."""
        valid = dtd()
        return [] if valid.validate(self.quiz) else valid.error_log.filter_from_errors()


def choices(item):
    """The texts of the choices by what is answered."""
    labels = item.iterfind(".//render_choice/response_label")
    return {label.get("ident"): _text(label) for label in labels}


def field(item, label):
    """A field of an item's metadata."""
    return item.xpath(f"string(.//qtimetadatafield[fieldlabel='{label}']/fieldentry)")


def answered(item, response):
    """The percent for a response, and the feedback that is shown."""
    score, shown = "0", []
    for condition in item.iterfind(".//respcondition"):
        if not _holds(condition.find("conditionvar")[0], response):
            continue
        score = condition.findtext("setvar") or score
        shown += [each.get("linkrefid") for each in condition.iterfind("displayfeedback")]
        if condition.get("continue") == "No":
            break
    told = {each.get("ident"): _text(each) for each in item.iterfind("itemfeedback")}
    return int(score), " ".join(told[name] for name in shown)


def _holds(test, response):
    compare = {
        "varequal": lambda given, word: given == word,
        "vargte": lambda given, word: float(given) >= float(word),
        "varlte": lambda given, word: float(given) <= float(word),
    }
    if test.tag in compare:
        return compare[test.tag](response, test.text)
    parts = [_holds(part, response) for part in test]
    return {"other": True, "or": any(parts), "and": all(parts)}[test.tag]


def _text(node):
    """The words of a text that is HTML."""
    html = etree.HTML(" ".join(node.itertext()))
    return " ".join("".join(html.itertext()).split())
