"""All platforms over all workloads, and each family by itself, as tables.

One number for many workloads hides more than it shows; `HIDES` names what, wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agon.analysis.families import Family, Place, Race
from agon.analysis.families import families as judged_families
from agon.analysis.judged import Judged
from agon.analysis.standings import CLOCKS
from agon.counted import counted
from agon.format import ratio
from agon.report.parts import NOTHING, Column, Item, Table

HIDES = (
    "Every workload weighs the same, however much or little it matters to you.",
    "One size of each workload stands for all: who scales better or worse does not show.",
    "A large lead in one workload makes up for falling behind in all others.",
    "Only time in the program counts: not memory, fairness, start-up or the effort to write the program.",
    "A platform without one of the workloads is placed by those that it has, against others in the same: leaving out "
    "what it is bad at flatters it. How many it has is shown as well.",
)
"""What one number for many workloads does not show."""

BOUNDS = "The brackets are the 95% confidence interval of the ratio over the workloads that both have."
"""What stands in the brackets of the comparison with the first."""


@dataclass(frozen=True)
class FamilySection:
    """One family: its table, or in `notes` why there is none."""

    family: str
    heading: str
    table: Table | None
    notes: tuple[str, ...]
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    """label -> times the best, of the platforms in the table."""


def families(judged: Judged) -> tuple[FamilySection, ...]:
    """A section for all, where several families took part, and one for each family, in a fixed order."""
    return tuple(_section(family) for family in judged_families(judged))


def _section(of: Family) -> FamilySection:
    if not of.races:
        return FamilySection(of.family, of.heading, None, ("Fewer than two platforms passed the same workload.",))
    rows = [
        (
            Item(p.label),
            Item(ratio(p.score), "best" if of.decided and p.leads else ""),
            _others(p),
            Item(f"{p.has} of {len(of.races)}"),
            *(_cell(r, p.label) for r in of.races),
        )
        for p in of.places
    ]
    columns = (
        Column("platform"),
        Column("times the best", numeric=True),
        Column("times the first", numeric=True),
        Column("workloads", numeric=True),
        *(Column(r.heading, numeric=True) for r in of.races),
    )
    return FamilySection(of.family, of.heading, Table(of.heading, columns, tuple(rows)), _notes(of), of.scores)


def _notes(of: Family) -> tuple[str, ...]:
    races = of.races
    notes = [f"Sizes: {'; '.join(f'{r.title}: {r.words}' for r in races)}."]
    for clock in dict.fromkeys(r.clock for r in races):
        notes.append(f"{', '.join(r.title for r in races if r.clock == clock)}: {CLOCKS[clock]}.")
    standing_in = [f"{v} in {r.title}" for r in races for v in r.stand_ins.values()]
    if standing_in:
        notes.append(f"Of a platform measured in variants only, its fastest counts: {', '.join(standing_in)}.")
    cold = [f"{label} in {r.title}" for r in races for label in r.cold]
    if cold:
        notes.append(f"Cold, so not compared with the others: {', '.join(cold)}.")
    if of.unplaced:
        notes.append(f"Not in the table, sharing no workload with the others: {', '.join(of.unplaced)}.")
    return tuple(notes)


def _others(place: Place) -> Item:
    found = place.verdict
    if found is None:
        return Item("first" if place.score == 1 else "no workload shared", "missing")
    detail = ", ".join([counted(place.shared, "shared workload"), *place.elsewhere])
    if found.ratio is None:
        return Item(found.outcome, "missing", f"{found.why}; {detail}")
    words = "" if found.outcome == "worse" else f"{found.outcome}; "
    low, high = ratio(found.ratio.low), ratio(found.ratio.high)
    return Item(f"{ratio(found.ratio.ratio)} [{low}, {high}]", detail=f"{words}{detail}")


def _cell(race: Race, label: str) -> Item:
    place = race.place(label) if label in race.times else None
    if place is None:
        return Item("cold" if label in race.cold else NOTHING, "missing")
    return Item(place.times.replace("x", "", 1), "best" if label in race.leaders else "")
