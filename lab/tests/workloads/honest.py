"""Honest work, simulated: what a right program reports, found by doing every step and by no closed form."""

from __future__ import annotations

import random
import re
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agon.workloads.base import Evidence

COLOURS = ("blue", "red", "yellow")
THIRD = {
    frozenset({"blue", "red"}): "yellow",
    frozenset({"blue", "yellow"}): "red",
    frozenset({"red", "yellow"}): "blue",
}


def complement(own: str, other: str) -> str:
    return own if own == other else THIRD[frozenset({own, other})]


def token_ring(workers: int, tokens: int, passes: int, *, witness: bool) -> dict[str, Any]:
    ends: list[int] = []
    accs: list[int] = []
    for token in range(1, tokens + 1):
        worker = max(1, int(token * workers / tokens + 0.5))
        acc = 0
        for _ in range(passes):
            acc = (acc * 31 + worker) % 2147483647
            worker = worker + 1 if worker < workers else 1
        ends.append(worker)
        accs.append(acc)
    return {"ends": ends} | ({"witness": accs} if witness else {})


def population(agents: int, *, witness: bool) -> dict[str, Any]:
    report = {"greetings": agents, "goodbyes": agents, "sum": sum(range(1, agents + 1))}
    proof = sum(31 * number + agents for number in range(1, agents + 1)) % 2147483647
    return report | ({"witness": proof} if witness else {})


def chameneos(creatures: int, meetings: int, seed: int, *, witness: bool) -> dict[str, Any]:
    choose = random.Random(seed)
    initial = [COLOURS[k % 3] for k in range(creatures)]
    colours = list(initial)
    counts = [0] * creatures
    table = [[0] * 3 for _ in range(3)]
    for _ in range(meetings):
        a, b = choose.sample(range(creatures), 2)
        one, other = colours[a], colours[b]
        table[COLOURS.index(one)][COLOURS.index(other)] += 1
        table[COLOURS.index(other)][COLOURS.index(one)] += 1
        colours[a], colours[b] = complement(one, other), complement(other, one)
        counts[a] += 1
        counts[b] += 1
    report: dict[str, Any] = {
        "complements": [[complement(own, other) for other in COLOURS] for own in COLOURS],
        "initial": initial,
        "final": colours,
        "meetings": counts,
        "self": [0] * creatures,
    }
    return report | ({"witness": table} if witness else {})


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def fibonacci_rows(input_file: Path, seed: int) -> list[list[int]]:
    """(client, n, value, ns) of every answer, the clients interleaved at random."""
    choose = random.Random(seed)
    waiting = {
        client: [int(word) for word in line.split()]
        for client, line in enumerate(input_file.read_text(encoding="ascii").splitlines(), start=1)
    }
    rows: list[list[int]] = []
    while waiting:
        client = choose.choice(list(waiting))
        n = waiting[client].pop(0)
        rows.append([client, n, fib(n), choose.randint(100, 10_000)])
        if not waiting[client]:
            del waiting[client]
    return rows


def write_points(path: Path, iterations: list[list[list[int]]]) -> None:
    _write(path, "iteration,client,n,value,ns", iterations)


def _write(path: Path, header: str, iterations: list[list[list[int]]]) -> None:
    lines = [[index, *row] for index, rows in enumerate(iterations) for row in rows]
    text = "".join(",".join(map(str, line)) + "\n" for line in lines)
    path.write_text(f"{header}\n{text}", encoding="ascii")


