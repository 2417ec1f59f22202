"""``ono-tutor publish``: a site for any host, and an address that ``assign`` knows afterwards."""

import json
from pathlib import Path

import click
import pytest

from ono_tutor.cli import publish, streams


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of its own, in which the address is kept."""
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "home" / name))
    return tmp_path


@pytest.fixture
def built(monkeypatch):
    """Stands in for the builders: Sphinx writes one page, and what it was asked is kept."""
    asked = []

    def run(command, env, **_):
        source, made = map(Path, command[-2:])
        lessons = sorted(path.stem for path in (source / "lessons").iterdir())
        asked.append((source, env, lessons))
        made.mkdir()
        (made / "practice.html").write_text("<p>Practice</p>", encoding="utf-8")
        return type("Done", (), {"returncode": 0, "stderr": ""})()

    monkeypatch.setattr(publish.subprocess, "run", run)
    return asked


def test_links_begin_with_the_address_that_was_published(cli, home, built):
    """After publishing, assign needs no --site; --site still has the last word."""
    site = home / "pages"
    done = cli("publish --address https://school.example/ono", site)

    cli("assign dp80-hold -o", home / "week")
    cli("assign dp80-hold --site https://other.example -o", home / "other")

    links = [
        next((home / name).glob("*.link.txt")).read_text(encoding="utf-8")
        for name in ("week", "other")
    ]
    assert links[0].startswith("https://school.example/ono/practice.html#homework=")
    assert links[1].startswith("https://other.example/practice.html#homework=")
    assert "begin with https://school.example/ono/practice.html" in done.out
    assert (site / ".nojekyll").exists()


def test_a_site_is_built_anew_in_its_place_and_nothing_else_is_touched(cli, home, built):
    """A former site is replaced; a folder with anything else in it is refused and kept."""
    site, other = home / "pages", home / "thesis"
    other.mkdir()
    (other / "text.md").write_text("x", encoding="utf-8")

    first, again = (cli("publish", site) for _ in range(2))
    refused = cli("publish", other)

    assert (first.status, again.status, refused.status) == (0, 0, 1)
    assert (
        json.loads((site / "ono-site.json").read_text(encoding="utf-8"))["format"]
        == "ono-tutor-site/1"
    )
    assert "no site of ours" in refused.err
    assert (other / "text.md").read_text(encoding="utf-8") == "x"
    assert sorted(path.name for path in home.iterdir()) == ["pages", "thesis"]


def test_the_documentation_is_built_where_it_is_and_else_a_small_site(
    cli, home, built, monkeypatch
):
    """From a checkout these are its docs; an installed package makes four pages and the lessons."""
    cli("publish", home / "whole", "--address", "https://a.example")
    monkeypatch.setattr(publish, "__file__", str(home / "lib" / "ono_tutor" / "cli" / "x.py"))
    cli("publish", home / "small")

    (docs, env, lessons), (pages, _, small_lessons) = built
    assert (docs / "conf.py").read_text(encoding="utf-8") == (
        Path(__file__).parents[2] / "docs/conf.py"
    ).read_text(encoding="utf-8")
    assert (env["ONO_DOCS_URL"], env["ONO_DOCS_ENGINE"]) == ("https://a.example/", "must")
    assert pages.name == "pages"
    assert small_lessons == lessons


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--address", "school"), "no address of a site"),
        (("--address", "javascript:alert(1)"), "no address of a site"),
        (("--runtime", "missing.tgz"), "missing.tgz"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_built(cli, home, built, words, said):
    """A wrong address or file stops the command, and nothing is written."""
    done = cli("publish", home / "pages", *words)

    assert done.status == 2
    assert said in done.err
    assert (built, list(home.iterdir())) == ([], [])


def test_missing_packages_are_named_with_the_way_to_get_them(cli, home, built, monkeypatch):
    """Without Sphinx it is said what to install."""
    monkeypatch.setattr(streams, "find_spec", lambda name: None if name == "furo" else name)

    said = cli("publish", home / "a").err

    assert 'furo is missing: in the project\'s folder run pip install ".[docs]"' in said


def test_a_build_that_fails_leaves_the_former_site(cli, home, built, monkeypatch):
    """The reason is told, and what was published stays."""
    cli("publish", home / "pages")
    failed = type("Done", (), {"returncode": 2, "stderr": "WARNING: x\nError: no npm\n"})()
    monkeypatch.setattr(publish.subprocess, "run", lambda *_, **__: failed)

    done = cli("publish", home / "pages")

    assert (done.status, "Error: no npm" in done.err) == (1, True)
    assert (home / "pages" / "practice.html").exists()
