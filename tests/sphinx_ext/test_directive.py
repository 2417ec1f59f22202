"""What every directive does with a claim and with bad input: it holds the one, and names the other."""

import pytest
from sphinx_ext.projects import Pages, directive
from sweeps import first

from ono_tutor import sphinx_ext

PAGES = Pages()

POSITION = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
LUCK = "1980 total=92 hand=5,9,10,O owes=2 players=3"
LINE = "1980 total=60 hands=D,4,8,O/H,4,5,6/R,5,6,7 | D H R"
UNLIKE = "1980 total=6 hand=-10,4,R"
HAND = "1980 7,5,9,O"
PLAIN = "2022+two-player-reverse-reply=plain R,7,8,9"
RULE = "2022 total=6 hand=-10,4,R,O"
BELIEF = "minus-ten-goes-negative"
SMALL = "2022 total=6 hand=-10,4"


def position(line=POSITION, **options):
    return directive("ono-position", line, **options)


def survive(line, expect):
    return directive("ono-survive", line, expect=expect)


def compare(**options):
    return directive("ono-compare", UNLIKE, **options)


def survival_map(argument=HAND, **options):
    return directive("ono-map", argument, **options)


def rule(point="minus-ten", line=RULE, **options):
    return directive("ono-rule", point, line, **options)


def mistake(name=BELIEF, line=SMALL, **options):
    return directive("ono-mistake", name, line, **{"kind": "total", "play": "-10"} | options)


TRUE = [
    position(expect="-10 H"),
    position(question="survive", expect="certain"),
    position(question="survive", expect="1/1"),
    position(play="H", expect="total 92, turn 1, owes 2"),
    position(play="-10 7", expect="total 89, loser -, round-over no, chips 3/3/3"),
    position(question="none"),
    survive(LUCK, "chance 8/25"),
    survive(POSITION, "certain"),
    directive("ono-play", LINE, expect="turn 1, owes 2, dir ccw"),
    compare(expect="differs -10"),
    compare(expect="1980 certain, 2022 certain, ninety-nine none, differs -10"),
    survival_map(),
    survival_map(total="92", expect="8/25"),
    survival_map(total="92", expect="chance 8/25"),
    survival_map(total="86", expect="certain"),
    survival_map(total="94", expect="lost"),
    survival_map("1980 9", total="89", expect="16/53"),
    survival_map(PLAIN, total="98", expect="certain"),
    survival_map(PLAIN, total="98", expect="37/108", players="2"),
    survival_map("1980 3,H,8,9", total="84", keep="5", expect="9 8 3"),
    survival_map("1980", count="1"),
    survival_map("2022", against="minus-ten=unplayable"),
    rule(rules="2022", play="-10", expect="total 0"),
    rule("opening", "1980 hand=R,7,H,O players=3"),
    rule("99-below-zero", "ninety-nine total=4 hand=10,9,K", play="10-10"),
    rule("99-deck", "ninety-nine hands=8,8,8/8,8,9", question="refused"),
    rule("double-no-stack", LINE.partition(" |")[0].replace("R,5", "H,5"), play="D H H"),
    rule("opening", "1980+opening=number hand=R,2 players=3", claim="may R"),
    mistake(expect="0"),
    directive("ono-puzzle", "dp80-hold", expect="certain"),
    directive("ono-puzzle", "survive: 1980 total=92 hand=7,H,-10,O owes=2", expect="certain"),
]
"""Directives whose claims are so; a rule point is shown also by another option or by a mistake."""

