"""One rule for each claim of agere13: what would have to be measured for it to hold, and whether it was.

Rules speak of the platforms that both sides have (Erlang, Akka, Jason); ActorFoundry, 2APL and GOAL are in no
registry. A part of a claim that needs one of those is inconclusive. All rules decide on 95% intervals (`evidence`).

Which clock: the source timed whole processes, at sizes where starting does not count. Where start-up is more than a
fifth of any process compared, the whole process would speak of starting instead of the work, and the in-program time
of the first, cold iteration is used for all cells of that comparison. The evidence names the clock.
"""

from __future__ import annotations

from agon.published.agere13.chameneos import fairness, independence
from agon.published.agere13.fibonacci import reactivity
from agon.published.agere13.order import overall_order
from agon.published.agere13.ring import cores, growth
from agon.published.agere13.shared import SOURCE
from agon.published.agere13.size import source_size
from agon.published.agere13.tables import LAYOUTS
from agon.published.field import Rules

RULES: Rules = {
    "overall-order": (("token-ring", "chameneos"), overall_order),
    "ring-growth": (("token-ring",), growth),
    "ring-cores": (("token-ring",), cores),
    "chameneos-size": (("chameneos",), independence),
    "chameneos-fairness": (("chameneos",), fairness),
    "fibonacci-reactivity": (("fibonacci",), reactivity),
    "source-size": (("token-ring", "chameneos", "fibonacci"), source_size),
}

__all__ = ["LAYOUTS", "RULES", "SOURCE"]
