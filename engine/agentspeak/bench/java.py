#!/usr/bin/env python3
"""How fast Java classes run with the engine, the same projects on Jason and on this engine:
`java.py --engine AGON-ASL [PROJECT...]`.

The projects (`java/*.mas2j`) print how long each of the things took that they do in rounds. Both systems run in turns.
What counts is the median of the later half of the rounds of all runs, so that Java's compiler has done its work.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
from regenerate import find_lib  # noqa: E402

MEASURED = re.compile(r"^(.*) ns (\d+)$", re.MULTILINE)
LIMIT = 300


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("projects", nargs="*", help="all, if none is named")
    arguments.add_argument("--engine", type=Path, required=True, help="the binary agon-asl")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--lib", type=Path, help="folder of Jason's jars")
    given = arguments.parse_args()
    lib = given.lib or find_lib()
    names = given.projects or sorted(path.stem for path in (HERE / "java").glob("*.mas2j"))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "java"
        shutil.copytree(HERE / "java", folder)
        jars = [str(jar) for jar in lib.glob("*.jar") if jar.name != "agon-jason.jar"]
        classes = os.pathsep.join([*jars, "classes"])
        sources = [str(path.relative_to(folder)) for path in folder.rglob("*.java")]
        subprocess.run(["javac", "-nowarn", "-cp", classes, "-d", "classes", *sources], cwd=folder, check=True)
        jason = ["java", "-Djava.awt.headless=true", "-cp", classes, "jason.infra.local.RunLocalMAS"]
        ways = {"jason": jason, "engine": [str(given.engine.resolve()), "run"]}
        state = {**os.environ, "AGON_STATE": str(Path(place) / "state"), "JASON_HOME": str(lib)}
        print(f"{'':20} {'jason ns':>10} {'engine ns':>10} {'ratio':>6}")
        for name in names:
            rounds: dict[str, dict[str, list[int]]] = {way: {} for way in ways}
            for _ in range(given.runs):
                for way, command in ways.items():
                    for what, took in run([*command, f"{name}.mas2j"], folder, state).items():
                        rounds[way].setdefault(what, []).extend(took)
            for what, theirs in rounds["jason"].items():
                ours = rounds["engine"].get(what)
                if ours is None:
                    print(f"{what:20} {statistics.median(theirs):10.0f} {'none':>10}")
                    continue
                one, other = statistics.median(theirs), statistics.median(ours)
                print(f"{what:20} {one:10.0f} {other:10.0f} {one / other:6.2f}", flush=True)
    return 0


def run(command: list[str], folder: Path, state: dict[str, str]) -> dict[str, list[int]]:
    """What each thing took, in the later half of the rounds."""
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=folder,
            env=state,
            text=True,
            capture_output=True,
            timeout=LIMIT,
            stdin=subprocess.DEVNULL,
        )
        text = done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        text = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        print(f"{' '.join(command[-2:])}: not done after {LIMIT} s", file=sys.stderr)
    found: dict[str, list[int]] = {}
    for what, took in MEASURED.findall(text):
        found.setdefault(what.strip(), []).append(int(took))
    return {what: took[len(took) // 2 :] for what, took in found.items()}


if __name__ == "__main__":
    raise SystemExit(main())
