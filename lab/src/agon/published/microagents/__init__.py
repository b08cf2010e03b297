"""The tables of microagents, and one rule for each of its claims.

The source gives no numbers for the speed of grid-swap (its figure 2), but words: those are claims. Rules speak of
whichever of its platforms were measured: those in no registry join with a jar of the user's.
"""

from __future__ import annotations

from agon.published.field import Rules
from agon.published.microagents.grid import fairness, order, safe_passing
from agon.published.microagents.service import clusters, jade_memory
from agon.published.microagents.shared import LAYOUTS, SOURCE

RULES: Rules = {
    "clusters": (("service-rounds",), clusters),
    "jade-memory": (("service-rounds",), jade_memory),
    "safe-passing": (("grid-swap",), safe_passing),
    "grid-order": (("grid-swap",), order),
    "grid-fairness": (("grid-swap",), fairness),
}

__all__ = ["LAYOUTS", "RULES", "SOURCE"]
