"""blog09's tables, and one rule for each of its claims.

The post timed one run of each size inside the program; so do the rules, with an interval over several processes. They
speak of whichever of the post's platforms were measured: those in no registry join with a jar of the user's.
"""

from __future__ import annotations

from agon.published.blog09.output import reversal
from agon.published.blog09.shared import LAYOUTS, SOURCE
from agon.published.blog09.speed import order, order_of_scala_273
from agon.published.field import Rules

RULES: Rules = {
    "order": (("pipeline",), order),
    "order-scala-2.7.3": (("pipeline",), order_of_scala_273),
    "console-output": (("pipeline",), reversal),
}

__all__ = ["LAYOUTS", "RULES", "SOURCE"]
