"""Echo-all and mass-reception apart from their messages: requesters, each with one request at a time, and repliers. In
echo-all each agent is both, under the same number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns

from harness.files import Samples, read_integers
from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload

MULTIPLIER = 31
MODULUS = 2147483647
NS_PER_US = 1_000
LATEST_US = 2**31 - 1


@dataclass(frozen=True)
class Game:
    """One run."""

    requesters: int
    repliers: int
    messages: int
    echo_all: bool
    timed: bool
    due_us: Sequence[Sequence[int]]
    """When each request of each requester is due; empty in a closed loop."""
    witness: bool


class Requester:
    """What one who asks knows; numbered from 0."""

    def __init__(self, game: Game, number: int) -> None:
        self.number = number
        self.replies = 0
        self.acc = 0
        self.times: list[int] = []
        self._game = game
        self._start = 0
        self._since = 0

    @property
    def replier(self) -> int:
        """Whom to ask next."""
        game = self._game
        if game.echo_all:
            return (self.number + 1 + self.replies % (game.requesters - 1)) % game.requesters
        return self.number % game.repliers

    def begin(self, start_ns: int) -> None:
        """The iteration's clock began at that `perf_counter_ns`."""
        self._start = start_ns
        self._since = self._due() if self._game.due_us else start_ns

    def _due(self) -> int:
        """When the next request is due, of those that there are."""
        times = self._game.due_us[self.number]
        return self._start + times[min(self.replies, len(times) - 1)] * NS_PER_US

    def early_s(self) -> float:
        """How long the next request has to wait until it is due: not at all if not above 0."""
        return (self._since - perf_counter_ns()) / 1e9 if self._game.due_us else 0.0

    def add(self, replier: int) -> bool:
        """Handle a reply; true when it was the last."""
        self.acc = (self.acc * MULTIPLIER + replier) % MODULUS
        self.replies += 1
        if self._game.timed:
            now = perf_counter_ns()
            self.times.append(now - self._since)
            self._since = self._due() if self._game.due_us else now
        return self.replies == self._game.messages


class Replier:
    """What one who answers knows; numbered from 0."""

    def __init__(self, game: Game, number: int) -> None:
        self.number = number
        self.handled = 0
        self.sum = 0
        self._messages = game.messages
        self._witness = game.witness

    def handle(self, requester: int, request: int) -> None:
        """A request has come."""
        self.handled += 1
        if self._witness:
            self.sum = (self.sum + requester * self._messages + request) % MODULUS


@dataclass
class Exchange:
    """All agents of an iteration."""

    game: Game
    requesters: list[Requester] = field(init=False)
    repliers: list[Replier] = field(init=False)

    def __post_init__(self) -> None:
        self.requesters = [Requester(self.game, number) for number in range(self.game.requesters)]
        self.repliers = [Replier(self.game, number) for number in range(self.game.repliers)]

    def report(self) -> dict[str, object]:
        """What the lab gets."""
        reported: dict[str, object] = {
            "replies": sum(requester.replies for requester in self.requesters),
            "acc": [requester.acc for requester in self.requesters],
            "handled": [replier.handled for replier in self.repliers],
        }
        if self.game.witness:
            reported["witness"] = [replier.sum for replier in self.repliers]
        return reported

    def rows(self, index: int) -> Iterable[tuple[int, int, int]]:
        """Of the file of times."""
        return ((index, requester.number, ns) for requester in self.requesters for ns in requester.times)


def echo_all(play: Callable[[Exchange], int]) -> Workload:
    """Each agent asks all others in turn. `play` returns the time taken."""
    return _workload({"agents": 2}, play)


def mass_reception(play: Callable[[Exchange], int]) -> Workload:
    """Each sender asks one receiver, always the same. `play` returns the time taken."""
    return _workload({"senders": 1, "receivers": 1}, play)


def _workload(counts: dict[str, int], play: Callable[[Exchange], int]) -> Workload:
    def prepare(parameters: Parameters) -> Iterate:
        game = _game(parameters)
        samples = Samples(parameters.samples, "rtt.csv", "iteration,agent,ns") if game.timed else None

        def iterate(index: int) -> Outcome:
            exchange = Exchange(game)
            elapsed = play(exchange)
            if samples is not None:
                samples.append(exchange.rows(index))
            return Outcome(elapsed, exchange.report())

        return iterate

    choices = {"clock": ("on", "off"), "arrivals": ("constant", "poisson")}
    shape = Shape(integers={**counts, "messages": 1, "rate": 0}, choices=choices, has_input=True)
    return Workload(shape, prepare)


def _game(parameters: Parameters) -> Game:
    sizes = parameters.integers
    rate, timed = sizes["rate"], parameters.choices["clock"] == "on"
    if rate and not timed:
        raise UsageError(f"rate={rate}: give clock=on with it")
    all_alike = "agents" in sizes
    requesters = sizes["agents"] if all_alike else sizes["senders"]
    repliers = requesters if all_alike else sizes["receivers"]
    if repliers > requesters:
        raise UsageError(f"receivers={repliers}: at most one for each of the {requesters} senders")
    due = _schedule(parameters, requesters, sizes["messages"]) if rate else []
    return Game(requesters, repliers, sizes["messages"], all_alike, timed, due, parameters.witness)


def _schedule(parameters: Parameters, requesters: int, messages: int) -> list[list[int]]:
    """The lab's file: a line a requester, a time a request."""
    due = read_integers(parameters.input_path, LATEST_US)
    if len(due) != requesters or any(len(line) != messages for line in due):
        raise UsageError(f"{parameters.input}: must hold {requesters} lines of {messages} times")
    return due
