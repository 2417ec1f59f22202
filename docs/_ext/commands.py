"""Directives for the command line: every command as ``--help`` has it, and commands that are run.

``click-commands`` lists the commands below a group. ``ono-run`` runs a command and shows what it
printed; the commands of a page run in order, in a folder of the page's own.
"""

import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from importlib import import_module
from inspect import cleandoc
from pathlib import Path

import click
from click.testing import CliRunner
from docutils import nodes
from docutils.parsers.rst import directives
from made_up import hand_in
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.cli.main import main

FOLDER = "run-folder"
UNWRAPPED = "\b"
"""The mark by which click keeps the lines of a paragraph as they are."""


class CommandsDirective(SphinxDirective):
    """The commands below a click group, named as ``package.module:group``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module, _, name = self.arguments[0].partition(":")
        root = getattr(import_module(module), name)
        context = click.Context(root, info_name="ono-tutor")
        return list(_sections(root, context))


def _sections(group: click.Group, context: click.Context) -> Iterator[nodes.section]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            here = click.Context(command, info_name=name, parent=context)
            below = _sections(command, here) if isinstance(command, click.Group) else ()
            yield _section(command, here, list(below))


def _section(
    command: click.Command, context: click.Context, below: list[nodes.section]
) -> nodes.section:
    """A command: its usage, what it does, its options, and the commands below it."""
    path = context.command_path
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    anchor = path.replace(" ", "-")
    parts = [nodes.literal_block(usage, usage, language="none"), *_help(command)]
    options = _options(command, context)
    title = nodes.title(path, path)
    return nodes.section("", title, *parts, *options, *below, ids=[anchor], names=[])


def _help(command: click.Command) -> Iterator[nodes.Node]:
    """The help's paragraphs; those that stand further in, or say so, keep their lines."""
    told = f"{cleandoc(command.help or '')}\n\n{command.epilog or ''}"
    for text in told.split("\n\n"):
        block = text.removeprefix(UNWRAPPED + "\n")
        if block != text or text.startswith("  "):
            lines = cleandoc(block)
            yield nodes.literal_block(lines, lines, language="none")
        elif text.strip():
            words = " ".join(text.split())
            yield nodes.paragraph(words, words)


def _options(command: click.Command, context: click.Context) -> list[nodes.Node]:
    """The options with what each does, as ``--help`` tells them."""
    records = [param.get_help_record(context) for param in command.get_params(context)]
    found = [record for record in records if record and record[1].strip()]
    items = nodes.definition_list(classes=["command-options"])
    for name, does in found:
        what = nodes.definition("", nodes.paragraph(does, does))
        items += nodes.definition_list_item("", nodes.term("", "", nodes.literal(name, name)), what)
    return [items] if found else []


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
    """Add the directives."""
    app.add_directive("click-commands", CommandsDirective)
    app.add_directive("ono-run", RunDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
