"""The sizes of every workload's ladders, as its definition has them: a part of docs/workloads.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agon.results.model import ParamValue
from agon.workloads.registry import own_workloads

PRESETS = ("quick", "paper")
MOST_SHOWN = 5
"""Of the different sizes of one parameter; of more the first three and the last are shown."""


def table() -> str:
    """As Markdown, a row a workload."""
    rows = ["| workload | source | `quick` | `paper` |\n|---|---|---|---|\n"]
    for workload in own_workloads().values():
        quick, paper = (ladder(workload.preset(name).ladder) for name in PRESETS)
        shown = "as `quick`" if paper == quick else paper
        rows.append(f"| {workload.id} | {workload.source} | {quick} | {shown} |\n")
    return "".join(rows)


def ladder(sizes: Sequence[Mapping[str, ParamValue]]) -> str:
    """Each parameter with the values that it takes, in their order, each once."""
    values: dict[str, list[str]] = {}
    for size in sizes:
        for name, value in size.items():
            if str(value) not in values.setdefault(name, []):
                values[name].append(str(value))
    return " ".join(f"{name}={shortened(taken)}" for name, taken in values.items())


def shortened(values: Sequence[str]) -> str:
    """The values, or where they begin and end."""
    return ",".join(values if len(values) <= MOST_SHOWN else [*values[:3], "..", values[-1]])
