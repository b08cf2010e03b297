"""The comparisons of the A/A study: what counts, how often they alarm or find, and the page of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from record import Data, as_columns, as_rows, machine_line, wilson

from agon.counted import counted
from agon.stats.verdict import Outcome

Loads: TypeAlias = Mapping[str, Mapping[str, Sequence[int]]]
"""By kind and load: how many comparisons, and how many of them alarmed or found."""
LOADS = ("quiet", "disturbed")
KINDS = ("interleaved A/A", "interleaved 3%", "interleaved 5%", "separate A/A", "separate 5%")
MOST_FALSE = 0.05
LEAST_FOUND = {"interleaved 3%": 0.90, "interleaved 5%": 0.98}
SEPARATE = (
    "Separate (two directories, measured one after the other) promises neither: what the machine does between the "
    "sessions is part of the ratio."
)
BUSY = 0.5
"""Share of the CPU time that other programs took in some invocation, from which on an experiment is disturbed."""
DIGITS = 7
"""Significant digits of a ratio in the data: the clock has no more."""


@dataclass(frozen=True)
class Found:
    """One comparison."""

    kind: str
    number: int
    outcome: Outcome
    ratio: float
    low: float
    high: float
    attempts: int = 1
    steal: float = 0.0
    others: float = 0.0
    """The greatest share of CPU time lost, and taken by others, in any of its invocations."""

    @property
    def hit(self) -> bool:
        """An alarm of A/A; a planted slow-down that was found (an alarm in the wrong direction is no find)."""
        return self.outcome in ("better", "worse") if self.kind.endswith("A/A") else self.outcome == "worse"

    @property
    def differs(self) -> bool:
        """The confidence interval excludes 1, whatever the margin."""
        return self.low > 1 or self.high < 1


@dataclass(frozen=True)
class Experiment:
    """The comparisons of one experiment, or of two one after the other."""

    design: str
    number: int
    found: tuple[Found, ...]

    @property
    def what(self) -> tuple[str, int]:
        """Its place in the schedule."""
        return self.design, self.number

    @property
    def disturbed(self) -> bool:
        """Other programs took much of the machine."""
        return any(f.others >= BUSY for f in self.found)


def results_of(made: Sequence[Experiment]) -> list[Found]:
    """What counts: of each experiment the one that was not disturbed, else the last."""
    chosen = {e.what: e for e in made} | {e.what: e for e in made if not e.disturbed}
    return [f for e in chosen.values() for f in e.found]


def tally(found: list[Found]) -> str:
    return ", ".join(f"{kind} {hits(found, kind)} of {count(found, kind)}" for kind in KINDS)


def count(found: list[Found], kind: str) -> int:
    return sum(f.kind == kind for f in found)


def hits(found: list[Found], kind: str) -> int:
    return sum(f.hit for f in found if f.kind == kind)


def keeps(found: list[Found]) -> dict[str, bool]:
    """Kind -> whether the interleaved comparison keeps what it promises."""
    share = {kind: hits(found, kind) / count(found, kind) for kind in ("interleaved A/A", *LEAST_FOUND)}
    kept = {kind: share[kind] >= least for kind, least in LEAST_FOUND.items()}
    return {"interleaved A/A": share["interleaved A/A"] <= MOST_FALSE} | kept


def table(found: list[Found]) -> list[str]:
    """A row for each kind, in Markdown."""
    head = ("comparison", "how many", "alarms or found", "share [95%]", "interval excludes 1", "median effect")
    lines = ["| " + " | ".join((*head, "median half-width")) + " |", "|---|---|---|---|---|---|---|"]
    for kind in KINDS:
        n, k = count(found, kind), hits(found, kind)
        if n == 0:
            continue
        low, high = wilson(k, n)
        widths = sorted((f.high - f.low) / 2 for f in found if f.kind == kind)
        ratios = sorted(f.ratio for f in found if f.kind == kind)
        differ = sum(f.differs for f in found if f.kind == kind)
        share = f"{k / n:.1%} [{low:.1%}, {high:.1%}]"
        lines.append(f"| {kind} | {n} | {k} | {share} | {differ} | {ratios[n // 2]:.4f} | ±{widths[n // 2]:.2%} |")
    return lines


def by_load(made: Sequence[Experiment]) -> Loads:
    """How many interleaved comparisons quiet and disturbed experiments have, and their alarms or finds."""
    parts = {word: [f for e in made if e.disturbed is (word == "disturbed") for f in e.found] for word in LOADS}
    interleaved = (kind for kind in KINDS if kind.startswith("interleaved"))
    return {kind: {word: (count(f, kind), hits(f, kind)) for word, f in parts.items()} for kind in interleaved}


def load_table(loads: Loads) -> list[str]:
    """`by_load` in Markdown."""
    head = "| comparison | quiet: how many | alarms or found | disturbed: how many | alarms or found |"
    rows = (
        f"| {kind} | " + " | ".join(f"{n} | {k}" for n, k in map(of.get, LOADS)) + " |" for kind, of in loads.items()
    )
    return [head, "|---|---|---|---|---|", *rows]


def promises(found: list[Found]) -> str:
    kept = keeps(found)
    parts = [f"at most {MOST_FALSE:.0%} false alarms {'kept' if kept['interleaved A/A'] else 'NOT KEPT'}"]
    for kind, least in LEAST_FOUND.items():
        parts.append(f"at least {least:.0%} of {kind.split()[-1]} {'found' if kept[kind] else 'NOT FOUND'}")
    return f"Interleaved: {', '.join(parts)}."


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    found = [Found(**row) for row in as_rows(data["comparisons"])]
    settings, disturbed = data["settings"], data["disturbed"]
    failed = sum(f.attempts - 1 for f in found)
    return [
        "# A against A, and planted slow-downs of 3% and 5%",
        "",
        f"Written by `lab/studies/aa_study.py`; every single comparison is in {link}.",
        f"Machine: {machine_line(data)}.",
        "",
        f"Each comparison: {settings['invocations_a_side']} invocations a side of a program of some 13 ms, repeated "
        f"for {settings['min_time_s']:g} s or more in each process until it has settled; the time after warm-up. A "
        "comparison alarms if its verdict is better or worse: the 95% confidence interval excludes 1, and the effect "
        f"is beyond {settings['margin']:.0%}. A slow-down is found if the verdict is worse.",
        "",
        *table(found),
        "",
        promises(found),
        f"{count(found, 'interleaved A/A')} of {settings['comparisons']} experiments were made.",
        "",
        f"An experiment is disturbed if in some invocation other programs took {disturbed['share']:.0%} of the CPU "
        f"time or more. {counted(disturbed['experiments'], 'experiment')} of {disturbed['made']} were, "
        f"{disturbed['made_again']} of them were made again: the table above counts the quiet repetition. All that "
        "were made:",
        "",
        *load_table(disturbed["by_load"]),
        "",
        *([SEPARATE] if count(found, "separate A/A") else []),
        f"{counted(failed, 'comparison')} measured again because an invocation failed.",
    ]


def data_of(found: list[Found]) -> dict[str, list[Any]]:
    """The comparisons as data."""
    rows = [asdict(f) for f in sorted(found, key=lambda f: (f.kind, f.number))]
    figures = ("ratio", "low", "high")
    return as_columns([row | {key: float(f"{row[key]:.{DIGITS}g}") for key in figures} for row in rows])
