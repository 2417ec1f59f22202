"""One step of a recording as the view's scene, and what was played at it."""

from collections.abc import Iterator

from ono_tutor.course.coach import review_play
from ono_tutor.course.coach_text import cost_text, format_often
from ono_tutor.course.recording import Recording
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, Message, _, gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import join_sentences
from ono_tutor.render.feedback import note, rule_sentences
from ono_tutor.render.forms import field, form
from ono_tutor.render.game_scene import plays_shown, winners_named, with_pile_count
from ono_tutor.render.outcomes import outcome_rows
from ono_tutor.render.play_log import MOST_ITEMS, Log, LogItem, item_of
from ono_tutor.render.scene import Asked, Viewpoint, action_button, scene
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import turn_chances


def replay_scene(
    record: Recording,
    step: int,
    home: int | None,
    *,
    is_next: bool = False,
    has_values: bool = False,
) -> Json:
    """Return the table at a step, from 1, seen by the mover or from ``home``, and the log so far.

    Seen from ``home``, the cards of the others are hidden. ``is_next`` says that the step
    before was shown last, whose play is shown then.
    """
    position = record.position(step)
    is_over = step == record.steps and _is_ended(record)
    seat = position.turn if home is None else home
    buttons = _buttons(step, record.steps)
    if record.steps > 1:
        text = N_("Hide what plays cost") if has_values else N_("What plays cost over the round")
        buttons += (action_button("values", "v", _(text)),)
    asked = Asked(_question(record, step, home), actions=buttons)
    view = Viewpoint(seat, home is not None, is_over)
    drawn = scene(seat_position(record, step, home), asked, view=view)
    pile = record.pile_left(position)
    where = _("Step {step} of {steps}", step=step, steps=record.steps)
    hand = drawn["hand"]
    if not hand and step == record.steps > 1:  # the hand that the last card came from
        before = seat_position(record, step - 1, home)
        seat = before.turn if home is None else home
        hand = scene(before, asked, view=Viewpoint(seat))["hand"]
    assert isinstance(hand, list)
    whose = _(N_("Player {seat}'s hand") if home is None else N_("Your hand"), seat=seat)
    words = {"yours": gettext("played"), "hand": str(whose)}
    return drawn | {
        "lead": f"{whose}.",
        "plays": plays_shown([record.moments[step - 2].ply]) if is_next else [],
        "piles": drawn["piles"] if pile is None else with_pile_count(drawn, pile),
        "hand": [card | {"disabled": True} for card in hand],
        "progress": {"done": step, "of": record.steps, "text": str(where)},
        "form": _form(step, record.steps),
        "log": _log(record, step, home).as_json(),
        "words": words,
    }


def replay_feedback(
    record: Recording, step: int, home: int | None, *, has_values: bool = False
) -> Json:
    """Return what was played at a step, what came of it, each card of the mover, and the chance.

    With ``has_values`` it tells what the play cost over the round as well.
    """
    where = _("Step {step} of {steps}.", step=step, steps=record.steps)
    if step == record.steps:
        end = end_of(record, home)
        return note("info", end, "", say=join_sentences([where, end]))
    moment = record.moments[step - 1]
    ply = moment.ply
    told = item_of(ply, home)
    dealt = item_of(moment.dealt, home).sentences if moment.dealt else ()
    is_shown = home in (None, ply.before.turn)
    title, *rest = told.sentences
    points = [point for point in told.rules if point != record.rules.draw_rule]
    rows: list[Json] = []
    made = ply.play
    if is_shown and isinstance(ply, Ply) and ply.before.is_hand_known:
        position = record.known_at(moment)
        made = ply.play._replace(forgets=False)
        review = review_play(position, made) if has_values else None
        rest.extend(_chance(position, made, home))
        if review:
            rest.append(cost_text(review, is_yours=home is not None))
        rows = outcome_rows(position, review)
    return note(
        "info",
        title,
        join_sentences(rest),
        rules=rule_sentences(record.rules, points),
        cards=rows,
        chosen=made if is_shown else None,
        say=join_sentences([where, *dealt, title, *rest]),
    )


