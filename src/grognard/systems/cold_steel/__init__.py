"""Cold Steel 2.0: simultaneous hidden orders, paces, command points, couriers, smoke."""
