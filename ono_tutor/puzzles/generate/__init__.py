"""Puzzles made by search. ``tools/build_bank.py`` builds the shipped bank with it.

In reading order:

- ``deals``: a task dealt at random within a shape; ``shapes.toml`` says where to look for what.
- ``canonical_form``: one form for all puzzles that are the same, and the smallest that shows it.
- ``search``: all of it, until there are as many puzzles as are wanted.
"""
