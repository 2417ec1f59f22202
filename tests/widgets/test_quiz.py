"""The quiz, driven by the messages that its view sends."""

import json

import pytest

from ono_tutor import NotationError, Position, Puzzle
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.widgets import Quiz

OF_EACH_KIND = [next(e.id for e in bank.index().values() if e.kind == kind) for kind in KINDS]


@pytest.fixture
def progress(tmp_path):
    return Progress.open(tmp_path / "kept.sqlite")


def send(widget, **message):
    """Let the view send a message."""
    widget.receive(message)


def test_an_answer_is_on_disk_before_its_feedback_shows(progress):
    """When the feedback changes, another reader of the file already finds the answer."""
    quiz, found = Quiz("double-play-1980", progress), []
    quiz.watch(lambda _: found.append(len(Progress.open(progress.path).history())))

    send(quiz, type="play", play="7")

    assert found == [1]
    assert quiz.feedback["headline"] == "Not right."


def test_a_quiz_shown_again_keeps_what_was_answered(progress):
    """Running the cell again shows the same puzzle with the feedback to the last answer."""
    first = Quiz("double-play-1980", progress)
    send(first, type="play", play="H")
    send(first, type="action", id="next")
    send(first, type="choice", id="certain")

    second = Quiz("double-play-1980", progress)

    assert second.scene["question"] == first.scene["question"]
    assert second.scene["progress"] == first.scene["progress"]
    assert second.feedback["text"] == first.feedback["text"]


def test_a_first_wrong_answer_gets_a_hint_and_a_second_try(progress):
    """Nothing of the right answer is told before the second try; the first is what counts."""
    quiz = Quiz("double-play-1980", progress)

    send(quiz, type="play", play="7")
    assert (quiz.feedback["cards"], quiz.feedback["marks"], quiz.feedback["rules"]) == ([], [], [])
    send(quiz, type="choice", id="lost")
    marks = {mark["id"]: (mark["tone"], mark["text"]) for mark in quiz.feedback["marks"]}

    assert marks == {"lost": ("wrong", "your answer"), "certain": ("right", "right answer")}
    assert quiz.feedback["folded"]
    assert quiz.sitting.right_first_time == 0
    assert [kept.given for kept in progress.history()] == ['"7"']


def test_a_hint_does_not_say_again_what_a_wrong_answer_was_met_by():
    """Of three hints the second is what was said of the 9: the third comes in its place."""
    quiz = Quiz("best-card: 1980 total=95 hand=4,9,3,6 players=3", None)
    told = []

    send(quiz, type="play", play="9")
    for _ in range(2):
        send(quiz, type="action", id="hint")
        told.append((quiz.feedback["headline"], quiz.feedback["text"]))

    assert told == [
        ("Hint 1 of 3.", "3 of your cards are not safe."),
        ("Hint 3 of 3.", "Try the 3."),
    ]


@pytest.mark.parametrize("is_restarted", [False, True])
def test_going_on_after_the_first_hint_tells_first_why_the_answer_was_wrong(progress, is_restarted):
    """Nobody misses the explanation by passing over the second try."""
    quiz = Quiz("double-play-1980", progress)
    send(quiz, type="play", play="7")
    quiz = Quiz("double-play-1980", progress) if is_restarted else quiz
    question = quiz.scene["question"]

    send(quiz, type="action", id="next")

    assert (quiz.scene["question"], quiz.feedback["headline"]) == (question, "Not right.")
    assert quiz.feedback["rules"]
    send(quiz, type="action", id="next")
    assert quiz.sitting.place == 1


def test_a_right_answer_is_marked_and_told_in_a_line(progress):
    """The card pressed is marked right; of the rules it names one and does not recite it."""
    quiz = Quiz("double-play-1980", progress)

    send(quiz, type="play", play="H")

    assert [(mark["id"], mark["tone"]) for mark in quiz.feedback["marks"]] == [("H", "right")]
    assert [rule["sentence"] for rule in quiz.feedback["rules"]] == [""]


