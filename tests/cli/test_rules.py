"""The command ``rules``."""

import json

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.rules.book import rule_points


def test_every_rule_point_can_be_shown() -> None:
    """`rules ID` shows a point's sentences, status and sources."""
    for rule_id, point in rule_points().items():
        result = CliRunner().invoke(main, ["rules", rule_id, "--json"])

        assert json.loads(result.output) == point.as_json()


def test_the_list_names_every_rule_point() -> None:
    """`rules` lists all ids."""
    result = CliRunner().invoke(main, ["rules", "--json"])

    ids = [json.loads(line)["id"] for line in result.output.splitlines()]
    assert ids == list(rule_points())


@pytest.mark.parametrize("word", ["no-such-rule", "", " ", "LIMIT"])
def test_an_unknown_rule_point_is_an_error(word: str) -> None:
    """An unknown id is named, an empty one too, with the ids that there are; the status is 1."""
    prose = CliRunner().invoke(main, ["rules", word])
    as_json = CliRunner().invoke(main, ["rules", word, "--json"])

    assert (prose.exit_code, as_json.exit_code) == (1, 1)
    assert (prose.stdout, as_json.stderr) == ("", "")
    assert prose.stderr.startswith(f"error (notation): {word!r} is not a rule point; ")
    assert json.loads(as_json.stdout)["error"]["word"] == word
