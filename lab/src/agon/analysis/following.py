"""The command that would answer what an experiment leaves open: more platforms, another workload, more invocations."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from agon.platforms.own import is_prefix
from agon.results.model import ParamValue, PlatformRecord
from agon.results.summary import CellResult, ResultSet
from agon.workloads.registry import all_workloads

RIVALS = {"actor": ("erlang", "go", "akka"), "agent": ("jason", "agon-agentspeak"), "messaging": ("pyzmq", "jeromq")}
"""Platforms of each family that are added where there are too few to compare: widely used, and soon built."""
REMOTE_RIVALS = ("erlang", "akka")
THROUGHPUT_RIVALS = {"actor": ("erlang", "go"), "agent": ("jade", "spade"), "messaging": ("pyzmq", "jeromq")}
POPULATION_RIVALS = RIVALS | {"agent": ("jason", "erlang")}
"""Jason alone of the agent platforms has a program for it."""
COMPARED = 2
"""Platforms that a comparison takes."""
LARGER = {"check": "demo", "demo": "quick", "quick": "paper"}
SMALL = "demo"
"""The preset of an experiment whose sizes were given one by one, where other workloads are proposed."""


def alone(cells: Sequence[CellResult], every: Sequence[CellResult]) -> CellResult | None:
    """The one cell that has figures at a size, where no other platform has any in the whole workload."""
    found = [c for c in cells if c.measured]
    platforms = {c.cell.platform for c in every if c.measured}
    return found[0] if len(found) == 1 and len(platforms) == 1 else None


def with_rival(results: ResultSet, cell: CellResult) -> str:
    """The command that measures a rival of a cell's platform as well, at the cell's size."""
    workload, preset = cell.cell.workload, results.experiment.preset
    options = ["--preset", preset] if preset else _settings(workload, cell.cell.params)
    return run(workload, [cell.platform], options, cell.platform.family)


def with_rivals(results: ResultSet, cells: Sequence[CellResult]) -> list[str]:
    """The same for cells of several workloads, in as few commands as there can be."""
    alike: dict[tuple[object, ...], list[CellResult]] = {}
    for cell in cells:
        workload, platform = cell.cell.workload, cell.platform
        sizes = results.experiment.preset or workload
        alike.setdefault((platform.label, sizes, rivals(workload, platform.family)), []).append(cell)
    commands = [(with_rival(results, some[0]), some) for some in alike.values()]
    return [c.replace(some[0].cell.workload, ",".join(s.cell.workload for s in some), 1) for c, some in commands]


def elsewhere(
    results: ResultSet,
    workload: str,
    family: str | None = None,
    settings: Mapping[str, ParamValue] | None = None,
    *,
    larger: bool = False,
) -> str:
    """The command that measures a workload with the experiment's platforms that have a program for it, of one family
    where one is named; empty where none has. `larger`: at larger sizes than the experiment's."""
    preset = results.experiment.preset or SMALL
    preset = LARGER.get(preset, preset) if larger else preset
    options = _settings(workload, settings) if settings else ["--preset", preset]
    measured = {c.cell.platform for c in results.cells if c.measured}
    able = [p for p in results.experiment.platforms if not p.sources or workload in p.sources]
    if not any(p.family != "messaging" for p in able):
        return ""
    chosen = [p for p in able if p.label in measured and family in (None, p.family)]
    return run(workload, chosen, options, family or "actor")


def run(workload: str, platforms: Sequence[PlatformRecord], options: Sequence[str], family: str) -> str:
    """`./agon run` with these platforms, and with rivals where they are too few."""
    names = [spec_of(p) for p in platforms]
    present = {p.id for p in platforms}
    names += [r for r in rivals(workload, family) if r not in present][: max(0, COMPARED - len(names))]
    return shlex.join(["./agon", "run", workload, "-p", ",".join(names), *options])


def rivals(workload: str, family: str) -> tuple[str, ...]:
    """Platforms of the family that have a program for the workload, the one to take first first."""
    if workload.startswith("remote-"):
        return REMOTE_RIVALS
    return {"throughput": THROUGHPUT_RIVALS, "population": POPULATION_RIVALS}.get(workload, RIVALS)[family]


def spec_of(record: PlatformRecord) -> str:
    """What names the platform on a command line: its label, or the path of a folder of the user's own."""
    if PurePath(record.folder).parts[-2:] == ("platforms", record.id):
        variant = f":{record.variant}" if record.variant else ""
        return f"{record.id}{variant}@{record.version_asked}" if is_prefix(record.version_asked) else record.label
    version = f"@{record.version_asked}" if "@" in PurePath(record.label).name else ""
    variant = f":{record.variant}" if f":{record.variant}" in record.label else ""
    runtime = f"+{record.runtime_asked}" if record.runtime_asked and "+" in record.label else ""
    return f"{record.folder}{variant}{version}{runtime}"


def _settings(workload: str, params: Mapping[str, ParamValue]) -> list[str]:
    """`--set` for what is not the default."""
    known = all_workloads().get(workload)
    usual = {p.name: p.default for p in known.parameters} if known else {}
    found = [
        word for name, value in params.items() if usual.get(name) != value for word in ("--set", f"{name}={value}")
    ]
    return found or ["--set", *(f"{name}={value}" for name, value in list(params.items())[:1])]
