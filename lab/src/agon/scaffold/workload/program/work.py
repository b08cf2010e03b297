"""@NAME@: each partner is a task that reads its mailbox and answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TypeAlias

from harness import Program, Report

MODULUS = 2147483647

Mailbox: TypeAlias = asyncio.Queue[int]
"""A message is its witness."""
Counter: TypeAlias = asyncio.Queue[tuple[int, int, int]]
"""A pair's number, its round trips and its witness."""


class Work(Program):
    parameters = ("pairs", "rounds")

    def __init__(self, sizes: Mapping[str, int], witness: bool) -> None:
        super().__init__(sizes, witness)
        self.pairs, self.rounds = (sizes[key] for key in self.parameters)
        self.runtime = asyncio.Runner()
        self.runtime.get_loop()  # it is up before `ready`

    def iteration(self) -> tuple[int, Report]:
        return self.runtime.run(self.play())

    async def play(self) -> tuple[int, Report]:
        counter: Counter = asyncio.Queue()
        start = asyncio.Event()
        partners: list[asyncio.Task[None]] = []
        for pair in range(1, self.pairs + 1):
            here: Mailbox = asyncio.Queue()
            there: Mailbox = asyncio.Queue()
            partners.append(asyncio.create_task(self.first(pair, start, here, there, counter)))
            partners.append(asyncio.create_task(self.second(pair, there, here)))
        await asyncio.sleep(0)  # all partners wait now

        began = time.monotonic_ns()
        start.set()
        ended = sorted([await counter.get() for _ in range(self.pairs)])
        elapsed_ns = time.monotonic_ns() - began

        for partner in partners:
            partner.cancel()
        report: Report = {"rounds": [rounds for _, rounds, _ in ended]}
        if self.witness:
            report["witness"] = [acc for _, _, acc in ended]
        return elapsed_ns, report

    async def first(self, pair: int, start: asyncio.Event, own: Mailbox, other: Mailbox, counter: Counter) -> None:
        await start.wait()
        acc = 0
        for _ in range(self.rounds):
            other.put_nowait(acc)
            acc = self.handled(await own.get(), 2 * pair - 1)
        counter.put_nowait((pair, self.rounds, acc))

    async def second(self, pair: int, own: Mailbox, other: Mailbox) -> None:
        while True:
            other.put_nowait(self.handled(await own.get(), 2 * pair))

    def handled(self, acc: int, number: int) -> int:
        return (acc * 31 + number) % MODULUS if self.witness else acc
