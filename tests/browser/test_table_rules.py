"""Your table's rules: chosen by keys, printed, sent, and practised."""

import re

import pytest
from browser.driving import errors_of, run_all, shown_table, start_afresh, write_notebook
from browser.sites import fenced, grave, overflows, practise
from playwright.sync_api import Locator, Page, expect

from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import ruleset

pytestmark = pytest.mark.browser

FAMILY = "1980+ono99=suicide+chips=5"


def opened(page: Page, site, fragment: str = "") -> Locator:
    """The page's working part, with these rules in its address."""
    page.goto("about:blank")
    page.goto(f"{site}/your-rules.html{fragment}")
    return page.locator(".ono-your-rules")


def said(home: Locator) -> dict[str, str]:
    """The lines of the sheet that is shown, by their titles."""
    lines = home.locator(".ono-own-sheet .ono-chapter p:visible:not(.ono-sheet-head)")
    texts = lines.evaluate_all(
        "nodes => nodes.map((node) => [node.querySelector('strong'), node.querySelector('span')]"
        ".map((part) => part.innerText))"
    )
    return {title.removesuffix(" †"): " ".join(text.split()) for title, text in texts}


def choose_by_keys(page: Page, home: Locator) -> None:
    """Take the game that is offered, and let whoever plays an O'NO 99 lose by it."""
    home.locator("[name=game]:checked").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(home.get_by_text("May you play an O'NO 99 and lose by it?")).to_be_visible()
    page.keyboard.press("ArrowDown")


def practise_one(table: Locator) -> None:
    """Answer the first puzzle of a practice; something is said of it."""
    table.get_by_role("button", name="O'NO 99").first.click()
    table.get_by_role("button", name=re.compile("Answer|Check")).first.click()
    expect(table.locator("[aria-live=polite]")).not_to_be_empty()


def sheets(page: Page) -> int:
    """How many sheets of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def test_a_family_settles_its_rules_by_keys_prints_them_sends_them_and_practises(
    browser, site, visitor
):
    """Keys choose, the sheet is one page of the chosen rules, and the link to them is practised."""
    with fenced(browser, site) as context:
        page = context.new_page()
        home = opened(page, site)
        choose_by_keys(page, home)
        for _ in range(10):
            page.keyboard.press("Enter")
            if home.locator("[type=number]:visible").count():
                break
        page.keyboard.press("Control+a")
        page.keyboard.type("5")
        page.keyboard.press("Tab")
        link = home.get_by_label("Link for the others").input_value()
        expect(home.get_by_label("In one line")).to_have_value(FAMILY)
        assert grave(page) == []
        assert sheets(page) == 1
        page.emulate_media(media="print")
        expect(home.locator(".ono-own-sheet").first).to_contain_text("whoever plays it loses")
        expect(home.locator(".ono-own-sheet").first).to_be_visible()
        expect(home.get_by_label("In one line")).to_be_hidden()

    with fenced(browser, site) as context:
        page = context.new_page()
        page.goto(link)
        home = page.locator(".ono-your-rules")
        expect(home.get_by_text("Somebody sent you the rules")).to_be_visible()
        rules = ruleset(FAMILY)
        points = [p for p in rule_points().values() if p.sentence_for(rules)]
        assert said(home) == {p.title: p.sentence_for(rules) for p in points}
        onward = home.get_by_role("link", name="Practise on these rules").evaluate("a => a.href")

    practise_one(practise(visitor, site, fragment_of(onward)))
    expect(visitor.locator("[data-part=about]")).to_contain_text(FAMILY)


def marks(home: Locator, title: str) -> tuple[bool, bool]:
    """Whether the line with this title is marked as our reading, and underlined as chosen."""
    line = home.locator(".ono-own-sheet .ono-chapter p", has_text=title).first
    return "†" in line.locator("strong").inner_text(), line.locator(".ono-own").count() == 1


MARKED = {
    "#1980+scoring=points": {
        "Scoring with points": (False, True),
        "A round for points": (True, False),
        "Total after a bust": (True, False),
    },
    "#1980+scoring=points+bust-total=counts+target=50": {
        "Total after a bust": (False, True),
        "The end with points": (True, True),
    },
    "#1980+ono-on-zero=turn": {"O'NO 99 on zero": (True, True)},
}


def test_a_sheet_tells_our_readings_from_what_the_table_chose(context, site):
    """What follows from a choice is our reading or the texts'; only what was chosen is underlined."""
    page = context.new_page()
    for fragment, wanted in MARKED.items():
        home = opened(page, site, fragment)
        assert {title: marks(home, title) for title in wanted} == wanted


