"""The widget of a table's rules, without a screen."""

import pytest

from ono_tutor.errors import NotationError
from ono_tutor.widgets import TableRules


def chosen(line: str, **given: str) -> TableRules:
    """The widget after its view has said that this was chosen."""
    table = TableRules("2022", progress=None, **given)
    table._receive({"type": "practise", "line": line})
    return table


def test_what_the_view_chose_is_the_rules_the_sheet_and_the_link():
    """The line of the view is read, told on the sheet, and stands in the link."""
    table = chosen("1980+ono99=suicide", site="https://school.example/")

    assert table.rules.name == "1980+ono99=suicide"
    assert "whoever plays it loses the round at once" in table.sheet
    assert table.link == "https://school.example/your-rules.html#1980+ono99=suicide"


def test_the_practice_is_on_exactly_the_rules_that_were_chosen():
    """Below the sheet stands a quiz whose positions have these rules."""
    table = chosen("2022+dump=free")

    assert {puzzle.position.rules.name for puzzle in table.practice().sitting.puzzles} == {
        "2022+dump=free"
    }
    assert len(table.widget.children) == 2


@pytest.mark.parametrize("line", ["", "1981", "1980+ono99=maybe", None])
def test_a_line_that_is_no_rule_set_changes_nothing(line):
    """What a view should never say is refused."""
    table = TableRules("2022", progress=None)

    with pytest.raises(NotationError):
        table._receive({"type": "practise", "line": line})

    assert table.rules.name == "2022"
