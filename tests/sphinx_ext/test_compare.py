"""The directive ``ono-compare``: one position under the rule sets, the differences marked."""

import pytest

LINE = "1980 total=6 hand=-10,4,R"


def written(line=LINE, **options):
    return f"```{{ono-compare}} {line}\n{''.join(f':{k}: {v}{chr(10)}' for k, v in options.items())}```\n"


@pytest.mark.parametrize(
    "expect",
    ["differs -10", "1980 certain, 2022 certain, ninety-nine none, differs -10", "2022 1/1"],
)
def test_a_true_claim_builds(build, expect):
    """Each rule set's answer and the cards that differ may be claimed."""
    site = build(written(expect=expect), "-W")

    assert (site.status, site.said) == (0, "")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"expect": "differs R"}, "the cards that differ are -10"),
        ({"expect": "2022 lost"}, "2022: the answer is certain"),
        ({"expect": "ninety-nine certain"}, "ninety-nine has no such position"),
        ({"expect": "1999 certain"}, "what can be claimed is 1980, 2022, ninety-nine, differs"),
        ({"rules": "1999"}, "the rule sets are 1980, 2022, ninety-nine"),
        ({"rule": "1980"}, "'rule' is not an option here"),
    ],
)
def test_a_wrong_page_fails(build, options, why):
    """A claim that the engine denies, and a column of no rule set, fail the build at file and line."""
    site = build(written(**options))

    assert site.status != 0
    assert "index.md:3: ERROR: ono-compare" in site.said
    assert why in site.said


def test_differences_are_marked_and_columns_chosen(build):
    """The minus ten is marked as different in 2022; a rule set that is not asked for has no column."""
    page = build(written(rules="1980 2022")).page()

    assert page.count('class="ono-unlike"') == 1
    assert page.count("ono-differs") == 1
    assert 'data-label="Ninety-Nine"' not in page
