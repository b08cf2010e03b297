"""How much slower is a program under the lab than by hand?

The same program, the same arguments, the same cores, a session of its own: started by `posix_spawn` with its output in
a file and awaited with `wait4`, and started by the lab, in blocks of both in random order. Whole-process time is taken
by each side's own clock, in-program time is what the program reports.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from record import Data, about, machine_line, this_machine, write
from spinning import LIMITS, WORKLOAD, Bench, spin

from agon.results.model import Cell
from agon.run.invoke import Order, command_line, run
from agon.run.machine import pick_cpus
from agon.run.warden.client import Warden
from agon.stats.comparison import Ratio, paired
from agon.workloads.registry import get

NAME = "overhead"
SIZES = {10_000: 60, 80_000: 40, 800_000: 12}
"""Passes -> blocks: about 13 ms, 0.1 s and 1 s (long enough for the lab's memory samples, one in 0.2 s)."""
LOWEST_STDOUT_FD = 1


@dataclass(frozen=True)
class Times:
    """One run, in nanoseconds."""

    process: int
    program: int


def by_hand(order: Order, output: Path) -> Times:
    """Without the lab: what a careful script would do."""
    argv = command_line(order)
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, pick_cpus(order.cell.cores))
    try:
        actions = [(os.POSIX_SPAWN_OPEN, LOWEST_STDOUT_FD, str(output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
        began = time.monotonic_ns()
        # A session of its own, as the lab gives it: some schedulers share a busy machine out by sessions.
        pid = os.posix_spawn(argv[0], argv, dict(os.environ), file_actions=actions, setsid=True)
        _, status, _ = os.wait4(pid, 0)
        process = time.monotonic_ns() - began
    finally:
        os.sched_setaffinity(0, mine)
    if status != 0:
        sys.exit(f"by hand: {argv[0]} ended with wait status {status}")
    return Times(process, json.loads(output.read_text().splitlines()[-1])["elapsed_ns"])


def under_the_lab(warden: Warden, order: Order) -> Times:
    """One invocation as the lab measures it."""
    invocation = run(warden, order)
    if invocation.status != "ok" or invocation.resources is None:
        sys.exit(f"under the lab: {invocation.reason}")
    return Times(invocation.resources.process_elapsed_ns, invocation.iterations[0].elapsed_ns)


def alternate(cell: Cell, blocks: int, seed: int) -> tuple[list[Times], list[Times]]:
    """`blocks` runs of each kind, both in every block, in random order."""
    platform = spin("base")[0]
    hand: list[Times] = []
    lab: list[Times] = []
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, Warden("overhead") as warden:
        for block in range(-1, blocks):  # block -1 warms the caches of both and is not counted
            order = Order(
                platform=platform,
                workload=get(WORKLOAD),
                cell=cell,
                limits=LIMITS,
                seed=seed,
                witness=False,
                folder=Path(folder) / f"{block}",
                input=None,
                mark="overhead",
            )
            order.folder.mkdir()
            for kind in dice.sample(("hand", "lab"), 2):
                times = by_hand(order, order.folder / "hand.jsonl") if kind == "hand" else under_the_lab(warden, order)
                if block >= 0:
                    (hand if kind == "hand" else lab).append(times)
    return hand, lab


def ratio(hand: list[Times], lab: list[Times], clock: str) -> Ratio:
    """Lab over hand, block by block."""
    a, b = (dict(enumerate(getattr(t, clock) for t in side)) for side in (hand, lab))
    return paired(a, b)


def row(size: Data) -> str:
    """One program in Markdown."""
    hand, lab = ([Times(*run) for run in size[side]] for side in ("by_hand", "under_the_lab"))
    middle = sorted(t.process for t in hand)[len(hand) // 2]
    cost = sorted(b.process - a.process for a, b in zip(hand, lab, strict=True))[len(hand) // 2]
    ratios = (ratio(hand, lab, clock) for clock in ("process", "program"))
    shown = [f"{r.ratio:.4f} [{r.low:.4f}, {r.high:.4f}]" for r in ratios]
    return f"| {middle / 1e6:.1f} ms | {len(hand)} | {shown[0]} | {shown[1]} | {cost / 1e6:+.2f} ms |"


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    return [
        "# The lab's own overhead",
        "",
        f"Written by `lab/studies/overhead.py`; every run is in {link}.",
        f"Machine: {machine_line(data)}.",
        "",
        "The same program by hand (`posix_spawn`, `wait4`, output in a file, the same core) and under the lab, in "
        "blocks of both in random order. Ratios are lab over hand, median with its 95% interval.",
        "",
        "| by hand | blocks | whole process | in-program time | added to the process |",
        "|---|---|---|---|---|",
        *(row(size) for size in data["sizes"]),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=0, help="blocks of each size (default: more for short programs)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args()
    if given.blocks and given.blocks < 6:
        parser.error("at least 6 blocks")
    machine = this_machine()
    sizes: list[Data] = []
    for passes, usual in SIZES.items():
        cell = Bench(machine, 1, passes).experiment(spin("base"), given.seed).cells[0]
        hand, lab = alternate(cell, given.blocks or usual, given.seed)
        of_side = {"by_hand": hand, "under_the_lab": lab}
        runs = {side: [[t.process, t.program] for t in times] for side, times in of_side.items()}
        sizes.append({"passes": passes} | runs)
        print(row(sizes[-1]), flush=True)
    write(given.out, NAME, about(machine, given.out) | {"sizes": sizes}, page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
