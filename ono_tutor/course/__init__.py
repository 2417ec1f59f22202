"""Layer 5: a learner's way through the course. The modules, in reading order.

- :mod:`.lessons`: the lessons, what each teaches, and the copies in the learner's folder,
- :mod:`.session`: a sitting with puzzles, which stores every answer at once,
- :mod:`.answer_store`: the record of one answer, as JSON too, and what every store of answers does,
- :mod:`.list_file`: a list in a file that programs share, replaced whole or set aside,
- :mod:`.progress`: one learner's progress, the way through the lessons, and both in words,
- :mod:`.responses`: a table of right and wrong answers, and the difficulty it shows of puzzles,
- :mod:`.strength`: how strong a learner is, and what is due again, by FSRS,
- :mod:`.diagnosis`: what a learner seems to believe, and the puzzle that shows most of it,
- :mod:`.schedule`: what to practise next, and why,
- :mod:`.practice`: a sitting of practice, a check-up, and what puts a misconception right,
- :mod:`.match`: a game against bots,
- :mod:`.recording`: a game or a line of play to step through, and the games that are shipped,
- :mod:`.coach`: the review of a play beside all others, and it in words,
- :mod:`.luck`: how much of a game was luck, and what the plays cost,
- :mod:`.browser_site`: the course as a folder of files for any static host.
"""
