"""A play that was made, and the events that tell what happened."""

from collections.abc import Iterator
from dataclasses import dataclass

from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Event, EventType, Settlement
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.seats import Hand


@dataclass(frozen=True, slots=True)
class Ply:
    """One play: the position before and after, its effect, and what was settled.

    ``drawn`` are the cards drawn after it; ``shuffled_at`` is how many of them were drawn
    before the discards had to be shuffled, None where they were not.
    """

    before: Position
    play: Play
    effect: Effect
    settlement: Settlement
    after: Position
    drawn: Hand = ()
    shuffled_at: int | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order: the play, what it cost, the draw, the turn."""
        too_late = too_late_events(self.before, self.after, self.settlement.out)
        return (*self._play(), *self._settling(), *too_late, *self._turn())

    def _play(self) -> Iterator[Event]:
        play, seat, effect = self.play, self.before.turn, self.effect
        if play.card is None:
            return
        choice = play.adds if play.adds is not None else play.copies if play.copies > 1 else None
        rule = effect.rules[0]
        yield Event(EventType.PLAYED, seat, rule, play.card, effect.total, choice)
        if self.after.direction is not self.before.direction:
            turned = self.before.rules.turn_rule
            way = self.after.direction.value
            yield Event(EventType.TURNED, seat, turned, direction=way)

    def _settling(self) -> Iterator[Event]:
        rules, seat, effect = self.before.rules, self.before.turn, self.effect
        if effect.busts:
            yield from draw_events(self, EventType.DREW, seat, rules.drop_out_rule)
        yield from self.settlement.events
        if self.play.forgets:
            yield Event(EventType.FORGOT, seat, "forgot-draw")
        elif not effect.busts:
            rule = effect.rules[0] if effect.draws > 1 else rules.draw_rule
            yield from draw_events(self, EventType.DREW, seat, rule)

    def _turn(self) -> Iterator[Event]:
        if self.settlement.round_over:
            return
        effect, seat, to = self.effect, self.before.turn, self.after.turn
        if effect.steps == 2:
            skipped = self.after.seat_after(seat)
            rules, is_out = self.before.rules, seat in self.settlement.out
            rule = rules.skip_when_out_rule if is_out else rules.skip_rule
            yield Event(EventType.SKIPPED, seat, rule, to=skipped)
        if effect.replies:
            yield Event(EventType.HANDED_ON, seat, "double-reply", to=to)
        elif effect.steps == 0:
            yield Event(EventType.STILL_OWES, seat, effect.rules[-1], to=to)
        elif effect.owes == 2:
            yield Event(EventType.DOUBLED, seat, "double-effect", to=to)
        elif effect.busts and (self.before.owes == 2 or self.before.played):
            yield Event(EventType.FREED, seat, "double-eliminated", to=to)


@dataclass(frozen=True, slots=True)
class LatePly:
    """A late draw that was made (rule ``forgot-draw``)."""

    before: Position
    play: LateDraw
    after: Position
    drawn: Hand
    shuffled_at: int | None = None

    @property
    def settlement(self) -> Settlement:
        """A late draw settles nothing."""
        return Settlement(self.before.stakes)

    @property
    def events(self) -> tuple[Event, ...]:
        """The draw, and who can no longer draw late because of it."""
        seat = self.play.seat
        drew = draw_events(self, EventType.DREW_LATE, seat, "forgot-draw")
        return (*drew, *too_late_events(self.before, self.after, (seat,)))


def draw_events(ply: Ply | LatePly, kind: EventType, seat: int, rule: str) -> Iterator[Event]:
    """Each card drawn, and the shuffling that had to come before it."""
    for place, card in enumerate(ply.drawn):
        if place == ply.shuffled_at:
            yield Event(EventType.RESHUFFLED, seat, ply.before.rules.reshuffle_rule)
        yield Event(kind, seat, rule, card)


def too_late_events(before: Position, after: Position, apart: tuple[int, ...]) -> Iterator[Event]:
    """The seats that could still draw late before, and cannot after; ``apart`` are left out."""
    if not before.undrawn:
        return
    for seat in dict.fromkeys(before.undrawn):
        if seat not in after.undrawn and seat not in apart:
            yield Event(EventType.TOO_LATE, seat, "forgot-draw")
