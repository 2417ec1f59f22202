"""An assignment on paper: the sheet that learners answer by hand, and its key.

In reading order:

* ``exercise``: one puzzle as an exercise, with its number and its variant's letter.
* ``alt_text``: the position in words, beside the drawing and instead of it.
* ``table_drawing``: the table in ink on white, and the rows of cards.
* ``answer_space``: the boxes to tick and the lines to write on.
* ``layout``: how large exercises are set, so that a page of paper holds its own whole.
* ``sheet``: the sheets of an assignment or of a class.
* ``key_answers``: an answer as a teacher reads it, and as it is typed into a table.
* ``key``: every answer with its reason and the likely mistakes.
"""
