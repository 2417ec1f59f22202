"""The scripts of pages: the view, the page scripts and, if asked for, Python for the browser.

All of it is put into the site's own ``_static/ono``; a page asks no other address for anything.
``ono_tutor_engine`` is True for a site with the engine, ``"must"`` where a build without it shall
fail; ``ono_tutor_runtime`` is the npm package of Pyodide, which is fetched where none is named.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.cards import Card
from ono_tutor.course.browser_site import (
    LOCK,
    NEEDED,
    RUNTIME,
    STDLIB,
    EngineError,
    browser_wheel,
    compile_in_node,
    fetch_runtime,
    put_runtime,
)
from ono_tutor.i18n import N_, translate
from ono_tutor.render.bundle import MODULES, RULES, SHEETS, joined_style, plain_script, view_texts
from ono_tutor.render.svg import card_svg
from ono_tutor.sphinx_ext.nodes import ALIVE, is_web

logger = logging.getLogger(__name__)

FOLDER = "ono"
SCRIPTS = ("tables.js", "kept.js", "links.js", "lesson.js", "practice.js")
"""The page scripts, each after those it imports from; no two files declare one name."""

TABLE_RULES = "table_rules.js"
"""The script of the page on which a table settles its rules."""

_COMMENTS = re.compile(r"^ *//.*\n|/\*(?:[^*]|\*(?!/))*\*/", re.MULTILINE)
_INDENTS = re.compile(r"^\s+", re.MULTILINE)


def has_engine(builder: Builder) -> bool:
    """Return whether the pages of this build can start the engine."""
    return is_web(builder) and (_static(builder) / "engine.js").is_file()


class WebPart(nodes.container):
    """A part for browsers alone: its ``html``, and ``engine_html`` for a site with the engine.

    Where the one due is empty, and in other builders, its children stand there, if it has any.
    ``script`` is the script of its own that a page with it loads.
    """


def web_part(
    html: str, *elsewhere: nodes.Node, engine_html: str | None = None, script: str = ""
) -> WebPart:
    """Return a part for browsers alone; without ``engine_html`` the engine makes no difference."""
    engine_html = html if engine_html is None else engine_html
    return WebPart("", *elsewhere, html=html, engine_html=engine_html, script=script)


def _visit_web_part(translator: HTML5Translator, node: WebPart) -> None:
    builder, html = translator.builder, ""
    if is_web(builder):
        html = node["engine_html"] if has_engine(builder) else node["html"]
    if html or not node.children:
        translator.body.append(html)
        raise nodes.SkipNode
    translator.body.append("<div>")


def _depart_web_part(translator: HTML5Translator, _: WebPart) -> None:
    translator.body.append("</div>\n")


def bundle() -> str:
    """Return the view and the page scripts as one plain script, which also runs from a file."""
    scripts = plain_script([*view_texts(MODULES), *map(_script, SCRIPTS)])
    faces = f"const FACES = {script_text(card_faces())};"
    return _closed_script(f"{faces}\n{scripts}")


def _closed_script(text: str) -> str:
    """Return a script whose names are its own."""
    return _without_comments(f'(() => {{\n"use strict";\n{text}}})();\n')


def _without_comments(text: str) -> str:
    """Return code without its comments, empty lines and indents: a page loads it."""
    return _INDENTS.sub("", _COMMENTS.sub("", text))


def card_faces() -> dict[str, str]:
    """Return the face of every card by its code, as the view draws it."""
    return {card.code: card_svg(card.code) for card in Card}


def script_text(value: object) -> str:
    """Return JSON that may stand inside a script element, whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace("\u2028", "\\u2028")


def _script(name: str) -> str:
    return files(__package__).joinpath("js", name).read_text("utf-8")


def _static(builder: Builder) -> Path:
    return Path(builder.outdir) / "_static" / FOLDER


def _put_assets(app: Sphinx) -> None:
    """Write what the pages load; what is there already stays as it is."""
    if not is_web(app.builder):
        return
    folder = _static(app.builder)
    folder.mkdir(parents=True, exist_ok=True)
    engine = _put_engine(app, folder)
    site = {
        "bundle": _put(folder / "pages.js", bundle()),
        "sheet": _put(folder / "view.css", _without_comments(joined_style(SHEETS))),
        "engine": engine,
        "words": {name: translate(template) for name, template in WORDS.items()},
    }
    rules = plain_script([*view_texts(RULES[:-1]), _script(TABLE_RULES)])
    _put(folder / TABLE_RULES, _closed_script(rules))
    _put(folder / "start.js", f"const SITE = {script_text(site)};\n{_script('start.js')}")


