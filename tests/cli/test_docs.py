"""``ono-tutor docs``: the built site is opened, or it is said how to build it."""

import webbrowser

import pytest
from click.testing import CliRunner

from ono_tutor.cli import learn as command
from ono_tutor.cli.main import main


@pytest.fixture
def opened(monkeypatch):
    """The addresses that are opened, in place of a browser."""
    found = []
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or True)
    return found


def built(folder):
    """A folder with a built site."""
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("<title>Docs</title>")
    return folder


def run(*arguments):
    return CliRunner().invoke(main, ["docs", *arguments])


def test_a_site_in_the_current_folder_is_opened(tmp_path, monkeypatch, opened):
    """The site that was built here is opened, and its address is said."""
    monkeypatch.chdir(tmp_path)
    site = built(tmp_path / "docs" / "_build" / "html")

    result = run()

    assert result.exit_code == 0
    assert opened == [(site / "index.html").as_uri()]
    assert result.output.strip() == opened[0]


def test_a_named_folder_is_opened(tmp_path, opened):
    """--dir names another folder; --no-browser says the address and opens nothing."""
    site = built(tmp_path / "site")

    result = run("--dir", str(site), "--no-browser")

    assert (result.exit_code, opened) == (0, [])
    assert result.output.strip() == (site / "index.html").as_uri()


def test_without_a_site_it_says_how_to_build_it(tmp_path, monkeypatch, opened):
    """Where no site is, nothing is opened, and the message has the commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "_project", lambda: tmp_path)

    result = run()

    assert (result.exit_code, opened) == (1, [])
    assert str(tmp_path / "docs" / "_build" / "html") in result.output
    assert "sphinx-build docs docs/_build/html" in result.output


def test_without_a_browser_it_says_so(tmp_path, monkeypatch):
    """A browser that does not start is an error, and the address stands there to be copied."""
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    site = built(tmp_path / "site")

    result = run("--dir", str(site))

    assert result.exit_code == 1
    assert "no browser could be started" in result.output
    assert (site / "index.html").as_uri() in result.output
