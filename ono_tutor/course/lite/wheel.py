"""The wheel that the browser installs: this package and its lessons, without the command line."""

import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from ono_tutor.course.lessons import lesson_files

NAME = "ono_tutor"
NOT_IN_A_BROWSER = frozenset({"cli", "sphinx_ext", "__main__.py", "__pycache__", "lessons"})
"""The rooms that the browser has no use for; the lessons are added from where they are kept."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same files make the same wheel."""


def browser_wheel(folder: Path) -> Path:
    """Write the wheel into the folder, from the package as it is installed here."""
    release = version(NAME)
    path = folder / f"{NAME}-{release}-py3-none-any.whl"
    whole = dict(_contents(release))
    record = f"{NAME}-{release}.dist-info/RECORD"
    lines = [f"{name},{_digest(data)},{len(data)}" for name, data in whole.items()]
    whole[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in whole.items():
            wheel.writestr(zipfile.ZipInfo(name, _LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return path


def _contents(release: str) -> Iterator[tuple[str, bytes]]:
    """Every file of the wheel but its record, by its name there."""
    package = Path(str(files(NAME)))
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.is_file() and NOT_IN_A_BROWSER.isdisjoint(inside.parts):
            yield f"{NAME}/{inside.as_posix()}", path.read_bytes()
    for lesson in lesson_files():
        yield f"{NAME}/course/lessons/{lesson.name}", lesson.read_bytes()
    metadata = f"Metadata-Version: 2.1\nName: ono-tutor\nVersion: {release}\n"
    needed = "Requires-Dist: anywidget\nRequires-Dist: ipywidgets\n"
    yield f"{NAME}-{release}.dist-info/METADATA", f"{metadata}{needed}".encode()
    tag = "Wheel-Version: 1.0\nGenerator: ono-tutor\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{NAME}-{release}.dist-info/WHEEL", tag.encode()


def _digest(data: bytes) -> str:
    return f"sha256={urlsafe_b64encode(sha256(data).digest()).rstrip(b'=').decode()}"
