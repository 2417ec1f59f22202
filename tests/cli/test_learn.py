"""``learn``, apart from the server it starts, and ``docs``: the built site is opened."""

import webbrowser

import pytest

from ono_tutor.cli import learn as commands
from ono_tutor.cli import streams


def test_without_jupyterlab_it_says_what_to_install(cli, monkeypatch):
    """A missing JupyterLab is named, with the way to get it."""
    monkeypatch.setattr(streams, "find_spec", lambda name: None)

    result = cli("learn")

    assert result.status == 1
    assert 'in the project\'s folder run pip install ".[lab]"' in result.err


@pytest.fixture
def opened(monkeypatch):
    """The addresses that are opened, in place of a browser."""
    found = []
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or True)
    return found


@pytest.fixture
def page(tmp_path, monkeypatch):
    """The address of a site that was built in the current folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "docs" / "_build" / "html"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("<title>Docs</title>", encoding="utf-8")
    return (folder / "index.html").as_uri()


@pytest.mark.parametrize(
    ("words", "count"), [([], 1), (["--dir", "docs/_build/html", "--no-browser"], 0)]
)
def test_a_built_site_is_opened(cli, opened, page, words, count):
    """The site in the current folder, or in --dir; its address is said, and may be all."""
    result = cli("docs", *words)

    assert result == (0, f"{page}\n", "")
    assert opened == [page] * count


def test_without_a_site_it_says_how_to_build_it(cli, tmp_path, monkeypatch, opened):
    """Where no site is, nothing is opened, and the message has the commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "__file__", str(tmp_path / "ono_tutor" / "cli" / "learn.py"))

    result = cli("docs")

    assert (result.status, opened) == (1, [])
    assert str(tmp_path / "docs" / "_build") in result.err
    assert "sphinx-build docs docs/_build" in result.err


def test_without_a_browser_it_says_so(cli, page, monkeypatch):
    """A browser that does not start is an error, and the address stands there to be copied."""
    monkeypatch.setattr(webbrowser, "open", lambda address: False)

    result = cli("docs")

    assert result.status == 1
    assert "no browser could be started" in result.err
    assert result.out == f"{page}\n"
