"""Decks as sheets to print and cut."""

import re

import pytest

from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.pictures import AID, HIGH, ON_SHEET, SHEET, WIDE, draw_sheets


@pytest.mark.parametrize("key", ["1980", "2022"])
def test_every_card_of_the_deck_is_on_a_full_sheet(key):
    """The sheets hold each card as often as the deck, and cards that help fill the last one."""
    codes = [card.code for card in ruleset(key).deck_cards(2)]
    _, *sheets = draw_sheets(ruleset(key), codes)

    used = [re.findall(rf'href="#ono-face-{key}-([^"]+)"', sheet) for sheet in sheets]

    assert {len(each) for each in used} == {ON_SHEET}
    assert [code for each in used for code in each if code != AID] == codes


@pytest.mark.parametrize("paper", [(210, 297), (215.9, 279.4)])
def test_a_sheet_fits_the_paper(paper):
    """A4 and letter paper hold a sheet with its marks, and 6 mm of margin all around."""
    assert SHEET[0] + 12 <= paper[0]
    assert SHEET[1] + 12 <= paper[1]
    assert pytest.approx(100 / 140) == WIDE / HIGH
