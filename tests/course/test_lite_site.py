"""Building the course as a folder of files, apart from JupyterLite itself."""

import io
import json
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.course.lessons import lesson_files
from ono_tutor.course.lite import runtime, site
from ono_tutor.course.lite.compiled import compile_archive, compile_site
from ono_tutor.course.lite.runtime import LiteError, browser_wheel
from ono_tutor.course.lite.site import KERNEL, build_site, front_page

PACKAGE = Path(site.__file__).parents[2]


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the extra were installed, with a kernel that wants pyodide 1.2.3."""
    monkeypatch.setattr(site, "see_that_all_is_installed", lambda: None)
    for module in (runtime, site):
        monkeypatch.setattr(module, "runtime_name", lambda: "pyodide@1.2.3", raising=False)


def packed(path: Path, version: str, *missing: str) -> Path:
    """An archive as npm packs it, with nothing in its files."""
    about = json.dumps({"name": "pyodide", "version": version}).encode()
    lock = json.dumps({"info": {}, "packages": {"numpy": {}}}).encode()
    whole = dict.fromkeys(runtime.NEEDED, b"") | {"package.json": about, runtime.LOCK: lock}
    with tarfile.open(path, "w:gz") as tar:
        for name in whole.keys() - set(missing):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(whole[name])
            tar.addfile(entry, io.BytesIO(whole[name]))
    return path


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without JupyterLite the way to get it is named in one line, and nothing is made."""
    monkeypatch.setattr(site, "PACKAGES", ("jupyterlite-core-that-is-not-there",))

    result = CliRunner().invoke(main, ["lite", "-o", str(tmp_path / "out")])

    assert result.exit_code == 1
    assert 'pip install ".[lite]"' in result.output.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("ready")
def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    """A site is never mixed with what is there already."""
    (tmp_path / "mine.txt").touch()

    with pytest.raises(LiteError, match="is not empty"):
        build_site(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.usefixtures("ready")
def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """A file in the place of the folder is named, and stays as it is."""
    (tmp_path / "out").write_text("mine", encoding="utf-8")

    with pytest.raises(LiteError, match="out is no folder"):
        build_site(tmp_path / "out")

    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("ready")
def test_a_place_that_cannot_be_is_named(tmp_path: Path) -> None:
    """Where no folder can be made the place and the cause are named."""
    (tmp_path / "file").touch()

    with pytest.raises(LiteError, match=r"cannot be put into .*file/out: "):
        build_site(tmp_path / "file" / "out")


@pytest.mark.usefixtures("ready")
def test_without_npm_the_other_way_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A missing npm is named, and how to do without it; nothing is left behind."""
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(LiteError, match=r"npm is missing.*--runtime"):
        build_site(tmp_path / "out")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("ready")
def test_what_npm_says_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where npm cannot fetch, its first telling line is the cause."""
    npm = tmp_path / "npm"
    npm.write_text(
        "#!/bin/sh\necho 'npm error code E1' >&2\necho 'npm error no way out' >&2\nexit 1\n",
        encoding="utf-8",
    )
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    with pytest.raises(LiteError, match=r"npm could not fetch pyodide@1\.2\.3: no way out$"):
        build_site(tmp_path / "out")


@pytest.mark.usefixtures("ready")
def test_the_runtime_is_unpacked_without_its_list_of_packages(tmp_path: Path) -> None:
    """Of the archive only what a page needs is taken; the list of packages begins empty."""
    runtime.put_runtime(packed(tmp_path / "a.tgz", "1.2.3"), tmp_path / "out")

    found = {path.name for path in (tmp_path / "out").iterdir()}
    assert found == {*runtime.NEEDED, runtime.LOCK}
    lock = json.loads((tmp_path / "out" / runtime.LOCK).read_bytes())
    assert lock == {"info": {"version": "1.2.3"}, "packages": {}}


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("version", "missing", "words"),
    [
        ("9.9.9", (), r"pyodide@9\.9\.9, and the installed kernel wants pyodide@1\.2\.3"),
        ("1.2.3", ("pyodide.asm.wasm",), r"not whole: .*pyodide\.asm\.wasm"),
    ],
)
def test_another_archive_is_refused(
    tmp_path: Path, version: str, missing: tuple[str, ...], words: str
) -> None:
    """An archive of another version, or without one of its files, is named with its fault."""
    archive = packed(tmp_path / "a.tgz", version, *missing)

    with pytest.raises(LiteError, match=words):
        runtime.put_runtime(archive, tmp_path / "out")


