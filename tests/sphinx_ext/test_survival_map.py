"""The directive ``ono-map``: the map on a page is the map of the engine."""

import re

import pytest

from ono_tutor import ruleset
from ono_tutor.game.notation import read_cards
from ono_tutor.render.survival_picture import row_svg
from ono_tutor.render.survival_text import row_text
from ono_tutor.solver.survival_map import survival_map

HAND = "1980 7,5,9,O"
SENTENCE = "Surviving a double with seven, five, nine and O'NO 99: certain up to 86, 30 in 50 at 87"
TRUE = [
    (HAND, {}),
    (HAND, {"total": "92", "expect": "8/25"}),
    (HAND, {"total": "92", "expect": "chance 16/50"}),
    (HAND, {"total": "86", "expect": "certain"}),
    (HAND, {"total": "94", "expect": "lost 0"}),
    (HAND, {"total": "-5", "expect": "certain", "players": "8"}),
    ("1980 7x3,O", {"total": "84", "expect": "certain"}),
    ("1980 9", {"total": "89", "expect": "16/53"}),
    ("2022+two-player-reverse-reply=plain R,7,8,9", {"total": "98", "expect": "certain"}),
    (
        "2022+two-player-reverse-reply=plain R,7,8,9",
        {"total": "98", "expect": "37/108", "players": "2"},
    ),
    ("1980 3,H,8,9", {"total": "84", "keep": "5", "expect": "9 8 3"}),
    ("1980", {"count": "1"}),
    ("2022", {"against": "minus-ten=unplayable"}),
]
FALSE = [
    ({"total": "92", "expect": "9/25"}, "'9/25'", "at 92: the page claims"),
    ({"total": "92", "expect": "9/25"}, "'9/25'", "the chance is 8/25, chance"),
    ({"total": "92", "expect": "certain"}, "'certain'", "the chance is 8/25, chance"),
    ({"total": "92", "expect": ""}, "''", "the chance is 8/25"),
    ({"total": "92", "expect": "1/0"}, "'1/0'", "the chance is 8/25"),
    ({"total": "80", "keep": "", "expect": "O"}, "'O'", "the best to play is"),
]
UNSOUND = [
    ("1980 7,Z", {}, "'Z' is not a card"),
    ("1980 7,A", {}, "has no card 'A'"),
    ("1980 7,7,7,7,7", {}, "5 cards; a hand is 4 at the most"),
    ("1980 D,D,D", {}, "3 cards 'D' are shown; the deck has 2"),
    ("1980 7,?", {}, "is no hand of O'NO 99 of 1980"),
    ("2022 7,8", {}, "7,8 is no hand of ONO 99 of 2022"),
    (HAND, {"total": "99"}, "cannot stand at 99"),
    (HAND, {"total": "x"}, "'x'"),
    ("2022 7,8,9,10", {"total": "-1"}, "cannot stand at -1"),
    (HAND, {"players": "9"}, "2 to 8 players, not 9"),
    ("1980", {"players": "9"}, "2 to 8 players, not 9"),
    ("ninety-nine 7,8,9", {}, "has no double to survive"),
    ("ninety-nine", {}, "has no double to survive"),
    ("1981", {}, "'1981' is not a rule set"),
    (f"{HAND} total=3", {}, "total"),
    (HAND, {"expect": "8/25"}, ":expect: needs a :total:"),
    (HAND, {"keep": "3"}, ":keep: needs a :total:"),
    (HAND, {"count": "3"}, "'count' is not an option here"),
    (HAND, {"expcet": "1"}, "'expcet' is not an option here"),
    ("1980", {"total": "92"}, "'total' is not an option here"),
    ("1980", {"count": "0"}, "0 hands cannot be shown; it is 1 to 40"),
    ("1980", {"count": "many"}, "'many'"),
    ("1980", {"against": ""}, ":against: needs an option"),
    ("1980", {"against": "dump=free"}, "has no option 'dump'"),
    ("1980", {"against": "ono99=suicide", "count": "2"}, "either a :count:"),
]


@pytest.fixture
def written():
    """The directive for a map with these options."""

    def text(argument, options):
        lines = "".join(f":{name}: {value}\n" for name, value in options.items())
        return f"```{{ono-map}} {argument}\n{lines}```\n"

    return text


def plain(page):
    """The words of a page, without its marks."""
    return " ".join(re.sub("<[^>]+>", " ", page).split()).replace("&#39;", "'")


@pytest.mark.parametrize(("argument", "options"), TRUE)
def test_true_claim_builds(build, written, argument, options):
    """A map whose claim the engine confirms builds without a word."""
    site = build(written(argument, options), "-W")

    assert (site.status, site.said) == (0, "")


