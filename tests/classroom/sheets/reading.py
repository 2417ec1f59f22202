"""Sheets read as a browser reads them, and an assignment with variants."""

from html.parser import HTMLParser

from classroom.sheet_cases import assignment, of_kind

POOLS = assignment([of_kind("survive"), of_kind("best-card", 3), of_kind("total", 30)])
HOSTILE = '<img src=x onerror=alert(1)> & "Ann"</title>'
VOID = {"meta", "link", "input", "br"}


class Reader(HTMLParser):
    """Reads a page: its text by element, its tags, and the tags that were left open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        if data.strip():
            self.texts.append((self.open[-1], data.strip()))

    def all_of(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]
