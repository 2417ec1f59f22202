"""The results of grading: a page for each learner, and a report on the class for the teacher.

In reading order:

* ``analysis``: a class added up learner by learner: by item, rule point and misconception.
* ``similar_work``: pairs of learners whose work is worth a look.
* ``report``: the report: who needs what, what to do next, and the page.
* ``report_json``: the report as JSON, and its format.
* ``charts``: the pictures of the pages.
* ``feedback``: the page of a learner.
* ``over_time``: a class over several assignments.
"""