def fragment_of(link: str) -> str:
    """What a link to the practice page asks for; a window whose engine runs can open it."""
    page, _, fragment = link.partition("#")
    assert page.endswith("/practice.html")
    return fragment


def test_a_wrong_word_of_a_link_is_named_and_its_questions_fit_a_phone(context, site):
    """Every other choice of the link stands; nothing is wider than the screen, one question or all."""
    page = context.new_page()
    home = opened(page, site, "#2022+dump=free+minus-ten=maybe")

    expect(home.get_by_role("alert")).to_contain_text("“minus-ten=maybe”")
    expect(home.get_by_label("In one line")).to_have_value("2022+dump=free")
    home = opened(page, site)
    for mode in ("All questions at once", "One question at a time"):
        home.get_by_label(mode).check()
        assert not overflows(page, 320)


def test_a_rule_is_trained_from_its_page(page, site, visitor):
    """The link of a rule point starts a practice on this point in its game."""
    page.goto(f"{site}/rules-1980.html#minus-ten")
    train = page.locator("#minus-ten").get_by_role("link", name="Train this point")

    table = practise(visitor, site, fragment_of(train.evaluate("a => a.href")))

    expect(table).to_have_attribute("aria-label", re.compile("1980"))


def test_the_list_of_sets_says_how_much_is_done(context, site):
    """An answer that is kept counts for each set that has its puzzle, and once."""
    page = context.new_page()
    page.goto(f"{site}/practice.html")
    done = page.locator("[data-ids]").first
    expect(done).to_have_text(re.compile("^0 of"))
    keep = """ids => ['a', 'b'].forEach((name) => localStorage.setItem(
        `ono-tutor/answer/${name}`, JSON.stringify({puzzle: ids.split(' ')[0]})))"""
    page.evaluate(keep, done.get_attribute("data-ids"))
    page.reload()

    expect(done).to_have_text(re.compile("^1 of"))


NOTEBOOK = """from ono_tutor.widgets import TableRules
table = TableRules("1980", site="https://school.example/ono")
table"""
PAPER = "() => document.querySelector('iframe.ono-paper')?.srcdoc"


def test_the_widget_is_used_by_keys_and_by_mouse_in_a_notebook(page: Page, lab, browser):
    """In JupyterLab the same questions give the line, the link, a sheet of one page and practice."""
    start_afresh(lab)
    errors = errors_of(page)
    page.add_init_script("window.print = () => {}")
    run_all(page, lab.lesson(write_notebook(lab, "rules.ipynb", NOTEBOOK, "print(table.link)")))
    home = page.locator(".ono-your-rules")
    choose_by_keys(page, home)
    expect(home.get_by_label("In one line")).to_have_value("1980+ono99=suicide")

    home.get_by_label("All questions at once").check()
    home.get_by_role("spinbutton").first.fill("5")
    home.get_by_role("spinbutton").first.blur()
    address = f"https://school.example/ono/your-rules.html#{FAMILY}"
    expect(home.get_by_label("Link for the others")).to_have_value(address)

    home.get_by_role("button", name="Print the sheet").click()
    sheet = browser.new_page()
    sheet.set_content(page.evaluate(PAPER))
    assert "whoever plays it loses the round at once" in sheet.inner_text("body")
    assert sheets(sheet) == 1

    home.get_by_role("button", name="Practise on these rules").click()
    practise_one(shown_table(page))
    assert errors == []
