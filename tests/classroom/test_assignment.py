"""A learner's name, an assignment's id, title and times; its link, and how it is found."""

import json
import re
import time
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor import NotationError, OnoError
from ono_tutor.classroom.assignment import (
    Assignment,
    Feedback,
    Item,
    Learner,
    assignment_text,
    build_assignment,
    due_time,
    parse_assignment,
    slug,
)
from ono_tutor.classroom.assignment_link import (
    answer_names,
    find_assignment,
    link_fragment,
    read_link,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, set_name

SET = "double-play-1980"
ENTRIES = bank.entries_of_set(SET)
POOLS = tuple((entry,) for entry in ENTRIES[:3])


def test_all_that_matters_is_in_the_id():
    """Its title is recognised, and eight letters part it from one that differs in anything."""
    plain = {"pools": POOLS, "title": "Week 1"}
    others = [
        *({"title": "Week 1!"}, {"points": 2}, {"feedback": Feedback.AFTER}, {"attempts": 0}),
        *({"due": "2026-12-01T18:00:00Z"}, {"pools": POOLS[::-1]}),
        {"pools": [tuple(ENTRIES[:3])]},
    ]

    names = [build_assignment(**(plain | other)).id for other in ({}, *others)]

    assert len({*names}) == len(names)
    assert all(re.fullmatch("week-1-.{8}", name) for name in names)


@pytest.mark.parametrize(
    ("title", "start"),
    [
        ("Übung & Straße", "ubung-strasse"),
        ("日本語", "assignment"),
        ("--", "assignment"),
        ("Double Play in the rules of nineteen-eighty", "double-play-in-the-rules-of-nineteen"),
        ("a" * 60, "a" * 40),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_title_gives_the_start_of_an_id(title, start):
    """Letters lose their accents, other scripts leave a word, and long ones are cut."""
    assert slug(title) == start


@pytest.mark.parametrize(
    ("words", "zoned"),
    [
        ("2026-12-01T18:00+01:00", "2026-12-01T18:00:00+01:00"),
        ("2026-12-01T18:00:30Z", "2026-12-01T18:00:30Z"),
        ("2027-01-01 00:30+05:30", "2027-01-01T00:30:00+05:30"),
        ("2026-12-01 18:00", "2026-12-01T18:00:00+05:30"),
        ("1.12.2026 18:00", "2026-12-01T18:00:00+05:30"),
        ("01.12.2026T18:00", "2026-12-01T18:00:00+05:30"),
    ],
)
def test_a_time_keeps_its_zone_or_gets_this_computers(words, zoned, monkeypatch):
    """Learners are told the time that the teacher wrote, and it means the same everywhere."""
    monkeypatch.setenv("TZ", "XXX-05:30")
    time.tzset()
    try:
        assert due_time(words) == zoned
    finally:
        monkeypatch.undo()
        time.tzset()


def test_late_is_after_the_time_wherever_it_was_told():
    """Answers have their times in UTC, and the one due an hour east of it."""
    task = build_assignment(POOLS, "Week 1", due=due_time("2026-12-01T18:00+01:00"))
    times = "2026-12-01T17:00:00.000Z", "2026-12-01T17:00:00.001Z", ""

    assert [task.is_late(at) for at in times] == [False, True, False]
    assert parse_assignment(assignment_text(task).encode()) == task


@pytest.mark.parametrize(
    "words",
    [
        *("2026-12-01", "1.12.2026", "12/1/2026 18:00", "tomorrow", "0001-01-01T00:00+14:00"),
        *("2026-13-01T18:00Z", "2026-12-01T18:00+01:00:30"),
    ],
)
def test_what_is_no_time_is_told_with_one_that_is(words):
    """The error shows how to write it."""
    with pytest.raises(NotationError, match=r"is no time; write it as 2026-12-01 18:00, or with"):
        due_time(words)


@pytest.mark.parametrize(
    ("pools", "title"), [((), "a"), (POOLS * 67, "a"), (POOLS, ""), (POOLS, "a\nb")]
)
def test_what_can_be_no_assignment_is_refused(pools, title):
    """No puzzle, more than 200, no title, a title of two lines."""
    with pytest.raises(NotationError):
        build_assignment(pools, title)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lee", "  ann   LEE "),
        ("Caf\u00e9", "Cafe\u0301"),
        ("Ann Lee", "Ann\ufe0f Lee"),
        ("STRASSE", "stra\u00dfe"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"),
    ],
)  # fmt: skip
def test_spellings_of_one_name_are_one_learner(one: str, other: str) -> None:
    """Capitals, spaces, the way an accent is encoded and unseen joiners make no difference."""
    assert Learner.named(one).key == Learner.named(other).key


@pytest.mark.parametrize(
    "words",
    ["", " \n ", "\u200d", "A" * 101, "Ann\u202eeeL", "Ann\u3164", "Ann\u2800", "Ann\x1b[31m", None, ["Ann"]],
)  # fmt: skip
def test_what_can_be_no_name_is_told_what_one_is(words: object) -> None:
    """A learner sees why a name is not taken."""
    with pytest.raises(NotationError, match="is a line of 1 to 100 characters that can be seen"):
        Learner.named(words)


# ---- the link ----

SHIPPED = tuple(
    Entry(entry.id, *entry.words)
    for entry in list(bank.index().values())[:: len(bank.index()) // 40]
)
OWN = (
    Entry("my-puzzle", "survive", "1980 total=92 hand=7,R,9,O players=3 owes=2"),
    Entry("my-other", "total", "1980+scoring=points total=12 hand=7,H", "7"),
)
TITLES = st.text(min_size=1, max_size=200).filter(lambda text: text.isprintable() and text.strip())
ODD = "Übung \"3\" & #4: 100% 🎴 +1=2; <b>'x'</b> a|b"


@st.composite
def assignments(draw):
    """An assignment of different puzzles, in pools, its points the same or not."""
    entries = draw(st.lists(st.sampled_from(SHIPPED + OWN), min_size=1, max_size=12, unique=True))
    items = []
    while entries:
        size = draw(st.integers(1, 4))
        items.append(Item(tuple(entries[:size]), draw(st.integers(0, 1000))))
        entries = entries[size:]
    return Assignment(
        draw(st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,79}\Z")),
        draw(TITLES | st.just(ODD)),
        tuple(items),
        draw(st.sampled_from(Feedback)),
        draw(st.integers(0, 1000)),
        draw(st.sampled_from(["", "2026-12-01T18:00:00+01:00", "0999-02-28T23:59:59Z"])),
    )


def simple(*entries):
    return Assignment("t-1", "T", tuple(Item((entry,)) for entry in entries))


@given(assignments())
def test_an_assignment_comes_back_whole(assignment):
    """Id, title, puzzles under their ids, pools, points, feedback, attempts and time with its zone."""
    words = link_fragment(assignment)

    assert read_link(words) == assignment
    assert re.fullmatch("homework=[A-Za-z0-9_-]+", words)


def test_a_link_holds_what_is_asked_and_nothing_else():
    """Opened as the docs say it is the assignment's file, without ids that follow from the words;
    more than 200 puzzles are refused."""
    given = simple(*ENTRIES[:1], SHIPPED[-1])
    word = link_fragment(given).removeprefix("homework=")
    found = json.loads(zlib.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4))))

    assert found.keys() == json.loads(assignment_text(given)).keys()
    assert ["id" in each for item in found["items"] for each in item["puzzles"]] == [True, False]
    with pytest.raises(NotationError, match="200 puzzles at the most, and these are 201"):
        link_fragment(simple(*list(bank.index().values())[:201]))


