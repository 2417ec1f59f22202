"""A learner's feedback page: what it tells, what it keeps to itself, and that names stay text."""

import re
from html import unescape

import pytest
from classroom.hostile import answers, row
from classroom.page_reading import Page, check_alone
from classroom.small_class import THREE, TOO_LATE, assignment, marks
from click.testing import CliRunner

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import mark_learner
from ono_tutor.classroom.report.feedback import feedback_page, shared_files
from ono_tutor.cli.main import main
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import position_text
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.catalogue import ruleset

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    '"onload="x',
    "x" * 100,
)


def page_of(answers, feedback=Feedback.AFTER, name="Ann Lee", **given):
    """The page of a learner who gave these answers."""
    task = assignment(feedback)
    judge = Judge(task)
    return feedback_page(judge, marks(task, name, answers, judge=judge, **given))


def test_it_names_the_learner_the_assignment_and_the_points():
    """Name, title and points earned of those possible stand at its head."""
    found = Page(page_of(["certain", "lost", "lost"]))

    assert "Ann Lee Double Play & more" in found.text
    assert "3 of 4" in found.text.replace("points", "")
    assert "2 right, 1 not right, 0 without an answer." in found.text


def test_a_wrong_answer_is_told_with_its_reason_its_belief_and_the_right_one():
    """The answer in words, why, the misconception by name, and the right answer.

    What the reason and that of the right answer have in common is told once.
    """
    belief, right = misconceptions()["no-draw-between"], Puzzle.load(THREE[2]).solution()

    text = Page(page_of(["certain", "lost", "lost"])).text

    assert "Your answer You cannot survive" in text
    assert f"Perhaps you thought “{belief.belief}” (no-draw-between) {belief.truth}" in text
    assert "The right answer You survive only with luck" in text
    assert text.count(str(dict(right.text.fields)["why"])) == 1


def test_where_several_beliefs_explain_an_answer_all_are_told():
    """Nobody can tell which it was, so it is one of these."""
    text = Page(page_of([None, "chance"])).text

    assert "Perhaps you thought one of these" in text
    beliefs = (misconceptions()[key] for key in ("limit-99-is-safe", "ono99-sets-99"))
    assert all(belief.worded_for(ruleset("1980")).truth in text for belief in beliefs)


def test_a_right_answer_is_short_and_its_reason_is_folded():
    """The answer stands there; table and reason are behind a line, those of a wrong one are not."""
    html = page_of(["certain", "chance"])
    right, wrong = (html.partition(f'id="item-{n}"')[2].partition("</article>")[0] for n in (1, 2))

    assert right.index("Your answer") < right.index("<details>") < right.index("<figure")
    assert right.index("<details>") < right.index("Why")
    assert "<details>" not in wrong.partition("Why")[0].partition("</figure>")[2]


def test_the_card_that_was_answered_is_drawn_beside_the_answer():
    """An answer that names cards shows them, with a face that the page holds."""
    entry = bank.entry("legal-m3r3k9yv")
    task = Assignment("one", "One", (Item((entry,)),))
    html = feedback_page(Judge(task), marks(task, "Ann", ["H, 10"]))

    named = html.partition('<div class="named">')[2].partition("</div>")[0]
    assert [code for code in ("H", "10", "O") if f'href="#card-{code}"' in named] == ["H", "10"]
    assert all(f'<symbol id="card-{code}"' in html for code in ("H", "10"))
    assert '<svg class="card"' not in page_of(["certain", "lost"])


def test_with_feedback_never_the_teacher_may_have_the_page_in_full():
    """In full it tells what it tells with feedback after."""
    task = assignment(Feedback.NEVER)
    judge = Judge(task)
    mine = marks(task, "Ann Lee", ["certain", "chance", None], judge=judge)

    assert feedback_page(judge, mine, in_full=True) == page_of(["certain", "chance", None])
    assert feedback_page(judge, mine) != feedback_page(judge, mine, in_full=True)


def test_every_rule_point_behind_an_answer_has_its_sentence():
    """The rule points of the engine's explanation stand there with what they say in this game."""
    text = Page(page_of(["certain", None, None])).text

    assert "Facing a Double Play, you pass it on by playing a Hold or a Reverse" in text


