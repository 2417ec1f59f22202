"""A game that goes on as the view's scene: the learner's table, what happened, what can be done."""

from collections.abc import Iterable

from ono_tutor.course.coach import Tally
from ono_tutor.course.match import HOME, Match, Phase
from ono_tutor.course.verdict import costliest_told
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.messages import Message, listed, marked, say
from ono_tutor.render.answers import Json
from ono_tutor.render.log import Log
from ono_tutor.render.scene import Asked, Viewpoint, choice_buttons, lead, scene
from ono_tutor.rules.effect import Refusal


def match_scene(
    match: Match,
    log: Log,
    actions: tuple[Json, ...],
    serial: int,
    told: Iterable[Message] | None = None,
) -> Json:
    """The scene of a match, seen from the learner's seat; no hidden card is in it.

    ``told`` is what has happened since the learner's last play, for the live region; None where
    the table is as it was, and nothing is said of it.
    """
    view, phase = match.view, match.phase
    is_over = phase in (Phase.BETWEEN, Phase.OVER)
    asked = Asked(question(match), choices=_sets(match), actions=actions)
    drawn = scene(view, asked, serial, view=Viewpoint(HOME, is_over=is_over))
    facing, total = faces(match), () if is_over else (_total(view),)
    hand = drawn["hand"]
    assert isinstance(hand, list)
    is_open = phase in (Phase.YOURS, Phase.STUCK)
    return drawn | {
        "lead": aloud([facing, *(standings(match) if is_over else ())]),
        "piles": with_pile_count(drawn, match.pile_left),
        "hand": [card | {"disabled": not is_open} for card in hand],
        "log": log.as_json(),
        "say": "" if told is None else aloud([*told, *total, facing]),
    }


def with_pile_count(drawn: Json, left: int) -> Json:
    """The piles of a scene, the draw pile with the number of cards that lie in it."""
    piles = drawn["piles"]
    assert isinstance(piles, dict)
    template = marked("Draw pile, cards: {count}")
    return piles | {"draw": {"text": str(say(template, count=left)), "count": left}}


def question(match: Match) -> Message:
    """What the learner is asked."""
    if match.phase is Phase.OVER:
        return winners_told(match.game.winners)
    return say(_QUESTIONS[match.phase])


def faces(match: Match) -> Message:
    """What the learner faces now, in a sentence."""
    phase = match.phase
    if phase is Phase.YOURS:
        return _your_turn(match)
    if phase is Phase.WATCHING and match.game.hands[HOME] is not None:
        return say(marked("The others have played for long. Go on to let them play."))
    return say(_FACES[phase])


def standings(match: Match) -> tuple[Message, ...]:
    """What everybody has left, or has scored; nothing where that is not counted."""
    table, rules = match.table, match.rules
    if rules.stake_name is None:
        return ()
    names = [
        say(marked("you") if seat == HOME else marked("seat {seat}"), seat=seat)
        for seat in range(len(table.stakes))
    ]
    each = [
        str(say(marked("{name}: {amount}"), name=name, amount=amount))
        for name, amount in zip(names, table.stakes, strict=True)
    ]
    template = _STANDINGS[rules.stake_name, rules.stakes_are_left]
    return (say(template, all=listed(each)),)


def winners_told(winners: tuple[int, ...]) -> Message:
    """Who has won, in a sentence to the learner."""
    others = [str(say(marked("seat {seat}"), seat=seat)) for seat in winners if seat != HOME]
    if not others:
        return say(marked("You have won the game."))
    if HOME in winners:
        return say(marked("You share the win with {others}."), others=listed(others))
    return say(marked("{others} won the game."), others=listed(others))


def winners_named(winners: tuple[int, ...]) -> Message:
    """Who has won, in a sentence to nobody in particular."""
    seats = [str(say(marked("seat {seat}"), seat=seat)) for seat in winners]
    return say(marked("{winners} won the game."), winners=listed(seats))


def plays_told(tally: Tally) -> Message:
    """How many of the learner's plays were the best."""
    template = marked("{best} of your {plays} plays were the best by what you could see.")
    if tally.plays == 1:
        template = _ONE_PLAY[tally.best]
    return say(template, best=tally.best, plays=tally.plays)


def result_told(tally: Tally) -> tuple[Message, ...]:
    """How the learner's plays of a game were, and how to look at them again."""
    again = say(marked("Replay steps through this game: give it the game or its transcript."))
    costliest = () if tally.costliest is None else (costliest_told(tally.costliest),)
    return (plays_told(tally), again, *costliest)


def aloud(sentences: Iterable[Message | str]) -> str:
    """Sentences one after the other."""
    return " ".join(map(str, sentences))


def _your_turn(match: Match) -> Message:
    position = match.game.position
    effects = playable(position).values()
    if effects and all(effect.busts for effect in effects):
        return say(marked("No card of yours is safe: you must play one, and it loses the hand."))
    view = match.view
    return lead(view) if view.owes == 2 or view.played else say(marked("You owe one card."))


def _sets(match: Match) -> tuple[Json, ...]:
    """Buttons for plays of several cards together, where the rules have a word on them."""
    if match.phase is not Phase.YOURS:
        return ()
    position = match.game.position
    rules, moment = position.rules, position.moment
    together = [play for play in rules.plays_of_hand(position.hand) if play.copies > 1]
    may = [play for play in together if not isinstance(rules.judge(play, moment), Refusal)]
    return choice_buttons(tuple((str(play), rules.play_name(play)) for play in may))


def _total(position: Position) -> Message:
    return say(marked("The total is {total}."), total=position.total)


_STANDINGS = {
    ("chips", True): marked("Chips left: {all}."),
    ("points", True): marked("Points left: {all}."),
    ("points", False): marked("Points scored: {all}."),
}
_ONE_PLAY = {
    0: marked("Your only play was not the best."),
    1: marked("Your only play was the best."),
}
_QUESTIONS = {
    Phase.YOURS: marked("Which card do you play?"),
    Phase.STUCK: marked("You can play no card."),
    Phase.WATCHING: marked("The others play on."),
    Phase.BETWEEN: marked("The hand is over."),
}
_FACES = {
    Phase.STUCK: marked("None of your cards may be played. Go on to lay your hand down."),
    Phase.WATCHING: marked("You are out. Go on to let the others play."),
    Phase.BETWEEN: marked("Go on to deal the next hand."),
    Phase.OVER: marked("The game is over."),
}
