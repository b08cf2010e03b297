#!/usr/bin/env python3
"""Ordinary AgentSpeak programs on Jason and on agon-agentspeak, some also by hand in Erlang: each at a size n and at
2n, in the program's own time.

suite.py list
suite.py check                          small, once, on agon-agentspeak and in Erlang, for the results
suite.py check --nodes 4 --engine E     the programs of several agents over four processes; E is agon-nodes
suite.py run --blocks 3 --json r.json   everything; prints a page in Markdown
suite.py page r.json                    the page of results that are there
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from contestants import Contestant, Sample, build, complain, erlang, find_jason, in_erlang, jason, ours, over_nodes, run
from page import page
from programs import PROGRAMS, Program

ROUNDS = 3
CHECK_ROUNDS = 2
CHECK_LIMIT_S = 20.0


def main(arguments: Sequence[str] | None = None) -> int:
    given = parsed(arguments)
    # As if interrupted: the process that is being measured ends, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if given.verb == "page":
        print(page([Sample(**sample) for sample in json.loads(given.results.read_text())["samples"]]))
        return 0
    chosen = choose(given.only)
    if given.verb == "list":
        for program in chosen:
            also = "Erlang" if in_erlang(program) else ""
            print(f"{program.name:18} n = {program.size:<8} {also:8} {about(program)}")
        return 0
    if given.verb == "check" and given.nodes:
        if not given.engine:
            sys.exit("--nodes N needs --engine agon-nodes: `cargo build -p agon-link-agents` in engine/link makes it")
        return check(chosen, [over_nodes(given.engine, given.nodes)])
    if given.verb == "check":
        engine = ours(given.engine or build(given.target_dir, release=given.release))
        return check(chosen, [engine, *by_hand(given.erlang)])
    return measure(given, chosen)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    of = {name: verbs.add_parser(name) for name in ("list", "check", "run", "page")}
    of["page"].add_argument("results", type=Path)
    for name in ("list", "check", "run"):
        of[name].add_argument("--only", default="", help="these programs alone, between commas; ring_* stands for many")
    for name in ("check", "run"):
        of[name].add_argument("--engine", type=Path, help="the binary agon-asl; compiled if it is not given")
        of[name].add_argument("--target-dir", type=Path, help="where it is compiled")
        of[name].add_argument(
            "--erlang",
            action=argparse.BooleanOptionalAction,
            help="the programs in Erlang; where erl is on PATH, unless --alone is given",
        )
    of["check"].add_argument("--release", action="store_true", help="compiled as released")
    of["check"].add_argument("--nodes", type=int, help="programs of several agents alone, over so many processes")
    of["run"].add_argument("--jason", action="append", help="a version, or the folder of a build; several: [3.2.0]")
    of["run"].add_argument("--alone", action="store_true", help="without Jason and Erlang")
    of["run"].add_argument("--sizes", default="1,2", help="multiples of n, between commas")
    of["run"].add_argument("--blocks", type=int, default=1)
    of["run"].add_argument("--rounds", type=int, default=ROUNDS, help="in each process")
    of["run"].add_argument("--time-limit", type=float, default=120.0, help="seconds, for a process")
    of["run"].add_argument("--seed", type=int, default=1, help="of the order")
    of["run"].add_argument("--json", type=Path, help="every sample, written after each")
    return parser.parse_args(arguments)


def choose(only: str) -> list[Program]:
    patterns = [pattern for pattern in only.split(",") if pattern]
    for pattern in patterns:
        if not any(Path(program.name).match(pattern) for program in PROGRAMS):
            sys.exit(f"no program is called {pattern}: `suite.py list` names them")
    return [p for p in PROGRAMS if not patterns or any(Path(p.name).match(pattern) for pattern in patterns)]


def about(program: Program) -> str:
    """The comment that the program begins with."""
    path = Path(__file__).parent / "programs" / f"{program.name}.asl"
    comment = takewhile(lambda line: line.startswith("//"), path.read_text().splitlines())
    return " ".join(line.removeprefix("// ") for line in comment)


def by_hand(wanted: bool | None) -> list[Contestant]:
    """Erlang; where it was not requested, it is named if it is not there."""
    if wanted is False:
        return []
    try:
        return [erlang()]
    except FileNotFoundError as trouble:
        if wanted:
            sys.exit(f"no Erlang: {trouble}")
        complain(f"Erlang is left out: {trouble}")
        return []


def check(chosen: Sequence[Program], contestants: Sequence[Contestant]) -> int:
    failed = False
    for who in contestants:
        began = time.monotonic()
        had = [program for program in chosen if who.has(program)]
        samples = [run(program, program.small, who, CHECK_ROUNDS, CHECK_LIMIT_S, 0) for program in had]
        wrong = [sample for sample in samples if sample.state != "right"]
        for sample in wrong:
            complain(f"{sample.program}, n = {sample.size}, {who.name}: {sample.state}")
        right, took = len(samples) - len(wrong), time.monotonic() - began
        print(f"{who.name}: {right} of {len(samples)} programs have the right result ({took:.1f} s)")
        failed = failed or bool(wrong)
    return 1 if failed else 0


def measure(given: argparse.Namespace, chosen: Sequence[Program]) -> int:
    contestants: list[Contestant] = [ours(given.engine or build(given.target_dir, release=True))]
    if not given.alone:
        try:
            contestants += [jason(find_jason(version)) for version in given.jason or ["3.2.0"]]
        except FileNotFoundError as trouble:
            complain(str(trouble))
            return 3
    if given.erlang is not None or not given.alone:
        contestants += by_hand(given.erlang)
    sizes = [int(size) for size in given.sizes.split(",")]
    order = random.Random(given.seed)
    samples: list[Sample] = []
    for block in range(given.blocks):
        cells = [(p, times, who) for p in chosen for times in sizes for who in contestants if who.has(p)]
        order.shuffle(cells)
        for place, (program, times, who) in enumerate(cells, 1):
            sample = run(program, program.size * times, who, given.rounds, given.time_limit, block)
            samples.append(sample)
            shown = " ".join(f"{ms:.1f}" for ms in sample.times_ms)
            head = f"[{block + 1}/{given.blocks} {place}/{len(cells)}]"
            complain(f"{head} {program.name} {sample.size} {who.name}: {shown} {sample.state.splitlines()[0]}")
            if given.json:
                given.json.write_text(json.dumps({"samples": [s.as_json() for s in samples]}, indent=1))
    print(page(samples))
    return 1 if any(sample.state.startswith("wrong") for sample in samples) else 0


if __name__ == "__main__":
    sys.exit(main())