@pytest.mark.parametrize("puzzle_id", OF_EACH_KIND)
def test_every_kind_is_asked_hinted_at_and_solved(progress, puzzle_id):
    """Each kind has a way to answer it, hints, and a solution; the scene stays under 20 kB."""
    quiz = Quiz(puzzle_id, progress)
    assert quiz.scene["form"] or quiz.scene["choices"] or Puzzle.load(puzzle_id).takes_cards

    send(quiz, type="action", id="hint")
    assert quiz.feedback["headline"].startswith("Hint 1 of")
    send(quiz, type="action", id="solution")

    assert quiz.feedback["headline"] == "The answer."
    assert len(json.dumps([quiz.scene, quiz.feedback])) < 20_000


def test_a_form_is_an_answer(progress):
    """The values of a form are read as the puzzle's answer."""
    puzzle = Puzzle.load(next(e.id for e in bank.index().values() if e.kind == "total"))
    quiz = Quiz([puzzle], progress)

    send(quiz, type="answer", values={"answer": puzzle.answer})

    assert quiz.feedback["headline"] == "Right."


def test_a_card_is_no_answer_where_a_number_is_wanted(progress):
    """The hand is shut, and a press on a card is not taken for a number."""
    quiz = Quiz(next(e.id for e in bank.index().values() if e.kind == "total"), progress)

    send(quiz, type="play", play=quiz.scene["hand"][0]["code"])

    assert quiz.scene["shut"] == "hand"
    assert (quiz.feedback, progress.history()) == (None, ())


@pytest.mark.parametrize("again", ["7", "H"])
def test_an_answered_puzzle_takes_no_further_answer(progress, again):
    """What is pressed after it is neither judged nor kept, and what was told stays."""
    quiz = Quiz("double-play-1980", progress)
    send(quiz, type="play", play="H")
    before = quiz.feedback

    send(quiz, type="play", play=again)
    send(quiz, type="choice", id="lost")
    send(quiz, type="action", id="solution")

    assert (quiz.scene["shut"], quiz.feedback) == ("all", before)
    assert [action["id"] for action in quiz.scene["actions"]] == ["next"]
    assert len(progress.history()) == 1


def test_a_missed_puzzle_comes_back_once_and_the_count_says_so(progress):
    """Eight wrong answers make eight positions, and one round again without the last."""
    quiz, told = Quiz("double-play-1980", progress), []
    while not quiz.is_finished:
        told.append(quiz.scene["progress"]["text"])
        send(quiz, type="action", id="solution")
        send(quiz, type="action", id="next")

    assert told[0] == "Position 1 of 8"
    assert told[1] == "Position 2 of 8, then 1 again"
    assert told[7:10] == [
        "Position 8 of 8, then 7 again",
        "Missed before: 1 of 8",
        "Missed before: 2 of 8",
    ]
    assert len(told) == 16


def test_a_rule_point_is_shown_and_put_away(progress):
    """A rule's id opens its panel, with what each edition says; null closes it."""
    quiz = Quiz("double-play-1980", progress)

    send(quiz, type="rule", id="limit")
    assert [says["rules"] for says in quiz.rule_point["says"]] == [
        "O'NO 99 of 1980",
        "ONO 99 of 2022",
    ]
    assert "Start here" in quiz.rule_point["where"]
    send(quiz, type="rule", id=None)

    assert quiz.rule_point is None


def test_the_round_ends_with_a_count_and_begins_again(progress):
    """After the last position the count is told, and begin again starts afresh."""
    quiz = Quiz(["dp80-hold", "dp80-exactly-99"], progress)
    for puzzle in quiz.sitting.puzzles:
        send(quiz, type="choice", id=puzzle.answer_as_json())
        send(quiz, type="action", id="next")
    assert quiz.scene["question"] == "You had 2 of 2 right at the first answer."

    send(quiz, type="action", id="again")

    assert (quiz.feedback, quiz.sitting.round) == (None, 2)


def test_a_puzzle_alone_has_no_end_and_does_not_come_back(progress):
    """Nothing follows it, answered or not; a wrong answer has its second try, then its reason."""
    quiz = Quiz("dp80-hold", progress)
    assert [action["id"] for action in quiz.scene["actions"]] == ["hint", "solution"]

    send(quiz, type="play", play="7")
    assert [action["id"] for action in quiz.scene["actions"]][2:] == ["next"]
    send(quiz, type="action", id="next")

    assert "99 already loses" in quiz.feedback["text"]
    assert [action["id"] for action in quiz.scene["actions"]] == ["again"]
    send(quiz, type="action", id="next")
    assert (quiz.is_finished, quiz.scene["progress"]) == (False, None)


