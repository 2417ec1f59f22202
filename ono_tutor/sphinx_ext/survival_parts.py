"""The survival map as parts of a page: pictures, and tables that say the same."""

from collections.abc import Sequence
from fractions import Fraction

from docutils import nodes

from ono_tutor import Play, Verdict
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, sentence, translate
from ono_tutor.render.answers import fraction
from ono_tutor.render.survival_picture import Strip, codes, row_svg, strips_svg, window_of
from ono_tutor.render.survival_text import (
    Readings,
    Split,
    first_in_danger,
    lost_from,
    odds,
    row_text,
    stretches,
    totals_text,
    unseen,
)
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.keep import Keeping
from ono_tutor.solver.survival_map import EqualHands, SurvivalMap
from ono_tutor.sphinx_ext.answer import chance_words
from ono_tutor.sphinx_ext.drawing import Drawing, face
from ono_tutor.sphinx_ext.rows import RowTable, add_row, row_table

SHOWN_TOTALS = (80, 85, 90, 95)
MOST_ALIKE = 6


def hand_picture(known: SurvivalMap, hand: Hand, total: int | None) -> Drawing:
    """A hand along the totals; the sentence elsewhere than on web pages."""
    told = str(row_text(known.rules, hand, known.row(hand)))
    return _picture(row_svg(known, hand, total), told)


def _picture(svg: str, told: str) -> Drawing:
    return Drawing("", svg=svg.strip(), words=told, classes=["ono-table-picture"])


def at_total(chance: Fraction, total: int) -> nodes.paragraph:
    """The chance at a total, in a sentence."""
    verdict = Verdict.of(chance)
    fields = {"total": str(total).replace("-", "−"), "chance": chance_words(chance)}
    text = str(lazy_gettext(AT_TOTAL[verdict], **fields))
    return nodes.paragraph(text, text, classes=["ono-verdict", f"ono-{verdict.value}"])


def stretch_table(known: SurvivalMap, hand: Hand, total: int | None) -> RowTable:
    """The chances of a hand, a row wherever they change."""
    headings = [translate(text) for text in (N_("Total"), N_("Good draws"), N_("Chance"))]
    table = row_table(translate(BY_TOTAL), headings, (20, 25, 55), "ono-stretches")
    for part in stretches(known.row(hand)):
        cells = [totals_text(part), odds(part.chance, unseen(known.rules, hand))]
        is_marked = total is not None and part.first <= total <= part.last
        kinds = ["ono-marked"] if is_marked else []
        add_row(table, [*map(_words, cells), [_badge(part.chance)]], kinds)
    return table


def _words(text: Message | str) -> list[nodes.Node]:
    return [nodes.paragraph(str(text), str(text))]


def _badge(chance: Fraction) -> nodes.paragraph:
    """The chance with its sign and its word."""
    verdict = Verdict.of(chance)
    text = str(lazy_gettext(BADGES[verdict], chance=_unbroken(chance)))
    kinds = ["ono-badge", f"ono-{verdict.value}"]
    return nodes.paragraph("", "", nodes.inline(text, text, classes=kinds))


def _unbroken(chance: Fraction) -> str:
    """The chance and the percentage, whose sign stays on its line."""
    return chance_words(chance).replace(" %", "\N{NO-BREAK SPACE}%")


def dangers(known: SurvivalMap, count: int) -> list[nodes.Node]:
    """The most dangerous hands, drawn and in a table; those that are always lost in a line."""
    fates = known.equal_hands()
    hopeless = [fate for fate in fates if lost_from(fate.row) == 0]
    shown = fates[len(hopeless) :][:count]
    strips = [Strip(codes(fate.hands[0]), _alike_note(fate), fate.row) for fate in shown]
    told = " ".join(str(row_text(known.rules, fate.hands[0], fate.row)) for fate in shown)
    picture = _picture(strips_svg(known.rules, strips, told), "")
    picture["classes"].append("ono-wide")
    return [picture, *_hopeless(hopeless), _danger_table(shown)]


def _alike_note(fate: EqualHands) -> str:
    others = len(fate.hands) - 1
    return str(lazy_gettext("+{count} alike", count=others)) if others else ""


def _hopeless(fates: Sequence[EqualHands]) -> list[nodes.Node]:
    if not fates:
        return []
    text = lazy_gettext("Lost at every total: {hands}.", hands=_hands(fates[0].hands))
    return [nodes.paragraph("", str(text))]


def _hands(hands: Sequence[Hand]) -> str:
    """The hands as a phrase, cut where there are many."""
    written = [_code(hand) for hand in hands]
    rest = len(written) - MOST_ALIKE
    if rest > 0:
        written = [*written[:MOST_ALIKE], str(lazy_gettext("{count} more", count=rest))]
    return format_list(written)


def _code(hand: Hand) -> str:
    return ",".join(card.code for card in hand)


def _danger_table(fates: Sequence[EqualHands]) -> RowTable:
    names = [translate(text) for text in (N_("Hand"), N_("In danger from"))]
    totals = [str(lazy_gettext("At {total}", total=total)) for total in SHOWN_TOTALS]
    headings = [*names, *totals, translate(N_("Lost from"))]
    caption = translate(N_("The most dangerous hands"))
    table = row_table(caption, headings, (28, 12, 12, 12, 12, 12, 12), "ono-dangers")
    for fate in fates:
        chances = [_short(fate.row.chance(total)) for total in SHOWN_TOTALS]
        ends = [_or_never(first_in_danger(fate.row)), _or_never(lost_from(fate.row))]
        cells = [ends[0], *chances, ends[1]]
        add_row(table, [_fate_name(fate), *map(_words, cells)])
    return table


