"""Questions for learning management systems: Moodle XML, GIFT and QTI 2.1.

In reading order:

* ``answer_options``: the answers that a learner is offered, each judged by the engine.
* ``questions``: an assignment's questions in groups, in no format yet, and what an export gives.
* ``gift``: questions as GIFT, which is plain text.
* ``xml_elements``: XML that is written the same every time.
* ``moodle_xml``: questions as Moodle XML, with pictures and feedback.
* ``qti_item``: one question as an assessment item of QTI 2.1.
* ``qti_assessment``: the assessment of QTI 2.1 and its content package.
"""

from ono_tutor.classroom.exports.gift import gift
from ono_tutor.classroom.exports.moodle_xml import moodle_xml
from ono_tutor.classroom.exports.qti_assessment import qti
from ono_tutor.classroom.exports.questions import Exported, LeftOut

__all__ = ["Exported", "LeftOut", "gift", "moodle_xml", "qti"]