def _log(record: Recording, step: int, home: int | None) -> Log:
    """Return the log of what happened before a step, with the deal that the step begins with."""
    log = Log(home)
    first = max(0, step - MOST_ITEMS)
    for place, moment in enumerate(record.moments[first:step], first + 1):
        parts = [item_of(moment.dealt, home)] if moment.dealt else []
        parts += [item_of(moment.ply, home)] if place < step else []
        if parts:
            log.newest.append(_joined(parts))
        log.count = place if parts else place - 1
    return log


def _joined(parts: list[LogItem]) -> LogItem:
    """Return what belongs to one step as one item, so that log and steps count alike."""
    texts = tuple(text for part in parts for text in part.sentences)
    rules = tuple(dict.fromkeys(rule for part in parts for rule in part.rules))
    return LogItem(texts, rules, parts[-1].is_yours)


def _chance(position: Position, made: Play, home: int | None) -> Iterator[Message]:
    """Yield the mover's chance in this turn before the play, if it is no matter of course."""
    chances = turn_chances(position)
    best, fields = max(chances.values()), {"seat": position.player_number(position.turn)}
    if position.rules.marks:
        if not best:
            yield _(_POINTS_LOST[position.turn == home], **fields)
        elif not chances[made]:
            yield _(_POINTS_KEPT[position.turn == home], **fields)
    elif best < 1 or position.owes > 1:
        often = format_often(best)
        yield _(_TURN[bool(best), position.turn == home], often=often, **fields)


def _is_ended(record: Recording) -> bool:
    return bool(record.moments) and record.moments[-1].ply.settlement.round_over


def end_of(record: Recording, home: int | None) -> Message:
    """Return how what was written down ends, in a sentence to the player on ``home``, if any."""
    if record.winners:
        return winners_named(record.start.hands, record.winners, home)
    if _is_ended(record):
        return _("The round is over.")
    return _("That is all that was written down.")


def _question(record: Recording, step: int, home: int | None) -> Message:
    if step == record.steps:
        return end_of(record, home)
    ply = record.moments[step - 1].ply
    seat = ply.before.turn if isinstance(ply.play, Play) else ply.play.seat
    return _(N_("You play.") if seat == home else N_("Player {seat} plays."), seat=seat)


def _form(step: int, steps: int) -> Json | None:
    if steps < 2:
        return None
    slider = field("step", "range", N_("Step"), step, min=1, max=steps, step=1)
    return form(N_("Where you are"), [slider])


def _buttons(step: int, steps: int) -> tuple[Json, ...]:
    is_first, is_last = step == 1, step == steps
    ahead = action_button("next", "n", _("Next"), is_primary=True)
    return (
        action_button("first", "f", _("First")) | {"disabled": is_first},
        action_button("previous", "p", _("Previous")) | {"disabled": is_first},
        ahead | {"disabled": is_last},
        action_button("last", "l", _("Last")) | {"disabled": is_last},
    )


_TURN = {
    (True, True): N_("Before this play you could survive the turn {often}."),
    (True, False): N_("Before this play Player {seat} could survive the turn {often}."),
    (False, True): N_("No card could save you this turn."),
    (False, False): N_("No card could save Player {seat} this turn."),
}
_POINTS_KEPT = {
    True: N_("Another of your cards would have cost you nothing."),
    False: N_("Another of Player {seat}'s cards would have cost nothing."),
}
_POINTS_LOST = {
    True: N_("Each of your cards would have cost you a point or more."),
    False: N_("Each of Player {seat}'s cards would have cost a point or more."),
}


def step_text(record: Recording, step: int, home: int | None) -> str:
    """Return the step in sentences, for where nothing is drawn."""
    feedback = replay_feedback(record, step, home)
    return f"{seat_position(record, step, home)}\n{feedback['say']}"


def seat_position(record: Recording, step: int, home: int | None) -> Position:
    """Return the position at a step, as the mover sees it, or the player on ``home``."""
    position = record.position(step)
    return record.seen_by(position, position.turn if home is None else home)
