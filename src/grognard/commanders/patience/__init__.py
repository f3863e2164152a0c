"""How a staff bides its time: it stands and fires until it has to go in, and rides off by an edge that counts."""
