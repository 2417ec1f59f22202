"""Explain to a teacher and to the learner why a file is no answers file.

A file is judged by the end of its name, and a JSON file by its ``format``; none is opened.
"""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from ono_tutor.i18n import N_, _, gettext

_NOTEBOOK = N_("a notebook, perhaps the exercise itself")
_BY_ENDING = (
    ((".ipynb",), _NOTEBOOK),
    ((".sqlite", ".sqlite-journal", ".sqlite-wal", ".db"), N_("a progress file")),
    ((".png", ".jpg", ".jpeg", ".heic", ".gif", ".bmp", ".webp", ".tiff"), N_("a picture")),
    ((".pdf",), N_("a PDF")),
    ((".doc", ".docx", ".odt", ".rtf", ".pages", ".txt", ".md"), N_("a text document")),
    ((".xls", ".xlsx", ".ods", ".csv", ".numbers"), N_("a table")),
    ((".ppt", ".pptx", ".odp", ".key"), N_("slides")),
    ((".html", ".htm", ".mhtml", ".webarchive", ".url", ".webloc"), N_("a web page")),
    ((".py", ".r", ".js"), N_("a program")),
    ((".mp3", ".m4a", ".mp4", ".mov", ".webm"), N_("a recording")),
)
_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".xz", ".txz", ".zst")
_BY_FORMAT = {
    "ono-tutor-desk": N_("the notes of an exercise (ono-homework.json)"),
    "ono-tutor-progress": N_("a copy of somebody's progress"),
    "ono-tutor-assignment": N_("the exercise itself, not the answers to it"),
    "ono-tutor-report": N_("the report on a class"),
    "ono-tutor-transcript": N_("a game that was written down"),
    "ono-tutor-proof": N_("a proof"),
}

_INSTEAD = N_("Please press Hand in and upload the .json file it makes.")
_AGAIN = N_("Please open the exercise, press Hand in once more, and upload that file as it is.")
_HOW = {
    "other-file": _INSTEAD,
    "not-json": _INSTEAD,
    "not-answers": _INSTEAD,
    "too-deep": _INSTEAD,
    "encrypted": _INSTEAD,
    "other-assignment": N_("Please hand in the exercise that was set, not another one."),
    "other-learner": N_("Please hand in your own work, under your own name."),
    "no-name": N_("Please write your name when you are asked for it, and hand in again."),
}


def why_other(name: str) -> str:
    """Return why a file of this name is passed over, and what is wanted instead."""
    if name.startswith("."):
        return "it is hidden, so it is passed over"
    if name.casefold().endswith(_ARCHIVES):
        return "only zip archives are opened; unpack it and give the folder"
    return why_other_ending(name) or gettext(
        "it is neither an answers file (.json) nor an archive (.zip)"
    )


def why_other_ending(name: str) -> str:
    """Return why a file is no answers file, by the end of its name, or "" if that says nothing."""
    folded = name.casefold()
    what = next((words for endings, words in _BY_ENDING if folded.endswith(endings)), None)
    return _describe(what) if what else ""


def why_other_format(content: Mapping[str, object]) -> str:
    """Return why an object is no answers file, or "" if its format is not known."""
    family = str(content.get("format")).partition("/")[0]
    what = _BY_FORMAT.get(family, _NOTEBOOK if "nbformat" in content else "")
    return _describe(what) if what else ""


def message_to_learner(name: str, cause: str, reason: str) -> str:
    """Return a message that a teacher can send to the learner whose file was refused."""
    file = PurePosixPath(name.rpartition(" > ")[2].replace("\\", "/")).name
    how = _(_HOW.get(cause, _AGAIN))
    for what in (*(words for __, words in _BY_ENDING), *_BY_FORMAT.values()):
        if reason == _describe(what):
            return gettext("Your file {file} is {what}. {how}", file=file, what=_(what), how=how)
    plain = re.split(r"; | \((?:byte \d|not JSON: )", reason)[0]
    return gettext(
        "Your file {file} could not be graded: {reason}. {how}", file=file, reason=plain, how=how
    )


def _describe(what: str) -> str:
    return gettext("it is {what}, not an answers file", what=_(what))
