"""``Game``: played to its end by messages alone, with nothing hidden in what is sent."""

import json
import re
from itertools import cycle, product
from random import Random

import pytest
from sweeps import first

from ono_tutor import IllegalPlayError, NotationError, Position, value
from ono_tutor.course.coach import review_play
from ono_tutor.course.match import HOME, Phase
from ono_tutor.game.legal import playable
from ono_tutor.game.transcript import Transcript
from ono_tutor.render.game_scenes import Log, advice_feedback, match_scene
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.option import Choice
from ono_tutor.rules.seats import turn_order
from ono_tutor.widgets.game import Game

RULES = [
    key + (f"+{option.name}={value}" if value else "")
    for key, kind in RULE_SETS.items()
    for option in kind.options
    for value in (option.values[1:] if isinstance(option, Choice) else ())
]
ROOM = 20_000


def press(game, kind, word):
    """A message as the view sends it."""
    game.receive({"type": kind, ("play" if kind == "play" else "id"): word})


def sent(game):
    """All that the browser is given, the view's own code apart."""
    return {name: getattr(game, name) for name in ("scene", "feedback", "figure", "rule_point")}


def actions(game):
    return [action["id"] for action in game.scene["actions"]]


def ways(game):
    """Every play that can be pressed: cards, the ways to play them, and sets."""
    cards = [
        [way["play"] for way in card["choices"]] or [card["code"]] for card in game.scene["hand"]
    ]
    return [word for words in cards for word in words] + [c["id"] for c in game.scene["choices"]]


def press_anything(game, numbers):
    """One press that a learner may make, legal or not."""
    if "next" in actions(game):
        press(game, "action", "next")
    elif numbers.random() < 0.15:
        press(game, "action", numbers.choice(["hint", "coach"]))
    else:
        press(game, "play", numbers.choice(ways(game)))


def played_out(game, seed, each=lambda game: None):
    numbers = Random(f"press/{seed}")
    for _ in range(4000):
        if game.match.phase is Phase.OVER:
            return game
        press_anything(game, numbers)
        each(game)
    raise AssertionError("the game came to no end")


def yours(rules="1980", seeds=range(40), test=lambda game: True, **more):
    """A game where the learner is to play, and more."""
    for seed in seeds:
        game = Game(rules, seed=seed, **more)
        if game.match.phase is Phase.YOURS and test(game):
            return game
    raise AssertionError("no such game")


def at(line, seed=7, **more):
    """A game whose table stands as a line says, all hands and the draw known."""
    position = Position.parse(line)
    game = Game(position.rules, players=len(position.hands), seed=seed, **more)
    table = game.match.game
    seated = turn_order(tuple(hand is not None for hand in position.hands))
    deal = table.deal._replace(
        pile=position.draw, stakes=position.stakes, undrawn=position.undrawn, order=seated
    )
    game.match.game = table._replace(
        deal=deal._replace(is_plain=not position.undrawn),
        state=position.state,
        hands=position.hands,
        place=position.place,
        drawn=0,
        seen=position.seen,
        played=position.played,
    )
    game._draw(None)
    return game


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
    return [match_scene(match, Log(HOME), (), ()), advice_feedback(review_play(match.known))]


# --- a turn


def test_a_refused_card_is_explained_with_its_rule_and_nothing_is_lost():
    """An O'NO 99 may not be played: its rule id is told, and raised in Python; the game stands."""
    game = yours(test=lambda game: "O" in ways(game))
    before = game.match.game

    press(game, "play", "O")

    assert game.feedback["state"] == "wrong"
    assert [rule["id"] for rule in game.feedback["rules"]] == ["ono99-card"]
    with pytest.raises(IllegalPlayError) as error:
        game.play("O")
    assert error.value.rule == "ono99-card"
    assert game.match.game is before


def test_what_is_faced_is_said():
    """Under a double the live region hears that two cards are owed (rule double-effect)."""
    game = at("1980 hands=7,2,3,O/D,O,O,O draw=8,H,R,R,R")

    press(game, "play", "7")

    assert "played on you: play two cards." in game.scene["say"]
    assert game.scene["owes"] == {"count": 2, "text": "Play two cards."}


def test_four_ono_99_are_offered_together():
    """Holding four ONO 99 a button plays them as one (rule four-ono99)."""
    game = at("2022 total=40 hands=O,O,O,O/1,1,1,1 draw=2,3,4,5,6,7,8,9")

    assert [choice["id"] for choice in game.scene["choices"]] == ["OOOO"]
    press(game, "choice", "OOOO")

    assert [card["code"] for card in game.scene["hand"]] == ["2", "3", "4", "5"]


