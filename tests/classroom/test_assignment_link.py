"""A link holds a whole assignment, and a broken one is refused by name."""

import json
import re
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
    assignment_text,
    build_assignment,
)
from ono_tutor.classroom.assignment_link import (
    answer_names,
    find_assignment,
    link_fragment,
    read_link,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, set_name

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


def simple(*entries, title="T", points=1):
    return Assignment("t-1", title, tuple(Item((entry,), points) for entry in entries))


@given(assignments())
def test_an_assignment_comes_back_whole(assignment):
    """Id, title, puzzles under their ids, pools, points, feedback, attempts and time with its zone."""
    words = link_fragment(assignment)

    assert read_link(words) == assignment
    assert re.fullmatch("homework=[A-Za-z0-9_-]+", words)


def test_a_link_holds_what_is_asked_and_nothing_else():
    """Opened as the docs say it is the assignment's file, without ids that follow from the words;
    more than 200 puzzles are refused."""
    given = simple(*bank.entries_of_set("double-play-1980")[:1], SHIPPED[-1])
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

SET = "double-play-1980"
ENTRIES = bank.entries_of_set(SET)
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
