"""Pitch and Toss: battles decided by coins. Made up, to prove that a system is one folder and nothing else."""
