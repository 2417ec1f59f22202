"""Layer 2: positions, plays and whole games.

In reading order: ``notation`` reads and writes the line of a position; ``position`` is everything
on the table at one moment, whether that can be, and what it is by other rules; ``legal`` says which
plays are legal and why the others are not, ``turn`` makes a play and says what happened, and
``explain`` puts that into sentences. ``game`` is a whole game from a seed and ``transcript`` its
text; ``value_table`` has what it is worth to keep cards between two, ``strategy`` chooses plays,
``playout`` fills the rows on which ``playout_loop`` plays games at speed (``compiled`` runs it by
numba, the extra ``fast``), and ``simulate`` plays many games, or one way to play against another,
and counts them.
"""
