"""The story of a battle in sentences: deeds gathered by turn and chapter, weighed, and told."""
