"""Cold Steel & Canister in play: the board, the state of a battle, the phases, what each seat may know."""
