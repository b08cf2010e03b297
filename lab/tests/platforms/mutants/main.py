"""The reference program with one fault, named by `variant=`."""

from __future__ import annotations

import functools
import random
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))

from chameneos import Broker, Chameneos, Creature
from compute import Compute
from crowd import HalfPopulation, OneAtATime, OneMissing, OneTwice
from fibonacci import Fibonacci, fib
from grid_swap import Agent, GridSwap
from harness import Arguments, Mailroom, Program, main, reject
from multicore import (
    AllToFirst,
    AnswersItself,
    AsksNext,
    HalfCompute,
    HalfEchoAll,
    HalfMassReception,
    IgnoresSchedule,
    OneByOne,
    OneDoesAll,
    StepLess,
)
from pipeline import Pipeline, Stage
from population import Population
from remote_mutants import (
    AllAtHome,
    AnswersAtHome,
    HalfRemoteAsk,
    HalfRemoteChameneos,
    HalfRemoteThroughput,
    HalfRemoteTokenRing,
    LateRemoteAsk,
    LateRemoteChameneos,
    LateRemoteThroughput,
    LateRemoteTokenRing,
    MeetsNeighbours,
    OneAnswerForAll,
    ReportsOneLess,
)
from round_trips import EchoAll, MassReception
from service_rounds import Client, Printer, Retriever, ServiceRounds
from throughput import Receiver, Sender, Throughput
from token_ring import TokenRing, Worker


