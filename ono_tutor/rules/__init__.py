"""Layer 1: the rule sets and the rule book.

In reading order:

- ``play``: a card put down with its choices; which way play goes, and who is next.
- ``judgement``: what a play does at a moment, or why it may not be made; the events that follow.
- ``ruleset``: what every rule set has, and the options that the texts leave open.
- ``states``: the judgements of a rule set as states and moves, each made once.
- ``ono99``: the rules that ``ono1980`` (for chips or points) and ``ono2022`` share.
- ``ninety_nine``: the third game.
- ``catalogue``: the list of all rule sets, and the one that a word names.
- ``book``: the rule points, their sentences and their sources.
"""
