"""The question ``pays``: what each seat pays, loses or scores by a play."""

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.explain import explain, player_name
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, Message, _, format_list, gettext
from ono_tutor.puzzles.answer import Explanation, Shape
from ono_tutor.puzzles.kind import (
    AnswerChoice,
    Effort,
    Kind,
    KindInfo,
    Recipe,
    join,
    unique,
)
from ono_tutor.puzzles.misconceptions.explain import with_distractors
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Event, EventType
from ono_tutor.rules.ninety_nine import points_cause
from ono_tutor.rules.play import Play

Amounts = tuple[int, ...]


class Pays(Kind[Amounts]):
    """The amount that each seat pays in chips, loses in points or scores by the last of the plays.

    A seat that is out pays 0. If a player has fewer points than the play costs, what that
    player had left is right as well.
    """

    info = KindInfo("pays", Shape.AMOUNTS, tries_cards=True, recipe=Recipe(plays=2))

    def ask(self, task: Task) -> Message:
        return _(_texts(task)[len(task.plays) > 1], told=task.plays_text)

    def answer(self, task: Task) -> Amounts:
        return paid(_last(task))

    def accepts(self, task: Task, right: Amounts, given: Amounts) -> bool:
        return given in (right, _losses(task))

    def offered(self, task: Task) -> tuple[AnswerChoice, ...]:
        right, turn = self.answer(task), task.position.turn
        seats = range(len(right))
        near = [(0,) * len(right), *(right[step:] + right[:step] for step in seats[1:])]
        for amount in (max(right) or 1, 1, 2, 3):
            near.append(tuple(amount * (seat == turn) for seat in seats))
            near.append(tuple(amount * (seat != turn) for seat in seats))
        return with_distractors(self, task, near, _label)

    def explain(self, task: Task, given: Amounts) -> Explanation:
        ply, you = _last(task), task.position.turn
        events = [event for event in ply.events if event.type is EventType.PLAYED]
        cause, __ = _cause(ply)
        said = [*explain(task.position, events, you), cause]
        said += explain(task.position, _events(ply, *PAYING, EventType.ELIMINATED), you)
        return Explanation(join(said), self.rule_points(task))

    def nudge(self, task: Task, given: Amounts) -> Message:
        pairs = enumerate(zip(given, self.answer(task), strict=True))
        seat, (said, right) = next(each for each in pairs if each[1][0] != each[1][1])
        text = (
            N_("{player}: {given} is too few.")
            if said < right
            else N_("{player}: {given} is too many.")
        )
        player = player_name(task.position.hands, seat, task.position.turn)
        return _(text, given=said, player=player)

    def hints(self, task: Task) -> tuple[Message, ...]:
        ply = _last(task)
        old, new, first = ply.before.total, ply.effect.total, _texts(task)[2]
        second = N_("The total is {total} before the last card and {new} after it.")
        says = self.rule_sentence(task)
        assert says is not None
        return _(first, total=old), _(second, total=old, new=new), _(says)

    def effort(self, task: Task) -> Effort:
        right = self.answer(task)
        return Effort(cards=len(task.plays), steps=1 + len(set(right)), tempts=not any(right))

    def answer_class(self, task: Task, answer: Amounts) -> str:
        """Return what is paid by the player, the next one and the others, wherever they sit."""
        ply = _last(task)
        if not any(answer):
            return "nobody"
        turn = ply.before.turn
        return f"{answer[turn]} {sorted({*answer[:turn], *answer[turn + 1 :]})}"

    def rule_points(self, task: Task) -> tuple[str, ...]:
        ply = _last(task)
        told = [e.rule for e in _events(ply, *PAYING) or _events(ply, EventType.ELIMINATED)]
        if "chips" in told:
            told = [*ply.effect.rules[:1], *told]  # whether the round is lost decides who pays
        return unique(told or [_cause(ply)[1]], reversed(ply.effect.rules))

    def is_obvious(self, task: Task, answer: Amounts) -> bool:
        """Check whether some player has less than the play costs."""
        return _losses(task) not in (None, answer)


PAYING = frozenset({EventType.PAID, EventType.LOST_POINTS, EventType.SCORED})
"""The events by which somebody pays a chip, or loses or scores points."""