FALSE = [
    (position(expect="H"), "claims 'H', but the engine says: H -10"),
    (position(expect=""), "claims '', but the engine says: H -10"),
    (position(question="survive", expect="lost"), "engine says: certain, 1/1, certain 1/1"),
    (position(question="survive", expect="certain 1/2"), "claims 'certain 1/2'"),
    (position(play="H", expect="total 92, turn 2"), "engine says: total 92, turn 1, owes 2"),
    (position(play="H", expect="colour red"), "claims 'colour red'"),
    (position(question="none", expect="H"), "engine says: nothing"),
    (survive(LUCK, "certain"), "engine says: chance, 8/25, chance 8/25"),
    (directive("ono-play", LINE, expect="turn 2"), "turn 1"),
    (compare(expect="differs R"), "engine says: differs -10"),
    (compare(expect="2022 lost"), "2022 certain"),
    (compare(expect="ninety-nine certain"), "ninety-nine none"),
    (survival_map(total="92", expect="9/25"), "the page claims '9/25', but the engine says: chance, 8/25"),
    (survival_map(total="80", keep="", expect="O"), "claims 'O', but the engine says: "),
    (rule(play="-10", expect="total -4"), "total 0"),
    (rule("hold"), "claims 'hold', but the engine says: the rule points that decide here are"),
    (mistake(expect="-4"), "claims '-4', but the engine says: 0"),
    (mistake(line="2022 total=16 hand=-10,4"), "'minus-ten-goes-negative' does no harm here; the misconceptions that do are"),
    (directive("ono-puzzle", "dp80-hold", expect="lost"), "claims 'lost', but the engine says: you survive for certain"),
    (directive("ono-puzzle", "dp80-hold", expect="perhaps"), "is no answer; say certain"),
]  # fmt: skip

BAD = [
    (position("1980 total=92 hand=7,Z"), "'Z' is not a card"),
    (position("1980 total=92 hand=7", play="8"), "You have no "),
    (position("1980 total=92 hand=?4"), "hidden cards"),
    (position(expcet="certain"), "'expcet' is not an option here; the options are question, play"),
    (position(question="why"), "'why' is not a question"),
    (position(question="survive", play="H"), "either :question: or :play:, not both"),
    (directive("ono-play", "1980 total=60 hand=D,4,8,O"), "a play is missing; write it after the position, such as 7 or H"),
    (directive("ono-play", LINE.replace("D H R", "H")), "You have no "),
    (directive("ono-play", LINE.replace("=60", "=x")), "'x'"),
    (compare(rules="1999"), "the rule sets are 1980, 2022, ninety-nine"),
    (survival_map("1980 7,Z"), "'Z' is not a card"),
    (survival_map("1980 7,?"), "hidden cards"),
    (survival_map(total="99"), "cannot stand at 99"),
    (survival_map(players="9"), "2 to 8 players, not 9"),
    (survival_map("ninety-nine 7,8,9"), "has no double to survive"),
    (survival_map("1981"), "'1981' is not a rule set"),
    (survival_map(count="3"), "'count' is not an option here"),
    (survival_map("1980", total="92"), "'total' is not an option here"),
    (survival_map("1980", against="dump=free"), "has no option 'dump'"),
    (survival_map("1980", against="ono99=suicide", count="2"), "'count' is not an option"),
    (rule(rules="ninety-nine"), "it is one of 1980, 2022"),
    (rule(line=""), "the rule point needs an example"),
    (rule("minus-tenn"), "'minus-tenn' is not a rule point"),
    (rule(play="-10", question="none"), "not both"),
    (rule("deck", "1980 hand=D", question="refused"), "can be, and the page says"),
    (mistake(line="1980 total=6 hand=-10,4"), "does no harm here"),
    (mistake("minus-ten"), "'minus-ten' is no misconception"),
    (mistake(kind="riddle"), "'riddle' is no kind of puzzle"),
    (directive("ono-puzzle", "dp80-nothing"), "there is no puzzle 'dp80-nothing'"),
    (directive("ono-puzzle", "line-w74zarwb"), "offer it with ono-try"),
    (directive("ono-puzzle", "dp80-hold; dp80-exactly-99"), "these are 2 puzzles"),
    (directive("ono-try", "1980 total=500 hand=7"), "500"),
    (directive("ono-try", "1980", table="chess"), "'chess' is no table; the tables are explorer"),
    (directive("ono-try", "1980", table="game", players="40"), "1980 is for 2 to 8 players, not 40"),
    (directive("ono-try", "1980", table="game", players="some"), "'some' is not a whole number"),
    (directive("ono-try", "nothing", table="quiz"), "'nothing'"),
    (directive("ono-try", "1980 total=3 hand=7", seed="3"), "'seed' is not an option here"),
    (directive("ono-comparison", rules="1980 1999"), "'1999' is not a rule set"),
    *((directive(name, "1999"), "'1999' is not a rule set") for name in ("ono-sheet", "ono-open", "ono-options")),
]  # fmt: skip


