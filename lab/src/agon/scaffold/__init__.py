"""`agon new`: something of one's own that runs, to be changed from there."""

from agon.scaffold.platform import begin_platform, begin_program, languages
from agon.scaffold.project import begin, kinds

__all__ = ["begin", "begin_platform", "begin_program", "kinds", "languages"]
