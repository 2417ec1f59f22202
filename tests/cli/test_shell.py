"""What a shell may do to the standard streams: full disks and broken pipes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from classroom.a_class import hand_in

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="macOS has no /dev/full")

LINE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
ASKS = [f"survive {LINE} --json", "rules limit", "simulate --games 3", "--help"]


def shell(command, text=""):
    """What a POSIX shell makes of a command line in which ONO stands for ono-tutor."""
    line = command.replace("ONO", f"{sys.executable} -m ono_tutor")
    return subprocess.run(
        ["/bin/sh", "-c", line], input=text, capture_output=True, encoding="utf-8", check=False
    )  # fmt: skip


@FULL
@pytest.mark.parametrize("words", ASKS)
def test_a_full_disk_is_one_line_and_status_1(words):
    """Where the answer cannot be written, the cause is said once on standard error."""
    done = shell(f"ONO {words} > /dev/full")

    assert done.returncode == 1
    assert done.stderr == "error: No space left on device\n"


@FULL
@pytest.mark.parametrize("words", ["rules limit", f"plays {LINE} nonsense"])
def test_a_full_error_stream_brings_no_other_status(words):
    """Where errors cannot be written, the status still says how it went."""
    found = shell(f"ONO {words} > /dev/null").returncode

    assert shell(f"ONO {words} 2> /dev/full").returncode in {found, 1}


@pytest.mark.parametrize("how", ["--json", ""])
@pytest.mark.parametrize("question", ["plays", "survive"])
def test_a_broken_pipe_ends_quietly(question, how):
    """Who reads only the first line gets it, and no word about the rest; the status is 1."""
    done = shell(f"{{ ONO {question} - {how}; echo status $? >&2; }} | head -1", f"{LINE}\n" * 3000)

    assert done.stdout.count("\n") == 1
    assert done.stderr == "status 1\n"


NARROW = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "cp1252"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


@pytest.mark.parametrize("extra", NARROW)
@pytest.mark.parametrize("words", ["grade WEEK in -o out --class class.csv", "rules limit"])
def test_what_a_terminal_cannot_show_is_spelt_out(tmp_path, monkeypatch, extra, words):
    """Names and signs of all alphabets end no command, whatever the encoding."""
    monkeypatch.chdir(tmp_path)
    for name, value in extra.items():
        monkeypatch.setenv(name, value)
    hand_in(Path("in"), "1", "Zoë Łuk", 3)
    Path("class.csv").write_text("learner\nŁucja Żak\n", encoding="utf-8")

    done = shell(f"ONO {words.replace('WEEK', 'double-play-1980')}")

    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if words.startswith("grade") else 0)
    if words.startswith("grade"):
        assert "\\u0141ucja" in done.stdout


def test_an_ascii_locale_writes_the_same_files(tmp_path):
    """Assignment, marks and feedback are UTF-8 whatever the locale; what it cannot show is spelt out."""
    hand_in(tmp_path / "in", "1", "Łucja Müller", 2)
    (tmp_path / "class.csv").write_text("learner\nŁucja Müller\nZoë 李\n", encoding="utf-8")
    written = {}
    for name, locale in (("utf-8", {}), ("ascii", NARROW[2])):
        out = tmp_path / name
        for words in (
            ["assign", "dp80-hold", "--export", "gift", "-o", out / "week"],
            ["grade", "double-play-1980", tmp_path / "in", "--class", tmp_path / "class.csv", "-o", out / "marks"],
        ):  # fmt: skip
            command = [sys.executable, "-m", "ono_tutor", *map(str, words)]
            done = subprocess.run(
                command, env=os.environ | locale, capture_output=True, check=False
            )
            assert b"Traceback" not in done.stderr, done.stderr.decode()
        files = [path for path in out.rglob("*.*") if path.is_file() and path.suffix != ".sqlite"]
        written[name] = {path.relative_to(out): path.read_bytes() for path in files}

    assert written["ascii"] == written["utf-8"]
    assert any("Łucja Müller".encode() in data for data in written["ascii"].values())
