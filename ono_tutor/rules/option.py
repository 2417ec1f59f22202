"""Options: the places where the texts leave a reading open, each with a default of ours."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ono_tutor.errors import NotationError, quoted


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with named values; the first is the default. ``point`` is the rule id."""

    name: str
    point: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value if none is written."""
        return self.values[0]

    @property
    def allowed(self) -> str:
        """The values that may be written, in words for an error."""
        return " or ".join(self.values)

    def read(self, word: str) -> str | None:
        """Return the value a word says, or None."""
        return word if word in self.values else None


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number between two bounds."""

    name: str
    point: str
    default: int
    least: int
    most: int

    @property
    def allowed(self) -> str:
        """The values that may be written, in words for an error."""
        return f"a whole number from {self.least} to {self.most}"

    def read(self, word: str) -> int | None:
        """Return the number a word says, or None."""
        if not (word.isascii() and word.isdigit() and len(word) <= 6):
            return None
        return int(word) if self.least <= int(word) <= self.most else None


Option = Choice | Number
Value = str | int


def chosen(options: tuple[Option, ...], words: Iterable[str], name: str) -> Mapping[str, Value]:
    """Return the value of every option, from words like ``dump=free``; defaults for the rest.

    Raises :class:`NotationError` for an unknown option, a bad value or one given twice.
    """
    values: dict[str, Value] = {option.name: option.default for option in options}
    given: set[str] = set()
    for word in words:
        key, _, text = word.partition("=")
        option = next((option for option in options if option.name == key), None)
        if option is None:
            known = ", ".join(option.name for option in options)
            message = f"{name} has no option {quoted(key)}; its options are {known}"
            raise NotationError(message, word=word or name)
        value = option.read(text)
        if value is None:
            message = f"option {quoted(key)} cannot be {quoted(text)}; it is {option.allowed}"
            raise NotationError(message, word=word, rule=option.point)
        if key in given:
            raise NotationError(f"option {key!r} is given twice", word=word)
        given.add(key)
        values[key] = value
    return MappingProxyType(values)
