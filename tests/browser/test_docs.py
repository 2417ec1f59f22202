"""The project's pages in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.servers import serving_files
from browser.sites import grave
from playwright.sync_api import Page, expect
from sweeps import rotating

from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS

pytestmark = pytest.mark.browser

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path.stem for path in DOCS.glob("*.md"))
LINKS = "a:has(.ono-rule, .ono-text)"
SCREENS = [(1280, "light"), (360, "dark")]
DIRECTIVE = re.compile(r"\{(ono-[a-z-]+|grid|list-table|toctree)\}")


def samples() -> list[str]:
    """Return a few pages that hold every directive between them, the fullest first."""
    used = {
        name: set(DIRECTIVE.findall((DOCS / f"{name}.md").read_text("utf-8"))) for name in PAGES
    }
    chosen, left = [], set().union(*used.values())
    while left:
        chosen.append(max(PAGES, key=lambda name: len(used[name] & left)))
        left -= used[chosen[-1]]
    return chosen


SAMPLES = samples()
LOOKED_AT = {*SAMPLES, *rotating(PAGES, parts=4)}
"""The pages that axe has in a run: one of each directive, and a quarter of the others."""


@pytest.fixture(scope="module")
def address(built_docs) -> Iterator[str]:
    """Where the pages are served."""
    with serving_files(built_docs()) as address:
        yield address


@pytest.mark.parametrize("name", PAGES)
def test_page_is_sound(page: Page, address: str, name: str) -> None:
    """A page never scrolls sideways, has no grave barrier, no error, and asks nobody else for anything.

    It is looked at light on a desktop, and dark on a phone.
    """
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))

    show(page, f"{address}/{name}.html")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")

    for width, scheme in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert _overflow(page) == [], (width, scheme)
        if name in LOOKED_AT:
            assert grave(page, in_the_dark=scheme == "dark") == [], (width, scheme)
    assert [url for url in asked if not url.startswith((address, "data:"))] == []
    assert errors == []


def show(page: Page, address: str) -> None:
    """Open a page, and wait until each of its puzzles is drawn where its text stood."""
    page.goto(address)
    expect(page.locator("[data-ono-puzzle]:not(:has(.ono-table))")).to_have_count(0)


def _overflow(page: Page) -> list[str]:
    """What is wider than its place: the page itself, or a box that would scroll."""
    script = """() => [document.documentElement, ...document.querySelectorAll('.table-wrapper, pre')]
        .filter(box => box.scrollWidth > box.clientWidth).map(box => box.outerHTML.slice(0, 80))"""
    return page.evaluate(script)


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_is_reached_by_keys(page: Page, address: str, name: str) -> None:
    """Tab goes to every link, button, field and fold that can be seen, on a page of each directive."""
    show(page, f"{address}/{name}.html")
    wanted = page.evaluate(WATCH_FOCUS)

    for _ in range(wanted + 2):
        page.keyboard.press("Tab")

    missed = page.evaluate("missed()")
    assert wanted > 10
    assert missed == []


WATCH_FOCUS = """() => {
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex], [role=button], [onclick]';
  const isMeant = (node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility({
    checkVisibilityCSS: true, contentVisibilityAuto: true }) && (node.type !== 'radio' || node.checked);
  const meant = new Set([...document.querySelectorAll(kinds)].filter(isMeant));
  const count = meant.size;
  document.addEventListener('focusin', ({target}) => meant.delete(target));
  window.missed = () => [...meant].map((node) => node.outerHTML.slice(0, 120));
  return count;
}"""
"""Notes what can be pressed or filled in, and strikes off what gets the focus; how much it is.

