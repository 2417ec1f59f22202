"""The question edition: under which rule sets a claim holds."""

import pytest
import slow_rules
from hypothesis import given
from hypothesis import strategies as st
from puzzles import made

from ono_tutor.errors import NotationError
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds.claim import FORMS, Claim, how_written
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS

GAMES = tuple(RULE_SETS)


def puzzle(line, claim):
    """The question under which rule sets the claim holds."""
    return made.puzzle("edition", line, claim)


CASES = [
    ("minus-ten", "2022 total=4 hand=7,R,-10 players=3", "total -10 0", "2022"),
    ("minus-ten", "2022 total=4 hand=7,R,-10 players=3", "total -10 -6", "1980"),
    ("double-reply", "1980 total=50 hand=7,H owes=2", "hands-on H", "1980"),
    ("double-reply", "2022 total=50 hand=7,D owes=2", "hands-on D", "2022"),
    ("double-on-double", "2022 total=50 hand=7,D owes=2", "may D", "2022"),
    ("double-effect", "2022 total=50 hand=7,D", "may D", "1980 2022"),
    ("four-ono99", "1980 total=50 hand=Ox4", "may OOOO", "2022"),
    ("four-ono99", "2022 total=50 hand=Ox4", "draws OOOO 4", "2022"),
    ("four-ono99", "2022 total=50 hand=Ox4", "loses out", "1980"),
    ("bust", "1980 total=92 hand=7 players=3", "may out", "2022"),
    ("bust", "1980 total=92 hand=7 players=3", "may 7", "1980 ninety-nine"),
    ("limit", "1980 total=92 hand=7 players=3", "loses 7", "1980"),
    ("limit", "1980 total=92 hand=7 players=3", "total 7 99", "1980 ninety-nine"),
    ("99-land-99", "1980 total=92 hand=7 players=3", "costs 7 1 2", "ninety-nine"),
    ("chips", "1980 total=94 hand=7 players=3", "costs 7 0 1", "1980"),
    ("bust", "2022 total=98 hand=7 players=3", "leaves out", "2022"),
    ("loss", "2022 total=98 hand=7 players=3", "ends 7", "1980 ninety-nine"),
    ("deck", "2022 total=50 hand=7", "deck H 4", "1980"),
    ("double-reply", "2022 total=50 hand=7", "answers H", "1980"),
    ("double-reply", "1980 total=50 hand=7", "answers D", "2022"),
    ("double-reply", "2022 total=50 hand=7", "answers R", "1980 2022"),
    ("deck", "1980 total=50 hand=7", "deck 0 8", "2022"),
    ("players", "1980 total=50 hand=7", "seats 7", "1980 ninety-nine"),
    ("players", "1980 total=50 hand=7", "seats 1", ""),
    ("deal", "1980 total=50 hand=7", "deals 3", "ninety-nine"),
    ("reverse", "1980 total=50 hand=R,3 players=3", "next R 2", "1980 2022"),
    ("double-effect", "1980 total=50 hand=D,3 players=3", "owes D 2", "1980 2022"),
    ("99-jack", "ninety-nine total=20 hand=J players=3", "next J 2", "ninety-nine"),
    ("99-four", "ninety-nine total=20 hand=4 players=3", "next 4 2", "ninety-nine"),
    ("99-cross", "1980 total=29 hand=7", "costs 7 0 1", "ninety-nine"),
    ("99-two", "1980 total=50 hand=2", "total 2 25", "ninety-nine"),
    ("99-values", "1980 total=50 hand=9", "total 9 59", "1980 2022"),
    ("99-values", "1980 total=50 hand=10", "total 10 40", "ninety-nine"),
    ("forgot-draw", "1980 total=50 hand=7", "may 7!", "1980"),
    ("ono-on-zero", "1980+ono-on-zero=turn total=50 hand=O,7", "may O", "1980"),
    ("ono99-card", "1980 total=50 hand=O,7", "may O", ""),
    ("double-on-double", "1980 total=98 hand=7,D owes=2", "survives", "2022"),
    ("limit", "1980 total=97 hand=9", "survives", "ninety-nine"),
]


