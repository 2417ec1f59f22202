"""``Game``: played to its end by messages alone, with nothing hidden in what is sent."""

import json
import re
from itertools import cycle, product
from random import Random

import pytest
from sweeps import first
from widgets.games import game_at
from widgets.walking import buttons, send

from ono_tutor.course.coach import review_play
from ono_tutor.course.match import HOME, Phase
from ono_tutor.game.legal import playable
from ono_tutor.game.transcript import Transcript
from ono_tutor.render.game_scenes import advice_feedback, match_scene
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.widgets.game import Game

RULES = [
    key + (f"+{option.name}={value}" if value else "")
    for key, kind in RULE_SETS.items()
    for option in kind.options
    for value in (option.values[1:] if isinstance(option.values, tuple) else ())
]
ROOM = 20_000


def sent(game):
    """All that the browser is given, the view's own code apart."""
    return {name: getattr(game, name) for name in ("scene", "feedback", "figure", "rule_point")}


def ways(game):
    """Every play that can be pressed: cards, the ways to play them, and sets."""
    cards = [
        [way["play"] for way in card["choices"]] or [card["code"]] for card in game.scene["hand"]
    ]
    return [word for words in cards for word in words] + [c["id"] for c in game.scene["choices"]]


def press_anything(game, numbers):
    """One press that a learner may make, legal or not."""
    if "next" in buttons(game):
        send(game, "action next")
    elif numbers.random() < 0.15:
        send(game, f"action {numbers.choice(['hint', 'coach'])}")
    else:
        send(game, f"play {numbers.choice(ways(game))}")


def played_out(game, seed, each=lambda game: None):
    numbers = Random(f"press/{seed}")
    for _ in range(4000):
        if game.match.phase is Phase.OVER:
            return game
        press_anything(game, numbers)
        each(game)
    raise AssertionError("the game came to no end")


# --- whole games by messages alone


@pytest.mark.usefixtures("quick_coach")
@pytest.mark.parametrize(
    ("rules", "players"),
    first(
        [
            *((rules, players) for rules in ("1980", "2022", "ninety-nine") for players in (2, 5)),
            *zip(RULES, cycle((2, 5)), strict=False),
        ],
        6,
    ),
)
def test_every_game_can_be_pressed_to_its_end(rules, players):
    """By mouse or keys alone, with any option, every game comes to its end and replays."""
    game = played_out(Game(rules, players=players, seed=3, coach=True), rules)

    assert list(Transcript.parse(str(game.transcript)).replay())[-1].game.is_over
    assert "won" in game.scene["question"] or "share" in game.scene["question"]
    assert len(game.reviews) == sum(entry.seat == HOME for entry in game.transcript.entries)


@pytest.mark.usefixtures("quick_coach")
@pytest.mark.parametrize("rules", ["1980+scoring=points", "2022", "ninety-nine"])
def test_an_update_is_small_and_names_nothing_hidden(rules):
    """With every seat taken and the coach on: below 20 kB, no seed, and no card that others draw."""
    most = RULE_SETS[rules.partition("+")[0]]().most_players
    drawn = set()

    def check(game):
        text = json.dumps(sent(game))
        assert len(text) < ROOM
        assert "987654321" not in text
        told = " ".join(item["text"] for item in game.scene["log"]["items"])
        drawn.update(re.findall(r"Player \d+ draws ([^.]+)", told))

    game = played_out(Game(rules, players=most, seed=987654321, coach=True), rules, check)

    assert game.transcript.seed == 987654321
    assert drawn == {"a card"}


# --- nothing hidden is sent


