"""The directive ``ono-practice``: the page on which a set of puzzles is practised.

``#set=`` in the address holds the set: the name of a shipped one, ids of puzzles, or puzzles in
one line, parted by semicolons. With the fields of an assignment beside it (see
:mod:`ono_tutor.classroom.assigning.link`) the set is done as one, and handed in. The engine runs
it; answers stay in the learner's browser.
"""

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.i18n import N_, translate
from ono_tutor.puzzles import bank
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.live import ALIVE, has_engine


class PracticePage(nodes.container):
    """The page's working part; its children stand there where there is no engine."""


class PracticeDirective(SphinxDirective):
    """A place to practise any set, to make one, and to save what was answered."""

    def run(self) -> list[nodes.Node]:
        note_engine(self.env)
        text = translate(WITHOUT)
        items = nodes.bullet_list("", *map(_item, bank.sets()), bullet="*")
        return [PracticePage("", nodes.paragraph(text, text), items, classes=[ALIVE])]


def _item(name: str) -> nodes.list_item:
    code, title = nodes.literal(name, name), nodes.Text(f" {bank.title_of_set(name)}")
    return nodes.list_item("", nodes.paragraph("", "", code, title))


WITHOUT = N_(
    "These sets can be practised on the web pages of a site that has the engine, with scripts on, "
    "and everywhere with the command ono-tutor puzzles or in the notebooks:"
)

PARTS = """<div class="ono-practice" data-ono-practice>
<p class="ono-live-status" role="status" data-part="status" hidden></p>
<progress data-part="bar" hidden></progress>
<p class="ono-live-error" role="alert" data-part="error" hidden></p>
<button type="button" data-part="retry" hidden>{retry}</button>
<noscript><p>{scripts}</p></noscript>
<section data-part="sitting" aria-label="{sitting}" hidden>
<p class="ono-about" data-part="about"></p>
<p class="ono-live-notice" role="status" data-part="notice" hidden></p>
<div data-part="table"></div>
<div class="ono-hand-in" data-part="handIn">
<h2>{hand_in}</h2>
<p>{hand_in_why}</p>
<div class="ono-line"><label for="ono-learner">{learner}</label>
<input id="ono-learner" type="text" maxlength="100" autocomplete="name"
 aria-describedby="ono-no-name" data-part="learner">
<button type="button" class="ono-main" data-part="saveAnswers">{save}</button></div>
<p class="ono-live-error" role="alert" id="ono-no-name" data-part="noName" hidden></p>
<p role="status" data-part="saved" hidden></p>
</div>
</section>
<p data-part="another" hidden><a href="#">{another}</a></p>
<section data-part="choose" aria-label="{choose}">
<h2>{choose}</h2>
<ul class="ono-sets">{sets}</ul>
<h2>{own}</h2>
<label for="ono-words">{words}</label>
<textarea id="ono-words" rows="6" spellcheck="false" autocapitalize="off" autocomplete="off"
 aria-describedby="ono-words-help ono-wrong" data-part="words"></textarea>
<p class="ono-help" id="ono-words-help">{help}</p>
<p class="ono-live-error" role="alert" id="ono-wrong" data-part="wrong" hidden></p>
<div class="ono-line"><label for="ono-from">{from_}</label>
<select id="ono-from" data-part="from">{options}</select>
<button type="button" data-part="add">{add}</button></div>
<p><button type="button" class="ono-main" data-part="make">{make}</button></p>
<div data-part="made" hidden>
<p role="status" data-part="count"></p>
<div class="ono-line"><label for="ono-link">{link}</label>
<input id="ono-link" type="text" readonly data-part="link">
<button type="button" data-part="copy">{copy}</button> <a data-part="open" href="#">{open}</a></div>
<p role="status" data-part="copied" hidden></p>
</div>
</section>
<section class="ono-kept" aria-label="{kept}">
<h2>{kept}</h2>
<p data-part="kept" hidden></p>
<p data-part="keptHomework" hidden></p>
<p data-part="keptWhy">{kept_why}</p>
<div class="ono-line" data-part="carry">
<button type="button" data-part="saveProgress">{save_progress}</button>
<label for="ono-load">{load}</label>
<input id="ono-load" type="file" accept=".json,application/json" data-part="load"></div>
<p><button type="button" data-part="forget">{forget}</button></p>
<p role="status" data-part="carried" hidden></p>
</section>
</div>
"""

LABELS = {
    "retry": N_("Try again"),
    "scripts": N_("This page needs scripts: the engine runs in your browser."),
    "sitting": N_("Practice"),
    "hand_in": N_("Hand in"),
    "hand_in_why": N_(
        "Your answers to this set become a file, which you send to your teacher as you are told."
    ),
    "learner": N_("Your name"),
    "save": N_("Save my answers"),
    "another": N_("Choose another set"),
    "choose": N_("Choose a set"),
    "own": N_("Make a set of your own"),
    "words": N_("Puzzles, one in a line"),
    "help": N_(
        "A line is the id of a puzzle, or a kind of question, a colon and a position, such as "
        "“survive: 1980 total=92 hand=7,H,-10,O owes=2”."
    ),
    "from_": N_("Add the puzzles of a set"),
    "add": N_("Add"),
    "make": N_("Check, and make the link"),
    "link": N_("The link to share"),
    "copy": N_("Copy"),
    "open": N_("Open it"),
    "kept": N_("Kept in this browser"),
    "kept_why": N_(
        "Nobody but you sees them. To go on in another browser or in a notebook, save them as a "
        "progress file and load it there."
    ),
    "save_progress": N_("Save my progress"),
    "load": N_("Load a progress file"),
    "forget": N_("Forget my answers here"),
}


def _html() -> str:
    labels = {name: escape(translate(template)) for name, template in LABELS.items()}
    names = bank.sets()
    items = "".join(map(_set_link, names))
    return PARTS.format(sets=items, options="".join(map(_set_option, names)), **labels)


def _set_link(name: str) -> str:
    count = len(bank.entries_of_set(name))
    title = escape(bank.title_of_set(name))
    puzzles = escape(translate(N_("puzzles: {count}")).format(count=count))
    return f'<li><a href="#set={escape(name)}">{title}</a> <small>{puzzles}</small></li>'


def _set_option(name: str) -> str:
    ids = " ".join(entry.id for entry in bank.entries_of_set(name))
    return f'<option value="{escape(ids)}">{escape(bank.title_of_set(name))}</option>'


def _visit(translator: HTML5Translator, _: PracticePage) -> None:
    if has_engine(translator.builder):
        translator.body.append(_html())
        raise nodes.SkipNode
    translator.body.append("<div>")


def _depart(translator: HTML5Translator, _: PracticePage) -> None:
    translator.body.append("</div>\n")


def setup_practice(app: Sphinx) -> None:
    """Add the directive and its node."""
    app.add_node(PracticePage, html=(_visit, _depart))
    app.add_directive("ono-practice", PracticeDirective)
