"""Every roll, table and reckoning of Cold Steel that needs no battlefield, by subject."""
