"""One page for a machine: what was measured, how, the figures of every workload, and whether several runs agree.

Nothing is ranked here: standings, families and the first screen's verdicts are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from agon.analysis.agreement import ALIKE, Agreement, Agreements, agreements
from agon.analysis.judged import Judged
from agon.analysis.noise import findings
from agon.analysis.sizes import Layout
from agon.format import quantity
from agon.printable import printable
from agon.published.claims import verdicts
from agon.published.compare import tables
from agon.published.sources import EVERY
from agon.report import background
from agon.report.families import BOUNDS, HIDES, families
from agon.report.glance import Lineup, figures, line_up
from agon.report.headline import verdict_sentence
from agon.report.literature import section as literature_section
from agon.report.markdown import bullets, facts, literature, table
from agon.report.mdtext import escaped, harmless
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.machine import machine
from agon.results.session import Session
from agon.results.summary import CellResult, ResultSet
from agon.workloads.registry import title_of

_METRICS = ("elapsed_steady", "elapsed", "start_up", "memory_peak")
_COLUMNS = (
    Column("platform"),
    Column("times the fastest", numeric=True),
    Column("outcome"),
    Column("steady", numeric=True),
    Column("first iteration", numeric=True),
    Column("start-up", numeric=True),
    Column("peak memory", numeric=True),
    Column("marks"),
)
LEGEND = (
    "Steady: the mean iteration after warm-up. First iteration: of a new process. Start-up: until it is ready. "
    "Outcome: the verdict against the fastest, corrected over the table. Marks: *unsettled*, still "
    "changing; *cold*, not repeated in its process and not ranked with those that are; "
    "*out of ranks*, shown but not ranked."
)


@dataclass(frozen=True)
class Archive:
    """An experiment's raw data in one file, which lies elsewhere."""

    name: str
    size: int
    """Bytes."""
    sha256: str


@dataclass(frozen=True)
class Names:
    """What the page refers to."""

    csv: str
    """The path of the file of figures, from the page's folder."""
    kept: str
    """What of the figures is in that file."""
    archives: tuple[Archive, ...] = ()


def page(runs: Sequence[Session], names: Names) -> str:
    """The page as Markdown. The tables are those of the first run that has the workload."""
    text = "\n".join(_page(runs, names)).rstrip() + "\n"
    return harmless_lines(printable(text, lines=True))


def harmless_lines(text: str) -> str:
    """The text, without addresses of users."""
    return "\n".join(harmless(line) for line in text.split("\n"))


def _page(of: Sequence[Session], names: Names) -> Iterator[str]:
    runs = [session.joined() for session in of]
    first = runs[0]
    where = machine(first.experiment.environment)
    sources = [part.experiment.source for part in of[0].parts if part.experiment.source]
    reproduced = f"{', '.join(sources)}, reproduced on " if sources else ""
    yield f"# {escaped(reproduced + where)}\n"
    count = "one run" if len(runs) == 1 else f"{len(runs)} runs"
    yield (
        f"Written by `agon record` from {count}. [{PurePosixPath(names.csv).name}]({names.csv}) holds the figures of "
        f"{names.kept}. "
        "Times of two machines are not comparable; ratios and ranks are.\n"
    )
    yield from _runs(of)
    if names.archives:
        yield "Raw data, kept elsewhere (`agon import` reads it):\n"
        yield from bullets(tuple(f"{a.name}: {quantity(a.size, 'B')}, SHA-256 {a.sha256}" for a in names.archives))
    yield f"Numbers are {escaped(first.numbers)} in brackets. {LEGEND}\n"
    judged = [Judged(run) for run in runs]
    yield from _workloads(judged)
    yield from _overall(judged[0])
    for part in of[0].parts:
        yield from _literature(part)
    agree = agreements(judged)
    if agree is not None:
        yield "## Agreement of the runs\n"
        yield f"{ALIKE}\n"
        yield from table(_agreement(agree), captioned=False)
    yield from _missing(runs)
    yield "## Platforms\n"
    yield from table(background.platforms(first), captioned=False)
    yield from bullets(_other_versions(runs))
    yield "## How it was measured\n"
    yield from facts(background.environment(first))
    for part in of[0].parts:
        yield from facts(background.reproduce(part.experiment))


def _runs(of: Sequence[Session]) -> Iterator[str]:
    rows = [(Item(str(n)), *_run(part)) for n, session in enumerate(of, start=1) for part in session.parts]
    names = ("run", "experiment", "began", "commit", "cells", "invocations", "passed", "disturbed")
    yield from table(Table("Runs", tuple(Column(n) for n in names), tuple(rows)), captioned=False)


def _run(run: ResultSet) -> tuple[Item, ...]:
    e = run.experiment
    counted = [i for i in run.invocations if not i.discarded]
    disturbed = ", ".join(f.kind for f in findings(run) if f.disturbs) or "no"
    dirty = " with changes" if e.source_dirty else ""
    return (
        Item(e.id),
        Item(e.created.replace("T", " ").removesuffix("Z")),
        Item(f"{e.source_commit[:12] or 'unknown'}{dirty}"),
        Item(str(len(run.cells))),
        Item(str(len(counted))),
        Item(str(sum(i.status == "ok" for i in counted))),
        Item(disturbed),
    )


