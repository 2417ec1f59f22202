"""The question ``edition``: under which rule sets a claim holds."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, UnanswerableError
from ono_tutor.game.explain import cards_in_words, player_name
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.game.position import Position, convert, convert_play
from ono_tutor.game.turn import make
from ono_tutor.i18n import N_, Message, _, format_list
from ono_tutor.puzzles.answer import Explanation, Shape
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kind import (
    Effort,
    Kind,
    KindInfo,
    Prerequisite,
    Recipe,
    join,
    unique,
)
from ono_tutor.puzzles.kinds.claim import FORMS, Claim, Finding, find, number_of
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.compare import rule_sets_part_at

Keys = tuple[str, ...]


class Edition(Kind[Keys]):
    """The rule sets under which the claim of the task holds: their names, or none."""

    info = KindInfo(
        "edition",
        Shape.EDITIONS,
        may_be_empty=True,
        has_claim=True,
        prerequisite=Prerequisite.EDITION,
        recipe=Recipe(has_small_hands=True, most_smaller=12),
    )

    def ask(self, task: Task) -> Message:
        claim = Claim.parse(task.claim)
        if isinstance(claim.play, LateDraw):
            return _("In which games may you still draw the card that you forgot?")
        seat, number = (claim.numbers or (0,))[0], (claim.numbers or (0,))[-1]
        decks = (rules for rules in task.editions if claim.card in rules.deck(rules.least_players))
        speaker = next(decks, task.rules)
        form = FORMS[claim.form]
        return _(
            form.question,
            play=_speaker(task, claim).play_name(claim.play) if claim.play else "",
            card=speaker.card_name(claim.card) if claim.card else "",
            player=player_name(task.position.hands, seat, task.position.turn),
            number=number,
            exactly=_("exactly {number}" if number else "nothing", number=number),
            cards=cards_in_words(number),
        )

    def answer(self, task: Task) -> Keys:
        return tuple(key for key, finding in _findings(task).items() if finding.holds)

    def explain(self, task: Task, given: Keys) -> Explanation:
        findings, right = _findings(task), self.answer(task)
        wrong = [key for key in findings if (key in given) != (key in right)]
        told = [findings[key] for key in wrong] or list(findings.values())
        template = (
            N_("It is true in {right}. {text}") if right else N_("It is true in no game. {text}")
        )
        every = unique(*(finding.rules for finding in told))
        ids = tuple(rule for rule in every if rule_sets_part_at(rule, task.editions)) or every
        text = join(each.text for each in told)
        return Explanation(_(template, text=text, right=_titles(task, right)), ids)

    def nudge(self, task: Task, given: Keys) -> Message:
        found, right = _findings(task), self.answer(task)
        wrong = [key for key in given if key not in right]
        if wrong:
            text = N_("You chose {games}, but it is not true there. {why}")
            games, why = _titles(task, tuple(wrong[:1])), found[wrong[0]].text
            return _(text, games=games, why=why)
        return _("It is true in a game that you did not choose.")

    def hints(self, task: Task) -> tuple[Message, ...]:
        found = list(_findings(task).values())
        titles = [f"“{rule_point(rule).title}”" for rule in self.rule_points(task)]
        first = _("Think of these rules: {points}.", points=format_list(titles))
        return first, join([found[0].text]), join(finding.text for finding in found[:-1])

    def effort(self, task: Task) -> Effort:
        found = _findings(task)
        is_deep = Claim.parse(task.claim).form == "survives"
        tempts = len({finding.holds for finding in found.values()}) > 1
        return Effort(cards=len(found), steps=1 + is_deep, tempts=tempts)

    def random_claim(self, random: SeededRandom, position: Position, forms: Sequence[str]) -> str:
        of_plays = [word for word, form in FORMS.items() if form.of_play]
        form = random.pick(forms or [*of_plays, "survives"])
        rules = ruleset(random.pick(list(RULE_SETS)))
        if form not in of_plays:
            deck = rules.deck(rules.least_players)
            people = random.between(2, rules.most_players + 1)
            card = random.pick([card for card in deck if form == "deck" or card.number is None])
            numbers = {"seats": (people,), "deals": (rules.hand_size,), "deck": (deck[card],)}
            has_card = form in ("deck", "answers")
            return str(Claim(form, card=card if has_card else None, numbers=numbers.get(form, ())))
        here = convert(position, position.rules if rules.key == position.rules.key else rules)
        sets = [play for play in here.rules.plays_of_hand(here.hand) if play.copies > 1]
        play = random.pick([*map(Play, dict.fromkeys(here.hand)), *sets])
        if legal_plays(here) == (OUT,) and random.chance(1, 2):
            play = OUT
        way = random.pick(convert_play(play, here.rules))
        if why_not(here, way) is not None:
            return str(Claim("may", play))
        ply, seat = make(here, way), random.below(len(here.hands))
        return str(Claim(form, play, numbers=number_of(form, ply, seat)))


@lru_cache(maxsize=64)
def _findings(task: Task) -> Mapping[str, Finding]:
    """Return what becomes of the claim under each rule set, in the order of the catalogue.

    Raises :class:`NotationError` for a claim that cannot be read, or a play of no game, and
    :class:`UnanswerableError` for a card that is not in the hand: nothing could be learnt.
    """
    claim = Claim.parse(task.claim)
    if claim.play:
        _speaker(task, claim)
        card = claim.play.card if isinstance(claim.play, Play) else None
        if card and not {card, Card.UNKNOWN} & set(task.position.hand):
            message = f"the claim is about {claim.play}, and the hand does not hold that card"
            raise UnanswerableError(message, word=str(claim.play))
    return {rules.key: find(claim, task.position, rules) for rules in task.editions}


def _titles(task: Task, keys: Keys) -> str:
    return format_list([rules.title for rules in task.editions if rules.key in keys])


def _speaker(task: Task, claim: Claim) -> RuleSet:
    """Return the rule set that names the play of the claim: the task's own if it knows it.

    Raises :class:`NotationError` where no rule set has such a play.
    """
    assert claim.play is not None
    for rules in (task.rules, *task.editions):
        with suppress(NotationError):
            known = convert_play(claim.play, rules)
            if not isinstance(claim.play, Play) or claim.play.copies == 1 or known[0] in rules.sets:
                return rules
    raise NotationError(f"no game has the play {claim.play}", word=str(claim.play))
