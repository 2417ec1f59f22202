"""The results of grading: a page for each learner, and a report on the class for the teacher.

In reading order:

* ``analysis``: a class added up learner by learner: by item, rule point and misconception.
* ``similar_work``: pairs of learners whose work is worth a look.
* ``report_json``: the report: who needs what, what to do next, and its format as JSON.
* ``charts``: the pictures of the pages.
* ``report_page``: the same report as a page.
* ``feedback``: the page of a learner.
* ``over_time``: a class over several assignments.
"""
