"""The directive ``ono-try``: a table of one's own, run by the engine on the page.

With ``ono_tutor_try`` every position and puzzle of the site offers one too.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from docutils import nodes
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
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.drawing import table
from ono_tutor.sphinx_ext.live import ALIVE, has_engine, wanted_json

TRY = N_("Try your own hand")


class TryButton(nodes.General, nodes.Element):
    """A button that opens a table: ``wanted`` is told to the engine, ``about`` names it."""


def try_button(kind: str, told: Mapping[str, object], about: str) -> TryButton:
    """The button for a table of this kind; ``about`` is said to those who cannot see where."""
    wanted = {"open": kind, "told": dict(told)}
    return TryButton("", wanted=wanted, about=about, classes=[ALIVE])


class TryDirective(OnoDirective):
    """A table to try one's own hand at, opened by a button on web pages.

    ``:table:`` is ``explorer`` (a position to change at will; unless told), ``compare`` (the
    same position under each rule set), ``quiz`` (a shipped set, or puzzles in one line) or
    ``game`` (a whole game, of which the argument names the rule set; ``:players:``, ``:seed:``).
    """

    allowed = ("table", "players", "seed")

    def shown(self) -> Sequence[nodes.Node]:
        kind = self.options.get("table", "explorer").strip()
        if kind not in _TABLES:
            raise DeniedError(f"{kind!r} is no table; the tables are {', '.join(_TABLES)}")
        before, told = _TABLES[kind](self.line, self.options)
        button = try_button(kind, told, self.line)
        return [nodes.container("", *before, button, classes=["ono-try"])]


Parts = tuple[list[nodes.Node], dict[str, object]]


def _position(line: str, options: Mapping[str, str]) -> Parts:
    _refuse_numbers(options)
    position = Position.parse(line)
    Draft.of(position)
    return [board(position)], {"position": str(position)}


def _quiz(line: str, options: Mapping[str, str]) -> Parts:
    _refuse_numbers(options)
    puzzles = Puzzle.load_set(line) if line in sets() else read_set(line)
    first = puzzles[0]
    question = str(first.question)
    head: list[nodes.Node] = [table(first.position), nodes.paragraph(question, question)]
    return head, {"set": line}


def _game(line: str, options: Mapping[str, str]) -> Parts:
    rules = ruleset(line)
    players = _whole(options, "players", 4)
    if not rules.least_players <= players <= rules.most_players:
        most = f"{rules.least_players} to {rules.most_players}"
        raise DeniedError(f"players {players} is not possible; {rules.title} has {most}")
    seed = _whole(options, "seed", None) if "seed" in options else None
    text = str(
        lazy_gettext("A game of {title}, players: {count}.", title=rules.title, count=players)
    )
    told = {"rules": line, "players": players, "seed": seed}
    return [nodes.paragraph(text, text)], told


def _whole(options: Mapping[str, str], name: str, default: Any) -> Any:
    try:
        return int(options[name]) if name in options else default
    except ValueError:
        raise DeniedError(f"{name} {options[name]!r} is no whole number") from None


def _refuse_numbers(options: Mapping[str, str]) -> None:
    for name in ("players", "seed"):
        if name in options:
            raise DeniedError(f"{name!r} belongs to a table that is a game")


_TABLES: Mapping[str, Callable[[str, Mapping[str, str]], Parts]] = {
    "explorer": _position,
    "compare": _position,
    "quiz": _quiz,
    "game": _game,
}


def _offer_everywhere(app: Sphinx, page: nodes.document, _: str) -> None:
    """Give every position and puzzle of the page its button, where the site wants that."""
    if not (app.config.ono_tutor_try and has_engine(app.builder)):
        return
    for shown in list(page.findall(nodes.container)):
        if "ono-position" in shown["classes"]:
            _offer(shown)
        elif "ono-puzzle" in shown["classes"] and not list(shown.findall(TryButton)):
            position = shown["position"]
            shown.append(try_button("explorer", {"position": position}, position))


def _offer(shown: nodes.container) -> None:
    """Add the button below the first line of notation that is a position."""
    for line in shown.findall(nodes.literal_block):
        with suppress(OnoError):
            position = str(Position.parse(line.astext()))
            Draft.of(position)
            line.parent.append(try_button("explorer", {"position": position}, position))
            return


def _visit(translator: HTML5Translator, node: TryButton) -> None:
    if has_engine(translator.builder):
        text = str(lazy_gettext(TRY))
        name = str(lazy_gettext("{text}: {about}", text=text, about=node["about"]))
        wanted = escape(wanted_json(node["wanted"]))
        translator.body.append(
            '<p class="ono-try-line"><button type="button" class="ono-try-button" hidden '
            f'aria-expanded="false" aria-label="{escape(name)}" data-ono-try="{wanted}">'
            f'{escape(text)}</button><span role="status"></span></p>\n'
        )
    raise nodes.SkipNode


def _skip(*_: object) -> None:
    raise nodes.SkipNode


def setup_try(app: Sphinx) -> None:
    """Add the directive, its button, and the setting that offers it everywhere."""
    app.add_config_value("ono_tutor_try", default=False, rebuild="html", types=(bool,))
    none = (_skip, None)
    app.add_node(TryButton, html=(_visit, None), latex=none, text=none, man=none, texinfo=none)
    app.add_directive("ono-try", TryDirective)
    app.connect("doctree-resolved", _offer_everywhere)
