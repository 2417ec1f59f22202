"""What ``ono-position``, ``-survive``, ``-play``, ``-compare`` and ``-map`` put on a page."""

import re
from html import unescape

import pytest
from sphinx_ext.projects import Pages, directive

from ono_tutor import Card, Position, ruleset
from ono_tutor.game.notation import read_cards
from ono_tutor.render.describe import position_text
from ono_tutor.render.table_svg import position_svg
from ono_tutor.render.totals_picture import row_svg
from ono_tutor.render.totals_text import row_text
from ono_tutor.rules.book import rule_points
from ono_tutor.solver.survival_map import survival_map
from ono_tutor.sphinx_ext.positions import good_draws

PAGES = Pages()

SURE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
LUCK = "1980 total=92 hand=5,9,10,O owes=2 players=3"
LINE = "1980 total=60 hands=D,4,8,O/H,4,5,6/R,5,6,7 | D H R"
HAND = "1980 7,5,9,O"

SURVIVE = PAGES.add(directive("ono-position", SURE, question="survive"))
AFTER = PAGES.add(directive("ono-position", SURE, play="H"))
DRAWS = PAGES.add(directive("ono-survive", LUCK))
STEPS = PAGES.add(directive("ono-play", LINE))
END = PAGES.add(directive("ono-play", "1980 total=97 hand=5,9,10,O | 5", expect="loser 0"))
UNLIKE = PAGES.add(directive("ono-compare", "1980 total=6 hand=-10,4,R", rules="1980 2022"))
MAP = PAGES.add(directive("ono-map", HAND, total="92"))
DANGERS = PAGES.add(directive("ono-map", "1980", count="3"))
READING = {"against": "two-player-reverse-reply=plain", "players": "2"}
READINGS = PAGES.add(directive("ono-map", "2022", **READING))
AGREEING = PAGES.add(directive("ono-map", "1980", against="ono99=suicide"))
KEEP = PAGES.add(directive("ono-map", "1980 3,8,9,10", total="82", keep="3"))


def test_a_position_has_picture_line_and_answer(site):
    """A page shows the picture, the line to copy, and every card with why it may not be played."""
    page = site.page(SURVIVE)

    assert site.pictures(SURVIVE) == [position_svg(Position.parse(SURE)).strip()]
    assert f'alt="{position_text(Position.parse(SURE))}"' in unescape(page)
    assert "1980 total=92 hand=7,H,-10,O players=3 owes=2" in re.sub("<[^>]+>", "", page)
    assert page.count('role="rowheader"') == 4
    assert rule_points()["ono99-card"].title in page


def test_plays_show_before_and_after(site):
    """Plays show the table before and after them, and each event with its rule point."""
    page = site.page(AFTER)

    assert len(site.pictures(AFTER)) == 2
    assert "That passes the double on: Player 1 must play two cards." in page
    assert rule_points()["double-reply"].title in page


def test_the_draws_that_help_are_named(site):
    """After a five at 92, a Hold, a Reverse, a minus ten or a Double Play helps: 16 cards of 50."""
    helping = "These draws help: Minus Ten (4), Hold (4), Reverse (6) and Double Play (2)."

    assert helping in site.words(DRAWS)


def test_good_draws_are_all_that_the_chance_is_made_of():
    """The draws that help are as many as the chance says; where nothing hangs on a draw, none."""
    found = dict(good_draws(Position.parse(LUCK)))

    assert found == {Card.MINUS_TEN: 4, Card.HOLD: 4, Card.REVERSE: 6, Card.DOUBLE: 2}
    assert good_draws(Position.parse(SURE)) == ()
    assert good_draws(Position.parse(f"{LUCK} draw=H")) == ()


def test_each_step_of_a_line_is_shown(site):
    """A line of three plays shows the table before it and after each play, and every event."""
    assert len(site.pictures(STEPS)) == 4
    assert "That passes the double on: Player 2 must play two cards." in site.page(STEPS)


def test_play_stops_where_the_hand_ends(site):
    """After the play that ends the hand there is no table to go on from."""
    assert len(site.pictures(END)) == 1
    assert "The round ends here." in site.page(END)


def test_differences_are_marked_and_columns_chosen(site):
    """The minus ten is marked as different in 2022; a rule set that is not asked for has no column."""
    page = site.page(UNLIKE)

    assert page.count('class="ono-unlike"') == 1
    assert page.count("ono-differs") == 1
    assert 'data-label="Ninety-Nine"' not in page


def test_a_hand_is_shown_with_its_chances(site):
    """A page shows the picture, the chance at the total, and a row for each change of the chance."""
    found, hand = survival_map(ruleset("1980")), read_cards("7,5,9,O", "")
    page = site.page(MAP)

    assert site.pictures(MAP) == [row_svg(found, hand, 92).strip()]
    assert "At 92 your chance to survive a double is 32 in 100 (8/25)." in page
    assert page.count('role="rowheader"') == 8
    assert "<script" not in page.partition('class="ono-map')[2].partition("</table>")[0]


def test_the_most_dangerous_hands_are_shown(site):
    """The hands lost from the start stand apart; the others have four chances, and those alike one row."""
    page, words = site.page(DANGERS), site.words(DANGERS)

    assert "Lost at every total: D,D,O,O; D,O,O,O and O,O,O,O." in page
    assert "10,O,O,O 0 37/50 11/25 lost lost 89" in words
    assert "and also 10,10,10,O and 10,10,O,O" in words
    assert page.count('role="rowheader"') == 3


def test_readings_are_compared(site):
    """A reading has the hands and cases it changes, and the hand it changes most, if any."""
    words = site.words(READINGS)

    assert "286 of 3060" in words
    assert "1000 of 302940" in words
    assert "10,10,10,R at 98: certain with deflects; about 34 in 100 (37/108) with plain." in words
    assert "They agree on every hand." in site.page(AGREEING)
    assert site.pictures(AGREEING) == []


def test_the_card_to_keep(site):
    """Each play now stands with its chance to survive a double next turn, the best of them marked."""
    words = site.words(KEEP)

    assert "3,8,9,10 at 82: the chance to survive a double next turn" in words
    assert "3 ◐ about 66 in 100 (809/1225) · best" in words
    assert words.count("· best") == 1


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_words_stand_for_pictures(sites, builder):
    """Where no picture can stand, positions and maps are told in sentences, and the tables stand."""
    site = sites(builder)
    found, hand = survival_map(ruleset("1980")), read_cards("7,5,9,O", "")
    row = str(row_text(found.rules, hand, found.row(hand)))

    assert (site.status, site.faults()) == (0, [])
    assert position_text(Position.parse(SURE)) in site.words(SURVIVE)
    assert row[: row.index("87")] in site.words(MAP)
    assert row in site.words(MAP) or builder == "latex"
    assert "27/50" in site.words(MAP)
    assert "9,O,O,O" in site.words(DANGERS)
    assert not any("<img" in site.page(name) for name in PAGES)


def test_books_have_pictures(sites):
    """An EPUB has the same pictures as the pages, each with its words."""
    book = sites("epub")

    assert (book.status, book.faults()) == (0, [])
    assert book.pictures(SURVIVE) == [position_svg(Position.parse(SURE)).strip()]
    assert f'alt="{position_text(Position.parse(SURE))}"' in unescape(book.page(SURVIVE))
