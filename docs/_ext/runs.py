"""A directive that runs a command of ``ono-tutor`` and shows what it printed.

The commands of a page run in order, in a folder of the page's own.
"""

import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner
from docutils import nodes
from docutils.parsers.rst import directives
from example_class import hand_in
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.cli.main import main

FOLDER = "run-folder"


class RunDirective(SphinxDirective):
    """A command and its output, the names of files spelled out as a shell does.

    ``:expect:`` is a text that the output must have, ``:status:`` the exit status, 0 unless
    told otherwise. ``:after:`` ``hand-in`` lets the page's class hand in first.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {
        "status": directives.nonnegative_int,
        "expect": directives.unchanged_required,
        "after": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        if self.options.get("after") == "hand-in":
            hand_in(self._folder)
        words = " ".join(self.arguments[0].split())
        printed = self._printed(words)
        command = nodes.literal_block(f"ono-tutor {words}", f"ono-tutor {words}", language="sh")
        return [command, nodes.literal_block(printed, printed, language="none")]

    @property
    def _folder(self) -> Path:
        """Where this page's commands run."""
        held = self.env.temp_data
        if FOLDER not in held:
            held[FOLDER] = tempfile.TemporaryDirectory(prefix="ono-docs-")
        return Path(held[FOLDER].name)

    def _printed(self, words: str) -> str:
        with chdir(self._folder):
            done = CliRunner().invoke(main, list(_spelled_out(words)))
        wanted, text = self.options.get("status", 0), self.options.get("expect", "")
        if done.exit_code != wanted or text not in done.output:
            place = f"{self.get_source_info()[0]}:{self.lineno}"
            said = f"{place}: ono-tutor {words} ended with {done.exit_code}; the page claims"
            raise ExtensionError(f"{said} {wanted} and {text!r}\n{done.output}")
        return done.output.strip("\n")


def _spelled_out(words: str) -> Iterator[str]:
    for word in shlex.split(words):
        yield from sorted(map(str, Path().glob(word))) if "*" in word else [word]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("ono-run", RunDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
