"""Puzzles made by search. ``tools/build_bank.py`` builds the shipped bank with it.

In reading order:

- ``deals``: a task dealt at random within a shape; ``shapes.toml`` says where to look for what.
- ``search``: deals until there are as many puzzles as are wanted, none the same as another and
  each the smallest that shows its point.
"""