@pytest.mark.parametrize(("options", "claim", "answer"), FALSE)
def test_false_claim_fails(build, written, options, claim, answer):
    """A claim that the engine denies fails the build, and names the place, the claim and the answer."""
    site = build(written(HAND, options))

    assert site.status != 0
    assert re.search(r"index\.md:3: ERROR: ono-map", site.said)
    assert claim in site.said
    assert answer in site.said


@pytest.mark.parametrize(("argument", "options", "why"), UNSOUND)
def test_unsound_map_fails(build, written, argument, options, why):
    """What cannot be read, dealt or asked fails the build at its file and line, with the reason."""
    site = build(written(argument, options))

    assert site.status != 0
    assert "index.md:3: ERROR: ono-map" in site.said
    assert why in site.said


def test_a_hand_is_shown_with_its_chances(build, written):
    """A page shows the picture, the chance at the total, and a row for each change of the chance."""
    found, hand = survival_map(ruleset("1980")), read_cards("7,5,9,O", "")

    page = build(written(HAND, {"total": "92"})).page()

    assert row_svg(found, hand, 92).strip() in page
    assert "At 92 the chance to survive a double is 8/25, about 32 %." in page
    assert page.count('role="rowheader"') == 8
    assert "<script" not in page.partition('class="ono-map')[2].partition("</table>")[0]


def test_the_most_dangerous_hands_are_shown(build, written):
    """The hands that are lost from the start stand apart, and the others in rows, those alike in one."""
    page = build(written("1980", {"count": "3"})).page()

    assert "Lost at every total: D,D,O,O, D,O,O,O and O,O,O,O." in page
    assert "10,O,O,O" in page
    assert "and also 10,10,10,O and 10,10,O,O" in page
    assert page.count('role="rowheader"') == 3


def test_the_chances_of_a_dangerous_hand(build, written):
    """A dangerous hand has the total from which it is in danger, four chances, and its end."""
    told = plain(build(written("1980", {"count": "1"})).page())

    assert "10,O,O,O 0 37/50 11/25 lost lost 89" in told


def test_readings_are_compared(build, written):
    """A reading has the hands and cases it changes, and the hand it changes most."""
    told = plain(
        build(written("2022", {"against": "two-player-reverse-reply=plain", "players": "2"})).page()
    )

    assert "286 of 3060" in told
    assert "1000 of 302940" in told
    assert "10,10,10,R at 98: certain with deflects; 37/108, about 34 % with plain." in told


def test_readings_that_agree_are_named(build, written):
    """Where a reading changes nothing, the page says so and draws nothing."""
    page = build(written("1980", {"against": "ono99=suicide"})).page()

    assert "They agree on every hand." in page
    assert "<svg" not in page


def test_the_card_to_keep(build, written):
    """Each play now stands with its chance to survive a double next turn, the best of them marked."""
    told = plain(build(written("1980 3,8,9,10", {"total": "82", "keep": "3"})).page())

    assert "3,8,9,10 at 82: the chance to survive a double next turn" in told
    assert "Three ◐ 809/1225, about 66 % · best" in told
    assert told.count("· best") == 1


@pytest.mark.parametrize(
    ("builder", "name"), [("text", "index.txt"), ("epub", "index.xhtml"), ("latex", "p.tex")]
)
def test_words_stand_for_pictures(build, written, builder, name):
    """Where no picture can stand, the row is told in a sentence and the tables stand."""
    body = written(HAND, {"total": "92"}) + "\n" + written("1980", {"count": "2"})

    site = build(body, "-W", builder=builder)

    told = plain(site.page(name)).replace("\\textquotesingle{}", "'")
    assert (site.status, site.said) == (0, "")
    assert SENTENCE in told
    assert "27/50" in told
    assert "9,O,O,O" in told
    assert "<svg" not in told


def test_the_sentence_is_the_row(build, written):
    """The words of a map in a text page are the whole sentence of its row."""
    found, hand = survival_map(ruleset("1980")), read_cards("7,5,9,O", "")

    page = build(written(HAND, {}), builder="text").page("index.txt")

    assert str(row_text(found.rules, hand, found.row(hand))) in " ".join(page.split())


def test_a_parallel_build_is_the_same(build, written):
    """Pages built by several processes show the same maps and name the same faults."""
    wrong = written(HAND, {"total": "92", "expect": "lost"})
    pages = {f"page{n}": wrong for n in range(6)}

    site = build(written(HAND, {}), "-j", "2", **pages)

    assert site.status != 0
    assert site.said.count("ERROR: ono-map") == 6
