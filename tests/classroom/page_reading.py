"""HTML read as a browser reads it: which elements there are, and the text between them."""

import re
from html.parser import HTMLParser
from itertools import pairwise

EMPTY = {"meta", "path", "circle", "rect", "use", "polygon", "br", "link", "img", "input"}
UNSEEN = {"style", "title", "desc"}
HEADINGS = {"h1", "h2", "h3", "h4"}
BLOCKS = HEADINGS | {
    *("article", "caption", "dd", "desc", "div", "dt", "figcaption", "label", "legend", "li", "p"),
    *("section", "summary", "svg", "text", "title", "tr"),
}


class Page(HTMLParser):
    """What a page holds: its elements with their attributes, its texts by element, and its lines."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.texts, self.is_sound, self.lines = [], [], [], True, [""]
        self.feed(text)
        self.close()
        self.is_sound = self.is_sound and not self.open
        self.tags = [tag for tag, _ in self.elements]
        self.ids = [attrs["id"] for _, attrs in self.elements if "id" in attrs]
        self.text = " ".join(" ".join(text for _, text in self.texts).split())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.elements.append((tag, values))
        if tag not in EMPTY:
            self.open.append(tag)
        label = values.get("aria-label")
        if tag in BLOCKS or label:
            self.lines.append("#" * int(tag[1]) + " " if tag in HEADINGS else "")
        self.lines[-1] += f"[{label}]" if label else ""
        self.lines[-1] += " | " if tag in ("td", "th") else ""
        if tag == "input":
            self.lines[-1] += {"radio": "( )", "checkbox": "[ ]"}.get(values["type"], "____")

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            self.is_sound = self.is_sound and bool(self.open) and self.open.pop() == tag
        if tag in BLOCKS:
            self.lines.append("")

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if data.strip() and inside not in UNSEEN:
            self.texts.append((inside, data.strip()))
        self.lines[-1] += "" if inside == "style" else data

    def all_of(self, tag):
        """The texts that stand right in elements of a name."""
        return [text for name, text in self.texts if name == tag]

    def values(self, *keys):
        """The values of these attributes, in order."""
        return [value for _, attrs in self.elements for key, value in attrs.items() if key in keys]


def page_lines(html):
    """Return what a page says, a line for each block; a table of cards is one line."""
    html = re.sub('<figure class="table">.*?</figure>', "<p>(a table)</p>", html, flags=re.DOTALL)
    lines = (" ".join(line.split()).removeprefix("| ") for line in Page(html).lines)
    return "".join(f"{line}\n" for line in lines if line)


def check_alone(html):
    """See that a page asks for nothing, runs nothing and is sound; return it.

    Every element is closed, no heading level is left out, each id is there once, every link has
    its place in the page, and a policy forbids the rest.
    """
    found = Page(html)
    levels = [int(tag[1]) for tag in found.tags if tag in HEADINGS]
    icon, *links = found.values("href", "src", "action")
    assert found.is_sound
    assert not set(found.tags) & {"script", "img", "iframe", "object"}
    assert not any(key.startswith("on") for _, attrs in found.elements for key in attrs)
    assert not re.search(r"url\(|@import", html)
    assert any("default-src 'none'" in policy for policy in found.values("content"))
    assert icon == "data:,"
    assert {link.removeprefix("#") for link in links} <= set(found.ids)
    assert len(set(found.ids)) == len(found.ids)
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    return found