@given(st.data())
def test_no_part_of_a_link_is_another_assignment(data):
    """Cut anywhere, or with characters changed or added, it opens the same assignment or nothing."""
    given, extra = simple(*SHIPPED[:6]), data.draw(st.sampled_from([*"&=;|AZ09-_%é ", "&set=x"]))
    word = link_fragment(given)
    place = data.draw(st.integers(0, len(word) - 1))

    for broken in (word[:place], word[place + 1 :], word[:place] + extra + word[place + 1 :]):
        with suppress(NotationError):
            assert read_link(broken) == given


def sealed(raw):
    """A link that holds these bytes."""
    return f"homework={urlsafe_b64encode(zlib.compress(raw)).decode().rstrip('=')}"


CUT = "cut off or changed; take it again, whole"


@pytest.mark.parametrize(
    ("fragment", "named"),
    [
        ("", "'' is no link"),
        ("title=x", "'title=x' is no link; one begins with homework= or set="),
        ("homework=", CUT),
        ("homework=AAAAAAAA", CUT),
        (link_fragment(simple(*SHIPPED[:3]))[:-9], CUT),
        (sealed(b" " * 50_000_000), CUT),  # opens to more than is read of a file
        ("homework=" + "x" * 500_000, "longer than"),
        ("set=" + "x" * 500_000, "longer than"),
    ],
)
def test_what_is_no_link_is_refused(fragment, named):
    """Whatever is wrong is an error of notation that says why."""
    with pytest.raises(NotationError, match=named):
        read_link(fragment)


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("title", "\n", "a title is a line"),
        ("title", "x" * 201, "a title is a line"),
        ("id", "../x", "id is"),
        ("feedback", "soon", "feedback is"),
        ("attempts", -1, "attempts is"),
        ("due", "2026-12-01T18:00", "due is a time such as"),
        ("due", "2026-02-30T18:00:00Z", "due is a time such as"),
        ("items", [], "items"),
    ],
)
def test_a_sound_link_of_a_faulty_assignment_is_refused_by_name(field, value, named):
    """What a file would be refused for a link is refused for: the error says which field."""
    whole = json.loads(assignment_text(simple(*SHIPPED[:3]))) | {field: value}

    with pytest.raises(OnoError, match=named):
        read_link(sealed(json.dumps(whole).encode()))


