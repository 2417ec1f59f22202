"""Python's packages compiled beforehand: a page that starts has nothing to compile.

:func:`compile_site` is run by the site's own Python, the only one that can make what that Python
reads; ``compile.mjs`` starts it in Node. It needs the standard library alone.
"""

import importlib.util
import json
import zipfile
from hashlib import sha256
from importlib import import_module
from pathlib import Path

UNUSED = ("jedi/third_party/typeshed/stubs/", "jedi/third_party/django-stubs/")
"""Thousands of files that complete the names of packages which the site does not have."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same files make the same archive."""


def compile_site(site: Path) -> None:
    """Compile the standard library and every package of a site in its place."""
    compile_archive(site / "static/pyodide/python_stdlib.zip")
    place = site / "static/pyodide-lock/pyodide-lock.json"
    lock = json.loads(place.read_bytes())
    for package in lock["packages"].values():
        archive = place.parent / package["file_name"]
        if ".." not in package["file_name"].removeprefix("../../static/pyodide-lock/"):
            compile_archive(archive)
            package["sha256"] = sha256(archive.read_bytes()).hexdigest()
    place.write_text(json.dumps(lock), "utf-8")


def compile_archive(archive: Path) -> None:
    """Put what each module compiles to in its place, and leave out what nothing uses."""
    with zipfile.ZipFile(archive) as old:
        names = [name for name in old.namelist() if name[-1] != "/" and not name.startswith(UNUSED)]
        found = dict(_compiled(name, old.read(name)) for name in names)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in found.items():
            new.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED)


def _compiled(name: str, data: bytes) -> tuple[str, bytes]:
    """Return a module compiled, with its new name; another file, and a faulty one, as it is."""
    if not name.endswith(".py"):
        return name, data
    try:
        code = compile(data, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return name, data
    made = import_module("importlib._bootstrap_external")._code_to_hash_pyc
    return f"{name}c", bytes(made(code, importlib.util.source_hash(data), False))
