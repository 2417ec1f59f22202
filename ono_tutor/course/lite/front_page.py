"""The page that a site opens with: the lessons, and where one's work is kept.

JupyterLite reads its settings from the page above each of its own: hence the empty ones here.
"""

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

from ono_tutor.i18n import Message, lazy_gettext

_PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<link rel="icon" href="favicon.ico">
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>
<style>
:root { --ink: #1d2430; --soft: #566073; --ground: #fbfaf7; --line: #d9d6cd; --link: #14508c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e6df; --soft: #aeb4c0; --ground: #171a20; --line: #3a404b; --link: #8fc1f2; }
}
body {
  margin: 0 auto; padding: 3rem 1.25rem 4rem; max-width: 42rem;
  color: var(--ink); background: var(--ground); font: 1.0625rem/1.55 system-ui, sans-serif;
}
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.2; text-wrap: balance; }
p { margin: 0 0 1rem; }
ol { margin: 2rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
li a { display: block; padding: .8rem .25rem; color: inherit; text-decoration: none; }
li strong { color: var(--link); text-decoration: underline; text-underline-offset: .2em; }
li a:hover strong { text-decoration-thickness: 2px; }
li span { display: block; color: var(--soft); }
p a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.soft { color: var(--soft); font-size: .9375rem; }
</style>
</head>
<body>
<main>
<h1>$title</h1>
<p>$lead</p>
<ol>
$lessons</ol>
<p class="soft">$kept</p>
<p class="soft"><a href="lab/index.html">$all</a></p>
</main>
</body>
</html>
""")

_LESSON = Template(
    '<li><a href="notebooks/index.html?path=$path"><strong>$title</strong>$about</a></li>\n'
)


ONWARD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>The course</title>
<script>location.replace("../notebooks/index.html" + location.search);</script>
</head>
<body><p><a href="../index.html">The lessons</a></p></body>
</html>
"""
"""A page that leads on to the notebook named in its address."""


def front_page(lessons: Iterable[Path]) -> str:
    """The page for these lessons, as HTML."""
    return _PAGE.substitute(
        title=_text(lazy_gettext("O'NO 99 and Ninety-Nine: the course")),
        lead=_text(
            lazy_gettext(
                "Each lesson opens in this browser and runs in it. The first takes a while to "
                "start: Python is fetched once. Then run its cells with Shift + Enter."
            )
        ),
        lessons="".join(_lesson(path) for path in lessons),
        kept=_text(
            lazy_gettext(
                "What you write and answer stays in this browser on this device: nothing is "
                "sent anywhere, and clearing the browser's data for this page deletes it."
            )
        ),
        all=_text(lazy_gettext("All lessons and files side by side, in JupyterLab")),
    )


def _lesson(path: Path) -> str:
    title, about = _head(path)
    below = f"<span>{escape(about)}</span>" if about else ""
    return _LESSON.substitute(path=quote(path.name), title=escape(title or path.stem), about=below)


def _head(path: Path) -> tuple[str, str]:
    """A lesson's title, and the line in italics below it; empty where there is none."""
    cells = json.loads(path.read_bytes()).get("cells") or [{"source": ""}]
    lines = [line.strip() for line in "".join(cells[0].get("source", "")).splitlines()]
    titles = [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    italics = [line.strip("*") for line in lines if line[:1] == "*" != line[1:2]]
    return next(iter(titles), ""), next(iter(italics), "")


def _text(message: Message) -> str:
    return escape(str(message))
