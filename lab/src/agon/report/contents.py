"""A report before it has a format: everything it says, in order, as texts, tables and figures."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from agon.published.model import Verdict
from agon.report import beside
from agon.report.analysis import Analysis
from agon.report.axes import value_axis
from agon.report.charts import workload_figures
from agon.report.choice import Need
from agon.report.colours import Palette
from agon.report.format import exact, integer, interval, quantity
from agon.report.headline import Tally, verdict_sentence, what_was_measured, winners
from agon.report.matrix import count_of_failed, matrix, overview
from agon.report.parts import NOTHING, Column, Facts, Figure, Item, Panel, Table, Tone
from agon.report.sizes import Layout, Size
from agon.report.spec import bars
from agon.results.model import Experiment
from agon.results.noise import Finding, findings
from agon.results.protocols import PROTOCOLS
from agon.results.summary import ResultSet
from agon.workloads.base import Workload
from agon.workloads.registry import all_workloads

VERDICT_TONES: dict[str, Tone] = {"holds": "good", "does not hold": "bad", "cannot be said": "open"}

_MATRICES = (
    ("process_elapsed", "Elapsed time of the process (cold, start-up included)", True),
    ("elapsed", "Elapsed time in the program, first iteration", True),
    ("elapsed_steady", "Elapsed time in the program, steady state", True),
    ("cpu_time", "CPU time of the process group", True),
    ("memory_peak", "Peak memory of the process group", True),
    ("context_switches", "Context switches", None),
)
_GLANCE = (
    ("process_elapsed", "whole process", True),
    ("elapsed", "in the program, first", True),
    ("elapsed_steady", "in the program, steady", True),
    ("memory_peak", "peak memory", True),
    ("cpu_time", "CPU time", True),
    ("start_up", "start-up", True),
)
"""Metric, heading, whether lower is better (None: neither)."""


@dataclass(frozen=True)
class WorkloadSection:
    """One workload: what it is, who is fastest, its tables and figures."""

    id: str
    title: str
    summary: str
    source: str
    constant: str
    verdict: str
    overview: Table | None
    """All metrics at the size that platforms are ranked at."""
    tables: tuple[Table, ...]
    """One a metric, at every size."""
    figures: tuple[Figure, ...]

    @property
    def undrawn(self) -> tuple[Table, ...]:
        """The tables that no figure carries."""
        drawn = {f.table.metric for f in self.figures}
        return tuple(t for t in self.tables if t.metric not in drawn)


@dataclass(frozen=True)
class NeedSection:
    """One need and the answer to it."""

    name: str
    question: str
    answer: str
    table: Table
    evidence: str
    caveat: str


@dataclass(frozen=True)
class Failure:
    """A failed cell: how often, why, and what its first failed invocation wrote."""

    anchor: str
    title: str
    count: str
    reasons: tuple[str, ...]
    command: str
    stderr: str


@dataclass(frozen=True)
class Contents:
    """The whole report."""

    experiment: Experiment
    palette: Palette
    tally: Tally
    summary: tuple[str, ...]
    winners: Table
    needs: tuple[NeedSection, ...]
    workloads: tuple[WorkloadSection, ...]
    source_size: Figure | None
    published: tuple[beside.PublishedSection, ...]
    verdicts: tuple[Verdict, ...]
    noise: tuple[Finding, ...]
    failures: tuple[Failure, ...]
    skipped: Table
    stops: Table
    platforms: Table
    tunings: Table
    environment: Facts
    reproduce: Facts

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure of the report, in order."""
        own = tuple(f for w in self.workloads for f in w.figures)
        return (*own, self.source_size) if self.source_size else own


def gather(results: ResultSet, analysis: Analysis) -> Contents:
    """Everything a report of `results` says."""
    known = all_workloads()
    palette = Palette.of([p.label for p in results.experiment.platforms])
    layouts = [Layout.of(results, w) for w in results.workloads]
    layouts = [layout for layout in layouts if layout.cells]
    return Contents(
        experiment=results.experiment,
        palette=palette,
        tally=Tally.of(results),
        summary=what_was_measured(results, [_title(known, layout.workload) for layout in layouts]),
        winners=winners(layouts, known),
        needs=tuple(_need(n, PROTOCOLS[results.experiment.plan.protocol].heading) for n in analysis.needs),
        workloads=tuple(_workload(results, layout, known.get(layout.workload), palette) for layout in layouts),
        source_size=_source_size(results, known, palette),
        published=tuple(beside.section(t) for t in analysis.tables),
        verdicts=analysis.verdicts,
        noise=findings(results),
        failures=_failures(results),
        skipped=_skipped(results),
        stops=_stops(results),
        platforms=_platforms(results),
        tunings=_tunings(results),
        environment=_environment(results),
        reproduce=_reproduce(results.experiment),
    )


def _title(known: dict[str, Workload], workload: str) -> str:
    return known[workload].title if workload in known else workload


def _workload(results: ResultSet, layout: Layout, workload: Workload | None, palette: Palette) -> WorkloadSection:
    own = [m for m in workload.metrics if m.better != "none"] if workload else []
    tables = [matrix(layout, metric, caption, lower_is_better=lower) for metric, caption, lower in _MATRICES]
    if not any(c.cell.iterations > 1 for c in layout.cells):
        tables = [t for t in tables if t.metric != "elapsed_steady"]
    for metric in own:
        heading = metric.meaning[:1].upper() + metric.meaning[1:]
        tables.append(matrix(layout, metric.name, heading, lower_is_better=metric.better == "lower"))
    glance = [*_GLANCE, *((m.name, m.name.replace("_", " "), m.better == "lower") for m in own if m.better == "lower")]
    return WorkloadSection(
        id=layout.workload,
        title=workload.title if workload else layout.workload,
        summary=workload.summary if workload else "",
        source=workload.source if workload else "",
        constant=layout.constant,
        verdict=verdict_sentence(layout),
        overview=overview(layout, glance),
        tables=tuple(tables),
        figures=workload_figures(results, layout, workload, palette),
    )


