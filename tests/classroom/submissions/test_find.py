"""The way in: what learning systems give a teacher, and what nobody should give one."""

import os
import socket
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from classroom import hostile
from classroom.hostile import zipped

from ono_tutor.classroom.lms_names import lms_place
from ono_tutor.classroom.submissions import (
    RefusedFile,
    TimeSource,
    find_submissions,
    printable_name,
    time_source,
)
from ono_tutor.errors import FileError, OnoError

ANN, BO = b'{"learner": "Ann Lee"}', b'{"learner": "Bo"}'
SHAPES = {
    "Moodle, a folder each": {
        "Ann Lee_12345_assignsubmission_file_/answers.json": ANN,
        "Ann Lee_12345_assignsubmission_onlinetext_/onlinetext.html": b"<p>done</p>",
        "Zoë O'Hara_12346_assignsubmission_file_/my answers (1).json": BO,
    },
    "Canvas": {
        "leeann_123_456_answers.json": ANN,
        "bo_LATE_124_457_answers-1.json": BO,
        "bo_LATE_124_458_screenshot.png": b"x",
    },
    "Blackboard": {
        "Week%201_s1234567_attempt_2026-12-01-18-00-00_answers.json": ANN,
        "Week%201_s1234568_attempt_2026-12-01-18-05-12_ANSWERS.JSON": BO,
        "Week%201_s1234567_attempt_2026-12-01-18-00-00.txt": b"Name: Ann Lee (s1234567)",
    },
    "a folder zipped on a Mac": {
        "week 1/": b"",
        "week 1/Ann.json": ANN,
        "__MACOSX/week 1/._Ann.json": b"\0\5\x16\7",
        "week 1/.DS_Store": b"x",
        "week 1/Bo/answers.json": BO,
        "week 1/Bo/photo.heic": b"x",
    },
}
"""What systems put into the archive of all submissions; in each are two files and one other."""


def told(*paths):
    """What was found: pairs of a name below the first path and its bytes, or a refusal's cause."""
    top = printable_name(str(paths[0]))
    found = list(find_submissions(paths))
    refused = [item for item in found if isinstance(item, RefusedFile)]
    assert all(item.reason.startswith(item.cause_alone or "-") for item in refused)
    names = (item.name.removeprefix(top).removeprefix("/").removeprefix(" > ") for item in found)
    return [(name, item[1]) for name, item in zip(names, found, strict=True)]


def laid_out(files, folder):
    """The files, written into a folder."""
    for name, data in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def zip_of(path, files):
    path.write_bytes(zipped(files))
    return path


@pytest.mark.parametrize("system", SHAPES)
def test_the_archive_of_all_submissions_is_read_as_each_system_gives_it(system, tmp_path):
    """The same is found once it was unpacked, but in the order of names."""
    found = told(zip_of(tmp_path / "all.zip", SHAPES[system]))

    assert [got for _, got in found if isinstance(got, bytes)] == [ANN, BO]
    assert [got for _, got in found if not isinstance(got, bytes)] == ["not-answers"]
    folder = laid_out(SHAPES[system], tmp_path / "all")
    assert sorted(told(folder), key=str) == sorted(found, key=str)


