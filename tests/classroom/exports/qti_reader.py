"""QTI 2.1 packages read by ``pyslet``, whose own response processing grades the answers."""

import io
import zipfile
from dataclasses import dataclass
from posixpath import join, normpath
from xml.etree import ElementTree as ET

import pyslet.qtiv2.variables as qti
import pyslet.qtiv2.xml as qti_xml

ITEM = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"


@dataclass
class Item:
    """An item of a package: ``root`` as pyslet has read it, ``tree`` as plain XML."""

    root: object
    tree: ET.Element
    file: str

    @property
    def choices(self):
        """The choices by identifier, with their texts."""
        return {node.get("identifier"): node.text for node in self.tree.iter(f"{ITEM}simpleChoice")}

    @property
    def is_multiple(self):
        return self.root.ResponseDeclaration[0].cardinality == qti.Cardinality.multiple

    @property
    def picture(self):
        """The name of the picture's file in the package, and its alternative text."""
        image = next(self.tree.iter(f"{ITEM}img"))
        return normpath(join(self.file, "..", image.get("src"))), image.get("alt")

    @property
    def text(self):
        return " ".join("".join(self.tree.find(f"{ITEM}itemBody").itertext()).split())

    def answered(self, response):
        """The score for a response (None for none), and the feedback that is shown."""
        state = qti.ItemSessionState(self.root)
        state.begin_session()
        state["RESPONSE"].set_value(response)
        state.end_attempt()
        told = [node for node in self.tree.iter(f"{ITEM}modalFeedback") if _is_shown(node, state)]
        return state["SCORE"].value, [" ".join("".join(n.itertext()).split()) for n in told]


def _is_shown(node, state):
    value = state[node.get("outcomeIdentifier")].value
    return node.get("identifier") in (value if isinstance(value, dict) else [value])


class Package:
    """A package: its files, and the items that its manifest names."""

    def __init__(self, content):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            self.files = {name: archive.read(name) for name in archive.namelist()}
        resources = ET.fromstring(self.files["imsmanifest.xml"]).iter(f"{PACKAGE}resource")
        self.items = {
            each.get("identifier"): self._item(each.get("href"))
            for each in resources
            if each.get("type") == "imsqti_item_xmlv2p1"
        }

    def _item(self, name):
        root = _read(self.files[name])
        return Item(root, ET.fromstring(self.files[name]), name)


def _read(content):
    document = qti_xml.QTIDocument()
    document.read(src=io.BytesIO(content))
    return document.root
