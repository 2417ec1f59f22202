"""The page of feedback for a learner, in HTML.

A page leans on the files of :func:`shared_files` in the folder :data:`SHARED` beside it, which are
the same for all; without them it has all its words, and no pictures and colours.
:func:`self_contained_page` puts all of that into the page.

With feedback ``never`` it tells the marks, and neither answers nor reasons, unless the teacher
wants the page in full all the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.classroom.assignment import Assignment, Feedback, due_words
from ono_tutor.classroom.html_pages import (
    Markup,
    environment,
    page_style,
    render,
)
from ono_tutor.classroom.marking import ItemMark, Judge, LearnerMarks
from ono_tutor.classroom.report.analysis import first_point, missed_point
from ono_tutor.course.lessons import lessons_on
from ono_tutor.i18n import Message, _, format_list, ngettext, sentence
from ono_tutor.puzzles.answer import Answer, Mark, parts_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import answer_words, format_chance, label
from ono_tutor.render.svg import card_svg, position_svg
from ono_tutor.rules.book import Misconception, RulePoint, misconceptions, rule_point, rule_points
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import PlayStatus, Reason

MOST_TO_READ = 12
"""Rule points that are named to be read again."""

ARTICLES_KEPT = 1_000
"""Articles that are kept as HTML at once: about 30 MB at the most."""

MOST_POINTS, MOST_MISCONCEPTIONS = 4, 3
"""Rule points, and misconceptions that explain it equally well, that are told with an answer."""


SHARED = "shared"
"""The folder beside the pages with what they share."""

STYLE = "feedback.css"

_PICTURE = re.compile(rf'<img(?P<look>[^>]*?) src="{SHARED}/(?P<file>[^"]+)" alt="">')


def shared_files(assignment: Assignment) -> Iterator[tuple[str, str]]:
    """Yield the files that all pages of an assignment share: name and text."""
    yield STYLE, page_style("page.css", "feedback.css")
    for card in Card:
        yield _card_file(card.code), card_svg(card.code)
    for entry in assignment.entries:
        yield f"{entry.id}.svg", position_svg(Puzzle.of(entry).position)


def self_contained_page(page: str, shared: Mapping[str, str]) -> str:
    """Return a page with what it shares with others, files by name, put into itself.

    A picture becomes an element of the page: only so does the style print its felt white.
    """

    def picture(match: re.Match[str]) -> str:
        return shared[match["file"]].strip().replace("<svg", f"<svg{match['look']}", 1)

    head, end, body = page.partition("</head>")
    link, style = f'<link rel="stylesheet" href="{SHARED}/{STYLE}">', shared[STYLE]
    head = head.replace(link, f"<style>{style}</style>")
    head = head.replace("style-src &#39;self&#39; file:", "style-src 'unsafe-inline'")
    return head + end + _PICTURE.sub(picture, body)


def _card_file(code: str) -> str:
    return f"card-{'hidden' if code == '?' else code}.svg"


def feedback_page(judge: Judge, marked: LearnerMarks, *, in_full: bool = False) -> str:
    """Return the page of one learner, whole.

    ``in_full`` tells answers and reasons whatever the assignment says of feedback; the judge
    must give reasons.
    """
    assignment, name = judge.assignment, marked.learner.name
    items: list[Markup] = []
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    if in_full or assignment.feedback is not Feedback.NEVER:
        for number, item in enumerate(marked.items, 1):
            items.append(_article(judge, number, item._replace(at="", unread=())))
            # An item without an answer shows the point that it is about first.
            missed = missed_point(judge, item) or first_point(judge, item)
            if missed and item.mark is not Mark.RIGHT:
                numbers[missed].append(number)
    to_read = []
    for point in sorted(numbers, key=lambda point: -len(numbers[point]))[:MOST_TO_READ]:
        links = [f'<a href="#item-{number}">{number}</a>' for number in numbers[point]]
        where = Markup(_("Item {number}", number=format_list(links)))
        to_read.append((rule_point(point), lessons_on(point), where))
    return render(
        "feedback.html",
        title=_("{title}: {learner}", title=assignment.title, learner=name),
        assignment=assignment,
        marked=marked,
        last=due_words(marked.last, assignment.due_zone or UTC) if marked.last else None,
        items=items,
        to_read=to_read,
        earned_words=earned_words,
        shared=f"{SHARED}/{STYLE}",
    )


def earned_words(earned: int, points: int) -> Message:
    """Return what was earned of how many points."""
    return ngettext("{earned} of {n} point", "{earned} of {n} points", points, earned=earned)


def spoken_points(rules: RuleSet, ids: Sequence[str]) -> Sequence[RulePoint]:
    """Return the first of these rule points that have a sentence in this rule set."""
    points = [rule_points()[key] for key in dict.fromkeys(ids)]
    return [point for point in points if point.sentence_for(rules)][:MOST_POINTS]


@lru_cache(ARTICLES_KEPT)
def _article(judge: Judge, number: int, item: ItemMark) -> Markup:
    """Return an article; it is the same for all who earned alike, whenever that was."""
    puzzle = judge.puzzles[item.puzzle]
    right, rules = puzzle.solution(), puzzle.position.rules
    check = judge.check(item.puzzle, item.answer) if item.answer else right
    # A misconception is told on its own, without the sentence that leads up to it.
    reason = check.reason or check.text
    why_right = str(dict(right.text.fields).get("why", right.text))
    earlier: list[Misconception] = []  # behind earlier answers that counted too
    if item.answers > 1:
        now = {belief.id for belief in check.named if item.answer}
        keys = [key for key in item.mistakes if key not in now][:2]
        earlier = [misconceptions()[key].worded_for(rules) for key in keys]
    template = environment().get_template("feedback_item.html")
    article = template.render(
        number=number,
        item=item,
        puzzle=puzzle,
        points=earned_words(item.earned, judge.assignment.items[number - 1].points),
        table=Markup('<img src="{}/{}.svg" alt="">').format(SHARED, puzzle.id),
        card_face=_card_face,
        is_right=check.is_right and bool(item.answer),
        yours=_named_answer(puzzle, check.answer) if item.answer else None,
        reason=reason,
        misconceptions=check.named[:MOST_MISCONCEPTIONS],
        misconception_count=len(check.named),
        right=_named_answer(puzzle, right.answer),
        right_reason="" if item.answer and why_right in str(reason) else right.text,
        rule_points=spoken_points(rules, (*check.rules, *right.rules)),
        cards=[_card(puzzle, each, f"{reason} {right.text}") for each in right.reasons],
        earlier=earlier,
    )
    return Markup(article)


def _card_face(code: str) -> Markup:
    return Markup('<img class="card" src="{}/{}" alt="">').format(SHARED, _card_file(code))


def _named_answer(puzzle: Puzzle, answer: Answer | None) -> tuple[str, Sequence[str]] | None:
    """Return an answer in words, and the codes of the cards of the hand that it names."""
    if answer is None:
        return None
    cards = (play.card for play in parts_of(answer) if isinstance(play, Play) and play.card)
    in_hand = (card.code for card in cards if card in puzzle.position.hand)
    return sentence(answer_words(puzzle, answer)), list(dict.fromkeys(in_hand))


def _card(puzzle: Puzzle, reason: Reason, told: str) -> Mapping[str, object]:
    """Return what a card of the hand would have done, and why if that is not told already."""
    is_risk = reason.status is PlayStatus.RISK and reason.chance is not None
    return {
        "name": sentence(f"{puzzle.position.rules.play_name(reason.play):short}"),
        "label": label(puzzle.position, reason.status),
        "chance": format_chance(reason.chance) if is_risk and reason.chance is not None else "",
        "text": "" if str(reason.text) in told else reason.text,
    }
