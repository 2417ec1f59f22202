"""Whole games: dealt, played to the end, no card lost on the way."""

import pickle
import random
from collections import Counter
from itertools import product

import pytest
import slow_rules
from game.slow_table import check
from game.variants import ONE_VALUE
from sweeps import first

from ono_tutor import IllegalPlayError, LateDraw, NotationError, legal_plays, ruleset, why_not
from ono_tutor.game.game import Game
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import FOUR_ONO99, OUT

POINTS = [
    "1980+scoring=points+target=90",
    "1980+bust-total=counts+scoring=points+target=90",
    "1980+points-end=last-standing+scoring=points+target=60",
]


def a_play(game, rng, forgets=0.0):
    """A legal play at random, and at times one without its draw, or a late draw (1980)."""
    position = game.position
    if position.undrawn and rng.random() < forgets:
        return LateDraw(rng.choice(position.undrawn))
    play = rng.choice(game.legal_plays())
    if play.card is None or rng.random() >= forgets:
        return play
    forgetful = play._replace(forgets=True)
    return play if why_not(position, forgetful) else forgetful


def steps_of(game, rng, forgets=0.0, limit=20_000):
    """Each step of a game to its end, with the position it was made at."""
    for _ in range(limit):
        if game.is_over:
            return
        step = game.play(a_play(game, rng, forgets))
        yield game, step
        game = step.game
    raise AssertionError(f"no end after {limit} plays")


def deals_of(name, players, seed):
    """The game before each new deal of a random game, with the step that brought it."""
    for before, step in steps_of(Game.start(ruleset(name), players, seed), random.Random(seed)):
        if step.game.deal.hand_number != before.deal.hand_number and not step.game.is_over:
            yield before, step


def last_of(game, rng):
    """The game at its end."""
    for _, step in steps_of(game, rng):
        game = step.game
    return game


class Cards:
    """Where every card of a game is: laid down hands are counted until the next deal."""

    def __init__(self, game):
        self.deck = Counter(map(str, game.rules.deck_cards(len(game.hands))))
        self.laid_down, self.hand_number = Counter(), game.deal.hand_number
        assert self.on_the_table(game.position) == self.deck

    @staticmethod
    def on_the_table(position):
        """How many of each card are held, in the draw pile and among the discards."""
        hands = [card for hand in position.hands for card in hand or ()]
        return Counter(map(str, [*hands, *position.draw, *position.seen]))

    def step(self, step):
        """Count the cards after a play; who leaves takes the hand, after the card that busted and its draw."""
        ply = step.ply
        for seat in ply.settlement.out:
            hand = Counter(map(str, ply.before.hands[seat]))
            if seat == ply.before.turn:
                hand -= Counter(slow_rules.card_of(str(ply.play)).split() if ply.card else [])
                hand += Counter(map(str, ply.drawn))
            self.laid_down += hand
        assert self.on_the_table(ply.after) + self.laid_down == self.deck
        if step.game.deal.hand_number != self.hand_number:
            self.laid_down, self.hand_number = Counter(), step.game.deal.hand_number
            assert self.on_the_table(step.game.position) == self.deck


@pytest.mark.parametrize("name", first([*RULE_SETS, *reversed(ONE_VALUE), *POINTS], 3))
def test_every_game_is_one_that_the_rules_allow(name):
    """Random games of every rule set and every value of its options come to their end, and at every play hold what the checks below say."""
    rules, forgets = ruleset(name), 0.2 if name.startswith("1980") else 0.0

    for seed in range(8):
        start = game = Game.start(rules, min(2 + seed, rules.most_players), seed)
        assert start.turn == (start.deal.dealer + 1) % len(start.hands)
        check_a_new_round(start)
        cards = Cards(start)
        for before, step in steps_of(start, random.Random(seed), forgets * (seed % 2)):
            assert [*map(str, legal_plays(step.ply.before))] == slow_rules.legal(
                slow_rules.read(str(before.position))
            )
            cards.step(step)
            check_the_told_step(before, step)
            if step.game.deal.hand_number != before.deal.hand_number:
                check_a_new_round(step.game)
            if seed < 4:
                check(step.ply)
            game = step.game
        assert game.winners
        assert set(game.winners) <= set(range(len(start.hands)))


