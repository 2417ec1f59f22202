"""``learn``, apart from the server it starts, and ``docs``: the built site is opened."""

import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ono_tutor.cli import learn as commands
from ono_tutor.cli.main import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_without_jupyterlab_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing JupyterLab is named, with the way to get it."""
    monkeypatch.setattr(commands, "find_spec", lambda name: None)

    result = run("learn")

    assert result.exit_code == 1
    assert 'in the project\'s folder run pip install ".[lab]"' in result.output


def test_a_folder_that_cannot_be_is_a_clear_error(tmp_path: Path) -> None:
    """The folder and the cause are named, and no server is started; a port is 1 to 65535."""
    (tmp_path / "file").touch()

    result = run("learn", "--dir", str(tmp_path / "file"))

    assert result.exit_code == 1
    assert "cannot be put into" in result.output
    assert run("learn", "--port", "0").exit_code == 2


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are opened, in place of a browser."""
    found: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or True)
    return found


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a site that was built in the current folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "docs" / "_build" / "html"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("<title>Docs</title>", encoding="utf-8")
    return (folder / "index.html").as_uri()


@pytest.mark.parametrize(
    ("words", "count"), [([], 1), (["--dir", "docs/_build/html", "--no-browser"], 0)]
)
def test_a_built_site_is_opened(opened: list[str], page: str, words: list[str], count: int) -> None:
    """The site in the current folder, or in --dir; its address is said, and may be all."""
    result = run("docs", *words)

    assert (result.exit_code, result.output.strip()) == (0, page)
    assert opened == [page] * count


def test_without_a_site_it_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str]
) -> None:
    """Where no site is, nothing is opened, and the message has the commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "__file__", str(tmp_path / "ono_tutor" / "cli" / "learn.py"))

    result = run("docs")

    assert (result.exit_code, opened) == (1, [])
    assert str(tmp_path / "docs" / "_build") in result.output
    assert "sphinx-build docs docs/_build" in result.output


def test_without_a_browser_it_says_so(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that does not start is an error, and the address stands there to be copied."""
    monkeypatch.setattr(webbrowser, "open", lambda address: False)

    result = run("docs")

    assert result.exit_code == 1
    assert "no browser could be started" in result.output
    assert page in result.output
