"""What stands behind a report's numbers: failures, what was left out, platforms, the machine, how to repeat it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agon.analysis.builds import builds_apart
from agon.analysis.sizes import Size
from agon.format import exact, integer
from agon.report.matrix import count_of_failed
from agon.report.parts import NOTHING, Column, Facts, Item, Table
from agon.results.age import with_age
from agon.results.model import Experiment, Limits
from agon.results.summary import ResultSet
from agon.workloads.registry import title_of


@dataclass(frozen=True)
class Failure:
    """A failed cell: how often, why, and what its first failed invocation wrote."""

    anchor: str
    platform: str
    title: str
    count: str
    reasons: tuple[str, ...]
    command: str
    stderr: str


def failures(results: ResultSet) -> tuple[Failure, ...]:
    found: list[Failure] = []
    for cell in results.cells:
        if cell.status != "failed":
            continue
        failed = [i for i in cell.invocations if i.status == "failed"]
        reasons = [f"{i.reason.code}: {i.reason.message}" if i.reason else "no reason recorded" for i in failed]
        counted = {r: reasons.count(r) for r in dict.fromkeys(reasons)}
        words = Size.of(cell.cell).words([*cell.cell.params, "cores"])
        role = "" if cell.cell.role == "main" else f", {cell.cell.role} reference"
        found.append(
            Failure(
                anchor=f"failure-{len(found) + 1}",
                platform=cell.cell.platform,
                title=f"{cell.cell.platform} in {cell.cell.workload}{role}: {words}",
                count=count_of_failed(cell),
                reasons=tuple(f"{r} ({n} times)" if n > 1 else r for r, n in counted.items()),
                command=_command(failed[0].argv),
                stderr=next((i.stderr_tail for i in failed if i.stderr_tail), ""),
            )
        )
    return tuple(found)


def _command(argv: Sequence[str]) -> str:
    """A command to copy; `$AGON_ROOT` and its like stand unquoted."""
    return " ".join(w if re.fullmatch(r"[\w@%+=:,./$-]+", w) else shlex.quote(w) for w in argv)


def skipped(results: ResultSet) -> Table:
    rows = [
        (Item(s.platform), Item(s.workload), Item(", ".join(f"{k}={v}" for k, v in s.params.items())),
         Item(s.kind), Item(s.reason))
        for s in results.skipped
    ]  # fmt: skip
    names = ("platform", "workload", "size", "kind", "reason")
    return Table("Skipped cells", tuple(Column(n) for n in names), tuple(rows))


def stops(results: ResultSet) -> Table:
    rows = [
        (Item(c.cell.platform), Item(c.cell.workload), Item(Size.of(c.cell).words([*c.cell.params, "cores"])),
         Item(c.stopped))
        for c in results.cells
        if c.stopped
    ]  # fmt: skip
    names = ("platform", "workload", "size", "why")
    return Table("Cells that stopped early", tuple(Column(n) for n in names), tuple(rows))


def platforms(results: ResultSet) -> Table:
    found = results.experiment.platforms
    measured = date.fromisoformat(results.experiment.created[: len("2023-05-09")])
    runtimes, released = any(p.runtime_found for p in found), any(p.released for p in found)
    rows = [
        (
            Item(p.label),
            Item(p.name, detail=p.homepage),
            Item(p.version_found, detail=f"asked for {p.version_asked}" if p.version_asked != p.version_found else ""),
            *((Item(with_age(p.released, measured), detail=p.released),) if released else ()),
            *((Item(p.runtime_found),) if runtimes else ()),
            Item(p.language),
            Item(p.family),
            Item(p.licence),
            Item(p.source_digest[:12]),
        )
        for p in found
    ]
    some = (*(("released",) if released else ()), *(("runtime",) if runtimes else ()))
    names = ("platform", "name", "version found", *some, "language", "family", "licence", "digest of the programs")
    return Table("Platforms", tuple(Column(n) for n in names), tuple(rows))


def tunings(results: ResultSet) -> Table:
    rows = [(Item(p.label), Item(s), Item(why)) for p in results.experiment.platforms for s, why in p.tunings.items()]
    return Table("Tunings", (Column("platform"), Column("setting"), Column("reason")), tuple(rows))


def environment(results: ResultSet) -> Facts:
    e = results.experiment.environment
    limits, plan = results.experiment.limits, results.experiment.plan
    method = "control group" if e.memory_limit_method == "cgroup" else "measured size"
    toolchains = "; ".join(v if v.startswith(k) else f"{k} {v}" for k, v in e.toolchains.items())
    return (
        ("operating system", f"{e.os}, kernel {e.kernel}"),
        ("processor", e.cpu_model),
        ("CPUs", f"{e.cores_logical} logical, {e.cores_physical} physical"),
        ("memory", exact(e.memory_bytes, "B")),
        ("virtualised", e.virtualised or "no"),
        ("frequency governor", e.governor or "unknown"),
        ("run as root", "yes" if e.root else "no"),
        ("memory limit", _memory(limits) if limits.memory_bytes is None else f"{_memory(limits)}, by {method}"),
        ("time limit", f"{exact(limits.time_s, 's')} an invocation"),
        *_own_limits(results),
        ("plan", f"protocol {plan.protocol}, {integer(plan.invocations)} invocations a cell, blocks in seeded order"),
        *(("builds", sentence) for sentence in builds_apart(results)),
        ("toolchains", toolchains or NOTHING),
        ("Python", e.python),
        ("machine", e.machine_id),
        *_other_machines(results),
        *(("note", n) for n in e.notes),
    )


def _other_machines(results: ResultSet) -> Facts:
    """Where cells over two nodes had node 1."""
    unmeasured = "CPU time, memory and context switches are not measured of these cells, since they are not there"
    hosts = dict.fromkeys(cell.host for cell in results.experiment.cells if cell.host)
    return tuple((f"node 1 on {host}", unmeasured) for host in hosts)


def _memory(limits: Limits) -> str:
    return exact(limits.memory_bytes, "B") if limits.memory_bytes is not None else "none"


def _own_limits(results: ResultSet) -> Facts:
    """Where cells have limits of their own: which workloads, and the limits."""
    of: dict[Limits, dict[str, None]] = {}
    for cell in results.experiment.cells:
        if cell.limits is not None:
            of.setdefault(cell.limits, {})[title_of(cell.workload)] = None
    return tuple(
        (f"limits of {', '.join(titles)}", f"memory {_memory(limits)}, time {exact(limits.time_s, 's')} an invocation")
        for limits, titles in of.items()
    )


def reproduce(experiment: Experiment) -> Facts:
    dirty = " with uncommitted changes" if experiment.source_dirty else ""
    return (
        ("command", _command(experiment.command)),
        ("seed", str(experiment.plan.seed)),
        ("source", f"commit {experiment.source_commit}{dirty}"),
        ("lab", experiment.lab_version),
        ("experiment", f"{experiment.id}, created {experiment.created}"),
        *((("source reproduced", experiment.source),) if experiment.source else ()),
        *((("preset", experiment.preset),) if experiment.preset else ()),
    )
