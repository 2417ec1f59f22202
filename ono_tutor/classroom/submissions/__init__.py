"""What learners handed in, found and read: files, folders, and zip archives as an LMS gives them.

- :mod:`.find`: what stands at the paths that a teacher gives
- :mod:`.file_names`: whose a file is and when it came, by the name that an LMS gave it; what is
  handed in by mistake, and what is wanted instead
- :mod:`.files`: a file's name, its bytes read from disk, and why one is refused
- :mod:`.zip_archive`: the members of a zip archive, read into memory within limits
"""
