"""`agon new`: something of one's own that runs, to be changed from there."""

from agon.scaffold.platform import begin_platform, begin_program, languages
from agon.scaffold.project import ENVIRONMENTS, begin, begin_workload, kinds

__all__ = ["ENVIRONMENTS", "begin", "begin_platform", "begin_program", "begin_workload", "kinds", "languages"]
