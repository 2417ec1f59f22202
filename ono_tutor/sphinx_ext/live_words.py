"""The sentences that the page scripts say, by name; fields stand in braces."""

from collections.abc import Mapping

from ono_tutor.messages import marked, translate

WORDS: Mapping[str, str] = {
    "runtime": marked("Loading Python for the browser ({size} MB)…"),
    "rules": marked("Python is here. Loading the rules…"),
    "ready": marked("Ready: the table follows."),
    "bar": marked("How far it is"),
    "retry": marked("Try again"),
    "failed": marked("The engine could not be started: {cause}"),
    "noWorker": marked("a file of it could not be loaded."),
    "noBundle": marked("The table could not be loaded. Is the connection gone? Press again."),
    "fromFile": marked(
        "this page was opened as a file, and browsers start Python only for pages from a web "
        "server. In its folder, run: python -m http.server --bind 127.0.0.1"
    ),
    "badSet": marked("This is no set to practise: {cause}."),
    "badLink": marked(
        "This link leads to no assignment: {cause}. Perhaps it was cut off: ask your teacher."
    ),
    "ownSet": marked("A set of puzzles"),
    "about": marked("{title} (puzzles: {count})"),
    "unread": marked(
        "Answers kept in this browser that cannot be read, and are left out: {count}."
    ),
    "refused": marked(
        "Your browser did not keep this answer ({cause}). It lasts only as long as this page: "
        "save your answers before you close it."
    ),
    "refusedHomework": marked(
        "Your browser did not keep this ({cause}). It lasts only as long as this page: hand in "
        "before you close it."
    ),
    "keptHomework": marked(
        "Answers to assignments kept in this browser, handed in or not: {count}. They are "
        "forgotten with the others."
    ),
    "homeworkHere": marked(
        "Your answers to assignments ({count}) are kept in this browser and nowhere else: finish "
        "and hand in here. On a computer that others use, forget them once your file is saved."
    ),
    "kept": marked("Answers kept in this browser, of all sets: {count}."),
    "forget": marked("Forget my answers here"),
    "forgetNow": marked("Press again to forget them"),
    "forgotten": marked("They are forgotten. What you saved as a file is still yours."),
    "noName": marked("Write your name first, so that your teacher knows whose answers they are."),
    "saved": marked("Answers in {file}: {count}."),
    "loaded": marked("Answers taken over from {file}: {count}."),
    "notDone": marked("That was not done: {cause}"),
    "made": marked("The set is sound. Puzzles in it: {count}."),
    "copied": marked("The link is copied."),
    "notCopied": marked("The link is marked: copy it with your keys or your menu."),
}


def live_words() -> dict[str, str]:
    """The sentences in the language in use."""
    return {name: translate(template) for name, template in WORDS.items()}
