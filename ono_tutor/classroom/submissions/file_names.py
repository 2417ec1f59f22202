"""What the name of a file or of a member of an archive says: what it is, and if it is safe."""

import re
import unicodedata

_LITTER = frozenset({"__macosx", ".ds_store", "thumbs.db", "desktop.ini"})
_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".xz", ".txz", ".zst")


def parts(name: str) -> tuple[str, ...]:
    """The names of a member's folders, and its own, a ``.`` among them left out."""
    return tuple(part for part in name.split("/") if part not in ("", "."))


def unsafe(name: str) -> str:
    """What makes the name of an archive's member unsafe, empty if nothing does.

    Nothing is ever unpacked to disk, so such a name does no harm here. It is refused because only
    a broken or a hostile archive has one.
    """
    if any(unicodedata.category(char) == "Cc" for char in name):
        return "its name has a control character"
    if "\\" in name:
        return "its name has a backslash"
    if name.startswith("/"):
        return "its name begins at the root of a disk"
    if re.match("[A-Za-z]:", name):
        return "its name begins with the letter of a drive"
    if ".." in parts(name):
        return "its name leads out of the archive"
    return "" if parts(name) or name.endswith("/") else "its name is empty"


def is_litter(name: str) -> bool:
    """Whether an operating system put the file there, and nobody means it."""
    return name.casefold() in _LITTER or name.startswith("._")


def is_hidden(name: str) -> bool:
    """Whether it is a file or a folder that is not shown to people."""
    return name.startswith(".")


def is_answers(name: str) -> bool:
    """Whether the file is taken for an answers file."""
    return name.casefold().endswith(".json")


def is_zip(name: str) -> bool:
    """Whether the file is taken for a zip archive."""
    return name.casefold().endswith(".zip")


def why_other(name: str) -> str:
    """Why a file is passed over."""
    if is_hidden(name):
        return "it is hidden, so it is passed over"
    if name.casefold().endswith(_OTHER_ARCHIVES):
        return "of archives only zip is opened; unpack it and give the folder"
    return "it is passed over: an answers file ends in .json, and an archive in .zip"
