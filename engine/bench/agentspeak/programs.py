"""The programs of the suite: the agents of each, its sizes, and the result that it must have, computed on its own."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt

NODES = 50
"""Of the token ring; as many tokens."""


@dataclass(frozen=True)
class Program:
    """`others` are the agents besides `main`, in the language of project files; {n} stands for the size there."""

    name: str
    size: int
    small: int
    """A size at which it takes no time: for its result alone."""
    expected: Callable[[int], str]
    others: Sequence[str] = ()

    def project(self, size: int, rounds: int) -> str:
        main = f'main {self.name}.asl [beliefs="size({size}),rounds({rounds})"];'
        agents = "\n    ".join([main, *(f"{other};" for other in self.others)])
        return f"MAS suite {{\n  agents:\n    {agents}\n}}\n".replace("{n}", str(size))


def structure(*values: int) -> str:
    return f"result({','.join(map(str, values))})"


def triangle(n: int) -> str:
    return str(n * (n + 1) // 2)


def quicksort(n: int) -> str:
    total = 0
    for x in sorted(i * 7919 % 10007 for i in range(1, n + 1)):
        total = (total * 31 + x) % 1000003
    return str(total)


def first_queens(size: int, columns: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    if len(columns) == size:
        return columns
    for col in range(1, size + 1):
        if all(col != c and abs(col - c) != len(columns) - r for r, c in enumerate(columns)):
            found = first_queens(size, (*columns, col))
            if found:
                return found
    return None


def queens_plans(n: int) -> str:
    columns = first_queens(8)
    assert columns is not None
    return str(n * sum(row * col for row, col in enumerate(columns, 1)))


def sudoku(n: int) -> str:
    """The puzzle was made from this grid."""
    grid = {(r, c): (r * 3 + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)}
    return str(n * sum((r + 1) * (c + 2) * v for (r, c), v in grid.items()))


def family(n: int) -> str:
    parent = {k: k // 2 for k in range(2, n + 1)}
    children: dict[int, list[int]] = {}
    for child, of in parent.items():
        children.setdefault(of, []).append(child)
    grandparents = sum(parent.get(k, 0) in parent for k in parent)
    siblings = sum(len(some) * (len(some) - 1) for some in children.values())
    cousins = sum(
        len(children.get(uncle, []))
        for of, some in children.items()
        if of in parent
        for uncle in children[parent[of]]
        if uncle != of
        for _ in some
    )
    return structure(grandparents, siblings, cousins)


def lookup(n: int) -> str:
    return str(sum((n + i) + i + i for i in range(1, n + 1)))


def dijkstra(n: int) -> str:
    distance, heap = {0: 0}, [(0, 0)]
    while heap:
        d, node = heapq.heappop(heap)
        if d > distance[node]:
            continue
        for to, length in (((node + 1) % n, 10), ((node * 7 + 3) % n, 25), ((node * 5 + 1) % n, 17)):
            if d + length < distance.get(to, d + length + 1):
                distance[to] = d + length
                heapq.heappush(heap, (d + length, to))
    return str(sum(distance.values()))


def life(n: int) -> str:
    alive = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2), (10, 10), (11, 10), (12, 10)}
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    for _ in range(n):
        count = {
            (x, y): sum(((x + dx) % 16, (y + dy) % 16) in alive for dx, dy in steps)
            for x in range(16)
            for y in range(16)
        }
        alive = {cell for cell, around in count.items() if around == 3 or (around == 2 and cell in alive)}
    return str(sum(x * 16 + y + 1 for x, y in alive))


def blackboard(n: int) -> str:
    kinds = ((i, i % 7) for i in range(1, n + 1))
    return str(sum((kind * 2 if kind < 3 else kind + 1) * 10 + i % 10 for i, kind in kinds))


def recovery(n: int) -> str:
    def price(i: int) -> int:
        if i % 3 != 0:
            return 1
        if i % 11 == 0:
            return 10
        return 2 if i % 6 in (0, 2, 4) else 3 + 2

    return str(sum(map(price, range(1, n + 1))))


def cleaner(n: int) -> str:
    """On the last row it goes to the end; garbage may lie twice in one place, where it is one belief."""
    return structure(10 * n - 1, len({((y * a + b) % 10, y) for y in range(n) for a, b in ((7, 0), (3, 1))}))


def text(n: int) -> str:
    written = "".join(f"w{i} " for i in range(n))
    return structure(len(written), sum(written.index(f"w{i} ") for i in range(10, n, 10)))


def collatz(n: int) -> str:
    def steps(x: int) -> int:
        count = 0
        while x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            count += 1
        return count

    best = max(range(1, n + 1), key=lambda i: (steps(i), -i))
    return structure(best if n > 1 else 0, steps(best))


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))


def primes(n: int) -> str:
    found = [p for p in range(2, n + 1) if is_prime(p)]
    return structure(len(found), sum(found))


def annotations(n: int) -> str:
    certain = sum(i % 10 >= 7 for i in range(1, n + 1))
    return structure(certain, n // 2, sum(i % 10 for i in range(1, n + 1, 2)))


def contract_net(n: int) -> str:
    return str(sum(min((i * 7 + k * 13) % 101 * 10 + k for k in range(1, 11)) for i in range(1, n + 1)))


def auction(n: int) -> str:
    return str(sum(max((i * 3 + k * 5) % 9 for k in range(1, 9)) for i in range(1, n + 1)))


def ask_all(n: int) -> str:
    return str(sum(sum(k * 3 + 1 for k in range(50) if k % 5 == i % 5) for i in range(1, n + 1)))


def sources(n: int) -> str:
    seen = [{i for i in range(1, n + 1) if i % step == 0} for step in (2, 3, 5)]
    return structure(len(set[int]().union(*seen)), len(seen[0]), len(seen[0] & seen[1]))


def ring(kind: str, size: int) -> Program:
    total = NODES if kind == "args_1" else NODES * (NODES + 1) // 2
    return Program(
        f"ring_{kind}", size, 500, lambda _: structure(NODES, total), (f"node ring_{kind}_node.asl #{NODES}",)
    )


# At n, Jason 3.2's warm round takes one to three seconds. Where its times grow faster than n, the round at 2n takes
# longer: four times in `reverse`, `quicksort`, `suspend`, `drop`, `lookup`, `family`, `primes`, `blocks`, `cleaner`,
# five to eight times in `wait_event`, `wait_condition`, `dijkstra`. `sum` is smaller: its stack holds a copy of the
# rest of the list at each element, and at twice that size these do not fit into Jason's memory.
PROGRAMS: Sequence[Program] = (
    # Recursion and lists by plans
    Program("fibonacci", 700, 1, lambda n: str(n * 610)),
    Program("sum", 2_500, 50, triangle),
    Program("reverse", 4_500, 50, lambda n: "1"),
    Program("quicksort", 2_500, 30, quicksort),
    Program("collatz", 4_000, 30, collatz),
    # Search, by plans and by rules
    Program("queens_plans", 350, 1, queens_plans),
    Program("queens_rules", 350, 1, lambda n: str(4 * n)),
    Program("sudoku", 30, 1, sudoku),
    Program("paths", 600, 1, lambda n: str(n * 70 * 9)),
    Program("dijkstra", 300, 10, dijkstra),
    # Beliefs
    Program("family", 1_500, 40, family),
    Program("lookup", 2_000, 20, lookup),
    Program("primes", 4_500, 50, primes),
    Program("life", 120, 2, life),
    Program("blackboard", 60_000, 30, blackboard),
    Program("counter", 15_000, 50, triangle),
    Program("annotations", 800, 30, annotations),
    # Intentions
    Program("wait_event", 1_100, 20, triangle),
    Program("wait_condition", 200, 20, triangle),
    Program("wait_time", 25_000, 20, triangle),
    Program("suspend", 2_200, 20, triangle),
    Program("drop", 2_000, 20, lambda n: f"ended({n // 10},0)"),
    Program("periodic", 50_000, 50, lambda n: str(sum(p * (n // p) for p in (2, 3, 5, 7, 11)))),
    Program("recovery", 50_000, 100, recovery),
    # Goals in hierarchies, grids
    Program("hanoi", 500, 1, lambda n: str(254 * n)),
    Program("blocks", 900, 10, lambda n: structure(2 * n - 2, n - 1)),
    Program("cleaner", 800, 5, cleaner),
    # Text, plans as data
    Program("text", 25_000, 40, text),
    Program("plans_as_data", 15_000, 10, lambda n: str(sum(10 + i for i in range(1, n + 1)))),
    # Agents among each other
    Program("tell_how", 8_000, 10, lambda n: str(sum(20 + i for i in range(1, n + 1))), ("pupil pupil.asl",)),
    Program("ask_one", 60_000, 60, lambda n: str(sum(i % 50 * 2 + 1 for i in range(1, n + 1))), ("shop shop.asl",)),
    Program("ask_all", 15_000, 10, ask_all, ("shop shop.asl",)),
    Program("sources", 20_000, 30, sources, ("reporter reporter.asl #3",)),
    Program("contract_net", 3_000, 5, contract_net, ("participant participant.asl #10",)),
    Program("auction", 800, 5, auction, ("bidder bidder.asl #8",)),
    Program("philosophers", 5_000, 5, lambda n: structure(5 * n, 5), ("philosopher philosopher.asl #5",)),
    Program("ping_pong", 150_000, 30, lambda n: str(n - 1), ("other other.asl",)),
    Program("workers", 25_000, 60, lambda n: str(sum(map(is_prime, range(3, n + 1)))), ("worker worker.asl #4",)),
    Program("many_agents", 2_000, 10, lambda n: str(210 * n), ("small small.asl #{n}",)),
    # The token ring and its variants
    *(ring(f"args_{count}", 500_000) for count in range(1, 9)),
    *(ring(kind, 500_000) for kind in ("subgoal", "belief", "list", "tell", "annotations")),
)