def _put(path: Path, text: str) -> str:
    """Write a file and return its name with a mark of its content, so that no old one is shown."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    return f"{path.name}?v={sha256(text.encode()).hexdigest()[:8]}"


def _put_engine(app: Sphinx, folder: Path) -> dict[str, Any] | None:
    """Put the engine there if it is wanted and can be had, and return what the worker needs."""
    wanted = app.config.ono_tutor_engine
    (folder / "engine.js").unlink(missing_ok=True)
    if not wanted:
        return None
    try:
        wheel = _put_python(app, folder)
    except (EngineError, OSError) as error:
        if wanted == "must":
            raise ExtensionError(f"the site cannot have the engine: {error}") from error
        text = "the pages are built without the engine, so nothing can be tried on them: %s"
        logger.warning(text, error, type="ono_tutor", subtype="engine")
        return None
    for name in ("engine.js", "keep.js"):
        _put(folder / name, _script(name))
    loaded = [*((folder / "pyodide" / name) for name in (*NEEDED, LOCK)), wheel]
    mark = sha256(b"".join(path.read_bytes() for path in loaded)).hexdigest()[:8]
    return {
        "wheel": f"{wheel.name}?v={mark}",
        "keeper": f"keep.js?v={mark}",
        "bytes": sum(path.stat().st_size for path in loaded),
    }


def _put_python(app: Sphinx, folder: Path) -> Path:
    """Put Python for the browser and our wheel there, compiled, unless they are there.

    Returns the wheel.
    """
    stamp, runtime = folder / "python.txt", folder / "pyodide"
    with tempfile.TemporaryDirectory() as scratch:
        made = browser_wheel(Path(scratch))
        wheel, mark = folder / made.name, f"{RUNTIME} {sha256(made.read_bytes()).hexdigest()}"
        if stamp.is_file() and stamp.read_text("utf-8") == mark:
            return wheel
        named = app.config.ono_tutor_runtime
        archive = Path(app.confdir, named) if named else fetch_runtime(Path(scratch))
        for old in (*folder.glob("*.whl"), *folder.glob("python.txt")):
            old.unlink()
        shutil.rmtree(runtime, ignore_errors=True)
        put_runtime(archive, runtime)
        shutil.copyfile(made, wheel)
    compile_in_node(folder, [f"{runtime.name}/{STDLIB}", wheel.name])
    stamp.write_text(mark, "utf-8")
    return wheel


def _load_scripts(
    app: Sphinx, name: str, _: str, __: dict[str, Any], page: nodes.document | None
) -> None:
    """Let a page load the scripts of its parts, and the small one if any of them is alive."""
    if name == "search":  # it finds no anchors that begin with a digit, as rule points do
        app.add_js_file("ono-search.js", loading_method="defer")
    if page is None or not is_web(app.builder):
        return
    for script in {part["script"] for part in page.findall(WebPart)} - {""}:
        app.add_js_file(f"{FOLDER}/{script}", loading_method="defer")
    if any(ALIVE in node.get("classes", ()) for node in page.findall(nodes.Element)):
        app.add_js_file(f"{FOLDER}/start.js", loading_method="defer")
        app.add_css_file("ono-live.css")


WORDS: Mapping[str, str] = {
    "runtime": N_("Loading Python for the browser ({size} MB)…"),
    "ready": N_("Ready: the table follows."),
    "retry": N_("Try again"),
    "failed": N_("The engine could not be started: {cause}"),
    "noBundle": N_("The table could not be loaded. Is the connection gone? Press again."),
    "fromFile": N_(
        "this page was opened as a file, and browsers start Python only for pages from a web "
        "server. In its folder, run: python -m http.server --bind 127.0.0.1"
    ),
    "badLink": N_("This link leads to nothing that can be practised: {cause}."),
    "ownSet": N_("A set of puzzles"),
    "about": N_("{title} ({count} in all)"),
    "unread": N_("{count} of the answers kept in this browser cannot be read and are left out."),
    "refused": N_(
        "Your browser did not keep this ({cause}). It lasts only as long as this page: save your "
        "answers or hand in before you close it."
    ),
    "keptHomework": N_(
        "This browser also keeps {count} of your answers to assignments, handed in or not. They "
        "are forgotten with the others."
    ),
    "homeworkHere": N_(
        "{count} answers are kept in this browser only. Hand in here. On a computer that others "
        "use, forget them once your file is saved."
    ),
    "kept": N_("This browser keeps {count} of your answers, in all sets together."),
    "done": N_("{done} of {count} done"),
    "forget": N_("Forget my answers here"),
    "forgetNow": N_("Press again to forget them"),
    "forgotten": N_("They are forgotten. What you saved as a file is still yours."),
    "noName": N_("Write your name first, so that your teacher knows whose answers they are."),
    "saved": N_("{file} has {count} of your answers."),
    "loaded": N_("{count} of the answers in {file} were new, and are here now."),
    "notDone": N_("That did not work: {cause}"),
    "made": N_("The set is fine and has {count} in all."),
    "onward": N_("Continue"),
    "step": N_("Step {done} of {count}"),
    "copied": N_("The link is copied."),
}
"""The sentences that the page scripts say, by name; fields stand in braces."""


def setup_browser(app: Sphinx) -> None:
    """Add the settings, and what puts the files there."""
    app.add_config_value("ono_tutor_engine", default=False, rebuild="html", types=(bool, str))
    app.add_config_value("ono_tutor_runtime", default="", rebuild="", types=(str,))
    app.add_node(WebPart, html=(_visit_web_part, _depart_web_part))
    app.connect("builder-inited", _put_assets)
    app.connect("html-page-context", _load_scripts)
