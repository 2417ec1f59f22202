"""The scenes of a game: one that goes on, and one that is replayed; and the log of either."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.course.coach import PlayReview, review_play
from ono_tutor.course.coach_text import (
    advice,
    cost_text,
    explanation,
    format_often,
    headline,
    limits,
)
from ono_tutor.course.match import HOME, Dealt, Match, Phase, TableEvent, laid_down
from ono_tutor.course.recording import Recording
from ono_tutor.game.explain import player_name, sentence_of
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import LatePly, Ply
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import card_list, join_sentences
from ono_tutor.render.feedback import mark_of, note, rule_sentences
from ono_tutor.render.forms import field, form
from ono_tutor.render.play_table import play_table
from ono_tutor.render.scene import Asked, Viewpoint, action_button, choice_buttons, lead, scene
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.judgement import Event, EventType, Refusal
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import Hands
from ono_tutor.solver.survive import turn_chances
from ono_tutor.solver.value import Grade

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
        rows = [row.as_json() for row in play_table(position, review)]
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


PAST = "then:"
"""Before the plays of a hand that has changed since, so that no card held now is marked by them."""


def match_scene(
    match: Match,
    log: Log,
    actions: tuple[Json, ...],
    told: Iterable[Message] | None = None,
) -> Json:
    """Return the scene of a match, seen from the learner's seat; no hidden card is in it.

    ``told`` is what has happened since the learner's last play, for the live region; None where
    the table is as it was, and nothing is said of it.
    """
    view, phase = match.view, match.phase
    is_over = phase in (Phase.BETWEEN, Phase.OVER)
    asked = Asked(match_question(match), choices=_sets(match), actions=actions)
    drawn = scene(view, asked, view=Viewpoint(HOME, is_over=is_over))
    now, hand, total = facing(match), drawn["hand"], drawn["total"]
    assert isinstance(hand, list)
    assert isinstance(total, dict)
    totals = () if is_over else (total["text"],)
    is_open = phase in (Phase.YOURS, Phase.STUCK)
    return drawn | {
        "lead": join_sentences([now, *(standings(match) if is_over else ())]),
        "piles": with_pile_count(drawn, match.pile_left),
        "hand": [card | {"disabled": not is_open} for card in hand],
        "log": log.as_json(),
        "say": "" if told is None else join_sentences([*told, *totals, now]),
    }


MOST_SHOWN = 4
"""Plays that are shown one after another; of more the last are."""


def plays_shown(happened: Iterable[object]) -> list[Json]:
    """Return what the view shows one after another: who played which card, and the new total."""
    plies = [ply for ply in happened if isinstance(ply, Ply) and ply.play.card is not None]
    return [
        {"seat": ply.before.turn, "total": ply.effect.total, "svg": card_svg(ply.play.card.code)}
        for ply in plies[-MOST_SHOWN:]
        if ply.play.card is not None
    ]


def with_pile_count(drawn: Json, left: int) -> Json:
    """Return the piles of a scene, the draw pile with the number of cards that lie in it."""
    piles = drawn["piles"]
    assert isinstance(piles, dict)
    text = ngettext("Draw pile: {n} card.", "Draw pile: {n} cards.", left)
    return piles | {"draw": {"text": str(text), "count": left}}


def match_question(match: Match) -> Message:
    """Return what the learner is asked."""
    if match.phase is Phase.OVER:
        return winners_text(match.game.hands, match.game.winners)
    return _(_QUESTIONS[match.phase])


def facing(match: Match) -> Message:
    """Return what the learner facing now, in a sentence."""
    phase = match.phase
    if phase is Phase.YOURS:
        return _your_turn(match)
    if phase is Phase.WATCHING and match.game.hands[HOME] is not None:
        return _("The others are still playing. Go on to watch them.")
    return _(_FACES[phase])


def standings(match: Match) -> tuple[Message, ...]:
    """Return what everybody has left, or has scored; nothing where that is not counted."""
    table, rules = match.table, match.rules
    if rules.stake_name is None:
        return ()
    each = [
        gettext(
            "{amount} for {name}", name=player_name(match.game.hands, seat, HOME), amount=amount
        )
        for seat, amount in enumerate(table.stakes)
    ]
    template = _STANDINGS[rules.stake_name, rules.stakes_are_left]
    return (_(template, all=format_list(each)),)


def winners_text(hands: Hands, winners: tuple[int, ...]) -> Message:
    """Return who has won, in a sentence to the learner."""
    others = [str(player_name(hands, seat, HOME)) for seat in winners if seat != HOME]
    if not others:
        return _("You have won the game.")
    if HOME in winners:
        return _("You share the win with {others}.", others=format_list(others))
    return _("{others} won the game.", others=format_list(others))


def winners_named(hands: Hands, winners: tuple[int, ...], you: int | None) -> Message:
    """Return who has won, in a sentence to the player on seat ``you``, if any."""
    seats = [str(player_name(hands, seat, you)) for seat in winners]
    return _("{winners} won the game.", winners=format_list(seats))


def plays_text(reviews: Sequence[PlayReview]) -> Message:
    """Return how many of the learner's plays cost something, by what they are called."""
    made = [each for each in reviews if each.chosen.play != OUT]
    grades = Counter(each.chosen.value.grade for each in made)
    found = [ngettext(*_GRADED[grade], grades[grade]) for grade in _GRADED if grades[grade]]
    if not found:
        return ngettext(
            "You made one play, and no card was clearly better.",
            "You made {n} plays, and no card was ever clearly better.",
            len(made),
        )
    return ngettext(
        "You made one play: {found}.",
        "You made {n} plays, among them {found}.",
        len(made),
        found=format_list(list(map(str, found))),
    )


