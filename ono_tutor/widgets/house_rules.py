"""``TableRules``: a table settles its own rules, prints them, sends them and practises them."""

from html import escape
from typing import Any

import anywidget
import traitlets
from ipywidgets import VBox

from ono_tutor.i18n import gettext
from ono_tutor.puzzles.filters import OF_TABLE
from ono_tutor.render.bundle import RULES, RULES_SHEETS, joined_style, module
from ono_tutor.render.house_rules import chapters_of, rules_page
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.widgets.quiz import HERE, Quiz


class _Questions(anywidget.AnyWidget):
    """The questions and the sheet; the view says which line was chosen."""

    _esm = module(RULES)
    _css = joined_style(RULES_SHEETS)
    page: Any = traitlets.Dict().tag(sync=True)
    line: Any = traitlets.Unicode().tag(sync=True)
    site: Any = traitlets.Unicode().tag(sync=True)


class TableRules:
    """Questions on which the texts and families differ, with the sheet of what was chosen.

    ``rules`` is the line to begin with, such as ``1980+ono99=suicide``; ``site`` the address of
    a site of these pages, which the link for the others leads to. ``rules`` is afterwards what
    was chosen. Practice on the rules opens below, as :class:`Quiz` does with the same
    ``progress``. Raises :class:`NotationError` for no rule set.
    """

    def __init__(self, rules: str = "1980", *, site: str = "", progress: Any = HERE) -> None:
        self._progress = progress
        page = rules_page() | {"style": joined_style(RULES_SHEETS)}
        line = ruleset(rules).name
        self._questions = _Questions(page=page, line=line, site=site.rstrip("/"))
        self._questions.on_msg(lambda _widget, message, _buffers: self._receive(message))
        self.widget = VBox([self._questions])

    @property
    def rules(self) -> RuleSet:
        """The rules that are chosen."""
        return ruleset(self._questions.line)

    @property
    def sheet(self) -> str:
        """The text of the sheet: a line for each rule point that the rules have."""
        rules = self.rules
        points = [point for __, points in chapters_of(rules.key) for point in points]
        said = ((point.title, point.sentence_for(rules)) for point in points)
        return "\n".join(f"{title}: {text}" for title, text in said if text)

    @property
    def link(self) -> str:
        """The address at which others see these rules; empty where no site was named."""
        site = self._questions.site
        return f"{site}/your-rules.html#{self.rules.name}" if site else ""

    def practice(self) -> Quiz:
        """Return puzzles on exactly these rules."""
        return Quiz(f"{OF_TABLE} {self.rules.name}", self._progress)

    def _receive(self, message: object) -> None:
        """Open the practice below the sheet; a message of another shape is none of ours."""
        if not (isinstance(message, dict) and message.get("type") == "practise"):
            return
        self._questions.line = ruleset(str(message.get("line"))).name
        self.widget.children = (self._questions, self.practice().widget)

    def __str__(self) -> str:
        return f"{self.rules.title}: {self.rules.name}"

    def __repr__(self) -> str:
        return f"TableRules({self.rules.name!r})"

    def _repr_mimebundle_(self, **__: object) -> Any:
        """Return the widget, and the rules in words for a viewer without widgets."""
        shown: Any = self.widget._repr_mimebundle_()
        told = escape(gettext("The rules of our table, in one line: {line}", line=self))
        return shown | {"text/plain": str(self), "text/html": f"<p>{told}</p>"}
