"""Which measured cell stands for a platform and a size of a source.

A source varies one parameter of a workload; a cell stands for a published size if that parameter is equal. Words
(`log=off`) must be equal too. Other numbers (how many passes, how many meetings) may be smaller in a quick run: a
table that shows the two side by side names both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agon.results.labels import without_edition
from agon.results.model import Cell, ParamValue
from agon.results.summary import CellResult, ResultSet

VARIED = {
    "token-ring": "tokens",
    "chameneos": "creatures",
    "fibonacci": "max_n",
    "pipeline": "tasks",
    "service-rounds": "rounds",
    "grid-swap": "side",
    "throughput": "size",
}
"""Workload -> the parameter that its source varies."""

NO_WORDS: Mapping[str, ParamValue] = {}

LEAST: Mapping[str, Mapping[str, int]] = {
    "grid-swap": {"rounds": 100},
    "throughput": {"messages": 100},
}
"""Workload -> parameters below which a cell shows too little of what the figures show to stand for one."""

PATTERNS = {
    "agentslang": "jeromq:myblock",
    "semaine": "activemq:semaine",
    "vhtoolkit": "activemq:vhmsg",
}
"""A source's platform that no registry holds -> the variant that sends its pattern of messages over the same library.
It stands for that platform, called a pattern, where the platform itself was not measured; it stands for no other.
"""

REMARKS = {
    "jason": {
        "pool": "Jason's agents share a pool of threads here; the source does not name its mode: Jason 1.3.10 gives "
        "each agent a thread unless configured otherwise",
        "thread": "a thread an agent, which is what the source's Jason 1.3.10 does unless configured otherwise",
    },
    "akka": {"": "Akka's Java API here, Scala in the source"},
    "scala-actors": {"": "the library's last line here, its first years in the source"},
    "zeromq": {"": "used from C++ here, from Java in the source"},
    "jeromq": {"myblock": "the pattern of AgentSlang's messages (MyBlock) on ZeroMQ in Java, not AgentSlang itself"},
    "activemq": {
        "semaine": "the pattern of SEMAINE's messages on a real broker, not SEMAINE itself",
        "vhmsg": "the pattern of VHMsg's messages on a real broker, not the Virtual Human Toolkit itself",
    },
}
"""Platform -> variant ('' for any) -> in what the measured one differs from the source's."""


@dataclass(frozen=True)
class StandIn:
    """The cell that stands for a platform at a size; without one, `why` not."""

    cell: CellResult | None
    why: str = ""


def remark(platform: str, variant: str) -> str:
    """What to know when `platform:variant` stands for the source's platform; may be empty."""
    of_platform = REMARKS.get(platform, {})
    return of_platform.get(variant, of_platform.get("", ""))


def cores_compared(results: ResultSet) -> int:
    """Sources use the whole machine: of an experiment over several numbers of cores, the largest is taken."""
    return max((c.cores for c in results.experiment.cells), default=0)


def cells_of(
    results: ResultSet, workload: str, platform: str, words: Mapping[str, ParamValue] = NO_WORDS
) -> list[CellResult]:
    """The main cells of a platform (an id, `id:variant` or a label) on the compared cores, with these parameters.

    Of several variants or versions, the first listed: a source that names no variant is silent about the others.
    """
    every = [
        c
        for c in results.cells
        if c.cell.workload == workload
        and c.cell.role == "main"
        and c.cell.cores == cores_compared(results)
        and all(c.cell.params.get(name) == value for name, value in words.items())
        and all(float(c.cell.params[name]) >= least for name, least in LEAST.get(workload, {}).items())
    ]
    found = [c for c in every if is_named(c.cell, platform)]
    if not found and platform in PATTERNS:
        found = [c for c in every if is_named(c.cell, PATTERNS[platform])]
    return [c for c in found if c.cell.platform == found[0].cell.platform]


def is_named(cell: Cell, platform: str) -> bool:
    """Is the cell's platform meant by this name: an id, `id:variant` or a label?"""
    spec = f"{cell.platform_id}:{cell.variant}"
    return platform in (cell.platform, spec) or (platform == cell.platform_id and spec not in PATTERNS.values())


def stand_in(
    results: ResultSet, workload: str, platform: str, size: ParamValue, words: Mapping[str, ParamValue] = NO_WORDS
) -> StandIn:
    """The cell that stands for `platform` at the published `size`: an ok one with the most work, else a reason."""
    varied = VARIED[workload]
    every = cells_of(results, workload, platform, words)
    cells = [c for c in every if c.cell.params.get(varied) == size]
    ok = [c for c in cells if c.measured]
    if ok:
        return StandIn(max(ok, key=lambda c: _work(c, varied)))
    if cells:
        return StandIn(None, f"{cells[0].cell.platform}: {cells[0].reason}")
    left_out = [
        s
        for name in (PATTERNS.get(platform, platform), platform)
        for s in results.skipped
        if s.workload in (workload, "all")
        and name in _names(s.platform)
        and s.params.get(varied) in (size, None)
        and all(s.params.get(k, v) == v for k, v in words.items())
    ]
    if left_out:
        return StandIn(None, f"{left_out[0].kind}: {left_out[0].reason}")
    return StandIn(None, f"{varied}={size} not measured" if every else "not measured")


def _names(label: str) -> tuple[str, str]:
    """`id:variant` and `id` of a label."""
    spec = without_edition(label)
    return spec, spec.partition(":")[0]


def _work(result: CellResult, varied: str) -> float:
    return float(sum(v for k, v in result.cell.params.items() if k != varied and isinstance(v, int | float)))


def sizes(results: ResultSet, workload: str, words: Mapping[str, ParamValue] = NO_WORDS) -> list[dict[str, ParamValue]]:
    """The other parameters with which the workload's cells (those with these words) were measured, each once."""
    varied = VARIED[workload]
    main = [
        c
        for c in results.experiment.cells
        if c.workload == workload and c.role == "main" and all(c.params.get(k) == v for k, v in words.items())
    ]
    rest = [{k: v for k, v in c.params.items() if k != varied} for c in main]
    return [r for i, r in enumerate(rest) if r not in rest[:i]]
