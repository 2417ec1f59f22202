"""What ``ono-tutor grade --help`` says of how a class is graded."""

RULES = """\b
What is graded, and how:

\b
- Every answer is judged anew; marks in files are passed over, no code of a learner's runs.
- Files belong together by the learner's name in them; capitals and spaces do not matter.
- The same bytes twice count once, and that is told. Different files are read as one.
- A part of the tasks may be answered: the others earn nothing.
- Late answers (after the assignment's time) count and are marked, or are refused one by one with
  --late refuse. An answer without a time is in time.
- Files for another assignment, of another version of the format, or broken, are refused by name;
  not-graded.csv has the reason. The rest is graded.

\b
With --class ROSTER.csv, whose first line names the columns (learner, and if there is one email;
or a gradebook exported from Canvas, or participants or grades exported from Moodle):

\b
- Everyone in it is listed, in its order; who handed in nothing is "missing", with 0 points.
- A learner is found by the name, or by one of the ids there, such as the email address.
- Who is not in it is graded and "unknown". So is who has a name that two people of it share. Who
  may be meant is told, by a name that is near or the name of the LMS's folder; nobody is matched.
- A column alias has other names of a learner, as they stand in files, with ; between. The puzzles
  stay those that were dealt to the name in the file, so nothing in a file need be corrected.
- Whose name the folder of a file bears that cannot be graded is "not gradable", with 0 points.

\b
Answers on paper, with --answers GRID.csv:

\b
- A line for each learner, in the columns learner, 1, 2 and so on; --form writes the empty table.
- A cell is an answer in words as they stand on the sheet, such as 106, certain, R or seat 1 owes 2.
  An empty cell is no answer, a line without any is nothing handed in.
- What cannot be read is told, with the learner, the item and what would be understood.
- Without --class and SUBMISSION the learners of the table are the class.

\b
The imports of Moodle and Canvas hold who handed in something and is known (without a roster:
everyone). Who is missing is left out, so that no excuse or extension is overwritten; both systems
fill in zeros on request.

\b
Moodle: Grades, Import, CSV file. Map from: the first column. Map to: what it is, such as
useremail. Map the points, or the percent, to a grade item; a new item is marked out of 100.
Canvas: Grades, Import. The column is the assignment of that name, or a new one.

\b
The tables are replaced at the end of a run, each whole, or not at all; only a run that is killed or
a disk that fails at that very moment may leave some new and others old. Feedback pages of learners
who are no longer there stay. The folder may be that of the submissions: just the files that an
earlier run wrote are left alone there, and told. One run at a time writes into a folder.

\b
Exit status: 0 everything was graded, 1 something was refused or could not be read, 2 wrong usage.
"""
