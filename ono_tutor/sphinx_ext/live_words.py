"""The sentences that the page scripts say, by name; fields stand in braces."""

from collections.abc import Mapping

from ono_tutor.i18n import N_, translate

WORDS: Mapping[str, str] = {
    "runtime": N_("Loading Python for the browser ({size} MB)…"),
    "rules": N_("Python is here. Loading the rules…"),
    "ready": N_("Ready: the table follows."),
    "bar": N_("How far it is"),
    "retry": N_("Try again"),
    "failed": N_("The engine could not be started: {cause}"),
    "noWorker": N_("a file of it could not be loaded."),
    "noBundle": N_("The table could not be loaded. Is the connection gone? Press again."),
    "fromFile": N_(
        "this page was opened as a file, and browsers start Python only for pages from a web "
        "server. In its folder, run: python -m http.server --bind 127.0.0.1"
    ),
    "badSet": N_("This is no set to practise: {cause}."),
    "badLink": N_(
        "This link leads to no assignment: {cause}. Perhaps it was cut off: ask your teacher."
    ),
    "ownSet": N_("A set of puzzles"),
    "about": N_("{title} (puzzles: {count})"),
    "unread": N_("Answers kept in this browser that cannot be read, and are left out: {count}."),
    "refused": N_(
        "Your browser did not keep this answer ({cause}). It lasts only as long as this page: "
        "save your answers before you close it."
    ),
    "refusedHomework": N_(
        "Your browser did not keep this ({cause}). It lasts only as long as this page: hand in "
        "before you close it."
    ),
    "keptHomework": N_(
        "Answers to assignments kept in this browser, handed in or not: {count}. They are "
        "forgotten with the others."
    ),
    "homeworkHere": N_(
        "Your answers to assignments ({count}) are kept in this browser and nowhere else: finish "
        "and hand in here. On a computer that others use, forget them once your file is saved."
    ),
    "kept": N_("Answers kept in this browser, of all sets: {count}."),
    "forget": N_("Forget my answers here"),
    "forgetNow": N_("Press again to forget them"),
    "forgotten": N_("They are forgotten. What you saved as a file is still yours."),
    "noName": N_("Write your name first, so that your teacher knows whose answers they are."),
    "saved": N_("Answers in {file}: {count}."),
    "loaded": N_("Answers taken over from {file}: {count}."),
    "notDone": N_("That was not done: {cause}"),
    "made": N_("The set is sound. Puzzles in it: {count}."),
    "copied": N_("The link is copied."),
    "notCopied": N_("The link is marked: copy it with your keys or your menu."),
}


def live_words() -> dict[str, str]:
    """The sentences in the language in use."""
    return {name: translate(template) for name, template in WORDS.items()}
