"""Builders of files as learners and their attackers hand them in; nothing here is read back."""

import io
import json
import struct
import zipfile
import zlib
from dataclasses import dataclass, replace
from functools import cache

FORMAT = "ono-tutor-answers/1"
LINK, PIPE, DEVICE = 0o120777, 0o010666, 0o020666
NAMES = {
    "html": "<img src=x onerror=alert(1)>",
    "formula": '=HYPERLINK("http://x","me")',
    "command": "@SUM(1+1)*cmd|' /C calc'!A0",
    "markup": "[red]Ann[/red] {name} %s",
    "quotes": "\"'`;--",
    "comma": "Lee, Ann; x",
}
"""Names of learners that are names, and that nothing may take for anything else."""
NO_NAMES = {
    "escape": "Ann\x1b[31m",
    "override": "Ann \u202eeeL",
    "no characters": "\u200b",
    "half a character": "Ann\ud800",
    "nul": "Ann\0",
    "endless": "A" * 100_000,
    "nothing": "  ",
    "a number": 5,
    "a list": ["Ann"],
}


def answers(assignment="a-1", learner="Ann Lee", rows=(), **more):
    """The bytes of an answers file; rows are dicts, ``more`` are fields beside those of the format."""
    whole = {"format": FORMAT, "assignment": assignment, "learner": learner, "answers": list(rows)}
    return json.dumps(whole | more).encode()


def row(puzzle, answer, **more):
    """An answer of a file."""
    return {"puzzle": puzzle, "answer": answer} | more