def test_who_can_play_nothing_is_told_and_lays_the_hand_down():
    """With no card to play there is one button, which lays the hand down (rule bust)."""
    game = at("2022 total=98 hands=9,8,7,O/1,1,1,1/2,2,2,2")

    assert game.scene["question"] == "You can play no card."
    press(game, "action", "next")

    assert "You lay down a 9, an 8, a 7 and an ONO 99." in json.dumps(game.scene["log"])


def test_with_no_safe_card_in_1980_it_is_said_that_one_must_be_played():
    """In 1980 a card that loses must be played (rule bust), and the learner is told so."""
    game = at("1980 total=98 hands=9,8,7,O/2,2,2,3")

    assert "must play one" in game.scene["lead"]


def test_between_two_hands_the_next_is_dealt_on_one_key():
    """The lost hand is told with its chip, then n deals the next one."""
    game = at("1980 total=98 hands=9,8,7,O/2,2,2,3")
    press(game, "play", "9")

    assert "You pay a chip." in game.scene["say"]
    assert game.scene["actions"][0]["key"] == "n"
    assert [seat["stake"] for seat in game.scene["seats"]] == ["2 chips", "3 chips"]
    assert all(card["disabled"] for card in game.scene["hand"])

    press(game, "action", "next")
    assert game.scene["turn"]["seat"] == HOME


def test_the_draw_pile_shows_how_many_cards_it_has():
    """The learner sees the pile's size, not what is unseen in all; so do the words."""
    game = at("1980 hands=7,2,3,O/D,2,9,O draw=8,H,R")

    assert game.scene["piles"]["draw"]["count"] == 3
    assert game.position == game.match.view
    assert "You hold" in str(game)
    assert "Round 1" in str(game)


# --- the coach


def test_the_coach_tells_what_a_card_cost():
    """The cost and every card of the hand as it was: none is taken for a card held now."""
    game = at("1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2 draw=H,H,H,H", coach=True)

    press(game, "play", "10")

    assert game.feedback["headline"] == "The 2 saves you 72 times in 100, the 10 only 32."
    assert game.feedback["state"] == "risk"
    assert [row["chance"] for row in game.feedback["cards"][:2]] == [
        "32 in 100 (8/25)",
        "72 in 100 (18/25)",
    ]
    assert all(row["play"].startswith("then:") for row in game.feedback["cards"])
    assert game.feedback["chosen"] == "then:10"


def test_the_coach_judges_what_the_learner_sees_as_value_does():
    """Each play is judged by what ``value`` says of the position that was shown before it."""
    game = Game("1980", players=3, seed=4, coach=True)

    for _ in range(3):
        before = game.position
        game.play(str(next(iter(playable(game.match.game.position)))))
        assert game.reviews[-1].values == value(before)


def test_a_lost_round_is_told_as_lost_and_the_draw_is_blamed():
    """The best first card, then a draw that saves nothing: lost, and nobody's fault."""
    game = at("1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2 draw=10,H,H,H", coach=True)

    press(game, "play", "2")
    press(game, "play", "10")

    assert (game.feedback["state"], game.feedback["headline"]) == (
        "lost",
        "No card could save you.",
    )
    assert game.feedback["text"].startswith(
        "The draw was against you: with that hand you survive 72"
    )
    assert all(review.is_best for review in game.reviews)


def test_a_lost_round_is_laid_at_the_first_card_that_put_it_at_risk():
    """The worse first card is named, and what the better one would have saved."""
    game = at("1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2 draw=10,H,H,H", coach=True)

    press(game, "play", "10")
    press(game, "play", "10")

    assert game.feedback["state"] == "lost"
    assert game.feedback["text"] == (
        "The 10, your first card of this turn, put it at risk. "
        "The 2 saves you 72 times in 100, the 10 only 32."
    )


def test_laying_the_hand_down_is_told_as_lost():
    """In 2022 the round is lost without a card, and what lost it is told as well."""
    game = at("2022 total=98 hands=9,8,7,O/1,1,1,1/2,2,2,2", coach=True)

    press(game, "action", "next")

    assert (game.feedback["state"], game.feedback["headline"]) == (
        "lost",
        "No card could save you.",
    )


def test_the_round_before_is_not_blamed():
    """What a card of the last round cost is no reason for the loss of this one."""
    game = at("1980 total=98 hands=9,8,7,O/2,2,2,3", coach=True)
    press(game, "play", "9")
    press(game, "action", "next")
    game.match.game = at("1980 total=98 hands=9,8,7,O/2,2,2,3").match.game
    press(game, "play", "9")

    assert len(game.reviews) == 2
    assert game.feedback["text"] == "The coach found no mistake of yours in this round."


