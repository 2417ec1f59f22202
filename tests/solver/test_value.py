"""What a play is worth over the whole round."""

from random import Random

import pytest
from solver.cases import known
from two_player_round import TwoPlayerRound, fingerprint, options_alike, pack_table

from ono_tutor import NotationError, Position, UnanswerableError, ruleset, value
from ono_tutor.game.game import Game
from ono_tutor.game.simulate import chooser, duel, outcome, play_duel
from ono_tutor.game.strategy import choose
from ono_tutor.game.value_table import ValueTable, table_of
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Play
from ono_tutor.solver.value import Grade, Rollouts, Source, grade_of

GAMES = ("1980", "2022", "ninety-nine")


@pytest.mark.parametrize("name", GAMES)
def test_a_table_tells_how_its_own_rounds_end(name):
    """Played by itself with a real draw pile, rounds end as the values of their plays say, on average."""
    rules = ruleset(name)
    table = table_of(rules)
    player, apart, count = chooser("expert"), 0.0, 0
    for seed in range(400):
        deal = Game.start(rules, 2, 50_000 + seed)
        told = {}
        for before, play, after in play_duel(deal, (player, player)):
            move = before.state.move(play)
            worth = table.worth(before.hand, move) if move else None
            told.setdefault(before.turn, (before, worth))
            game = after
        for seat, (before, worth) in told.items():
            if worth is not None:
                won = outcome(before, game)
                apart += (won if seat == 0 else -won) - worth
                count += 1

    assert abs(apart / count) < (0.12 if rules.lays_down else 0.35)


@pytest.mark.parametrize(
    "line",
    [
        "1980 total=90 hand=H,D,8,3 players=2",
        "2022 total=85 hand=R,D,10,4 players=2",
        "1980 total=97 hand=-10,H,2,O players=2",
    ],
)
def test_rounds_that_are_played_on_agree_with_the_table(line):
    """Rollouts are a second way to a value: both ways agree within their errors."""
    position = Position.parse(line)
    table = value(position)
    rollouts = Rollouts(position, tuple(each.play for each in table.plays))
    rollouts.play(400, 3, lambda share: None)

    for each in table.plays:
        mean, error = rollouts.value(each.play)
        assert abs(each.value - mean) <= 1.5 * error + 2 * each.error + 0.02


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_table_is_made_for_the_cards_as_they_are(name):
    """After a change of the deck or of a card: python tools/make_values.py NAME FILE."""
    rules = ruleset(name)
    about = table_of(rules).about

    assert about["steps"] == fingerprint(rules)
    assert about["alike"] == [*options_alike(rules)]


def test_options_that_change_no_round_have_the_same_table():
    """How chips are counted is nothing to a round between two; what a card does is."""
    assert table_of(ruleset("1980+chips=5+scoring=points"))
    assert table_of(ruleset("1980+ono-on-zero=turn")) is None
    assert fingerprint(ruleset("2022")) != fingerprint(ruleset("2022+dump=free"))


def test_a_file_gives_back_what_was_put_in():
    """A table that is written and read has every value within one step."""
    model = TwoPlayerRound.of(ruleset("ninety-nine"))
    height = model.totals[1] - model.totals[0] + 1
    numpy = pytest.importorskip("numpy")
    worth = numpy.random.default_rng(4).uniform(-3, 3, (2, 1, height, 79))
    table = ValueTable(pack_table(model, worth, {"error": 0}))
    cards = (model.kinds[0][0], model.kinds[3][0])
    found = table.worth_of_rest(cards, Moment(40, pair=True), stays=False)

    assert found == pytest.approx(worth[0, 0, 40 - model.totals[0], 3], abs=1e-3)


@pytest.mark.parametrize("name", GAMES)
def test_expert_wins_against_the_others(name):
    """Over a few hundred deals, each played from both sides, expert beats random; greedy is not shown to be better."""
    rules = ruleset(name)
    level = 0.5 if rules.lays_down else 0.0
    against = {
        other: duel(rules, (chooser("expert"), chooser(other, 2)), 800)
        for other in ("greedy", "random")
    }

    assert against["random"].low > level
    assert against["greedy"].high > level


@pytest.mark.parametrize(
    "line",
    [
        "1980 total=92 hand=7,H,-10,2",
        "2022 total=70 hand=9,R,D,10 owes=2",
        "ninety-nine total=30 hand=9,9,10",
    ],
)
def test_what_expert_plays_is_as_good_as_the_best(line):
    """The strategy and the question read one table: what it plays is the best within the error."""
    position = Position.parse(line)

    assert value(position).of(choose("expert", position, Random(0))).grade is Grade.BEST


def test_a_told_error_covers_what_rounds_come_to():
    """The 9 leaves the other player where that player left you: 20,000 rounds came to 0.51."""
    nine = value("ninety-nine total=30 hand=9,9,10").of(Play.parse("9"))

    assert abs(nine.value - 0.51) <= nine.error


def test_rounds_are_played_on_from_a_seed(monkeypatch):
    """Three players get an estimate with its error, the same one again, and whoever asks for rounds."""
    seeds, random = [], "ono_tutor.solver.value.Random"
    monkeypatch.setattr(random, lambda seed: seeds.append(type(seed)) or Random(seed))
    two = "1980 total=92 hand=7,H,-10,2"
    three = value(f"{two} players=3", rounds=100)

    assert (value(two).rounds, value(two, rounds=20).rounds, three.rounds) == (0, 20, 100)
    assert all(each.kind == "estimate" and 0 < each.error < 0.11 for each in three.plays)
    assert three == value(f"{two} players=3", rounds=100)
    assert three != value(f"{two} players=3", rounds=100, seed=1)
    assert set(seeds) == {int}  # a fraction is another seed in a page


