"""Who of a roster a name, or the name of a file, may mean: hints, never a match."""

import pytest

from ono_tutor.classroom.grading import name_matching
from ono_tutor.classroom.grading.name_matching import NameMatcher
from ono_tutor.classroom.grading.roster import Roster

NAMES = ("Hana Sato", "Ivan Petrov", "Ann Lee", "Ann Lee Smith", "José Niño", "Bo")
ROSTER = Roster.parsed("\n".join(["learner,email", "Hana Sato,h.sato@x.org", *NAMES[1:]]).encode())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Hana Satto", "Hana Sato"),
        ("Sato Hanna", "Hana Sato"),
        ("petrov IVAN", "Ivan Petrov"),
        ("jose nino", "José Niño"),
        ("Hana", "Hana Sato"),
        ("hana.sato@gmail.example", "Hana Sato"),
        ("Ann Lea", "Ann Lee"),
        ("Ann", ""),
        ("Zed", ""),
        ("李 明", ""),
    ],
)
def test_a_name_is_near_one_that_has_its_words_or_nearly_its_letters(written, meant):
    """In any order, without accents, a part that one alone has; otherwise nobody is named."""
    found = [NAMES[place] for place in NameMatcher(ROSTER).like(written)]

    assert found == ([meant] if meant else [])


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("Hana Sato_4417_assignsubmission_file_/answers.json", "Hana Sato"),
        ("in/Petrov Ivan week 3.json", "Ivan Petrov"),
        ("satohana_LATE_4417_77_answers.json", "Hana Sato"),
        ("lee_smithann", "Ann Lee Smith"),
        ("h.sato@x.org_44.json", "Hana Sato"),
        ("Ann Lee Smith_4_x/answers.json", "Ann Lee Smith"),
        ("Ivan Petrov/Hana Sato.json", "Hana Sato"),
        ("Hana Sato and Ivan Petrov.json", None),
        ("about/answers.json", None),
        ("Ann_44/answers.json", None),
    ],
)
def test_a_file_or_folder_bears_the_name_of_one_person_or_of_nobody(path, meant):
    """As Moodle and Canvas name them, or as learners do; the innermost that bears one decides."""
    place = NameMatcher(ROSTER).in_path(path.split("/"))

    assert (None if place is None else NAMES[place]) == meant


def test_a_name_and_a_folder_that_agree_are_told_as_both():
    """So a teacher sees how sure it is."""
    hints = NameMatcher(ROSTER).hints("Hana Satto", [["Hana Sato_4417_x", "a.json"]])

    assert hints == ((0,), True, True)
    assert NameMatcher(ROSTER).hints("H.", [["Hana Sato_4417_x", "a.json"]]) == ((0,), False, True)
    assert NameMatcher(ROSTER).hints("Zed", [["in", "a.json"]]) == ((), False, False)


def test_a_large_class_of_strangers_is_not_compared_without_end(monkeypatch):
    """After so many pairs only words are looked up."""
    monkeypatch.setattr(name_matching, "MOST_COMPARED", len(NAMES))
    near = NameMatcher(ROSTER)

    assert near.like("Zed") == ()
    assert near.like("Hana Satto") == ()
    assert near.like("Petrov Ivan") == (1,)
