"""The directive ``ono-survive``: can the player complete this turn, and what helps."""

from collections.abc import Sequence
from dataclasses import replace

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor import Card, Position, Verdict, survive
from ono_tutor.i18n import N_, format_list, lazy_gettext
from ono_tutor.solver.pile import Pile
from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.example import example


class SurviveDirective(OnoDirective):
    """A position under a double: certain, with what exact chance, or not at all; by first card.

    ``:expect:`` is a claim such as ``certain``, ``lost``, ``chance 8/25`` or ``8/25``.
    """

    allowed = ("expect",)

    def shown(self) -> Sequence[nodes.Node]:
        found = example(self.env, self.line, {"question": "survive"} | self.options)
        answer = found.shown.children[-1]
        assert isinstance(answer, nodes.container)
        answer.insert(1, _help(Position.parse(self.line)))
        return [found.shown]


def _help(position: Position) -> list[nodes.Node]:
    """The draws that save the player; nothing where the answer does not hang on one draw."""
    good = good_draws(position)
    if not good:
        return []
    name = position.rules.card_name
    template = N_("{card} ({count})")
    cards = [str(lazy_gettext(template, card=name(card), count=count)) for card, count in good]
    text = str(lazy_gettext("These draws help: {cards}.", cards=format_list(cards)))
    return [nodes.paragraph(text, text)]


def good_draws(position: Position) -> tuple[tuple[Card, int], ...]:
    """The next cards with which the turn is certain, and how many of each may come.

    Empty unless these cards are all that the chance is made of.
    """
    answer = survive(position)
    if answer.verdict is not Verdict.CHANCE or position.draw:
        return ()
    pool = Pile.of(position).refilled().pool
    good = tuple((card, count) for card, count in pool if _saves(position, card))
    is_all = sum(count for _, count in good) == answer.chance * answer.unseen
    return good if is_all else ()


def _saves(position: Position, card: Card) -> bool:
    return survive(replace(position, draw=(card,))).verdict is Verdict.CERTAIN


def setup_survive(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-survive", SurviveDirective)
