"""The directive ``ono-glance``: the rule sets side by side, asked of the engine."""

from collections.abc import Callable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ono_tutor.cards import Card
from ono_tutor.messages import Message, marked, say, sentence, translate
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.effect import Effect, Moment, Refusal
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
    table = _table(say(marked("The size of each game")), marked("The game"), sets)
    for title, fact in FACTS:
        add_row(table, [_words(say(title)), *(_words(fact(rules)) for rules in sets)])
    return table


def _cards(sets: list[RuleSet]) -> RowTable:
    caption = say(marked("What a card makes of a total of {total}"), total=MOMENT.total)
    table = _table(caption, marked("Card"), sets)
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
    text = translate(marked("no such card"))
    return [nodes.paragraph(text, text, classes=["ono-absent"])]


def _effect(rules: RuleSet, card: Card, count: int) -> Message:
    """What each way to play this card does, and how many there are."""
    found = [_outcome(rules.judge(play, MOMENT)) for play in rules.plays_of(card)]
    if len(found) == 1:
        return say(marked("{effect} (×{count})"), effect=found[0], count=count)
    first, second = found
    template = marked("{first} or {second}, as you choose (×{count})")
    return say(template, first=first, second=second, count=count)


def _outcome(judgement: Effect | Refusal) -> Message:
    if isinstance(judgement, Refusal):
        return say(marked("cannot be played"))
    return say(_template(judgement), total=judgement.total, owes=judgement.owes)


def _template(effect: Effect) -> str:
    if effect.turns:
        return marked("{total}, and play turns round")
    if effect.owes > 1:
        return marked("{total}, and the next player owes {owes}")
    return marked("{total}, and one player is skipped") if effect.steps > 1 else marked("{total}")


def _words(text: Message | str) -> list[nodes.Node]:
    return [nodes.paragraph(str(text), str(text))]


def _players(rules: RuleSet) -> Message:
    return say(marked("{least} to {most}"), least=rules.least_players, most=rules.most_players)


def _deck(rules: RuleSet) -> Message:
    return say(marked("{count} cards"), count=sum(rules.deck(rules.least_players).values()))


def _hand(rules: RuleSet) -> Message:
    return say(marked("{count} cards"), count=rules.hand_size)


def _stake(rules: RuleSet) -> Message:
    start = rules.start_stakes(((),))
    if not start:
        return say(marked("nothing is counted"))
    name = marked("{count} points") if rules.stake_name == "points" else marked("{count} chips")
    return say(name, count=start[0])


def _owed(rules: RuleSet) -> Message:
    return say(marked("{count} at most"), count=rules.most_owed)


FACTS: tuple[tuple[str, Callable[[RuleSet], Message | str]], ...] = (
    (marked("Players"), _players),
    (marked("The deck"), _deck),
    (marked("A hand"), _hand),
    (marked("The total can stand at"), lambda rules: rules.totals),
    (marked("Cards owed in a turn"), _owed),
    (marked("Everyone starts with"), _stake),
)


def setup_glance(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-glance", GlanceDirective)