@given(st.text())
def test_any_other_fragment_is_refused_or_read(text):
    """No fragment raises anything else, and a set is no assignment."""
    for fragment in (text, f"set={text}", f"homework={text}"):
        with suppress(OnoError):
            assert read_link(fragment) is None
    assert read_link("#set=dp80-hold%3B%20dp80-nothing") is None


# ---- an assignment by what a teacher calls it ----

HOMEWORK = build_assignment([[entry] for entry in ENTRIES], "Homework", 2)


def test_a_file_and_a_link_are_found_as_they_were_sent(tmp_path):
    """The path of a file; the whole address of a link, or what stands after its #."""
    path = tmp_path / "a.assignment.json"
    path.write_text(assignment_text(HOMEWORK), encoding="utf-8")

    assert find_assignment(str(path)) == HOMEWORK
    for before in ("", "#", "practice.html#", "https://example.org/practice.html#"):
        assert find_assignment(before + link_fragment(HOMEWORK)) == HOMEWORK


def test_a_set_is_found_by_its_name_or_its_line():
    """Its puzzles stand in order, a point each, under the set's own name and title, or under that
    which the practice page keeps the answers under."""
    line = "dp80-hold; survive: 1980 total=92 hand=7,H,-10,O owes=2 | | | mine"

    found, mine = find_assignment(SET), find_assignment(line)

    assert found == find_assignment(f"practice.html#set={SET}")
    assert (found.id, found.title, found.points) == (SET, bank.title_of_set(SET), len(ENTRIES))
    assert [entry.id for entry in found.entries] == [entry.id for entry in ENTRIES]
    assert [entry.id for entry in mine.entries] == ["dp80-hold", "mine"]
    assert mine.id == set_name(entry.id for entry in mine.entries)
    assert find_assignment(f"set={line}".replace(" ", "%20")) == mine


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("homework.assignment.json", "'homework.assignment.json' is no file"),
        ("", "'' is no file"),
        ("x" * 5000, "is no file"),
        ("a\0b", "is no file"),
        (".", "Is a directory"),
        ("set=nope", "'nope'"),
        ("guess: 1980", "'guess' is no kind"),
        ("set=dp80-hold&title=x", "dp80-hold&title=x"),
    ],
)
def test_what_is_not_found_is_named(words, named):
    """No file, a folder, a broken link, an unknown set: each says so."""
    with pytest.raises(OnoError, match=named):
        find_assignment(words)


def test_answers_come_under_each_name_of_the_puzzles():
    """A practice of just these puzzles is the same work, by its digest or by its set's name; a part
    of a set is none, and where learners get puzzles of their own nothing is."""
    part = build_assignment([[entry] for entry in ENTRIES[1:]], "Part")
    dealt = build_assignment((ENTRIES[:2], ENTRIES[2:]), "Dealt")

    assert {entry.id for entry in HOMEWORK.entries} & {entry.id for entry in ENTRIES} == set()
    assert answer_names(HOMEWORK) == {
        HOMEWORK.id,
        SET,
        set_name(entry.id for entry in ENTRIES),
        set_name(entry.id for entry in HOMEWORK.entries),
    }
    assert SET not in answer_names(part)
    assert answer_names(dealt) == {dealt.id}
