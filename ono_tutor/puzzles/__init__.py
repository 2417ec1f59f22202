"""Puzzles: a position and a question, whose answer is computed and explained (layer 4).

In reading order:

- ``answer``: what a learner may answer, how it is read, and what a check of it says.
- ``task``: the position that is asked about, and the plays or the claim that go with it.
- ``kind``: what every kind of question can do; ``kinds`` has one module for each.
- ``misconceptions``: the rules as a learner may wrongly believe them to be.
- ``puzzle``: a task and a kind with an id; it checks, hints and explains. A set in one line.
- ``rating``: what is kept beside a puzzle, worked out: difficulty, rule points, misconceptions,
  its theme, such as "Pass it on", and its idea, whatever its cards, as a digest.
- ``bank``: the puzzles and sets that are shipped, written as words with an id and a seal.
- ``filters``: puzzles chosen by a filter, or to be asked on the rules of a table.
- ``puzzle_file``: a teacher's puzzles in a TOML file, every fault with its line.
- ``generate``: the search for puzzles, and chance from a seed, the same on every Python.
"""
