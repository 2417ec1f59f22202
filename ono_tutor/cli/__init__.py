"""The command line: a thin shell over the library.

- :mod:`.main`: the command ``ono-tutor``, which loads each of its commands when it is asked for
- :mod:`.streams`: lines read, answers and errors printed, and streams that fail
- :mod:`.positions`: ``plays``, ``compare``, ``survive``, ``threat``, ``keep``, ``solve``, ``proof``
  and ``rules``
- :mod:`.play`: ``play`` and ``simulate``
- :mod:`.workers`: where long work is done, and how far it is
- :mod:`.choosing`: the options that choose puzzles
- :mod:`.puzzles`, :mod:`.quiz`: ``puzzles`` and its practice in the terminal
- :mod:`.learn`: ``learn`` and ``docs``
- :mod:`.assign`, :mod:`.assign_files`: ``assign`` and what it writes
- :mod:`.grading`: what ``grade`` and ``report`` have in common
- :mod:`.grade`, :mod:`.report`: ``grade``, and ``report`` and ``class``
"""
