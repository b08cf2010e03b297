"""Looks at running systems of actors: finds them, reads their snapshots, shows them."""