@pytest.mark.usefixtures("ready")
def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    """A file of another kind is named, and no trace of an exception is shown."""
    (tmp_path / "a.tgz").write_text("no archive", encoding="utf-8")

    with pytest.raises(LiteError, match="is not the npm package"):
        runtime.put_runtime(tmp_path / "a.tgz", tmp_path / "out")


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
    with zipfile.ZipFile(browser_wheel(tmp_path, is_alone=True)) as wheel:
        wheel.extractall(tmp_path / "alone")
    asked = "import ono_tutor.widgets.page_bridge, ono_tutor.course.strength as found; print(found.__file__)"
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'alone')!r}); {asked}"

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, encoding="utf-8", check=True
    )

    assert done.stdout.startswith(str(tmp_path / "alone"))


def built(folder: Path, **changed: str) -> Path:
    """A site as JupyterLite leaves it, with some settings changed."""
    options = {"lockFileURL": "./static/pyodide-lock/pyodide-lock.json"}
    kernel = {"pyodideUrl": "./static/pyodide/pyodide.mjs", "loadPyodideOptions": options} | changed
    page = {"jupyter-config-data": {"litePluginSettings": {KERNEL: kernel}}}
    lock = {"packages": {"ono-tutor": {"file_name": "ono.whl"}}}
    for name in ("static/pyodide", "static/pyodide-lock"):
        (folder / name).mkdir(parents=True)
    (folder / "jupyter-lite.json").write_text(json.dumps(page), encoding="utf-8")
    (folder / "static/pyodide-lock/pyodide-lock.json").write_text(
        json.dumps(lock), encoding="utf-8"
    )
    (folder / "static/pyodide-lock/ono.whl").touch()
    for name in runtime.NEEDED:
        (folder / "static/pyodide" / name).touch()
    return folder


def test_a_whole_site_passes(tmp_path: Path) -> None:
    """A site that has its runtime, its packages and their addresses is in order."""
    site.examine(built(tmp_path))


@pytest.mark.parametrize("address", ["", "https://public.example/pyodide.mjs"])
def test_a_site_that_would_ask_elsewhere_is_refused(tmp_path: Path, address: str) -> None:
    """A runtime that is not the site's own is a fault of the build, though it ended well."""
    with pytest.raises(LiteError, match="pyodideUrl"):
        site.examine(built(tmp_path, pyodideUrl=address))


def test_a_package_elsewhere_is_refused(tmp_path: Path) -> None:
    """Every package must lie in the site itself."""
    lock = built(tmp_path) / "static/pyodide-lock/pyodide-lock.json"
    packages = {"ono-tutor": {"file_name": "https://public.example/ono.whl"}}
    lock.write_text(json.dumps({"packages": packages}), encoding="utf-8")

    with pytest.raises(LiteError, match=r"without ono\.whl"):
        site.examine(tmp_path)


def test_the_front_page_names_each_lesson(tmp_path: Path) -> None:
    """A lesson stands there by its heading and the line in italics below it, as text."""
    lesson = tmp_path / "01-a b.ipynb"
    cell = {
        "cell_type": "markdown",
        "source": ["# One < two\n", "\n", "*Ten minutes.*\n", "**No**"],
    }
    lesson.write_text(json.dumps({"cells": [cell]}), encoding="utf-8")

    page = front_page([lesson])

    assert "path=01-a%20b.ipynb" in page
    assert "<strong>One &lt; two</strong><span>Ten minutes.</span>" in page


def test_a_compiled_archive_does_what_it_did(tmp_path: Path) -> None:
    """Modules stand compiled in their place and run; other files, and faulty ones, stay."""
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("good.py", "answer = 41 + 1\n")
        made.writestr("bad.py", "answer = = 1\n")
        made.writestr("data.txt", "as it is")
        made.writestr("jedi/third_party/typeshed/stubs/six.pyi", "")

    compile_archive(archive)

    with zipfile.ZipFile(archive) as made:
        assert set(made.namelist()) == {"good.pyc", "bad.py", "data.txt"}
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); import good; print(good.answer)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "42"


def test_a_compiled_package_is_known_by_its_new_digest(tmp_path: Path) -> None:
    """The list of packages says what each archive has become; what lies elsewhere is left alone."""
    lock = built(tmp_path) / "static/pyodide-lock/pyodide-lock.json"
    own, other = "../../static/pyodide-lock/ono.whl", "../../extensions/other.whl"
    packages = {"ono-tutor": {"file_name": own}, "other": {"file_name": other, "sha256": "0"}}
    lock.write_text(json.dumps({"packages": packages}), encoding="utf-8")
    for path in (lock.parent / "ono.whl", tmp_path / "static/pyodide/python_stdlib.zip"):
        with zipfile.ZipFile(path, "w") as made:
            made.writestr("one.py", "1")

    compile_site(tmp_path)

    found = json.loads(lock.read_bytes())["packages"]
    digest = sha256((lock.parent / "ono.whl").read_bytes()).hexdigest()
    assert (found["ono-tutor"]["sha256"], found["other"]["sha256"]) == (digest, "0")
