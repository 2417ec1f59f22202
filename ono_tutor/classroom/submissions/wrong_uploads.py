"""Files that learners hand in by mistake: what each is, and what to hand in instead.

They are known by how their names end, and where that is ``.json`` by the format that they name.
Nothing of them is opened.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath

from ono_tutor.i18n import N_, lazy_gettext

_BY_ENDING = (
    ((".ipynb",), N_("a notebook, perhaps the exercise itself")),
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


def why_other(name: str) -> str:
    """Return why a file of this name is passed over, and what is wanted instead."""
    folded = name.casefold()
    if name.startswith("."):
        return "it is hidden, so it is passed over"
    if folded.endswith(_ARCHIVES):
        return "of archives only zip is opened; unpack it and give the folder"
    what = next((words for endings, words in _BY_ENDING if folded.endswith(endings)), None)
    return _told(what) if what else str(lazy_gettext(_OTHER))


def why_other_format(found: Mapping[str, object]) -> str:
    """Return why an object is no answers file where it is known what it is; else nothing."""
    family = str(found.get("format")).partition("/")[0]
    what = _BY_FORMAT.get(family, _BY_ENDING[0][1] if "nbformat" in found else "")
    return _told(what) if what else ""


def _told(what: str) -> str:
    return str(lazy_gettext(_IT_IS, what=lazy_gettext(what), wanted=lazy_gettext(_WANTED)))


def message_to_learner(name: str, cause: str, reason: str) -> str:
    """Return what a teacher can send to whoever handed in a file that is not graded."""
    file = PurePosixPath(name.rpartition(" > ")[2].replace("\\", "/")).name
    how = lazy_gettext(_HOW.get(cause, _AGAIN), wanted=lazy_gettext(_WANTED))
    return str(lazy_gettext(_MESSAGE, file=file, reason=reason.partition("; ")[0], how=how))


_IT_IS = N_("it is {what}; wanted is {wanted}")
_OTHER = N_("it is passed over: an answers file ends in .json, and an archive in .zip")
_WANTED = N_(
    "the answers file that pressing “Hand in” makes, in the notebook or on the practice page (its "
    "name ends in .json)"
)
_MESSAGE = N_("Your file {file} could not be graded: {reason}. {how}")
_INSTEAD = N_("Please upload {wanted}.")
_AGAIN = N_("Please open the exercise, press “Hand in” once more, and upload that file as it is.")
_HOW = {
    "other-file": _INSTEAD,
    "not-json": _INSTEAD,
    "not-answers": _INSTEAD,
    "too-deep": _INSTEAD,
    "not-zip": _INSTEAD,
    "encrypted": _INSTEAD,
    "unsupported-method": _INSTEAD,
    "other-assignment": N_("Please hand in the exercise that was set, not another one."),
    "other-learner": N_("Please hand in your own work, under your own name."),
    "no-name": N_("Please write your name when you are asked for it, and hand in again."),
}
