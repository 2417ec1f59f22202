"""Chances and points in words: exact where the numbers are small, else said to be about."""

from fractions import Fraction

from ono_tutor.i18n import N_, Message, lazy_gettext

LARGEST_TOLD = 60
"""The largest denominator that a chance is told with exactly."""


def chances(chance: Fraction) -> Message:
    """A difference of chances: ``1 chance in 4``, ``8 chances in 23``, ``about 37 ... in 100``."""
    count, of = chance.numerator, chance.denominator
    if of > LARGEST_TOLD:
        count, of = round(chance * 100), 100
        if count < 1:
            return lazy_gettext("less than 1 chance in 100")
        template = N_("about {count} chances in {of}")
        return lazy_gettext(
            N_("about 1 chance in 100") if count == 1 else template, count=count, of=of
        )
    template = N_("1 chance in {of}") if count == 1 else N_("{count} chances in {of}")
    return lazy_gettext(template, count=count, of=of)


def points(amount: Fraction) -> Message:
    """So many points: ``1 point``, ``2 points``, ``about 0.35 of a point``."""
    if amount.denominator == 1:
        template = N_("1 point") if amount == 1 else N_("{count} points")
        return lazy_gettext(template, count=amount.numerator)
    hundredths = round(amount * 100)
    if hundredths == 0:
        return lazy_gettext("less than 0.01 of a point")
    whole, rest = divmod(hundredths, 100)
    template = N_("about {whole}.{rest} points") if whole else N_("about 0.{rest} of a point")
    return lazy_gettext(template, whole=whole, rest=f"{rest:02d}")


def how_likely(chance: Fraction) -> Message:
    """How likely that is: ``for certain``, ``in no case``, ``with a chance of 13 in 50``."""
    if chance == 1:
        return lazy_gettext("for certain")
    if chance == 0:
        return lazy_gettext("in no case")
    return lazy_gettext("with a chance of {chance}", chance=in_words(chance))


def in_words(chance: Fraction) -> Message:
    """A chance: ``13 in 50``, or ``about 30 in 100`` where its denominator is large."""
    if chance.denominator <= LARGEST_TOLD:
        return lazy_gettext("{count} in {of}", count=chance.numerator, of=chance.denominator)
    count = round(chance * 100)
    if not 0 < count < 100:
        return lazy_gettext(N_("less than 1 in 100") if count == 0 else N_("more than 99 in 100"))
    return lazy_gettext("about {count} in 100", count=count)
