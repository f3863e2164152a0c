"""The guns: where batteries go, and at whom they fire with how much ammunition."""
