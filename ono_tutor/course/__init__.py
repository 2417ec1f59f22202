"""Layer 5: a learner's way through the course. The modules, in reading order.

- :mod:`.lessons`: the lessons, what each teaches, and the copies in the learner's folder,
- :mod:`.course_path`: which lessons a learner has done, and where to go on,
- :mod:`.games`: short games that are shipped with the lessons,
- :mod:`.session`: an exercise, and the session that keeps its answers,
- :mod:`.answered`: one answer as it is kept,
- :mod:`.answer_store`: where answers are kept, in memory or in a file,
- :mod:`.progress_file`: the SQLite file, opened for one step, sound or refused,
- :mod:`.recovery`: a file that cannot be gone on with is set aside,
- :mod:`.progress`: one learner's progress, the one beside the notebook, and it in words,
- :mod:`.export`: a progress as one file, out and in,
- :mod:`.responses`: who answered which puzzle right, as a table, and how hard puzzles proved,
- :mod:`.strength`: how strong a learner is, and what is due again, by FSRS,
- :mod:`.diagnosis`: what a learner seems to believe, and the puzzle that tells most of it,
- :mod:`.schedule`: what to practise next, and why,
- :mod:`.practice`: a sitting of practice, a check-up,
- :mod:`.refutation`: what puts a misconception right,
- :mod:`.match`: a game against bots,
- :mod:`.recording`: a game or a line of play to step through,
- :mod:`.coach`: a play among all that could be made, and :mod:`.coach_text`: the same in words,
- :mod:`.luck`: how much of a game was luck, and what the plays cost,
- :mod:`.lite`: the course as a folder of files for any static host.
"""
