"""What learners handed in, found and read: files, folders, and zip archives as an LMS gives them.

- :mod:`.find`: what stands at the paths that a teacher gives, and the reader of what was found
- :mod:`.source`: where an answers file is, or why a file is refused; how much is read
- :mod:`.files`: what a file's name says, and its bytes read from disk
- :mod:`.zip_archive`: the members of a zip archive, read into memory within limits
"""
