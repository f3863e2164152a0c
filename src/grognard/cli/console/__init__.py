"""What all verbs share: the terminal, text laid out for it, progress, files to be written, faults."""
