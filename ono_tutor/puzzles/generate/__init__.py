"""Puzzles made by search, as the shipped bank was.

In reading order:

- ``shapes``: where to look for what; the shapes themselves are in ``shapes.toml``.
- ``deals``: a task dealt at random within a shape.
- ``canonical_form``: one form for all puzzles that are the same.
- ``shrink``: a smaller puzzle that shows the same.
- ``search``: all of it, until there are as many puzzles as are wanted.
- ``witnesses``: the smallest position in which the rule sets differ over a rule point.
- ``build_bank``: the files of the bank.
"""
