"""What changes: losses, disorder, morale, guns, smoke, weather. The events that phases report are made here."""
