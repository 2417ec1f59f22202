"""A rule point as parts of a page: how sure it is, its options, and where the texts say it."""

from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ono_tutor.i18n import N_, lazy_gettext, translate
from ono_tutor.rules.book import Citation, OptionText, RulePoint, Status, texts
from ono_tutor.sphinx_ext.domain import link
from ono_tutor.sphinx_ext.fold import fold


def status_badge(point: RulePoint) -> nodes.inline:
    """Whether the texts agree on the point, with a sign and in words."""
    badge = str(lazy_gettext(_BADGES[point.status]))
    return nodes.inline(badge, badge, classes=["ono-badge"])


def options_of(point: RulePoint, keys: Iterable[str]) -> tuple[OptionText, ...]:
    """The options of a point that one of these rule sets has."""
    wanted = set(keys)
    return tuple(option for option in point.options if wanted & set(option.rules))


def sources_of(point: RulePoint, keys: Iterable[str]) -> tuple[Citation, ...]:
    """Where the texts that describe one of these rule sets speak of the point."""
    wanted = set(keys)
    return tuple(c for c in point.sources if wanted & set(texts()[c.text].editions))


def options(found: Iterable[OptionText]) -> list[nodes.Node]:
    """Each option with what its values mean, our default called ours."""
    return [part for option in found for part in _option(option)]


def _option(option: OptionText) -> list[nodes.Node]:
    title = lazy_gettext("Option {name}", name=option.name)
    head = nodes.paragraph("", "", nodes.strong(str(title), str(title)), classes=["ono-option"])
    return [head, values(option)]


def values(option: OptionText) -> nodes.bullet_list:
    """The values of an option and what each means."""
    found = nodes.bullet_list(classes=["ono-values"], bullet="*")
    for value, means in option.means.items():
        is_number = isinstance(option.default, int)
        found += _value(f"{option.name}={option.default if is_number else value}", means, option)
    return found


def _value(word: str, means: str, option: OptionText) -> nodes.list_item:
    line: nodes.paragraph = nodes.paragraph("", "", nodes.literal(word, word))
    if word == f"{option.name}={option.default}":
        ours = translate(N_("our default"))
        line += [nodes.Text(" "), nodes.inline(ours, ours, classes=["ono-ours"])]
    line += nodes.Text(f" {means}")
    return nodes.list_item("", line)


def sources(env: BuildEnvironment, found: Sequence[Citation]) -> nodes.Node:
    """Where the texts say it, folded away; or that none does."""
    if not found:
        text = translate(N_("No text speaks of this."))
        return nodes.paragraph(text, text, classes=["ono-absent"])
    tags = ", ".join(dict.fromkeys(citation.text for citation in found))
    items = nodes.bullet_list(bullet="*")
    for citation in found:
        items += _citation(env, citation)
    return fold(str(lazy_gettext("Where the texts say it: {tags}", tags=tags)), [items])


def _citation(env: BuildEnvironment, citation: Citation) -> nodes.list_item:
    tag = link(env, "text", citation.text)
    place = nodes.emphasis(citation.place, citation.place)
    colon = nodes.Text(f": {citation.says}")
    return nodes.list_item("", nodes.paragraph("", "", tag, nodes.Text(" "), place, colon))


_BADGES = {
    Status.AGREED: N_("✓ The texts agree"),
    Status.CONFLICT: N_("≠ The texts conflict"),
    Status.SILENT: N_("? The texts leave it open"),
}
