from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Client:
    def __init__(self, number: int, requests: list[int], game: Fibonacci) -> None:
        self.number = number
        self.requests = iter(requests)
        self.game = game

    def ask(self) -> None:
        n = next(self.requests, None)
        if n is not None:
            self.started = time.monotonic_ns()
            self.game.send(self.game.serve, n, self.answer)

    def answer(self, n: int, value: int) -> None:
        waited = time.monotonic_ns() - self.started
        self.game.send(self.game.note, self.number, n, value, waited)
        self.ask()


class Fibonacci(Program):
    keys = ("clients", "requests", "max_n", "input")

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        for key in ("clients", "requests", "max_n"):
            arguments.integer(key)
        text = Path(arguments.word("input")).read_text(encoding="ascii")
        self.lists = [[int(word) for word in line.split()] for line in text.splitlines()]
        self.fib: Callable[[int], int] = fib

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.rows: list[tuple[int, int, int, int]] = []
        self.clients = [Client(k, requests, self) for k, requests in enumerate(self.lists, start=1)]

    def begin(self) -> None:
        for client in self.clients:
            client.ask()

    def serve(self, n: int, answer: Callable[[int, int], None]) -> None:
        self.send(answer, n, self.fib(n))

    def note(self, client: int, n: int, value: int, ns: int) -> None:
        self.rows.append((client, n, value, ns))

    def report(self, index: int) -> dict[str, Any]:
        with (self.arguments.samples / "points.csv").open("a", encoding="ascii") as file:
            if index == 0:
                print("iteration,client,n,value,ns", file=file)
            for row in self.rows:
                print(index, *row, sep=",", file=file)
        return {"answers": len(self.rows)}
