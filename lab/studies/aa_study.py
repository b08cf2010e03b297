"""How often does a comparison alarm when there is nothing to find, and how often does it find a planted 5%?

Every comparison is an experiment of its own, run by the lab: `base` against `twin` (the same work: A against A) and
`base` against `slow` (5% more work), interleaved in blocks; and, fewer, two experiments one after the other. The kinds
are shuffled, so that a change of the machine touches all alike. A study that is interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from record import RESULTS, about, machine_line, this_machine, wilson, write
from spinning import Bench, spin

from agon import home
from agon.platforms.registry import Platform
from agon.results.compare import between, compare
from agon.results.summary import ResultSet
from agon.results.verdict import CellComparison

KINDS = {
    "paired A/A": ("base", "twin"),
    "paired 5%": ("base", "slow"),
    "unpaired A/A": ("base", "twin"),
    "unpaired 5%": ("base", "slow"),
}
SHARES = {"paired A/A": 1.0, "paired 5%": 0.5, "unpaired A/A": 0.25, "unpaired 5%": 0.125}
"""How many of each kind, for one of the first."""
MOST_FALSE = 0.07
LEAST_FOUND = 0.80
ATTEMPTS = 3
"""A comparison with a failed invocation has no figures; it is measured again, and the record counts such attempts."""


@dataclass(frozen=True)
class Verdict:
    """One comparison."""

    kind: str
    number: int
    verdict: str
    ratio: float
    low: float
    high: float
    attempts: int
    steal: float
    others: float
    """The greatest share of CPU time lost, and taken by others, in any of its invocations."""

    @property
    def slower(self) -> bool:
        return self.low > 1

    @property
    def alarm(self) -> bool:
        return self.low > 1 or self.high < 1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comparisons", type=int, default=400, help="A/A comparisons; the others in proportion")
    parser.add_argument("--invocations", type=int, default=20, help="a side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--work", type=Path, default=home.state() / "studies" / "aa", help="where an interrupted study waits"
    )
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    if given.comparisons < 8 or given.invocations < 6:
        parser.error("at least 8 comparisons and 6 invocations")
    return given


def schedule(comparisons: int, seed: int) -> list[tuple[str, int]]:
    """Kind and number of every comparison, in random order."""
    todo = [(kind, n) for kind in KINDS for n in range(round(comparisons * SHARES[kind]))]
    random.Random(seed).shuffle(todo)
    return todo


def measure(
    bench: Bench, folder: Path, kind: str, seed: int, pair: list[Platform]
) -> tuple[CellComparison, list[ResultSet]]:
    """One comparison, through the lab's runner and the lab's comparison."""
    a, b = pair
    if kind.startswith("paired"):
        results = bench.measure(folder / "both", pair, seed)
        return between(results, a.label, b.label, metric="elapsed").cells[0], [results]
    first = bench.measure(folder / "first", [a], seed)
    second = bench.measure(folder / "second", [b], seed)
    return compare(first, second, metric="elapsed", mapping={a.label: b.label}).cells[0], [first, second]


def judge(bench: Bench, folder: Path, item: tuple[str, int], seed: int, pair: list[Platform]) -> Verdict:
    """Measure until every invocation has passed, `ATTEMPTS` times at most."""
    kind, number = item
    for attempt in range(1, ATTEMPTS + 1):
        cell, results = measure(bench, folder / f"{attempt}", kind, seed, pair)
        if cell.figures is not None:
            return verdict_of(item, cell, results, attempt)
        print(f"{kind} {number}, attempt {attempt}: {cell.verdict}", file=sys.stderr, flush=True)
    sys.exit(f"{kind} {number} failed {ATTEMPTS} times; see {folder}")


def verdict_of(item: tuple[str, int], cell: CellComparison, results: Iterable[ResultSet], attempts: int) -> Verdict:
    kind, number = item
    assert cell.figures is not None
    noise = [i.noise for r in results for i in r.invocations if i.noise is not None]
    return Verdict(
        kind=kind,
        number=number,
        verdict=cell.verdict,
        ratio=cell.figures.ratio,
        low=cell.figures.low,
        high=cell.figures.high,
        attempts=attempts,
        steal=max((n.steal_fraction for n in noise), default=0.0),
        others=max((n.other_cpu_fraction for n in noise), default=0.0),
    )


def carry_out(given: argparse.Namespace) -> list[Verdict]:
    """All comparisons; each verdict is on disk before the next begins."""
    given.work.mkdir(parents=True, exist_ok=True)
    settings = f"{given.comparisons} {given.invocations} {given.seed}"
    log = given.work / f"verdicts-{settings.replace(' ', '-')}.jsonl"
    done = [Verdict(**json.loads(line)) for line in log.read_text().splitlines()] if log.exists() else []
    known = {(v.kind, v.number) for v in done}
    bench = Bench(this_machine(), given.invocations)
    platforms = dict(zip(("base", "twin", "slow"), spin("base", "twin", "slow"), strict=True))
    todo = [item for item in schedule(given.comparisons, given.seed) if item not in known]
    print(f"{len(done)} comparisons done before, {len(todo)} to do", flush=True)
    began = time.monotonic()
    for position, (kind, number) in enumerate(todo, 1):
        folder = given.work / f"{settings} {kind} {number}".replace(" ", "-").replace("/", "").replace("%", "")
        seed = given.seed * 1_000_000 + list(KINDS).index(kind) * 100_000 + number
        verdict = judge(bench, folder, (kind, number), seed, [platforms[v] for v in KINDS[kind]])
        with log.open("a") as handle:
            handle.write(json.dumps(asdict(verdict)) + "\n")
        done.append(verdict)
        shutil.rmtree(folder)
        if position % 10 == 0 or position == len(todo):
            left = (time.monotonic() - began) / position * (len(todo) - position)
            print(f"{position}/{len(todo)}, {left / 60:.1f} min left: {tally(done)}", flush=True)
    return done


def tally(verdicts: list[Verdict]) -> str:
    return ", ".join(f"{kind} {hits(verdicts, kind)} of {count(verdicts, kind)}" for kind in KINDS)


def count(verdicts: list[Verdict], kind: str) -> int:
    return sum(v.kind == kind for v in verdicts)


def hits(verdicts: list[Verdict], kind: str) -> int:
    """Alarms of an A/A kind; found slow-downs of a planted kind (an alarm in the wrong direction is no find)."""
    return sum((v.alarm if kind.endswith("A/A") else v.slower) for v in verdicts if v.kind == kind)


def report(given: argparse.Namespace, verdicts: list[Verdict]) -> bool:
    """Write the record; True if the paired comparison keeps its promise."""
    machine = this_machine()
    summary = {}
    rows = []
    for kind in KINDS:
        n, k = count(verdicts, kind), hits(verdicts, kind)
        low, high = wilson(k, n)
        widths = sorted((v.high - v.low) / 2 for v in verdicts if v.kind == kind)
        ratios = sorted(v.ratio for v in verdicts if v.kind == kind)
        middle = len(widths) // 2
        summary[kind] = {
            "comparisons": n,
            "alarms" if kind.endswith("A/A") else "found": k,
            "share": k / n,
            "low": low,
            "high": high,
            "median_half_width": widths[middle],
            "median_ratio": ratios[middle],
        }
        share = f"{k / n:.1%} [{low:.1%}, {high:.1%}]"
        rows.append(f"| {kind} | {n} | {k} | {share} | {ratios[middle]:.4f} | ±{widths[middle]:.2%} |")
    false = summary["paired A/A"]["share"] <= MOST_FALSE
    found = summary["paired 5%"]["share"] >= LEAST_FOUND
    record = about(machine) | {
        "settings": {
            "invocations_a_side": given.invocations,
            "seed": given.seed,
            "metric": "elapsed",
            "confidence": 0.95,
        },
        "criteria": {"paired A/A at most": MOST_FALSE, "paired 5% at least": LEAST_FOUND, "met": false and found},
        "summary": summary,
        "comparisons": [asdict(v) for v in sorted(verdicts, key=lambda v: (v.kind, v.number))],
    }
    again = sum(v.attempts - 1 for v in verdicts)
    disturbed = sum(v.steal > 0.01 or v.others > 0.05 for v in verdicts)
    lines = [
        "# A against A, and a planted slow-down of 5%",
        "",
        "Written by `lab/studies/aa_study.py`; every single comparison is in [aa-study.json](aa-study.json).",
        f"Machine: {machine_line(machine)}.",
        "",
        f"Each comparison: {given.invocations} invocations a side of a program of some 13 ms, in-program time, 95% "
        "interval. An alarm is an interval that excludes 1; a slow-down is found if the interval lies above 1.",
        "",
        "| comparison | how many | alarms or found | share [95%] | median ratio | median half-width |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        f"Paired (one experiment): at most {MOST_FALSE:.0%} false alarms {'kept' if false else 'NOT KEPT'}; at least "
        f"{LEAST_FOUND:.0%} of the planted slow-downs {'found' if found else 'NOT FOUND'}.",
        "Unpaired (two directories, measured one after the other) promises neither: what the machine does between the "
        "sessions is part of the ratio.",
        f"In {disturbed} of {len(verdicts)} comparisons the lab saw a disturbance (stolen time or other programs)."
        f" {again} were measured again because an invocation failed.",
    ]
    write(given.out, "aa-study", record, lines)
    print("\n".join(lines[9:]))
    return false and found


def main() -> int:
    given = arguments()
    return 0 if report(given, carry_out(given)) else 1


if __name__ == "__main__":
    sys.exit(main())
