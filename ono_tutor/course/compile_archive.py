"""The modules in an archive compiled beforehand: a page that starts has nothing to compile.

Run by the site's own Python in Node (``compile_archive.mjs``), the only one that can make what that
Python reads. It needs the standard library alone.
"""

import importlib.util
import zipfile
from importlib import import_module
from pathlib import Path

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same files make the same archive."""


def compile_archive(archive: Path) -> None:
    """Put in place of each module what it compiles to; other files, and faulty ones, stay."""
    with zipfile.ZipFile(archive) as old:
        contents = {name: old.read(name) for name in old.namelist() if name[-1] != "/"}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        for file in contents.items():
            name, data = _compile_module(*file) if file[0].endswith(".py") else file
            new.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED)


def _compile_module(name: str, data: bytes) -> tuple[str, bytes]:
    """Return a module compiled, with its new name; a faulty one as it is."""
    try:
        code = compile(data, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return name, data
    to_pyc = import_module("importlib._bootstrap_external")._code_to_hash_pyc
    return f"{name}c", bytes(to_pyc(code, importlib.util.source_hash(data), False))
