"""Made from what a seat may know, for its eyes."""
