"""The command line: a thin shell over the library.

- :mod:`.start`: the help of the whole, from a file
- :mod:`.main`: the command ``ono-tutor``, which loads each of its commands when it is asked for
- :mod:`.streams`: options, lines that are read, what is printed, and long work
- :mod:`.positions`: ``plays``, ``compare``, ``survive``, ``threat``, ``keep``, ``value``,
  ``solve``, ``proof`` and ``rules``
- :mod:`.play`: ``play`` and ``simulate``
- :mod:`.puzzle_options`: the options that choose puzzles
- :mod:`.puzzles`: ``puzzles`` and its practice in the terminal
- :mod:`.learn`: ``learn`` and ``docs``
- :mod:`.assign`, :mod:`.assign_files`: ``assign`` and what it writes
- :mod:`.grade`, :mod:`.report`: ``grade``, and ``report`` and ``class``
- :mod:`.publish`: ``publish``
"""
