"""Whose a file is, by the names that LMSs give."""

import re

import pytest

from ono_tutor.classroom.lms_names import Lms, lms_of_folders, lms_place


@pytest.mark.parametrize(
    ("name", "person", "is_late"),
    [
        ("leeann_4417_77_answers.json", "leeann", False),
        ("leeann_LATE_4417_77_answers.json", "leeann", True),
        ("lee_jrann_4417_770_answers.json", "lee_jrann", False),
        ("lee_jrann_LATE_4417_770_my_9999_888_file.json", "lee_jrann", True),
        ("a_b__c_4417_770_x.zip", "a_b__c", False),
    ],
)
def test_canvas_names_are_read_with_underscores_too(name, person, is_late):
    """The ids are the first two long numbers together, for Canvas takes such out of names."""
    place = lms_place(f"all.zip > {name}")

    assert (place.person, place.is_late) == (person, is_late)
    assert re.fullmatch(f"{person}_4417", place.key)


@pytest.mark.parametrize(
    "name",
    [
        *("my_week_3_2_answers.json", "ann_lee_2026_11_20.json", "2026_11_20_answers.json"),
        *("ann_lee_4417.json", "_4417_770_x.json"),
        # a search that doubles with each part of a long name would never end
        *("a_" * 2_000, "_1" * 2_000, "a" + "_1_2" * 1_000 + "\n", "a_LATE" * 900),
    ],
)
def test_names_of_a_learners_own_are_not_taken_for_canvas(name):
    """Weeks, dates and versions are no ids."""
    assert lms_place(name) is None


@pytest.mark.parametrize(
    "own",
    [
        "Ann Lee_3026_assignsubmission_file_.json",
        "Week 3_leeann_attempt_2026-11-20-10-30-00_a.json",
        "leeann_44169_77000_a.json",
    ],
)
def test_a_learners_own_part_of_a_name_names_nobody(own):
    """In an archive of Canvas a file may be called as other systems call theirs."""
    names = [f"all.zip > slyeve_44171_77002_{own}", "all.zip > leeann_44169_77000_a.json"]

    for systems in (None, lms_of_folders(names)):
        place = lms_place(names[0], systems)
        assert (place.lms, place.person) == (Lms.CANVAS, "slyeve")


def test_the_names_of_an_archive_say_which_system_made_it():
    """Numbers in the title of an assignment look like Canvas's, and make all learners one."""
    names = [f"Week_12_345_{who}_attempt_2026-11-20-10-30-00_a.json" for who in ("al", "bo")]

    places = [lms_place(name, lms_of_folders(names)) for name in names]

    assert [(each.lms, each.person) for each in places] == [
        (Lms.BLACKBOARD, "al"),
        (Lms.BLACKBOARD, "bo"),
    ]
