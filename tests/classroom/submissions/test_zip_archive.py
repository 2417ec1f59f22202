"""Archives as learners send them: honest ones read, hostile ones refused, none believed."""

import io
import os
import random
import tracemalloc
import zipfile
from dataclasses import replace

import pytest
from classroom import hostile
from classroom.hostile import Part, forged, zipped
from classroom.mutants import changed_bytes

from ono_tutor.classroom.submissions import LIMITS, ArchiveReader, UnreadableError

MUTANTS = int(os.environ.get("ONO_ZIP_MUTATIONS", "600"))
GOOD = Part(b"answers.json", b'{"a": 1}')


def held(raw, limits=LIMITS):
    """What is in an archive: the bytes of each answers file, or the cause of a refusal, by name."""
    found = {}
    try:
        for item in ArchiveReader(limits).read("zip", io.BytesIO(raw)):
            found[item.name.removeprefix("zip > ")] = item[1]
    except UnreadableError as error:
        found["zip"] = error.args[0]
    return found


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_honest_archive_is_read(method):
    rng = random.Random(8)
    files = {f"{n}/ü{n}.json": rng.randbytes(n * 37) for n in range(60)}
    assert held(zipped(files, method)) == files


@pytest.mark.parametrize("whole", [
    forged([replace(GOOD, is_large=True)], large=True),
    forged([GOOD], before=b"MZ" * 500),
    forged([GOOD], comment=b"x" * 0xFFFF),
])  # fmt: skip
def test_large_prefixed_and_commented_archives_are_read(whole):
    assert held(whole) == {"answers.json": b'{"a": 1}'}


@pytest.mark.parametrize("raw", ["Zoë.json".encode(), "Zoë.json".encode("cp437")])
def test_a_name_is_read_as_utf_8_or_else_as_code_page_437(raw):
    assert held(forged([replace(GOOD, name=raw)])) == {"Zoë.json": b'{"a": 1}'}


def test_one_bad_member_does_not_spoil_the_others():
    """Of an archive with every kind of bad member the good ones are read."""
    bad = [
        replace(GOOD, name=b"lock.json", flags=1),
        replace(GOOD, name=b"crc.json", crc=7),
        replace(GOOD, name=b"link.json", mode=hostile.LINK),
        hostile.lying_bomb(b"bomb.json"),
        replace(GOOD, name=b"../up.json"),
    ]
    found = held(forged([GOOD, *bad, replace(GOOD, name=b"last.json")]))
    read = [name for name, item in found.items() if isinstance(item, bytes)]
    assert (read, len(found)) == (["answers.json", "last.json"], 7)


@pytest.mark.parametrize("name", hostile.UNSAFE)
def test_an_unsafe_name_is_refused_by_name_whatever_the_member_is(name):
    found = held(forged([replace(GOOD, name=name), GOOD]))
    assert list(found.values()) == ["unsafe-name", b'{"a": 1}']
    assert all(each.isprintable() for each in found)


@pytest.mark.parametrize("name", hostile.LITTER)
def test_what_systems_leave_in_archives_is_not_even_told(name):
    assert held(zipped({name: b"{}", "answers.json": b"[]"})) == {"answers.json": b"[]"}


def test_of_two_members_with_one_name_the_last_is_read():
    whole = forged([GOOD, replace(GOOD, data=b"[2]")])
    found = ArchiveReader().read("zip", io.BytesIO(whole))
    assert [item[1] for item in found] == ["same-name", b"[2]"]


@pytest.mark.parametrize(
    ("depth", "wanted"), [(0, b"{}"), (1, b"{}"), (2, b"{}"), (3, "too-deep"), (9, "too-deep")]
)
def test_an_archive_may_stand_in_two_others_and_no_deeper(depth, wanted):
    found = held(hostile.nested(b"{}", depth))
    assert list(found.values()) == [wanted]
    assert next(iter(found)).count("work.zip") == min(depth, 3)


def test_members_that_share_their_bytes_count_as_if_each_had_its_own():
    found = list(held(hostile.overlapping(), LIMITS._replace(unpacked=5_000_000)).values())
    assert sum(len(each) for each in found if isinstance(each, bytes)) <= 5_000_000
    assert len(found) > 50


