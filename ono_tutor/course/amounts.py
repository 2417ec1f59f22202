"""Chances and points in words: exact where the numbers are small, else said to be about."""

from fractions import Fraction

from ono_tutor.messages import Message, marked, say

LARGEST_TOLD = 60
"""The largest denominator that a chance is told with exactly."""


def chances(chance: Fraction) -> Message:
    """A difference of chances: ``1 chance in 4``, ``8 chances in 23``, ``about 37 ... in 100``."""
    count, of = chance.numerator, chance.denominator
    if of > LARGEST_TOLD:
        count, of = round(chance * 100), 100
        if count < 1:
            return say(marked("less than 1 chance in 100"))
        template = marked("about {count} chances in {of}")
        return say(marked("about 1 chance in 100") if count == 1 else template, count=count, of=of)
    template = marked("1 chance in {of}") if count == 1 else marked("{count} chances in {of}")
    return say(template, count=count, of=of)


def points(amount: Fraction) -> Message:
    """So many points: ``1 point``, ``2 points``, ``about 0.35 of a point``."""
    if amount.denominator == 1:
        template = marked("1 point") if amount == 1 else marked("{count} points")
        return say(template, count=amount.numerator)
    hundredths = round(amount * 100)
    if hundredths == 0:
        return say(marked("less than 0.01 of a point"))
    whole, rest = divmod(hundredths, 100)
    template = (
        marked("about {whole}.{rest} points") if whole else marked("about 0.{rest} of a point")
    )
    return say(template, whole=whole, rest=f"{rest:02d}")


def how_likely(chance: Fraction) -> Message:
    """How likely that is: ``for certain``, ``in no case``, ``with a chance of 13 in 50``."""
    if chance == 1:
        return say(marked("for certain"))
    if chance == 0:
        return say(marked("in no case"))
    return say(marked("with a chance of {chance}"), chance=in_words(chance))


def in_words(chance: Fraction) -> Message:
    """A chance: ``13 in 50``, or ``about 30 in 100`` where its denominator is large."""
    if chance.denominator <= LARGEST_TOLD:
        return say(marked("{count} in {of}"), count=chance.numerator, of=chance.denominator)
    count = round(chance * 100)
    if not 0 < count < 100:
        return say(marked("less than 1 in 100") if count == 0 else marked("more than 99 in 100"))
    return say(marked("about {count} in 100"), count=count)