def _workloads(runs: Sequence[Judged]) -> Iterator[str]:
    shown: set[str] = set()
    for number, run in enumerate(runs, start=1):
        for layout in run.layouts:
            workload = layout.workload
            if workload in shown or layout.reference is None:
                continue
            shown.add(workload)
            ranking = run.ranking(workload)
            lineup = line_up(layout, ranking)
            yield f"## {escaped(title_of(workload))}\n"
            which = f" (run {number})" if len(runs) > 1 else ""
            constant = f" Always {layout.constant}." if layout.constant and layout.varying else ""
            yield f"{escaped(verdict_sentence(layout, ranking) + constant)}{which}\n"
            yield from table(_table(layout, lineup), captioned=False)


def _table(layout: Layout, lineup: Lineup | None) -> Table:
    cells = layout.at(layout.reference) if layout.reference is not None else ()
    in_line = lineup.cells if lineup is not None else dict[str, CellResult]()
    rest = [c for c in cells if c.cell.platform not in in_line]
    rows = [_row(c, lineup) for c in in_line.values()] + [_row(c, None) for c in rest]
    return Table(title_of(layout.workload), _COLUMNS, tuple(rows))


def _row(cell: CellResult, lineup: Lineup | None) -> tuple[Item, ...]:
    label = cell.cell.platform
    if lineup is None:
        compared, outcome = NOTHING, NOTHING
    elif label == lineup.baseline:
        compared, outcome = lineup.ratio_to_baseline(label), "fastest"
    else:
        compared = lineup.ratio_to_baseline(label)
        outcome = lineup.verdicts[label].outcome if label in lineup.verdicts else "not compared"
    return (Item(label), Item(compared), Item(outcome), *figures(cell, _METRICS), Item(_marks(cell)))


def _marks(cell: CellResult) -> str:
    found: list[str] = []
    if cell.status != "ok":
        found.append(f"{cell.status}: {cell.reason}")
    if cell.measured and cell.clock != "steady":
        found.append(f"{cell.clock}: {cell.steady}")
    if not cell.ranked:
        found.append(f"out of ranks: {cell.cell.unranked}")
    return "; ".join(found)


def _overall(run: Judged) -> Iterator[str]:
    sections = families(run)
    if not sections:
        return
    yield "## All workloads in one number\n"
    yield f"Times the best's time, over all workloads and in each. {BOUNDS}\n"
    for section in sections:
        yield f"### {section.heading}\n"
        if section.table is not None:
            yield from table(section.table, captioned=False)
        yield from (f"{escaped(note)}\n" for note in section.notes)
    yield "What one number hides:\n"
    yield from bullets(HIDES)


def _literature(of: ResultSet) -> Iterator[str]:
    """Of an experiment that reproduces a source: its figures and claims, published and measured."""
    source = of.experiment.source
    if source is None:
        return
    own = [literature_section(t) for t in tables(of) if source in (t.source, EVERY)]
    yield from literature(own, verdicts(of))


def _agreement(found: Agreements) -> Table:
    columns = (Column("workload"), *(Column(f"runs {a + 1} and {b + 1}", numeric=True) for a, b in found.between))
    rows = [(Item(title_of(w)), *map(_tau, of)) for w, of in found.workloads.items()]
    return Table("Agreement of the runs", columns, (*rows, (Item("all workloads"), *map(_tau, found.together))))


def _tau(found: Agreement) -> Item:
    if found.tau is None:
        return Item("inconclusive", "missing", found.why)
    return Item(f"{found.tau:.3f}", detail=f"{len(found.shared)} platforms")


def _missing(runs: Sequence[ResultSet]) -> Iterator[str]:
    """Failures and what was left out, in counts."""
    yield "## Failures and what was left out\n"
    failed: Counter[tuple[str, ...]] = Counter()
    left_out: Counter[tuple[str, ...]] = Counter()
    for number, run in enumerate(runs, start=1):
        for cell in run.cells:
            if cell.status == "failed":
                what = "went no further" if cell.shows_how_far else "failed"
                failed[(str(number), cell.cell.platform, title_of(cell.cell.workload), what, _codes(cell))] += 1
            elif cell.status == "incomplete":
                key = (str(number), cell.cell.platform, title_of(cell.cell.workload), "not finished", "")
                failed[key] += 1
        for s in run.skipped:
            left_out[(str(number), s.platform, s.kind)] += 1
    if failed:
        names = ("run", "platform", "workload", "what", "reasons")
        yield from _counted("Failed", names, failed)
    else:
        yield "Every cell passed.\n"
    if left_out:
        yield from _counted("Left out", ("run", "platform", "why"), left_out)
    else:
        yield "Nothing that was asked for was left out.\n"


def _codes(cell: CellResult) -> str:
    return ", ".join(dict.fromkeys(i.reason.code for i in cell.invocations if i.reason is not None))


def _counted(caption: str, names: Sequence[str], found: Counter[tuple[str, ...]]) -> Iterator[str]:
    columns = (*(Column(n) for n in names), Column("cells", numeric=True))
    rows = [(*(Item(text) for text in key), Item(str(n))) for key, n in found.items()]
    yield from table(Table(caption, columns, tuple(rows)))


def _other_versions(runs: Sequence[ResultSet]) -> tuple[str, ...]:
    """Platforms of later runs that the first run's table does not show as they were."""
    known = {p.label: p for p in runs[0].experiment.platforms}
    lines: list[str] = []
    for number, run in enumerate(runs[1:], start=2):
        for p in run.experiment.platforms:
            same = known.get(p.label)
            if same is None or not p.same_version(same):
                lines.append(f"run {number}: {p.label} {p.found}")
            elif p.source_digest != same.source_digest:
                lines.append(f"run {number}: {p.label} with other programs ({p.source_digest[:12]})")
    return tuple(lines)