@pytest.mark.parametrize("rounds", [-1, 0, 2, 10**9])
def test_a_number_of_rounds_out_of_range_is_refused(rounds):
    """Too few rounds tell nothing and too many never end: both are refused, with the range."""
    with pytest.raises(ValueError, match="must be from 20 to 100,000"):
        value("1980 total=92 hand=7,H,-10,2 players=3", rounds=rounds)


@pytest.mark.parametrize(
    "known",
    [
        "total=95 hands=H,9,2,9/10,10,H,8",
        "total=95 hands=H,9,2,9/?4 draw=3",
        "total=95 hand=H,9,2,9 seen=5",
        "total=41 hand=3,10,H,H owes=2",
        "total=41 hand=3,10,H,H played=5",
        "total=41 hand=3,10,H,H played=5 seen=5",
    ],
)
def test_rounds_are_played_on_if_more_is_known_or_owed(known):
    """The table knows the own hand alone, and has met few hands that owe two cards."""
    found = value(Position.parse(f"1980 {known}"), rounds=None if "41" in known else 50)

    assert {each.source for each in found.plays} == {Source.ROLLOUTS}


@pytest.mark.parametrize(("line", "worth", "why"), known("certain"))
def test_what_is_proved_is_certain(line, worth, why):
    """A round that is surely won or lost has a value without an error, and so has its cost."""
    best, *others = value(line).plays

    assert (best.source, best.value, best.error) == (Source.CERTAIN, int(worth), 0)
    assert str(best.reason) == why
    assert all(
        (each.cost, each.cost_error, each.grade) == (0, 0, Grade.BEST)
        for each in others
        if each.source is Source.CERTAIN and each.value == int(worth)
    )


@pytest.mark.parametrize(("line", "play", "worth", "why"), known("ends"))
def test_a_play_that_ends_the_game_is_certain(line, play, worth, why):
    """Nobody loses more points than they have, and who wins the game or is out is told so."""
    found = value(f"ninety-nine {line}", rounds=20)
    worth, each = (
        int(worth),
        found.of(Play.parse(play) if play.isdigit() else found.position.rules.read_play(play)),
    )

    assert (each.source, each.value) == (Source.CERTAIN, worth)
    assert str(each.reason).endswith(why)
    assert (found.plays[0] == each) is (worth > 0)
    assert all(other.grade is not Grade.BEST for other in found.plays[1:] if worth > 0)


def test_who_could_stay_in_the_game_does_not_do_as_well_by_going_out():
    """However wide the error is, a play that puts you out is not as good as one that does not."""
    found = value("ninety-nine total=64 hand=7,9,3 points=1/9", rounds=20)

    assert found.best == Play.parse("9")
    assert all(each.grade is not Grade.BEST for each in found.plays[1:])


def test_the_other_plays_hear_that_one_wins_the_game():
    """The reason against a play is that another one wins the game."""
    found = value("ninety-nine total=32 hand=A,J,9 points=5/1", rounds=20)

    assert str(found.of(Play.parse("9")).reason) == "The ace as 1 wins the game."


@pytest.mark.parametrize(("line", "play", "why"), known("paid"))
def test_a_reason_in_ninety_nine_names_what_is_paid(line, play, why):
    """The mark that is passed or reached is the reason, of the play itself or of the better one."""
    found = value(f"ninety-nine {line}")

    assert str(found.of(found.position.rules.read_play(play)).reason) == why


@pytest.mark.parametrize(
    "line", ["1980 total=96 hand=H,H,R", "1980 total=50 hand=7,8,9 played=5 undrawn=0"]
)
def test_a_hand_that_is_short_of_cards_is_played_on(line):
    """Who forgot to draw has a value too, though no table knows such a hand."""
    assert len(value(line, rounds=20).plays) == len(set(Position.parse(line).hand))


def test_grades_go_by_what_a_play_costs():
    """A slip costs less than a mistake, and that less than a blunder; within the error it is best."""
    assert [grade_of(cost) for cost in (0.0, 0.02, 0.05, 0.2)] == list(Grade)
    assert grade_of(0.05, unit="points") is Grade.SLIP
    assert [grade_of(0.05, error) for error in (0.06, 0.04)] == [Grade.BEST, Grade.MISTAKE]


def test_a_reason_names_what_is_kept():
    """Where the cards kept make the difference, the reason says which card was worth keeping."""
    worst = value(Position.parse("1980 total=40 hand=H,9,10,-10")).plays[-1]

    assert worst.play in {Play.parse("H"), Play.parse("-10")}
    assert "in your hand" in str(worst.reason)


def test_a_table_for_other_rules_or_cards_is_refused(monkeypatch):
    """A table is for the rules and cards that it was made for; for others it does not fit."""
    table = table_of(rules := ruleset("2022"))
    with pytest.raises(UnanswerableError, match="the table is for 2022"):
        value(Position.parse("1980 total=9 hand=7,8,9,H"), table=table)
    monkeypatch.setattr(type(rules), "deck", lambda rules, players: {"a new card": 4})
    assert not table.fits(rules)
    with pytest.raises(NotationError, match=r"x\.bin"):
        ValueTable.read(b"{}", "x.bin")


def test_who_loses_the_last_round_has_lost_it_although_the_points_win_the_game():
    """1980 for points: the round decides what a play is worth, not who has the lowest score then."""
    line = "1980+scoring=points total=97 hand=3,10,10,10 players=2 seen=R points=128/190"

    values = value(line, rounds=20)

    assert {(each.value, each.cost, each.grade) for each in values.plays} == {(0, 0, Grade.BEST)}
