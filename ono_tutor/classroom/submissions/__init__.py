"""Find and read submissions: files, folders, and zip archives as an LMS gives them.

- :mod:`.find`: find and read what is at the paths that a teacher gives
- :mod:`.lms_names`: parse the names that an LMS gives to files: whose a file is, when it came
"""
