"""The pages of the classroom in a real browser: a learner's feedback and the teacher's report."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.driving import errors_of
from browser.sites import grave
from classroom import test_class_of_forty
from classroom.small_class import TOO_LATE, assignment, marks
from playwright.sync_api import Page, expect

from ono_tutor.classroom.assignment import Feedback, read_assignment
from ono_tutor.classroom.marking import Judge
from ono_tutor.classroom.report.analysis import ClassAnalysis
from ono_tutor.classroom.report.class_report import ClassReport, report_page
from ono_tutor.classroom.report.feedback import feedback_page, self_contained_page, shared_files
from ono_tutor.classroom.submissions import RefusedFile

pytestmark = pytest.mark.browser

TAG, END, LONG = (
    "<img src=x onerror=document.title='run'>",
    "</style></title><script>document.title='run'</script>",
    "W" * 100,
)
TURNED = "over\u202eridden\u2066 <b>\0"
"""What may stand in a note or a file's name; no learner can be called so."""

UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"

Opened = Callable[[str], Page]


def feedback(name: str = "Ann Lee", kind: Feedback = Feedback.AFTER, note: str = "") -> str:
    """The page of a learner with a right answer, a wrong one and none."""
    task = assignment(kind)
    judge = Judge(task)
    answers = ["certain", "chance", None]
    faults = (note,) if note else ()
    mine = marks(task, name, answers, judge=judge, at=TOO_LATE, hints=1, faults=faults)
    return self_contained_page(feedback_page(judge, mine), dict(shared_files(task)))


def report(
    names: tuple[str, ...] = (), learners: int = 14, note: str = "x", named: bool = True
) -> str:
    """The report on a class whose first learners have these names."""
    task = assignment()
    found, judge = ClassAnalysis(task), Judge(task)
    given = [
        ["certain", "lost", "chance"],
        ["lost", "chance", "lost"],
        ["certain", None, "lost"],
        [],
    ]
    for n in range(learners):
        name = names[n] if n < len(names) else f"Learner {n}"
        found.add(marks(task, name, given[n % 4], judge=judge, faults=(note,)))
    return report_page(ClassReport(found, [RefusedFile(note, "zip-bomb", note)], is_named=named))


PAGES = {
    "feedback": feedback,
    "marks": lambda: feedback(kind=Feedback.NEVER),
    "report": report,
    "no names": lambda: report(named=False),
    "many": lambda: report(learners=80),
    "nobody": lambda: report(learners=0),
}


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Opened:
    """Opens a page from a file, as one does who got it by mail."""

    def open_file(text: str) -> Page:
        file = tmp_path / "page.html"
        file.write_text(text, "utf-8")
        page.goto(file.as_uri())
        return page

    return open_file


@pytest.mark.parametrize("name", PAGES)
def test_on_a_screen_it_is_sound(opened: Opened, page: Page, name: str) -> None:
    """Everything unfolded, nothing bars a reader, light or dark, and nothing scrolls sideways."""
    opened(PAGES[name]())
    page.evaluate(UNFOLD)
    for wide, scheme in ((360, "dark"), (1280, "light")):
        page.set_viewport_size({"width": wide, "height": 800})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") == wide
        assert grave(page, in_the_dark=scheme == "dark") == []
    expect(page.get_by_role("banner")).to_have_count(1)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1, name="Double Play & more")).to_be_visible()
    for image in page.get_by_role("img").all()[:20]:
        expect(image).to_have_accessible_name(re.compile(r"\S"))


@pytest.mark.parametrize("name", ["feedback", "report"])
def test_printed_it_is_ink_on_white_even_from_a_dark_screen(
    opened: Opened, page: Page, name: str
) -> None:
    """The ink is dark, no felt is printed, nothing is cut, and what is folded is left out."""
    page.set_viewport_size({"width": 700, "height": 990})
    page.emulate_media(media="print", color_scheme="dark")
    opened(PAGES[name]())

    ink = page.evaluate("getComputedStyle(document.body).color")
    assert sum(map(int, re.findall(r"\d+", ink)[:3])) < 200
    assert page.evaluate("document.documentElement.scrollWidth") == 700
    assert page.locator("details:visible").count() == 0
    fills = page.locator(".table > svg > rect, .ring > circle").evaluate_all(
        "nodes => nodes.slice(0, 2).map(node => getComputedStyle(node).fill)"
    )
    assert fills == ["rgb(255, 255, 255)"] * 2


