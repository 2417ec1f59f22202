"""A sitting of practice, and a check-up: each puzzle is picked after the answer to the one before."""

from datetime import UTC, datetime, timedelta

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
    found = [answer(sitting, belief)]
    while sitting.advance():
        found.append(answer(sitting, belief))
    return found


def test_a_practice_ends_after_its_number_whatever_was_missed(store):
    """As many different puzzles as were asked for; the next practice is another one."""
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
    assert subject_of(bank.index()[missed]) in {subject_of(bank.index()[name]) for name in others}
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


def test_a_puzzle_that_was_skipped_is_not_asked_again_at_once(store):
    """Going on without an answer leads to another puzzle."""
    here = begin_practice(store, 4, NOW)
    while here.advance():
        pass
    assert len({puzzle.id for puzzle in here.puzzles}) == 4


def test_the_next_puzzle_depends_on_the_answer(store):
    """Two learners who answer the first puzzles differently are asked different ones."""
    other = MemoryStore([], lambda _: None)
    one, two = begin_practice(store, 5, NOW), begin_practice(other, 5, NOW)
    assert one.puzzle == two.puzzle
    assert sit(one)[1:] != sit(two, LIMIT)[1:]


def test_a_named_misconception_is_tried_on_two_fresh_cases(store):
    """They come next, are of different ideas, and after two right ones no more come."""
    here = begin_practice(store, 20, NOW)
    while not here.beliefs:
        answer(here, LIMIT)
        here.advance()
    fresh = []
    for _ in range(FRESH + 1):
        fresh.append(bank.index()[answer(here)])
        here.advance()

    assert set(here.beliefs) == {LIMIT}
    assert all(LIMIT in entry.misconceptions for entry in fresh[:FRESH])
    assert len(set(map(subject_of, fresh[:FRESH]))) == FRESH
    assert "fresh case" not in str(here.reasons[fresh[FRESH].id])
    assert begin_practice(store, 20, NOW).beliefs == here.beliefs


@pytest.mark.parametrize("belief", ["", LIMIT, "hold-answers-play-2"])
def test_a_check_up_ends_when_it_is_sure(store, belief):
    """Four to ten puzzles, no idea twice; nobody is told anything before its end."""
    here = begin_check_up(store, NOW)
    ids = sit(here, belief)
    assert LEAST <= len(set(ids)) == len(ids) <= CHECK_UP
    assert here.is_over
    assert here.beliefs == {}
    assert (begin_check_up(store, NOW).name, begin_check_up(store, NOW).is_over) == (
        here.name,
        True,
    )
    assert not begin_check_up(store, NOW, another=True).is_over


def test_a_check_up_finds_out_what_is_believed(store):
    """A belief that is answered by is the likeliest in the end."""
    here = begin_check_up(store, NOW)
    sit(here, LIMIT)
    found = here.diagnosis()
    assert max(misconceptions(), key=found.chance) == LIMIT


@pytest.mark.parametrize("belief", ["double-play-answers-double-play", "reverse-reply-goes-on"])
def test_a_check_up_stops_when_a_misconception_is_sure(store, belief):
    """No puzzle more is asked once it is, and no other one is open."""
    here = begin_check_up(store, NOW, parse_topic("1980"))
    while True:
        answer(here, belief)
        is_sure = here.diagnosis().chance(belief) >= SURE
        if not here.advance():
            break
        assert not (is_sure and len(here.first_answers()) >= LEAST)
    assert is_sure
    assert len(here.first_answers()) < CHECK_UP


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_check_up_of_one_game_asks_about_that_game_and_each_of_its_cards(store, game):
    """No puzzle compares games, and a sound learner's answers try every kind of card."""
    here = begin_check_up(store, NOW, parse_topic(game))
    ids = sit(here)
    asked = [bank.index()[name] for name in ids]
    assert {entry.rules for entry in asked} == {game}
    assert "edition" not in {entry.kind for entry in asked}
    assert here.untried == {game: []}


HEAVIER = [
    (key, card)
    for key, rules in RULE_SETS.items()
    for card in dict.fromkeys(card_kinds(rules()).values())
    if card not in NEVER_PLAYED
]


