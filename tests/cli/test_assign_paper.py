"""``ono-tutor assign``: the sheets of a class, and how many exercises share a page."""

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main

ROSTER = "learner,email\nZoë Ö,\nAnn Lee,ann@x.org\nBo,\nBo,\n"
DEALT = ("--count", "2", "--variants", "per-learner", "--kinds", "legal")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "out"


@pytest.fixture
def roster(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text(ROSTER, encoding="utf-8")
    return str(path)


@pytest.fixture
def run(folder):
    """The command with these words into the folder: status, standard output and standard error."""

    def invoke(*words):
        done = CliRunner().invoke(main, ["assign", *words, "-o", str(folder)])
        return done.exit_code, done.stdout, done.stderr

    return invoke


def text(folder, ending):
    (path,) = folder.glob(f"*.{ending}")
    return path.read_text(encoding="utf-8")


def test_a_class_gets_its_sheets_in_one_file_and_its_key(run, folder, roster):
    """Each learner's sheet in the roster's order; the key begins with who has which variants."""
    status, out, _ = run(*DEALT, "--class", roster)

    sheets = text(folder, "sheets.html")
    places = [sheets.index(f"<b>{name}</b>") for name in ("Zoë Ö", "Ann Lee", "Bo")]
    assert status == 0
    assert places == sorted(places)
    assert sheets.count("<article") == 3
    assert "Who has which variants" in text(folder, "key.html")
    assert "3 sheets, with the names of your class" in out


def test_the_file_of_all_variants_is_left_out_for_a_class(run, folder, roster):
    """What is handed out is one file and no other."""
    run(*DEALT, "--class", roster)

    assert list(folder.glob("*.sheet.html")) == []


def test_what_of_a_roster_cannot_be_used_is_told(run, roster):
    """A name that stands there twice is told with its line."""
    _, out, _ = run("dp80-hold", "--class", roster)

    assert "Note: roster: line 5:" in out


def test_a_class_may_get_the_same_puzzles(run, folder, roster):
    """Then only the names differ, and the key needs no table."""
    run("dp80-hold", "--class", roster)

    assert text(folder, "sheets.html").count("<article") == 3
    assert "Who has which variants" not in text(folder, "key.html")


def test_without_a_roster_the_key_says_how_to_get_the_sheets(run, folder):
    """The option is named where the variants are told."""
    run(*DEALT)

    assert "variant B" in text(folder, "sheet.html")
    assert "--class ROSTER.csv" in text(folder, "key.html")


@pytest.mark.parametrize(("words", "pages"), [((), 4), (("--per-page", "2"), 2)])
def test_exercises_share_a_page_where_that_is_asked_for(run, folder, words, pages):
    """Four short puzzles take four pages, or two."""
    run("--count", "4", "--kinds", "best-card", "--rules", "1980", *words)

    assert text(folder, "sheet.html").count('<div class="page">') == pages


@pytest.mark.parametrize("number", ["0", "4", "two"])
def test_one_to_three_exercises_share_a_page(run, folder, number):
    """Other numbers are refused, and nothing is written."""
    status, _, told = run("dp80-hold", "--per-page", number)

    assert status == 2
    assert "--per-page" in told
    assert not folder.exists()


@pytest.mark.parametrize("raw", [None, "", "colour\nred\n", "learner\n"])
def test_a_roster_that_is_none_stops_before_anything_is_written(run, folder, tmp_path, raw):
    """The file and the reason are named."""
    path = tmp_path / "class.csv"
    if raw is not None:
        path.write_text(raw, encoding="utf-8")
    status, _, told = run("dp80-hold", "--class", str(path))

    assert status == 2
    assert "class.csv" in told
    assert not folder.exists()


def test_a_class_that_is_too_large_is_refused(run, folder, tmp_path):
    """Two hundred learners are the most, and nothing is written for more."""
    path = tmp_path / "school.csv"
    path.write_text("learner\n" + "\n".join(f"l{n}" for n in range(201)), encoding="utf-8")
    status, _, told = run("dp80-hold", "--class", str(path))

    assert status != 0
    assert "201 sheets" in told
    assert not folder.exists()
