"""Facts of artillery and small arms fire: who may fire, at whom, with how many."""