@pytest.mark.parametrize(("game", "card"), HEAVIER, ids=lambda part: getattr(part, "code", part))
def test_who_misreads_a_card_is_found_out(store, game, card):
    """Whoever thinks that a card adds ten more gets something wrong in the check-up of its game."""
    here, rules = begin_check_up(store, NOW, parse_topic(game)), slow_learners.book()
    for name in ("_new_total_1980", "_new_total_2022", "new_total_99"):
        setattr(rules, name, heavier(getattr(rules, name), game, card))
    while True:
        puzzle = here.puzzle
        try:
            said = slow_learners.answer(rules, puzzle.kind, *puzzle.words[1:])
        except slow_learners.UnmodelledError:
            said = given(puzzle, puzzle.answer)
        here.answer(said or "none")
        if not here.advance():
            break

    result = Result.of(here)
    assert result.unexplained or result.shown


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
    kind, task = KINDS[puzzle.kind], puzzle.task
    believed_by_both = next(changed_tasks(task, BOTH), task)
    said = given(puzzle, kind.answer(believed_by_both))
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
        assert str(found.belief) in str(told.text)
        assert str(found.truth) in str(told.text)
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
    result = Result.of(here)
    assert sorted(result.shown) == sorted(BOTH)
    for answered in result.shown.values():
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

    def check_up_again_and_again():
        for _ in range(20):
            sit(begin_check_up(store, NOW, scope, another=True))

    with pytest.raises(NotationError, match="check-up has nothing left to ask"):
        check_up_again_and_again()

    assert begin_practice(store, 5, NOW, scope).puzzle


@pytest.mark.parametrize(("game", "topic"), [("1980", None), (None, "limit"), ("2022", "limit")])
def test_a_game_and_a_topic_are_kept_to(store, game, topic):
    """Every puzzle is of the game and depends on the rule point, in practice and check-up."""
    scope = parse_topic(game, topic)
    ids = sit(begin_check_up(store, NOW, scope)) + sit(begin_practice(store, 5, NOW, scope))
    entries = [bank.index()[name] for name in ids]
    assert {entry.key for entry in entries} <= (
        {game} if game else {entry.key for entry in entries}
    )
    assert all(topic in entry.rule_points for entry in entries if topic)


@pytest.mark.parametrize(
    ("game", "topic", "named"),
    [("1981", None, "games are"), (None, "nope", "rule points"), ("1980", "99-jack", "no puzzle")],
)
def test_a_game_or_topic_that_there_is_not_is_named(game, topic, named):
    """The error says what there is."""
    with pytest.raises(NotationError, match=named):
        parse_topic(game, topic)


def test_what_was_missed_is_asked_first_on_another_day(store):
    """A miss of an earlier day comes before all else, as another puzzle of its idea."""
    Sitting(
        [Puzzle.load(name) for name in ("dp80-hold", "total-bmweycn7", "dp80-exactly-99")], store
    )
    sitting = Sitting([Puzzle.load("dp80-hold")], store)
    sitting.answer("7")
    for name, right in (("total-bmweycn7", None), ("dp80-exactly-99", None)):
        puzzle = Puzzle.load(name)
        Sitting([puzzle], store).answer(right or puzzle.answer_as_json())

    found = begin_practice(store, 3, NOW + timedelta(days=1))

    first = bank.index()[found.puzzle.id]
    assert subject_of(first) == subject_of(bank.index()["dp80-hold"])
    assert "You missed one like this" in str(found.reasons[first.id])


# ---- what puts a misconception right ----


@pytest.mark.parametrize("belief", misconceptions())
def test_each_misconception_has_sources_and_a_case_that_it_gets_wrong(belief):
    """The case is a puzzle of a game that it is about, and its answer by the belief is wrong."""
    found = refutation(belief, misconceptions()[belief].rules[0])
    assert found.sources
    assert found.case is not None
    puzzle = found.case.puzzle
    assert puzzle.position.rules.key == misconceptions()[belief].rules[0]
    assert puzzle.mark(given(puzzle, found.case.answer)) is Mark.WRONG


def test_a_case_is_not_one_that_was_just_asked():
    """Puzzles to be avoided are left for others."""
    first = refutation(LIMIT, "1980").case.puzzle
    assert refutation(LIMIT, "1980", [first.id]).case.puzzle != first
