"""A sitting of practice, and a check-up: each puzzle is picked after the answer to the one before."""

from datetime import UTC, datetime

import pytest
import slow_learners
import slow_rules

from ono_tutor import Card, NotationError, Puzzle
from ono_tutor.course.answer_store import MemoryStore
from ono_tutor.course.diagnosis import NAMED
from ono_tutor.course.practice import (
    CHECK_UP,
    EVERYTHING,
    FRESH,
    LEAST,
    SURE,
    begin_check_up,
    begin_practice,
    believed,
    is_checked_up,
    parse_topic,
    refutation,
)
from ono_tutor.course.schedule import subject_of
from ono_tutor.course.session import Sitting
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.answer_patterns import NEVER_PLAYED, card_kinds
from ono_tutor.puzzles.misconceptions.explain import changed_tasks
from ono_tutor.render.pages import Result
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.catalogue import RULE_SETS

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
LIMIT = "limit-99-is-safe"


@pytest.fixture
def store():
    return MemoryStore([], lambda _: None)


def answer(sitting, belief=""):
    """Answer the puzzle on the table, by the rules or by a misconception; its id."""
    puzzle = sitting.puzzle
    case = believed(puzzle, belief) if belief else None
    sitting.answer(given(puzzle, case.answer if case else puzzle.answer))
    return puzzle.id


def given(puzzle, right):
    """An answer as it is given; no cards at all are none."""
    found = KINDS[puzzle.kind].as_json(right)
    return "none" if found == [] else found


def sit(sitting, belief=""):
    """Answer to the end of the sitting; the ids of the puzzles."""
    first = answer(sitting, belief)
    return [first, *(answer(sitting, belief) for _ in iter(sitting.advance, False))]


def test_a_practice_ends_after_its_number_whatever_was_missed(store):
    """As many different puzzles as were asked for, skipped or answered; the next is another one."""
    skipped = begin_practice(MemoryStore([], lambda _: None), 4, NOW)
    while skipped.advance():
        pass
    assert len({puzzle.id for puzzle in skipped.puzzles}) == 4
    first = begin_practice(store, 6, NOW)
    ids = sit(first, LIMIT)
    assert len(set(ids)) == 6
    assert first.is_over
    assert begin_practice(store, 6, NOW).puzzle.id not in ids


def test_a_miss_comes_back_as_another_puzzle_of_its_idea(store):
    """In the same sitting, and never as itself."""
    here = begin_practice(store, 6, NOW, parse_topic("1980", "hold"))
    missed = here.puzzle.id
    here.give_up()
    here.advance()
    others = sit(here)
    assert subject_of(bank.entry(missed)) in map(subject_of, map(bank.entry, others))
    assert missed not in others


def test_a_practice_that_was_left_goes_on_with_the_same_puzzles(store):
    """What was answered stands there as it was; the next puzzle is the one that would have come."""
    here = begin_practice(store, 4, NOW)
    answer(here)
    here.advance()
    answer(here, LIMIT)
    there = begin_practice(store, 4, NOW)
    assert (there.puzzles, there.last) == (here.puzzles, here.last)
    here.advance()
    there.advance()
    assert there.puzzle == here.puzzle
    assert begin_practice(store, 4, NOW, another=True).name != here.name


def test_a_named_misconception_is_tried_on_two_fresh_cases(store):
    """They come next, are of different ideas, and after two right ones no more come."""
    here = begin_practice(store, 20, NOW)
    while not here.beliefs:
        answer(here, LIMIT)
        here.advance()
    fresh = []
    for _ in range(FRESH + 1):
        fresh.append(bank.entry(answer(here)))
        here.advance()
    assert set(here.beliefs) == {LIMIT}
    assert all(LIMIT in entry.misconceptions for entry in fresh[:FRESH])
    assert len(set(map(subject_of, fresh[:FRESH]))) == FRESH
    assert "fresh case" not in str(here.reasons[fresh[FRESH].id])
    assert begin_practice(store, 20, NOW).beliefs == here.beliefs


@pytest.mark.parametrize(
    ("belief", "game"),
    [
        ("", None),
        (LIMIT, None),
        ("hold-answers-play-2", None),
        ("double-play-answers-double-play", "1980"),
        ("reverse-reply-goes-on", "1980"),
    ],
)
def test_a_check_up_ends_when_it_is_sure(store, belief, game):
    """Four to ten puzzles, none twice; nobody is told anything before its end, when it is known."""
    scope = parse_topic(game)
    here, ids = begin_check_up(store, NOW, scope), []
    while not ids or here.advance():
        assert not game or len(ids) < LEAST or here.diagnosis().chance(belief) < SURE
        ids.append(answer(here, belief))
    assert LEAST <= len(set(ids)) == len(ids) <= CHECK_UP
    assert not game or len(ids) < CHECK_UP
    assert not belief or max(misconceptions(), key=here.diagnosis().chance) == belief
    assert (here.is_over, here.beliefs) == (True, {})
    again = begin_check_up(store, NOW, scope)
    assert (again.name, again.is_over) == (here.name, True)
    assert not begin_check_up(store, NOW, scope, another=True).is_over


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_check_up_of_one_game_asks_about_that_game_and_each_of_its_cards(store, game):
    """No puzzle compares games, and a sound learner's answers try every kind of card."""
    here = begin_check_up(store, NOW, parse_topic(game))
    asked = list(map(bank.entry, sit(here)))
    assert {entry.rules for entry in asked} == {game}
    assert "edition" not in {entry.kind for entry in asked}
    assert here.untried == {game: []}


KINDS_OF_CARD = {key: {*card_kinds(rules()).values()} for key, rules in RULE_SETS.items()}
HEAVIER = [
    (key, card)
    for key in RULE_SETS
    for card in Card
    if card in KINDS_OF_CARD[key] - {*NEVER_PLAYED}
]


