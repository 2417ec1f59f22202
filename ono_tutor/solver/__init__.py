"""Exact answers and their proofs: survive, threat, solve, and the worth of a play.

The modules, in reading order:

- ``pile``: the draw pile as far as it is known, and every way to draw from it.
- ``information_sets``: what each card does for completing a turn, and the chance to, whoever
  sees what.
- ``survive``: the chance of the player to move, by first play, and the chance to survive a double
  next turn, by the card played now.
- ``reasons``: why each card of the hand survives or does not, in a sentence.
- ``threat``: how each play endangers the next player, and why.
- ``value``: how good each play is over the whole round, and what it costs; ``certain``: which of
  these values are proved.
- ``survival_map``: every hand and total under a double.
- ``compare``: the same position under each rule set.
- ``solve``: who can force a win, or how many points.
- ``search``: the search that answers it, for a win and for points, and the line that shows it.
- ``proof``: an answer with all that is needed to check it.
- ``check_proof``: the checker, which uses nothing of the rest.
"""
