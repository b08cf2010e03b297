"""Which cells reproduce which table of the literature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agon.errors import UsageError


@dataclass(frozen=True)
class Reproduction:
    """One table or figure. `platforms`: specs, variants included; `workload` None: nothing to run (source size)."""

    source: str
    table: str
    title: str
    workload: str | None
    platforms: Sequence[str]


_PLAIN = ("erlang", "jason", "akka", "pekko", "go", "agon-actor")

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
            "pekko:subactors-100",
            "pekko:subactors-4",
            "pekko:functions",
            "go",
            "agon-actor",
        ),
    ),
    Reproduction("agere13", "table4", "source size", None, _PLAIN),
)

_BY_SOURCE = {"agere13": AGERE13}


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
