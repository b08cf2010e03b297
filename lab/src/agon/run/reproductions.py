"""Which cells reproduce which table of the literature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from agon.errors import UsageError
from agon.published.sources import EVERY
from agon.results.protocols import PROTOCOLS, Name
from agon.workloads.base import Params
from agon.workloads.pipeline import SOURCE_WORK
from agon.workloads.registry import get

Ladder: TypeAlias = Sequence[Params]


BEST_POOLS = (2, 4, 6, 10)
"""Sizes that jason-multicore found best: a sweep must hold them."""


@dataclass(frozen=True)
class Reproduction:
    """One table or figure. `workload` None: nothing to run (source size)."""

    source: str
    table: str
    title: str
    workload: str | None
    platforms: Sequence[str] = ()
    """Specs, variants included. Empty: every platform with a program for it, in each of the program's variants."""
    among: Sequence[str] = ()
    """Where `platforms` is empty: of those only these ids, in the program's first variant, `id:*` in each."""
    over_cores: bool = False
    """Measured on one core, on two, on four and so on, up to all there are."""
    pools: bool = False
    """Measured with one thread, with two, with four and so on, up to twice the cores."""
    ladders: Mapping[str, Ladder] = field(default_factory=dict[str, Ladder])
    """Preset -> sizes, where they are not the workload's own."""
    how_far: bool = False
    """Whether the source asks how far each platform gets: who runs into a limit has answered."""

    def cores(self, available: int) -> list[int]:
        """On how many cores to measure."""
        doubling = [2**e for e in range(available.bit_length()) if 2**e < available]
        return [*doubling, available] if self.over_cores else [available]

    def threads(self, available: int) -> list[int]:
        """With how many threads to measure; none: as many as cores."""
        most = 2 * available if self.pools else 0
        return sorted(t for t in {*(2**e for e in range(most.bit_length())), *BEST_POOLS} if t <= most)

    def ladder(self, preset: str) -> Ladder:
        """The sizes to run. What needs no run gets the smallest one there is: a report stands on an experiment."""
        if self.workload is None:
            return get("token-ring").preset("check").ladder[:1]
        return self.ladders.get(preset) or get(self.workload).preset(preset).ladder


@dataclass(frozen=True)
class Effort:
    """How a source is reproduced."""

    protocol: Name
    invocations: int
    memory_bytes: int | None = None
    """The source's own memory limit; here it binds the whole process group."""
    budget_s: float | None = None
    """No block begins that would end later."""
    time_s: float | None = None
    """Limit on one invocation; None: the preset's."""


_PLAIN = (
    *("erlang", "jason", "akka", "actorfoundry", "pekko", "go", "caf"),
    *("tokio", "actix", "ractor", "kameo", "agon-actor", "agon-agentspeak"),
)

AGERE13 = (
    Reproduction("agere13", "table1", "token-ring: elapsed time (Figures 1-3)", "token-ring", _PLAIN),
    Reproduction("agere13", "table2", "chameneos: elapsed time (Figures 4, 5, 7)", "chameneos", _PLAIN),
    Reproduction("agere13", "table3", "chameneos: fairness (Figure 6)", "chameneos", _PLAIN),
    Reproduction(
        "agere13",
        "figure8",
        "fibonacci: response times",
        "fibonacci",
        (
            "erlang:subactors",
            "erlang:functions",
            "jason",
            "akka:subactors-100",
            "akka:subactors-4",
            "akka:functions",
            "actorfoundry:subactors",
            "pekko:subactors-100",
            "pekko:subactors-4",
            "pekko:functions",
            "go",
            "agon-actor",
        ),
    ),
    Reproduction("agere13", "table4", "source size", None, _PLAIN),
)

_TASKS: Mapping[str, Ladder] = {
    "quick": tuple({"tasks": k, "log": "off", **SOURCE_WORK} for k in (100, 1_000, 10_000, 100_000)),
}
"""The preset `paper` has the source's work by itself, `quick` the messages alone."""

BLOG09 = (
    Reproduction("blog09", "table1", "pipeline: elapsed time", "pipeline", ladders=_TASKS),
    Reproduction("blog09", "table2", "pipeline: elapsed time, with Scala 2.7.3", "pipeline", ladders=_TASKS),
    Reproduction(
        "blog09",
        "intro",
        "pipeline with output from within the stages",
        "pipeline",
        ladders={
            "quick": ({"tasks": 100_000, "log": "console", **SOURCE_WORK},),
            "paper": ({"tasks": 1_000_000, "log": "console", **SOURCE_WORK},),
        },
    ),
)

MICROAGENTS = (
    Reproduction("microagents", "table1", "service-rounds: elapsed time (Figure 1)", "service-rounds"),
    Reproduction("microagents", "table2", "grid-swap: fairness and speed (Figure 2)", "grid-swap"),
    Reproduction(
        "microagents",
        "scale",
        "grid-swap: how many agents (section 3.7)",
        "grid-swap",
        # Few rounds: what is asked is whether so many agents can be, not how fast they are.
        ladders={
            "quick": ({"side": 500, "active": 100, "rounds": 10},),
            "paper": tuple({"side": d, "active": 100, "rounds": 10} for d in (50, 100, 200, 400, 500)),
        },
        how_far=True,
    ),
)

