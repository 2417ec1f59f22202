"""A claim judged under every rule set, as parts of a page: where it holds, and why."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ono_tutor import NotationError
from ono_tutor.game.convert_rules import convert, convert_play
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.claim import Claim, Finding, find
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.sphinx_ext.domain import links

EDITION = "edition"
Judged = tuple[list[nodes.Node], tuple[str, ...], frozenset[str]]


def judged_claim(env: BuildEnvironment, task: Task, keys: Sequence[str] = ()) -> Judged:
    """The question, each rule set's answer and why; where the claim holds; and the rule points.

    With ``keys`` only these rule sets are shown. Raises :class:`NotationError` for a claim that
    cannot be read.
    """
    kind, claim = KINDS[EDITION], Claim.parse(task.claim)
    right, points = kind.answer(task), kind.rule_points(task)
    found = {rules: find(claim, task.position, rules) for rules in task.editions}
    question = str(kind.ask(task))
    items = nodes.bullet_list(classes=["ono-judged"], bullet="*")
    for rules, finding in found.items():
        if not keys or rules.key in keys:
            items += _item(rules, task, claim, finding)
    head = nodes.paragraph(question, question, classes=["ono-moment"])
    every = {rule for finding in found.values() for rule in finding.rules}
    return [head, items, links(env, points)], right, frozenset(every)


def _item(rules: RuleSet, task: Task, claim: Claim, found: Finding) -> nodes.list_item:
    """A rule set's answer; a game that cannot have the position says only that."""
    text: Message = found.text
    kind, badge = _KINDS[found.holds]
    if not (found.holds or _is_known(rules, task, claim)):
        text = lazy_gettext("{game} has no such card or position.", game=rules.title)
        kind, badge = "ono-barred", N_("–")
    mark = nodes.inline("", str(lazy_gettext(badge)), classes=["ono-badge", kind])
    return nodes.list_item("", nodes.paragraph("", "", mark, nodes.Text(f" {text}")))


def _is_known(rules: RuleSet, task: Task, claim: Claim) -> bool:
    """Whether the rule set has the position and the play that are claimed of."""
    try:
        convert(task.position, rules)
        if claim.play:
            convert_play(claim.play, rules)
    except NotationError:
        return claim.play is None and bool(claim.numbers)
    return True


_KINDS = {
    True: ("ono-certain", N_("✓ yes")),
    False: ("ono-lost", N_("✗ no")),
}
