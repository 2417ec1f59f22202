"""The directive ``ono-course``: the lessons, each opened as a notebook where the site has them.

``ono_tutor_course`` names a folder that ``ono-tutor lite`` built; html pages take it along.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.i18n import lazy_gettext
from ono_tutor.sphinx_ext.answer import numbered_list
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.nodes import literal

CONFIG = "ono_tutor_course"
PLACE = "course"
"""Where the course stands on the site."""

LAUNCH = "notebooks/index.html"


class CourseDirective(OnoDirective):
    """The lessons in reading order, or the one that the argument names by its file.

    ``:expect:`` is how many lessons are shown.
    """

    allowed = ("expect",)

    def shown(self) -> Sequence[nodes.Node]:
        found = [one for one in lessons() if self.line in ("", one.file)]
        if not found:
            known = ", ".join(one.file for one in lessons())
            raise DeniedError(f"{self.line!r} is no lesson; the lessons are {known}")
        claim = self.options.get("expect", str(len(found)))
        if claim != str(len(found)):
            raise DeniedError(f"the page claims {claim!r}, but {len(found)} lessons are shown")
        items = numbered_list()
        items += [self._item(one) for one in found]
        return [items]

    def _item(self, lesson: Lesson) -> nodes.list_item:
        title = nodes.strong(lesson.title, lesson.title)
        name = nodes.paragraph("", "", title, nodes.Text(" "), literal(lesson.file))
        opens = [self._opens(lesson)] if self.config[CONFIG] else []
        return nodes.list_item("", name, *opens)

    def _opens(self, lesson: Lesson) -> addnodes.only:
        """Return a link for pages that stand on the site."""
        up = "../" * self.env.docname.count("/")
        text = str(lazy_gettext("Open “{title}” as a notebook", title=lesson.title))
        address = f"{up}{PLACE}/{LAUNCH}?path={quote(lesson.file)}"
        link = nodes.reference(text, text, refuri=address, internal=False)
        return addnodes.only("", nodes.paragraph("", "", link), expr="builder_html")


def _check(app: Sphinx, _: object) -> None:
    folder = app.config[CONFIG]
    if folder and not (Path(app.confdir) / folder / LAUNCH).is_file():
        message = f"{CONFIG}: {folder} is no folder that ono-tutor lite built: it has no {LAUNCH}"
        raise ConfigError(message)


def _take_along(app: Sphinx, error: Exception | None) -> None:
    """Copy the course into the site; what is there already and as old stays."""
    folder = app.config[CONFIG]
    if error is None and folder and app.builder.name == "html":
        shutil.copytree(Path(app.confdir) / folder, Path(app.outdir) / PLACE, dirs_exist_ok=True)


def setup_course(app: Sphinx) -> None:
    """Add the setting, and what takes the course along."""
    app.add_config_value(CONFIG, "", "env", frozenset({str}))
    app.connect("config-inited", _check)
    app.connect("build-finished", _take_along)