def _need(need: Need, heading: str) -> NeedSection:
    rows = [
        (Item(str(i)), Item(p.label), Item(interval(p.value), "best" if i == 1 else ""), Item(p.note))
        for i, p in enumerate(need.ranking, start=1)
    ]
    columns = (Column("", numeric=True), Column("platform"), Column(heading, numeric=True), Column(""))
    return NeedSection(
        need.name, need.question, need.answer, Table(need.question, columns, tuple(rows)), need.evidence, need.caveat
    )


def _source_size(results: ResultSet, known: dict[str, Workload], palette: Palette) -> Figure | None:
    sizes = {p.label: p.source_gzip for p in results.experiment.platforms if p.source_gzip}
    workloads = [w for w in results.workloads if any(w in s for s in sizes.values())]
    if not workloads:
        return None
    axis = value_axis([float(s[w]) for s in sizes.values() for w in workloads if w in s], "B")
    panels: list[Panel] = []
    for workload in workloads:
        found = sorted((s[workload], p) for p, s in sizes.items() if workload in s)
        data = [{"p": p, "y": b, "l": b, "h": b, "t": quantity(b, "B"), "v": quantity(b, "B")} for b, p in found]
        title = _title(known, workload)
        drawing = bars(f"Source size, {title}", data, [p for _, p in found], axis, "", palette)
        panels.append(Panel(title, drawing))
    rows = [(Item(p), *(Item(quantity(s[w], "B") if w in s else NOTHING) for w in workloads)) for p, s in sizes.items()]
    columns = (Column("platform"), *(Column(_title(known, w), numeric=True) for w in workloads))
    return Figure(
        id="source-size",
        title="Source size",
        description=f"Compressed size of the programs' source: {', '.join(sizes)}",
        panels=tuple(panels),
        legend=(),
        table=Table("Source size", columns, tuple(rows)),
        notes=(
            "The program of the workload, without the harness that all workloads share: comments removed, gzip --fast.",
        ),
        source="agere13 Table 4",
        wide=len(panels) > 2,
    )


def _failures(results: ResultSet) -> tuple[Failure, ...]:
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
                title=f"{cell.cell.platform} in {cell.cell.workload}{role}: {words}",
                count=count_of_failed(cell),
                reasons=tuple(f"{r} ({n} times)" if n > 1 else r for r, n in counted.items()),
                command=shlex.join(failed[0].argv),
                stderr=next((i.stderr_tail for i in failed if i.stderr_tail), ""),
            )
        )
    return tuple(found)


def _skipped(results: ResultSet) -> Table:
    rows = [
        (Item(s.platform), Item(s.workload), Item(", ".join(f"{k}={v}" for k, v in s.params.items())),
         Item(s.kind), Item(s.reason))
        for s in results.skipped
    ]  # fmt: skip
    names = ("platform", "workload", "size", "kind", "reason")
    return Table("Skipped cells", tuple(Column(n) for n in names), tuple(rows))


def _stops(results: ResultSet) -> Table:
    rows = [
        (Item(c.cell.platform), Item(c.cell.workload), Item(Size.of(c.cell).words([*c.cell.params, "cores"])),
         Item(c.stopped))
        for c in results.cells
        if c.stopped
    ]  # fmt: skip
    names = ("platform", "workload", "size", "why")
    return Table("Cells that stopped early", tuple(Column(n) for n in names), tuple(rows))


def _platforms(results: ResultSet) -> Table:
    rows = [
        (
            Item(p.label),
            Item(p.name, detail=p.homepage),
            Item(p.version_found, detail=f"asked for {p.version_asked}" if p.version_asked != p.version_found else ""),
            Item(p.language),
            Item(p.family),
            Item(p.licence),
            Item(p.source_digest[:12]),
        )
        for p in results.experiment.platforms
    ]
    names = ("platform", "name", "version found", "language", "family", "licence", "digest of the programs")
    return Table("Platforms", tuple(Column(n) for n in names), tuple(rows))


def _tunings(results: ResultSet) -> Table:
    rows = [(Item(p.label), Item(s), Item(why)) for p in results.experiment.platforms for s, why in p.tunings.items()]
    return Table("Tunings", (Column("platform"), Column("setting"), Column("reason")), tuple(rows))


def _environment(results: ResultSet) -> Facts:
    e = results.experiment.environment
    limits, plan = results.experiment.limits, results.experiment.plan
    memory = exact(limits.memory_bytes, "B") if limits.memory_bytes is not None else "none"
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
        ("memory limit", memory if limits.memory_bytes is None else f"{memory}, by {method}"),
        ("time limit", f"{exact(limits.time_s, 's')} an invocation"),
        ("plan", f"protocol {plan.protocol}, {integer(plan.invocations)} invocations a cell, blocks in seeded order"),
        ("toolchains", toolchains or NOTHING),
        ("Python", e.python),
        ("machine", e.machine_id),
        *(("note", n) for n in e.notes),
    )


def _reproduce(experiment: Experiment) -> Facts:
    dirty = " with uncommitted changes" if experiment.source_dirty else ""
    return (
        ("command", shlex.join(experiment.command)),
        ("seed", str(experiment.plan.seed)),
        ("source", f"commit {experiment.source_commit}{dirty}"),
        ("lab", experiment.lab_version),
        ("experiment", f"{experiment.id}, created {experiment.created}"),
        *((("source reproduced", experiment.source),) if experiment.source else ()),
        *((("preset", experiment.preset),) if experiment.preset else ()),
    )
