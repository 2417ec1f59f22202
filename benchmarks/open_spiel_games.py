"""The rounds between two players as games of OpenSpiel, which judges the table of values.

Once this module is imported, ``pyspiel.load_game`` knows ``python_ono_1980``, ``python_ono_2022``
and ``python_ninety_nine``. The engine judges every play; this is only the shape that OpenSpiel asks
for. A small deck makes a game that can be solved whole::

    python_ono_1980(deck=9x2 10x2 Hx2 -10x1,hand_size=2,start=80,most_plays=6)
"""

from collections import Counter
from typing import Any, ClassVar

import numpy as np
import pyspiel

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.value_table import stays_with
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.states import Move, State, state_of

PARAMETERS: dict[str, Any] = {"deck": "", "hand_size": 0, "start": 0, "most_plays": 200}
"""The deck (empty for its own), cards in a hand (0 for its own), the total at which
the round begins, and the plays after which it is called off and nobody wins."""


def _type(key: str, title: str) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{key}",
        long_name=f"{title}, a round between two players",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


class OnoGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game: its rule set, with another deck and hand where the parameters say so."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = PARAMETERS | (params or {})
        self.rules = _rules(self.name, chosen["deck"], chosen["hand_size"])
        self.start, self.most_plays = chosen["start"], chosen["most_plays"]
        self.cards = tuple(self.rules.deck(2))
        self.plays = (*self.rules.known_plays, OUT)
        deck = sum(self.rules.deck(2).values())
        self.most_draws = 2 * self.rules.hand_size + 4 * self.most_plays
        gain = 1.0 if self.rules.lays_down else 4.0 * self.most_plays
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.plays),
            max_chance_outcomes=len(self.cards),
            num_players=2,
            min_utility=-gain,
            max_utility=gain,
            utility_sum=0.0,
            max_game_length=self.most_plays,
        )
        if deck <= 2 * self.rules.hand_size:
            raise NotationError("the deck is too small for two hands", word=chosen["deck"])
        super().__init__(self.kind, info, params or {})

    def __deepcopy__(self, memo: object) -> "OnoGame":
        return self  # nothing in it changes, and a state that is copied keeps it

    def new_initial_state(self) -> "OnoState":
        return OnoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most cards that are dealt and drawn; OpenSpiel takes it for that of plays."""
        return int(self.most_draws)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "OnoObserver":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return OnoObserver(self, kind)


class OnoState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A moment of the round, or of its deal: hands, what may be drawn, and whose turn it is."""

    def __init__(self, game: OnoGame) -> None:
        super().__init__(game)
        rules = game.rules
        self.game, self.mover, self.count = game, 0, 0
        self.hands: tuple[list[Card], list[Card]] = ([], [])
        self.pool, self.discards = Counter(rules.deck(2)), Counter[Card]()
        self.moment = Moment(game.start, pair=True)
        self.to_draw = [0, 1] * rules.hand_size
        self.told: tuple[list[str], list[str]] = ([], [])
        self.worth = [0.0, 0.0]
        self.over = False

    @property
    def at(self) -> State:
        """The moment with what every play does at it; not kept, for a state is copied whole."""
        return state_of(self.game.rules, self.moment)

    def current_player(self) -> int:
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.to_draw else self.mover

    def moves(self) -> dict[Play, Move]:
        """Return what the player to move may play."""
        return legal_moves(tuple(self.hands[self.mover]), self.at)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game.plays.index(play) for play in self.moves() or (OUT,))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be drawn, each with its chance."""
        total = self.pool.total()
        return [(n, self.pool[c] / total) for n, c in enumerate(self.game.cards) if self.pool[c]]

    def _apply_action(self, action: int) -> None:
        if self.to_draw:
            self._draw(self.game.cards[action])
        else:
            self._play(self.game.plays[action])

    def _draw(self, card: Card) -> None:
        player = self.to_draw.pop(0)
        self.hands[player].append(card)
        self.told[player].append(f"+{card.code}")
        self.pool[card] -= 1
        self._shuffle()

    def _shuffle(self) -> None:
        if not self.pool.total():
            self.pool, self.discards = self.discards, Counter()

    def _play(self, play: Play) -> None:
        move, player = self.moves().get(play), self.mover
        self.count += 1
        for told in self.told:
            told.append(f"{player}:{play}")
        if move is None or move.effect.busts:
            self._pay(player, -1.0 if self._other_wins(player) else 1.0)
            self.over = True
            return
        card = move.play.card
        assert card is not None
        for _ in range(play.copies):
            self.hands[player].remove(card)
            self.discards[card] += 1
        effect = move.effect
        self._pay(player, float(effect.costs_others - effect.costs))
        if effect.ends_round or self.count >= self.game.most_plays:
            self.over = True
            return
        self._shuffle()
        self.to_draw = [player] * effect.draws
        self.mover = player if stays_with(move) else 1 - player
        self.moment = move.follows

    def _other_wins(self, player: int) -> bool:
        rules = self.game.rules
        if rules.settles_on is not SettlesOn.OTHERS_CAN_PLAY or self.moment.first is None:
            return True
        return rules.can_anybody_play([self.hands[1 - player]], self.moment.total)

    def _pay(self, player: int, gain: float) -> None:
        self.worth[player] += gain
        self.worth[1 - player] -= gain

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        return list(self.worth) if self.over else [0.0, 0.0]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.game.cards[action].code
        return str(self.game.plays[action])

    def __str__(self) -> str:
        hands = "/".join(",".join(card.code for card in hand) for hand in self.hands)
        return f"total={self.moment.total} owes={self.moment.owes} hands={hands}"


class OnoObserver:
    """What a player sees: the own hand, the total, what is owed; with perfect recall, all told."""

    def __init__(self, game: OnoGame, kind: Any) -> None:
        self.game, self.recalls = game, kind.perfect_recall
        size = len(game.cards)
        shapes: dict[str, tuple[int, ...]] = {"player": (2,), "hand": (size,), "moment": (4,)}
        if self.recalls:
            length = game.most_draws + game.most_plays
            shapes["told"] = (length, size + 2 * len(game.plays))
        self.tensor = np.zeros(sum(int(np.prod(each)) for each in shapes.values()), np.float32)
        self.dict, at = {}, 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + int(np.prod(shape))].reshape(shape)
            at += int(np.prod(shape))

    def set_from(self, state: OnoState, player: int) -> None:
        """Write what the player sees into the tensor."""
        self.tensor.fill(0)
        game, moment = self.game, state.moment
        self.dict["player"][player] = 1
        for card in state.hands[player]:
            self.dict["hand"][game.cards.index(card)] += 1
        second = moment.first is not None
        self.dict["moment"][:] = moment.total / 99, moment.owes, second, state.mover == player
        if self.recalls:
            for row, word in enumerate(state.told[player]):
                self.dict["told"][row, self._column(word)] = 1

    def _column(self, word: str) -> int:
        game = self.game
        if word.startswith("+"):
            return game.cards.index(Card.parse(word[1:]))
        seat, _, play = word.partition(":")
        return len(game.cards) + int(seat) * len(game.plays) + game.plays.index(Play.parse(play))

    def string_from(self, state: OnoState, player: int) -> str:
        """Return what the player sees, in words."""
        moment = state.moment
        hand = ",".join(sorted(card.code for card in state.hands[player]))
        seen = f"p{player} hand={hand} total={moment.total} owes={moment.owes} turn={state.mover}"
        seen += " second" if moment.first is not None else ""
        return f"{seen} {' '.join(state.told[player])}" if self.recalls else seen


def _rules(name: str, deck: str, hand_size: int) -> RuleSet:
    """Return a rule set, with the deck written as ``9x2 Hx1`` where one is given."""
    rules = ruleset(name)
    if not deck and not hand_size:
        return rules
    counts = {
        Card.parse(code): int(count) for code, _, count in (w.partition("x") for w in deck.split())
    }
    known = counts or rules.deck(2)
    own = {"hand_size": hand_size or rules.hand_size, "deck": lambda self, players: known}
    made: RuleSet = type("Small", (type(rules),), own)(name.split("+")[1:])
    return made


for _name, _key in (("1980", "ono_1980"), ("2022", "ono_2022"), ("ninety-nine", "ninety_nine")):
    _kind = _type(_key, ruleset(_name).title)
    pyspiel.register_game(_kind, type("OnoGame", (OnoGame,), {"name": _name, "kind": _kind}))
