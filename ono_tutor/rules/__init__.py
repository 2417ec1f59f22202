"""Layer 1: the rule sets and the rule book.

In reading order: ``play`` is a card put down with its choices, ``judgement`` what it does at a
moment or why it may not be played, ``event`` a fact that follows, ``seats`` who is next, and
``option`` a reading that the texts leave open. ``ruleset`` is what every rule set has and
``automaton`` keeps its judgements as states and moves. ``ono99`` is common to ``ono1980`` (with
``scoring``) and ``ono2022``; ``ninety_nine`` is the third game; ``catalogue`` lists them. ``book``
reads the rule points, their sentences and their sources.
"""