def test_a_sentence_of_several_items_stands_in_one_of_them():
    """The others name that item, which is an open one where there is one, never the item itself."""
    ids = [entry.id for entry in bank.entries_of_set("double-play-1980")[:8]]
    task = assignment(ids=ids)
    wrong = wrong_answer(Puzzle.load(ids[7]))
    given = [Puzzle.load(each).answer_as_json() for each in ids[:7]] + [wrong]
    html = feedback_page(Judge(task), marks(task, "Ann", given))
    articles = [part.partition("</article>")[0] for part in html.split("<article")[1:]]
    said = re.compile(r'<li><b>([^<]+)\.</b> (?:<a class="small" href="#item-(\d+)">|([^<]+))')
    told = [
        {title: (place, says) for title, place, says in said.findall(each)} for each in articles
    ]

    for number, rules in enumerate(told, 1):
        for title, (place, _) in rules.items():
            assert not place or (int(place) != number and told[int(place) - 1][title][1])
    full = [title for rules in told for title, (_, says) in rules.items() if says]
    assert sorted(full) == sorted(set(full)) == sorted({title for rules in told for title in rules})
    assert all(says for _, says in told[7].values())


def test_what_was_missed_is_to_be_read_again_where_it_is_taught():
    """A missed rule point names the lesson that teaches it, and links to the item."""
    found = Page(page_of(["certain", "chance", "chance"]))

    after = found.text.partition("What to read again")[2]
    assert (
        "The limit Lesson “The total and the limit” 02-total-and-limit.ipynb "
        "Lesson “Start here: hit with a Double Play” 01-start-here.ipynb Item 2" in after
    )
    assert ("a", {"href": "#item-2"}) in found.elements


def test_who_missed_nothing_has_nothing_to_read_again():
    """All right: no list of rule points."""
    assert "What to read again" not in page_of(["certain", "lost", "chance"])


@pytest.mark.parametrize(
    ("answers", "said"),
    [([None, "lost"], "No answer that counts"), ([[1, 2], "lost"], "Could not be read")],
)
def test_no_answer_and_an_unreadable_one_are_told_apart(answers, said):
    """An item without an answer and one with an answer that cannot be read say so, and are told the right one."""
    text = Page(page_of(answers)).text.partition("Item by item")[2]

    assert said in text.partition("Item 2")[0]
    assert "The right answer You survive for certain" in text


def test_hints_lateness_and_notes_are_told():
    """Hints used, an answer after the time, and what of a file did not count."""
    text = Page(page_of(["certain"], at=TOO_LATE, hints=2, faults=("answer 7 has no puzzle",))).text

    assert "You used 2 hints." in text
    assert "Late: it came after the deadline." in text
    assert "What did not count" in text
    assert "answer 7 has no puzzle. It does not count." in text


def test_an_earlier_answer_s_belief_is_told_though_the_last_was_right():
    """With several attempts, the misconception behind an earlier answer is named."""
    task = assignment(Feedback.NOW, attempts=2)
    learner, judge = Learner.named("Ann"), Judge(task)
    rows = tuple(
        AnswerRow(THREE[2], f'"{word}"', f"2026-11-0{day}T10:00:00.000Z")
        for day, word in ((1, "lost"), (2, "chance"))
    )

    text = Page(
        feedback_page(
            judge, mark_learner(judge, learner, [("a", AnswersFile("small", learner, rows))])
        )
    ).text

    assert "On the way you perhaps thought" in text
    assert misconceptions()["no-draw-between"].truth in text


def test_with_feedback_never_it_tells_marks_alone():
    """No explanation, no answer given, no right answer, no table: only what each item earned."""
    text = page_of(["certain", "chance", None], Feedback.NEVER)
    found = Page(text)

    assert "1 of 4" in found.text.replace("points", "")
    assert 'aria-label="Item 2: Not right, 0 of 2 points"' in text
    for word in (
        "The right answer",
        "Your answer",
        "Why",
        "certain to be completed",
        "with luck",
        "Perhaps you thought",
        "to read again",
    ):
        assert word not in found.text
    assert "symbol" not in found.tags


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_text(name):
    """The page of a hostile name has the elements of any other page, and shows the name."""
    plain, hostile = Page(page_of(["certain"])), Page(page_of(["certain"], name=name))

    assert hostile.tags == plain.tags
    assert " ".join(name.split()) in hostile.text


def test_a_hostile_note_stays_text_and_nothing_in_it_is_hidden():
    """What turns the writing round, half characters and nulls of a file's words are written out."""
    text = page_of(["certain"], faults=("<b>\u202eabc\ud800\0",))

    assert "&lt;b&gt;\\u202eabc\\ud800\\x00" in text
    text.encode()


def test_it_stands_alone_and_is_sound():
    """It asks for nothing, runs nothing, and is sound HTML."""
    check_alone(page_of(["certain", "chance", None]))