@pytest.mark.parametrize("page", list(map(PAGES.add, TRUE)))
def test_a_true_claim_builds(site, page):
    """A page whose claims the engine confirms builds without a word."""
    assert f"{page}.md" not in site.said


@pytest.mark.parametrize(("page", "why"), [(PAGES.add(body), why) for body, why in FALSE + BAD])
def test_a_false_claim_or_bad_input_fails(site, page, why):
    """What the engine denies, and what cannot be read, is named with its place, and why."""
    name = PAGES[page].partition("{")[2].partition("}")[0]
    (fault,) = site.faults(page)

    assert fault.startswith(f"3: {name}: ")
    assert why in fault


def test_the_build_fails(site):
    """A build in which any page is wrong fails, after it has named every fault of every page."""
    assert site.status != 0
    assert site.said.count("ERROR: ono-") == len(FALSE + BAD)


@pytest.mark.parametrize(
    "wrong", first([position(expect="7"), "{ono-rule}`limits`", "{ono-number}`points/none`"])
)
def test_one_fault_fails_with_warnings_as_errors_too(build, wrong):
    """A lone fault of a directive or a role fails the build, also where warnings are errors."""
    for arguments in ((), ("-W",)):
        site = build(f"Text.\n\n{wrong}", *arguments)

        assert site.status != 0
        assert "index.md:5" in site.said


def test_faults_stay_until_they_are_mended(build):
    """A wrong page fails every build, also the one that need not read it again, until it is mended."""
    wrong, right = position(expect="7"), position(expect="H -10")

    statuses = [build(page).status for page in (wrong, wrong, right)]

    assert [status != 0 for status in statuses] == [True, True, False]


def test_parallel_and_second_builds_name_the_same_faults(build):
    """Pages read by several processes keep their faults, and a build that reads none keeps them too."""
    wrong = rule(rules="2022", play="-10", expect="total -4")
    pages = {f"page{n}": wrong for n in range(3)}
    pages |= {f"map{n}": survival_map(total="92", expect="lost") for n in range(3)}

    first = build(wrong, "-j", "2", **pages)
    second = build(wrong, "-j", "2", **pages)

    for site in (first, second):
        assert site.said.count("ERROR: ono-rule") == 4
        assert site.said.count("ERROR: ono-map") == 3


def test_a_mended_page_alone_is_read_again(build):
    """After a claim was mended the build is good."""
    book = rule(rules="2022", play="-10", expect="total 1")
    build("Text.", book=book)

    site = build("Text.", "-W", book=book.replace("total 1", "total 0"))

    assert (site.status, site.said) == (0, "")


def test_a_page_depends_on_the_engine(tmp_path, monkeypatch):
    """Pages are read again when a rule, its registry or anything else of the package changes."""
    (tmp_path / "book").mkdir()
    rules, book = tmp_path / "rules.py", tmp_path / "book" / "limit.toml"
    monkeypatch.setattr(sphinx_ext, "PACKAGE", tmp_path)
    marks = set()
    for path, text in ((rules, "a"), (rules, "b"), (book, "a"), (book, "b")):
        path.write_text(text, "utf-8")
        marks.add(sphinx_ext.engine_mark())

    assert len(marks) == 4
