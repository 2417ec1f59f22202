"""Small projects of pages, built in a scratch folder: one a module, or one a test."""

import io
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

from sphinx.cmd.build import build_main

CONF = """
from pathlib import Path
extensions = ["myst_parser", "ono_tutor.sphinx_ext"]
project = version = project_copyright = "p"
smartquotes = False
suppress_warnings = ["toc.not_included"]
pages = [path.stem for path in Path(__file__).parent.glob("*.md")]
latex_documents = [(page, f"{page}.tex", page, "a", "howto") for page in pages]
"""
SUFFIXES = {"html": ".html", "text": ".txt", "epub": ".xhtml", "latex": ".tex"}
FAULT = re.compile(r"(\w+)\.md:(\d+): ERROR: (.*)")


@dataclass(frozen=True)
class Site:
    """A site that was built: the exit status, what was said, and where it lies."""

    status: int
    said: str
    out: Path

    def page(self, name: str = "index") -> str:
        """The page as it was written."""
        return (self.out / f"{name}{SUFFIXES[self.out.name]}").read_text("utf-8")

    def words(self, name: str = "index") -> str:
        """The words of a page, without its marks."""
        plain = unescape(re.sub("<[^>]+>", " ", self.page(name)))
        return " ".join(plain.replace("\\textquotesingle{}", "'").split())

    def pictures(self, name: str = "index") -> list[str]:
        """The pictures of a page, without the small faces of cards."""
        tags = re.findall('<img[^>]*class="ono-table-picture[^>]*>', self.page(name))
        found = [re.search('src="([^"]+)"', tag) for tag in tags]
        return [(self.out / one[1]).read_text("utf-8") for one in found if one]

    def faults(self, name: str = "index") -> list[str]:
        """What was wrong with a page, each as ``line: message``."""
        found = FAULT.findall(self.said)
        return [f"{line}: {message}" for page, line, message in found if page == name]


class Anchors(HTMLParser):
    """The ids of a page with their number, and the addresses that it links to or loads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids[values.get("id") or ""] += 1
        self.links.add(values.get("href" if tag in ("a", "link") else "src") or "")


Build = Callable[..., Site]


def build_pages(
    folder: Path, pages: Mapping[str, str], *arguments: str, builder: str = "html"
) -> Site:
    """Build pages, given by name; each has a title, and its text begins in the third line."""
    source, out = folder / "source", folder / builder
    source.mkdir(exist_ok=True)
    files = {"conf.py": CONF} | {f"{name}.md": f"# Title\n\n{pages[name]}\n" for name in pages}
    for name, text in files.items():
        path = source / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            now = time.time_ns()  # later than the last build by the clock that Sphinx reads
            os.utime(path, ns=(now, now))
    trees, said = str(folder / "doctrees"), io.StringIO()
    options = ["-N", "-q", "-b", builder, "-d", trees, *arguments]
    with redirect_stderr(said):
        status = build_main([*options, str(source), str(out)])
    return Site(status, said.getvalue(), out)


def directive(name: str, argument: str = "", content: str = "", /, **options: str) -> str:
    """A directive as it is written in Markdown."""
    lines = "".join(f":{option}: {value}\n" for option, value in options.items())
    body = f"\n{content}\n" if content else ""
    return f"```{{{name}}} {argument}\n{lines}{body}```\n"


class Pages(dict[str, str]):
    """The pages of a test module, gathered while its tests are collected."""

    def add(self, body: str) -> str:
        """Add a page, and give its name."""
        name = f"page{len(self)}"
        self[name] = body
        return name