def test_without_the_coach_nothing_is_told_and_all_is_counted():
    """The coach is silent when off, and counts for the end."""
    game = at("1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2 draw=H,H,H,H")

    press(game, "play", "10")

    assert game.feedback is None
    assert [review.is_best for review in game.reviews] == [False]


def test_the_coach_says_what_it_would_play_and_what_it_does_not_look_at():
    """The hint names the best card and the limits, and marks the cards held now."""
    game = at("1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2 draw=H,H,H,H")

    press(game, "action", "hint")

    assert game.feedback["headline"] == "The coach would play the 2."
    assert "goes by what you can see" in game.feedback["text"]
    assert game.feedback["cards"][1]["play"] == "2"


# --- the end, and a new game


def test_the_end_tells_the_result_and_how_good_the_plays_were():
    """At the end: who won, how many plays were the best; the review opens the costliest."""
    game = at("1980 total=88 hands=10,2,O,O/7,7,7,10 owes=2 chips=0/3 draw=10,H,H,H")
    press(game, "play", "10")
    press(game, "play", "2")

    assert game.match.phase is Phase.OVER
    assert game.scene["question"] == "Player 1 won the game."
    assert game.feedback["headline"].startswith("You made 2 plays, among them one ")
    assert "won the game" not in game.feedback["text"]
    press(game, "action", "review")
    assert game.scene["question"] == "You played the 10 here. Which card was better?"


def test_a_game_that_ends_by_a_lost_round_says_so_first():
    """The coach's verdict on the last play comes before the count of all plays."""
    game = at("1980 total=98 hands=9,8,7,O/7,7,6,10 chips=0/3", coach=True)

    press(game, "play", "9")

    assert (game.feedback["state"], game.feedback["headline"]) == (
        "lost",
        "No card could save you.",
    )
    assert "You made one play" in game.feedback["text"]


@pytest.mark.usefixtures("quick_coach")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_end_between_two_tells_luck_and_skill_apart(rules):
    """Between two players the end says what the plays cost and what luck did; both are estimates."""
    game = played_out(Game(rules, players=2, seed=11), rules)

    assert game.luck.start + game.luck.luck - game.luck.cost == pytest.approx(game.luck.result)
    assert "Skill and luck (estimates)" in game.feedback["text"]


def test_a_game_is_not_given_up_by_a_slip():
    """New game asks to be pressed twice, and any other press takes it back; then the next seed."""
    game = Game("1980", seed=41)
    match = game.match

    press(game, "action", "new")
    press(game, "action", "coach")
    coach = next(action["text"] for action in game.scene["actions"] if action["id"] == "coach")
    press(game, "action", "new")

    assert (game.is_coached, coach) == (True, "Coach: on")
    assert game.match is match
    press(game, "action", "new")
    assert game.transcript.seed == 42


@pytest.mark.usefixtures("quick_coach")
def test_the_game_before_is_kept():
    """After a new game the one before can still be stepped through."""
    game = played_out(Game("2022", players=2, seed=5), 5)
    written = str(game.transcript)

    press(game, "action", "next")

    assert str(game.previous) == written
    assert game.match.phase is not Phase.OVER


def test_a_rule_id_opens_its_panel():
    """Pressing a rule id of the log shows the point."""
    game = Game("1980", seed=1)

    press(game, "rule", game.scene["log"]["items"][0]["rules"][0]["id"])

    assert game.rule_point["id"] == "deal"


@pytest.mark.parametrize(
    "arguments",
    [{"rules": "1990"}, {"players": 99}, {"bots": "clever"}, {"seed": "x"}, {"players": 2.5}],
)
def test_a_game_that_cannot_be_is_refused(arguments):
    """A bad argument is an error of notation that says what was allowed."""
    with pytest.raises(NotationError):
        Game(**arguments)


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
    game.receive({"type": "action", "id": "coach"})
    assert game.scene["plays"] == []


def reviewed(seed):
    """A game that was lost by first cards, its review opened."""
    game = Game("1980+chips=1", players=2, seed=seed)
    while game.match.phase is not Phase.OVER:
        if game.match.phase is Phase.YOURS:
            game.play(str(next(iter(playable(game.match.game.position)))))
        else:
            game.go_on()
    game.receive({"type": "action", "id": "review"})
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
            game.receive({"type": "play", "play": str(seen.chosen.play)})
        assert game.feedback["state"] == "risk"
        game.receive({"type": "play", "play": str(seen.best[0].play)})
        assert (game.feedback["state"], game.feedback["headline"]) == ("right", "Right.")
        game.receive({"type": "action", "id": "next"})

    assert game._review is None
    assert "won" in game.scene["question"]