# ---- the coach on plays ----


def play_feedback(review: PlayReview, earlier: Sequence[PlayReview]) -> Json:
    """Return the verdict on a play that has been made, and every card of the hand as it was.

    ``earlier`` are the learner's plays in this round before it.
    """
    better = () if review.is_best else review.best
    state = "lost" if review.is_hopeless else "risk" if better else "info"
    rows = [row.as_json() for row in play_table(review.position, review)]
    return note(
        "right" if state == "info" and review.had_choice else state,
        headline(review),
        join_sentences(explanation(review, earlier)),
        rules=_deciding_rules(review),
        cards=[
            row | {"play": f"{PAST}{row['play']}", "code": f"{PAST}{row['code']}", "svg": None}
            for row in rows
        ],
        chosen=f"{PAST}{review.chosen.play}",
        marks=[mark_of(each.play, "right", N_("was better")) for each in better],
        is_folded=True,
    )


def advice_feedback(review: PlayReview) -> Json:
    """Return what the coach would play now, and why; every card of the hand."""
    return note(
        "hint",
        advice(review),
        join_sentences((*(() if review.is_hopeless else explanation(review)), *limits(review))),
        cards=[row.as_json() for row in play_table(review.position, review)],
        marks=[mark_of(each.play, "right", N_("coach")) for each in review.best],
        is_folded=True,
    )


def _deciding_rules(review: PlayReview) -> list[Json]:
    """Return the points behind a loss of points, or of the round, by the card played."""
    effect = review.chosen.effect
    is_loss = effect is not None and (effect.costs or effect.loses)
    return rule_sentences(review.position.rules, effect.rules if effect and is_loss else ())


def _your_turn(match: Match) -> Message:
    position = match.game.position
    effects = playable(position).values()
    if effects and all(effect.busts for effect in effects):
        return _("No card of yours is safe. You must play one, and it loses the round.")
    view = match.view
    return lead(view) if view.owes == 2 or view.played else _("Play one card.")


def _sets(match: Match) -> tuple[Json, ...]:
    """Return buttons for plays of several cards together, where the rules have a word on them."""
    if match.phase is not Phase.YOURS:
        return ()
    position = match.game.position
    rules, moment = position.rules, position.moment
    together = [play for play in rules.plays_of_hand(position.hand) if play.copies > 1]
    may = [play for play in together if not isinstance(rules.judge(play, moment), Refusal)]
    return choice_buttons(tuple((str(play), rules.play_name(play)) for play in may))


_STANDINGS = {
    ("chips", True): N_("Chips left: {all}."),
    ("points", True): N_("Points left: {all}."),
    ("points", False): N_("Points scored: {all}."),
}
_GRADED = {
    Grade.SLIP: (N_("one slip"), N_("{n} slips")),
    Grade.MISTAKE: (N_("one mistake"), N_("{n} mistakes")),
    Grade.BLUNDER: (N_("one blunder"), N_("{n} blunders")),
}
_QUESTIONS = {
    Phase.YOURS: N_("Which card do you play?"),
    Phase.STUCK: N_("You can play no card."),
    Phase.WATCHING: N_("The others play on."),
    Phase.BETWEEN: N_("The round is over."),
}
_FACES = {
    Phase.STUCK: N_("None of your cards can be played. Go on, and lay your hand down."),
    Phase.WATCHING: N_("You are out. Go on to let the others play."),
    Phase.BETWEEN: N_("Go on to deal the next round."),
    Phase.OVER: N_("The game is over."),
}
