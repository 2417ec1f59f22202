"""Feedback pages in archives, to give back: one that Moodle takes, one for everybody else.

In ``feedback-moodle.zip`` each page lies in a folder such as
``Ann Lee_4417_assignfeedback_file_``, by which Moodle's *Upload multiple feedback files in a zip*
finds the learner; it holds whoever has a place in a download from Moodle. ``feedback.zip`` holds
the pages of all others. Every page in them is self-contained.
"""

import zipfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, cast

from ono_tutor.atomic_files import WholeFile, output_errors
from ono_tutor.classroom.report.feedback import self_contained_page

MOODLE_FEEDBACK, OTHER_FEEDBACK = ARCHIVES = ("feedback-moodle.zip", "feedback.zip")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same pages make the same archive."""


class FeedbackArchives:
    """The archives of one run, written as pages come; ``counts`` says how many each holds."""

    def __init__(self, folder: Path, page_name: str, stack: ExitStack) -> None:
        self.counts = dict.fromkeys(ARCHIVES, 0)
        self._folder, self._page_name = folder, page_name
        self._stack = stack
        self._zips: dict[str, tuple[WholeFile, zipfile.ZipFile]] = {}

    def add(self, moodle: str, name: str, page: str, shared: Mapping[str, str]) -> None:
        """Put a page into an archive: Moodle's if it has the learner under the name ``moodle``."""
        archive, member = OTHER_FEEDBACK, name
        if moodle:
            archive, member = MOODLE_FEEDBACK, f"{moodle}_assignfeedback_file_/{self._page_name}"
        if archive not in self._zips:
            file = self._stack.enter_context(WholeFile(self._folder / archive))
            raw_file = cast("BinaryIO", file.text.buffer)
            self._zips[archive] = file, zipfile.ZipFile(raw_file, "w", zipfile.ZIP_DEFLATED)
        file, zip_ = self._zips[archive]
        with output_errors(file.path):
            raw = self_contained_page(page, shared).encode("utf-8", "backslashreplace")
            info = zipfile.ZipInfo(member, _LONG_AGO)
            info.external_attr = 0o644 << 16
            zip_.writestr(info, raw, zipfile.ZIP_DEFLATED)
        self.counts[archive] += 1

    def finish(self) -> list[WholeFile]:
        """Return the archives, whole, to be put in place of older ones."""
        for file, zip_ in self._zips.values():
            with output_errors(file.path):
                zip_.close()
            file.finish()
        return [file for file, _ in self._zips.values()]

    def remove_old(self) -> None:
        """Remove an archive of an earlier run that this one has no page for."""
        for archive in ARCHIVES:
            if archive not in self._zips:
                with output_errors(self._folder / archive):
                    (self._folder / archive).unlink(missing_ok=True)
