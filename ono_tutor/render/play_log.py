"""The log of a table: a numbered item for each play, worded for one of the players."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.course.match import Dealt, TableEvent, laid_down
from ono_tutor.game.explain import player_name, sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import LatePly, Ply
from ono_tutor.i18n import N_, Message, _, gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import card_list
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.judgement import Event, EventType
from ono_tutor.rules.play import Play

MOST_ITEMS = 24
"""The newest items of a log that are sent to the view."""

MOST_CHARACTERS = 5000
"""So long may the sentences be that are sent; of longer ones the oldest are left out."""

MOST_TOLD = 8
"""More plays than that in a row are counted in a summary, not told one by one."""

Happened = TableEvent | LatePly
"""What an item tells of."""

Fact = tuple[Message, Event]
"""An event, and its sentence."""


@dataclass(frozen=True, slots=True)
class LogItem:
    """One play, or one deal, in sentences, with the ids of the rule points behind them."""

    sentences: tuple[Message, ...]
    rules: tuple[str, ...]
    is_yours: bool = False

    def __str__(self) -> str:
        return " ".join(map(str, self.sentences))

    def as_json(self) -> Json:
        """Return the item as the view's log has it."""
        rules = [{"id": rule} for rule in self.rules]
        return {"text": str(self), "rules": rules, "you": self.is_yours}


class Log:
    """The newest items of the log, worded for the player on ``home``, or for nobody if None.

    To somebody who is told, the cards that others draw are not named.
    """

    def __init__(self, home: int | None = None) -> None:
        self.home = home
        self.count = 0
        self.newest: deque[LogItem] = deque(maxlen=MOST_ITEMS)

    def add(self, happenings: Iterable[Happened]) -> None:
        """Tell what happened next."""
        for happening in happenings:
            self.newest.append(item_of(happening, self.home))
            self.count += 1

    def as_json(self) -> Json:
        """Return the view's log: its newest items, and the number of the first of them."""
        items = list(self._sent())[::-1]
        return {
            "title": gettext("What happened"),
            "first": self.count - len(items) + 1,
            "items": items,
            "titles": {
                rule: rule_points()[rule].title for item in self.newest for rule in item.rules
            },
        }

    def _sent(self) -> Iterator[Json]:
        """Yield the items that are sent, newest first."""
        room = MOST_CHARACTERS
        for item in reversed(self.newest):
            room -= len(str(item))
            if room < 0:
                return
            yield item.as_json()


def item_of(happening: Happened, home: int | None) -> LogItem:
    """Return what happened once, told to the player on ``home``, or to nobody in particular."""
    if isinstance(happening, Dealt):
        return _deal_item(happening, home)
    facts = list(facts_of(happening, home))
    rules = tuple(dict.fromkeys(event.rule for __, event in facts))
    play = happening.play
    seat = happening.before.turn if isinstance(play, Play) else play.seat
    return LogItem(tuple(sentence for sentence, __ in facts), rules, seat == home)


def facts_of(ply: Ply | LatePly, home: int | None) -> Iterator[Fact]:
    """Return each event of a play and its sentence, in order; a hand laid down is shown."""
    for event in ply.events:
        yield sentence_to(ply.before, event, home), event
        if event.type is EventType.OUT and isinstance(ply, Ply) and laid_down(ply):
            yield _laid_down(ply, event, home), event


def sentence_to(position: Position, event: Event, home: int | None) -> Message:
    """Return what happened, as a whole sentence to the player on ``home``.

    A card that somebody else draws is not named.
    """
    is_hidden = home is not None and event.type in _DRAWS and event.seat != home
    return sentence_of(position, event._replace(card=Card.UNKNOWN) if is_hidden else event, home)


def log_summary(happenings: Iterable[Happened], home: int) -> tuple[Message, ...]:
    """Return what happened, short enough to be listened to: the plays, and what they led to.

    What the others draw and owe is left out; more than ``MOST_TOLD`` plays are only counted.
    """
    made = list(happenings)
    plays = [item for item in made if isinstance(item, Ply)]
    told: list[Message] = []
    if len(plays) > MOST_TOLD:
        told.append(_("The others made {count} plays.", count=len(plays)))
    for item in made:
        if isinstance(item, Dealt):
            told.extend(item_of(item, home).sentences)
        else:
            told.extend(_short(item, home, counted=len(plays) > MOST_TOLD))
    return tuple(told)


def _short(ply: Ply | LatePly, home: int, *, counted: bool) -> Iterator[Message]:
    for sentence, event in facts_of(ply, home):
        concerns_home = home in (event.seat, event.to)
        if event.type not in _ROUTINE or concerns_home:
            yield sentence
        elif event.type is EventType.PLAYED and not counted:
            fields = dict(sentence.fields)
            yield _("Player {seat} plays {card:a}: {total}.", **fields)
        elif event.type is EventType.TURNED and not counted:
            yield sentence


def _deal_item(dealt: Dealt, home: int | None) -> LogItem:
    template = N_("Round {number}: {dealer} deals, and {starter} begins.")
    if dealt.starter == home:
        template = N_("Round {number}: {dealer} deals, and you begin.")
    if dealt.dealer == home:
        template = N_("Round {number}: you deal, and {starter} begins.")
    fields = {
        "number": dealt.number,
        "dealer": player_name(dealt.hands, dealt.dealer, home),
        "starter": player_name(dealt.hands, dealt.starter, home),
    }
    told = _(template, **fields)
    if dealt.number > 1 or home is None:
        return LogItem((told,), _deal_rules(dealt))
    draws = _("After each card you play, your next card is drawn for you.")
    rules = dict.fromkeys([*_deal_rules(dealt), dealt.rules.draw_rule])
    return LogItem((told, draws), tuple(rules))


def _deal_rules(dealt: Dealt) -> tuple[str, ...]:
    """Return the points behind a deal that this rule set speaks of."""
    wanted = _FIRST_DEAL if dealt.number == 1 else _NEXT_DEAL
    return tuple(point for point in wanted if dealt.rules.key in rule_points()[point].says)


def _laid_down(ply: Ply, event: Event, home: int | None) -> Message:
    template = N_("Player {seat} lays down {cards}.")
    if event.seat == home:
        template = N_("You lay down {cards}.")
    return _(
        template,
        seat=ply.before.player_number(ply.before.turn),
        cards=card_list(ply.before.rules, ply.before.hand),
    )


_FIRST_DEAL = ("deal", "99-deal", "opening")
_NEXT_DEAL = ("deal", "99-deal", "next-starter", "99-next-round")
_DRAWS = {EventType.DREW, EventType.DREW_LATE}
_ROUTINE = {
    EventType.PLAYED,
    EventType.TURNED,
    EventType.DREW,
    EventType.STILL_OWES,
    EventType.DOUBLED,
    EventType.HANDED_ON,
    EventType.SKIPPED,
    EventType.RESHUFFLED,
}
