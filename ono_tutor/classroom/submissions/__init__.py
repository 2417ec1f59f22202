"""What learners hand in, found and read: files, folders and archives, within limits."""