OTHERS = ["a.pdf", "b.docx", "c.ipynb", ".hidden.json", ".git/x.json", "w.rar", "answers.json.txt"]
LITTER = ["__MACOSX/a.json", "._a.json", ".DS_Store", "Thumbs.db", "desktop.ini", "sub/.DS_Store"]
ALL = {
    "ann_1_2_answers.zip": zipped({"answers.json": ANN}),
    "bo_3_4_work.ZIP": zipped({"me/work.zip": zipped({"me/answers.json": BO})}),
}
TREE = {"b/x/2.json": b"2", "b/1.json": b"1", "a.json": b"a", "c.zip": zipped({"z.json": b"z"})}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({}, []),
        ({"all.zip": zipped({})}, []),
        (
            {"all.zip": zipped(ALL)},
            [
                ("all.zip > ann_1_2_answers.zip > answers.json", ANN),
                ("all.zip > bo_3_4_work.ZIP > me/work.zip > me/answers.json", BO),
            ],
        ),
        (TREE, [("a.json", b"a"), ("b/1.json", b"1"), ("b/x/2.json", b"2"), ("c.zip > z.json", b"z")]),
        (
            dict.fromkeys([*OTHERS, *LITTER, "A.Json"], b"x"),
            [(name, "not-answers") for name in (".git", ".hidden.json")]
            + [("A.Json", b"x")]
            + [(name, "not-answers") for name in sorted(OTHERS) if name[0] != "."],
        ),
        ({"a.json": b" " * 2_000_000}, [("a.json", b" " * 2_000_000)]),
        ({"a.json": b" " * 2_000_001}, [("a.json", "too-big")]),
        ({"a/" * 51 + "1.json": ANN, "b.json": BO}, [("a/" * 49 + "a", "too-deep"), ("b.json", BO)]),
        ({"a/" * 49 + "1.json": ANN}, [("a/" * 49 + "1.json", ANN)]),
    ],
    ids=["nothing", "empty", "zips", "tree", "others", "long", "too long", "too deep", "deep"],
)  # fmt: skip
def test_what_is_in_a_folder_is_found_by_name_and_to_its_end(files, found, tmp_path):
    """Files and archives in archives; of the rest each is told once, but for litter."""
    assert told(laid_out(files, tmp_path)) == found


@pytest.mark.parametrize("name", ["answers.txt", ".hidden", "Thumbs.db", "answers", "a.pdf"])
def test_a_file_that_the_teacher_names_is_always_tried(name, tmp_path):
    """And it is an archive by its first bytes."""
    (tmp_path / name).write_bytes(ANN)
    assert told(tmp_path / name) == [("", ANN)]
    assert told(zip_of(tmp_path / name, {"a.json": ANN})) == [("a.json", ANN)]


def test_a_path_that_is_not_there_is_an_error_before_anything_is_read(tmp_path):
    (tmp_path / "a.json").write_bytes(ANN)
    with pytest.raises(FileError, match=r"there is no file or folder .*b\\x1b\.json") as caught:
        find_submissions([tmp_path / "a.json", tmp_path / "b\x1b.json"])
    assert isinstance(caught.value, OnoError)
    with pytest.raises(FileError):
        find_submissions([Path("a\0b")])


def test_everything_else_that_is_wrong_is_refused_and_the_rest_is_read(tmp_path):
    """One folder with every hostile archive and answers file: the good file in it is read."""
    archives = hostile.hostile_archives() | hostile.broken_archives()
    files = {f"{name}.zip": whole for name, (whole, _) in archives.items()}
    files |= {f"j/{name}.json": raw for name, raw in hostile.hostile_answers().items()}
    results = dict(told(laid_out(files | {"zzz.json": ANN}, tmp_path)))
    assert results["zzz.json"] == ANN
    for name, (_, cause) in archives.items():
        assert [got for what, got in results.items() if what.startswith(f"{name}.zip")] == [cause]


def test_links_are_not_followed_in_folders_or_when_named(tmp_path):
    laid_out({"secret/a.json": ANN, "in/b.json": BO}, tmp_path)
    links = {"a.json": "secret/a.json", "c": "secret", "loop": "in", "nowhere.json": "nowhere"}
    for name, target in links.items():
        (tmp_path / "in" / name).symlink_to(tmp_path / target)
    causes = [got for _, got in told(tmp_path / "in")]
    assert causes == ["symbolic-link", BO, "symbolic-link", "symbolic-link", "symbolic-link"]
    for name in ("a.json", "nowhere.json"):
        assert told(tmp_path / "in" / name) == [("", "symbolic-link")]


def test_pipes_sockets_and_devices_are_refused_and_never_opened(tmp_path, monkeypatch):
    """A pipe that nobody writes into would stop the run."""
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    os.mkfifo("a.json")
    os.mkfifo("b.zip")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("c.json")
        assert [got for _, got in told(tmp_path)] == ["special-file"] * 3
    named = told(tmp_path / "a.json", tmp_path / "b.zip")
    assert [got for _, got in named] == ["special-file"] * 2
    assert told(Path("/dev/zero")) == [("", "special-file")]


