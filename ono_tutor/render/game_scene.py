"""A game that goes on as the view's scene: the learner's table, what happened, what can be done."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ono_tutor.course.coach import PlayReview
from ono_tutor.course.coach_text import advice, explanation, headline, limits
from ono_tutor.course.match import HOME, Match, Phase
from ono_tutor.game.explain import player_name
from ono_tutor.game.legal import playable
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import join_sentences
from ono_tutor.render.feedback import mark_of, note, rule_sentences
from ono_tutor.render.outcomes import outcome_rows
from ono_tutor.render.play_log import Log
from ono_tutor.render.scene import Asked, Viewpoint, choice_buttons, lead, scene
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.judgement import Refusal
from ono_tutor.rules.play import OUT
from ono_tutor.rules.seats import Hands
from ono_tutor.solver.value import Grade

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
        return winners_told(match.game.hands, match.game.winners)
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


def winners_told(hands: Hands, winners: tuple[int, ...]) -> Message:
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
    rows = outcome_rows(review.position, review)
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
        cards=outcome_rows(review.position, review),
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
