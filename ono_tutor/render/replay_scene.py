"""One step of a recording as the view's scene, and what was played at it."""

from ono_tutor.course.coach import Appraisal, Measure, over_the_round
from ono_tutor.course.coach_feedback import cost_told, how_likely
from ono_tutor.course.luck import appraisal_of, luck_in, luck_told
from ono_tutor.course.recording import Recording
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import join_sentences
from ono_tutor.render.feedback import coach_rows, note, rule_sentences
from ono_tutor.render.forms import field, form
from ono_tutor.render.game_scene import plays_shown, winners_named, with_pile_count
from ono_tutor.render.play_log import MOST_ITEMS, Log, LogItem, item_of
from ono_tutor.render.scene import Asked, Viewpoint, action_button, scene
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import survive


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
    if len(record.start.still_in) == 2 and record.steps > 1:
        text = N_("Hide what plays cost") if has_values else N_("What plays cost over the round")
        buttons += (action_button("values", "v", lazy_gettext(text)),)
    asked = Asked(_question(record, step, home), actions=buttons)
    view = Viewpoint(seat, home is not None, is_over)
    drawn = scene(seat_position(record, step, home), asked, view=view)
    pile = record.pile_left(position)
    where = lazy_gettext("Step {step} of {steps}", step=step, steps=record.steps)
    hand = drawn["hand"]
    if not hand and step == record.steps > 1:  # the hand that the last card came from
        before = seat_position(record, step - 1, home)
        seat = before.turn if home is None else home
        hand = scene(before, asked, view=Viewpoint(seat))["hand"]
    assert isinstance(hand, list)
    whose = lazy_gettext(
        N_("The hand of Player {seat}") if home is None else N_("Your hand"), seat=seat
    )
    words = {"yours": str(lazy_gettext("played")), "hand": str(whose)}
    return drawn | {
        "lead": str(lazy_gettext("Shown: {hand}.", hand=whose)),
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

    With ``has_values`` it tells what the play cost over the round as well. The last step tells
    luck and skill apart where all rounds were between two players.
    """
    where = lazy_gettext("Step {step} of {steps}.", step=step, steps=record.steps)
    if step == record.steps:
        end, text = _end(record), join_sentences(_luck(record, home))
        return note("info", end, text, say=join_sentences([where, end, text]))
    moment = record.moments[step - 1]
    ply = moment.ply
    told = item_of(ply, home)
    dealt = item_of(moment.dealt, home).sentences if moment.dealt else ()
    is_shown = home in (None, ply.before.turn)
    appraisal = appraisal_of(record, moment) if is_shown else None
    title, *rest = told.sentences
    points = [point for point in told.rules if point != record.rules.draw_rule]
    rows: list[Json] = []
    if appraisal is not None:
        rest.append(_chance(appraisal, home))
        if has_values:
            appraisal = over_the_round(appraisal)
            rest.extend(cost_told(appraisal, is_yours=home is not None))
        rows = coach_rows(appraisal, is_yours=home is not None)
    made = ply.play if appraisal is None else appraisal.chosen.play
    return note(
        "info",
        title,
        join_sentences(rest),
        rules=rule_sentences(record.rules, points),
        cards=rows,
        chosen=made if is_shown else None,
        say=join_sentences([where, *dealt, title, *rest]),
    )


def _luck(record: Recording, home: int | None) -> list[Message]:
    """Return what luck did and what the plays cost, for each player that is looked at."""
    seats = range(len(record.start.hands)) if home is None else (home,)
    found = [(luck_in(record, seat), seat) for seat in seats]
    return [luck_told(luck, seat, home) for luck, seat in found if luck is not None]


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


def _chance(appraisal: Appraisal, home: int | None) -> Message:
    """Return the mover's chance to complete the turn before the play, as the mover could see it."""
    position = appraisal.position
    if Measure.TURN in appraisal.measures:
        chance = max(weight.figures[0] for weight in appraisal.weights)
        fields = {"seat": position.turn, "how": how_likely(chance)}
        return lazy_gettext(_TURN[bool(chance), position.turn == home], **fields)
    template = _POINTS[survive(position).chance == 1, position.turn == home]
    return lazy_gettext(template, seat=position.turn)


def _is_ended(record: Recording) -> bool:
    return bool(record.moments) and record.moments[-1].ply.settlement.round_over


def _end(record: Recording) -> Message:
    if record.winners:
        return winners_named(record.winners)
    if _is_ended(record):
        return lazy_gettext("The round is over.")
    return lazy_gettext("That is all that was written down.")


def _question(record: Recording, step: int, home: int | None) -> Message:
    if step == record.steps:
        return _end(record)
    ply = record.moments[step - 1].ply
    seat = ply.before.turn if isinstance(ply.play, Play) else ply.play.seat
    return lazy_gettext(N_("You play.") if seat == home else N_("Player {seat} plays."), seat=seat)


def _form(step: int, steps: int) -> Json | None:
    if steps < 2:
        return None
    slider = field("step", "range", N_("Step"), step, min=1, max=steps, step=1)
    return form(N_("Where you are"), [slider])


def _buttons(step: int, steps: int) -> tuple[Json, ...]:
    is_first, is_last = step == 1, step == steps
    ahead = action_button("next", "n", lazy_gettext("Next"), is_primary=True)
    return (
        action_button("first", "f", lazy_gettext("First")) | {"disabled": is_first},
        action_button("previous", "p", lazy_gettext("Previous")) | {"disabled": is_first},
        ahead | {"disabled": is_last},
        action_button("last", "l", lazy_gettext("Last")) | {"disabled": is_last},
    )


_TURN = {
    (True, True): N_("Before this play you could survive {how}."),
    (True, False): N_("Before this play Player {seat} could survive {how}."),
    (False, True): N_("Before this play you could no longer survive."),
    (False, False): N_("Before this play Player {seat} could no longer survive."),
}
_POINTS = {
    (True, True): N_("You could play without losing a point."),
    (True, False): N_("Player {seat} could play without losing a point."),
    (False, True): N_("Every card of yours would have cost you a point."),
    (False, False): N_("Every card of Player {seat} would have lost a point."),
}


def step_text(record: Recording, step: int, home: int | None) -> str:
    """Return the step in sentences, for where nothing is drawn."""
    feedback = replay_feedback(record, step, home)
    return f"{seat_position(record, step, home)}\n{feedback['say']}"


def seat_position(record: Recording, step: int, home: int | None) -> Position:
    """Return the position at a step, as the mover sees it, or the player on ``home``."""
    position = record.position(step)
    return record.seen_by(position, position.turn if home is None else home)
