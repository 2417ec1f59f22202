"""Positions and answers drawn and told: as JSON, sentences, SVG and the view of the table.

In reading order:

- ``answers_json``: the JSON objects of the commands' answers
- ``describe``: a position, a play, a chance and an answer in plain words
- ``svg``: the frame of every picture, the faces of the cards, a position as a table
- ``scene``: a position, a puzzle or a page without a table as the scene that the view draws
- ``feedback``: a row for each play of a hand, and what is said of an answer or a rule point
- ``forms``: the forms to answer a puzzle and to change a position; a puzzle for a page by itself
- ``totals``: a hand along the totals, in words and drawn
- ``comparison``: the same position under each rule set; a misconception put right
- ``game_scenes``: a game that goes on, one that is replayed, and the log of either
- ``course_pages``: the way through the lessons, a learner's progress as a table
- ``pages``: a sitting's result, the end of a set, cards in a row
- ``house_rules``: what a table is to settle, and the sheet of what it chose
- ``charts``: charts as data, as pictures and in sentences; the figures of how the games play
- ``notebook_repr``: the sheet of a value in a notebook
- ``bundle``: the view's modules and style sheets, which lie in ``view``, as one of each
"""
