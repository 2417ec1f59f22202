"""The chapters of a rule book: which rule points stand together."""

from collections.abc import Iterator, Mapping

from ono_tutor.i18n import N_
from ono_tutor.rules.book import RulePoint, rule_points

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    N_("Set-up"): (
        "players",
        "deck",
        "dealer",
        "deal",
        "opening",
        "99-points",
        "99-deck",
        "99-deal",
    ),
    N_("Your turn"): (
        "turn-order",
        "announce",
        "limit",
        "no-voluntary-bust",
        "draw-pile-empty",
        "forgot-draw",
        "99-must-play",
        "99-deck-empty",
        "99-announce",
    ),
    N_("The cards"): (
        "number-cards",
        "minus-ten",
        "hold",
        "reverse",
        "reverse-two-players",
        "ono99-card",
        "ono-on-zero",
        "four-ono99",
        "99-values",
        "99-two",
        "99-below-zero",
        "99-jack",
        "99-four",
    ),
    N_("Owing two cards"): (
        "double-effect",
        "double-reply",
        "double-on-double",
        "double-reverse-target",
        "double-reverse-two-players",
        "double-no-stack",
        "double-first-is-reply",
        "double-eliminated",
    ),
    N_("The marks"): (
        "99-land-33-66",
        "99-cross",
        "99-upward-only",
        "99-land-99",
        "99-over",
        "99-double-cross",
    ),
    N_("Losing"): ("bust", "loss", "chips", "99-out", "99-jack-when-out"),
    N_("Winning, and the next hand"): (
        "next-starter",
        "winner",
        "nobody-can-play",
        "99-next-round",
        "99-winner",
    ),
    N_("Playing for points"): ("points", "points-round", "points-bust-total", "points-end"),
}
"""The rule points by chapter, in the order in which a newcomer needs them."""

OTHER = N_("More")


def chapters_of(key: str) -> Iterator[tuple[str, tuple[RulePoint, ...]]]:
    """The chapters of a rule set, each with its rule points; points of no chapter come last."""
    points = {point.id: point for point in rule_points().values() if key in point.says}
    for title, ids in CHAPTERS.items():
        found = tuple(points.pop(rule_id) for rule_id in ids if rule_id in points)
        if found:
            yield title, found
    if points:
        yield OTHER, tuple(points.values())
