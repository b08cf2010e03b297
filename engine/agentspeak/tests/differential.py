#!/usr/bin/env python3
"""Has Jason and the engine run the same programs, made at random, and compares what they print: `differential.py`.

Each number is a program, the same for ever; `--show NUMBER` prints one and both outputs. Programs in which the two
differ are made smaller and shown. `--state FILE` remembers how far it has come and what differed, so that a run that
was broken off goes on there. What is deliberately otherwise is in `deliberate.py`.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from deliberate import SEEN, difference, normal
from peers import Lines, Peer, build, engine, jason
from programs import program
from questions import Tree
from regenerate import NEWER, OLDER, Refused, find_lib

AT_ONCE = 500
"""Programs between two looks at the clock."""

SMALLER = 150
"""Smaller programs tried at once, and how often."""
ROUNDS = 60
SHOWN = 10


@dataclass
class State:
    """How far a run has come."""

    first: int
    done: int = 0
    differing: list[int] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    lines: int = 0

    def keep(self, file: Path | None) -> None:
        if file:
            part = file.with_suffix(".part")
            part.write_text(json.dumps(self.__dict__))
            part.replace(file)

    @classmethod
    def of(cls, file: Path | None, first: int) -> "State":
        if not file or not file.exists():
            return cls(first)
        stored = json.loads(file.read_text())
        if stored["first"] != first:
            raise Refused(f"{file} is of a run from {stored['first']} on")
        return cls(**{**stored, "known": Counter(stored["known"])})


class Pair:
    """Both, side by side."""

    def __init__(self, theirs: Peer, ours: Peer) -> None:
        self.theirs, self.ours = theirs, ours
        self.pool = ThreadPoolExecutor(2)

    def __enter__(self) -> "Pair":
        return self

    def __exit__(self, *_: object) -> None:
        self.theirs.end()
        self.ours.end()
        self.pool.shutdown()

    def run(self, texts: Sequence[str]) -> list[tuple[Lines, Lines]]:
        their, our = self.pool.submit(self.theirs.run, texts), self.pool.submit(self.ours.run, texts)
        return [(normal(one), normal(other)) for one, other in zip(their.result(), our.result(), strict=True)]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--first", type=int, default=1, help="number of the first program")
    arguments.add_argument("--programs", type=int, default=1000, help="how many")
    arguments.add_argument("--show", type=int, metavar="NUMBER", help="print this program and what comes of it")
    arguments.add_argument("--file", type=Path, help="run this program")
    arguments.add_argument("--state", type=Path, help="file that remembers how far it has come")
    arguments.add_argument("--dialect", choices=(OLDER, NEWER), default=OLDER, help="which Jason")
    arguments.add_argument("--lib", type=Path, help="folder of Jason's jars")
    arguments.add_argument("--target-dir", type=Path, help="where the engine is compiled")
    arguments.add_argument("--engine", type=Path, help="the fuzzer's program `play`; compiled if it is not given")
    given = arguments.parse_args()
    shows = given.show is not None or given.file is not None
    with tempfile.TemporaryDirectory(prefix="agentspeak-programs-") as place:
        theirs = jason(given.lib or find_lib(given.dialect), Path(place), shows)
        with Pair(theirs, engine(given.engine or build(given.target_dir), given.dialect, shows)) as pair:
            if shows:
                text = given.file.read_text() if given.file else str(program(given.show))
                return show(text, *pair.run([text])[0])
            return compare(pair, State.of(given.state, given.first), given.programs, given.state)


def compare(pair: Pair, state: State, count: int, file: Path | None) -> int:
    began, before = time.monotonic(), state.done
    try:
        while state.done < count:
            numbers = range(state.first + state.done, state.first + min(count, state.done + AT_ONCE))
            texts = [str(program(number)) for number in numbers]
            for number, (their, our) in zip(numbers, pair.run(texts), strict=True):
                kind = difference(their, our)
                if kind is None:
                    kind = SEEN.get(number)
                state.lines += len(their)
                state.refused += their == ["refused"]
                if kind:
                    state.known[kind] += 1
                elif kind is None:
                    state.differing.append(number)
            state.done += len(numbers)
            state.keep(file)
            rate = (state.done - before) / (time.monotonic() - began)
            print(f"{state.done} of {count}, {len(state.differing)} differ, {rate:.0f} a second", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"broken off after {state.done}" + (": the same command goes on there" if file else ""), file=sys.stderr)
    for number in state.differing[:SHOWN]:
        print(f"program {number}, made smaller:", flush=True)
        text = str(shrunk(program(number), pair))
        show(text, *pair.run([text])[0])
    if state.differing[SHOWN:]:
        print(f"and {len(state.differing) - SHOWN} more: {state.differing[SHOWN:]}")
    print(
        f"{state.done - len(state.differing)} of {state.done} programs from {state.first} on print the same,"
        f" in all {state.lines} lines; {state.refused} are refused by both;"
        f" deliberately otherwise: {dict(state.known) or 'none'}"
    )
    return 1 if state.differing else 0


def shrunk(tree: Tree, pair: Pair) -> Tree:
    """The smallest found in which the two still differ."""
    for _ in range(ROUNDS):
        # Large pieces first: what is left out last is the largest.
        tried = sorted(islice(tree.smaller(), 4000), key=Tree.size)
        for first in range(0, len(tried), SMALLER):
            some = tried[first : first + SMALLER]
            texts = [str(smaller) for smaller in some]
            pairs = zip(some, pair.run(texts), strict=True)
            found = next((smaller for smaller, (one, other) in pairs if differ(one, other)), None)
            if found is not None:
                break
        else:
            return tree
        tree = found
    return tree


def differ(their: Lines, our: Lines) -> bool:
    odd = (["does not end"], ["ends the process"])
    return their[-1:] not in odd and our[-1:] not in odd and difference(their, our) is None


def show(text: str, their: Lines, our: Lines) -> int:
    print(text)
    same = their == our
    if same:
        print("both:\n" + indented(their))
        return 0
    print("Jason:\n" + indented(their) + "here:\n" + indented(our), flush=True)
    return 1


def indented(lines: Lines) -> str:
    return "".join(f"    {line}\n" for line in lines)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as trouble:
        sys.exit(str(trouble))