def _fate_name(fate: EqualHands) -> list[nodes.Node]:
    first, *others = fate.hands
    name = nodes.paragraph("", "", nodes.literal(_code(first), _code(first)))
    if not others:
        return [name]
    text = str(lazy_gettext("and also {hands}", hands=_hands(others)))
    return [name, nodes.paragraph(text, text, classes=["ono-alike"])]


def _short(chance: Fraction) -> str:
    verdict = Verdict.of(chance)
    return str(lazy_gettext(SHORT[verdict], chance=fraction(chance)))


def _or_never(total: int | None) -> str:
    return translate(N_("never")) if total is None else str(total)


def keeping_table(found: Keeping, rise: int) -> list[nodes.Node]:
    """By the card played now, the chance to survive a double at the next turn."""
    headings = [translate(N_("Play now")), translate(N_("Chance to survive a double next"))]
    caption = translate(N_("Which card to keep"))
    table = row_table(caption, headings, (40, 60), "ono-keeping")
    for play, chance in found.chances:
        badge = _badge(chance)
        if play in found.best:
            badge += nodes.inline("", f" · {translate(N_('best'))}", classes=["ono-best"])
        add_row(table, [_play(found, play), [badge]])
    total = str(found.position.total).replace("-", "−")
    fields = {"hand": _code(found.position.hand), "total": total, "rise": rise}
    text = str(lazy_gettext(KEEPING, **fields))
    return [nodes.paragraph(text, text, classes=["ono-moment"]), table]


def _play(found: Keeping, play: Play) -> list[nodes.Node]:
    name = _words(sentence(str(found.position.rules.play_name(play))))
    return name if play.card is None else [face(play.card.code), *name]


def differences(found: Sequence[Readings]) -> list[nodes.Node]:
    """What each of the other readings changes in the map, drawn and in a table."""
    splits = [(readings, readings.greatest) for readings in found]
    strips = [strip for readings, split in splits if split for strip in _strips(readings, split)]
    told = " ".join(str(_widest(readings, split)) for readings, split in splits if split)
    table = _difference_table(splits)
    if not strips:
        return [table]
    rules = found[0].first.rules
    totals = [total for _, split in splits if split for total in split.totals]
    picture = _picture(strips_svg(rules, strips, told, window_of(totals)), "")
    picture["classes"].append("ono-wide")
    return [picture, table]


def _strips(readings: Readings, split: Split) -> tuple[Strip, Strip]:
    """The most different hand under both readings."""
    notes = [_values(readings, known) for known in (readings.first, readings.second)]
    label = codes(split.hand)
    return Strip(label, notes[0], split.first), Strip(label, notes[1], split.second)


def _values(readings: Readings, known: SurvivalMap) -> str:
    """The values of the options in which the readings differ."""
    one, two = readings.first.rules.chosen, readings.second.rules.chosen
    return ", ".join(str(known.rules.chosen[name]) for name in one if one[name] != two[name])


def _difference_table(splits: Sequence[tuple[Readings, Split | None]]) -> RowTable:
    names = (N_("Reading"), N_("Hands"), N_("Cases"), N_("The most different hand"))
    caption = translate(N_("What other readings change"))
    table = row_table(caption, list(map(translate, names)), (25, 15, 20, 40), "ono-differences")
    for readings, split in splits:
        word = readings.second.rules.name.removeprefix(readings.first.rules.name).lstrip("+")
        hands = _out_of(len(readings.splits), readings.hands)
        cases = _out_of(readings.differing, readings.cases)
        most = _widest(readings, split) if split else lazy_gettext("They agree on every hand.")
        name = nodes.paragraph("", "", nodes.literal(word, word))
        add_row(table, [[name], _words(hands), _words(cases), _words(most)])
    return table


def _out_of(count: int, all_: int) -> Message:
    return lazy_gettext("{count} of {all}", count=count, all=all_)


def _widest(readings: Readings, split: Split) -> Message:
    """The hand and the total at which the readings lie furthest apart."""
    template = N_("{hand} at {total}: {first} with {one}; {second} with {two}.")
    return lazy_gettext(
        template,
        hand=_code(split.hand),
        total=split.widest,
        first=_full(split.first.chance(split.widest)),
        second=_full(split.second.chance(split.widest)),
        one=_values(readings, readings.first),
        two=_values(readings, readings.second),
    )


def _full(chance: Fraction) -> str:
    return str(lazy_gettext(SHORT[Verdict.of(chance)], chance=_unbroken(chance)))


BY_TOTAL = N_("The chance to survive a double, by total")

KEEPING = N_(
    "{hand} at {total}: the chance to survive a double next turn, by the card played now, "
    "if the others add {rise}"
)

BADGES = {
    Verdict.CERTAIN: N_("✓ Certain"),
    Verdict.CHANCE: N_("◐ {chance}"),
    Verdict.LOST: N_("✗ Lost"),
}

AT_TOTAL = {
    Verdict.CERTAIN: N_("At {total} a double is survived for certain."),
    Verdict.CHANCE: N_("At {total} the chance to survive a double is {chance}."),
    Verdict.LOST: N_("At {total} a double is lost."),
}

SHORT = {
    Verdict.CERTAIN: N_("certain"),
    Verdict.CHANCE: N_("{chance}"),
    Verdict.LOST: N_("lost"),
}
