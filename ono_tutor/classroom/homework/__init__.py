"""A learner's side of an assignment. The modules, in reading order.

- :mod:`.state`: who does which assignment, what was handed in, and where the answers file goes,
- :mod:`.session`: one learner at one assignment, from the name to the hand-in,
"""
