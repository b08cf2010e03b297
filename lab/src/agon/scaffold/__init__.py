"""`agon new agents` and `agon new actions`: something of one's own that runs, to be changed from there."""

from agon.scaffold.project import begin, kinds

__all__ = ["begin", "kinds"]