def test_a_card_that_lies_on_many_tables_is_drawn_once():
    """Twenty tables are well under 300 kB, and each kind of card has one drawing."""
    ids = [each for each in bank.index() if each.startswith("legal-")][:20]
    task = Assignment("long", "Long", tuple(Item((bank.entry(each),)) for each in ids))
    judge = Judge(task)

    text = feedback_page(judge, marks(task, "Ann", [["7"]] * 20, judge=judge))

    symbols = [attrs["id"] for tag, attrs in Page(text).elements if tag == "symbol"]
    assert len(text.encode()) < 250_000
    assert len(set(symbols)) == len(symbols) > 4


def test_the_same_marks_give_the_same_page():
    """A page is worked out from the marks alone, whatever was told before."""
    task = assignment()
    judge = Judge(task)
    mine = marks(task, "Ann", ["certain", "chance", None], judge=judge)
    first = feedback_page(judge, mine)
    feedback_page(judge, marks(task, "Ben", ["lost", "lost", "lost"], judge=judge))

    assert feedback_page(judge, mine) == feedback_page(Judge(task), mine) == first


@pytest.mark.parametrize("kind", sorted({entry.kind for entry in bank.index().values()}))
def test_every_kind_of_puzzle_can_be_told(kind):
    """A page tells the right answer to a puzzle of each kind in words."""
    entry = next(each for each in bank.index().values() if each.kind == kind)
    task = Assignment("one", "One", (Item((entry,)),))
    right = Puzzle.of(entry).answer_as_json()

    text = Page(feedback_page(Judge(task), marks(task, "Ann", [right]))).text

    assert "✓ Right 1 of 1 point" in text
    assert "Your answer" in text


def test_a_page_leans_on_files_that_all_share():
    """Every picture and the style that a page names is one of the shared files; it is a fifth as large."""
    task = assignment()
    judge = Judge(task)
    mine = marks(task, "Ann", ["certain", "chance", "lost"], judge=judge)

    page, alone = (feedback_page(judge, mine, self_contained=each) for each in (False, True))

    named = set(re.findall(r'(?:src|href)="shared/([^"]+)"', page))
    assert {"feedback.css", *(f"{entry.id}.svg" for entry in task.entries)} <= named
    assert named <= {name for name, _ in shared_files(task)}
    assert "shared/" not in alone
    assert len(page) < len(alone) / 3
    assert all(position_text(Puzzle.of(entry).position)[:60] in unescape(page) for entry in task.entries)  # fmt: skip


def weights(folder, right_of_each):
    """The bytes of each page, and of all that they share; learners have so many of eight right."""
    entries = bank.entries_of_set("double-play-1980")[:8]
    answered = [(Puzzle.of(entry).answer_as_json(), wrong_answer(Puzzle.of(entry))) for entry in entries]  # fmt: skip
    (folder / "in").mkdir(parents=True)
    task = folder / "task.json"
    items = tuple(Item((entry,)) for entry in entries)
    task.write_text(assignment_text(Assignment("eight", "Eight", items)), encoding="utf-8")
    for number, right in enumerate(right_of_each):
        given = [pair[place >= right] for place, pair in enumerate(answered)]
        rows = [row(entry.id, answer) for entry, answer in zip(entries, given, strict=True)]
        raw = answers("eight", f"Learner {number:05}", rows)
        (folder / "in" / f"{number}.json").write_bytes(raw)
    out = folder / "out"
    done = CliRunner().invoke(main, ["grade", str(task), str(folder / "in"), "-o", str(out)])
    assert done.exit_code == 0, done.output
    pages = [path.stat().st_size for path in (out / "feedback").glob("*.html")]
    files = [path for path in (out / "feedback").rglob("*") if path.is_file()]
    return pages, sum(path.stat().st_size for path in files) - sum(pages)


def wrong_answer(puzzle):
    """An answer of the puzzle's own shape that is wrong."""
    hand = [str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)]
    seats = [{"seat": 1, "owes": 2}, {"seat": 0, "owes": 1}, [9] * len(puzzle.position.hands)]
    likely = ["lost", "chance", "1/99", "-77", ["2022"], *hand, *([card] for card in hand), *seats]
    return next(answer for answer in likely if puzzle.mark(answer) is Mark.WRONG)


def test_ten_thousand_pages_weigh_less_than_200_megabytes(tmp_path):
    """For a shipped set, where as many have none of eight right as have one, two, or all of them.

    What the pages share is written once, however large the class is.
    """
    _, shared_by_two = weights(tmp_path / "two", (0, 8))
    pages, shared = weights(tmp_path / "nine", range(9))

    assert len(pages) == 9
    assert 0 < shared == shared_by_two
    assert 10_000 * sum(pages) / len(pages) + shared < 200_000_000
