"""The laboratory of the page: runs begun, watched, stopped and gone on with, each in a process of its own."""
