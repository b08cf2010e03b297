"""Tables of the literature and the measurement: both sides' ratios under each other, ranks, and their agreement."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agon.format import ratio
from agon.published.model import PublishedTable, Row
from agon.report.parts import NOTHING, Column, Facts, Item, Table

_FAILED = re.compile(r"\d+ of \d+ failed")


@dataclass(frozen=True)
class PublishedSection:
    """One table of the literature with the measurement."""

    title: str
    facts: Facts
    ratios: Table
    ranks: Table
    agreement: str
    notes: tuple[str, ...]


def section(table: PublishedTable) -> PublishedSection:
    """The section that shows `table`."""
    ranks = [(Item(r.platform), Item(f"{r.published:g}"), Item(f"{r.measured:g}")) for r in table.ranks]
    return PublishedSection(
        title=f"{table.source}, {table.table}: {table.title}",
        facts=(
            ("published on", table.published_machine),
            ("measured on", table.measured_machine),
            ("parameters", table.parameters_note),
        ),
        ratios=_ratios(table),
        ranks=Table(
            f"Ranks {table.ranks_at}" if table.ranks else "Ranks",
            (Column("platform"), Column("published", True), Column("measured", True)),
            tuple(ranks),
        ),
        agreement=_agreement(table),
        notes=_notes(table),
    )


def _ratios(table: PublishedTable) -> Table:
    """Two rows a platform, published above measured, sizes across; sizes that no platform has a ratio for are left
    out."""
    sizes = [s for s in dict.fromkeys(r.params for r in table.rows) if any(_has_ratio(r, s) for r in table.rows)]
    by = {(r.platform, r.params): r for r in table.rows}
    rows: list[tuple[Item, ...]] = []
    for platform in dict.fromkeys(r.platform for r in table.rows):
        own = [by.get((platform, s)) for s in sizes]
        published = [_published(r) for r in own]
        measured = [_measured(r) for r in own]
        if any(i.tone != "missing" for i in published):
            rows.append((Item(platform), Item("published"), *published))
        if any(i.tone != "missing" for i in measured):
            rows.append((Item(platform), Item("measured"), *measured))
    against = f"relative to {table.baseline}" if table.baseline else "no platform on both sides to relate to"
    columns = (Column("platform"), Column(""), *(Column(s, numeric=True) for s in sizes))
    return Table(f"{table.metric.replace('_', ' ')}, {against}", columns, tuple(rows))


def _has_ratio(row: Row, size: str) -> bool:
    return row.params == size and (row.ratio_published is not None or row.ratio_measured is not None)


def _published(row: Row | None) -> Item:
    if row is None or row.ratio_published is None:
        return Item(NOTHING, "missing")
    return Item(ratio(row.ratio_published))


def _measured(row: Row | None) -> Item:
    if row is None:
        return Item(NOTHING, "missing")
    if row.ratio_measured is not None:
        return Item(ratio(row.ratio_measured))
    failed = _FAILED.search(row.measured_note)
    return Item(failed.group(), "failed") if failed else Item(NOTHING, "missing")


def _agreement(table: PublishedTable) -> str:
    if table.tau is None:
        what = table.counted if table.shared != 1 else table.counted.removesuffix("s")
        shared = f"{table.shared} {what} on both sides"
        return f"Whether the rankings agree is inconclusive: {shared}, and Kendall's tau wants at least 4."
    word = "agree" if table.tau > 0.6 else "agree in part" if table.tau > 0.2 else "do not agree"
    return f"The rankings {word}: Kendall's tau is {table.tau:+.2f} over {table.shared} {table.counted}."


def _notes(table: PublishedTable) -> tuple[str, ...]:
    """What stands for each platform and why figures are missing; what is the same for all sizes stands once."""
    notes: list[str] = []
    for platform in dict.fromkeys(r.platform for r in table.rows):
        rows = [r for r in table.rows if r.platform == platform]
        sizes: dict[str, list[str]] = {}
        for row in rows:
            for note in (row.measured_note, row.published_note):
                sizes.setdefault(note.removeprefix(f"{row.params} "), []).append(row.params)
        parts = [n if len(at) == len(rows) else f"{n} ({'; '.join(at)})" for n, at in sizes.items() if n]
        # That a platform's version is the one measured needs no line of its own.
        if parts and not (len(parts) == 1 and re.fullmatch(r"\S+ \S+", parts[0])):
            notes.append(f"{platform}: {'. '.join(parts)}.")
    return tuple(notes)
