"""Pages and plots of the laboratory: a run as one HTML file, odds as a picture."""
