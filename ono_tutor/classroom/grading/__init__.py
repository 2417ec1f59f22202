"""Grade a class, from the files that were handed in to the tables of marks.

- :mod:`.grade`: the whole class, on any number of workers, learner by learner
- :mod:`.match_files`: the learner of each file
- :mod:`.mark_book`: the hand-ins that are kept from one grading to the next
- :mod:`.merge_submissions`: the answers that count of several files of one learner
- :mod:`.by_hand`: the teacher's decisions, and answers on paper
- :mod:`.roster`: tables that people make, and the class list
- :mod:`.marks_folder`: the folder that grading writes, and the tables of marks in it
- :mod:`.summary`: the lines at the end of a grading
"""
