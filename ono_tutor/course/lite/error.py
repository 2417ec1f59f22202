"""What is said where the course cannot be built as a folder of files."""

from ono_tutor.errors import OnoError


class LiteError(OnoError):
    """The folder cannot be built; the message is one line that names the cause."""

    kind = "lite"
