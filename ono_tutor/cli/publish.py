"""``ono-tutor publish``: the whole site for any static host, and its address for ``assign``."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import click

from ono_tutor.cli.streams import EXISTING_FILE, PATH, add_option, check_extra
from ono_tutor.course.lessons import HOME, lessons
from ono_tutor.errors import quoted

SITE, FORMAT = "ono-site.json", "ono-tutor-site/1"
"""The file by which a folder is known as one that was built here, and what it says it is."""

NEEDED = ("sphinx", "myst_parser", "furo", "sphinx_design", "sphinx_copybutton")

CONF = """\
project = html_title = "ono_tutor"
extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton", "ono_tutor.sphinx_ext"]
myst_enable_extensions = ["colon_fence", "deflist"]
html_theme = "furo"
html_baseurl = {address!r}
html_show_sourcelink = html_copy_source = False
ono_tutor_engine = "must"
ono_tutor_try = True
ono_tutor_runtime = {runtime!r}
"""
SMALL_SITE = Path(__file__).with_name("site")
"""The pages of a small site, where this program was installed without its documentation."""


ADDRESS = re.compile(r'https?://[^\s/#?"<>\\][^\s#?"<>\\]*')


def saved_address() -> str:
    """Return the address that was published last; empty where none was."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        return str(json.loads(_settings().read_bytes())["address"])
    return ""


def checked_address(words: str) -> str:
    """Return the address of a site with a slash at its end; refuse any other text."""
    if not ADDRESS.fullmatch(words) or not words.isprintable():
        message = f"{quoted(words)} is no address of a site; write it as https://example.org/ono"
        raise click.BadParameter(message)
    return words.rstrip("/") + "/"


def _settings() -> Path:
    return Path(click.get_app_dir("ono-tutor")) / "site.json"


@click.command("publish")
@click.argument("folder", type=PATH)
@add_option(
    "--address",
    "Where the folder will be found; ono-tutor assign makes whole links with it.",
    callback=lambda _context, _option, words: checked_address(words) if words else "",
    metavar="URL",
)
@add_option(
    "--runtime",
    "The npm package of Pyodide, where it is not to be fetched.",
    EXISTING_FILE,
    metavar="FILE",
)
def publish_command(folder: Path, address: str, runtime: Path | None) -> None:
    """Build the whole site in FOLDER: the rules, the practice page and the lessons.

    Put the folder on any web space as it is; nothing runs on the server. It takes about a minute,
    the extra docs of this package, npm, and a network for Python for the browser.
    """
    began = time.monotonic()
    for name in NEEDED:
        check_extra(name, "docs")
    is_ours = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    with suppress(OSError, ValueError, TypeError, KeyError):
        is_ours |= json.loads((folder / SITE).read_bytes())["format"] == FORMAT
    if not is_ours:
        message = f"{folder} is there, and no site of ours: name a folder that is not there yet"
        raise click.ClickException(message)
    runtime = runtime.resolve() if runtime else None
    target = folder.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".ono-site-", dir=target.parent) as name:
        built = _build_site(Path(name), address, runtime)
        if target.exists():
            target.rename(Path(name) / "old")
        built.rename(target)
    if address:
        path = _settings()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"address": address}) + "\n", "utf-8")
    _report(target, address, time.monotonic() - began)


def _build_site(scratch: Path, address: str, runtime: Path | None) -> Path:
    """Build the site in a folder of a scratch folder, from the documentation if it is there."""
    source, built = Path(__file__).parents[2] / "docs", scratch / "site"
    if not (source / "conf.py").is_file():
        source = scratch / "pages"
        shutil.copytree(SMALL_SITE, source)
        (source / "lessons").mkdir()
        conf = CONF.format(address=address, runtime=str(runtime or ""))
        (source / "conf.py").write_text(conf, "utf-8")
        for file in (HOME, *(lesson.file for lesson in lessons())):
            page = source / "lessons" / Path(file).with_suffix(".md")
            page.write_text(f"lesson: {file}\n", "utf-8")
    click.echo(f"Building the pages of {source}.")
    asked = {"URL": address, "ENGINE": "must", "RUNTIME": str(runtime or "")}
    env = os.environ | {f"ONO_DOCS_{name}": text for name, text in asked.items()}
    trees = str(scratch / "trees")
    command = [sys.executable, "-m", "sphinx", "-q", "-d", trees, str(source), str(built)]
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise click.ClickException(f"the pages cannot be built: {' '.join(lines[-3:])}")
    (built / SITE).write_text(json.dumps({"format": FORMAT, "address": address}) + "\n", "utf-8")
    (built / ".nojekyll").touch()  # GitHub Pages leaves out folders with an underscore otherwise
    shutil.rmtree(built / ".doctrees", ignore_errors=True)
    return built


def _report(target: Path, address: str, seconds: float) -> None:
    """Print what was built, how to try it on this computer, and what links begin with."""
    size = sum(path.stat().st_size for path in target.rglob("*")) / 1e6
    click.echo(
        f"The site is in {target}: {size:.0f} MB, in {seconds:.0f} s.\n"
        "Copy the folder to your web space as it is. To try it on this computer, run\n"
        f'  {Path(sys.executable).name} -m http.server --bind 127.0.0.1 -d "{target}" 8000\n'
        "and open http://127.0.0.1:8000/"
    )
    if address:
        start = f"{address}practice.html"
        click.echo(f"Links that ono-tutor assign makes from now on begin with {start}.")
