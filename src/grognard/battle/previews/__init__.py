"""What would come of an answer before it is given, and the chances of a throw before it is made."""