def check_the_told_step(before, step):
    """``after`` gives the game that ``play`` gives, and the events name the winners (rules winner, 99-winner)."""
    quick, told, play = before.after(step.ply.play), step.game, step.ply.play
    assert quick.position == told.position
    if step.ply.card:
        assert before.state.judged[play._replace(forgets=False)]
        assert before.after(play).position == told.position, "once it has been judged"
    facts = [(g.winners, g.deal.dealer, g.deal.hand_number) for g in (quick, told)]
    assert facts[0] == facts[1]
    assert before.legal_plays() == legal_plays(before.position)
    won = tuple(event.seat for event in step.ply.events if event.type is EventType.WON)
    assert won == told.winners


def check_a_new_round(game):
    """A round starts from 0, clockwise, one card owed, full hands (rules deal, opening, next-starter)."""
    now = game.position
    assert (now.total, now.owes, now.direction.value) == (0, 1, "cw")
    assert (now.seen, now.played, now.undrawn) == ((), None, ())
    sizes = {len(hand) for hand in now.hands if hand is not None}
    assert sizes == {slow_rules.HAND_SIZE[game.rules.key]}
    assert now.hands[now.turn] is not None


@pytest.mark.parametrize(
    "name",
    ["1980+opening=number", "1980+ono-on-zero=round", "2022+dump=free", "ninety-nine+below-zero=forbid"],
)  # fmt: skip
def test_the_quick_step_refuses_what_the_told_step_refuses(name):
    """A play that may not be made is refused by ``after`` and ``play`` alike, at every moment of a game."""
    game, rng = Game.start(ruleset(name), 3, 2), random.Random(2)
    plays = {play for card in game.rules.deck(3) for play in game.rules.card_plays[card]} | {OUT}
    plays |= {FOUR_ONO99} if name.startswith("2022") else set()

    for _ in range(60):
        if game.is_over:
            break
        illegal = [play for play in plays if why_not(game.position, play)]
        assert illegal
        for found in illegal:
            with pytest.raises(IllegalPlayError):
                game.after(found)
        game = game.after(rng.choice(game.legal_plays()))


def seat_left_of(hands, seat, step=1):
    """The next seat that has a hand."""
    count = len(hands)
    seats = [(seat + step * n) % count for n in range(1, count + 1)]
    return next(each for each in seats if hands[each] is not None)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("1980+chips=1", 1), ("1980", 1), ("1980+next-starter=left-of-dealer+chips=1", 1),
        ("1980+scoring=points+next-starter=left-of-dealer", 1), ("ninety-nine", -1), ("ninety-nine+next-starter=round-winner", -1),
    ],
)  # fmt: skip
def test_who_deals_and_starts_the_next_hand(name, way):
    """The deal passes to the left, in Ninety-Nine to the right. Its left starts, or the loser of a hand, or if out whoever is next; or who landed on 99 (rules next-starter, 99-next-round)."""
    kinds = Counter()
    for seed in range(12):
        for before, step in deals_of(name, 4, seed):
            now, loser = step.game.position, step.ply.settlement.loser
            assert step.game.deal.dealer == seat_left_of(now.hands, before.deal.dealer, way)
            starter, kind = seat_left_of(now.hands, step.game.deal.dealer), "left"
            if way == 1 and "left-of-dealer" not in name:
                starter, kind = loser, "loser"
                if now.hands[loser] is None:
                    starter, kind = seat_left_of(now.hands, loser), "loser is out"
            elif "round-winner" in name and loser is None:
                starter, kind = step.ply.before.turn, "winner"
            assert now.turn == starter
            kinds[kind] += 1

    assert kinds.total() > 12
    assert "loser is out" in kinds or name != "1980+chips=1"
    assert "winner" in kinds or "winner" not in name


