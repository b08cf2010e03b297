#!/usr/bin/env python3
"""How fast one agent computes, the same programs on Jason 3.2 and on this engine:
`run.py --engine AGON-ASL [PROGRAM...]`.

Every program does the same work in several rounds and prints how long each took by its own clock (`.nano_time`). Both
systems run it alternately. What counts is the median of the later half of the rounds, so that Java's compiler has done
its work, over all runs. Jason runs with the optimising compiler, and with the quick one alone
(`-XX:TieredStopAtLevel=1`): the better one counts.

With `--operations` the programs are single operations, of `operations.toml`: where one is out of proportion, it shows.
"""

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
sys.path.insert(0, str(HERE.parent / "tests"))
from regenerate import find_lib  # noqa: E402

JAVA = ["java", "-Xmx2g", "-Xss64m", "-XX:+UseParallelGC", "-Djava.awt.headless=true"]
WAYS = {"jason": [], "jason, quick compiler": ["-XX:TieredStopAtLevel=1"]}
ROUND = re.compile(r"\bns ([0-9.E]+)")

TIMES = 20_000
"""A step is executed so often in a round."""

OPERATION = """\
{ include("rounds.asl") }
size(SIZE). rounds(6).
OTHERS
+!prepare(_).
+!work(0).
+!work(N) <- STEP; !work(N - 1).
"""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("programs", nargs="*", help="all, if none is named")
    arguments.add_argument("--engine", type=Path, required=True, help="the binary agon-asl")
    arguments.add_argument("--operations", action="store_true", help="single operations, in ns each")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--lib", type=Path, help="folder of Jason's jars")
    arguments.add_argument("--alone", action="store_true", help="only the engine")
    arguments.add_argument("--json", type=Path, help="also write all rounds here")
    given = arguments.parse_args()
    lib = None if given.alone else given.lib or find_lib()
    known = operations() if given.operations else programs()
    if unknown := [name for name in given.programs if name not in known]:
        sys.exit(f"there is no {unknown[0]}; there are: {', '.join(known)}")
    unit, scale = ("ns", TIMES) if given.operations else ("ms", 1e6)
    everything = {}
    print(f"{'program':28} {f'jason {unit}':>12} {f'engine {unit}':>12} {'ratio':>8}")
    for name in given.programs or known:
        rounds = measure(name, known[name], given.engine, lib, given.runs)
        everything[name] = rounds
        own = later_half(rounds["engine"])
        others = [later_half(rounds[way]) for way in WAYS if rounds.get(way)]
        if others:
            print(f"{name:28} {min(others) / scale:12.3f} {own / scale:12.3f} {min(others) / own:8.1f}", flush=True)
        else:
            print(f"{name:28} {'':>12} {own / scale:12.3f}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(everything, indent=1))
    return 0


def programs() -> dict[str, str]:
    paths = sorted(path for path in PROGRAMS.glob("*.asl") if path.stem != "rounds")
    return {path.stem: path.read_text() for path in paths}


def operations() -> dict[str, str]:
    described = tomllib.loads((HERE / "operations.toml").read_text())
    made = data()

    def filled(text: str) -> str:
        for name, terms in made.items():
            text = text.replace(f"{{{name}}}", terms)
        return text

    return {
        name: OPERATION.replace("SIZE", str(TIMES))
        .replace("OTHERS", filled(described["others"].get(name, "")))
        .replace("STEP", filled(step))
        for name, step in described["steps"].items()
    }


def data() -> dict[str, str]:
    """What the operations work on."""
    mixed = [place * 7919 % 1009 for place in range(100)]

    def terms(form: str) -> str:
        return "[" + ",".join(form.format(number) for number in mixed) + "]"

    def facts(form: str, count: int) -> str:
        return " ".join(form.format(place, place * 7 % 100, place % 3) for place in range(count))

    return {
        "LETTERS": "[" + ",".join(f"a{place}" for place in range(20)) + "]",
        "HUNDRED": terms("{}"),
        "ATOMS": terms("a{}"),
        "TEXTS": terms('"s{}"'),
        "STRUCTURES": terms("p({},q)"),
        "FACTS": facts("e({}).", 20),
        "FACTS_20": " ".join(f"e({place},{place * 7 % 20})." for place in range(20)),
        "FACTS_1000": facts("e({},{},{}).", 1000),
    }


def later_half(runs: list[list[float]]) -> float:
    return statistics.median(time for rounds in runs for time in rounds[len(rounds) // 2 :])


def measure(name: str, program: str, engine: Path, lib: Path | None, runs: int) -> dict[str, list[list[float]]]:
    rounds: dict[str, list[list[float]]] = {"engine": []}
    with tempfile.TemporaryDirectory(prefix="agentspeak-bench-") as place:
        project = Path(place) / "project"
        shutil.copytree(PROGRAMS, project)
        (project / "a.asl").write_text(program)
        (project / "bench.mas2j").write_text("MAS bench { agents: a; }\n")
        for _ in range(runs):
            rounds["engine"].append(times(name, [str(engine.resolve()), "run", "bench.mas2j"], project))
            for way, options in WAYS.items() if lib else ():
                command = [*JAVA, *options, f"-Duser.home={place}", "-cp", f"{lib}/*"]
                command += ["jason.infra.local.RunLocalMAS", "bench.mas2j", "--no-net"]
                command += ["--log-conf", str(HERE.parent / "tests" / "logging.properties")]
                rounds.setdefault(way, []).append(times(name, command, project))
    return rounds


def times(name: str, command: list[str], place: Path) -> list[float]:
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        sys.exit(f"{name} does not end: {' '.join(command)}")
    output = done.stdout + done.stderr
    found = [float(number) for number in ROUND.findall(output)]
    if not found or "failed" in output or "error" in output.lower():
        sys.exit(f"{name}: {' '.join(command)}\n{output[-2000:]}")
    return found


if __name__ == "__main__":
    sys.exit(main())
