"""What-if: the same games under changed rules, and what moved."""
