"""QTI 2.1: a content package with a test, an item a question, and the pictures as files.

Sets of cards are marked card by card, and only all that are right with no other earn the points.
Of an item's puzzles where learners get their own, the test selects one.
"""

import io
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.exported import Exported
from ono_tutor.classroom.exports.lots import lots_of
from ono_tutor.classroom.exports.markup import written
from ono_tutor.classroom.exports.qti_item import item
from ono_tutor.classroom.exports.qti_package import TEST_FILE, item_file, manifest, picture_file
from ono_tutor.classroom.exports.qti_test import test

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the package, so that the same assignment gives the same bytes."""


def qti(assignment: Assignment) -> Exported:
    """The assignment as a content package of QTI 2.1."""
    found = lots_of(assignment, takes_all=True)
    files = {
        "imsmanifest.xml": written(manifest(assignment, found)),
        TEST_FILE: written(test(assignment, found)),
    }
    for question in (one for lot in found.lots for one in lot.questions):
        files[item_file(question)] = written(item(question, f"../{picture_file(question)}"))
        files[picture_file(question)] = question.picture.encode()
    name = f"{assignment.id}-qti21.zip"
    return Exported(_zipped(files), name, found.count, found.left_out)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return packed.getvalue()
