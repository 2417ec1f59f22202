"""Whom of a roster a name or the name of a file may mean: hints for the teacher, never a match.

1. A name is near somebody's if it has the same words in another order or without accents, if it
   holds all words of that name, if it is a part of that name alone, or if few letters differ.
2. The name of a file or folder, such as ``Hana Sato_4417_assignsubmission_file_``, bears somebody's
   name if all its words stand there, or if the words stand together as Canvas writes them
   (``satohana_4417_77_answers.json``), or if an id does. Only if it is one person, and nobody
   else, is that told; the innermost folder that bears a name decides.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ono_tutor.classroom.grading.roster import Person, Roster

CLOSE = 0.8
"""How alike two names are, by difflib's ratio, if few letters differ."""

MOST_COMPARED, MOST_ALIKE, MOST_NEAR = 200_000, 500, 3
"""Pairs of names compared in a run; people who share a word that are looked at; hints given."""

_WORDS = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"\.(json|zip)$", re.IGNORECASE)


class NameHints(NamedTuple):
    """The places in the roster of those who may be meant, and why."""

    places: tuple[int, ...] = ()
    is_near_name: bool = False
    is_in_path: bool = False


class NameMatcher:
    """The people of a roster by the words of their names."""

    def __init__(self, roster: Roster) -> None:
        self._names = [plain_words(person.learner.name) for person in roster.people]
        self._left = MOST_COMPARED
        counts = Counter(word for words in self._names for word in set(words))
        self._by_rarest: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._joined: dict[str, set[int]] = defaultdict(set)
        for place, (words, person) in enumerate(zip(self._names, roster.people, strict=True)):
            if words:
                self._by_rarest[min(words, key=lambda word: counts[word])].append(place)
            for word in set(words):
                self._by_word[word].append(place)
            for word in _joined(words, person):
                self._joined[word].add(place)

    def hints(self, name: str, paths: Iterable[Sequence[str]]) -> NameHints:
        """Return who may be meant by this name, in files at these paths, each given in parts."""
        near = self.like(name)
        found = {place for parts in paths for place in (self.in_path(parts),) if place is not None}
        if len(found) == 1:
            return NameHints(tuple(found), found <= set(near), is_in_path=True)
        return NameHints(near, bool(near))

    def in_path(self, parts: Sequence[str]) -> int | None:
        """Return the place of the one person whose name a path bears, the outermost part first."""
        for part in reversed(parts):
            found = self._named(_ENDS.sub("", part))
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def like(self, name: str) -> tuple[int, ...]:
        """Return the places of those whose names are nearest to this one, at most three."""
        words = plain_words(name)
        found = self._named(name) or self._with_part(words) or self._alike(words)
        return tuple(sorted(found)) if len(found) <= MOST_NEAR else ()

    def _named(self, text: str) -> set[int]:
        """Return whose whole name, or id, stands in a text; not those whom a part of it names."""
        words = plain_words(text)
        keys = {*words, *map(_together, text.split("_")), _together(text)}
        found = set[int]().union(*(self._joined.get(key, ()) for key in keys))
        for word in set(words):
            people = self._by_rarest.get(word, ())
            if len(people) <= MOST_ALIKE:
                found |= {
                    place for place in people if not Counter(self._names[place]) - Counter(words)
                }
        return {place for place in found if not self._is_part(place, found)}

    def _is_part(self, place: int, found: set[int]) -> bool:
        mine = set(self._names[place])
        return any(mine < set(self._names[other]) for other in found)

    def _with_part(self, words: Sequence[str]) -> set[int]:
        """Return who alone has all these words in the name."""
        if not words or any(len(self._by_word.get(word, ())) > MOST_ALIKE for word in words):
            return set()
        found = set.intersection(*(set(self._by_word.get(word, ())) for word in words))
        return found if len(found) == 1 else set()

    def _alike(self, words: Sequence[str]) -> set[int]:
        """Return whose names differ in the fewest letters, the last word last or first."""
        best, found = CLOSE, set[int]()
        for text in dict.fromkeys((" ".join(words), " ".join([*words[-1:], *words[:-1]]))):
            matcher = SequenceMatcher(b=text, autojunk=False)
            for place, name in enumerate(self._names if self._left > 0 else ()):
                self._left -= 1
                matcher.set_seq1(" ".join(name))
                if matcher.real_quick_ratio() < best or matcher.quick_ratio() < best:
                    continue
                ratio = matcher.ratio()
                if ratio >= best:
                    found = {*(found if ratio == best else ()), place}
                    best = ratio
        return found


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a name in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORDS.findall("".join(char for char in plain if not unicodedata.combining(char))))


def _together(text: str) -> str:
    return "".join(plain_words(text))


def _joined(words: Sequence[str], person: Person) -> set[str]:
    """Return how a name stands in one word, the last name first or last, and the ids."""
    ids = (person.email, person.username, person.id_number, person.sis_user, person.sis_login)
    names = ("".join(words), "".join([*words[-1:], *words[:-1]])) if len(words) > 1 else ()
    return {word for word in (*names, *map(_together, ids)) if len(word) > 2}
