from __future__ import annotations

from typing import Any

from harness import Arguments, Mailroom, Program

MODULUS = 2147483647


class Worker:
    def __init__(self, number: int, ring: TokenRing) -> None:
        self.number = number
        self.ring = ring
        self.next: Worker = self

    def receive(self, token: int, left: int, acc: int) -> None:
        if left == 0:
            self.ring.send(self.ring.count, token, self.number, acc)
        else:
            if self.ring.witness:
                acc = (acc * 31 + self.number) % MODULUS
            self.ring.send(self.next.receive, token, left - 1, acc)


class TokenRing(Program):
    keys = ("workers", "tokens", "passes")
    worker: type[Worker] = Worker

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.size, self.tokens, self.passes = (arguments.integer(key) for key in TokenRing.keys)
        self.witness = arguments.witness

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.ends = [0] * self.tokens
        self.accs = [0] * self.tokens
        self.workers = [self.worker(k, self) for k in range(1, self.size + 1)]
        for k, worker in enumerate(self.workers):
            worker.next = self.workers[(k + 1) % self.size]

    def start_of(self, token: int) -> Worker:
        return self.workers[max(1, (2 * token * self.size + self.tokens) // (2 * self.tokens)) - 1]

    def begin(self) -> None:
        for token in range(1, self.tokens + 1):
            self.send(self.start_of(token).receive, token, self.passes, 0)

    def count(self, token: int, worker: int, acc: int) -> None:
        self.ends[token - 1] = worker
        self.accs[token - 1] = acc

    def report(self, index: int) -> dict[str, Any]:
        return {"ends": self.ends} | ({"witness": self.accs} if self.witness else {})
