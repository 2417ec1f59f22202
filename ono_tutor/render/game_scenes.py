"""The scenes of a game: one that goes on, and one that is replayed; and the log of either."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.course.coach import (
    PlayReview,
    advice,
    cost_text,
    error_text,
    explanation,
    headline,
    review_play,
)
from ono_tutor.course.match import HOME, Dealt, Match, Phase, TableEvent, laid_down
from ono_tutor.course.recording import Recording
from ono_tutor.game.explain import player_name, sentence_of
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, Message, _, gettext, ngettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import card_list, join_sentences, winners_text
from ono_tutor.render.feedback import PlayRow, mark_of, note, play_table, rule_sentences
from ono_tutor.render.forms import field, form
from ono_tutor.render.scene import action_button, choice_buttons, lead, scene
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.judgement import Event, EventType
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.value import Grade

MOST_ITEMS = 24
"""The newest items of a log that are sent to the view."""

MOST_TOLD = 8
"""The happenings that a summary tells."""


# ---- the log ----


def log_json(happenings: Sequence[TableEvent], home: int | None) -> Json:
    """Return the view's log for the player on ``home``: its newest items, and the first's number.

    The cards that others draw are named only where ``home`` is None.
    """
    items = list[Json]()
    for happening in happenings[-MOST_ITEMS:]:
        texts, ids = item_of(happening, home)
        is_yours = not isinstance(happening, Dealt) and happening.seat == home
        rules = [{"id": rule, "title": rule_points()[rule].title} for rule in ids]
        items.append({"text": join_sentences(texts), "rules": rules, "you": is_yours})
    return {
        "title": gettext("What happened"),
        "first": len(happenings) - len(items) + 1,
        "items": items,
    }


def item_of(happening: TableEvent, home: int | None) -> tuple[list[Message], list[str]]:
    """Return a play or a deal in sentences, with the rule points behind them."""
    if not isinstance(happening, Dealt):
        facts = list(_facts(happening, home))
        return [said for said, __ in facts], list(dict.fromkeys(event.rule for __, event in facts))
    dealt = happening
    dealer = player_name(dealt.hands, dealt.dealer, home)
    starter = player_name(dealt.hands, dealt.starter, home)
    text = _("Round {number}, dealt by {dealer}.", number=dealt.number, dealer=dealer)
    told = [text, _("The first to play: {starter}.", starter=starter)]
    points = _FIRST_DEAL if dealt.number == 1 else _NEXT_DEAL
    rules = [point for point in points if dealt.rules.key in rule_points()[point].says]
    if dealt.number == 1 and home is not None:
        told.append(_("After each card you play, your next card is drawn for you."))
        rules.append(dealt.rules.draw_rule)
    return told, list(dict.fromkeys(rules))


_FIRST_DEAL = ("deal", "99-deal", "opening")
_NEXT_DEAL = ("deal", "99-deal", "next-starter", "99-next-round")


def _facts(ply: Ply, home: int | None) -> Iterator[tuple[Message, Event]]:
    """Yield each event of a play with its sentence, in order; a hand laid down is shown.

    To the player on ``home`` a card that somebody else draws is not named.
    """
    for event in ply.events:
        is_draw = event.type in (EventType.DREW, EventType.DREW_LATE)
        is_hidden = is_draw and home not in (None, event.seat)
        seen = event._replace(card=Card.UNKNOWN) if is_hidden else event
        yield sentence_of(ply.before, seen, home), event
        if event.type is EventType.OUT and laid_down(ply):
            template = N_("Player {seat} lays down {cards}.")
            if event.seat == home:
                template = N_("You lay down {cards}.")
            cards = card_list(ply.before.rules, ply.before.hand)
            yield _(template, seat=ply.before.player_number(ply.before.turn), cards=cards), event


def log_summary(happenings: Sequence[TableEvent], home: int) -> tuple[Message, ...]:
    """Return what happened, short enough to be listened to: the plays, and what they led to.

    What the others draw and owe is left out, and all but the last plays where they are many.
    """
    told = list[Message]()
    for item in happenings[-MOST_TOLD:]:
        if isinstance(item, Dealt):
            told.extend(item_of(item, home)[0])
            continue
        for said, event in _facts(item, home):
            if event.type not in _ROUTINE or home in (event.seat, event.to):
                told.append(said)
            elif event.type is EventType.PLAYED:
                told.append(_("Player {seat} plays {card:a}: {total}.", **dict(said.fields)))
    return tuple(told)


_ROUTINE = {
    EventType.PLAYED,
    EventType.DREW,
    EventType.STILL_OWES,
    EventType.DOUBLED,
    EventType.HANDED_ON,
    EventType.SKIPPED,
    EventType.RESHUFFLED,
}


# ---- a game that is replayed ----


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
    position, steps, is_last = record.position(step), record.steps, step == record.steps
    seat = position.turn if home is None else home
    question = end_of(record, home)
    if not is_last:
        mover = record.moments[step - 1].ply.seat
        player = player_name(position.hands, mover, None)
        question = _("You play.") if mover == home else _("{player} plays.", player=player)
    values = N_("Hide what plays cost") if has_values else N_("What plays cost over the round")
    buttons = [
        action_button("first", "f", _("First")) | {"disabled": step == 1},
        action_button("previous", "p", _("Previous")) | {"disabled": step == 1},
        action_button("next", "n", _("Next"), is_primary=True) | {"disabled": is_last},
        action_button("last", "l", _("Last")) | {"disabled": is_last},
        action_button("values", "v", _(values)),
    ]
    drawn = scene(
        seat_position(record, step, home),
        question,
        actions=buttons if steps > 1 else (),
        pile=record.pile_left(position),
        home=seat,
        is_you=home is not None,
        is_over=is_last and _is_ended(record),
    )
    hand: Any = drawn["hand"]
    player = player_name(position.hands, seat, None)
    whose = gettext("Your hand") if home is not None else gettext("{player}'s hand", player=player)
    slider = field("step", "range", N_("Step"), step, min=1, max=steps, step=1)
    happened = [
        each
        for moment in record.moments[:step]
        for each in (moment.dealt, moment.ply)
        if each is not None
    ]
    if not is_last:  # the play of this step is still to come
        happened.pop()
    return drawn | {
        "lead": f"{whose}.",
        "plays": plays_shown([record.moments[step - 2].ply]) if is_next else [],
        "hand": [card | {"disabled": True} for card in hand],
        "progress": {
            "done": step,
            "of": steps,
            "text": gettext("Step {step} of {steps}", step=step, steps=steps),
        },
        "form": form(N_("Where you are"), [slider]) if steps > 1 else None,
        "log": log_json(happened, home),
        "words": {"yours": gettext("played"), "hand": whose},
    }


def replay_feedback(
    record: Recording, step: int, home: int | None, *, has_values: bool = False
) -> Json:
    """Return what was played at a step, what came of it, and each card of the mover.

    With ``has_values`` it tells what the play cost over the round as well.
    """
    where = _("Step {step} of {steps}.", step=step, steps=record.steps)
    if step == record.steps:
        end = end_of(record, home)
        return note("info", end, "", say=join_sentences([where, end]))
    moment = record.moments[step - 1]
    ply, made, rows = moment.ply, moment.ply.play, list[PlayRow]()
    (title, *rest), points = item_of(ply, home)
    dealt = item_of(moment.dealt, home)[0] if moment.dealt else []
    is_shown = home in (None, ply.before.turn)
    if is_shown and isinstance(made, Play) and ply.before.is_hand_known:
        position, made = record.known_at(moment), made._replace(forgets=False)
        review = review_play(position, made) if has_values else None
        if review:
            rest.append(cost_text(review, is_yours=home is not None))
        rows = play_table(position, review)
    return note(
        "info",
        title,
        join_sentences(rest),
        rules=rule_sentences(record.rules, [p for p in points if p != record.rules.draw_rule]),
        cards=rows,
        chosen=made if is_shown else None,
        say=join_sentences([where, *dealt, title, *rest]),
    )


def _is_ended(record: Recording) -> bool:
    return any(moment.ply.settlement.round_over for moment in record.moments[-1:])


def end_of(record: Recording, home: int | None) -> Message:
    """Return how what was written down ends, in a sentence to the player on ``home``, if any."""
    if record.winners:
        return winners_text(record.start.hands, record.winners, home)
    is_over = _is_ended(record)
    return _(N_("The round is over.") if is_over else N_("That is all that was written down."))


def step_text(record: Recording, step: int, home: int | None) -> str:
    """Return the step in sentences, for where nothing is drawn."""
    feedback = replay_feedback(record, step, home)
    return f"{seat_position(record, step, home)}\n{feedback['say']}"


def seat_position(record: Recording, step: int, home: int | None) -> Position:
    """Return the position at a step, as the mover sees it, or the player on ``home``."""
    position = record.position(step)
    return record.seen_by(position, position.turn if home is None else home)


# ---- a game that goes on ----


def match_scene(
    match: Match,
    happened: Sequence[TableEvent],
    actions: tuple[Json, ...],
    told: Iterable[Message] | None = None,
) -> Json:
    """Return the scene of a match, seen from the learner's seat; no hidden card is in it.

    ``told`` is what has happened since the learner's last play, for the live region; None where
    the table is as it was, and nothing is said of it.
    """
    phase, position = match.phase, match.game.position
    is_over, is_open = phase in (Phase.BETWEEN, Phase.OVER), phase in (Phase.YOURS, Phase.STUCK)
    plays = playable(position) if phase is Phase.YOURS else ()
    drawn = scene(
        match.view,
        match_question(match),
        choices=choice_buttons(
            (str(play), match.rules.play_name(play)) for play in plays if play.copies > 1
        ),
        actions=actions,
        pile=match.pile_left,
        home=HOME,
        is_over=is_over,
    )
    hand: Any = drawn["hand"]
    total: Any = drawn["total"]
    now = facing(match)
    said = [] if told is None else [*told, *(() if is_over else (total["text"],)), now]
    return drawn | {
        "lead": str(now),
        "hand": [card | {"disabled": not is_open} for card in hand],
        "log": log_json(happened, HOME),
        "say": join_sentences(said),
    }


MOST_SHOWN = 4
"""Plays that are shown one after another; of more the last are."""


def plays_shown(happened: Iterable[object]) -> list[Json]:
    """Return what the view shows one after another: who played which card, and the new total."""
    return [
        {"seat": ply.before.turn, "total": ply.effect.total, "svg": card_svg(ply.card.code)}
        for ply in happened
        if isinstance(ply, Ply) and ply.card is not None
    ][-MOST_SHOWN:]


def match_question(match: Match) -> Message:
    """Return what the learner is asked."""
    if match.phase is Phase.OVER:
        return winners_text(match.game.hands, match.game.winners, HOME)
    return _(_PHASES[match.phase][0])


def facing(match: Match) -> Message:
    """Return what the learner is facing now, in a sentence."""
    if match.phase is Phase.YOURS:
        effects = playable(match.game.position).values()
        if effects and all(effect.busts for effect in effects):
            return _("No card of yours is safe. You must play one, and it loses the round.")
        view = match.view
        return lead(view) if view.owes == 2 or view.played else _("Play one card.")
    return _(_PHASES[match.phase][1])


_PHASES = {
    Phase.YOURS: (N_("Which card do you play?"), ""),
    Phase.STUCK: (
        N_("You can play no card."),
        N_("None of your cards can be played. Go on, and lay your hand down."),
    ),
    Phase.WATCHING: (N_("The others play on."), N_("Go on to watch them.")),
    Phase.BETWEEN: (N_("The round is over."), N_("Go on to deal the next round.")),
    Phase.OVER: ("", N_("The game is over.")),
}
"""The question and the sentence below it."""


# ---- the coach on plays ----

PAST = "then:"
"""Before the plays of a hand that has changed since, so that no card held now is marked by them."""


def plays_text(reviews: Sequence[PlayReview]) -> Message:
    """Return how many of the learner's plays cost something, by what they are called."""
    made = [each for each in reviews if each.chosen.play != OUT]
    grades = Counter(each.chosen.value.grade for each in made)
    return ngettext(
        "You made {n} play: {slips}, {mistakes}, {blunders}.",
        "You made {n} plays: {slips}, {mistakes}, {blunders}.",
        len(made),
        slips=ngettext("{n} slip", "{n} slips", grades[Grade.SLIP]),
        mistakes=ngettext("{n} mistake", "{n} mistakes", grades[Grade.MISTAKE]),
        blunders=ngettext("{n} blunder", "{n} blunders", grades[Grade.BLUNDER]),
    )


