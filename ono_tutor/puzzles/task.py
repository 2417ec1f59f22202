"""A task: the position that is asked about, and what is asked of it beside the kind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from ono_tutor.game.explain import explain
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, Ply, play
from ono_tutor.i18n import N_, Message, _
from ono_tutor.rules.catalogue import editions
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

ROUND = "round"
"""The claim of a question about the whole round."""


@dataclass(frozen=True, slots=True)
class Task:
    """The subject of a puzzle: a position, the plays made from there, and a claim to judge.

    ``plays`` are empty where the question is about the position as it stands. ``claim`` is
    empty, a claim that is judged under every rule set, or ``round`` where the whole round is asked
    about. ``stand_ins`` are judged by in place of the editions that they are variants of.
    """

    position: Position
    plays: tuple[Play | LateDraw, ...] = ()
    claim: str = ""
    stand_ins: tuple[RuleSet, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rule set that the task is set under."""
        return self.position.rules

    @property
    def judges_claim(self) -> bool:
        """True if a claim is judged, under every rule set."""
        return bool(self.claim) and not self.asks_round

    @property
    def asks_round(self) -> bool:
        """True if the question is about the whole round, not about this turn."""
        return self.claim == ROUND

    @property
    def editions(self) -> tuple[RuleSet, ...]:
        """The rule sets that decide the answer: its own, or every one where a claim is judged.

        The task's own rule set keeps its options; the others have their defaults.
        """
        if not self.judges_claim:
            return (self.rules,)
        return editions(self.rules, *self.stand_ins)

    def under(self, *variants: RuleSet) -> Self:
        """Return the same task under other rules, the position taken as it is.

        Where a claim is judged, each variant replaces its own edition alone.
        """
        if self.judges_claim:
            return replace(self, stand_ins=variants)
        return replace(self, position=replace(self.position, rules=variants[0]))

    @property
    def outcome(self) -> Outcome:
        """The outcome of the plays.

        Raises :class:`IllegalPlayError` where one may not be made.
        """
        return play(self.position, *self.plays)

    @property
    def plies(self) -> list[Ply]:
        """The plays of cards once made, in order, without late draws."""
        return [ply for ply in self.outcome.plies if isinstance(ply.play, Play)]

    @property
    def plays_text(self) -> Message:
        """The plays as sentences to the player to move; the others are not named."""
        made = [ply.play for ply in self.plies]
        if not made:
            told = explain(self.position, self.outcome.events, self.position.turn)
            return told[0] if told else _("Nothing is played.")
        begun = N_("You lay your hand down.") if made[0] == OUT else N_("You play {play:a}.")
        first = _(begun, play=self.rules.play_name(made[0]))
        if len(made) == 1:
            return first
        text = N_("{first} Then come, in this order: {rest}.")
        if len(made) == 2:
            text = N_("{first} Whoever is next plays {play:a}.")
            if made[1] == OUT:
                text = N_("{first} Whoever is next lays the hand down.")
        rest, play = self.rules.play_names(made[1:], "a"), self.rules.play_name(made[1])
        return _(text, first=first, rest=rest, play=play)

    def try_text(self, plays: Iterable[Play | LateDraw]) -> Message:
        """Return a hint that names the plays to choose from."""
        return _("Try {cards}.", cards=self.rules.play_names(plays, "the", is_any=True))

    @property
    def debt_rules(self) -> tuple[str, ...]:
        """The id of the rule point behind two cards that are owed; empty where one is."""
        return ("double-effect",) if self.position.owes == 2 else ()


UNASKABLE: Mapping[str, str] = {
    "dealer": "who deals is settled before there is a position to ask about",
    "announce": "the question total asks for what is announced, whichever card it was",
    "draw-pile-empty": "the line of such a position would have to show the whole deck",
    "next-starter": "every question ends with the round, and this is about the next one",
    "99-deal": "nobody decides anything by it: hands are full in every position",
    "99-must-play": "there is always a card that may be played, so nothing is refused by it",
    "99-next-round": "every question ends with the round, and this is about the next one",
    "99-deck-empty": "the line of such a position would have to show the whole deck",
    "99-announce": "it says what may be asked at the table, and nothing follows from it",
}
"""The points that no answer depends on, and why not."""
