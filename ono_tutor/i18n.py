"""Sentences for people: whole templates with named fields, ready for translation.

Every sentence a learner reads starts life as a :class:`Message`. Its template is the
gettext key, so a translator sees whole sentences, never pieces.
"""

import gettext as catalogues
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from typing import cast

DOMAIN = "ono_tutor"
_catalogue: ContextVar[catalogues.NullTranslations] = ContextVar("ono_tutor_catalogue")
_ENGLISH = catalogues.NullTranslations()


def use_language(language: str) -> None:
    """Read out all later messages of this context in ``language`` (English where it is missing)."""
    from importlib.resources import files  # noqa: PLC0415 - slow to import, and English needs none

    folder = str(files(__package__).joinpath("locale"))
    _catalogue.set(catalogues.translation(DOMAIN, folder, [language], fallback=True))


def translate(template: str) -> str:
    """Return the template in the language in use; as it is without a translation."""
    return _catalogue.get(_ENGLISH).gettext(template)


def N_(template: str) -> str:  # noqa: N802 - gettext's own name
    """Return the template unchanged: marks a string that is translated later."""
    return template


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence template and its fields; ``str()`` gives it in the language in use.

    A field may be a message itself (a card's name); it is then translated too.
    A sentence, which ends in a full stop or a question mark, starts with a capital letter; a
    number below zero gets a real minus sign.
    """

    template: str
    fields: tuple[tuple[str, object], ...] = ()
    plural: str = ""

    def __str__(self) -> str:
        fields = {
            name: with_minus(value) if isinstance(value, int) and value < 0 else value
            for name, value in self.fields
        }
        text = (
            _catalogue.get(_ENGLISH).ngettext(self.template, self.plural, cast(int, fields["n"]))
            if self.plural
            else translate(self.template)
        ).format(**fields)
        return sentence(text) if text.endswith((".", "?", "!")) else text


@dataclass(frozen=True, slots=True)
class Noun(Message):
    """A noun, with the forms that it takes in sentences.

    In a template ``{card}`` gives the name alone as it is spoken (``seven``), ``{card:short}`` as
    it stands in a list (``7``), ``{card:the}`` and ``{card:a}`` with its article
    (``the 7``, ``a 7``; ``the Minus Ten``, ``a Minus Ten``).
    """

    short: str = ""
    the: str = ""
    a: str = ""

    def __format__(self, form: str) -> str:
        forms = {"": self.template, "short": self.short, "the": self.the, "a": self.a}
        return translate(forms[form])


def _(template: str, /, **fields: object) -> Message:
    """Return a message from a template and its named fields."""
    return Message(template, tuple(fields.items()))


def gettext(template: str, /, **fields: object) -> str:
    """Return the sentence of a template and its fields in the language in use."""
    return str(_(template, **fields))


def ngettext(singular: str, plural: str, n: int, /, **fields: object) -> Message:
    """Return a message about ``n`` things, a field of both templates: ``{n} cards``."""
    return Message(singular, (("n", n), *fields.items()), plural)


def noun(name: str, the: str, a: str, short: str = "") -> Noun:
    """Return a name with its forms: by itself, with either article, and in a list if it differs."""
    return Noun(name, short=short or name, the=the, a=a)


def with_minus(value: object) -> str:
    """Return a number or a card's code with a real minus sign in place of the hyphen."""
    return str(value).replace("-", "−")


def sentence(text: str) -> str:
    """Return the text with its first letter a capital."""
    return text[:1].upper() + text[1:]


def format_day(day: date) -> Message:
    """Return a day without its year: ``23 November``."""
    return _("{day} {month}", day=day.day, month=_(_MONTHS[day.month - 1]))


_MONTHS = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


def separate_names(names: list[str]) -> str:
    """Return the names in a row, with semicolons between them if one has a comma in it."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def format_list(items: list[str], *, is_any: bool = False) -> str:
    """Return the items as a phrase: ``a``, ``a and b``, ``a, b and c``; ``a or b`` of any one."""
    if len(items) < 2:
        return "".join(items)
    pair = translate(N_("{first} or {last}") if is_any else N_("{first} and {last}"))
    return pair.format(first=separate_names(items[:-1]), last=items[-1])
