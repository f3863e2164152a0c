"""What people see of the decisions: labels, drawings, which fields belong together. Words only, no rules."""
