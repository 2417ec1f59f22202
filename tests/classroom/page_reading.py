"""HTML read as a browser reads it: which elements there are, and the text between them."""

import re
from html.parser import HTMLParser
from itertools import pairwise

EMPTY = {"meta", "path", "circle", "rect", "use", "polygon", "br", "link", "img", "input"}
UNSEEN = {"style", "title", "desc"}


class Page(HTMLParser):
    """What a page holds: its elements with their attributes, and its texts by element."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.texts, self.is_sound = [], [], [], True
        self.feed(text)
        self.close()
        self.is_sound = self.is_sound and not self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            self.is_sound = self.is_sound and bool(self.open) and self.open.pop() == tag

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if data.strip() and inside not in UNSEEN:
            self.texts.append((inside, data.strip()))

    def all_of(self, tag):
        """The texts that stand right in elements of a name."""
        return [text for name, text in self.texts if name == tag]

    @property
    def text(self):
        """What is read, spaces tidied."""
        return " ".join(" ".join(text for _, text in self.texts).split())

    @property
    def tags(self):
        """The names of the elements."""
        return [tag for tag, _ in self.elements]

    @property
    def ids(self):
        """Every id, in order."""
        return [attrs["id"] for _, attrs in self.elements if "id" in attrs]

    @property
    def addresses(self):
        """Every address that the page names, but for its empty icon."""
        names = {"href", "src", "action"}
        found = [
            value for _, attrs in self.elements for key, value in attrs.items() if key in names
        ]
        assert found.pop(0) == "data:,"
        return found

    @property
    def levels(self):
        """The levels of the headings, in order."""
        return [int(tag[1]) for tag in self.tags if tag in {"h1", "h2", "h3", "h4"}]


BLOCKS = {
    "article", "caption", "dd", "desc", "div", "dt", "figcaption", "h1", "h2", "h3", "h4", "label",
    "legend", "li", "p", "section", "summary", "svg", "text", "title", "tr",
}  # fmt: skip


class _Lines(HTMLParser):
    """The lines of :func:`page_lines`."""

    def __init__(self, text):
        super().__init__()
        self.lines, self.hidden = [""], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        label = dict(attrs).get("aria-label")
        if tag in BLOCKS or label:
            self.lines.append("#" * int(tag[1]) + " " if tag in ("h1", "h2", "h3", "h4") else "")
        if label:
            self.lines[-1] += f"[{label}]"
        if tag == "style":
            self.hidden = tag
        if tag in ("td", "th"):
            self.lines[-1] += " | "
        if tag == "input":
            self.lines[-1] += {"radio": "( )", "checkbox": "[ ]"}.get(dict(attrs)["type"], "____")

    def handle_endtag(self, tag):
        if tag in BLOCKS:
            self.lines.append("")
        if tag == self.hidden:
            self.hidden = ""

    def handle_data(self, data):
        if not self.hidden:
            self.lines[-1] += data


def page_lines(html):
    """Return what a page says, a line for each block; a table of cards is one line."""
    html = re.sub('<figure class="table">.*?</figure>', "<p>(a table)</p>", html, flags=re.DOTALL)
    lines = (" ".join(line.split()).removeprefix("| ") for line in _Lines(html).lines)
    return "".join(f"{line}\n" for line in lines if line)


def check_alone(html):
    """See that a page asks for nothing, runs nothing and is sound; return it.

    Every element is closed, no heading level is left out, each id is there once, every link has
    its place in the page, and a policy forbids the rest.
    """
    found = Page(html)
    attributes = [attrs for _, attrs in found.elements]
    assert found.is_sound
    assert "script" not in found.tags
    assert not any(key.startswith("on") for attrs in attributes for key in attrs)
    assert any("default-src 'none'" in attrs.get("content", "") for attrs in attributes)
    links = [link for link in found.addresses if not link.startswith("data:image/svg+xml;")]
    assert all(link.startswith("#") and link[1:] in found.ids for link in links)
    assert len(set(found.ids)) == len(found.ids)
    assert found.levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(found.levels))
    return found