def paid(ply: Ply) -> Amounts:
    """Return what each seat pays, loses or scores by a play.

    Raises :class:`UnanswerableError` if a hand that is scored holds hidden cards.
    """
    amounts = [0] * len(ply.before.hands)
    for event in _events(ply, *PAYING):
        if event.amount is None:
            player = player_name(ply.before.hands, event.seat, ply.before.turn)
            message = f"{player} may hold any card, so nobody knows what that hand scores"
            raise UnanswerableError(message, word="?", rule=event.rule)
        amounts[event.seat] += event.amount
    return tuple(amounts)


def _events(ply: Ply, *types: EventType) -> list[Event]:
    return [event for event in ply.settlement.events if event.type in types]


def _last(task: Task) -> Ply:
    """Return the last of the plays.

    Raises :class:`UnanswerableError` if nothing is paid in this game, and if it is no card.
    """
    if task.rules.stake_name is None:
        message = f"in {task.rules.title} there are no chips and no points to pay"
        raise UnanswerableError(message, word=task.rules.name, rule="loss")
    last = task.outcome.plies[-1] if task.plays else None
    if last is None or not isinstance(last.play, Play):
        raise UnanswerableError("no card is played, so there is nothing to pay for")
    return last


def _losses(task: Task) -> Amounts | None:
    """Return what each seat loses or scores by the last play, or None if that is not known."""
    ply = _last(task)
    if None in (*ply.before.stakes, *ply.settlement.stakes):
        return None
    pairs = zip(ply.before.stakes, ply.settlement.stakes, strict=True)
    return tuple(abs((before or 0) - (after or 0)) for before, after in pairs)


def _label(task: Task, answer: Amounts) -> Message:
    """Return who pays how much; the player whose hand is shown is called "you", as on the table."""
    parts = []
    for seat, amount in enumerate(answer):
        text = N_("you: {amount}") if seat == task.position.turn else N_("Player {seat}: {amount}")
        if amount:
            number = task.position.player_number(seat)
            parts.append(gettext(text, seat=number, amount=amount))
    return _("{amounts}", amounts=format_list(parts)) if parts else _("nobody")


def _cause(ply: Ply) -> tuple[Message, str]:
    """Return why a play costs or scores something, or why not, and the id of the rule point."""
    rules, old, new = ply.before.rules, ply.before.total, ply.effect.total
    costs, rule = bool(_events(ply, *PAYING, EventType.ELIMINATED)), "limit"
    if rules.marks and costs:
        return points_cause(rules, old, ply.effect), "99-cross"
    if rules.marks:
        text, rule = N_("From {old} to {new} no mark is reached and none is crossed."), "99-cross"
        if new <= old:
            text, rule = N_("The total does not go up, and so costs nobody."), "99-upward-only"
        elif old in rules.marks:
            text = N_("The total stood on {old}; going up from there is not crossing it.")
    elif not rules.stakes_are_left:
        text, rule = N_("The round goes on, so nobody scores yet."), "points"
        if costs:
            text = N_("Whoever drops out scores the cards in hand, and 25 points more.")
        if ply.settlement.round_over:
            text = N_(
                "The round is over, and both score the cards in hand; whoever was put out "
                "scores 25 more."
            )
    elif not costs:
        text = N_("A total of {new} is safe, so nobody pays.")
    elif ply.card is None:
        text = N_("Whoever can play no card loses the round.")
    elif "ono99-card" in ply.effect.rules:
        text = N_("Whoever plays an O'NO 99 loses the round.")
    else:
        text = N_("Only 98 or less is safe, so {new} loses the round.")
    return _(text, old=old, new=new), rule


_TEXTS = {
    "scores": (
        N_("{told} How many points does each player score?"),
        N_("{told} How many points does each player score for the last card?"),
        N_("Players score when they are put out and when the round ends. Does either happen?"),
    ),
    "chips": (
        N_("{told} How many chips does each player pay?"),
        N_("{told} How many chips does each player pay for the last card?"),
        N_("Only whoever loses the round pays. Does this card lose it?"),
    ),
    "points": (
        N_("{told} How many points does each player lose?"),
        N_("{told} How many points does each player lose by the last card?"),
        N_("Points go when the total rises to 33, 66 or 99, or past them. Does it?"),
    ),
}
"""The question after one card, after several, and the first hint, by what is at stake."""


def _texts(task: Task) -> tuple[str, str, str]:
    return _TEXTS[(task.rules.stake_name or "points") if task.rules.stakes_are_left else "scores"]
