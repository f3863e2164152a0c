"""What guns and horse are told, whatever the foot is about."""