_SPRINT: Params = {"messages": 100, "protocol": "sprint", "transport": "tcp"}
_QUICK_SIZES = (10, 1_000, 100_000, 1_000_000)
_PAPER_SIZES = tuple(10**e for e in range(1, 7))


def _plain(sizes: Sequence[int]) -> Ladder:
    """Table 1: over TCP, then in a process, for those who cannot do the other."""
    return [{**_SPRINT, "transport": t, "size": s} for t in ("tcp", "inproc") for s in sizes]


def _modes(sizes: Sequence[int]) -> Ladder:
    """Table 2: with and without acknowledgements, in both serialisations."""
    modes = [{"acks": a, "serializer": s} for a in ("off", "on") for s in ("native", "msgpack")]
    return [{**_SPRINT, **mode, "size": size} for mode in modes for size in sizes]


AGENTSLANG = (
    Reproduction(
        "agentslang",
        "table1",
        "throughput: messages a second of the libraries",
        "throughput",
        ladders={"quick": _plain(_QUICK_SIZES), "paper": _plain(_PAPER_SIZES)},
    ),
    Reproduction(
        "agentslang",
        "table2",
        "throughput: serialisation and acknowledgements",
        "throughput",
        ladders={"quick": _modes(_QUICK_SIZES), "paper": _modes(_PAPER_SIZES)},
    ),
)

_MULTICORE = (
    *(
        "jason:*",
        "java-threads",
        "agon-actor:*",
        "agon-agentspeak:*",
        "erlang",
        "pekko",
        "jade",
        "go",
        "caf",
        "jetlang",
        "kilim",
    ),
    *("scala-actors", "tokio", "actix", "ractor", "kameo"),
)

JASON_MULTICORE = (
    # First, so that what the source has comes last and is what platforms are ranked at.
    Reproduction(
        "jason-multicore",
        "schedule",
        "echo-all on a schedule, in addition to the source's closed loop",
        "echo-all",
        among=_MULTICORE,
        ladders={
            "quick": ({"agents": 32, "messages": 20, "rate": 3_200},),
            "paper": ({"agents": 32, "messages": 100, "rate": 3_200},),
        },
    ),
    Reproduction(
        "jason-multicore",
        "pool",
        "echo-all: the best size of the pool (section 4.4)",
        "echo-all",
        among=("jason", "agon-actor"),
        ladders={"quick": ({"agents": 32, "messages": 20},), "paper": ({"agents": 256, "messages": 100},)},
        over_cores=True,
        pools=True,
    ),
    Reproduction(
        "jason-multicore",
        "figure4",
        "compute: speed-up over cores (Figure 4)",
        "compute",
        among=_MULTICORE,
        over_cores=True,
    ),
    Reproduction(
        "jason-multicore",
        "test1",
        "echo-all: round-trip time and speed-up (Figures 5a to 10a)",
        "echo-all",
        among=_MULTICORE,
        over_cores=True,
    ),
    Reproduction(
        "jason-multicore",
        "test2",
        "mass-reception: round-trip time and speed-up (Figures 5b-d to 10b-d)",
        "mass-reception",
        among=_MULTICORE,
        over_cores=True,
    ),
)

_BY_SOURCE = {
    "agere13": AGERE13,
    "blog09": BLOG09,
    "microagents": MICROAGENTS,
    "jason-multicore": JASON_MULTICORE,
    "agentslang": AGENTSLANG,
}

_MEMORY: Mapping[str, int] = {"microagents": 1 << 30}
_QUICK_BUDGET_S = 18 * 60.0
_QUICK_BUDGET_OF_ALL_S = 70 * 60.0
_QUICK_LIMIT_S = 45.0
"""Everybody takes part, also those who cannot do the largest sizes: they must not eat the budget."""
_QUICK: Mapping[str, Effort] = {
    name: Effort("agon", invocations, _MEMORY.get(name), _QUICK_BUDGET_S, _QUICK_LIMIT_S)
    for name, invocations in {"blog09": 3, "microagents": 3, "jason-multicore": 3, "agentslang": 7}.items()
}
"""Where the source's own effort would not do: one run has no interval, ten of each take hours. A hundred messages are
over soon but differ from process to process: of those as many as the budget allows."""


def sources() -> list[str]:
    """The sources whose workloads this version runs."""
    return list(_BY_SOURCE)


def reproductions(source: str, table: str | None = None) -> list[Reproduction]:
    """What reproduces a source, or one table of it. UsageError names what there is."""
    if source not in _BY_SOURCE:
        raise UsageError(f"'{source}' cannot be reproduced; these can: {', '.join(sources())} (or: all)")
    found = [r for r in _BY_SOURCE[source] if table is None or r.table == table]
    if not found:
        tables = ", ".join(r.table for r in _BY_SOURCE[source])
        raise UsageError(f"{source} has no '{table}'; it has {tables}")
    return found


def effort(source: str, preset: str) -> Effort:
    """How to reproduce a source, or `all` of them, at that preset."""
    if source == EVERY:
        quick = Effort("agon", 3, budget_s=_QUICK_BUDGET_OF_ALL_S)
        return quick if preset == "quick" else Effort("agon", PROTOCOLS["agon"].invocations)
    if preset == "quick" and source in _QUICK:
        return _QUICK[source]
    rule = next(rule for name, rule in PROTOCOLS.items() if name == source)
    return Effort(rule.name, rule.invocations, _MEMORY.get(source))