@pytest.mark.parametrize(("game", "card"), HEAVIER, ids=lambda part: getattr(part, "code", part))
def test_who_misreads_a_card_is_found_out(store, game, card):
    """Whoever thinks that a card adds ten more gets something wrong in the check-up of its game."""
    here, rules = begin_check_up(store, NOW, parse_topic(game)), slow_learners.book()
    for name in ("_new_total_1980", "_new_total_2022", "new_total_99"):
        setattr(rules, name, heavier(getattr(rules, name), game, card))
    while not here.is_answered or here.advance():
        puzzle = here.puzzle
        try:
            said = slow_learners.answer(rules, puzzle.kind, *puzzle.words[1:])
        except slow_learners.UnmodelledError:
            said = given(puzzle, puzzle.answer)
        here.answer(said or "none")
    assert Result.of(here).unexplained or Result.of(here).shown


def heavier(new_total, game, card):
    """The function of the slow rules, by which a kind of card adds ten more."""
    kinds = card_kinds(RULE_SETS[game]())

    def found(*given):
        total = new_total(*given)
        is_mine = kinds.get(Card(slow_rules.card_of(given[-1]))) is card
        return total + 10 if is_mine and isinstance(total, int) else total

    return found


BOTH = "double-play-answers-double-play", "ono99-sets-99"
"""Cards that may be played by the one, by the other, or only by both together."""


def answer_by_both(sitting):
    """Answer as one who has both misconceptions; what is told, and what explains it alone."""
    puzzle = sitting.puzzle
    believed_by_both = next(changed_tasks(puzzle.task, BOTH), puzzle.task)
    said = given(puzzle, KINDS[puzzle.kind].answer(believed_by_both))
    return sitting.answer(said), puzzle.check(said).mistakes


def test_two_misconceptions_are_named_together_where_neither_explains_the_answer_alone(store):
    """Both are told with what is true, and a sitting that is taken up again knows both."""
    here = begin_practice(store, 12, NOW, parse_topic("1980"))
    told, alone = answer_by_both(here)
    while told.is_right or alone or not told.named:
        assert len(told.named) < 2
        assert here.advance(), "both were never named together"
        told, alone = answer_by_both(here)
    assert tuple(mistake.id for mistake in told.named) == BOTH
    for belief in BOTH:
        found = misconceptions()[belief]
        assert all(str(each) in str(told.text) for each in (found.belief, found.truth))
        assert found.point in told.rules
        assert here.diagnosis().chance(belief) >= NAMED
    assert {*BOTH} <= {*here.beliefs}
    assert begin_practice(store, 12, NOW, parse_topic("1980")).beliefs == here.beliefs


def test_a_check_up_shows_two_misconceptions_by_an_answer_of_both(store):
    """Each stands in the result, beside the last answer that shows it."""
    here = begin_check_up(store, NOW, parse_topic("1980"))
    answer_by_both(here)
    while here.advance():
        answer_by_both(here)
    shown = Result.of(here).shown
    assert sorted(shown) == sorted(BOTH)
    for answered in shown.values():
        assert answered.mark is Mark.WRONG
        assert Puzzle.of(answered.entry).is_right_to(BOTH, answered.answer)


def test_a_check_up_that_was_left_goes_on(store):
    """Who is new begins with it, and it is gone on with unless something else was answered."""
    assert not is_checked_up(store, NOW, EVERYTHING)
    here = begin_check_up(store, NOW)
    first = answer(here)
    assert not is_checked_up(store, NOW, EVERYTHING)
    there = begin_check_up(store, NOW)
    assert there.puzzle.id != first == there.puzzles[0].id
    Sitting([Puzzle.load("dp80-hold")], store).answer("H")
    assert is_checked_up(store, NOW, EVERYTHING)


def test_a_check_up_with_nothing_left_to_ask_says_so(store):
    """Where no puzzle would tell more, it is no fault of practice, and practice goes on."""
    scope = parse_topic("2022", "limit")
    with pytest.raises(NotationError, match="check-up has nothing left to ask"):  # noqa: PT012
        for _ in range(20):
            sit(begin_check_up(store, NOW, scope, another=True))
    assert begin_practice(store, 5, NOW, scope).puzzle


@pytest.mark.parametrize(("game", "topic"), [("1980", None), (None, "limit"), ("2022", "limit")])
def test_a_game_and_a_topic_are_kept_to(store, game, topic):
    """In practice and check-up; of a game or topic that there is not the error says what there is."""
    scope = parse_topic(game, topic)
    ids = sit(begin_check_up(store, NOW, scope)) + sit(begin_practice(store, 5, NOW, scope))
    for entry in map(bank.entry, ids):
        assert game in (None, entry.key)
        assert topic in (None, *entry.rule_points)
    for words, named in {
        ("1981", None): "games are",
        (None, "nope"): "rule points",
        ("1980", "99-jack"): "no puzzle",
    }.items():
        with pytest.raises(NotationError, match=named):
            parse_topic(*words)


# ---- what puts a misconception right ----


@pytest.mark.parametrize("belief", misconceptions())
def test_each_misconception_has_sources_and_a_case_that_it_gets_wrong(belief):
    """The case is a puzzle of a game that it is about, and its answer by the belief is wrong."""
    game = misconceptions()[belief].rules[0]
    found = refutation(belief, game)
    assert found.sources
    assert found.case is not None
    puzzle = found.case.puzzle
    assert puzzle.position.rules.key == game
    assert puzzle.mark(given(puzzle, found.case.answer)) is Mark.WRONG
    if belief == LIMIT:
        assert refutation(belief, game, [puzzle.id]).case.puzzle != puzzle
