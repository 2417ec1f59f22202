"""The directive ``ono-try``: a table of one's own, run by the engine on the page.

With ``ono_tutor_try`` every position and puzzle of the site offers one too.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.errors import OnoError
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.puzzles.bank import sets
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.set_words import read_set
from ono_tutor.render.position_form import Draft
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.answer import board
from ono_tutor.sphinx_ext.browser import ALIVE, has_engine
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.nodes import paragraph, position_drawing

TABLES = ("explorer", "compare", "quiz", "game")
GAME_OPTIONS = ("players", "seed")
PLAYERS = 4

BUTTON = Markup(
    '<p class="ono-try-line"><button type="button" class="ono-try-button" hidden '
    'aria-expanded="false" aria-label="{name}" data-ono-try="{wanted}">'
    '{text}</button><span role="status"></span></p>\n'
)


class TryButton(nodes.General, nodes.Element):
    """A button that opens a table: ``wanted`` goes to the engine, ``about`` names the table."""

    @classmethod
    def opening(cls, table: str, told: Mapping[str, object], about: str) -> "TryButton":
        """Return the button for a table; ``about`` is for those who cannot see where it stands."""
        return cls("", wanted={"open": table, "told": dict(told)}, about=about, classes=[ALIVE])

    @classmethod
    def explorer(cls, position: Position) -> "TryButton":
        """Return the button that opens a position to change at will."""
        line = str(position)
        return cls.opening("explorer", {"position": line}, line)


class TryDirective(OnoDirective):
    """A table to try one's own hand at, opened by a button on web pages.

    ``:table:`` is ``explorer`` (a position to change at will; unless told), ``compare`` (the
    same position under each rule set), ``quiz`` (a shipped set, or puzzles in one line) or
    ``game`` (a whole game, of which the argument names the rule set; ``:players:``, ``:seed:``).
    """

    allowed = ("table", *GAME_OPTIONS)

    def shown(self) -> Sequence[nodes.Node]:
        table = self.options.get("table", "explorer").strip()
        if table not in TABLES:
            raise DeniedError(f"{table!r} is no table; the tables are {', '.join(TABLES)}")
        for name in GAME_OPTIONS:
            if name in self.options and table != "game":
                raise DeniedError(f"{name!r} belongs to a table that is a game")
        make = {"quiz": self._quiz, "game": self._game}.get(table, self._position)
        before, told = make()
        button = TryButton.opening(table, told, self.line)
        return [nodes.container("", *before, button, classes=["ono-try"])]

    def _position(self) -> tuple[list[nodes.Node], dict[str, object]]:
        position = Position.parse(self.line)
        Draft.of(position)
        return [board(position)], {"position": str(position)}

    def _quiz(self) -> tuple[list[nodes.Node], dict[str, object]]:
        puzzles = Puzzle.load_set(self.line) if self.line in sets() else read_set(self.line)
        first = puzzles[0]
        return [position_drawing(first.position), paragraph(first.question)], {"set": self.line}

    def _game(self) -> tuple[list[nodes.Node], dict[str, object]]:
        rules = ruleset(self.line)
        players = self._whole("players") if "players" in self.options else PLAYERS
        if not rules.least_players <= players <= rules.most_players:
            most = f"{rules.least_players} to {rules.most_players}"
            raise DeniedError(f"players {players} is not possible; {rules.title} has {most}")
        seed = self._whole("seed") if "seed" in self.options else None
        template = N_("A game of {title}, players: {count}.")
        text = lazy_gettext(template, title=rules.title, count=players)
        return [paragraph(text)], {"rules": self.line, "players": players, "seed": seed}

    def _whole(self, name: str) -> int:
        word = self.options[name]
        try:
            return int(word)
        except ValueError:
            raise DeniedError(f"{name} {word!r} is no whole number") from None


def _offer_everywhere(app: Sphinx, page: nodes.document, _: str) -> None:
    """Give every position and puzzle of the page its button, where the site wants that."""
    if not (app.config.ono_tutor_try and has_engine(app.builder)):
        return
    for shown in list(page.findall(nodes.container)):
        if "ono-position" in shown["classes"]:
            _offer(shown)
        elif "ono-puzzle" in shown["classes"] and not list(shown.findall(TryButton)):
            shown.append(TryButton.explorer(Position.parse(shown["position"])))


def _offer(shown: nodes.container) -> None:
    """Add the button below the first line of notation that is a position."""
    for line in shown.findall(nodes.literal_block):
        with suppress(OnoError):
            position = Position.parse(line.astext())
            Draft.of(position)
            line.parent.append(TryButton.explorer(position))
            return


def _visit(translator: HTML5Translator, node: TryButton) -> None:
    if has_engine(translator.builder):
        text = str(lazy_gettext("Try your own hand"))
        name = lazy_gettext("{text}: {about}", text=text, about=node["about"])
        wanted = json.dumps(node["wanted"], ensure_ascii=False)
        translator.body.append(BUTTON.format(text=text, name=str(name), wanted=wanted))
    raise nodes.SkipNode


def _skip(*_: object) -> None:
    raise nodes.SkipNode


def setup_try(app: Sphinx) -> None:
    """Add the button, and the setting that offers it everywhere."""
    app.add_config_value("ono_tutor_try", default=False, rebuild="html", types=(bool,))
    none = (_skip, None)
    app.add_node(TryButton, html=(_visit, None), latex=none, text=none, man=none, texinfo=none)
    app.connect("doctree-resolved", _offer_everywhere)
