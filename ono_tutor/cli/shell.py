"""The group of commands, at home in a shell whose streams may be full, closed or broken."""

import errno
import io
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

import click

_THAT_FAIL = ("strict", "surrogateescape")
"""Ways of a stream with what it cannot encode that end in an error; the second is that of C."""


class Shell(click.Group):
    """Commands that answer a fault of the standard streams with one line and status 1.

    A reader who leaves early (``| head -1``) is no fault to speak of: that ends quietly, with
    status 1 as well. ``modules`` names the module of this package that each command stands in;
    it is loaded when the command is asked for.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; None where there is none."""
        if cmd_name not in self._modules:
            return None
        module = import_module(f"{__package__}.{self._modules[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command that the words name, as :meth:`click.Group.main` does."""
        _put_in_place_of_closed()
        _spell_out_what_cannot_be_shown()
        try:
            if sys.stdout is None:
                raise OSError(errno.EBADF, "the standard output is closed")
            return super().main(*args, **extra)
        except OSError as error:
            _tell(error)
            raise SystemExit(1) from None


class _ClosedInput(io.RawIOBase):
    """An input that cannot be read, and says so only when somebody tries."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise OSError(errno.EBADF, "the standard input is closed")


def _put_in_place_of_closed() -> None:
    """Python has None for a closed stream; give those that may stay closed a stand-in."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()))
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - for the rest of the run


def _spell_out_what_cannot_be_shown() -> None:
    r"""A character that the terminal's encoding does not have is written as ``\u0142``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in _THAT_FAIL:
            stream.reconfigure(errors="backslashreplace")


def _tell(error: OSError) -> None:
    """Say the fault in one line where that is possible, and leave nothing to write at the end."""
    cause = error.strerror or str(error)
    message = f"{error.filename}: {cause}" if error.filename else cause
    _silence(sys.stdout)
    try:
        click.echo(f"error: {message}", err=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: IO[str] | None) -> None:
    """Lead a stream that cannot be written to nowhere, so that its rest is not tried again."""
    with suppress(OSError):
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
