"""What a match is set up from: rules, players, a seed and bots, each refused with its reason."""

from collections.abc import Sequence

from ono_tutor.errors import NotationError, quoted, short_repr
from ono_tutor.game.strategy import STRATEGIES
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.ruleset import RuleSet

LARGEST_SEED = 10**9
"""Seeds are below this."""

MOST_WRITTEN = 10**9
"""A number of players beyond this is not written out."""


def check_players(rules: RuleSet, players: object) -> None:
    """Return if so many may play.

    Raises :class:`NotationError` for what is no whole number, or not a number for this game.
    """
    if type(players) is not int or abs(players) > MOST_WRITTEN:
        message = f"the number of players is a whole number such as 4, not {short_repr(players)}"
        raise NotationError(message, word=short_repr(players), rule="players")
    rules.check_players(players)


def check_seed(seed: object) -> int:
    """The seed, if it is one.

    Raises :class:`NotationError` for anything but a whole number of at most nine digits.
    """
    if type(seed) is not int or not 0 <= seed < LARGEST_SEED:
        message = f"a seed is a whole number from 0 to {LARGEST_SEED - 1}, not {short_repr(seed)}"
        raise NotationError(message, word=short_repr(seed))
    return seed


def check_bots(bots: object, players: int) -> tuple[str, ...]:
    """The strategy of each bot, from seat 1 on; one word stands for all.

    Raises :class:`NotationError` for an unknown strategy, or not one for each bot.
    """
    if isinstance(bots, str):
        bots = (bots,) * (players - 1)
    if not isinstance(bots, Sequence):
        message = (
            f"the bots are a strategy, or a list with one for each bot, not {short_repr(bots)}"
        )
        raise NotationError(message, word=short_repr(bots))
    if len(bots) != players - 1:
        message = f"{players} players are you and {players - 1} bots, not {len(bots)}"
        raise NotationError(message, word=short_repr(bots))
    for name in bots:
        if not isinstance(name, str) or name not in STRATEGIES:
            word = name if isinstance(name, str) else short_repr(name)
            known = ", ".join(STRATEGIES)
            message = f"{quoted(word)} is not a strategy; the strategies are {known}"
            raise NotationError(message, word=word)
    return tuple(bots)


def read_rules(rules: object) -> RuleSet:
    """The rule set, or the one that a word names.

    Raises :class:`NotationError` for anything else.
    """
    if isinstance(rules, RuleSet):
        return rules
    if not isinstance(rules, str):
        message = f"a rule set is a word such as 1980 or 2022+dump=free, not {short_repr(rules)}"
        raise NotationError(message, word=short_repr(rules))
    return ruleset(rules)
