"""How large the programs are, and where they lie: the source-size figure, and each program's files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from agon.format import quantity
from agon.report.axes import value_axis
from agon.report.colours import Palette
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Table
from agon.report.spec import bars
from agon.results.model import PlatformRecord
from agon.results.summary import ResultSet
from agon.workloads.registry import title_of


@dataclass(frozen=True)
class Program:
    """A platform's program of one workload."""

    label: str
    workload: str
    size: str
    """Comments removed and compressed, in words; empty where it is not known."""
    files: tuple[Path, ...]
    """Where they lay when they were measured."""
    folder: Path
    """What their names are shown relative to."""

    @property
    def named(self) -> tuple[tuple[str, Path], ...]:
        """Each file with its name from the platform's folder on: `akka/src/Ring.java`, `jvm/Harness.java`."""
        return tuple((os.path.relpath(f, self.folder), f) for f in self.files)


def programs(record: PlatformRecord) -> tuple[Program, ...]:
    """The programs of a platform, in the order of its workloads."""
    folder = Path(record.folder)
    names = dict.fromkeys([*record.sources, *record.source_gzip])
    return tuple(
        Program(
            label=record.label,
            workload=w,
            size=quantity(record.source_gzip[w], "B") if w in record.source_gzip else "",
            files=tuple(Path(os.path.normpath(folder / s)) for s in record.sources.get(w, [])),
            folder=folder.parent,
        )
        for w in names
    )


def source_size(results: ResultSet, palette: Palette) -> Figure | None:
    """The figure; None if no size is known."""
    sizes = {p.label: p.source_gzip for p in results.experiment.platforms if p.source_gzip}
    workloads = [w for w in results.workloads if any(w in s for s in sizes.values())]
    if not workloads:
        return None
    axis = value_axis([float(s[w]) for s in sizes.values() for w in workloads if w in s], "B")
    panels: list[Panel] = []
    for workload in workloads:
        found = sorted((s[workload], p) for p, s in sizes.items() if workload in s)
        data = [{"p": p, "y": b, "l": b, "h": b, "t": quantity(b, "B"), "v": quantity(b, "B")} for b, p in found]
        title = title_of(workload)
        drawing = bars(f"Source size, {title}", data, [p for _, p in found], axis, "", palette)
        panels.append(Panel(title, drawing))
    rows = [(Item(p), *(Item(quantity(s[w], "B") if w in s else NOTHING) for w in workloads)) for p, s in sizes.items()]
    columns = (Column("platform"), *(Column(title_of(w), numeric=True) for w in workloads))
    return Figure(
        id="source-size",
        title="Source size",
        description=f"Compressed size of the programs' source: {', '.join(sizes)}",
        panels=tuple(panels),
        legend=(),
        table=Table("Source size", columns, tuple(rows)),
        notes=(
            "The bare program of the workload, without harness, report, tests and witness:"
            " comments removed, gzip --fast.",
        ),
        source="agere13 Table 4",
        wide=len(panels) > 2,
    )
