"""A learner's side of an assignment. The modules, in reading order.

- :mod:`.state`: who does which assignment, and what was handed in,
- :mod:`.work`: one learner's responses, and how far the learner has come,
- :mod:`.session`: one learner at one assignment, from the name to the hand-in,
- :mod:`.submit`: where the answers file goes,
- :mod:`.notebook`: the notebook that a teacher gives out, with the terms in words.
"""
