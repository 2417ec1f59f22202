"""The directive ``ono-which``: by what to tell the games apart, asked of the engine."""

from collections.abc import Callable, Sequence

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, sentence, translate
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Effect, Moment, Refusal
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.domain import links
from ono_tutor.sphinx_ext.rows import add_row, row_table

GOAL = 99
SMALL = 6
"""A total from which ten less is below zero."""


class WhichDirective(OnoDirective):
    """A row a sign by which to tell the games apart, a column a rule set."""

    has_content = False
    optional_arguments = 0

    def shown(self) -> Sequence[nodes.Node]:
        sets = [ruleset(key) for key in RULE_SETS]
        titles = [rules.title for rules in sets]
        headings = [translate(N_("Look at")), *titles]
        caption = translate(N_("Which game is it?"))
        table = row_table(caption, headings, (25, *(25 for _ in sets)), "ono-glance")
        for title, answer, points in SIGNS:
            head = [nodes.paragraph("", translate(title)), links(self.env, points)]
            add_row(table, [head, *(_words(answer(rules)) for rules in sets)])
        return [table]


def _words(text: Message | str) -> list[nodes.Node]:
    words = sentence(str(text))
    return [nodes.paragraph(words, words)]


def _deck(rules: RuleSet) -> dict[Card, int]:
    return dict(rules.deck(rules.least_players))


def _numbers(rules: RuleSet) -> Message:
    numbers = [card.number for card in _deck(rules) if card.number is not None]
    return lazy_gettext("{least} to {most}", least=min(numbers), most=max(numbers))


def _only_here(rules: RuleSet) -> str:
    """The cards that no other game has."""
    others = {card for key in RULE_SETS if key != rules.key for card in _deck(ruleset(key))}
    names = [str(rules.card_name(card)) for card in _deck(rules) if card not in others]
    return format_list(names) or translate(N_("none"))


def _count(rules: RuleSet) -> Message:
    return lazy_gettext("{count} cards", count=sum(_deck(rules).values()))


def _hand(rules: RuleSet) -> Message:
    return lazy_gettext("{count} cards", count=rules.hand_size)


def _double(rules: RuleSet) -> Message:
    if Card.DOUBLE not in _deck(rules):
        return lazy_gettext("there is none")
    return rules.card_name(Card.DOUBLE)


def _making_99(rules: RuleSet) -> Message:
    """What an eight does that would bring the total to 99 exactly."""
    found = rules.judge(Play(Card.EIGHT), Moment(GOAL - 8))
    if isinstance(found, Refusal):
        return lazy_gettext("is not allowed, and who has nothing else is out")
    return lazy_gettext(_MAKING[found.loses])


def _ten_less(rules: RuleSet) -> Message:
    """What taking off ten makes of a small total."""
    plays = (Play(Card.MINUS_TEN), Play(Card.TEN, -10))
    known = [play for play in plays if play.card in _deck(rules)]
    found = rules.judge(known[0], Moment(SMALL)) if known else None
    if not isinstance(found, Effect):
        return lazy_gettext("cannot be done")
    total = str(found.total).replace("-", "−")
    name = rules.play_name(known[0])
    return lazy_gettext("{total}, by {card}", total=total, card=name)


def _losing(rules: RuleSet) -> Message:
    """What is lost by a loss."""
    start = rules.start_stakes(((), ()))
    if not start:
        return lazy_gettext("the whole game")
    name = N_("{count} points, bit by bit")
    if rules.stake_name == "chips":
        name = N_("one of {count} chips")
    return lazy_gettext(name, count=start[0])


_MAKING = {True: N_("loses the hand"), False: N_("wins the round")}

Sign = tuple[str, Callable[[RuleSet], Message | str], tuple[str, ...]]

SIGNS: tuple[Sign, ...] = (
    (N_("The numbers on the cards"), _numbers, ("deck", "99-values")),
    (N_("Cards that only this game has"), _only_here, ("deck", "99-values")),
    (N_("The whole deck"), _count, ("deck", "99-deck")),
    (N_("Cards in a hand"), _hand, ("deal", "99-deal")),
    (N_("The card that makes the next player play two"), _double, ("double-effect",)),
    (N_("Making exactly 99"), _making_99, ("limit", "bust", "99-land-99")),
    (N_("Taking 10 off a total of 6"), _ten_less, ("minus-ten", "99-below-zero")),
    (N_("What you stand to lose"), _losing, ("loss", "chips", "99-points")),
)


def setup_which(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-which", WhichDirective)
