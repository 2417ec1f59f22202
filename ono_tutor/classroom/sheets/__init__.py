"""An assignment on paper: the sheet that learners answer by hand, and its key.

In reading order:

* ``exercise``: one puzzle as an exercise: its number, its position in words, its answer space.
* ``printed_words``: what is ticked on a sheet, as the engine reads it.
* ``table_drawing``: the table in ink on white, and the rows of cards.
* ``sheet``: the sheets of an assignment or of a class.
* ``key``: every answer with its reason and the likely mistakes.
"""
