"""The functions of lessons' cells besides tables: cards, a shipped game, a figure, a proof."""

from ono_tutor.course.games import shipped_game
from ono_tutor.errors import check_known
from ono_tutor.game.position import Position
from ono_tutor.i18n import _, ngettext, sentence
from ono_tutor.render.figures import chart, figure_svg
from ono_tutor.render.pages import cards_html
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.solver.check_proof import check_proof
from ono_tutor.solver.proof import prove_solve
from ono_tutor.widgets.replay import Replay


class Shows:
    """A value that a notebook draws, and that is words elsewhere."""

    def __init__(self, html: str, text: str) -> None:
        self._html, self._text = html, text

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        return self._text


def show_cards(rules: str, *cards: str) -> Shows:
    """Return the cards with these codes, or the whole deck, with how many of each there are.

    Raises :class:`NotationError` for a rule set or a card that there is not.
    """
    found = ruleset(rules)
    deck = {card.code: (card, count) for card, count in found.deck(2).items()}
    for word in cards:
        check_known(deck, word, f"is no card of {found.title}; its cards are")
    rows = []
    for code in cards or deck:
        card, count = deck[code]
        note = ngettext("{n} card", "{n} cards", count)
        rows.append((code, sentence(f"{found.card_name(card):short}"), str(note)))
    return Shows(cards_html(rows), "\n".join(f"{name}: {note}" for __, name, note in rows))


def show_figure(name: str) -> Shows:
    """Return a figure of how the games play, such as ``skill-1980``, with its numbers in words.

    Raises :class:`NotationError` for a name that no figure has.
    """
    found = chart(name)
    return Shows(figure_svg(name), f"{found.title}. {found.up}. {found.text}")


def show_game(name: str) -> Replay:
    """Return a game that is shipped with the lessons, to step through.

    Raises :class:`NotationError` for a name that no game has.
    """
    return Replay(shipped_game(name))


def show_proof(position: str) -> Shows:
    """Prove what :func:`solve` says of a position, and have the proof checked by another program.

    Raises :class:`OnoError` for a position that cannot be solved.
    """
    proof = prove_solve(Position.parse(position))
    check_proof(proof)
    text = _("The proof was written down and checked. It holds.")
    return Shows(f"<p>{text}</p>", str(text))
