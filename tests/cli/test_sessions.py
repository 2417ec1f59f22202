"""The command line as people meet it: what each command of a session says, word for word.

In a session ``#`` begins a remark and ``$`` a command, the lines that are typed after ``<`` behind
it. What else stands there is said, after ``!`` on standard error, and ``[1]`` is the status.
``write`` writes its lines into a file, ``ls`` and ``cat`` show what was written. ``--refresh``
writes all that is said anew; read it.
"""

import shlex
from pathlib import Path

import pytest

SESSIONS = Path(__file__).parent / "sessions"


def reply(command, cli):
    """Return what a command of a session says."""
    words, _, typed = command.partition(" < ")
    first, *paths = words.split()
    if first == "ls":
        found = sorted(path.as_posix() for path in Path(paths[0]).rglob("*") if path.is_file())
        return "\n".join(found)
    if first == "write":
        Path(paths[0]).write_text("\n".join(shlex.split(typed)), "utf-8")
        return ""
    if first == "cat":
        return "\n".join(path.read_text("utf-8") for path in sorted(Path().glob(paths[0])))
    done = cli(words, text="".join(f"{line}\n" for line in shlex.split(typed)))
    errors = "".join(f"! {line}\n" for line in done.err.splitlines())
    return done.out + errors + (f"[{done.status}]" if done.status else "")


@pytest.mark.parametrize("name", sorted(path.stem for path in SESSIONS.iterdir()))
def test_session(name, room, cli, request):
    """Each command says what it said, in the order of the session."""
    path, said = SESSIONS / f"{name}.txt", ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# "):
            said += f"\n{line}"
        elif line.startswith("$ "):
            said += f"\n{line}\n{reply(line[2:], cli)}".rstrip() + "\n"
    if request.config.getoption("refresh"):
        path.write_text(said.lstrip(), encoding="utf-8")
    assert path.read_text("utf-8") == said.lstrip()
