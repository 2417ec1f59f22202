"""Decks as sheets to print and cut."""

import pytest

from ono_tutor.render.svg import card_svg
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.pictures import HIGH, ON_SHEET, SHEET, WIDE, aid_svg, draw_sheets


@pytest.mark.parametrize("key", ["1980", "2022"])
def test_every_card_of_the_deck_is_on_a_full_sheet(key):
    """The sheets hold each card as often as the deck, and cards that help fill the last one."""
    faces = [card_svg(card.code) for card in ruleset(key).deck_cards(2)]
    sheets = list(draw_sheets(faces))
    drawn = "".join(sheets)

    assert {sheet.count('width="62" height="86.8"') for sheet in sheets} == {ON_SHEET}
    for face in {*faces, aid_svg()}:
        inner = face.removeprefix("<svg ")
        assert drawn.count(inner) == faces.count(face) or face == aid_svg()
    assert drawn.count("Your turn") == -len(faces) % ON_SHEET


@pytest.mark.parametrize("paper", [(210, 297), (215.9, 279.4)])
def test_a_sheet_fits_the_paper(paper):
    """A4 and letter paper hold a sheet with its marks, and 6 mm of margin all around."""
    assert SHEET[0] + 12 <= paper[0]
    assert SHEET[1] + 12 <= paper[1]
    assert pytest.approx(100 / 140) == WIDE / HIGH
