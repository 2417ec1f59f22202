"""The bank that is shipped: its size, what it covers, and every answer worked out anew."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import build_bank
import pytest
import slow_rules
from build_bank import askable, rule_sets_of
from lost_rounds import PlayedGame, is_played_still, lost_by_choice
from solver import slow
from sweeps import is_whole, rotating

from ono_tutor import Position, Puzzle, value
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import WHAT_LOST, Level, id_of, themes_of
from ono_tutor.puzzles.generate.search import canonical_form
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import changes
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.solver.threat import threat

ENTRIES = list(bank.index().values())
NAMED = [entry for entry in ENTRIES if entry.id != id_of(*entry.words)]


def some(kind):
    """The puzzles of a kind that this run looks at: an eighth, or all of them."""
    return rotating(entry for entry in ENTRIES if entry.kind == kind)


def test_the_bank_has_enough_of_everything():
    """3,500 puzzles, 100 of a kind, 400 of a level, 12 of a rule point, 10 of a misconception."""
    kinds, levels = Counter(e.kind for e in ENTRIES), Counter(e.level for e in ENTRIES)
    points = Counter((key, p) for e in ENTRIES for p in e.rule_points for key in rule_sets_of(e, p))
    beliefs = Counter(key for entry in ENTRIES for key in entry.misconceptions)
    options = {word for entry in ENTRIES for word in entry.rules.split("+")[1:]}
    assert len(ENTRIES) >= 3500
    assert min(kinds[kind] for kind in KINDS) >= 100
    assert min(levels[level] for level in Level) >= 400
    assert {pair for pair in askable() if points[pair] < 12} == set()
    assert {key for key in misconceptions() if beliefs[key] < 10} == set()
    assert len(options) >= 12
    assert {entry.key for entry in ENTRIES} == set(RULE_SETS)


def test_every_point_is_asked_about_or_it_is_said_why_not():
    """A rule point without puzzles stands in the list of those that cannot be asked about."""
    shown = {point for entry in ENTRIES for point in entry.rule_points}
    assert set(rule_points()) - shown == set(UNASKABLE)
    assert all(UNASKABLE.values())


def test_an_id_is_a_digest_for_ever_of_what_is_asked():
    """Kind, position, plays and claim make it, in every version; sets and witnesses have names."""
    assert all(entry.id.startswith(("dp80-", "traps-", bank.WITNESS)) for entry in NAMED)
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES)
    assert id_of("total", "1980 total=6 hand=-10", "-10") == "total-4frkf944"


def test_no_two_puzzles_are_the_same():
    """No two differ only by seats or the order of a hand."""
    entries = [entry for entry in ENTRIES if not entry.id.startswith(bank.WITNESS)]
    forms = Counter(canonical_form(entry.kind, Puzzle.of(entry).task) for entry in entries)
    assert [form for form, count in forms.items() if count > 1] == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "quiet"])
def test_no_answer_is_right_too_often(kind):
    """No answer and no sort of answer is right in more than half of a kind's puzzles."""
    puzzles = [Puzzle.of(entry) for entry in ENTRIES if entry.kind == kind]
    answers = Counter(str(puzzle.answer_as_json()) for puzzle in puzzles)
    sorts = Counter(KINDS[kind].answer_class(p.task, p.answer) for p in puzzles)
    assert max(answers.values()) <= len(puzzles) / 2
    assert max(sorts.values()) <= len(puzzles) / 2


def short_of_ideas(targets, shown):
    """Those of the pairs of a rule set and a name without three ideas of three puzzles each."""
    found = {pair: Counter() for pair in targets}
    for entry in ENTRIES:
        for key, name in product(RULE_SETS, shown(entry)):
            if (key, name) in found and (entry.key == key or entry.kind == "edition"):
                found[key, name][entry.idea] += 1
    best = {pair: ideas.most_common(3) for pair, ideas in found.items()}
    return {pair for pair, top in best.items() if sum(min(count, 3) for _, count in top) < 9}


