"""Puzzles made by search, as the shipped bank was.

In reading order:

- ``deals``: a task dealt at random within a shape; ``shapes.toml`` says where to look for what.
- ``canonical_form``: one form for all puzzles that are the same, and the smallest that shows it.
- ``search``: all of it, until there are as many puzzles as are wanted; and hands whose cards
  survive alike, one of which wins more rounds.
- ``games``: moments of played games in which a choice lost the round.
- ``witnesses``: the smallest position in which the rule sets differ over a rule point.
- ``build_bank``: the files of the bank.
"""
