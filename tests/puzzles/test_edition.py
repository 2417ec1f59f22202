"""The question edition: under which rule sets a claim holds."""

import pytest
import slow_rules
from hypothesis import given
from hypothesis import strategies as st
from puzzles import made

from ono_tutor.errors import NotationError
from ono_tutor.puzzles.kinds.claim import FORMS, Claim
from ono_tutor.rules.catalogue import RULE_SETS

GAMES = tuple(RULE_SETS)
CLAIMS = [(line, claim) for _, line, claim, _ in made.sessions("edition")]


def test_every_form_of_claim_is_tried_here():
    """The golden text has a claim of each form."""
    assert {Claim.parse(claim).form for _, claim in CLAIMS} == set(FORMS)


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
    assert set(made.puzzle("edition", line, f"may {card}").answer) == legal
    for new in sums:
        holds = {game for game in legal if slow_rules.judge(tables[game], card)[1] == new}
        assert set(made.puzzle("edition", line, f"total {card} {new}").answer) == holds
    for seat in range(players):
        holds = {g for g, table in after.items() if not table["over"] and table["turn"] == seat}
        assert set(made.puzzle("edition", line, f"next {card} {seat}").answer) == holds


@pytest.mark.parametrize("words", [*dict(CLAIMS).values(), "may A+11", "may draw:1"])
def test_a_claim_is_written_as_it_is_read(words):
    """Words, claim and words again."""
    assert str(Claim.parse(words)) == words


UNREAD = [
    *(("", ""), ("bogus 7", "bogus"), ("May 7", "May"), ("may", "may"), ("may 7 8", "may"), ("may X", "X")),
    *(("total 7 x", "x"), ("total 7", "total"), ("next R ７", "７"), ("deck Z 4", "Z"), ("survives now", "survives")),
    ("deals 1.5", "1.5"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "word"), UNREAD)
def test_a_claim_that_cannot_be_read_names_the_word(words, word):
    """The first word at fault is named, in one line."""
    with pytest.raises(NotationError) as caught:
        Claim.parse(words)
    assert caught.value.word == word
    assert caught.value.message.isprintable()
