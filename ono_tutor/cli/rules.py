"""``ono-tutor rules``: the rule points, looked up."""

import json

import click
from rich.console import Console
from rich.table import Table

from ono_tutor.cli.stream import errors_told
from ono_tutor.rules.book import RulePoint, rule_point, rule_points, texts


@click.command()
@click.argument("rule_id", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def rules(rule_id: str | None, as_json: bool) -> None:
    """A rule point: each edition's sentence, its sources, its status and its options.

    Without an ID all rule points are listed.
    """
    with errors_told(as_json):
        points = list(rule_points().values()) if rule_id is None else [rule_point(rule_id)]
    if as_json:
        for point in points:
            click.echo(json.dumps(point.as_json(), ensure_ascii=False))
    elif rule_id is not None:
        _show(Console(highlight=False), points[0])
    else:
        Console(highlight=False).print(_list(points))


def _list(points: list[RulePoint]) -> Table:
    table = Table("id", "title", "status", "rule sets")
    for point in points:
        table.add_row(point.id, point.title, point.status.value, ", ".join(point.says))
    return table


def _show(console: Console, point: RulePoint) -> None:
    console.print(f"{point.id}: {point.title} ({point.status.value})", style="bold")
    for name, sentence in point.says.items():
        console.print(f"  {name}: {sentence}", markup=False)
    for source in point.sources:
        text = texts()[source.text]
        console.print(
            f"  {text.title} [{source.text}], {source.place}: {source.says}", markup=False
        )
    for option in point.options:
        console.print(
            f"  option {option.name} ({', '.join(option.rules)}), default {option.default}"
        )
        for value, meaning in option.means.items():
            console.print(f"    {value}: {meaning}", markup=False)
    if point.note:
        console.print(f"  {point.note}", markup=False)
