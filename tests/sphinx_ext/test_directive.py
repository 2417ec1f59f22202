"""What every directive does with a claim and with bad input: it holds the one, and names the other.

The pages ``right`` and ``wrong`` are in the folder ``pages``; what is said of each wrong claim and
of all bad input is a golden text.
"""

from pathlib import Path

import pytest
from sphinx_ext.projects import directive
from sweeps import first

from ono_tutor import sphinx_ext

PAGES = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parent / "pages").iterdir()}

POSITION = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
HAND = "1980 7,5,9,O"
WRONG, RIGHT = (directive("ono-position", POSITION, expect=claim) for claim in ("7", "H -10"))


@pytest.mark.parametrize("name", ["right", "right-again"])
def test_a_true_claim_builds(site, name):
    """Claims that the engine confirms build without a word; another option may decide a rule point."""
    assert site.faults(name) == []
    assert f"/{name}.md" not in site.said


def test_a_false_claim_or_bad_input_fails(site, golden):
    """The build fails once every fault of the page was named with its line, its place and why."""
    faults = site.faults("wrong")

    assert site.status != 0
    assert len(faults) == PAGES["wrong"].count("```{")
    golden("wrong.txt", "".join(f"{fault}\n" for fault in faults))


@pytest.mark.parametrize("wrong", first([WRONG, "{ono-rule}`limits`", "{ono-number}`points/none`"]))
def test_one_fault_fails_with_warnings_as_errors_too(build, wrong):
    """A lone fault of a directive or a role fails the build, also where warnings are errors."""
    for arguments in ((), ("-W",)):
        site = build(f"Text.\n\n{wrong}", *arguments)

        assert site.status != 0
        assert "index.md:5" in site.said


def test_faults_stay_until_they_are_mended(build):
    """A wrong page fails every build, also the one that need not read it again, until it is mended."""
    statuses = [build(page).status for page in (WRONG, WRONG, RIGHT)]

    assert [status != 0 for status in statuses] == [True, True, False]


def test_parallel_and_second_builds_name_the_same_faults(build):
    """Pages read by several processes keep their faults, and a build that reads none keeps them too."""
    pages = {f"page{n}": WRONG for n in range(3)}
    pages |= {f"map{n}": directive("ono-map", HAND, total="92", expect="lost") for n in range(3)}

    for site in (build(WRONG, "-j", "2", **pages) for _ in range(2)):
        assert site.said.count("ERROR: ono-position") == 4
        assert site.said.count("ERROR: ono-map") == 3


def test_a_page_depends_on_the_engine(tmp_path, monkeypatch):
    """Pages are read again when a rule, its registry or anything else of the package changes."""
    (tmp_path / "book").mkdir()
    rules, book = tmp_path / "rules.py", tmp_path / "book" / "limit.toml"
    monkeypatch.setattr(sphinx_ext, "PACKAGE", tmp_path)
    marks = set()
    for path, text in ((rules, "a"), (rules, "b"), (book, "a"), (book, "b")):
        path.write_text(text, "utf-8")
        marks.add(sphinx_ext.engine_mark())

    assert len(marks) == 4
