"""GIFT read by ``gift-pegjs``, the parser behind the tools for Moodle's GIFT, fetched from npm.

Answers are graded by the documented rules: a choice earns its weight, or all where it begins with
an equals sign; a number that of the first answer whose range it is in.
"""

import json
import os
import shutil
import subprocess
import tarfile
from fractions import Fraction

import pytest

PARSER = "gift-pegjs@1.0.2"
SCRIPT = """
const parser = require(process.argv[1]);
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(parser.parse(text)));
"""


def parser(cache):
    """The parser's file, fetched once and kept in the folder."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        if os.environ.get("CI"):
            pytest.fail("npm or node is missing, and CI skips no check of an export")
        pytest.skip("npm or node is missing, which fetch and run the parser of GIFT")
    kept = cache / PARSER / "pegjs-gift.js"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        done = _run(["npm", "pack", "--silent", "--pack-destination", str(kept.parent), PARSER])
        with tarfile.open(kept.parent / done.strip().splitlines()[-1]) as archive:
            content = archive.extractfile("package/pegjs-gift.js").read()
        kept.with_suffix(".new").write_bytes(content)
        kept.with_suffix(".new").replace(kept)
    return kept


def read(kept, content):
    """What the parser finds in a file: its categories and questions in order."""
    return json.loads(_run(["node", "-e", SCRIPT, str(kept)], content.decode()))


def _run(command, given=""):
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def share(choice):
    """The share of the points that an answer earns."""
    if choice["weight"] is not None:
        return Fraction(str(choice["weight"])) / 100
    return Fraction(int(choice["isCorrect"]))


def share_of_number(question, number):
    """The share of the points that a number earns."""
    assert question["type"] == "Numerical"
    for choice in question["choices"]:
        near = choice["text"]
        if abs(number - near["number"]) <= near["range"]:
            return share(choice)
    return Fraction(0)
