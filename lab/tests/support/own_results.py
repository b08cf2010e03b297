"""Where Agon's own engine wins and where it loses, read from the recorded pages.

A test compares these pages with their data, so what is read here is what was measured.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agon import home

PAGES = home.root() / "docs" / "results"
OWN = "agon-"
"""What the names of the engine's platforms begin with."""

WINS, LOSES, TIES, OPEN = "wins", "**loses**", "tie", "undecided"
_INTERVAL = re.compile(r"([\d.]+) \(([\d.]+) to ([\d.]+)\)")


@dataclass(frozen=True)
class Row:
    """One platform in the table of a workload."""

    platform: str
    ratio: str
    """Times the fastest, with its interval."""
    outcome: str


@dataclass(frozen=True)
class Line:
    """One workload: the engine's platform and the best of the others."""

    workload: str
    own: str
    outcome: str
    ratio: str
    other: str


def rows(lines: Sequence[str], heading: str) -> list[list[str]]:
    """The cells of each table whose heading begins so."""
    found: list[list[str]] = []
    inside = False
    for line in lines:
        if line.startswith(heading):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not re.fullmatch(r"[|:\- ]+", line):
            found.append([cell.strip() for cell in line.strip("| ").split(" | ")])
    return found


def workloads(page: str) -> Iterator[tuple[str, list[Row]]]:
    """The rankings of a machine's page, best first."""
    for section in page.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        table = rows(body.splitlines(), "| platform | times the fastest |")
        if table:
            yield title, [Row(*cells[:3]) for cells in table]


def line_of(workload: str, ranking: Sequence[Row], own: str) -> Line:
    """How `own` did. It wins where it is the fastest and the next of the others is shown to be worse."""
    ours = next(row for row in ranking if row.platform == own)
    others = [row for row in ranking if not row.platform.startswith(OWN)]
    best = others[0]
    if ours.outcome == "fastest":
        return Line(workload, own, _named(best.outcome, WINS), best.ratio, best.platform)
    if best.outcome != "fastest":
        raise ValueError(
            f"{workload}: neither {own} nor {best.platform} is the fastest, so no ratio of the two is there"
        )
    return Line(workload, own, _named(ours.outcome, LOSES), ours.ratio, best.platform)


def _named(verdict: str, shown: str) -> str:
    return {"worse": shown, "tie": TIES}.get(verdict, OPEN)


def machines() -> str:
    """The table of all workloads on the machines' pages."""
    found: list[tuple[Line, str, str]] = []
    for name, own in (("epyc-2-cores", "agon-actor"), ("nodes", "agon-link")):
        for title, ranking in workloads((PAGES / f"{name}.md").read_text(encoding="utf-8")):
            times = {row.platform: row.ratio.partition(" ")[0] for row in ranking}
            line = line_of(title, ranking, own)
            found.append((line, times.get("agon-agentspeak", ""), times.get("jason", "")))
    found.sort(key=lambda each: each[0].outcome != LOSES)
    head = "| workload | | outcome | by the factor | agon-agentspeak | jason |\n|---|---|---|---:|---:|---:|\n"
    return head + "".join(
        f"| {line.workload} | {line.own} | {line.outcome} | {line.ratio} {_than(line)} | {agents} | {jason} |\n"
        for line, agents, jason in found
    )


def _than(line: Line) -> str:
    return f"behind {line.other}" if line.outcome == LOSES else f"before {line.other}"


def outcome(low: float, high: float) -> str:
    """Of the best other's time divided by the engine's."""
    return WINS if low > 1 else LOSES if high < 1 else OPEN


def suites() -> str:
    """The lines of the two suites of ordinary programs, by outcome."""
    return _actors() + _agents()


def _actors() -> str:
    by: dict[str, list[str]] = {LOSES: [], OPEN: [], WINS: []}
    for cells in rows((PAGES / "engine.md").read_text(encoding="utf-8").splitlines(), "| line | agon-actor |"):
        found = _INTERVAL.fullmatch(cells[3]) if len(cells) > 3 else None
        if found and cells[0].startswith("`"):
            middle, low, high = map(float, found.groups())
            by[outcome(low, high)].append(f"{cells[0]} {middle:g}")
    listed = "\n".join(f"- {name}: {', '.join(found)}." for name, found in by.items() if found)
    return f"agon-actor on ordinary programs; the best rival's time divided by its own:\n\n{listed}\n\n"


def _agents() -> str:
    table = rows((PAGES / "agentspeak.md").read_text(encoding="utf-8").splitlines(), "| program | n | Jason cold |")
    worst = min(float(cell) for row in table for cell in row[6:8])
    both = [(row[0], float(row[5]) / float(row[10])) for row in table if len(row) > 10 and row[10]]
    lost = sorted((times, name) for name, times in both if times > 1)
    (least, easiest), (most, hardest) = lost[0], lost[-1]
    mean = math.exp(sum(math.log(times) for _, times in both) / len(both))
    return (
        f"agon-agentspeak on {len(table)} programs against Jason 3.2: {WINS} all, by a factor of {worst:g} at least.\n"
        f"Against {len(both)} of them written by hand in Erlang: {LOSES} {len(lost)}, by factors of {least:.1f} "
        f"({easiest}) to {most:.0f} ({hardest}); {mean:.1f} in the geometric mean of all.\n"
    )
