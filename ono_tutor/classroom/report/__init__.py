"""What a class got wrong, for the teacher."""
