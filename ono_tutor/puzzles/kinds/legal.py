"""The question ``legal``: which plays may be made."""

from collections import Counter
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.legal import explain_refusals, judge_play, legal_plays
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.puzzles.answer import (
    EVERYTHING,
    NOTHING,
    Explanation,
    Plays,
    Shape,
    normalized,
    read_plays,
)
from ono_tutor.puzzles.kind import Effort, Kind, KindInfo, join, unique
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect, Refusal
from ono_tutor.rules.play import FOUR_ONO99, OUT, Play


class Legal(Kind[Plays]):
    """The plays of the hand that may be made now; a set of plays, each kind of card once."""

    info = KindInfo("legal", Shape.PLAYS, tries_cards=True)

    def ask(self, task: Task) -> Message:
        return _("Mark every card that you may play now.")

    def answer(self, task: Task) -> Plays:
        return legal_plays(task.position)

    def accepts(self, task: Task, right: Plays, given: Plays) -> bool:
        return Counter(right) == Counter(given or (OUT,))

    def share(self, task: Task, right: Plays, given: Plays) -> Fraction:
        """Return the cards that are rightly marked, less those that are wrongly, of all to mark."""
        good = sum((Counter(right) & Counter(given)).values())
        return Fraction(max(2 * good - len(given), 0), len(right) or 1)

    def read(self, task: Task, words: str) -> Plays:
        return read_hand(task, words)

    def explain(self, task: Task, given: Plays) -> Explanation:
        """Account for every card of the hand, those first that the answer is wrong about."""
        position, right = task.position, self.answer(task)
        every = (*given, *task.rules.plays_of_hand(position.hand), *right)
        plays = list(dict.fromkeys(play for play in every if isinstance(play, Play)))
        missing = [play for play in plays if play in right and play not in given]
        refused = [play for play in plays if play not in right]
        effects = [judge_play(position, play) for play in right]
        is_lost = any(isinstance(effect, Effect) and effect.busts for effect in effects)
        texts: list[Message] = []
        if missing and OUT not in (*given, *missing):
            texts.append(_("You left out {cards}.", cards=task.rules.play_names(missing, "the")))
        texts += explain_refusals(position, [p for p in refused if p != OUT or not is_lost])
        texts += _allowed(task, [play for play in plays if play in right])
        wrong = [play for play in refused if play in given]
        judged = (*wrong, *missing, *refused, *plays)
        return Explanation(join(texts), unique(*(_rules(task, play) for play in judged)))

    def nudge(self, task: Task, given: Plays) -> Message:
        right = self.answer(task)
        if set(given) - set(right):
            return super().nudge(task, given)
        return ngettext(
            "You left out a card that you may play.",
            "You left out {n} cards that you may play.",
            len(set(right) - set(given)),
        )

    def hints(self, task: Task) -> tuple[Message, ...]:
        position = task.position
        right = [play for play in legal_plays(position) if isinstance(play, Play)]
        legal = [play for play in right if play != OUT]
        refused = [play for play in task.rules.plays_of_hand(position.hand) if play not in legal]
        first = N_("Work out the new total for each card. Does another rule forbid one?")
        if task.rules.marks:
            first = N_("A card may cost you points and still be allowed. Is any card forbidden?")
        count = sum(any(play.card is card for play in legal) for card in position.hand)
        second = ngettext(
            "You may play one of your cards.", "You may play {n} of your cards.", count
        )
        return (
            _(first),
            second,
            *(explain_refusals(position, refused[:1]) or _allowed(task, right[:1])),
        )

    def effort(self, task: Task) -> Effort:
        plays = task.rules.plays_of_hand(task.position.hand)
        legal = self.answer(task)
        return Effort(cards=len(plays), steps=1, tempts=0 < len(legal) < len(plays))

    def answer_class(self, task: Task, answer: Plays) -> str:
        """Return how many of the plays of the hand may be made."""
        hand = set(task.rules.plays_of_hand(task.position.hand))
        return f"{len(hand & set(answer))} of {len(hand)}"

    def rule_points(self, task: Task) -> tuple[str, ...]:
        plays = task.rules.plays_of_hand(task.position.hand)
        refused = [play for play in plays if isinstance(judge_play(task.position, play), Refusal)]
        deciding = (_rules(task, play) for play in refused)
        return unique(*deciding, (_rules(task, play)[0] for play in plays))

    def is_obvious(self, task: Task, answer: Plays) -> bool:
        """Check whether every card may be played, so that there is nothing to find."""
        return len(answer) == len(task.rules.plays_of_hand(task.position.hand))


def _allowed(task: Task, plays: list[Play]) -> list[Message]:
    """Return which cards may be played, with the total that each makes."""
    found = ((play, judge_play(task.position, play)) for play in plays)
    effects = {play: effect for play, effect in found if isinstance(effect, Effect)}
    if OUT in effects:
        text = N_("You can play no card, so you must lay your hand down.")
        if "four-ono99" in effects[OUT].rules:
            text = N_("You can play no card, so you lose.")
        return [_(text)]
    cards = [
        gettext("{card:the} (total {total})", card=task.rules.play_name(p), total=e.total)
        for p, e in effects.items()
    ]
    busts = any(effect.busts for effect in effects.values())
    text = N_("You may play {cards}.")
    if busts:
        text = N_("No card is safe, but you must play one and lose: {cards}.")
    return [_(text, cards=format_list(cards, is_any=busts))]


def _rules(task: Task, play: Play) -> tuple[str, ...]:
    """Return the ids of the points that decide whether a play may be made."""
    found = judge_play(task.position, play)
    return ("limit", *found.rules) if found.rules[0] == "number-cards" else found.rules


def read_hand(task: Task, words: str, more: Plays = ()) -> Plays:
    """Return the plays of the hand that the words name, each once, in the hand's order.

    ``more`` are plays that are understood beside those of the cards.
    Raises :class:`NotationError` for a play that this hand does not have.
    """
    hand = task.rules.plays_of_hand(task.position.hand)
    text = normalized(words)
    if text in NOTHING:
        return ()
    if text in EVERYTHING:
        return hand
    has_four = task.position.hand.count(Card.ONO99) == FOUR_ONO99.copies
    together = (FOUR_ONO99,) if has_four else ()  # some other rule set may have this play
    plays = dict.fromkeys((*hand, *together, OUT, *more))
    named = read_plays(task.rules, text, plays)
    return tuple(play for play in plays if play in named)
