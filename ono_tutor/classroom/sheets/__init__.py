"""An assignment on paper: the sheet that learners answer by hand, and its key.

In reading order:

* ``exercise``: one puzzle as an exercise: its number, its position in words, its answer space.
* ``sheet``: the sheets of an assignment or of a class, the table on them in ink on white.
* ``key``: every answer with its reason and the likely mistakes.
"""
