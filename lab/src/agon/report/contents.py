"""A report before it has a format: everything it holds, in order, as texts, tables and figures."""

from __future__ import annotations

from dataclasses import dataclass

from agon.analysis import multicore
from agon.analysis.choice import Need, Open
from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.analysis.noise import Finding
from agon.analysis.sizes import Layout
from agon.format import interval
from agon.published.model import ClaimOutcome
from agon.report import background, literature
from agon.report.charts import workload_figures
from agon.report.colours import Palette
from agon.report.coverage import coverage
from agon.report.families import FamilySection, families
from agon.report.glance import Glance, glances
from agon.report.headline import Tally, verdict_sentence, what_was_measured, winners
from agon.report.matrix import matrix, overview
from agon.report.parts import Column, Facts, Figure, Item, Table, Tone
from agon.report.profile import PlatformSection, profiles
from agon.report.reach import reach
from agon.report.safety import safety
from agon.report.source import Program, programs, source_size
from agon.results.model import Experiment
from agon.results.protocols import PROTOCOLS
from agon.workloads.base import Workload
from agon.workloads.registry import all_workloads, title_of

VERDICT_TONES: dict[str, Tone] = {"holds": "good", "does not hold": "bad", "inconclusive": "open"}

_MATRICES = (
    ("elapsed_steady", "Elapsed time in the program, after warm-up"),
    ("elapsed", "Elapsed time in the program, first iteration"),
    ("process_elapsed", "Elapsed time of the process (start-up and all iterations included)"),
    ("cpu_time", "CPU time of the process group"),
    ("memory_peak", "Peak memory of the process group"),
    ("context_switches", "Context switches"),
)
"""Metric, heading."""
_GLANCE = (
    ("elapsed_steady", "in the program, steady"),
    ("elapsed", "in the program, first"),
    ("start_up", "start-up"),
    ("memory_peak", "peak memory"),
    ("process_elapsed", "whole process"),
    ("cpu_time", "CPU time"),
)
"""Metric, heading."""


@dataclass(frozen=True)
class WorkloadSection:
    """One workload: what it is, who is fastest, its tables and figures."""

    id: str
    title: str
    summary: str
    source: str
    constant: str
    verdict: str
    findings: tuple[str, ...]
    """What cores, execution modes and sizes of pools make of it, in words."""
    overview: Table | None
    """All metrics at the size that platforms are ranked at."""
    tables: tuple[Table, ...]
    """One a metric, at every size."""
    figures: tuple[Figure, ...]
    programs: tuple[Program, ...]

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
    absent: tuple[str, ...]
    command: str
    """That would answer it; empty where it is answered."""


@dataclass(frozen=True)
class Contents:
    """The whole report."""

    experiment: Experiment
    palette: Palette
    quoted: str
    """What its numbers are, as a sentence goes on after "Numbers are"."""
    tally: Tally
    summary: tuple[str, ...]
    glances: tuple[Glance, ...]
    winners: Table
    needs: tuple[NeedSection, ...]
    open_needs: tuple[Open, ...]
    """That nothing was measured for."""
    families: tuple[FamilySection, ...]
    coverage: Table
    safety: Table
    workloads: tuple[WorkloadSection, ...]
    profiles: tuple[PlatformSection, ...]
    source_size: Figure | None
    published: tuple[literature.PublishedSection, ...]
    verdicts: tuple[ClaimOutcome, ...]
    noise: tuple[Finding, ...]
    failures: tuple[background.Failure, ...]
    skipped: Table
    stops: Table
    platforms: Table
    tunings: Table
    environment: Facts
    reproduce: Facts

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure of the report, in order."""
        first = tuple(g.figure for g in self.glances if g.figure is not None)
        own = tuple(f for w in self.workloads for f in w.figures)
        return (*first, *own, self.source_size) if self.source_size else (*first, *own)


def gather(judged: Judged, analysis: Analysis) -> Contents:
    """Everything a report holds."""
    results = judged.results
    known = all_workloads()
    palette = Palette.of([p.label for p in results.experiment.platforms])
    layouts = judged.layouts
    return Contents(
        experiment=results.experiment,
        palette=palette,
        glances=glances(judged, palette),
        quoted=results.numbers,
        tally=Tally.of(results),
        summary=what_was_measured(results, [title_of(layout.workload) for layout in layouts]),
        winners=winners(judged, known),
        needs=tuple(_need(n, PROTOCOLS[results.experiment.plan.protocol].heading) for n in analysis.needs),
        open_needs=analysis.open,
        families=families(judged),
        coverage=coverage(results),
        safety=safety(judged),
        workloads=tuple(_workload(judged, layout, known.get(layout.workload), palette) for layout in layouts),
        profiles=profiles(judged),
        source_size=source_size(results, palette),
        published=tuple(literature.section(t) for t in analysis.tables),
        verdicts=analysis.verdicts,
        noise=judged.noise,
        failures=background.failures(results),
        skipped=background.skipped(results),
        stops=background.stops(results),
        platforms=background.platforms(results),
        tunings=background.tunings(results),
        environment=background.environment(results),
        reproduce=background.reproduce(results.experiment),
    )


def _workload(judged: Judged, layout: Layout, workload: Workload | None, palette: Palette) -> WorkloadSection:
    results = judged.results
    own = [m for m in workload.metrics if m.better != "none"] if workload else []
    rankings = judged.rankings(layout.workload)
    tables = [matrix(layout, metric, caption, rankings.get(metric)) for metric, caption in _MATRICES]
    if all(c.clock == "cold" for c in layout.cells):
        tables = [t for t in tables if t.metric != "elapsed_steady"]
    for metric in own:
        heading = metric.meaning[:1].upper() + metric.meaning[1:]
        tables.append(matrix(layout, metric.name, heading, rankings[metric.name]))
    if (reached := reach(results, layout)) is not None:
        tables.insert(0, reached)
    glance = [*_GLANCE, *((m.name, m.name.replace("_", " ")) for m in own if m.better == "lower")]
    return WorkloadSection(
        id=layout.workload,
        title=workload.title if workload else layout.workload,
        summary=workload.summary if workload else "",
        source=workload.source if workload else "",
        constant=layout.constant,
        verdict=verdict_sentence(layout, judged.ranking(layout.workload)),
        findings=multicore.findings(judged, layout),
        overview=overview(layout, glance, rankings),
        tables=tuple(tables),
        figures=workload_figures(results, layout, workload, palette, rankings),
        programs=tuple(p for r in results.experiment.platforms for p in programs(r) if p.workload == layout.workload),
    )


def _need(need: Need, heading: str) -> NeedSection:
    rows = [
        (Item(str(i)), Item(p.label), Item(interval(p.value), "best" if i == 1 else ""), Item(p.note))
        for i, p in enumerate(need.ranking, start=1)
    ]
    where = f"at {need.where}" if need.where else ""
    columns = (Column("", numeric=True), Column("platform"), Column(heading, numeric=True), Column(where))
    return NeedSection(
        need.name,
        need.question,
        need.answer,
        Table(need.question, columns, tuple(rows)),
        need.evidence,
        need.caveat,
        need.absent,
        need.command,
    )
