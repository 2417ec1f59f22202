"""Exact answers and their proofs: survive, threat, solve, and the worth of a play.

The modules, in reading order:

- ``information_sets``: the draw pile as far as it is known, what each card does for completing a
  turn, and the chance to, by what its player sees.
- ``survive``: the chance of the player to move, by first play; the chance to survive a double next
  turn, by the card played now, and that of every hand and total.
- ``reasons``: why each card of the hand survives or does not, in a sentence.
- ``threat``: how each play endangers the next player, and why.
- ``value``: how good each play is over the whole round, and what it costs; ``certain``: which of
  these values are proved.
- ``compare``: the same position under each rule set.
- ``solve``: who can force a win, or how many points.
- ``search``: the search that answers it, for a win and for points, and the line that shows it.
- ``proof``: an answer with all that is needed to check it.
- ``check_proof``: the checker, which uses nothing of the rest.
"""
