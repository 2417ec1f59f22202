"""The question ``next``: who plays next, and how many cards that player owes."""

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.explain import DIRECTION_NAMES, cards_in_words, explain, player_name
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Explanation, Next, Shape
from ono_tutor.puzzles.kind import Effort, Kind, KindInfo, Recipe, join, unique
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import TURN_EFFECTS
from ono_tutor.rules.judgement import EventType


class NextPlayer(Kind[Next]):
    """The next player after the plays of the task, and how many cards that player owes."""

    info = KindInfo("next", Shape.NEXT, recipe=Recipe(plays=3))

    def ask(self, task: Task) -> Message:
        text = N_("{told} Who is next, and how many cards must they play?")
        return _(text, told=task.plays_text)

    def answer(self, task: Task) -> Next:
        outcome = task.outcome
        if outcome.round_over:
            message = "the round is over after these plays, so nobody plays next"
            raise UnanswerableError(message, word=str(outcome.plays[-1]))
        if not task.plies:
            raise UnanswerableError("no card is played, so there is no next player to find")
        return Next(outcome.after.turn, outcome.after.owes)

    def explain(self, task: Task, given: Next) -> Explanation:
        right, rules, you = self.answer(task), self.rule_points(task), task.position.turn
        plies, said = task.plies, list[Message]()
        last = plies[-1]
        for ply in plies:
            hidden = _ANSWERS_LESS if ply is last else frozenset()
            events = [event for event in ply.events if event.type in TURNS - hidden]
            said += explain(task.position, events, you)
            silent = [rule for rule in ply.effect.rules if rule in _SILENT and not events]
            said += [_(rule_point(rule).sentence_for(task.rules)) for rule in silent]
        if not any(event.type in _ANSWERS for event in last.events):
            card, player = (
                task.rules.play_name(last.play),
                player_name(task.position.hands, right.seat, you),
            )
            text, cards = (
                N_("After {card:the}, {player} must play {cards}."),
                cards_in_words(right.owes),
            )
            said.append(_(text, card=card, player=player, cards=cards))
        stacks = ("double-no-stack",) if given.owes > task.rules.most_owed > 1 else ()
        return Explanation(join(said), unique(stacks, rules))

    def nudge(self, task: Task, given: Next) -> Message:
        right = self.answer(task)
        if given.seat == right.seat:
            return _("You are right about who is next, but the number of cards is wrong.")
        return _("Somebody else is next.")

    def hints(self, task: Task) -> tuple[Message, ...]:
        position, after, last = task.position, task.outcome.after, task.plies[-1]
        first = N_("Play goes {way}. Does {card:the} change that, or whose turn comes next?")
        if len(task.plies) > 1:
            first = N_("Before the last card {player} must play {cards}, and play goes {way}.")
        return (
            _(
                first,
                card=task.rules.play_name(last.play),
                cards=cards_in_words(last.before.owes),
                player=player_name(position.hands, last.before.turn, position.turn),
                way=_(DIRECTION_NAMES[last.before.direction]),
            ),
            _(self.rule_sentence(task) or N_("Most cards just pass the turn to the next player.")),
            _(
                "Play goes {way} at the end. How many cards must {player} play now?",
                way=_(DIRECTION_NAMES[after.direction]),
                player=player_name(position.hands, after.turn, position.turn),
            ),
        )

    def effort(self, task: Task) -> Effort:
        events = [event for event in task.outcome.events if event.type in TURNS]
        plain_next = Next(task.position.seat_after(task.position.turn), 1)
        tempts = self.answer(task) != plain_next
        return Effort(cards=len(task.plays), steps=len(task.plays) + len(events), tempts=tempts)

    def answer_class(self, task: Task, answer: Next) -> str:
        """Return how far from the last player the next one sits, and what is owed."""
        before, seats = task.plies[-1].before, len(task.position.hands)
        away = (answer.seat - before.turn) * before.direction.step % seats
        return f"{min(away, 2) if away < seats - 1 or seats == 2 else -1} {answer.owes}"

    def rule_points(self, task: Task) -> tuple[str, ...]:
        plies = task.plies[::-1]
        told = [e.rule for ply in plies for e in ply.events if e.type in TURNS]
        judged = [rule for ply in plies for rule in ply.effect.rules if rule in TURN_POINTS]
        return unique(told, judged) or ("turn-order",)

    def as_json(self, answer: Next) -> dict[str, int]:
        return answer._asdict()


TURNS = frozenset(
    {
        *(EventType.TURNED, EventType.STILL_OWES, EventType.HANDED_ON, EventType.DOUBLED),
        *(EventType.SKIPPED, EventType.FREED, EventType.OUT, EventType.ELIMINATED),
    }
)
"""The events that bear on whose turn it is and what is owed."""

TURN_POINTS = frozenset(
    {
        *("reverse-two-players", "double-reply", "double-on-double", "double-reverse-target"),
        *("double-reverse-two-players", "double-no-stack", "double-first-is-reply", "four-ono99"),
        *TURN_EFFECTS,
    }
)
"""The rule points that say whose turn it is and what is owed."""

_ANSWERS = frozenset({EventType.HANDED_ON, EventType.FREED})
"""The events of the last card whose sentence says who is next and how many cards they play."""

_ANSWERS_LESS = frozenset({EventType.DOUBLED, EventType.STILL_OWES})
"""The events of the last card whose sentence says less of that than the conclusion does."""

_SILENT = ("reverse-two-players", "99-four")
"""Points by which, with two players in, nothing happens to the turn: no event tells of them."""
