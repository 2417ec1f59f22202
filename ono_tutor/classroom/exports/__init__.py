"""Questions for learning management systems: Moodle XML, GIFT, QTI 2.1 and QTI 1.2.

In reading order:

* ``answer_options``: the answers that a learner is offered, each judged by the engine.
* ``questions``: an assignment's questions in groups, in no format yet, and XML for any format.
* ``gift``: questions as GIFT, which is plain text.
* ``moodle_xml``: questions as Moodle XML, with pictures and feedback.
* ``qti``: the content package of QTI 2.1, with its assessment and an item for each question.
* ``qti12``: the content package of QTI 1.2, with one quiz, as Canvas Classic Quizzes reads it.
"""

from ono_tutor.classroom.exports.gift import gift
from ono_tutor.classroom.exports.moodle_xml import moodle_xml
from ono_tutor.classroom.exports.qti import qti
from ono_tutor.classroom.exports.qti12 import qti12
from ono_tutor.classroom.exports.questions import Exported, LeftOut

__all__ = ["Exported", "LeftOut", "gift", "moodle_xml", "qti", "qti12"]
