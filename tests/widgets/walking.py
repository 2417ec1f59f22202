"""Walks over a table of the widgets: messages as the view sends them, and what is shown anew."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ono_tutor.widgets.table import Table

ID = {"play": "play", "rule": "id", "choice": "id", "action": "id"}
SAID = ("question", "lead", "say", "notice", "shut")
TOLD = ("state", "headline", "text", "chosen", "say")


def send(table: Table, *acts: str) -> None:
    """Send messages: ``play H``, ``choice lost``, ``set total=97``, ``answer {"seat": "1"}``."""
    for act in acts:
        kind, _, word = act.partition(" ")
        if kind == "set":
            name, _, value = word.partition("=")
            table.receive({"type": kind, "name": name, "value": _value(value)})
        elif kind == "answer":
            table.receive({"type": kind, "values": json.loads(word)})
        else:
            table.receive({"type": kind, ID[kind]: word})


def buttons(table: Table) -> list[str]:
    """Return the ids of the buttons below the table."""
    return [button["id"] for button in table.scene["actions"]]


def _value(text: str) -> object:
    return int(text) if text.lstrip("-").isdigit() else text


def walked(table: Table, acts: Iterable[str]) -> str:
    """Return what the table shows, and after each message what has changed of it.

    What is told goes as a whole, so that of it only a missing headline is noted.
    """
    before: dict[str, str] = {}
    lines = []
    for act in ("", *acts):
        if act:
            lines.append(f"$ {act}")
            send(table, act)
        shown = facts(table)
        for name in dict.fromkeys([*before, *shown]):
            is_gone = name not in shown and name.startswith("told ") and name != "told headline"
            if before.get(name, "") != shown.get(name, "") and not is_gone:
                lines += [f"{name}: {line}" for line in shown.get(name, "-").split("\n")]
        before = shown
    return "\n".join(line.rstrip() for line in lines)


def facts(table: Table) -> dict[str, str]:
    """Return what a table shows, in words by name: all but pictures, cards' faces and keys."""
    scene: dict[str, Any] = table.scene
    told: dict[str, Any] = table.feedback or {}
    shown = {name: _text(scene.get(name)) for name in SAID}
    for name in ("progress", "total", "owes", "turn"):
        shown[name] = _text((scene.get(name) or {}).get("text"))
    hand = scene.get("hand") or ()
    shown["hand"] = " ".join(f"{card['code']}{'-' * _is_shut(card)}" for card in hand)
    shown["players"] = "; ".join(seat["text"] for seat in scene.get("seats") or ())
    shown["buttons"] = ", ".join(
        map(_button, [*scene.get("choices", ()), *scene.get("actions", ())])
    )
    shown["plays"] = ", ".join(f"{p['seat']} {p['total']}" for p in scene.get("plays") or ())
    shown |= dict(_fields(scene)) | dict(_rows(scene))
    shown |= {f"told {name}": _text(told.get(name)) for name in TOLD}
    if shown["told say"] == f"{shown['told headline']} {shown['told text']}":
        del shown["told say"]  # nothing else is said than what is written
    shown["told rules"] = ", ".join(rule["id"] for rule in told.get("rules") or ())
    shown["told marks"] = ", ".join(f"{m['id']} {m['tone']}" for m in told.get("marks") or ())
    for card in told.get("cards") or ():
        parts = (card["label"], card.get("chance"), card["text"])
        shown[f"told {card['play']}"] = "; ".join(filter(None, parts))
    shown["figure"] = _text((table.figure or {}).get("text"))
    shown["rule point"] = _text((table.rule_point or {}).get("title"))
    return {name: text for name, text in shown.items() if text}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _is_shut(button: Mapping[str, Any]) -> bool:
    return bool(button.get("disabled"))


def _button(button: Mapping[str, Any]) -> str:
    return f"{button['id']}{'!' * bool(button.get('primary'))}{'-' * _is_shut(button)}"


def _fields(scene: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field in (scene.get("form") or {"fields": ()})["fields"]:
        error = f" ! {field['error']}" if field.get("error") else ""
        yield f"field {field['name']}", f"{_text(field['value'])}{error}"


def _rows(scene: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the row of puzzles, the log's end, and the rows of the grid."""
    strip = scene.get("strip") or {"items": (), "title": ""}
    yield "row", "; ".join(f"{item['name']}{' *' * item['current']}" for item in strip["items"])
    yield "row's title", strip["title"]
    if log := scene.get("log"):
        yield "log", "\n".join(item["text"] for item in log["items"][-3:])
    for case in scene.get("cases") or ():
        yield f"case {case['title']}", case["note"]
    for row in (scene.get("grid") or {"rows": ()})["rows"]:
        cells = [" ".join(filter(None, (c.get("label"), c.get("text")))) for c in row["cells"]]
        yield f"grid {row['name']}", " | ".join(cells)
