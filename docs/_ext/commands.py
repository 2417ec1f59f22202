"""A directive for the command line's page: every command, from the command objects themselves."""

from collections.abc import Iterator
from importlib import import_module
from inspect import cleandoc

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

UNWRAPPED = "\b"
"""The mark by which click keeps the lines of a paragraph as they are."""


class CommandsDirective(SphinxDirective):
    """The commands below a click group, named as ``package.module:group``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module, _, name = self.arguments[0].partition(":")
        root = getattr(import_module(module), name)
        loaded = import_module(module).__file__
        if loaded:
            self.env.note_dependency(loaded)
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


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("click-commands", CommandsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