def zipped(members, method=zipfile.ZIP_DEFLATED):
    """An honest archive as Python's own module writes it, of names and their bytes, of one day."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, (2026, 11, 20, 12, 0, 0))
            archive.writestr(member, data, method)
    return held.getvalue()


@dataclass(frozen=True)
class Part:
    """A member of an archive that may lie: what is None is as it should be."""

    name: bytes
    data: bytes = b"{}"
    method: int = 8
    flags: int = 0
    mode: int = 0
    packed: bytes | None = None
    crc: int | None = None
    says_packed: int | None = None
    says_unpacked: int | None = None
    starts: int | None = None
    local_name: bytes | None = None
    is_large: bool = False

    @property
    def body(self):
        """The bytes as they stand in the archive."""
        if self.packed is not None:
            return self.packed
        engine = zlib.compressobj(9, zlib.DEFLATED, -15)
        return engine.compress(self.data) + engine.flush() if self.method == 8 else self.data


def forged(parts, *, before=b"", after=b"", comment=b"", large=False, **lies):
    """An archive that is written byte by byte.

    ``lies`` replace ``members``, ``size`` or ``offset`` of the end record; ``large`` writes the
    records for large archives; ``before`` and ``after`` stand round the archive.
    """
    held, starts = io.BytesIO(), []
    for part in parts:
        starts.append(held.tell())
        held.write(_local(part) + part.body)
    offset = held.tell()
    for part, start in zip(parts, starts, strict=True):
        held.write(_central(part, start))
    size = held.tell() - offset
    says = {"members": len(parts), "size": size, "offset": offset} | lies
    return before + held.getvalue() + _end(says, offset + size, comment, large) + after


def _local(part):
    name = part.name if part.local_name is None else part.local_name
    sizes = len(part.body), len(part.data)
    return struct.pack(
        "<4s5H3L2H", b"PK\3\4", 20, part.flags, part.method, 0, 0, _crc(part), *sizes, len(name), 0
    ) + name  # fmt: skip


def _crc(part):
    return zlib.crc32(part.data) if part.crc is None else part.crc


def _central(part, start):
    packed = len(part.body) if part.says_packed is None else part.says_packed
    unpacked = len(part.data) if part.says_unpacked is None else part.says_unpacked
    place = start if part.starts is None else part.starts
    extra = b""
    if part.is_large:
        extra = struct.pack("<HHQQQ", 1, 24, unpacked, packed, place)
        packed = unpacked = place = 0xFFFFFFFF
    head = struct.pack(
        "<4s6H3L5H2L", b"PK\1\2", 20 | 3 << 8, 20, part.flags, part.method, 0, 0, _crc(part),
        packed, unpacked, len(part.name), len(extra), 0, 0, 0, part.mode << 16, place,
    )  # fmt: skip
    return head + part.name + extra


def _end(says, place, comment, large):
    members, size, offset = says["members"], says["size"], says["offset"]
    first = b""
    if large:
        first = struct.pack(
            "<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, members, members, size, offset
        )
        first += struct.pack("<4sLQL", b"PK\6\7", 0, place, 1)
        members, size, offset = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF
    return first + struct.pack(
        "<4s4H2LH", b"PK\5\6", 0, 0, members, members, size, offset, len(comment)
    ) + comment  # fmt: skip


ZEROS = b"0" * 1_990_000


@cache
def bomb(name=b"answers.json", size=60_000_000):
    """A member that honestly unpacks to a great deal."""
    engine, step = zlib.compressobj(9, zlib.DEFLATED, -15), b"0" * 1_000_000
    crc, body = 0, b""
    for _ in range(size // len(step)):
        body += engine.compress(step)
        crc = zlib.crc32(step, crc)
    body += engine.flush()
    return Part(name, packed=body, says_unpacked=size, crc=crc)


def lying_bomb(name=b"answers.json"):
    """A member that says it is small, and goes on and on."""
    return replace(bomb(name), says_unpacked=100)


def overlapping(count=100):
    """An archive whose members are all the same bytes."""
    kernel = Part(b"0.json", ZEROS)
    parts = [kernel, *(replace(kernel, name=b"%d.json" % n, packed=b"", starts=0,
                               says_packed=len(kernel.body)) for n in range(1, count))]  # fmt: skip
    return forged(parts)


def nested(data, depth, name="answers.json"):
    """An archive in ``depth`` others, with this in the innermost."""
    whole = zipped({name: data})
    for _ in range(depth):
        whole = zipped({"work.zip": whole})
    return whole


def many(count, data=b"{}"):
    """An archive of so many answers files."""
    return zipped({f"{number}.json": data for number in range(count)}, zipfile.ZIP_STORED)


UNSAFE = (
    b"../answers.json", b"a/../../answers.json", b"..", b"a/..", b"/etc/answers.json",
    b"//server/answers.json", b"C:/answers.json", b"c:answers.json", b"..\\answers.json",
    b"a\\b.json", b"\\\\server\\answers.json", b"answers.json\0.pdf", b"a\nb.json",
    b"\x1b[2J.json", b"\x7f.json", "a\x85.json".encode(), b"", b".", b"a/./../b.json",
    b"../", b"__MACOSX/../../x.json", b"../evil.pdf",
)  # fmt: skip
"""Names of members that no honest archive has."""

LITTER = (
    "__MACOSX/._answers.json", "__MACOSX/Ann/._answers.json", "Ann/.DS_Store", "Thumbs.db",
    "desktop.ini", "Desktop.ini", "._answers.json", "__MACOSX/", "Ann/",
)  # fmt: skip
"""What systems put into archives and folders."""


@cache
def hostile_archives():
    """Archives by what is wrong with them, each with the cause that its one answers file gets."""
    good = Part(b"answers.json", b'{"a": 1}')
    return {
        "a bomb": (forged([bomb()]), "too-big"),
        "a bomb that lies": (forged([lying_bomb()]), "broken-zip"),
        "one that is too long": (forged([Part(b"a.json", bytes(range(256)) * 9_000, 0)]), "too-big"),
        "a lock": (forged([replace(good, flags=1)]), "encrypted"),
        "a lock said of the directory alone": (forged([replace(good, flags=1 << 13)]), "encrypted"),
        "bzip2": (zipped({"answers.json": b"{}"}, zipfile.ZIP_BZIP2), "broken-zip"),
        "LZMA": (zipped({"answers.json": b"{}"}, zipfile.ZIP_LZMA), "broken-zip"),
        "a method of nobody": (forged([replace(good, method=77)]), "broken-zip"),
        "a wrong checksum": (forged([replace(good, crc=1)]), "broken-zip"),
        "less than is said": (forged([replace(good, says_unpacked=99)]), "broken-zip"),
        "another name inside": (forged([replace(good, local_name=b"ANSWERS.json")]), "broken-zip"),
        "a member elsewhere": (forged([replace(good, starts=3)]), "broken-zip"),
        "a member beyond all": (forged([replace(good, starts=2**63, is_large=True)]), "broken-zip"),
        "a directory beyond the end": (forged([good], offset=9_999), "broken-zip"),
        "bytes never packed": (forged([replace(good, packed=b"\xff" * 50)]), "broken-zip"),
        "an end in the middle": (forged([replace(good, packed=good.body[:-3])]), "broken-zip"),
        "stored, but not so long": (
            forged([replace(good, method=0, says_unpacked=5)]), "broken-zip"
        ),
        "a link": (forged([replace(good, mode=LINK, data=b"/etc/passwd")]), "symbolic-link"),
        "a pipe": (forged([replace(good, mode=PIPE)]), "special-file"),
        "a device": (forged([replace(good, mode=DEVICE)]), "special-file"),
    }  # fmt: skip


def broken_archives():
    """What is no archive, or not one that can be looked into, with the cause."""
    good = [Part(b"answers.json", b'{"a": 1}')]
    whole = forged(good)
    return {
        "empty": (b"", "broken-zip"),
        "a text": (b"I forgot to zip it", "broken-zip"),
        "a RAR": (b"Rar!\x1a\x07\x01\x00" + b"x" * 90, "broken-zip"),
        "half of it": (whole[: len(whole) // 2], "broken-zip"),
        "all but a byte": (whole[:-1], "broken-zip"),
        "a directory beyond the start": (forged(good, size=9_999), "broken-zip"),
        "a directory that is cut": (forged(good, size=20), "broken-zip"),
        "a giant directory": (forged(good, large=True, size=2**60), "broken-zip"),
        "a record for large archives that is none": (
            forged(good, large=True).replace(b"PK\6\6", b"PK\6\5"), "broken-zip"
        ),
    }  # fmt: skip


def hostile_answers(assignment="a-1", puzzle="p-1", answer="H"):
    """Answers files by what is wrong with them; none of them can be graded."""
    good = answers(assignment, "Mallory", [row(puzzle, answer)])
    return {
        "empty": b"",
        "no JSON": b"see attachment",
        "a page": b"<!doctype html><script>alert(1)</script>",
        "half of it": good[: len(good) // 2],
        "all but a byte": good[:-1],
        "deeply nested": b"[" * 100_000 + b"]" * 100_000,
        "a text without an end": b'"' + b'\\"' * 900_000,
        "UTF-16": good.decode().encode("utf-16"),
        "a broken byte": good.replace(b"Mallory", b"Mall\xffry"),
        "NaN": good.replace(json.dumps(answer).encode(), b"NaN"),
        "a number too large": good.replace(json.dumps(answer).encode(), b"1e999"),
        "a number of 5,000 digits": good.replace(json.dumps(answer).encode(), b"9" * 5_000),
        "a field twice": good[:-1] + b', "learner": "Ann Lee"}',
        "a list": b"[" + good + b"]",
        "another format": good.replace(b"answers/1", b"marks/1"),
        "a newer version": good.replace(b"answers/1", b"answers/2"),
        "no answers": answers(assignment, "Mallory").replace(b"[]", b"{}"),
        "a long file": good + b" " * 2_000_000,
        "too many answers": answers(assignment, "Mallory", [row(puzzle, answer)] * 10_001),
        **{f"a name: {kind}": answers(assignment, name) for kind, name in NO_NAMES.items()},
    }
