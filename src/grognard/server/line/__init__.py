"""The line to browsers and programs: HTTP, live lines, and who may come in."""
