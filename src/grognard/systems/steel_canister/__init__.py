"""Cold Steel & Canister: a square grid, action points, order cubes, dice pools."""
