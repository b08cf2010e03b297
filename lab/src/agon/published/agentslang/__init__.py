"""AgentSlang's benchmark: its tables, and one rule for each of its claims.

AgentSlang, SEMAINE and the Virtual Human Toolkit are in no registry: what is measured in their place are the patterns
of their messages on the same libraries, and that is what the verdicts speak of.
"""

from __future__ import annotations

from agon.published.agentslang.acknowledgement import above_ten_thousand, advice
from agon.published.agentslang.libraries import best_library
from agon.published.agentslang.peers import faster_than_peers
from agon.published.agentslang.serialisation import both_usable, msgpack
from agon.published.agentslang.shared import LAYOUTS, SOURCE, WORKLOAD
from agon.published.agentslang.tables import modes_table
from agon.published.field import Rules

RULES: Rules = {
    "zeromq": ((WORKLOAD,), best_library),
    "faster-than-peers": ((WORKLOAD,), faster_than_peers),
    "acknowledgement-size": ((WORKLOAD,), above_ten_thousand),
    "both-serialisations": ((WORKLOAD,), both_usable),
    "advice": ((WORKLOAD,), advice),
    "msgpack": ((WORKLOAD,), msgpack),
}

__all__ = ["LAYOUTS", "RULES", "SOURCE", "WORKLOAD", "modes_table"]
