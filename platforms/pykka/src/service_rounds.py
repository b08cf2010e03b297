"""A coordinator answers a client's requests with the help of a retriever and a printer."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter_ns

import pykka

from actors import Member, stop_all
from workload import rounds


@dataclass(slots=True)
class Link:
    """Who the coordinator is."""

    coordinator: pykka.ActorRef


class Begin:
    """The client's first message."""


@dataclass(slots=True)
class Request:
    round: int
    acc: int


@dataclass(slots=True)
class Retrieve:
    round: int
    acc: int


@dataclass(slots=True)
class Datum:
    round: int
    datum: int
    acc: int


@dataclass(slots=True)
class Line:
    round: int
    datum: int
    acc: int


@dataclass(slots=True)
class Printed:
    datum: int
    acc: int


@dataclass(slots=True)
class Answer:
    datum: int
    acc: int


class Server(Member):
    """Knows the coordinator once it has received its address."""

    def __init__(self, game: rounds.Game) -> None:
        super().__init__()
        self._game = game
        self._coordinator: pykka.ActorRef = self.actor_ref


class Client(Server):
    def __init__(self, game: rounds.Game, ended: pykka.Future[tuple[int, rounds.Answers]]) -> None:
        super().__init__(game)
        self._answers = rounds.Answers()
        self._ended = ended

    def on_receive(self, message: Answer | Begin | Link) -> None:
        if isinstance(message, Link):
            self._coordinator = message.coordinator
            return
        answers = self._answers
        if isinstance(message, Answer):
            answers.count += 1
            answers.sum += message.datum
            answers.acc = self._game.step(message.acc, rounds.CLIENT)
            if answers.count == self._game.rounds:
                self._ended.set((perf_counter_ns(), answers))
                return
        self._coordinator.tell(Request(answers.count + 1, answers.acc))


class Coordinator(Member):
    def __init__(
        self, game: rounds.Game, client: pykka.ActorRef, retriever: pykka.ActorRef, printer: pykka.ActorRef
    ) -> None:
        super().__init__()
        self._game = game
        self._client = client
        self._retriever = retriever
        self._printer = printer

    def on_receive(self, message: Request | Datum | Printed) -> None:
        acc = self._game.step(message.acc, rounds.COORDINATOR)
        if isinstance(message, Request):
            self._retriever.tell(Retrieve(message.round, acc))
        elif isinstance(message, Datum):
            self._printer.tell(Line(message.round, message.datum, acc))
        else:
            self._client.tell(Answer(message.datum, acc))


class Retriever(Server):
    def on_receive(self, message: Retrieve | Link) -> None:
        if isinstance(message, Retrieve):
            acc = self._game.step(message.acc, rounds.RETRIEVER)
            self._coordinator.tell(Datum(message.round, rounds.datum(message.round), acc))
        else:
            self._coordinator = message.coordinator


class Printer(Server):
    def __init__(self, game: rounds.Game) -> None:
        super().__init__(game)
        self._lines = game.lines()

    def on_receive(self, message: Line | Link) -> None:
        if isinstance(message, Line):
            self._lines.line(f"{message.round} {message.datum}")
            if message.round == self._game.rounds:
                self._lines.close()  # the last line is on file before the client can be notified of it
            self._coordinator.tell(Printed(message.datum, self._game.step(message.acc, rounds.PRINTER)))
        else:
            self._coordinator = message.coordinator


def play(game: rounds.Game) -> tuple[int, rounds.Answers]:
    full: pykka.Future[tuple[int, rounds.Answers]] = pykka.ThreadingFuture()
    client, retriever, printer = Client.start(game, full), Retriever.start(game), Printer.start(game)
    coordinator = Coordinator.start(game, client, retriever, printer)
    for server in (client, retriever, printer):
        server.tell(Link(coordinator))

    begun = perf_counter_ns()
    client.tell(Begin())
    ended, answers = full.get()
    stop_all()
    return ended - begun, answers


WORKLOAD = rounds.workload(play)
