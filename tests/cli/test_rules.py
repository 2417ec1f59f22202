"""The command ``rules``."""

import json

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


def test_an_unknown_rule_point_is_an_error() -> None:
    """An unknown id is named, with the ids that there are; the exit status is 1."""
    result = CliRunner().invoke(main, ["rules", "no-such-rule"])

    assert result.exit_code == 1
    assert "'no-such-rule' is not a rule point" in result.output
