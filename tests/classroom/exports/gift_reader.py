"""GIFT read by ``gift-pegjs``, the parser behind the tools for Moodle's GIFT.

Answers are graded by the documented rules: a choice earns its weight, or all where it begins with
an equals sign; a number that of the first answer whose range it is in.
"""

import json
import subprocess
from fractions import Fraction

SCRIPT = """
const parser = require(process.argv[1]);
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(parser.parse(text)));
"""


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
