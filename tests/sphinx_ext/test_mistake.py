"""The directive ``ono-mistake``: a belief, a position in which it does harm, and the answer."""

from html import unescape

import pytest

from ono_tutor.rules.book import misconceptions

LINE = "2022 total=6 hand=-10,4"


def written(name="minus-ten-goes-negative", line=LINE, **options):
    given = {"kind": "total", "play": "-10"} | options
    lines = "".join(f":{key}: {value}\n" for key, value in given.items())
    return f"```{{ono-mistake}} {name}\n{lines}\n{line}\n```\n"


def test_belief_truth_and_both_answers_stand_there(build):
    """The page shows the belief, the truth, what believers say, and what is so."""
    page = unescape(build(written(expect="0"), "-W").page())

    found = misconceptions()["minus-ten-goes-negative"]
    assert found.belief in page
    assert found.truth in page
    assert "Who believes it says: −4" in page
    assert "It is: 0" in page


@pytest.mark.parametrize(
    ("name", "line", "options", "why"),
    [
        ("minus-ten-goes-negative", LINE, {"expect": "-4"}, "claims '-4', but the answer is 0"),
        ("minus-ten-goes-negative", "2022 total=16 hand=-10,4", {}, "gives the right answer here"),
        ("minus-ten-goes-negative", "1980 total=6 hand=-10,4", {}, "is believed of 2022, not of 1980"),
        ("minus-ten", LINE, {}, "'minus-ten' is no misconception"),
        ("minus-ten-goes-negative", LINE, {"kind": "riddle"}, "'riddle' is no :kind: of question"),
        ("minus-ten-goes-negative", LINE, {"plays": "-10"}, "'plays' is not an option here"),
    ],
)  # fmt: skip
def test_a_wrong_page_fails(build, name, line, options, why):
    """A wrong answer, a position in which the belief does no harm and bad input fail at file and line."""
    site = build(written(name, line, **options))

    assert site.status != 0
    assert "index.md:3: ERROR: ono-mistake" in site.said
    assert why in site.said


def test_the_list_has_every_misconception(build):
    """The list names each misconception of the registry and leads to its place."""
    page = unescape(build("```{ono-mistakes}\n```\n").page())

    assert [each.id for each in misconceptions().values() if each.belief not in page] == []
    assert page.count('href="#mistake-') == len(misconceptions())
