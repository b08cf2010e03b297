#!/usr/bin/env python3
"""How fast one agent computes: the same programs on Jason 3.2 and on this engine, `run.py --engine AGON-ASL [PROGRAM...]`.

Every program does the same work in several rounds and prints how long each took by its own clock (`.nano_time`). Both systems
run it alternately. What counts is the median of the later half of the rounds, so that Java's compiler has done its work, over all
runs. Jason runs with the optimising compiler, and with the quick one alone (`-XX:TieredStopAtLevel=1`): the better one counts.
"""

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
sys.path.insert(0, str(HERE.parent / "tests"))
from regenerate import find_lib

JAVA = ["java", "-Xmx2g", "-Xss64m", "-XX:+UseParallelGC", "-Djava.awt.headless=true"]
WAYS = {"jason": [], "jason, quick compiler": ["-XX:TieredStopAtLevel=1"]}
ROUND = re.compile(r"\bns ([0-9.E]+)")

# What the engine is meant to be faster by, at least.
AIMS = {"loop": 30, "sum": 30, "calls": 30, "count": 30, "change": 30, "fill": 30}
OTHERS = 10


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("programs", nargs="*", help="all, if none is named")
    arguments.add_argument("--engine", type=Path, required=True, help="the binary agon-asl")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--lib", type=Path, help="folder of Jason's jars")
    arguments.add_argument("--alone", action="store_true", help="only the engine")
    arguments.add_argument("--json", type=Path, help="also write all rounds here")
    given = arguments.parse_args()
    lib = None if given.alone else given.lib or find_lib()
    names = given.programs or sorted(path.stem for path in PROGRAMS.glob("*.asl") if path.stem != "rounds")
    missed, everything = [], {}
    print(f"{'program':10} {'jason ms':>10} {'engine ms':>10} {'ratio':>8}")
    for name in names:
        rounds = measure(name, given.engine, lib, given.runs)
        everything[name] = rounds
        own = later_half(rounds["engine"])
        others = [later_half(rounds[way]) for way in WAYS if rounds.get(way)]
        if not others:
            print(f"{name:10} {'':>10} {own / 1e6:10.3f}", flush=True)
            continue
        ratio = min(others) / own
        short = ratio < AIMS.get(name, OTHERS)
        missed += [name] if short else []
        print(f"{name:10} {min(others) / 1e6:10.3f} {own / 1e6:10.3f} {ratio:8.1f}{' *' if short else ''}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(everything, indent=1))
    if missed:
        print(f"* slower than it is meant to be: {', '.join(missed)}")
    return 1 if missed else 0


def later_half(runs: list[list[float]]) -> float:
    return statistics.median(time for rounds in runs for time in rounds[len(rounds) // 2 :])


def measure(name: str, engine: Path, lib: Path | None, runs: int) -> dict[str, list[list[float]]]:
    rounds: dict[str, list[list[float]]] = {"engine": []}
    with tempfile.TemporaryDirectory(prefix="agentspeak-bench-") as place:
        project = Path(place) / "project"
        shutil.copytree(PROGRAMS, project)
        (project / f"{name}.mas2j").write_text(f"MAS bench {{ agents: a {name}.asl; }}\n")
        for _ in range(runs):
            rounds["engine"].append(times([str(engine.resolve()), "run", f"{name}.mas2j"], project))
            for way, options in WAYS.items() if lib else ():
                command = [*JAVA, *options, f"-Duser.home={place}", "-cp", f"{lib}/*"]
                command += ["jason.infra.local.RunLocalMAS", f"{name}.mas2j", "--no-net"]
                command += ["--log-conf", str(HERE.parent / "tests" / "logging.properties")]
                rounds.setdefault(way, []).append(times(command, project))
    return rounds


def times(command: list[str], place: Path) -> list[float]:
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        sys.exit(f"{command[-1]}: does not end")
    said = done.stdout + done.stderr
    found = [float(number) for number in ROUND.findall(said)]
    if not found or "failed" in said or "error" in said.lower():
        sys.exit(f"{' '.join(command)}\n{said[-2000:]}")
    return found


if __name__ == "__main__":
    sys.exit(main())
