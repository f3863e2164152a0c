"""Maps and charts of a report, as plain SVG."""
