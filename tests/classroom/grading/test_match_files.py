"""Who of a roster a name, or the name of a file, may mean: hints, never a match."""

import pytest

from ono_tutor.classroom.grading.match_files import NameMatcher
from ono_tutor.classroom.grading.roster import Roster

NAMES = ("Hana Sato", "Ivan Petrov", "Ann Lee", "Ann Lee Smith", "José Niño", "Bo")
ROSTER = Roster.parsed("\n".join(["learner,email", "Hana Sato,h.sato@x.org", *NAMES[1:]]).encode())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("petrov IVAN", "Ivan Petrov"),
        ("jose nino", "José Niño"),
        ("Hana Satto", None),
        ("Hana", None),
        ("Zed", None),
        ("李 明", None),
    ],
)
def test_a_name_is_somebodys_if_it_has_all_words_of_the_name(written, meant):
    """In any order, without accents; nobody is named for a part or for other letters."""
    place = NameMatcher(ROSTER).in_path((written,))

    assert (None if place is None else NAMES[place]) == meant


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
