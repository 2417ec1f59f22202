"""The results of grading: a page for each learner, and a report on the class for the teacher.

In reading order:

* ``analysis``: a class added up: by item, rule point, misconception, and work that is alike.
* ``class_report``: the report: who needs what and what to do next, as JSON and as a page.
* ``feedback``: the page of a learner.
* ``over_time``: a class over several assignments.
"""
