"""The modules in an archive compiled beforehand: a page that starts has nothing to compile.

Run by the site's own Python in Node (``compile_archive.mjs``), the only one that can make what that
Python reads. It needs the standard library alone.
"""

import importlib.util
import zipfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same files make the same archive."""


def compile_archive(archive: Path) -> None:
    """Put in place of each module what it compiles to; other files, and faulty ones, stay."""
    with zipfile.ZipFile(archive) as old:
        contents = {name: old.read(name) for name in old.namelist() if name[-1] != "/"}
    to_pyc = import_module("importlib._bootstrap_external")._code_to_hash_pyc
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in contents.items():
            made = name, data
            if name.endswith(".py"):
                with suppress(SyntaxError, ValueError):
                    code = compile(data, name, "exec", dont_inherit=True)
                    made = f"{name}c", bytes(to_pyc(code, importlib.util.source_hash(data), False))
            new.writestr(zipfile.ZipInfo(made[0], LONG_AGO), made[1], zipfile.ZIP_DEFLATED)
