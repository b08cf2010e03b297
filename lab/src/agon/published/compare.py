"""The literature's tables with the measurement: those for which an experiment has figures."""

from __future__ import annotations

from agon.published import agentslang, agere13, blog09, jason_multicore, microagents
from agon.published.agere13.tables import ring_memory, source_sizes
from agon.published.model import PublishedTable
from agon.published.sources import source
from agon.published.table import varied_table
from agon.results.summary import ResultSet

LAYOUTS = (*agere13.LAYOUTS, *blog09.LAYOUTS, *microagents.LAYOUTS)


def tables(results: ResultSet) -> list[PublishedTable]:
    """The tables of every source for the workloads that the experiment asked for, in the sources' order. AgentSlang's
    stand next to messages that are sent one at a time: a stream has nothing to do with them."""
    present = {c.workload for c in results.experiment.cells} | {s.workload for s in results.skipped}
    found = [varied_table(results, layout) for layout in LAYOUTS if layout.workload in present]
    if "token-ring" in present:
        found.insert(1, ring_memory(results))
    if present & set(source(agere13.SOURCE).workloads):
        last = max((n for n, table in enumerate(found, 1) if table.source == agere13.SOURCE), default=0)
        found.insert(last, source_sizes(results))
    found += jason_multicore.stated(results)
    if any(c.workload == agentslang.WORKLOAD and c.params["protocol"] == "sprint" for c in results.experiment.cells):
        found += [varied_table(results, layout) for layout in agentslang.LAYOUTS]
        found.append(agentslang.modes_table(results))
    return found
