"""Is anything lost when the lab is killed?

`agon run` is killed (signal 9) at a random moment, then `agon resume` is started and killed likewise, until the
experiment is complete; then the next experiment begins, until enough kills are done. After every kill: no process of
the experiment may live on, and every invocation recorded before must still be there, unchanged. At the end of every
experiment: each cell has each block exactly once, all passed. At most the invocation in flight is lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from record import Data, about, as_columns, as_rows, machine_line, this_machine, write
from spinning import SPIN, spin

from agon import home
from agon.results.store import load
from agon.survivors import marked

NAME = "kill-study"
CELLS = 4
INVOCATIONS = 6
PASSES = 30_000
"""About 40 ms a token at 3 GHz: most kills hit an invocation in flight."""
AHEAD = 7
"""A kill comes before this many further invocations are recorded."""
INTO_S = 0.3
"""And at most so long after the last of them: starting up, measuring, writing, or the report."""
GRACE_S = 2.0
"""How long the programs of a killed lab may take to vanish."""


@dataclass(frozen=True)
class Kill:
    """One kill and what was found after it."""

    experiment: int
    verb: str
    after_s: float
    recorded: int
    """Invocations on disk when the lab had died."""
    lost: int
    """Recorded before, gone or changed after: must be 0."""
    orphans: int
    """Processes of the experiment alive after the grace period: must be 0."""
    unfinished: int
    """Invocations that had begun and left no record: at most one."""


class Broken(Exception):
    """The lab did not keep its promise."""


def lab(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """`agon WORDS`, as the launcher starts it; its output goes to a file next to `folder`."""
    environment = os.environ | {"AGON_ROOT": str(home.root())}
    with log_of(folder).open("ab") as output:
        argv = [sys.executable, "-m", "agon", *words]
        return subprocess.Popen(argv, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)


def log_of(folder: Path) -> Path:
    return folder.with_suffix(".log")


def ended_badly(process: subprocess.Popen[bytes], folder: Path) -> Broken:
    return Broken(f"{folder}: the lab ended with status {process.returncode}: {log_of(folder).read_text()[-600:]}")


def begin(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    tokens = ",".join(str(n) for n in range(1, CELLS // 2 + 1))
    sizes = ["--set", "workers=50", "--set", f"tokens={tokens}", "--set", f"passes={PASSES}"]
    plan = ["--cores", "1", "--invocations", str(INVOCATIONS), "--seed", str(seed), "--out", str(folder)]
    return lab(folder, "run", "token-ring", "-p", f"{SPIN}:base,{SPIN}:slow", *sizes, *plan)


def recorded(folder: Path) -> list[str]:
    """The complete lines on disk."""
    path = folder / "invocations.jsonl"
    return path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []


def begun(folder: Path) -> set[str]:
    """Invocations that have a folder, by id."""
    return {path.name for path in (folder / "samples").glob("*")}


def orphans(folder: Path) -> int:
    """Processes of the experiment that outlive the lab by more than the grace period."""
    experiment = load(folder).experiment.id
    until = time.monotonic() + GRACE_S
    while marked(experiment) and time.monotonic() < until:
        time.sleep(0.02)
    return len(marked(experiment))


def kill_once(process: subprocess.Popen[bytes], folder: Path, dice: random.Random) -> float | None:
    """Kill `process` at some moment of its work: a few invocations on, and some time into the next.

    How long after its start that was, or None if it was done before.
    """
    began = time.monotonic()
    target = min(len(recorded(folder)) + dice.randrange(AHEAD), CELLS * INVOCATIONS - 1)
    while not (folder / "experiment.json").exists() or len(recorded(folder)) < target:
        if process.poll() is not None:
            return None
        time.sleep(0.002)
    try:
        process.wait(dice.uniform(0, INTO_S))
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return time.monotonic() - began
    return None


def check_complete(folder: Path) -> None:
    results = load(folder)
    seen = [(i.cell, i.block) for i in results.invocations if not i.discarded]
    wanted = {(cell.id, block) for cell in results.experiment.cells for block in range(INVOCATIONS)}
    if len(seen) != len(set(seen)) or set(seen) != wanted:
        raise Broken(f"{folder}: {len(seen)} invocations, {len(set(seen) & wanted)} of {len(wanted)} wanted")
    failed = [i for i in results.invocations if i.status != "ok"]
    if failed:
        raise Broken(f"{folder}: {failed[0].id} failed: {failed[0].reason}")
    if marked(results.experiment.id):
        raise Broken(f"{folder}: complete, but processes live on")


def one_experiment(folder: Path, number: int, dice: random.Random, most: int) -> list[Kill]:
    """Kill one experiment until it is complete, `most` times at most; then let it finish."""
    kills: list[Kill] = []
    verb, process = "run", begin(folder, seed=number)
    while len(kills) < most:
        after = kill_once(process, folder, dice)
        if after is None:
            break
        before = recorded(folder)
        unfinished = len(begun(folder) - {json.loads(line)["id"] for line in before})
        left = orphans(folder)
        verb_killed, verb = verb, "resume"
        process = lab(folder, "resume", str(folder))
        # What the resumed lab keeps is looked at once it writes again, or has ended.
        while process.poll() is None and len(recorded(folder)) <= len(before):
            time.sleep(0.005)
        lost = sum(old != new for old, new in zip(before, [*recorded(folder), *[""] * len(before)], strict=False))
        kills.append(Kill(number, verb_killed, round(after, 4), len(before), lost, left, unfinished))
        if lost or left or unfinished > 1:
            raise Broken(f"{folder}: {kills[-1]}")
    process.wait()
    if process.returncode != 0:
        raise ended_badly(process, folder)
    check_complete(folder)
    return kills


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    kills = [Kill(**row) for row in as_rows(data["kills"])]
    number = data["experiments"]
    return [
        "# The lab killed at random",
        "",
        f"Written by `lab/studies/kill_study.py`; every kill is in {link}.",
        f"Machine: {machine_line(data)}.",
        "",
        f"{len(kills)} times the lab was ended by signal 9 at a random moment and resumed; {number} experiments of "
        f"{data['cells']} cells x {data['invocations']} invocations were killed so.",
        "",
        "| | |",
        "|---|---|",
        f"| kills during `run` / `resume` | {sum(k.verb == 'run' for k in kills)} / "
        f"{sum(k.verb == 'resume' for k in kills)} |",
        f"| kills with an invocation in flight (measured again) | {sum(k.unfinished for k in kills)} |",
        f"| recorded invocations lost or changed | {sum(k.lost for k in kills)} |",
        f"| processes alive {data['grace_s']:.0f} s after the lab's death | {sum(k.orphans for k in kills)} |",
        f"| experiments complete in the end, every cell in every block once, all passed | {number} of {number} |",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=home.state() / "studies" / "kill")
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args()
    spin("base", "slow")
    dice = random.Random(given.seed)
    shutil.rmtree(given.work, ignore_errors=True)
    given.work.mkdir(parents=True)
    kills: list[Kill] = []
    number = 0
    try:
        while len(kills) < given.kills:
            number += 1
            folder = given.work / f"{number}"
            kills += one_experiment(folder, number, dice, given.kills - len(kills))
            shutil.rmtree(folder)
            log_of(folder).unlink()
            print(f"{len(kills)} of {given.kills} kills, {number} experiments complete", flush=True)
    except Broken as broken:
        print(f"BROKEN: {broken}", file=sys.stderr)
        return 1
    data = about(this_machine(), given.out) | {
        "cells": CELLS,
        "invocations": INVOCATIONS,
        "grace_s": GRACE_S,
        "experiments": number,
        "kills": as_columns([asdict(k) for k in kills]),
    }
    write(given.out, NAME, data, page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
