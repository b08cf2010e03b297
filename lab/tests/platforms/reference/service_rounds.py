from __future__ import annotations

from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program

MODULUS = 2147483647
BUFFER = 1 << 16


class Agent:
    def __init__(self, number: int, service: ServiceRounds) -> None:
        self.number = number
        self.service = service

    def sign(self, acc: int) -> int:
        """The `acc` that goes on after this agent has handled a message."""
        return (acc * 31 + self.number) % MODULUS if self.service.witness else acc


class Client(Agent):
    answers = 0
    total = 0
    acc = 0

    def ask(self) -> None:
        self.service.send(self.service.coordinator.ask, self.answers + 1, self.acc)

    def answer(self, datum: int, acc: int) -> None:
        self.acc = self.sign(acc)
        self.answers += 1
        self.total += datum
        if self.answers < self.service.rounds:
            self.ask()
        else:
            self.service.print.flush()


class Coordinator(Agent):
    def ask(self, number: int, acc: int) -> None:
        self.service.send(self.service.retriever.retrieve, number, self.sign(acc))

    def retrieved(self, number: int, datum: int, acc: int) -> None:
        self.service.send(self.service.printer.write, number, datum, self.sign(acc))

    def printed(self, datum: int, acc: int) -> None:
        self.service.send(self.service.client.answer, datum, self.sign(acc))


class Retriever(Agent):
    def retrieve(self, number: int, acc: int) -> None:
        self.service.send(self.service.coordinator.retrieved, number, number * 7919 % 1000003, self.sign(acc))


class Printer(Agent):
    def write(self, number: int, datum: int, acc: int) -> None:
        self.service.print.write(f"{number} {datum}\n")
        self.service.send(self.service.coordinator.printed, datum, self.sign(acc))


class ServiceRounds(Program):
    keys = ("rounds", "print")
    make_client: type[Client] = Client
    make_retriever: type[Retriever] = Retriever
    make_printer: type[Printer] = Printer

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.rounds = arguments.integer("rounds")
        self.witness = arguments.witness

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        path = Path(self.arguments.word("print"))
        self.print = path.open("w", BUFFER, encoding="ascii")
        self.client = self.make_client(1, self)
        self.coordinator = Coordinator(2, self)
        self.retriever = self.make_retriever(3, self)
        self.printer = self.make_printer(4, self)

    def begin(self) -> None:
        self.client.ask()

    def report(self, index: int) -> dict[str, Any]:
        self.print.close()
        report = {"answers": self.client.answers, "sum": self.client.total}
        return report | ({"witness": self.client.acc} if self.witness else {})
