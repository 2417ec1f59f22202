"""The question ``legal``: which plays may be made."""

import re
from collections import Counter
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.legal import judged, legal_plays
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Effort, Explanation, Plays, Shape
from ono_tutor.puzzles.difficulty import Rating
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.reading import EVERYTHING, NOTHING, normalized, read_plays
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect, Refusal
from ono_tutor.rules.play import FOUR_ONO99, OUT, LateDraw, Play


class Legal(Kind[Plays]):
    """Which plays of the hand may be made now; a set of plays, each kind of card once."""

    name = "legal"
    shape = Shape.PLAYS

    def ask(self, task: Task) -> Message:
        return lazy_gettext("Mark every card that you may play now.")

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
        right = self.answer(task)
        wrong = [play for play in given if play not in right]
        missing = [play for play in right if play not in given]
        told = [_told(task, play) for play in (*wrong, *missing) or right]
        sentences = [str(sentence) for sentence, _ in told]
        if OUT not in wrong and _may_lose(task):
            sentences.insert(0, str(lazy_gettext(_NONE_SAFE)))
        if cards := [play for play in missing if play != OUT]:
            left_out = lazy_gettext(_LEFT_OUT, cards=task.rules.play_names(cards, "the"))
            sentences.insert(len(sentences) - len(missing), str(left_out))
        rules = tuple(dict.fromkeys(rule for _, ids in told for rule in ids))
        return Explanation(lazy_gettext("{text}", text=_each_once(sentences)), rules)

    def hints(self, task: Task) -> tuple[Message, ...]:
        position = task.position
        plays = position.rules.plays_of_hand(position.hand)
        first = plays[0] if plays else OUT
        return (
            lazy_gettext(_OWED[position.owes], total=position.total),
            lazy_gettext("Take one card at a time: what would the total be after it?"),
            _told(task, first)[0],
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
        refused = [judged(task.position, play) for play in plays]
        ids = [rule for found in refused if isinstance(found, Refusal) for rule in found.rules]
        done = [found.rules[0] for found in refused if isinstance(found, Effect)]
        return tuple(dict.fromkeys([*ids, *done]))

    def is_dull(self, task: Task, rating: Rating) -> bool:
        """Check whether the answer is every card or none, and nobody would think otherwise."""
        plays = task.rules.plays_of_hand(task.position.hand)
        answer = rating.answer if isinstance(rating.answer, tuple) else ()
        return len(answer) in (len(plays), 0) and not rating.misconceptions


_OWED = {
    1: N_("The total is {total}, and you play one card."),
    2: N_("The total is {total}, and you play two cards. This is the first."),
}
_LEFT_OUT = N_("You left out {cards}.")
_NONE_SAFE = N_("No card is safe, but you must play one.")


def _each_once(texts: list[str]) -> str:
    """Return the texts as one, in which a sentence that several have stands at its last place."""
    every = [each for text in texts for each in re.split(r"(?<=\.) ", text)]
    return " ".join(reversed(dict.fromkeys(reversed(every))))


def _may_lose(task: Task) -> bool:
    """Check whether a play that loses is allowed: only where no card is safe."""
    found = (judged(task.position, play) for play in legal_plays(task.position) if play != OUT)
    return any(isinstance(one, Effect) and one.busts for one in found)


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
    plays = dict.fromkeys((*hand, *_together(task), OUT, *more))
    named = read_plays(task.rules, text, plays)
    return tuple(play for play in plays if play in named)


def _together(task: Task) -> tuple[Play, ...]:
    """Four O'NO 99 of a hand, which some rule set may play together, if not this one."""
    return (FOUR_ONO99,) if task.position.hand.count(Card.ONO99) == FOUR_ONO99.copies else ()


def _told(task: Task, play: Play | LateDraw) -> tuple[Message, tuple[str, ...]]:
    """Return why a play may or may not be made, and the ids of the rule points."""
    found = judged(task.position, play)
    assert found is not None
    if isinstance(found, Refusal):
        return found.reason, found.rules
    fields = {"card": task.rules.play_name(play), "total": found.total}
    if play == OUT:
        text = N_("You can play no card, so you must lay your hand down.")
        if "four-ono99" in found.rules:
            text = N_("You can play no card, so you lose.")
    elif found.busts:
        text = N_("You may play {card:the}, which makes the total {total} and loses.")
    else:
        text = N_("You may play {card:the}: it makes the total {total}.")
    return lazy_gettext(text, **fields), found.rules
