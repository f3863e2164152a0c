"""A saved battle as a report that one would show to others: story, maps, losses and dice on one HTML page."""
