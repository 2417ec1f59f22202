"""The directive ``ono-glance``: the rule sets side by side, asked of the engine."""

from collections.abc import Callable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence, translate
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Effect, Moment, Refusal
from ono_tutor.rules.ruleset import CARD_NAMES, RuleSet
from ono_tutor.sphinx_ext.drawing import face
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.rows import RowTable, add_row, row_table

MOMENT = Moment(total=20)


class GlanceDirective(SphinxDirective):
    """The size of each game, and what each card does on a total of 20 with three at the table."""

    def run(self) -> list[nodes.Node]:
        note_engine(self.env)
        sets = [ruleset(key) for key in RULE_SETS]
        return [_sizes(sets), _cards(sets)]


def _table(caption: Message, first: str, sets: list[RuleSet]) -> RowTable:
    headings = [translate(first), *(rules.title for rules in sets)]
    return row_table(str(caption), headings, (20, *(26 for _ in sets)), "ono-glance")


def _sizes(sets: list[RuleSet]) -> RowTable:
    table = _table(lazy_gettext("The size of each game"), N_("The game"), sets)
    for title, fact in FACTS:
        add_row(table, [_words(lazy_gettext(title)), *(_words(fact(rules)) for rules in sets)])
    return table


def _cards(sets: list[RuleSet]) -> RowTable:
    caption = lazy_gettext("What a card makes of a total of {total}", total=MOMENT.total)
    table = _table(caption, N_("Card"), sets)
    for card in Card:
        if any(_count(rules, card) for rules in sets):
            name = sentence(translate(CARD_NAMES[card]))
            first = [face(card.code), *_words(name)]
            add_row(table, [first, *(_card_cell(rules, card) for rules in sets)])
    return table


def _count(rules: RuleSet, card: Card) -> int:
    return rules.deck(rules.least_players).get(card, 0)


def _card_cell(rules: RuleSet, card: Card) -> list[nodes.Node]:
    count = _count(rules, card)
    if count:
        return _words(_effect(rules, card, count))
    text = translate(N_("no such card"))
    return [nodes.paragraph(text, text, classes=["ono-absent"])]


def _effect(rules: RuleSet, card: Card, count: int) -> Message:
    """What each way to play this card does, and how many there are."""
    found = [_outcome(rules.judge(play, MOMENT)) for play in rules.plays_of(card)]
    if len(found) == 1:
        return lazy_gettext("{effect} (×{count})", effect=found[0], count=count)
    first, second = found
    template = N_("{first} or {second}, as you choose (×{count})")
    return lazy_gettext(template, first=first, second=second, count=count)


def _outcome(judgement: Effect | Refusal) -> Message:
    if isinstance(judgement, Refusal):
        return lazy_gettext("cannot be played")
    return lazy_gettext(_template(judgement), total=judgement.total, owes=judgement.owes)


def _template(effect: Effect) -> str:
    if effect.turns:
        return N_("{total}, and play turns round")
    if effect.owes > 1:
        return N_("{total}, and the next player owes {owes}")
    return N_("{total}, and one player is skipped") if effect.steps > 1 else N_("{total}")


def _words(text: Message | str) -> list[nodes.Node]:
    return [nodes.paragraph(str(text), str(text))]


def _players(rules: RuleSet) -> Message:
    return lazy_gettext("{least} to {most}", least=rules.least_players, most=rules.most_players)


def _deck(rules: RuleSet) -> Message:
    return lazy_gettext("{count} cards", count=sum(rules.deck(rules.least_players).values()))


def _hand(rules: RuleSet) -> Message:
    return lazy_gettext("{count} cards", count=rules.hand_size)


def _stake(rules: RuleSet) -> Message:
    start = rules.start_stakes(((),))
    if not start:
        return lazy_gettext("nothing is counted")
    name = N_("{count} points") if rules.stake_name == "points" else N_("{count} chips")
    return lazy_gettext(name, count=start[0])


def _owed(rules: RuleSet) -> Message:
    return lazy_gettext("{count} at most", count=rules.most_owed)


FACTS: tuple[tuple[str, Callable[[RuleSet], Message | str]], ...] = (
    (N_("Players"), _players),
    (N_("The deck"), _deck),
    (N_("A hand"), _hand),
    (N_("The total can stand at"), lambda rules: rules.totals),
    (N_("Cards owed in a turn"), _owed),
    (N_("Everyone starts with"), _stake),
)


def setup_glance(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-glance", GlanceDirective)
