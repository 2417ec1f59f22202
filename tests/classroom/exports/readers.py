"""Exports read as the systems read them: what is asked, the answers, and what each earns.

Nothing of the export is in here. GIFT is parsed by ``gift-pegjs``, QTI 2.1 is answered by the
response processing of ``pyslet``, QTI 1.2 by its own and held to the DTD that ``pyslet`` quotes;
Moodle XML is graded by Moodle's documented rules.
"""

import base64
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pyslet.qtiv1
import pyslet.qtiv2.variables as qti
import pyslet.qtiv2.xml as qti_xml
from lxml import etree


@dataclass
class Question:
    """A question: its words and its picture's, and the texts of its choices by what is answered.

    ``answer`` gives the share of the points for a response, and the feedback that is shown. A
    number has no choices.
    """

    text: str
    choices: dict
    answer: Callable


def zipped(content):
    """The files of a package by name; each that a manifest names is there."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    named = [node.get("href") for node in ET.fromstring(files["imsmanifest.xml"]).iter()]
    assert {name for name in named if name} <= set(files)
    return files


def words_of(html):
    """The words of HTML, those of its pictures included."""
    found = etree.HTML(html)
    if found is None:
        return ""
    pictures = [image.get("alt") for image in found.iter("img")]
    texts = [text for node in found.iter() for text in (node.text, node.tail) if text]
    return " ".join(" ".join([*pictures, *texts]).split())


# ---- Moodle XML: a number earns what the first answer does that it is near enough to ----


def moodle(content):
    assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    nodes = ET.fromstring(content).findall("question[idnumber]")
    return {node.findtext("idnumber"): _of_moodle(node) for node in nodes}


def _of_moodle(node):
    asked = node.find("questiontext")
    for file in asked.findall("file"):
        assert f"@@PLUGINFILE@@/{file.get('name')}" in asked.findtext("text")
        assert ET.fromstring(base64.b64decode(file.text)).tag.endswith("}svg")
    is_number = node.get("type") == "numerical"
    assert is_number or node.findtext("single") == "true"
    answers = dict(enumerate(node.findall("answer")))
    solution = words_of(node.findtext("generalfeedback/text"))

    def answer(response):
        found = None if is_number else answers.get(response)
        for each in answers.values() if is_number else ():
            apart = abs(int(each.findtext("text")) - response)
            if found is None and apart <= int(each.findtext("tolerance")):
                found = each
        if found is None:
            return 0, solution
        told = words_of(found.findtext("feedback/text"))
        return Fraction(found.get("fraction")) / 100, f"{told} {solution}"

    texts = {key: words_of(each.findtext("text")) for key, each in answers.items()}
    return Question(words_of(asked.findtext("text")), {} if is_number else texts, answer)


# ---- GIFT: a choice earns its weight, or all where it begins with an equals sign ----

SCRIPT = """
const parser = require(process.argv[1]);
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(parser.parse(text)));
"""


def parse_gift(parser, content):
    """What the parser finds in a file: its categories and questions in order."""
    command = ["node", "-e", SCRIPT, str(parser)]
    done = subprocess.run(command, input=content, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def gift(parser, content):
    found = [each for each in parse_gift(parser, content) if each["type"] != "Category"]
    return {each["title"].split(". ", 1)[1]: _of_gift(each) for each in found}


def _of_gift(found):
    assert found["stem"]["format"] == "plain"
    is_number, solution = found["type"] == "Numerical", found["globalFeedback"]["text"]
    assert is_number or found["type"] == "MC"
    choices = dict(enumerate(found["choices"]))

    def answer(response):
        choice = None if is_number else choices.get(response)
        for each in choices.values() if is_number else ():
            if choice is None and abs(response - each["text"]["number"]) <= each["text"]["range"]:
                choice = each
        if choice is None:
            return 0, solution
        weight = choice["weight"]
        told = (choice["feedback"] or {"text": ""})["text"]
        share = Fraction(int(choice["isCorrect"])) if weight is None else Fraction(weight) / 100
        return share, f"{told} {solution}"

    texts = {} if is_number else {key: each["text"]["text"] for key, each in choices.items()}
    return Question(found["stem"]["text"], texts, answer)


# ---- QTI 2.1 ----

ITEM = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


def qti21(content):
    files = zipped(content)
    names = [name for name in files if name.startswith("items/")]
    return {Path(name).stem: _of_qti21(files, files[name]) for name in names}


def _of_qti21(files, content):
    document, tree = qti_xml.QTIDocument(), ET.fromstring(content)
    document.read(src=io.BytesIO(content))
    image = next(tree.iter(f"{ITEM}img"))
    assert ET.fromstring(files[image.get("src").removeprefix("../")]).tag.endswith("}svg")
    body = " ".join("".join(tree.find(f"{ITEM}itemBody").itertext()).split())

    def answer(response):
        state = qti.ItemSessionState(document.root)
        state.begin_session()
        state["RESPONSE"].set_value(response)
        state.end_attempt()
        told = []
        for node in tree.iter(f"{ITEM}modalFeedback"):
            if node.get("identifier") == state[node.get("outcomeIdentifier")].value:
                told += "".join(node.itertext()).split()
        most = tree.find(f"{ITEM}outcomeDeclaration[@identifier='SCORE']").get("normalMaximum")
        return Fraction(state["SCORE"].value) / int(most), " ".join(told)

    choices = {node.get("identifier"): node.text for node in tree.iter(f"{ITEM}simpleChoice")}
    return Question(f"{image.get('alt')} {body}", choices, answer)


# ---- QTI 1.2 ----

MENDED = {'#REQUIRED"': "#REQUIRED", "::": "", "%I_Title;": "title CDATA #IMPLIED"}
"""Slips in the quotations of the DTD, and what it has."""


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


def quiz12(content):
    """The quiz of a package as plain XML without namespaces; it is valid."""
    quiz = etree.fromstring(zipped(content)["quiz.xml"])
    for node in quiz.iter():
        node.tag = node.tag.rpartition("}")[2]
    del quiz.attrib["{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"]
    etree.cleanup_namespaces(quiz)
    assert dtd().validate(quiz), dtd().error_log.filter_from_errors()
    return quiz


def field(node, label):
    """A field of the metadata."""
    return node.xpath(f"string(.//qtimetadatafield[fieldlabel='{label}']/fieldentry)")


def qti12(content):
    items = quiz12(content).iter("item")
    return {item.get("ident").removeprefix("item-"): _of_qti12(item) for item in items}


def _of_qti12(item):
    told = {each.get("ident"): _words(each) for each in item.iterfind("itemfeedback")}

    def answer(response):
        score, shown = "0", []
        for condition in item.iterfind(".//respcondition"):
            if _holds(condition.find("conditionvar")[0], str(response)):
                score = condition.findtext("setvar") or score
                shown += [each.get("linkrefid") for each in condition.iterfind("displayfeedback")]
                if condition.get("continue") == "No":
                    break
        return Fraction(score) / 100, " ".join(told[name] for name in shown)

    labels = item.iterfind(".//render_choice/response_label")
    choices = {label.get("ident"): _words(label) for label in labels}
    return Question(_words(item.find("presentation/material")), choices, answer)


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


def _words(node):
    return words_of(" ".join(node.itertext()))
