"""How the demo ends: one table of all platforms, and a sentence for each of the two questions that it is there for."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from agon.analysis.answer import Answer, Compared, answer
from agon.analysis.families import Family, Race
from agon.analysis.judged import Judged
from agon.analysis.standings import span
from agon.cli import lines
from agon.cli.tables import Fitting, tabulate
from agon.format import interval, quantity, ratio

MISSING = "-"
LEGEND = (
    "Times the fastest of the column, whose own time stands there [95% interval]. Same letter in a column: no "
    "difference shown; ?: open."
)


def print_answer(console: Console, judged: Judged) -> bool:
    """The table and the sentences. False where fewer than two platforms can be compared: nothing is printed."""
    found = answer(judged)
    if found is None:
        return False
    console.print(table(found.table, judged))
    for sentence in sentences(found):
        lines.print_line(console, sentence, "" if judged.disturbances else "bold")
    if judged.disturbances:
        lines.print_line(console, lines.disturbed(judged), "yellow")
    return True


def table(of: Family, judged: Judged) -> Fitting:
    """Platforms x workloads, fastest over all first."""
    agents = {p.label for p in judged.results.experiment.platforms if p.family == "agent"}
    rows = [
        [f"{p.label} (agents)" if p.label in agents else p.label, *(_cell(r, p.label) for r in of.races)]
        for p in of.places
    ]
    return tabulate(["platform", *(r.heading for r in of.races)], rows, caption=LEGEND)


def _cell(race: Race, label: str) -> str:
    place = race.place(label) if label in race.times else None
    if place is None:
        return "cold" if label in race.cold else MISSING
    if place.verdict is None:
        return f"{interval(place.value) if place.value.n > 1 else quantity(place.value.median, 's')} {place.mark}"
    return place.times


def sentences(of: Answer) -> Iterator[str]:
    """Who leads among the actor platforms, and what an agent takes of the time of an actor."""
    over = f" over {_number(len(of.table.races))} workloads" if len(of.table.races) > 1 else ""
    if len(of.leaders) == 1 and of.next is not None:
        label, compared = of.next
        yield f"Among actors {of.leaders[0]} is fastest; {label}, the next, takes {_times(compared)} its time{over}."
    elif len(of.leaders) == 1:
        yield f"Among actors {of.leaders[0]} is fastest{over}."
    elif of.leaders:
        yield f"Among actors {' and '.join(of.leaders)} are fastest{over}; no difference between them is shown."
    if of.costs:
        first, *others = of.costs
        slowest = (
            f" and {_times(first.slowest)} that of {first.slowest.reference}, the slowest" if first.slowest else ""
        )
        more = "".join(
            f"; {c.label} takes {_times(c.fastest)}" + (f" and {_times(c.slowest)}" if c.slowest else "")
            for c in others
        )
        yield (
            f"Agents compared with actors: {first.label} takes {_times(first.fastest)} the time of "
            f"{first.fastest.reference}, the fastest actor platform,{slowest}{more}."
        )


def _times(of: Compared) -> str:
    found = of.verdict.ratio
    return f"{ratio(found.ratio) if found else MISSING}x {span(of.verdict)}".rstrip()


def _number(of: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(of, str(of))
