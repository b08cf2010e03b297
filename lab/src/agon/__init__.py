"""Agon's lab: measures actor, agent and messaging platforms on the workloads of the literature."""

__version__ = "0.1.0"