def reshuffled(match, numbers):
    """The same match to the learner's eye, with all hidden cards dealt another way."""
    game = match.game
    hidden = [card for hand in game.hands[1:] for card in hand or ()]
    pile = list(game.deal.pile[game.drawn :])
    cards = hidden + pile
    numbers.shuffle(cards)
    hands = [game.hands[HOME]]
    for hand in game.hands[1:]:
        size = len(hand or ())
        hands.append(None if hand is None else tuple(cards[:size]))
        del cards[:size]
    deal = game.deal._replace(pile=(*game.deal.pile[: game.drawn], *cards))
    match.game = game._replace(hands=tuple(hands), deal=deal)


@pytest.mark.usefixtures("quick_coach")
@pytest.mark.parametrize(
    ("seed", "rules"),
    first(product(range(3), ["1980", "1980+scoring=points", "2022", "ninety-nine"]), 4),
)
def test_no_hidden_card_is_sent(rules, seed):
    """With the hidden cards dealt in any other way, the browser would be sent the very same."""
    game = Game(rules, players=4, seed=seed)
    numbers = Random(seed)
    for _ in range(60):
        if game.match.phase is Phase.YOURS:
            before = json.dumps(drawn(game.match))
            real = game.match.game
            reshuffled(game.match, numbers)

            assert json.dumps(drawn(game.match)) == before
            game.match.game = real
        press_anything(game, numbers)


def drawn(match):
    """The scene and the coach's advice, as the table draws them now."""
    return [match_scene(match, (), (), ()), advice_feedback(review_play(match.known))]


# --- a turn


# --- the coach


def test_the_round_before_is_not_blamed():
    """What a card of the last round cost is no reason for the loss of this one."""
    game = game_at("1980 total=98 hands=9,8,7,O/2,2,2,3", coach=True)
    send(game, "play 9", "action next")
    game.match.game = game_at("1980 total=98 hands=9,8,7,O/2,2,2,3").match.game
    send(game, "play 9")

    assert len(game.reviews) == 2
    assert game.feedback["text"] == "The coach found no mistake of yours in this round."


# --- the end, and a new game


@pytest.mark.usefixtures("quick_coach")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_end_between_two_tells_luck_and_skill_apart(rules):
    """Between two players the end says what the plays cost and what luck did; both are estimates."""
    game = played_out(Game(rules, players=2, seed=11), rules)

    assert game.luck.start + game.luck.luck - game.luck.cost == pytest.approx(game.luck.result)
    assert "Skill and luck (estimates)" in game.feedback["text"]


# ---- what is shown play by play, and the review ----


def test_the_plays_since_yours_are_shown_in_order():
    """Yours and the others', each with the total that it made; of many the last."""
    game = Game("1980", players=4, seed=5)

    game.play(str(next(iter(playable(game.match.game.position)))))

    shown, made = game.scene["plays"], game.transcript.entries
    assert 2 <= len(shown) <= 4
    assert [(play["seat"], play["total"]) for play in shown] == [
        (entry.seat, entry.total) for entry in made[-len(shown) :]
    ]
    send(game, "action coach")
    assert game.scene["plays"] == []


def reviewed(seed):
    """A game that was lost by first cards, its review opened."""
    game = Game("1980+chips=1", players=2, seed=seed)
    while game.match.phase is not Phase.OVER:
        if game.match.phase is Phase.YOURS:
            game.play(str(next(iter(playable(game.match.game.position)))))
        else:
            game.go_on()
    send(game, "action review")
    return game


@pytest.mark.usefixtures("quick_coach")
def test_a_review_asks_for_a_better_card():
    """At most three plays, those that cost most; the first wrong card gets a second try."""
    game = reviewed(3)
    moments = game._review.moments
    assert 1 <= len(moments) <= 3
    for moment in moments:
        seen = moment
        assert game.scene["question"].startswith("You played ")
        for _ in range(2):
            send(game, f"play {seen.chosen.play}")
        assert game.feedback["state"] == "risk"
        send(game, f"play {seen.best[0].play}")
        assert (game.feedback["state"], game.feedback["headline"]) == ("right", "Right.")
        send(game, "action next")

    assert game._review is None
    assert "won" in game.scene["question"]