@pytest.mark.parametrize(("rule", "line", "claim", "games"), CASES)
def test_a_claim_holds_where_the_editions_say_so(rule, line, claim, games):
    """Wherever the editions part, a claim can ask about it; the answer is in the catalogue's order."""
    found = puzzle(line, claim)
    assert found.answer_as_json() == games.split()
    assert found.check(games.replace(" ", " and ") or "none").is_right
    assert rule in found._kind.rule_points(found.task)
    assert set(found.solution().rules) <= set(rule_points())


def test_every_form_of_claim_is_tried_here():
    """The cases above have a claim of each form."""
    assert {Claim.parse(claim).form for _, _, claim, _ in CASES} == set(FORMS)


@given(
    st.sampled_from(["2", "3", "4", "5", "6", "7", "8", "9"]),
    st.integers(0, 98),
    st.integers(2, 6),
    st.sampled_from(["cw", "ccw"]),
)
def test_the_slow_engine_finds_the_same_editions(card, total, players, way):
    """For a number card that all know: may it be played, to what total, and who is next."""
    rest = f"total={total} hand={card} players={players} dir={way}"
    tables = {game: slow_rules.read(f"{game} {rest}") for game in GAMES}
    legal = {game for game, table in tables.items() if card in slow_rules.legal(table)}
    after = {game: slow_rules.play(tables[game], card) for game in legal}
    sums = {slow_rules.judge(tables[game], card)[1] for game in legal}
    line = f"1980 {rest}"
    assert set(puzzle(line, f"may {card}").answer) == legal
    for new in sums:
        holds = {game for game in legal if slow_rules.judge(tables[game], card)[1] == new}
        assert set(puzzle(line, f"total {card} {new}").answer) == holds
    for seat in range(players):
        holds = {g for g, table in after.items() if not table["over"] and table["turn"] == seat}
        assert set(puzzle(line, f"next {card} {seat}").answer) == holds


@pytest.mark.parametrize("answer", [["2022"], ("2022",), "2022", "ONO 99 of 2022", "2022."])
def test_a_list_of_rule_sets_is_read(answer):
    """A list, a tuple, or the name in words."""
    assert puzzle("2022 total=50 hand=7,D owes=2", "may D").check(answer).is_right


@pytest.mark.parametrize("answer", ["1981", "O'NO 99", "yes", 7])
def test_what_names_no_rule_set_is_malformed(answer):
    """Another year, a name that two games share, or no name."""
    assert puzzle("2022 total=50 hand=7,D owes=2", "may D").check(answer).mark is Mark.MALFORMED


def test_a_wrong_answer_is_told_by_rule_set_what_is_so():
    """Only the rule sets named wrongly, or left out, are explained: with card and total."""
    check = puzzle("2022 total=4 hand=7,R,-10 players=3", "total -10 0").check("1980 and 2022")
    assert check.mark is Mark.WRONG
    assert (
        "You chose O'NO 99 of 1980 and ONO 99 of 2022, but it is true only in ONO 99 of 2022"
        in str(check)
    )
    assert "In O'NO 99 of 1980 the total is −6 after the Minus Ten." in str(check)
    assert "In ONO 99 of 2022 the total" not in str(check)
    assert check.rules == ("minus-ten",)


@pytest.mark.parametrize(
    ("line", "claim", "why"),
    [
        ("1980 total=50 hand=7,H", "may H", "ONO 99 of 2022 has no Hold."),
        ("1980 total=-4 hand=7", "may 7", "In ONO 99 of 2022 the total is never below zero."),
        ("1980 total=50 hand=7,8,9,10", "may 7", "In Ninety-Nine a hand has 3 cards."),
        (
            "1980 total=50 hand=7 owes=2",
            "may 7",
            "In Ninety-Nine you never play two cards in a turn.",
        ),
        ("1980 total=50 hand=7 players=8", "may 7", "2 to 6 players, not 8"),
    ],
)
def test_a_rule_set_that_cannot_hold_the_position_says_so(line, claim, why):
    """The solution says why the claim does not hold there."""
    found = puzzle(line, claim)
    assert "1980" in found.answer
    assert why in str(found.solution())


def test_the_named_rule_set_keeps_its_options_and_the_others_have_their_defaults():
    """Options belong to the rule set of the position."""
    line = "2022+minus-ten=unplayable total=4 hand=-10"
    assert puzzle(line, "may -10").answer == ("1980",)
    assert puzzle("1980 total=4 hand=-10", "may -10").answer == ("1980", "2022")


