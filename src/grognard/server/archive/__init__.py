"""Battles in a database, SQLite or PostgreSQL, and other processes that write into the same one."""
