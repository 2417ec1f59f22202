"""A game, and a game that was written down, made ready to be shown."""

from collections.abc import Iterable
from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.game.game import Game
from ono_tutor.game.position import Position
from ono_tutor.game.transcript import Transcript
from ono_tutor.i18n import N_, format_list, lazy_gettext
from ono_tutor.render.sheet import NOTHING, Sheet, Shown

LAST_ENTRIES = 12
"""Plays of a transcript that are shown."""


def shown_game(game: Game) -> Shown:
    """A game at its present position: who holds what, and what each player has left."""
    fields = {"seed": game.seed, "hand": game.hand_number}
    texts = [str(lazy_gettext("Game from seed {seed}, hand {hand}.", **fields))]
    if game.is_over:
        winners = format_list([str(seat) for seat in game.winners])
        texts.append(str(lazy_gettext("The game is over: won by seat {winners}.", winners=winners)))
    position = game.position
    rows = tuple(_seat(game, position, seat) for seat in range(len(position.hands)))
    heads = [N_("Seat"), N_("Hand"), _STAKES.get(position.rules.stake_name or "", NOTHING)]
    sheet = Sheet.of(lazy_gettext("The players"), heads, rows)
    return Shown(tuple(texts), sheet, None if game.is_over else _without_piles(position))


def _without_piles(position: Position) -> Position:
    """The position of a whole game without its piles, which would be most of what is drawn."""
    return replace(position, draw=(), seen=())


def _seat(game: Game, position: Position, seat: int) -> tuple[str, ...]:
    hand, tags = position.hands[seat], []
    if seat == game.dealer:
        tags.append(str(lazy_gettext("dealer")))
    if seat == position.turn and not game.is_over:
        tags.append(str(lazy_gettext("to move")))
    name = f"{seat} ({', '.join(tags)})" if tags else str(seat)
    out = str(lazy_gettext("out"))
    stake = position.stakes[seat] if position.stakes else None
    return name, out if hand is None else _codes(hand), NOTHING if stake is None else str(stake)


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code.replace("-", "−") for card in cards) or NOTHING


def shown_transcript(transcript: Transcript) -> Shown:
    """A game that was written down: its newest plays, and the position before the last."""
    fields: dict[str, object] = {
        "game": transcript.rules.name,
        "players": transcript.players,
        "seed": transcript.seed,
        "plays": len(transcript.entries),
        "result": transcript.result,
    }
    template = N_("{game}, {players} players, seed {seed}, plays: {plays}, {result}.")
    texts = [str(lazy_gettext(template, **fields))]
    position, fault = _last_position(transcript)
    if fault:
        texts.append(str(lazy_gettext("It is no possible game: {fault}.", fault=fault)))
    first = max(0, len(transcript.entries) - LAST_ENTRIES)
    rows = tuple(
        (str(number), str(entry.seat), entry.play, str(entry.total).replace("-", "−"))
        for number, entry in enumerate(transcript.entries[first:], first + 1)
    )
    caption = lazy_gettext("The plays") if not first else lazy_gettext("The last plays")
    heads = [N_("Play"), N_("Seat"), N_("Card"), N_("Total said")]
    return Shown(tuple(texts), Sheet.of(caption, heads, rows) if rows else None, position)


def _last_position(transcript: Transcript) -> tuple[Position | None, str]:
    """The last position at which somebody had to play, and why there is none."""
    position = None
    try:
        for step in transcript.replay():
            position = step.ply.before
    except OnoError as error:
        return None, error.message
    return position and _without_piles(position), ""


_STAKES = {"chips": N_("Chips"), "points": N_("Points")}