Of a group of radio buttons Tab goes to the one that is chosen, and arrows to the others.
"""


def test_dark_pages_are_dark(page: Page, address: str) -> None:
    """The directives' own colours follow the page's choice of light and dark."""
    page.goto(f"{address}/comparison.html")
    script = "getComputedStyle(document.querySelector('.ono-comparison tbody tr')).backgroundColor"

    shades = []
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        shades.append(sum(map(int, re.findall(r"\d+", page.evaluate(script))[:3])))

    assert shades[0] > 600
    assert shades[1] < 200


def test_every_rule_id_is_a_link_that_resolves(page: Page, address: str) -> None:
    """Wherever a rule id is shown it links to its point, and every such link leads to an element."""
    links: set[str] = set()
    anchors: set[str] = set()
    bare: list[str] = []
    for name in PAGES:
        page.goto(f"{address}/{name}.html")
        links |= set(page.eval_on_selector_all(LINKS, "all => all.map(each => each.href)"))
        ids = page.eval_on_selector_all("[id]", "all => all.map(each => each.id)")
        anchors |= {f"{address}/{name}.html#{each}" for each in ids}
        bare += page.eval_on_selector_all(
            ".ono-rule",
            "all => all.filter(each => !each.closest('a')).map(each => each.innerText)",
        )

    assert bare == []
    assert len(links) > 40
    assert links - anchors == set()


@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.parametrize("name", sorted({*SAMPLES, "glossary", "cli", "teach"}))
def test_what_a_link_leads_to_is_below_the_header(
    page: Page, address: str, name: str, width: int
) -> None:
    """Of each kind of anchor on a page, the first and the last are not under the bar at the top."""
    page.set_viewport_size({"width": width, "height": 740})
    show(page, f"{address}/{name}.html")

    covered, kinds = page.evaluate(LOOK_BELOW_HEADER)

    assert kinds
    assert covered == []


LOOK_BELOW_HEADER = """async () => {
  const header = document.querySelector(".mobile-header");
  document.documentElement.style.scrollBehavior = "auto"; // else a page is on its way for a while
  const kinds = new Map();
  for (const each of document.querySelectorAll("article [id]:not(svg *)")) {
    const kind = `${each.tagName} ${(each.getAttribute("class") ?? "").split(" ")[0]}`;
    if (each.checkVisibility()) kinds.set(kind, [kinds.get(kind)?.[0] ?? each, each]);
  }
  const covered = [];
  for (const each of new Set([...kinds.values()].flat())) {
    window.scrollTo(0, 0);
    location.hash = `#${each.id}`;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const [{ top }, { bottom }] = [each, header].map((node) => node.getBoundingClientRect());
    if (top < bottom || top < 0) covered.push(`${each.id}: ${top} < ${bottom}`);
  }
  return [covered, kinds.size];
}"""
"""Goes to anchors by the address; a bar that is not shown has no height."""


QUESTIONS = {
    "-10": "minus-ten", "minus 10": "minus-ten", "minus ten": "minus-ten", "below 0": "minus-ten",
    "negative total": "minus-ten", "Hold": "hold", "double on double": "double-on-double",
    "scoring": "points", "chips": "chips", "reverse": "reverse", "two players": "reverse-two-players",
    "is 99 allowed": "limit", "exactly 99": "limit", "limit": "limit", "stacking": "double-no-stack",
    "how many players": "players", "who deals": "dealer", "who starts": "opening",
    "forgot to draw": "forgot-draw", "hesitate": "forgot-draw", "reshuffle": "draw-pile-empty",
    "four ono 99": "four-ono99", "on purpose": "no-voluntary-bust", "who wins": "winner",
    "reply": "double-reply", "Play 2": "double-effect", "Jack": "99-jack", "ace": "99-values",
    "how many cards each": "deal", "ace 1 or 11": "99-values", "who starts next round": "next-starter",
    "draw pile is empty": "draw-pile-empty", "how to win": "winner", "who goes first": "opening",
    "stack play 2": "double-no-stack", "can I pass": "no-voluntary-bust", "not drawing": "forgot-draw", "swipe": "99-announce", "crossing": "99-cross", "next hand": "next-starter",
    "What is the highest total?": "limit", "what happens if I reach exactly 99": "limit",
    "Can I lay my hand down?": "bust", "cheat by not drawing": "forgot-draw",
    "how many cards does each player get": "deal", "Who starts the next round?": "next-starter",
    "can I play a double on a double?": "double-on-double", "what does the queen do": "99-values",
    "Can the total go below zero?": "minus-ten", "do I have to draw a card": "turn-order",
}  # fmt: skip
"""What a reader looks for, and the rule point that the first hit has to lead to."""


def test_the_first_hit_is_the_point_itself(page: Page, address: str) -> None:
    """A search for a rule, in the words of readers, leads first to the rule, told by its title."""
    page.goto(f"{address}/search.html?q=hold")
    expect(page.locator(".search-summary")).to_contain_text("Search finished")  # no row moves now
    first = page.locator("ul.search li a").first
    expect(first).to_have_text("O'NO 99 of 1980 > Hold")
    first.click()
    expect(page.locator(":target")).to_have_id("hold")
    page.go_back()
    script = "q => Search._performSearch(...Search._parseQuery(q)).pop().slice(0, 3)"
    page.wait_for_function("Search._index")

    found = {words: page.evaluate(script, words) for words in QUESTIONS}

    assert {words: hit[2].removeprefix("#") for words, hit in found.items()} == QUESTIONS
    assert {hit[0] for hit in found.values()} <= {f"rules-{key}" for key in RULE_SETS}


def test_a_search_has_a_field_and_shows_what_is_found_with_its_words(
    page: Page, address: str
) -> None:
    """What is typed there is found; a point whose id begins with a digit too, without an error."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}/search.html")
    page.locator("article").get_by_label("Search").first.fill("hold")
    page.keyboard.press("Enter")
    expect(page.locator("ul.search li a").first).to_have_text("O'NO 99 of 1980 > Hold")
    page.goto(f"{address}/search.html?q=halve")
    found = page.locator("ul.search li", has=page.locator("a[href*='#99-two']")).first

    expect(found.locator(".context")).to_contain_text("halves an even total")
    assert errors == []