def test_an_archive_of_archives_of_bombs_is_refused_piece_by_piece():
    """As in the archive that is known as 42: bombs in archives in archives."""
    inner = forged([hostile.bomb(b"%d.json" % n, 20_000_000) for n in range(3)])
    middle = zipped({f"{n}.zip": inner for n in range(3)})
    outer = zipped({f"{n}.zip": middle for n in range(3)})
    assert list(held(outer).values()) == ["too-big"] * 27
    assert list(held(zipped({"a.zip": outer})).values()) == ["too-deep"] * 9


@pytest.mark.parametrize(
    ("whole", "limits", "found"),
    [
        (zipped({"big.zip": zipped({"a.json": random.Random(1).randbytes(20_000)})}),
         {"inner_archive": 10_000}, ["too-big"]),
        (forged([hostile.bomb(b"big.zip", 60_000_000)]), {}, ["too-big"]),
        (hostile.many(10), {"members": 10}, [b"{}"] * 10),
        (hostile.many(11), {"members": 10}, ["too-many"]),
        (zipped({f"{n}.zip": hostile.many(10) for n in range(3)}),
         {"members": 25}, [*[b"{}"] * 20, "too-many"]),
        (zipped({f"{n}.json": b"0" * 300 for n in range(5)} | {"small.json": b"1"}),
         {"unpacked": 1_000}, [*[b"0" * 300] * 3, "too-big", "too-big", b"1"]),
    ],
    ids=["inner archive", "inner bomb", "ten", "eleven", "ten in each of three", "in all"],
)  # fmt: skip
def test_what_is_read_is_bounded(whole, limits, found):
    """Members and bytes are counted over all archives that stand in one."""
    assert list(held(whole, LIMITS._replace(**limits)).values()) == found


def test_a_directory_is_measured_before_it_is_read():
    """Neither a large directory nor one that says it is large takes memory."""

    class Counting(io.BytesIO):
        most = 0

        def read(self, size=-1):
            self.most = max(self.most, size)
            return super().read(size)

    limits = LIMITS._replace(directory=100_000)
    file = Counting(zipped({f"{n}/{'x' * 900}.json": b"{}" for n in range(200)}))
    with pytest.raises(UnreadableError, match="too-big"):
        list(ArchiveReader(limits).read("zip", file))
    assert file.most < limits.directory


def test_a_bomb_takes_little_memory():
    """A member that would unpack to 60 MB is stopped at its limit, whatever its header says."""
    whole = forged([hostile.lying_bomb(), hostile.bomb(b"b.json"), hostile.lying_bomb(b"c.zip")])
    tracemalloc.start()
    assert list(held(whole).values()) == ["broken-zip", "too-big", "broken-zip"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def _originals():
    """Archives of all sorts, to be mutated."""
    inner = zipped({"answers.json": b'{"a": 1}' * 20, "__MACOSX/._answers.json": b"\0" * 9})
    return [
        zipped({"Ann_1_assignsubmission_file_/work.zip": inner, "b.json": b"[]", "c.pdf": b"%PDF"}),
        zipped({"a.json": b"{}" * 99, "b/c.json": b"[1, 2]"}, zipfile.ZIP_STORED),
        forged([GOOD, replace(GOOD, name=b"b.json", is_large=True)], large=True, comment=b"hello"),
        forged([GOOD, replace(GOOD, name=b"l.json", mode=hostile.LINK)], before=b"MZ" * 9),
        hostile.nested(b"[7]", 2),
        hostile.overlapping(4),
    ]


def test_mutated_archives_give_members_or_refusals_and_nothing_else(tmp_path, monkeypatch):
    """Whatever is read of a mutated archive has the checksum that it should; little memory is taken."""
    monkeypatch.chdir(tmp_path)
    rng, originals, told = random.Random("archives"), _originals(), set()
    tracemalloc.start()
    for number in range(MUTANTS):
        raw = originals[number % len(originals)]
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            raw = changed_bytes(raw, rng) or b"P"
        found = held(raw)
        told |= {str(each) for each in found.values() if isinstance(each, str)}
        assert all(name.isprintable() and len(name) < 400 for name in found)
        assert all(len(each) <= LIMITS.answers for each in found.values())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(told) > 5
    assert peak < 40_000_000
    assert not list(tmp_path.iterdir())
