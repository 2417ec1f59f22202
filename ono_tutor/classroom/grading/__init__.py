"""A class graded, from what it handed in to the tables of marks.

- :mod:`.grade`: the whole class, on any number of workers, learner by learner
- :mod:`.match_files`: whose each file is, and whom a name that matches nobody may mean
- :mod:`.mark_book`: the hand-ins that are kept from one grading to the next
- :mod:`.merge_submissions`: what several files of one learner count for, and when they came
- :mod:`.overrides`: what the teacher decides by hand, and the notes that ask for it
- :mod:`.roster`: who is in the class, read from a CSV file
- :mod:`.paper_answers`: answers on paper, typed into a table
- :mod:`.csv_tables`: the tables of marks for people, Moodle and Canvas
- :mod:`.csv_files`: reading a table that people made; cells that are safe in a spreadsheet
- :mod:`.marks_folder`: the folder that grading writes
- :mod:`.summary`: what became of a class, counted and told
"""
