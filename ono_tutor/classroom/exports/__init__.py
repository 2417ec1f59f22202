"""Questions for learning management systems: Moodle XML, GIFT and QTI 2.1."""

from ono_tutor.classroom.exports.exported import Exported, LeftOut
from ono_tutor.classroom.exports.gift import gift
from ono_tutor.classroom.exports.moodle_xml import moodle_xml
from ono_tutor.classroom.exports.qti import qti

__all__ = ["Exported", "LeftOut", "gift", "moodle_xml", "qti"]