class NoPass(TokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes = 0


class LapLess(TokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes = max(0, self.passes - self.size)


class LosingWorker(Worker):
    def receive(self, token: int, left: int, acc: int) -> None:
        if token != self.ring.tokens or left != self.ring.passes // 2:
            super().receive(token, left, acc)


class TokenLost(TokenRing):
    worker = LosingWorker


class SwappingWorker(Worker):
    def receive(self, token: int, left: int, acc: int) -> None:
        if left == self.ring.passes // 2:
            token = {1: self.ring.tokens, self.ring.tokens: 1}.get(token, token)
        super().receive(token, left, acc)


class TokensSwapped(TokenRing):
    worker = SwappingWorker


class FrozenCreature(Creature):
    def change(self, colour: int, first: bool) -> None:
        pass


class FrozenColours(Chameneos):
    creature = FrozenCreature


class HalfCreature(Creature):
    def change(self, colour: int, first: bool) -> None:
        if first:
            super().change(colour, first)


class OnePartner(Chameneos):
    creature = HalfCreature


class EarlyBroker(Broker):
    def __init__(self, game: Chameneos) -> None:
        super().__init__(game)
        self.left -= 1


class OneMeetingLess(Chameneos):
    make_broker = EarlyBroker


class NarcissisticBroker(Broker):
    """Sends the first creature both halves of a meeting; of the two requests that follow it drops one."""

    def __init__(self, game: Chameneos) -> None:
        super().__init__(game)
        self.doubled: Creature | None = None

    def meet(self, creature: Creature, number: int, colour: int) -> None:
        if self.left == self.game.meetings:
            self.left -= 1
            self.doubled = creature
            self.game.send(creature.met, number, colour, True)
            self.game.send(creature.met, number, colour, False)
        elif creature is self.doubled:
            self.doubled = None
        else:
            super().meet(creature, number, colour)


class MeetsItself(Chameneos):
    make_broker = NarcissisticBroker


class OtherRequests(Fibonacci):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        choose = random.Random(7)
        self.lists = [[choose.randint(0, arguments.integer("max_n")) for _ in line] for line in self.lists]


class Cached(Fibonacci):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)

        @functools.cache
        def remembered(n: int) -> int:
            return n if n < 2 else remembered(n - 1) + remembered(n - 2)

        self.fib = remembered


class WrongValue(Fibonacci):
    def set_up(self, mailroom: Mailroom) -> None:
        super().set_up(mailroom)
        wrong = iter([1])
        self.fib = lambda n: fib(n) + next(wrong, 0)


class BypassingStage(Stage):
    def take(self, text: str) -> None:
        if self.word == "Downloaded":
            self.next = self.line.stages[-1]
        super().take(text)


class StageBypassed(Pipeline):
    stage = BypassingStage


class CuttingStage(Stage):
    def replaced(self, text: str) -> str:
        return f"{self.word} {text.partition(' ')[2]}"


class OtherWork(Pipeline):
    stage = CuttingStage


class DoublingStage(Stage):
    """Of the last two strings of the first stage it hands one on twice, the other not at all."""

    def hand_on(self, made: str) -> None:
        index = self.written - 1
        if self.word == "Downloaded" and index == self.line.tasks - 2:
            return
        if self.word == "Downloaded" and index == self.line.tasks - 1:
            super().hand_on(made)
        super().hand_on(made)


class TaskDoubled(Pipeline):
    stage = DoublingStage


class BypassingRetriever(Retriever):
    def retrieve(self, number: int, acc: int) -> None:
        self.service.send(self.service.printer.write, number, number * 7919 % 1000003, self.sign(acc))


class CoordinatorBypassed(ServiceRounds):
    make_retriever = BypassingRetriever


class HastyClient(Client):
    asked = 0

    def ask(self) -> None:
        """Keeps two rounds in flight."""
        while self.asked < min(self.answers + 2, self.service.rounds):
            self.asked += 1
            self.service.send(self.service.coordinator.ask, self.asked, self.acc)


class TwoRounds(ServiceRounds):
    make_client = HastyClient


class StutteringPrinter(Printer):
    def write(self, number: int, datum: int, acc: int) -> None:
        if number == self.service.rounds // 2 + 1:
            self.service.print.write(f"{number} {datum}\n")
        super().write(number, datum, acc)


class LineTwice(ServiceRounds):
    make_printer = StutteringPrinter


class CopyingAgent(Agent):
    def request(self, sender: Agent, state: int) -> None:
        if not (self.in_transaction or self.finished):
            self.state = state
        super().request(sender, state)


class StateDoubled(GridSwap):
    agent = CopyingAgent


class WillingAgent(Agent):
    def request(self, sender: Agent, state: int) -> None:
        if self.in_transaction and not self.finished:
            self.accepted += 1
            self.grid.send(sender.accept, self.state)
            self.state = state
        else:
            super().request(sender, state)


class AcceptsInTransaction(GridSwap):
    agent = WillingAgent


class EvasiveAgent(Agent):
    """Hands a request that it should refuse to another agent."""

    def request(self, sender: Agent, state: int) -> None:
        if self.in_transaction and not self.finished:
            self.grid.send(self.grid.random.choice(self.grid.agents).request, sender, state)
        else:
            super().request(sender, state)


class NeverRefuses(GridSwap):
    agent = EvasiveAgent


class HastyReceiver(Receiver):
    """Confirms a message, and only then handles it."""

    def receive(self, number: int, message: Any, started: int) -> None:
        if self.line.acks:
            self.line.send(self.line.sender.confirm, number)
        self.line.acks = False
        super().receive(number, message, started)
        self.line.acks = True


class AckFirst(Throughput):
    make_receiver = HastyReceiver


class CarelessReceiver(Receiver):
    """Does not look at what it is handed."""

    def handle(self, text: str) -> None:
        self.received += 1
        self.characters += len(text)
        self.crc += zlib.crc32(text.encode())


class StutteringSender(Sender):
    """Sends the first message twice, the last never."""

    def send(self) -> None:
        texts = self.line.texts
        last = self.sent == len(texts) - 1
        kept, texts[-1] = texts[-1], texts[0] if last else texts[-1]
        super().send()
        texts[-1] = kept


class MessageDoubled(Throughput):
    make_sender = StutteringSender
    make_receiver = CarelessReceiver


class ShorterStrings(Throughput):
    make_receiver = CarelessReceiver

    def make_texts(self, messages: int, seed: int) -> list[str]:
        self.size = (self.size + 10) // 2
        return super().make_texts(messages, seed)


class LateClock(Program):
    """Mixed in before a workload: reports what a clock shows that starts when half the time has gone by."""

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        return super().elapsed_ns(mailroom) // 2


class LateTokenRing(LateClock, TokenRing): ...


class LateChameneos(LateClock, Chameneos): ...


class LateFibonacci(LateClock, Fibonacci): ...


class LatePipeline(LateClock, Pipeline): ...


class LateServiceRounds(LateClock, ServiceRounds): ...


class LateGridSwap(LateClock, GridSwap): ...


class LateThroughput(LateClock, Throughput): ...


class LatePopulation(LateClock, Population): ...


class LateCompute(LateClock, Compute): ...


class LateEchoAll(LateClock, EchoAll): ...


class LateMassReception(LateClock, MassReception): ...


class HalfTokenRing(TokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes //= 2


class HalfChameneos(Chameneos):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.meetings //= 2


class HalfFibonacci(Fibonacci):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.lists = [line[: len(line) // 2] for line in self.lists]


class HalfPipeline(Pipeline):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.tasks //= 2


class HalfServiceRounds(ServiceRounds):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.rounds //= 2


class HalfGridSwap(GridSwap):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.rounds //= 2


class HalfThroughput(Throughput):
    def make_texts(self, messages: int, seed: int) -> list[str]:
        return super().make_texts(messages // 2, seed)


MUTANTS: Mapping[str, Mapping[str, type[Program]]] = {
    "no-pass": {"token-ring": NoPass},
    "lap-less": {"token-ring": LapLess},
    "token-lost": {"token-ring": TokenLost},
    "tokens-swapped": {"token-ring": TokensSwapped},
    "frozen-colours": {"chameneos": FrozenColours},
    "one-partner": {"chameneos": OnePartner},
    "one-meeting-less": {"chameneos": OneMeetingLess},
    "meets-itself": {"chameneos": MeetsItself},
    "other-requests": {"fibonacci": OtherRequests},
    "cached": {"fibonacci": Cached},
    "wrong-value": {"fibonacci": WrongValue},
    "stage-bypassed": {"pipeline": StageBypassed},
    "other-work": {"pipeline": OtherWork},
    "task-doubled": {"pipeline": TaskDoubled},
    "coordinator-bypassed": {"service-rounds": CoordinatorBypassed},
    "two-rounds": {"service-rounds": TwoRounds},
    "line-twice": {"service-rounds": LineTwice},
    "state-doubled": {"grid-swap": StateDoubled},
    "accepts-in-transaction": {"grid-swap": AcceptsInTransaction},
    "never-refuses": {"grid-swap": NeverRefuses},
    "ack-first": {"throughput": AckFirst},
    "message-doubled": {"throughput": MessageDoubled},
    "shorter-strings": {"throughput": ShorterStrings},
    "one-missing": {"population": OneMissing},
    "one-twice": {"population": OneTwice},
    "one-at-a-time": {"population": OneAtATime},
    "step-less": {"compute": StepLess},
    "one-does-all": {"compute": OneDoesAll},
    "asks-next": {"echo-all": AsksNext},
    "answers-itself": {"echo-all": AnswersItself},
    "ignores-schedule": {"echo-all": IgnoresSchedule},
    "all-to-first": {"mass-reception": AllToFirst},
    "one-by-one": {"mass-reception": OneByOne},
    "one-answer-for-all": {"remote-ask": OneAnswerForAll},
    "answers-at-home": {"remote-ask": AnswersAtHome},
    "all-at-home": {"remote-token-ring": AllAtHome},
    "meets-neighbours": {"remote-chameneos": MeetsNeighbours},
    "reports-one-less": {"remote-chameneos": ReportsOneLess},
    "late-clock": {
        "token-ring": LateTokenRing,
        "chameneos": LateChameneos,
        "fibonacci": LateFibonacci,
        "pipeline": LatePipeline,
        "service-rounds": LateServiceRounds,
        "grid-swap": LateGridSwap,
        "throughput": LateThroughput,
        "population": LatePopulation,
        "compute": LateCompute,
        "echo-all": LateEchoAll,
        "mass-reception": LateMassReception,
        "remote-throughput": LateRemoteThroughput,
        "remote-ask": LateRemoteAsk,
        "remote-token-ring": LateRemoteTokenRing,
        "remote-chameneos": LateRemoteChameneos,
    },
    "half-work": {
        "token-ring": HalfTokenRing,
        "chameneos": HalfChameneos,
        "fibonacci": HalfFibonacci,
        "pipeline": HalfPipeline,
        "service-rounds": HalfServiceRounds,
        "grid-swap": HalfGridSwap,
        "throughput": HalfThroughput,
        "population": HalfPopulation,
        "compute": HalfCompute,
        "echo-all": HalfEchoAll,
        "mass-reception": HalfMassReception,
        "remote-throughput": HalfRemoteThroughput,
        "remote-ask": HalfRemoteAsk,
        "remote-token-ring": HalfRemoteTokenRing,
        "remote-chameneos": HalfRemoteChameneos,
    },
}

if __name__ == "__main__":
    asked = [word.removeprefix("variant=") for word in sys.argv if word.startswith("variant=")]
    if not asked or asked[0] not in MUTANTS:
        reject(f"variant= must be one of {', '.join(MUTANTS)}")
    main(MUTANTS[asked[0]])
