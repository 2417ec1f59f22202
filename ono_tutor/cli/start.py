"""The start of ``ono-tutor``: its help stands ready in a file, everything else goes to click.

The file ``help.txt`` is what click writes for a terminal of 80 columns and more; a test compares
the two. Loading click takes longer than all the rest of the start.
"""

import os
import sys

PROGRAM = "ono-tutor"
WIDE = 80
"""Columns from which on click writes the help the same."""


def start() -> None:
    """Run the command that the words of the command line name."""
    try:  # as shutil.get_terminal_size does
        columns = int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(1).columns
    except (OSError, ValueError):
        columns = WIDE
    if sys.argv[1:] in (["--help"], ["-h"]) and columns >= WIDE:
        try:
            sys.stdout.write(help_text())
            sys.stdout.flush()
            return
        except OSError:
            pass  # the command says what is wrong with the stream

    from ono_tutor.cli.main import main  # noqa: PLC0415 - slow to import

    main(prog_name=PROGRAM)


def help_text() -> str:
    """Return what ``ono-tutor --help`` prints in a wide terminal."""
    folder = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is slow to import
    with open(os.path.join(folder, "help.txt"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return file.read()