def test_the_comparison_hides_what_is_alike(page: Page, address: str) -> None:
    """Rules that are alike stand there when the switch is pressed, or when a link leads to one."""
    page.goto(f"{address}/comparison.html")
    alike, switch = page.locator("#reverse"), page.locator(".ono-switch input")

    expect(page.locator("#minus-ten")).to_be_visible()
    expect(alike).to_be_hidden()
    switch.check()
    expect(alike).to_be_visible()
    switch.uncheck()
    page.goto(f"{address}/comparison.html#reverse")
    expect(alike).to_be_visible()


PRINTED = {
    "quick-reference": (".ono-sheet", len(RULE_SETS), len(RULE_SETS) + 1),
    "print-1980": (".ono-card-sheet", 6, 6),
    "print-2022": (".ono-card-sheet", 13, 13),
}
"""What stands on sheets, how many of them there are, and the sides of paper: one has differences."""


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", PRINTED)
def test_a_rule_set_prints_on_one_side_and_a_deck_nine_cards_to_a_side(
    page: Page, address: str, name: str, paper: str
) -> None:
    """A page prints as its sheets and nothing else, on A4 and on letter paper."""
    selector, sheets, sides = PRINTED[name]
    page.goto(f"{address}/{name}.html")

    printed = page.pdf(format=paper)

    assert page.locator(selector).count() == sheets
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == sides


def test_a_rule_link_leads_to_its_row_and_the_row_to_its_section(page: Page, address: str) -> None:
    """What is led to is in view; from the rule with its example a reader comes back to the row."""
    page.goto(f"{address}/double-play.html")
    page.locator("a:has(.ono-rule)", has_text=rule_points()["double-reply"].title).first.click()
    page.wait_for_url("**/comparison.html#double-reply")
    expect(page.locator(":target")).to_be_in_viewport()
    page.goto(f"{address}/comparison.html#minus-ten")

    page.locator("#minus-ten .ono-way a", has_text="2022").click()
    page.wait_for_url("**/rules-2022.html#minus-ten")
    expect(page.locator("#minus-ten .ono-strip")).to_be_in_viewport()
    page.locator("#minus-ten .ono-point-head a").first.click()

    page.wait_for_url("**/comparison.html#minus-ten")