def pipeline(
    tasks: int, seed: int, *, witness: bool, work: str = "cut", every: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """The report, and the lines of a log in which the stages are mixed at random. `every`: a regular expression's
    every match is replaced, not the first."""
    choose = random.Random(seed)
    words = ("Requested", "Downloaded", "Indexed", "Wrote")
    requests = [f"{i} Requested {i} Requested {i}" if witness else f"Requested {i}" for i in range(tasks)]
    waiting = [requests, [], []]
    made: list[list[str]] = [[], [], []]
    lines: list[str] = []
    while any(waiting):
        stage = choose.choice([i for i in range(3) if waiting[i]])
        text = waiting[stage].pop(0)
        if work == "regex":
            lines.append(re.sub(f"{words[stage]} ", f"{words[stage + 1]} ", text, count=0 if every else 1))
        else:
            lines.append(f"{words[stage + 1]} {text.split(' ', 1)[1]}")
        made[stage].append(lines[-1])
        if stage < 2:
            waiting[stage + 1].append(lines[-1])
    report: dict[str, Any] = {"written": len(made[2]), "characters": sum(map(len, made[2]))}
    if witness:
        *earlier, last = (sum(zlib.crc32(text.encode()) for text in texts) % 2**32 for texts in made)
        report |= {"crc": last, "stages": earlier}
    return report, lines


def service_rounds(rounds: int, *, witness: bool) -> tuple[dict[str, Any], list[str]]:
    """The report and the printed lines."""
    lines: list[str] = []
    total = acc = 0
    for number in range(1, rounds + 1):
        datum = number * 7919 % 1000003
        lines.append(f"{number} {datum}")
        total += datum
        for handler in (2, 3, 2, 4, 2, 1):
            acc = (acc * 31 + handler) % 2147483647
    return {"answers": rounds, "sum": total} | ({"witness": acc} if witness else {}), lines


Row = list[int]


def grid_swap(side: int, rounds: int, input_file: Path, seed: int) -> tuple[dict[str, int], list[Row]]:
    """The report, and (cell, requested, accepted, refused, state) of every cell. One queue holds all messages."""
    choose = random.Random(seed)
    cells = [[k, 0, 0, 0, k] for k in range(side * side)]
    active = [int(word) for word in input_file.read_text(encoding="ascii").split()]
    waiting = set(active)
    queue: deque[tuple[str, int, int, int]] = deque()
    requests = 0
    stopped = False

    def ask(cell: int) -> None:
        nonlocal requests
        requests += 1
        waiting.add(cell)
        queue.append(("request", choose.choice([k for k in range(side * side) if k != cell]), cell, cells[cell][4]))

    for cell in active:
        ask(cell)
    while queue:
        kind, cell, sender, state = queue.popleft()
        own = cells[cell]
        if kind == "request" and (cell in waiting or stopped or own[1] == rounds):
            queue.append(("refuse", sender, cell, 0))
        elif kind == "request":
            own[2] += 1
            queue.append(("accept", sender, cell, own[4]))
            own[4] = state
            ask(cell)
        elif kind == "accept":
            waiting.remove(cell)
            own[1] += 1
            own[4] = state
            stopped = stopped or own[1] == rounds
        else:
            own[3] += 1
            waiting.remove(cell)
            if not stopped:
                ask(cell)
    return {"requests": requests, "swaps": sum(cell[1] for cell in cells)}, cells


def write_cells(path: Path, iterations: list[list[Row]]) -> None:
    _write(path, "iteration,cell,requested,accepted,refused,state", iterations)


def throughput(params: Mapping[str, Any], input_file: Path, seed: int) -> tuple[dict[str, Any], list[Row], int]:
    """The report with both witnesses, (message, ns) of every timed message, and the iteration's time."""
    choose = random.Random(seed)
    failing = {int(word) for word in input_file.read_text(encoding="ascii").split()}
    characters = sent = came = elapsed = 0
    unconfirmed: list[int] = []
    rows: list[Row] = []
    wire: deque[str] = deque()
    for number in range(params["messages"]):
        text = f"{number:010}" + "".join(choose.choices("".join(map(chr, range(32, 127))), k=params["size"] - 10))
        sent += zlib.crc32(text.encode())
        wire.append(text)
        text = wire.popleft()
        characters += len(text)
        came += zlib.crc32(text.encode())
        took = choose.randint(100, 10_000)
        elapsed += took
        if params["protocol"] == "sprint" or number % 64 == 0:
            rows.append([number, took])
        if number in failing:
            unconfirmed.append(number)
    report: dict[str, Any] = {"received": params["messages"], "characters": characters}
    if params["acks"] == "on":
        report |= {"confirmed": params["messages"] - len(unconfirmed), "unconfirmed": unconfirmed}
    return report | {"crc_sent": sent % 2**32, "crc_received": came % 2**32}, rows, elapsed


def write_latency(path: Path, iterations: list[list[Row]]) -> None:
    _write(path, "iteration,message,ns", iterations)


def evidence(report: Any, samples: Path, **more: Any) -> Evidence:
    """Evidence with everything that a test does not care about filled in."""
    values: dict[str, Any] = {
        "index": 0,
        "iterations": 1,
        "elapsed_ns": 10**9,
        "input": None,
        "cpu_ns": 10**12,
        "witness": False,
        "seed": 1,
    }
    return Evidence(report=report, samples=samples, **(values | more))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every leaf of a report."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, (*path, i))
    else:
        yield path


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value