@pytest.mark.parametrize(
    ("name", "is_dealt_in"),
    [
        ("ninety-nine+points=3", lambda points: points > 0),
        ("1980+chips-out=at-zero", lambda chips: chips > 0),
        ("1980+scoring=points+points-end=last-standing+target=150", lambda points: points < 150),
    ],
)
def test_who_is_dealt_in(name, is_dealt_in):
    """Who is out of the game has no hand in the next deal; who dropped out of a round for points comes back (rules chips, 99-out, points-round)."""
    for _, step in deals_of(name, 4, 3):
        position = step.game.position
        is_in = [hand is not None for hand in position.hands]
        assert is_in == [is_dealt_in(stake) for stake in position.stakes]


@pytest.mark.parametrize("seed", range(5))
def test_the_lowest_score_wins_and_a_tie_is_shared(seed):
    """When anybody reaches the target, all who share the lowest score win (rule points-end)."""
    game = last_of(Game.start(ruleset("1980+scoring=points"), 5, seed), random.Random(seed))

    scores = game.position.stakes

    assert max(scores) >= 200
    assert game.winners == tuple(seat for seat, score in enumerate(scores) if score == min(scores))


def test_the_dealer_of_1980_is_any_seat():
    """The highest number drawn deals, so over many seeds every seat deals, about as often (rule dealer)."""
    dealers = Counter(Game.start(ruleset("1980"), 4, seed).deal.dealer for seed in range(400))

    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


@pytest.mark.parametrize(
    ("name", "players", "allowed"),
    [
        ("1980", 1, "2 to 8"), ("1980", 9, "2 to 8"), ("2022", 7, "2 to 6"), ("2022", 0, "2 to 6"),
        ("ninety-nine", 13, "2 to 12"), ("ninety-nine+decks=1", 7, "2 to 6"), ("1980", -3, "2 to 8"),
    ],
)  # fmt: skip
def test_too_few_or_too_many_players_is_one_clear_error(name, players, allowed):
    """A game that is not for so many names the number, the rule and what is allowed (rule players)."""
    with pytest.raises(NotationError, match=allowed) as caught:
        Game.start(ruleset(name), players, 0)

    assert (caught.value.word, caught.value.rule) == (str(players), "players")


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_game_is_a_value(name):
    """Playing from it twice gives two games, and it stays as it is; after its end nothing is played (rule winner)."""
    game = Game.start(ruleset(name), 3, 9)
    before, plays = game.position, game.legal_plays()

    after = [game.play(play).game.position for play in plays]
    assert after == [game.after(play).position for play in plays]
    assert game.position == before
    end = last_of(game, random.Random(1))
    for step, word in product((end.play, end.after), ("out", "7", "draw:0")):
        with pytest.raises(IllegalPlayError) as caught:
            step(word)
        assert caught.value.rule == "winner"
    assert len(repr(end)) < 20_000


@pytest.mark.parametrize("name", RULE_SETS)
def test_seeds_deal_different_games(name):
    """Two seeds do not deal the same cards, and a copy of a game goes on as the game does."""
    rules = ruleset(name)
    deals = {Game.start(rules, 3, seed).position for seed in range(50)}
    game = Game.start(rules, 3, 1)
    copy = pickle.loads(pickle.dumps(game))

    assert len(deals) == 50
    assert last_of(game, random.Random(2)).position == last_of(copy, random.Random(2)).position


def test_who_is_long_out_does_not_win_a_points_game():
    """A low score of a player who was out before the last round wins nothing, in no event either (rule points-end)."""
    name, told = "1980+points-end=last-standing+scoring=points+target=60", 0

    for seed in range(40):
        start = Game.start(ruleset(name), 4, seed)
        dealt = set(start.position.still_in)
        for game, step in steps_of(start, random.Random(seed)):
            winners = {event.seat for event in step.ply.events if event.type is EventType.WON}
            assert winners <= dealt
            told += len(winners)
            if step.game.deal.hand_number != game.deal.hand_number:
                dealt = set(step.game.position.still_in)

    assert told