def play_feedback(review: PlayReview, earlier: Sequence[PlayReview]) -> Json:
    """Return the verdict on a play that has been made, and every card of the hand as it was.

    ``earlier`` are the learner's plays in this round before it.
    """
    effect, better = review.chosen.effect, () if review.is_best else review.best
    state = "lost" if review.is_hopeless else "risk" if better else "info"
    is_loss = effect is not None and (effect.costs or effect.loses)
    told = note(
        "right" if state == "info" and review.had_choice else state,
        headline(review),
        join_sentences(explanation(review, earlier)),
        rules=rule_sentences(review.position.rules, effect.rules if effect and is_loss else ()),
        chosen=f"{PAST}{review.chosen.play}",
        marks=[mark_of(each.play, "right", N_("was better")) for each in better],
        is_folded=True,
    )
    rows = [row.as_json() for row in play_table(review.position, review)]
    past = [row | {name: f"{PAST}{row[name]}" for name in ("play", "code")} for row in rows]
    return told | {"cards": [row | {"svg": None} for row in past]}


def advice_feedback(review: PlayReview) -> Json:
    """Return what the coach would play now, and why; every card of the hand."""
    why = () if review.is_hopeless else explanation(review)
    if not review.is_hopeless and len(review.scored) > 1:
        why += (error_text(review.values),)
    return note(
        "hint",
        advice(review),
        join_sentences(why),
        cards=play_table(review.position, review),
        marks=[mark_of(each.play, "right", N_("coach")) for each in review.best],
        is_folded=True,
    )