def test_the_end_of_a_set_is_an_end_and_offers_what_was_missed(progress):
    """No position is left on the table; the rules missed are named, and can be practised."""
    ids = [entry.id for entry in bank.entries_of_set("double-play-1980")]
    quiz = Quiz("double-play-1980", progress)
    for _ in range(len(ids) + 1):  # what was missed comes back
        sitting = quiz.sitting
        is_missed = sitting.puzzle.id == "dp80-exactly-99" and sitting.length == len(ids)
        answer = "chance" if is_missed else str(sitting.puzzle.answer_as_json())
        send(quiz, type="choice", id=answer)
        if quiz.sitting.is_retrying:
            send(quiz, type="action", id="next")
        send(quiz, type="action", id="next")

    assert quiz.scene["question"] == "You had 7 of 8 right at the first answer."
    assert quiz.scene["progress"]["done"] == quiz.scene["progress"]["of"] == 8
    assert "Missed: The limit" in quiz.scene["lead"]
    assert [action["id"] for action in quiz.scene["actions"]] == ["these", "again"]
    assert "hand" not in quiz.scene

    send(quiz, type="play", play="10")
    assert quiz.scene["question"] == "You had 7 of 8 right at the first answer."
    send(quiz, type="action", id="these")
    asked = bank.entry(quiz.sitting.puzzle.id)
    assert "limit" in asked.rule_points
    assert asked.key == "1980"
    assert quiz.sitting.length == 2


def test_a_damaged_progress_file_is_said(tmp_path):
    """What happened to the progress file stands above the table."""
    (tmp_path / "kept.sqlite").write_bytes(b"not a database, and long enough to be looked at")

    quiz = Quiz("double-play-1980", tmp_path / "kept.sqlite")

    assert "set aside" in quiz.scene["notice"]


@pytest.mark.parametrize("wrong", ["nope", ["nope"], [], ""])
def test_a_set_that_there_is_not_is_named(wrong):
    """An unknown set or puzzle, or none, is refused with the reason."""
    with pytest.raises(NotationError, match="puzzle"):
        Quiz(wrong, progress=None)


def test_a_new_puzzle_is_said_with_the_cards_and_an_answer_says_no_scene():
    """Going on says the question, the total and the hand once; an answer only its feedback."""
    quiz = Quiz("double-play-1980", progress=None)

    quiz.on_choice("certain")
    assert quiz.scene["say"] is None
    quiz.on_action("next")

    assert str(quiz.scene["say"]).endswith(
        "The total is 90. You hold an 8, a 9, a Double Play and an O'NO 99."
    )


def test_open_hands_are_shown_and_told():
    """Where all cards are known, the others' hands and the draw pile stand on the table."""
    puzzle = Puzzle("mine", "line", Position.parse("1980 total=93 hands=2,5/3,O draw=9,8"))
    shown = Quiz([puzzle], progress=None).scene

    assert "Player 1 holds a 3 and an O'NO 99." in shown["lead"]
    assert "The next cards of the draw pile are, in order, a 9 and an 8." in shown["lead"]
    assert [seat["shown"] for seat in shown["seats"]] == [None, "3 O"]


def test_once_a_round_is_scored_nobody_is_to_move():
    """A score puzzle does not ask for a play, and says of nobody that it is the turn."""
    shown = Quiz([Puzzle.load_set("scoring-points")[0]], progress=None).scene

    assert "You play one card." not in shown["lead"]
    assert shown["turn"]["text"] == "Nobody is to move."


def test_a_forgotten_draw_is_told():
    """Who may still draw late is told so (rule forgot-draw)."""
    puzzle = Puzzle(
        "mine", "survive", Position.parse("1980 total=97 hand=3,O,10 played=5 undrawn=0")
    )

    assert "You forgot to draw" in Quiz([puzzle], progress=None).scene["lead"]
