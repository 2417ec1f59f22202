"""A rule point as the view's panel: what each edition says, how sure that is, and from where."""

from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.rules.book import RulePoint, Status, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS


def rule_panel(rule_id: str) -> Json:
    """The panel of a rule point.

    Raises :class:`KeyError` for an id that no rule point has.
    """
    point = rule_points()[rule_id]
    return {
        "id": point.id,
        "title": point.title,
        "says": [
            {"rules": kind.title, "text": point.says[key]}
            for key, kind in RULE_SETS.items()
            if key in point.says
        ],
        "where": str(_where(point)),
        "href": None,
    }


def _where(point: RulePoint) -> Message:
    found = list(dict.fromkeys(texts()[source.text].title for source in point.sources))
    return lazy_gettext(_STATUS[point.status], texts=format_list(found))


_STATUS = {
    Status.AGREED: N_("The texts agree ({texts})."),
    Status.CONFLICT: N_("The texts contradict each other here ({texts})."),
    Status.SILENT: N_("The texts do not settle this ({texts})."),
}
