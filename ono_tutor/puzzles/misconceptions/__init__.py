"""Misconceptions: rule sets changed to what a learner wrongly believes, run by the same engine.

In reading order:

- ``changes``: a changed rule set for each misconception, and for each further way to mean it.
- ``explain``: which misconceptions explain a wrong answer.
- ``answer_patterns``: which answers each misconception leads to, kept beside the bank; and which
  cards an answer depends on, for mistakes that no misconception has.
"""
