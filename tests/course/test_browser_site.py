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


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the pages wanted pyodide 1.2.3."""
    monkeypatch.setattr(browser_site, "RUNTIME", "pyodide@1.2.3")


def packed(path: Path, version: str, *missing: str) -> Path:
    """An archive as npm packs it, with nothing in its files."""
    about = json.dumps({"name": "pyodide", "version": version}).encode()
    lock = json.dumps({"info": {}, "packages": {"numpy": {}}}).encode()
    whole = dict.fromkeys(browser_site.NEEDED, b"") | {
        "package.json": about,
        browser_site.LOCK: lock,
    }
    with tarfile.open(path, "w:gz") as tar:
        for name in whole.keys() - set(missing):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(whole[name])
            tar.addfile(entry, io.BytesIO(whole[name]))
    return path


@pytest.mark.usefixtures("ready")
def test_without_npm_the_other_way_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A missing npm is named, and how to do without it; nothing is left behind."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match=r"npm is missing.*--runtime"):
        fetch_runtime(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("ready")
def test_what_npm_says_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where npm cannot fetch, what it says is the cause."""
    npm = tmp_path / "npm"
    npm.write_text(
        "#!/bin/sh\necho 'npm error code E1' >&2\necho 'npm error no way out' >&2\nexit 1\n",
        encoding="utf-8",
    )
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(
        EngineError, match=r"npm could not fetch pyodide@1\.2\.3: code E1 no way out$"
    ):
        fetch_runtime(tmp_path)


@pytest.mark.usefixtures("ready")
def test_the_runtime_is_unpacked_without_its_list_of_packages(tmp_path: Path) -> None:
    """Of the archive only what a page needs is taken; the list of packages begins empty."""
    browser_site.put_runtime(packed(tmp_path / "a.tgz", "1.2.3"), tmp_path / "out")
    found = {path.name for path in (tmp_path / "out").iterdir()}
    assert found == {*browser_site.NEEDED, browser_site.LOCK}
    lock = json.loads((tmp_path / "out" / browser_site.LOCK).read_bytes())
    assert lock == {"info": {}, "packages": {}}


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("version", "missing", "words"),
    [
        ("9.9.9", (), r"not the npm package pyodide@1\.2\.3, .*pyodide@9\.9\.9"),
        ("1.2.3", ("pyodide.asm.wasm",), r"not whole: .*pyodide\.asm\.wasm"),
    ],
)
def test_another_archive_is_refused(
    tmp_path: Path, version: str, missing: tuple[str, ...], words: str
) -> None:
    """An archive of another version, or without one of its files, is named with its fault."""
    archive = packed(tmp_path / "a.tgz", version, *missing)
    with pytest.raises(EngineError, match=words):
        browser_site.put_runtime(archive, tmp_path / "out")


@pytest.mark.usefixtures("ready")
def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    """A file of another kind is named, and no trace of an exception is shown."""
    (tmp_path / "a.tgz").write_text("no archive", encoding="utf-8")
    with pytest.raises(EngineError, match="is not the npm package"):
        browser_site.put_runtime(tmp_path / "a.tgz", tmp_path / "out")


def test_the_wheel_holds_the_course(tmp_path: Path) -> None:
    """Lessons, puzzles and the view's files are in it, the command line is not."""
    with zipfile.ZipFile(browser_wheel(tmp_path)) as wheel:
        names = set(wheel.namelist())

    lessons = {f"ono_tutor/course/lessons/{path.name}" for path in lesson_files()}
    data = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in {".js", ".css", ".toml", ".txt"}
        and not {"sphinx_ext", "cli"} & set(path.parts)
    }
    assert lessons | data <= names
    assert not [name for name in names if "/cli/" in name or "__pycache__" in name]


def test_the_same_files_make_the_same_wheel(tmp_path: Path) -> None:
    """The wheel depends on its files alone, not on the time."""
    first = browser_wheel(tmp_path).read_bytes()
    assert browser_wheel(tmp_path).read_bytes() == first


def test_a_wheel_that_is_alone_brings_what_it_needs(tmp_path: Path) -> None:
    """Unpacked where nothing else is installed, the tables of a page can be had, and the schedule."""
    with zipfile.ZipFile(browser_wheel(tmp_path)) as wheel:
        wheel.extractall(tmp_path / "alone")
    asked = "import ono_tutor.widgets.page_bridge, ono_tutor.course.strength as found; print(found.__file__)"
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'alone')!r}); {asked}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.startswith(str(tmp_path / "alone"))


def test_a_compiled_archive_does_what_it_did(tmp_path: Path) -> None:
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
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "42"
