"""One platform: what it is, and how it did in every workload."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agon.analysis.judged import Judged
from agon.analysis.sizes import Layout
from agon.analysis.standings import Ranking, span
from agon.format import interval, ratio
from agon.report.coverage import status
from agon.report.parts import NOTHING, Column, Facts, Item, Table
from agon.report.source import Program, programs
from agon.results.model import PlatformRecord
from agon.results.summary import CellResult, ResultSet
from agon.workloads.registry import title_of

_METRICS = ("elapsed", "start_up", "process_elapsed", "memory_peak")


@dataclass(frozen=True)
class PlatformSection:
    """One platform with all variants and versions that took part."""

    anchor: str
    """Unique in the report, fit for an id."""
    name: str
    labels: tuple[str, ...]
    homepage: str
    facts: Facts
    results: Table
    tunings: Table
    programs: tuple[Program, ...]


@dataclass(frozen=True)
class _Race:
    """One workload for all platforms."""

    layout: Layout
    ranking: Ranking | None


def profiles(judged: Judged) -> tuple[PlatformSection, ...]:
    """A section for each platform, in the experiment's order."""
    results = judged.results
    groups: dict[tuple[str, str], list[PlatformRecord]] = {}
    for record in results.experiment.platforms:
        groups.setdefault((record.id, record.folder), []).append(record)
    races = [_Race(layout, judged.ranking(layout.workload)) for layout in judged.layouts]
    taken: set[str] = set()
    return tuple(_profile(results, records, races, taken) for records in groups.values())


def _profile(
    results: ResultSet, records: Sequence[PlatformRecord], races: Sequence[_Race], taken: set[str]
) -> PlatformSection:
    first = records[0]
    tunings = {(s, why): None for r in records for s, why in r.tunings.items()}
    sources = {(p.workload, p.files): p for r in records for p in programs(r)}
    return PlatformSection(
        anchor=_anchor(first.id, taken),
        name=first.name,
        labels=tuple(r.label for r in records),
        homepage=first.homepage,
        facts=(
            ("family", first.family),
            ("language", first.language),
            ("licence", first.licence or NOTHING),
            ("version", ", ".join(dict.fromkeys(r.version_found for r in records))),
            *((("runtime", runtimes),) if (runtimes := _runtimes(records)) else ()),
            ("measured as", ", ".join(r.label for r in records)),
        ),
        results=_results(results, records, races),
        tunings=Table(
            "Settings that are not the platform's own",
            (Column("setting"), Column("reason")),
            tuple((Item(s), Item(why)) for s, why in tunings),
        ),
        programs=tuple(p for p in sources.values() if p.workload in results.workloads),
    )


def _runtimes(records: Sequence[PlatformRecord]) -> str:
    return ", ".join(dict.fromkeys(r.runtime_found for r in records if r.runtime_found))


def _anchor(name: str, taken: set[str]) -> str:
    """`platform-erlang`; a number makes a second one of that name unique."""
    plain = f"platform-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}"
    anchor, number = plain, 1
    while anchor in taken:
        number += 1
        anchor = f"{plain}-{number}"
    taken.add(anchor)
    return anchor


def _results(results: ResultSet, records: Sequence[PlatformRecord], races: Sequence[_Race]) -> Table:
    rows = [
        (Item(title_of(race.layout.workload)), Item(record.label), *_row(results, record, race))
        for race in races
        for record in records
    ]
    columns = (
        Column("workload"),
        Column("as"),
        Column("outcome"),
        Column("place", numeric=True),
        Column("time in the program", numeric=True),
        Column("times the best", numeric=True),
        Column("first iteration", numeric=True),
        Column("start-up", numeric=True),
        Column("whole process", numeric=True),
        Column("peak memory", numeric=True),
    )
    return Table("In every workload", columns, tuple(rows))


def _row(results: ResultSet, record: PlatformRecord, race: _Race) -> list[Item]:
    layout, size = race.layout, race.layout.reference
    outcome = status(results, record.label, layout.workload)
    cell = next((c for c in layout.at(size) if c.cell.platform == record.label), None) if size else None
    if cell is None or size is None or not cell.measured:
        return [outcome, *[Item(NOTHING, "missing")] * 7]
    details = [f"at {layout.words(size)}", outcome.detail]
    return [
        Item(outcome.text, outcome.tone, "; ".join(d for d in details if d)),
        *_standing(cell, race.ranking),
        *(_value(cell, m) for m in _METRICS),
    ]


def _value(cell: CellResult, metric: str) -> Item:
    return Item(interval(cell.metrics[metric], metric)) if metric in cell.metrics else Item(NOTHING, "missing")


def _standing(cell: CellResult, ranking: Ranking | None) -> list[Item]:
    """Place, time and distance; those not shown to be worse than the best share its place."""
    time = _value(cell, cell.headline)
    place = ranking.of(cell.cell.platform) if ranking else None
    if ranking is None or place is None:
        why = "out of ranks" if not cell.ranked else cell.clock if ranking and cell in ranking.cold else ""
        why = "too few invocations" if ranking and cell in ranking.few else why
        return [Item(NOTHING, "missing", why), time, Item(NOTHING, "missing")]
    if place.word == "drifting":
        time = time._replace(detail="drifting")
    if not ranking.decided:
        where = Item(NOTHING, "missing", "inconclusive")
    elif place.leads:
        shared = len(ranking.leaders) > 1
        where = Item(f"1 of {len(ranking.places)}", "best", "no difference shown" if shared else "")
    else:
        where = Item(f"{place.number} of {len(ranking.places)}")
    return [where, time, Item(ratio(place.behind), detail=" ".join(filter(None, (span(place.verdict), place.mark))))]
