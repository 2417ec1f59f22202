"""What only the teacher is told of a learner: it stands in ``marks.csv``, and on no page."""

from enum import StrEnum
from typing import NamedTuple


class NoteTopic(StrEnum):
    """What a remark is about, so that remarks of one sort can be told together."""

    NEAR = "near"
    NOT_GRADABLE = "not-gradable"
    UNREAD = "unread"
    OTHERS = "others"
    ASIDE = "aside"


class TeacherNote(NamedTuple):
    """A sentence for the teacher; it may repeat one that the learner is told too."""

    about: NoteTopic
    text: str
