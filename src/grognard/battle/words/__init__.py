"""A battle by words alone: what a seat's picture shows, what it is asked, and what it answers, in lines of text."""
