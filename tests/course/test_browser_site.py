"""Python for the browser, and the wheel of this package that a page unpacks."""

import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from ono_tutor.course import browser_site
from ono_tutor.course.browser_site import (
    EngineError,
    browser_wheel,
    compile_archive,
    fetch_runtime,
)
from ono_tutor.course.lessons import lesson_files

PACKAGE = Path(browser_site.__file__).parents[1]


@pytest.fixture(autouse=True)
def ready(monkeypatch):
    """As if the pages wanted pyodide 1.2.3."""
    monkeypatch.setattr(browser_site, "RUNTIME", "pyodide@1.2.3")


def packed(path, version, *missing):
    """An archive as npm packs it, with nothing in its files."""
    whole = dict.fromkeys(browser_site.NEEDED, b"") | {
        "package.json": json.dumps({"name": "pyodide", "version": version}).encode(),
        browser_site.LOCK: json.dumps({"info": {}, "packages": {"numpy": {}}}).encode(),
    }
    with tarfile.open(path, "w:gz") as tar:
        for name in whole.keys() - set(missing):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(whole[name])
            tar.addfile(entry, io.BytesIO(whole[name]))
    return path


def test_what_stops_npm_is_told_in_one_line(monkeypatch, tmp_path):
    """A missing npm is named, and how to do without it; else what npm says is the cause."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match=r"npm is missing.*--runtime"):
        fetch_runtime(tmp_path)
    assert list(tmp_path.iterdir()) == []
    npm, said = tmp_path / "npm", "echo 'npm error code E1' >&2\necho 'npm error no way out' >&2"
    npm.write_text(f"#!/bin/sh\n{said}\nexit 1\n", encoding="utf-8")
    npm.chmod(0o755)
    with pytest.raises(EngineError, match=r"not fetch pyodide@1\.2\.3: code E1 no way out$"):
        fetch_runtime(tmp_path)


def test_the_runtime_is_unpacked_without_its_list_of_packages(tmp_path):
    """Of the archive only what a page needs is taken; the list of packages begins empty."""
    browser_site.put_runtime(packed(tmp_path / "a.tgz", "1.2.3"), tmp_path / "out")
    found = {path.name for path in (tmp_path / "out").iterdir()}
    assert found == {*browser_site.NEEDED, browser_site.LOCK}
    lock = json.loads((tmp_path / "out" / browser_site.LOCK).read_bytes())
    assert lock == {"info": {}, "packages": {}}


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (lambda path: packed(path, "9.9.9"), r"not the npm package pyodide@1\.2\.3, .*@9\.9\.9"),
        (lambda path: packed(path, "1.2.3", "pyodide.asm.wasm"), r"not whole: .*asm\.wasm"),
        (Path.touch, "is not the npm package"),
    ],
)
def test_another_archive_is_refused(tmp_path, pack, words):
    """One of another version, without one of its files, or no archive is named with its fault."""
    pack(tmp_path / "a.tgz")
    with pytest.raises(EngineError, match=words):
        browser_site.put_runtime(tmp_path / "a.tgz", tmp_path / "out")


def run(code, *options):
    """What a program of its own prints."""
    words = [sys.executable, *options, "-c", code]
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def test_the_wheel_holds_the_course_and_what_it_needs(tmp_path):
    """Lessons, puzzles and the view's files are in it, the command line is not."""
    raw = browser_wheel(tmp_path).read_bytes()
    with zipfile.ZipFile(io.BytesIO(raw)) as wheel:
        names = set(wheel.namelist())
        wheel.extractall(tmp_path / "alone")
    lessons = {f"ono_tutor/course/lessons/{path.name}" for path in lesson_files()}
    data = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in {".js", ".css", ".toml", ".txt"}
        and not {"sphinx_ext", "cli"} & set(path.parts)
    }
    assert lessons | data <= names
    assert not [name for name in names if "/cli/" in name or "__pycache__" in name]
    parts = "ono_tutor.widgets.page_bridge, ono_tutor.course.strength as found"
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'alone')!r}); import {parts}"
    assert run(f"{code}; print(found.__file__)", "-I", "-S").startswith(str(tmp_path / "alone"))
    assert browser_wheel(tmp_path).read_bytes() == raw


def test_a_compiled_archive_does_what_it_did(tmp_path):
    """Modules stand compiled in their place and run; other files, and faulty ones, stay."""
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("good.py", "answer = 41 + 1\n")
        made.writestr("bad.py", "answer = = 1\n")
        made.writestr("data.txt", "as it is")
    compile_archive(archive)
    with zipfile.ZipFile(archive) as made:
        assert set(made.namelist()) == {"good.pyc", "bad.py", "data.txt"}
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); import good; print(good.answer)"
    assert run(code) == "42"