@pytest.mark.parametrize("ending", [".json", "/1.json"], ids=["file", "folder"])
def test_what_vanishes_once_it_was_found_is_refused(ending, tmp_path):
    laid_out({f"in/{name}{ending}": ANN for name in "abc"}, tmp_path)
    items = find_submissions([tmp_path / "in"])
    assert next(items).raw == ANN
    (tmp_path / "in" / f"b{ending}".removesuffix("/1.json")).rename(tmp_path / "gone")
    assert [item[1] for item in items] == ["unreadable", ANN]


def test_what_may_not_be_read_is_refused_with_the_reason(tmp_path, monkeypatch):
    laid_out({"a.json": ANN, "b.zip": b"PK", "c/d.json": BO}, tmp_path)

    def forbidden(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", forbidden)
    assert [got for _, got in told(tmp_path)] == ["unreadable"] * 3
    monkeypatch.undo()
    monkeypatch.setattr("ono_tutor.classroom.submissions.os.scandir", forbidden)
    refusal = next(find_submissions([tmp_path]))
    assert (refusal.cause, refusal.reason) == ("unreadable", "it cannot be read: Permission denied")


def test_a_file_without_an_end_is_read_to_its_limit(tmp_path):
    with (tmp_path / "a.json").open("wb") as file:
        file.truncate(10**12)
    assert told(tmp_path) == [("a.json", "too-big")]


def test_names_that_are_no_utf_8_are_read_and_shown(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"Zo\x80\xff.json")).write_bytes(ANN)
    except OSError:
        pytest.skip("the file system takes no such name")
    found = next(find_submissions([tmp_path]))
    assert found.name.endswith("/Zo\\x80\\xff.json")
    assert found.name.encode()
    assert found.raw == ANN


@pytest.mark.parametrize("name", [
    "a\x1b[31mred.json", "a\nb.json", "a\r.json", "a\u202egpj.json", "a\u2066b.json", "a\u200bb.json",
    "\x07.json", "a\x9bb.json", "a\u2028b.json", "a\ud800b.json", "x" * 5_000 + "\x1b.json", "\x1b" * 5_000,
])  # fmt: skip
def test_a_name_is_told_so_that_it_can_be_printed(name):
    for shown in (printable_name(f"in.zip > {name}"), printable_name(name)):
        assert shown.isprintable()
        assert len(shown) < 4_300
        assert shown.encode()


def test_a_large_folder_takes_little_memory_and_is_found_as_it_is_asked_for(tmp_path):
    count = 5_000
    for number in range(count):
        (tmp_path / f"learner-{number:06}_1_2_answers.json").touch()
    tracemalloc.start()
    items = find_submissions([tmp_path])
    assert next(items).name.endswith("learner-000000_1_2_answers.json")
    assert sum(1 for _ in items) == count - 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < count * 500


def test_names_that_lead_out_of_an_archive_lead_nowhere(tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    parts = [hostile.Part(name) for name in (*hostile.UNSAFE, b"answers.json")]
    Path("a.zip").write_bytes(hostile.forged(parts))
    assert told(tmp_path / "in")[-1] == ("a.zip > answers.json", b"{}")
    assert [path.name for path in tmp_path.rglob("*")] == ["in", "a.zip"]


def test_a_hostile_name_costs_no_time():
    """A long name that nearly fits is given up; a search that doubles with each part never ends."""
    names = ("a_" * 2_000, "_1" * 2_000, "a" + "_1_2" * 1_000 + "\n", "a_LATE" * 900)
    assert [lms_place(name) for name in names] == [None] * len(names)


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("minutes", "may_be"),
    [
        ({"Ann": [0], "Bob": [1], "Cid": [7]}, False),
        ({"Ann": [0], "Bob": [0], "Cid": [7]}, True),
        ({"Ann": [0, 0], "Bob": [9, 9]}, False),
        ({"Ann": [0], "Bob": [0], "Cid": [7], "Dot": [9], "Eve": [11]}, False),
        ({"Ann": [0], "Bob": [0], "Cid": [9_000], "Dot": [9_000]}, True),
        ({"Ann": [0, 5]}, True),
    ],
)
def test_who_shares_a_moment_with_others_has_not_uploaded_then(minutes, may_be):
    """Two files of one person are no others; two downloads put together are downloads still."""
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    times = [(noon + at * MINUTE, name) for name, all_ in minutes.items() for at in all_]

    assert time_source(times) is (TimeSource.DOWNLOAD if may_be else TimeSource.ARCHIVE)