def test_a_page_of_feedback_needs_no_network_no_script_and_no_mouse(
    opened: Opened, page: Page
) -> None:
    """Only the file is asked for, no script would run, cards are drawn, and keys lead to an item."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    text = feedback(note=TURNED).replace("<main>", "<main><script>document.title = 'run'</script>")
    opened(text)

    assert {address.partition(":")[0] for address in asked} <= {"file", "data"}
    assert page.title() != "run"
    expect(page.get_by_text("over\\u202eridden\\u2066 <b>\\x00")).to_be_visible()
    (table,) = page.locator("#item-2 figure").get_by_role("img").all()
    expect(table).to_have_accessible_name(re.compile("the total is"))
    heights = table.locator("svg").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect().height)"
    )
    assert len(heights) == 4
    assert min(heights) > 60
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("location.hash") == "#item-2"
    expect(page.locator("#item-2")).to_be_in_viewport()


@pytest.mark.parametrize("name", [TAG, END, LONG])
def test_hostile_names_are_shown_and_run_nothing(opened: Opened, page: Page, name: str) -> None:
    """Markup in a name is read as the name: nothing runs, is asked for, breaks or sticks out."""
    errors, asked = errors_of(page), []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 360, "height": 800})
    for text in (feedback(name, note=TURNED + name), report((name,), note=TURNED + name)):
        opened(text)
        expect(page.get_by_text(name).first).to_be_visible()
        assert "run" not in (page.title(), page.evaluate("document.title"))
        assert page.locator("img:not([src^='data:image/svg+xml;']), script").count() == 0
        page.evaluate(UNFOLD)
        assert page.evaluate("document.documentElement.scrollWidth") == 360

    assert errors == []
    assert {address.partition(":")[0] for address in asked} <= {"file", "data"}


def test_on_a_phone_a_wide_table_says_that_there_is_more(opened: Opened, page: Page) -> None:
    """The items' table is wider than a phone; a line above it says so, and a desktop has none."""
    hint = page.locator("section[aria-labelledby=items] .hint")
    page.set_viewport_size({"width": 360, "height": 800})
    opened(report())
    expect(hint).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(hint).to_be_hidden()


def test_a_report_on_forty_learners_is_five_pages_of_paper(
    opened: Opened, page: Page, tmp_path: Path
) -> None:
    """Ten items, each with variants, and a line for each learner."""
    test_class_of_forty.run(*test_class_of_forty.ASSIGN.format(folder=tmp_path).split())
    (file,) = tmp_path.glob("*.assignment.json")
    pupils = test_class_of_forty.made(read_assignment(file))
    paths = test_class_of_forty.put(pupils, tmp_path)
    test_class_of_forty.run("report", file, *paths, "-o", tmp_path / "report")

    opened((tmp_path / "report" / "report.html").read_text("utf-8"))

    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 5


def test_printed_no_heading_stands_over_nothing_and_none_is_broken(
    opened: Opened, page: Page
) -> None:
    """A part whose table is folded leaves out its heading too; words over columns stay whole."""
    page.set_viewport_size({"width": 690, "height": 990})
    page.emulate_media(media="print")
    opened(report(learners=90, note=LONG))

    for name in ("What did not count", "The class"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_hidden()
    for name in ("What to do next", "Items", "Marks"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    broken = page.locator("thead th").evaluate_all(
        "nodes => nodes.filter(node => getComputedStyle(node).overflowWrap !== 'normal'"
        " || node.scrollWidth > node.clientWidth).length"
    )
    assert broken == 0
    page.emulate_media(media="screen")
    expect(page.get_by_role("heading", name="What did not count")).to_be_visible()