@pytest.mark.parametrize(
    ("line", "claim", "answer", "mistake"),
    [
        ("2022 total=92 hand=7", "may out", "none", "limit-99-is-safe"),
        ("ninety-nine total=92 hand=7", "loses 7", "none", "limit-99-is-safe"),
        ("2022 total=4 hand=-10", "total -10 0", "1980 2022", "minus-ten-stops-at-zero"),
        ("2022 total=4 hand=-10", "total -10 0", "none", "minus-ten-goes-negative"),
        ("1980 total=92 hand=7", "loses 7", "1980 99", "landing-on-99-loses"),
        ("2022 total=50 hand=D,7 owes=2", "may D", "1980 2022", "double-play-answers-double-play"),
    ],
)
def test_a_misconception_about_any_edition_is_named(line, claim, answer, mistake):
    """Whichever rule set the position names, a belief about another edition is found."""
    check = puzzle(line, claim).check(answer)
    assert check.mark is Mark.WRONG
    assert mistake in [found.id for found in check.mistakes]


def test_a_misconception_held_of_one_edition_alone_is_named_too():
    """99 may be thought safe in 1980 and known to be too much in 2022."""
    found = puzzle("1980 total=92 hand=7 players=3", "ends 7")
    both = puzzle("1980 total=92 hand=7 players=3", "may 7").check("all")
    assert found.answer == ("1980", "ninety-nine")
    assert "limit-99-is-safe" in [m.id for m in found.check("ninety-nine").mistakes]
    assert "limit-99-is-safe" in [m.id for m in both.mistakes]


def test_each_misconception_is_told_once():
    """However many editions it is about, a misconception stands once in the list."""
    for _, line, claim, _ in CASES:
        found = puzzle(line, claim)
        told = [mistake.id for mistake, _ in mistaken(found._kind, found.task)]
        assert len(told) == len(set(told))
        assert set(told) <= set(misconceptions())


@pytest.mark.parametrize("words", [*(claim for _, _, claim, _ in CASES), "may A+11", "may draw:1"])
def test_a_claim_is_written_as_it_is_read(words):
    """Words, claim and words again."""
    assert str(Claim.parse(words)) == words
    assert repr(Claim.parse(words)) == f"Claim.parse({words!r})"


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ("", ""),
        ("bogus 7", "bogus"),
        ("May 7", "May"),
        ("may", "may"),
        ("may 7 8", "8"),
        ("may X", "X"),
        ("total 7 x", "x"),
        ("total 7", "total"),
        ("next R ７", "７"),
        ("deck Z 4", "Z"),
        ("survives now", "now"),
        ("deals 1.5", "1.5"),
    ],
)
def test_a_claim_that_cannot_be_read_names_the_word(words, word):
    """The first word at fault is named, in one line."""
    with pytest.raises(NotationError) as caught:
        Claim.parse(words)
    assert caught.value.word == word
    assert caught.value.message.isprintable()


def test_every_form_says_how_it_is_written():
    """What an error lists begins with the word of each form."""
    assert [how_written(form).split()[0] for form in FORMS] == [*FORMS]


@pytest.mark.parametrize(("rule", "line", "claim", "games"), CASES)
def test_the_question_and_three_hints_are_sentences(rule, line, claim, games):
    """No gap is left in a template, and every sentence ends."""
    found = puzzle(line, claim)
    hints = [str(hint) for hint in found.hints]
    assert str(found.question).startswith(("In which games", "Which games", "You "))
    assert len(hints) == 3
    assert hints[0].startswith(("The rule that decides is", "The rules that decide are"))
    for text in (str(found.question), *hints, str(found.solution())):
        assert text.endswith((".", "?"))
        assert "{" not in text
        assert "None" not in text
        assert "play laying" not in text


def test_a_hand_is_laid_down_and_the_next_player_owes_one_card():
    """Laying down is no card, so it is not played; what is owed stands in words."""
    line = "2022 total=98 hand=7 players=3"
    laid, owed = puzzle(line, "may out"), puzzle(line, "owes out 1")
    assert str(laid.question) == "In which games may you lay your hand down now?"
    assert "In ONO 99 of 2022 you may lay your hand down: the total is then 98." in str(
        laid.solution()
    )
    assert str(owed.question) == (
        "You lay your hand down. In which games must the next player play one card?"
    )
    assert "Player 1 must play one card." in str(owed.solution())
