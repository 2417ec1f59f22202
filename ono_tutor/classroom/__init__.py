"""The classroom: assign puzzles, collect answers, grade them, and see what the class got wrong.

The first modules in reading order; then the packages in the order of a teacher's work.

- :mod:`.assignment`: who a learner is, however the name is spelt; puzzles that are set
- :mod:`.assignment_file`: an assignment's file
- :mod:`.assignment_link`: an assignment in one line, and one found by what a teacher calls it
- :mod:`.answers_file`: what a learner hands in
- :mod:`.marking`: which answers are right, which count, and what they earn
- :mod:`.filters`: filters for puzzles, and what a class must have met before one
- :mod:`.variants`: puzzles as hard as each other, from the bank or new
- :mod:`.choose`: puzzles chosen for an assignment, spread evenly
- :mod:`.sheets`, :mod:`.exports`, :mod:`.nbgrader`: the same on paper, for learning systems,
  and for nbgrader
- :mod:`.homework`: an assignment done in a notebook
- :mod:`.html_pages`: the pages that stand alone, from templates
- :mod:`.submissions`: what learners handed in, found and read
- :mod:`.grading`: a class graded, and its tables of marks
- :mod:`.report`: pages of feedback, and what the class got wrong
"""
