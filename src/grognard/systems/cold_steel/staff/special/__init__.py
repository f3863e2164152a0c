"""Special orders of a computer staff: works, fires, boats, engineers, guns."""
