"""How often does a comparison alarm when there is nothing to find, and how often does it find a planted 3% or 5%?

Each of the interleaved comparisons is an experiment of its own, run by the lab: `base`, `twin` (the same work: A
against A) and, in half of them, `slow3` and `slow` (3% and 5% more work), in the blocks of one experiment, each process
repeated until it has settled. Fewer are two experiments one after the other. The kinds are shuffled, so that a change
of the machine touches all alike. The verdict is the lab's own (agon.stats.verdict), each comparison judged by itself. A
study that is interrupted goes on where it was. An experiment during which other programs took half of the CPU time or
more is disturbed: it is made again, and the data has both apart. `--simulate 2%` draws the times instead of
measuring them: seconds, and no record.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from comparisons import (
    BUSY,
    Experiment,
    Found,
    by_load,
    data_of,
    keeps,
    page,
    promises,
    results_of,
    table,
    tally,
)
from record import about, this_machine, write
from spinning import Bench, spin

from agon import home
from agon.analysis.compare import between, compare
from agon.analysis.comparison import CellComparison
from agon.cli.values import fraction
from agon.platforms.registry import Platform
from agon.results.summary import ResultSet
from agon.stats.verdict import MARGIN, Verdict, judge

NAME = "aa-study"
PLANTED = {"A/A": "twin", "3%": "slow3", "5%": "slow"}
LEVELS = {"A/A": 1.0, "3%": 1.03, "5%": 1.05}
DESIGNS: dict[str, tuple[str, ...]] = {
    "interleaved, all": ("A/A", "3%", "5%"),
    "interleaved, A/A": ("A/A",),
    "separate, A/A": ("A/A",),
    "separate, 5%": ("5%",),
}
"""What one experiment (or pair of experiments) answers."""
SHARES = {"interleaved, all": 0.5, "interleaved, A/A": 0.5, "separate, A/A": 0.25, "separate, 5%": 0.125}
"""How many of each, for one of the A/A comparisons."""
ATTEMPTS = 3
"""A comparison with a failed invocation has no figures; it is measured again, and the record counts such attempts."""
PASSES = 3
"""How often disturbed experiments are made before they count as they are."""
MOOD = 0.08
"""Simulated: what the machine does to a whole block, as a standard deviation of logarithms."""


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comparisons", type=int, default=400, help="A/A, interleaved; the others in proportion")
    parser.add_argument("--invocations", type=int, default=20, help="a side")
    parser.add_argument("--min-time", type=float, default=0.1, help="seconds that each process measures")
    parser.add_argument("--no-separate", action="store_true", help="only the interleaved ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="measure no more: record what there is so far")
    parser.add_argument("--simulate", default="", metavar="NOISE", help="draw the times, with that noise, e.g. 2%%")
    parser.add_argument(
        "--work", type=Path, default=home.state() / "studies" / "aa", help="where an interrupted study waits"
    )
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args(words)
    if given.comparisons < 8 or given.invocations < 6:
        parser.error("at least 8 comparisons and 6 invocations")
    return given


def schedule(given: argparse.Namespace) -> list[tuple[str, int]]:
    """Design and number of every experiment, in random order."""
    designs = [d for d in DESIGNS if d.startswith("interleaved") or not given.no_separate]
    todo = [(design, n) for design in designs for n in range(round(given.comparisons * SHARES[design]))]
    random.Random(given.seed).shuffle(todo)
    return todo


def simulate(given: argparse.Namespace, noise: float) -> list[Found]:
    """Every comparison with drawn times: a mood of the block, and noise of the invocation."""
    rng = np.random.default_rng(given.seed)
    found: list[Found] = []
    for design, number in schedule(given):
        interleaved = design.startswith("interleaved")
        mood = rng.normal(0, MOOD, given.invocations)

        def draw(level: float, shared: np.ndarray) -> dict[int, float]:
            times = level * np.exp(shared + rng.normal(0, noise, given.invocations))
            return dict(enumerate(float(t) for t in times))

        base = draw(1.0, mood)
        for planted in DESIGNS[design]:
            other = draw(LEVELS[planted], mood if interleaved else rng.normal(0, MOOD, given.invocations))
            verdict = judge([(other, base)], drifts=None if interleaved else [0.0])[0]
            found.append(_found(_kind(design, planted), number, verdict))
    return found


def measure(
    bench: Bench, folder: Path, design: str, seed: int, platforms: Mapping[str, Platform]
) -> tuple[dict[str, CellComparison], list[ResultSet]]:
    """One experiment, or two, through the lab's runner and the lab's comparison."""
    base, others = platforms["base"], {p: platforms[PLANTED[p]] for p in DESIGNS[design]}
    if design.startswith("interleaved"):
        results = bench.measure(folder / "both", [base, *others.values()], seed)
        return {p: between(results, base.label, o.label).cells[0] for p, o in others.items()}, [results]
    first = bench.measure(folder / "first", [base], seed)
    ((planted, other),) = others.items()
    second = bench.measure(folder / "second", [other], seed)
    return {planted: compare(first, second, mapping={base.label: other.label}).cells[0]}, [first, second]


def judged(
    bench: Bench, folder: Path, item: tuple[str, int], seed: int, platforms: Mapping[str, Platform]
) -> list[Found]:
    """Measure until every invocation has passed, `ATTEMPTS` times at most."""
    design, number = item
    for attempt in range(1, ATTEMPTS + 1):
        cells, results = measure(bench, folder / f"{attempt}", design, seed, platforms)
        if all(c.judged is not None and c.judged.ratio is not None for c in cells.values()):
            return [_found(_kind(design, p), number, c.judged, attempt, results) for p, c in cells.items() if c.judged]
        words = ", ".join(c.verdict for c in cells.values())
        print(f"{design} {number}, attempt {attempt}: {words}", file=sys.stderr, flush=True)
    sys.exit(f"{design} {number} failed {ATTEMPTS} times; see {folder}")


def _kind(design: str, planted: str) -> str:
    return f"{design.partition(',')[0]} {planted}"


def _found(kind: str, number: int, verdict: Verdict, attempts: int = 1, results: Iterable[ResultSet] = ()) -> Found:
    assert verdict.ratio is not None, "times are above 0, and there are enough of them"
    noise = [i.noise for r in results for i in r.invocations if i.noise is not None]
    return Found(
        kind=kind,
        number=number,
        outcome=verdict.outcome,
        ratio=verdict.ratio.ratio,
        low=verdict.ratio.low,
        high=verdict.ratio.high,
        attempts=attempts,
        steal=max((n.steal_fraction for n in noise), default=0.0),
        others=max((n.other_cpu_fraction for n in noise), default=0.0),
    )


def carry_out(given: argparse.Namespace) -> list[Experiment]:
    """Every experiment, disturbed ones and their repetitions; what it found is on disk before the next begins."""
    given.work.mkdir(parents=True, exist_ok=True)
    settings = f"{given.comparisons} {given.invocations} {given.min_time:g} {given.seed}"
    log = given.work / f"found-{settings.replace(' ', '-')}.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    made = [Experiment(line["design"], line["number"], tuple(Found(**f) for f in line["found"])) for line in lines]
    bench = Bench(this_machine(), given.invocations, min_time_s=given.min_time)
    names = ("base", *PLANTED.values())
    platforms = dict(zip(names, spin(*names), strict=True))
    for number_of_pass in range(1, PASSES + 1):
        quiet = {e.what for e in made if not e.disturbed}
        often = Counter(e.what for e in made)
        todo = [w for w in schedule(given) if w not in quiet and often[w] < number_of_pass and not given.record]
        print(f"pass {number_of_pass}: {len(quiet)} experiments done before, {len(todo)} to do", flush=True)
        began = time.monotonic()
        for position, (design, number) in enumerate(todo, 1):
            slug = "".join(c if c.isalnum() or c == "." else "-" for c in f"{settings} {design} {number}")
            folder = given.work / slug
            seed = given.seed * 1_000_000 + list(DESIGNS).index(design) * 100_000 + number
            found = judged(bench, folder, (design, number), seed, platforms)
            with log.open("a") as handle:
                line = {"design": design, "number": number, "found": [asdict(f) for f in found]}
                handle.write(json.dumps(line) + "\n")
            made.append(Experiment(design, number, tuple(found)))
            shutil.rmtree(folder)
            if position % 10 == 0 or position == len(todo):
                left = (time.monotonic() - began) / position * (len(todo) - position)
                print(f"{position}/{len(todo)}, {left / 60:.1f} min left: {tally(results_of(made))}", flush=True)
    return made


def report(given: argparse.Namespace, made: Sequence[Experiment]) -> bool:
    """Write the data and the page; True if the interleaved comparison keeps its promises."""
    found = results_of(made)
    data = about(this_machine(), given.out) | {
        "settings": {
            "comparisons": given.comparisons,
            "invocations_a_side": given.invocations,
            "min_time_s": given.min_time,
            "seed": given.seed,
            "metric": "elapsed_steady",
            "confidence": 0.95,
            "margin": MARGIN,
        },
        "comparisons": data_of(found),
        "disturbed": {
            "share": BUSY,
            "experiments": sum(e.disturbed for e in made),
            "made": len(made),
            "made_again": len(made) - len({e.what for e in made}),
            "by_load": by_load(made),
        },
    }
    print(write(given.out, NAME, data, page))
    return all(keeps(found).values())


def main() -> int:
    given = arguments()
    if given.simulate:
        found = simulate(given, fraction("--simulate", given.simulate))
        print("\n".join([*table(found), "", promises(found)]))
        return 0 if all(keeps(found).values()) else 1
    return 0 if report(given, carry_out(given)) else 1


if __name__ == "__main__":
    sys.exit(main())
