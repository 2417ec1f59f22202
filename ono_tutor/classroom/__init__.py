"""The classroom: assign puzzles, collect answers, grade them, and report on the class.

The first modules in reading order; then the packages in the order of a teacher's work.

- :mod:`.assignment`: a learner, however the name is spelt; puzzles that are set, and their file
- :mod:`.assignment_link`: an assignment in one line, one found by what a teacher calls it, and
  the learner's notebook of it
- :mod:`.answers_file`: the file that a learner hands in
- :mod:`.marking`: the answers that are right and that count, and their points
- :mod:`.variants`: puzzles as hard as each other, from the bank or new
- :mod:`.choose`: puzzles chosen for an assignment, spread evenly
- :mod:`.sheets`, :mod:`.exports`, :mod:`.nbgrader`: the same on paper, for learning systems,
  and for nbgrader
- :mod:`.homework`: an assignment done in a notebook
- :mod:`.html_pages`: the pages that stand alone, from templates
- :mod:`.submissions`, :mod:`.lms_names`: find and read hand-ins; whose they are in an LMS
- :mod:`.grading`: a class graded, and its tables of marks
- :mod:`.report`: pages of feedback, and a report on the class
"""
