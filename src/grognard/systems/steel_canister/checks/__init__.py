"""The checks of Cold Steel & Canister, by subject."""
