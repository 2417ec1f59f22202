"""How much is read of what learners hand in, in numbers."""

from typing import NamedTuple

from ono_tutor import strict_json


class Limits(NamedTuple):
    """The most that is read; sizes in bytes.

    ``archive`` is that of an archive on disk, ``inner`` that of one in another once it is
    unpacked, ``depth`` how many archives may stand round that; ``unpacked`` and ``members_in_all``
    are of an archive on disk with all that are in it. ``ratio`` is how many times longer than
    packed a member may be before its size is taken for an attack and not for a mistake.
    """

    answers: int = strict_json.LIMITS.most_bytes
    archive: int = 500_000_000
    members: int = 50_000
    directory: int = 20_000_000
    inner: int = 50_000_000
    depth: int = 2
    unpacked: int = 1_000_000_000
    members_in_all: int = 200_000
    ratio: int = 100
    folders: int = 50


LIMITS = Limits()
