"""The start of ``ono-tutor``: prints its help from ``help.txt``, and leaves the rest to click.

Loading click takes longer than all the rest of the start.
"""

import os
import sys

PROGRAM = "ono-tutor"


def start() -> None:
    """Run the command that the words of the command line name."""
    if sys.argv[1:] in (["--help"], ["-h"]):
        try:
            sys.stdout.write(help_text())
            sys.stdout.flush()
            return
        except OSError:
            pass  # the command says what is wrong with the stream

    from ono_tutor.cli.main import main  # noqa: PLC0415 - slow to import

    main(prog_name=PROGRAM)


def help_text() -> str:
    """Return what ``ono-tutor --help`` prints."""
    folder = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is slow to import
    with open(os.path.join(folder, "help.txt"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return file.read()
