"""One rule for each claim of agere13: what would have to be measured for it to hold, and whether it was.

Rules speak of whichever of the source's platforms were measured. ActorFoundry joins with a jar of the user's; 2APL and
GOAL are in no registry, and a part of a claim that needs one of them is inconclusive.

Which clock: the source timed whole processes, at sizes where starting does not count. Where start-up is more than a
fifth of any process compared, the whole process would speak of starting instead of the work, and the in-program time
of the first, cold iteration is used for all cells of that comparison. The evidence names the clock.
"""

from __future__ import annotations

from agon.published.agere13.chameneos import fairness, fairness_by_size, independence
from agon.published.agere13.closeness import follows
from agon.published.agere13.fibonacci import reactivity
from agon.published.agere13.memory import chameneos_memory, ring_memory
from agon.published.agere13.order import overall_order
from agon.published.agere13.ring import cores, growth
from agon.published.agere13.shared import SOURCE
from agon.published.agere13.size import source_size
from agon.published.agere13.tables import LAYOUTS
from agon.published.field import Rules

RULES: Rules = {
    "overall-order": (("token-ring", "chameneos"), overall_order),
    "ring-growth": (("token-ring",), growth),
    "follows-closely": (("token-ring", "chameneos"), follows),
    "ring-memory": (("token-ring",), ring_memory),
    "ring-cores": (("token-ring",), cores),
    "chameneos-size": (("chameneos",), independence),
    "chameneos-memory": (("chameneos",), chameneos_memory),
    "fairness-by-size": (("chameneos",), fairness_by_size),
    "chameneos-fairness": (("chameneos",), fairness),
    "fibonacci-reactivity": (("fibonacci",), reactivity),
    "source-size": (("token-ring", "chameneos", "fibonacci"), source_size),
}

__all__ = ["LAYOUTS", "RULES", "SOURCE"]
