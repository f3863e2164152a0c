"""What people with a link may do: begin, sit down, answer, talk, take back, look back, take away."""
