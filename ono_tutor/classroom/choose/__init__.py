"""Puzzles chosen for a class: the same filters and the same seed choose the same puzzles.

- :mod:`.filters`: what a teacher asks puzzles to be about, and what is seen of one at a glance
- :mod:`.prerequisites`: what a class must have met first, chosen only where it is asked for
- :mod:`.new_puzzles`: puzzles made where those that there are do not suffice
- :mod:`.parallel_items`: puzzles as hard as each other, and the assignment made of them
- :mod:`.choosing`: so many puzzles chosen from the bank or a file, evenly spread
"""
