"""Positions and answers drawn and told: as JSON, sentences, SVG and the view of the table.

In reading order:

- ``answers``: the JSON objects of the commands' answers
- ``caption``: a position, a play, a chance and an answer in plain words
- ``svg``: the colours, the words and the frame of every picture, and the faces of the cards
- ``seats_svg`` and ``table_svg``: the players around the total, and a position as a picture
- ``scene``: a position, a puzzle or a page without a table as the scene that the view draws
- ``position_form``: the form that changes a position
- ``feedback``: what is said of an answer, a play or a rule point
- ``forms``: the forms in which a puzzle is answered; a puzzle whole, for a page without engine
- ``outcomes``: the verdict on a hand, and what each card would do
- ``totals_text`` and ``totals_picture``: a hand along the totals, in words and drawn
- ``comparison``: the same position under each rule set
- ``play_log``: what happened in a game, told to one of the players
- ``game_scene`` and ``replay_scene``: a game that goes on, and one that is replayed
- ``worked_case`` and ``practice_pages``: a misconception put right, and what a sitting came to
- ``table_rules`` and ``rules_sheet``: what a table is to settle, and the sheet of what it chose
- ``course_page``: the way through the lessons, the end of a set, and cards in a row
- ``progress_picture``: a learner's progress drawn and as a table
- ``charts``: charts as data, as pictures and in sentences
- ``figures`` and ``skill``: the figures of how the games play, and of how much skill is in them
- ``display_sheet`` and ``display``: what a notebook shows of a value
- ``bundle``: the view's modules and style sheets, which lie in ``view``, as one of each
"""
