"""Questions for learning management systems: Moodle XML, GIFT, QTI 2.1 and QTI 1.2.

In reading order:

* ``questions``: an assignment's questions in groups, in no format yet, and XML for any format.
* ``formats``: the questions in each format.
"""

from ono_tutor.classroom.exports.formats import Exported, gift, moodle_xml, qti, qti12

__all__ = ["Exported", "gift", "moodle_xml", "qti", "qti12"]
