"""Puzzles chosen for a class: the same filters and the same seed choose the same puzzles.

- :mod:`.filters`: what a teacher asks puzzles to be about
- :mod:`.features`: what can be seen of a puzzle before one thinks
- :mod:`.prerequisites`: what a class must have met first, chosen only where it is asked for
- :mod:`.balance`: how evenly puzzles are spread over what is asked for
- :mod:`.choosing`: so many puzzles chosen from the bank or a file
- :mod:`.new_puzzles`: puzzles made where those that there are do not suffice
- :mod:`.parallel_items`: puzzles as hard as each other, so that learners may get different ones
- :mod:`.build_assignment`: the assignment made of puzzles and of how they are to be done
"""
