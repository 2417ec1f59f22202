"""Grade a class, from the files that were handed in to the tables of marks.

- :mod:`.grade`: the whole class, on any number of workers, learner by learner
- :mod:`.match_files`: the learner of each file, and hints about names that match nobody
- :mod:`.mark_book`: the hand-ins that are kept from one grading to the next
- :mod:`.merge_submissions`: the answers that count of several files of one learner
- :mod:`.overrides`: the teacher's decisions, and the notes that ask for them
- :mod:`.roster`: tables that people make, and the class list
- :mod:`.paper_answers`: answers on paper, typed into a table
- :mod:`.tables`: the tables of marks for people, Moodle and Canvas
- :mod:`.marks_folder`: the folder that grading writes
- :mod:`.summary`: the lines at the end of a grading
"""