def test_every_rule_point_and_every_misconception_has_ideas():
    """Each has three puzzles of each of three ideas, in each game that it is about."""
    about = [(key, name) for name, found in misconceptions().items() for key in found.rules]
    assert short_of_ideas(askable(), lambda entry: entry.rule_points) == set()
    assert short_of_ideas(about, lambda entry: entry.misconceptions) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_puzzle_has_moved(kind):
    """Answer, difficulty, rule points and misconceptions are worked out anew and are the same."""
    assert [str(change) for entry in some(kind) for change in changes(entry)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_can_be_given(kind):
    """The answer that is handed in as JSON is read, and is right; its id finds the puzzle."""
    for entry in some(kind):
        puzzle = Puzzle.of(entry)
        assert puzzle.check(puzzle.answer_as_json()).is_right, entry
        assert bank.entry(entry.id) == entry


@pytest.mark.parametrize("name", [name for name in bank.sets() if name != "several-traps"])
def test_a_set_rises_and_is_dealt_as_games_are(name):
    """A lesson's set goes from easy to hard, with full hands and no danger of next to nothing."""
    entries = bank.entries_of_set(name)
    table = [(entry.kind, Puzzle.of(entry).position) for entry in entries]
    dealt = [at for kind, at in table if kind != "edition" and not at.undrawn]
    threats = [
        max(chance or 0 for _, chance in threat(at).chances) for k, at in table if k == "threat"
    ]
    assert [entry.difficulty for entry in entries] == sorted(entry.difficulty for entry in entries)
    assert [at for at in dealt if len(at.hand) < at.rules.hand_size] == []
    assert all(chance >= Fraction(1, 20) for chance in threats)


# The slow solver of the tests, which shares nothing with the package.


_chances = cache(slow.chances)


def _of(kind):
    """The run's puzzles of a kind that the slow solver can do in a moment; all in a whole run.

    Four cards drawn, one after another, take it long.
    """
    return [entry for entry in some(kind) if is_whole() or "O,O,O,O" not in entry.position]


def others_lose(line, word):
    """The points that a card of Ninety-Nine costs each of the others."""
    table = slow_rules.read(line)
    if table["game"] != "ninety-nine":
        return 0
    new = slow_rules.new_total_99(table["options"]["below-zero"], table["total"], word)
    return slow_rules.costs_99(table["total"], new)[1]


@pytest.mark.parametrize("kind", ["survive", "chance", "best-card", "quiet"])
def test_the_slow_solver_gives_the_same_answers(kind):
    """Verdicts, chances and best cards are recomputed; of safe cards the costliest to others is best."""
    for entry in (entry for entry in _of(kind) if not entry.claim):
        chances, found = _chances(entry.position), Puzzle.of(entry).answer_as_json()
        best = max(chances.values())
        hand = [str(card) for card in Position.parse(entry.position).hand]
        words = slow_rules.ways(slow_rules.read(entry.position), hand)
        if kind == "survive":
            assert found == {0: "lost", 1: "certain"}.get(best, "chance"), entry
            for word in words if not entry.plays else ():
                is_best = best > 0 and chances.get(word) == best
                assert (Puzzle.of(entry).mark(word) == "right") is is_best, (entry, word)
            continue
        if kind == "chance":
            assert found == f"{best.numerator}/{best.denominator}", entry
            continue
        good = [word for word, chance in chances.items() if chance == best]
        gains = {word: others_lose(entry.position, word) for word in good}
        if all(chances.get(word) == 1 for word in words) and len(set(gains.values())) == 1:
            assert found == "every card is safe", entry
        else:
            assert set(found) == {w for w in good if gains[w] == max(gains.values())}, entry


def test_where_the_round_is_asked_about_nothing_nearer_decides():
    """By the slow solver every card survives; the best is ahead by more than the table's error."""
    asked = [entry for entry in ENTRIES if entry.kind == "best-card" and entry.claim]
    assert {entry.key for entry in asked} == {"1980", "2022"}
    for entry in asked:
        first, second = value(Position.parse(entry.position)).plays[:2]
        assert set(_chances(entry.position).values()) == {1}, entry
        assert second.cost > second.cost_error > 0, entry
        assert Puzzle.of(entry).answer_as_json() == [str(first.play)], entry


def test_legal_plays_are_those_of_the_slow_engine():
    """The plays that may be made are recomputed from the rules."""
    for entry in _of("legal"):
        found = slow_rules.legal(slow_rules.read(entry.position))
        assert set(Puzzle.of(entry).answer_as_json()) == set(found), entry


def test_witnesses_show_where_the_rule_sets_part():
    """A witness is an edition puzzle that hangs on its rule point, and the rule sets part in it."""
    found = {point: entry for point in rule_points() if (entry := bank.witness(point))}
    assert {"minus-ten", "hold", "double-on-double", "four-ono99", "players", "deck"} <= set(found)
    assert all(point in entry.rule_points for point, entry in found.items())
    assert all(0 < len(Puzzle.of(e).answer) < len(RULE_SETS) for e in found.values())


def test_the_file_of_one_kind_is_built_by_itself(tmp_path, monkeypatch, capsys):
    """With --kind its file, the games and the patterns are written as shipped, and it is told."""
    monkeypatch.setattr("sys.argv", ["build_bank.py", str(tmp_path), "--kind", "score"])
    build_bank.main()
    names = ["games.txt", "patterns.txt", "score.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for name in names:
        assert (tmp_path / name).read_text("utf-8") == bank.text_of(name.removesuffix(".txt"))
    assert capsys.readouterr().err.splitlines()[:2] == ["kept: 5 of 100", "kept: 10 of 100"]


# Puzzles from played games: each game is played again, and the play that lost is found in it.

SOURCES = [line.rstrip("\n").split("\t") for line in bank.game_sources().values()]


def test_there_are_puzzles_from_games_of_every_rule_set():
    """Every rule set has fifteen at least, and each is a puzzle of the bank with that theme."""
    counts = Counter(rules for _, rules, *_ in SOURCES)
    assert {key for key in RULE_SETS if counts[key] < 15} == set()
    assert all(WHAT_LOST in themes_of(bank.entry(name)) for name, *_ in SOURCES)
    assert WHAT_LOST not in themes_of(bank.entry("dp80-hold"))


@pytest.mark.parametrize("source", rotating(SOURCES))
def test_a_game_is_played_again_to_the_play_that_lost(source):
    """After so many plays a bot stands where the puzzle asks, plays what is wrong, and loses."""
    name, rules, players, seed, place, play = source
    puzzle = Puzzle.load(name)
    found = {
        (kind, str(task.position)): decision
        for kind, task, decision in lost_by_choice(PlayedGame(rules, int(players), int(seed)))
    }
    decision = found[puzzle.kind, str(puzzle.position)]
    assert (str(decision.place), str(decision.play)) == (place, play)
    assert puzzle.mark(play) == "wrong"


def test_a_game_that_is_not_played_so_any_more_is_known():
    """After another number of plays, or in another game, there is no such puzzle."""
    name, rules, players, seed, place, play = SOURCES[0]
    others = [(rules, place + "0"), (next(key for key in RULE_SETS if key != rules), place)]
    assert is_played_still("\t".join(SOURCES[0]) + "\n")
    for other, later in others:
        assert not is_played_still("\t".join((name, other, players, seed, later, play)) + "\n")
