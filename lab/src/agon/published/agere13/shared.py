"""The source, and its platforms that can be had."""

SOURCE = "agere13"
SHARED = ("erlang", "akka", "jason")
"""In the source's order from fast to slow."""
