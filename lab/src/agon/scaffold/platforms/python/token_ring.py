"""token-ring: each worker is a task that reads its mailbox and writes to its neighbour's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TypeAlias

from harness import Program, Report

MODULUS = 2147483647

Message: TypeAlias = tuple[int, int, int]
"""A token's number, the passes that are left, and its witness. The counter receives who had it last instead."""
Mailbox: TypeAlias = asyncio.Queue[Message]


class TokenRing(Program):
    parameters = ("workers", "tokens", "passes")

    def __init__(self, sizes: Mapping[str, int], witness: bool) -> None:
        super().__init__(sizes, witness)
        self.workers, self.tokens, self.passes = (sizes[key] for key in self.parameters)
        self.runtime = asyncio.Runner()
        self.runtime.get_loop()  # it is up before `ready`

    def iteration(self) -> tuple[int, Report]:
        return self.runtime.run(self.play())

    async def play(self) -> tuple[int, Report]:
        counter: Mailbox = asyncio.Queue()
        mailboxes: list[Mailbox] = [asyncio.Queue() for _ in range(self.workers)]
        neighbours = [*mailboxes[1:], mailboxes[0]]
        workers = [
            asyncio.create_task(self.worker(number, mailbox, neighbour, counter))
            for number, (mailbox, neighbour) in enumerate(zip(mailboxes, neighbours, strict=True), start=1)
        ]
        await asyncio.sleep(0)  # all workers wait for a token now

        began = time.monotonic_ns()
        for token in range(1, self.tokens + 1):
            mailboxes[self.start_of(token) - 1].put_nowait((token, self.passes, 0))
        ended = [await counter.get() for _ in range(self.tokens)]
        elapsed_ns = time.monotonic_ns() - began

        for worker in workers:
            worker.cancel()
        ended.sort()
        report = {"ends": [worker for _, worker, _ in ended]}
        if self.witness:
            report["witness"] = [acc for _, _, acc in ended]
        return elapsed_ns, report

    async def worker(self, number: int, mailbox: Mailbox, neighbour: Mailbox, counter: Mailbox) -> None:
        while True:
            token, left, acc = await mailbox.get()
            if left == 0:
                counter.put_nowait((token, number, acc))
                continue
            if self.witness:
                acc = (acc * 31 + number) % MODULUS
            neighbour.put_nowait((token, left - 1, acc))

    def start_of(self, token: int) -> int:
        return max(1, (2 * token * self.workers + self.tokens) // (2 * self.tokens))
