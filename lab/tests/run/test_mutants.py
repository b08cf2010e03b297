"""Every mutant is caught: wrong work by the oracle, wrong time by the conformance check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.places import PLATFORMS
from support.trials import Trials, trials

from agon.platforms.manifest import read_manifest
from agon.platforms.registry import find
from agon.run import growth
from agon.run.conformance import check
from agon.workloads.registry import all_workloads

MUTANTS = PLATFORMS / "mutants"

RING = {"workers": 7, "tokens": 10, "passes": 23}
GAME = {"creatures": 10, "meetings": 200}
PAIR = {"creatures": 2, "meetings": 1}
STAGES = {"tasks": 100, "log": "off"}
LOGGED = {"tasks": 100, "log": "on"}
REGEX = {"tasks": 100, "log": "off", "work": "regex", "make": "inside"}
ROUNDS = {"rounds": 100}
GRID = {"side": 10, "active": 300, "rounds": 30}
LINE = {"size": 40, "messages": 100, "acks": "on", "faults": 3}
AGENTS = {"agents": 3, "operations": 1000}
CROWD = {"agents": 100}
CIRCLE = {"agents": 5, "messages": 7}
SCHEDULE = {"agents": 5, "messages": 7, "rate": 250}
HOT_SPOT = {"senders": 5, "receivers": 3, "messages": 7}
MANY = {"senders": 40, "receivers": 40, "messages": 5}
NODES = {"size": 20, "messages": 50}
ASKS = {"size": 20, "asks": 50, "outstanding": 3}
SERVER = {"clients": 5, "requests": 8, "max_n": 9}

CAUGHT = [
    ("no-pass", "token-ring", RING, "token 1 ended at worker 1, not 3"),
    ("lap-less", "token-ring", RING, "token 1 carries the witness"),
    ("token-lost", "token-ring", RING, "the counter received no end of token 10"),
    ("tokens-swapped", "token-ring", RING, "token 1 ended at worker 2, not 3"),
    ("half-work", "token-ring", RING, "token 1 ended at worker"),
    ("frozen-colours", "chameneos", PAIR, "after a meeting 2 creatures all have one colour"),
    ("frozen-colours", "chameneos", GAME, "but by their meetings it should be"),
    ("one-partner", "chameneos", PAIR, "the blue less the red creatures changed by -1"),
    ("one-meeting-less", "chameneos", GAME, "the meetings of all creatures sum to 398, not 400"),
    ("meets-itself", "chameneos", GAME, "creature 1 met itself 2 times"),
    ("half-work", "chameneos", GAME, "the meetings of all creatures sum to 200, not 400"),
    ("other-requests", "fibonacci", SERVER, "but the input asks for fib("),
    ("wrong-value", "fibonacci", SERVER, " as fib("),
    ("half-work", "fibonacci", SERVER, "the manager counted 20 answers, not 40"),
    # 2*10^10 calls: at 0.1 ns each they take two seconds, and the mutant takes none.
    ("cached", "fibonacci", {"clients": 10, "requests": 40, "max_n": 42}, "s of CPU time cannot hold"),
    ("stage-bypassed", "pipeline", STAGES, "the checksums of what the index stage made sum to 0, not"),
    ("stage-bypassed", "pipeline", LOGGED, "the checksums of what the index stage made sum to 0, not"),
    ("other-work", "pipeline", REGEX, "the strings that the write stage made have 3080 characters, not 2370"),
    ("task-doubled", "pipeline", STAGES, "the checksums of what the index stage made sum to"),
    ("half-work", "pipeline", STAGES, "the write stage made 50 strings, not 100"),
    ("coordinator-bypassed", "service-rounds", ROUNDS, "the client ends with the witness"),
    ("two-rounds", "service-rounds", ROUNDS, "the client ends with the witness"),
    ("line-twice", "service-rounds", ROUNDS, "line 52 of the printed file is '51 403869', not '52 411788'"),
    ("half-work", "service-rounds", ROUNDS, "the client handled 50 answers, not 100"),
    ("half-work", "remote-throughput", NODES, "node 0: sent is 25, not 50"),
    ("half-work", "remote-ask", ASKS, "node 0: answers is 25, not 50"),
    ("one-answer-for-all", "remote-ask", ASKS, "node 0: sum is"),
    ("answers-at-home", "remote-ask", ASKS, "node 1: handled is 1, not 50"),
    ("half-work", "remote-token-ring", RING, "token 1 ended at worker"),
    ("all-at-home", "remote-token-ring", RING, "node 1: passed is 0, not 99"),
    ("half-work", "remote-chameneos", GAME, "the meetings of all creatures sum to 200, not 400"),
    ("meets-neighbours", "remote-chameneos", GAME, "one of each node belongs to a meeting"),
    ("reports-one-less", "remote-chameneos", PAIR, "creature 2 reports 0 meetings, node 0 reports 1 of it"),
    ("state-doubled", "grid-swap", GRID, "both hold the state"),
    ("accepts-in-transaction", "grid-swap", GRID, "each time an agent becomes active it requests one swap"),
    ("never-refuses", "grid-swap", GRID, "an agent in a transaction must refuse at once"),
    ("half-work", "grid-swap", GRID, "the most swaps that a cell requested are 15, not 30"),
    ("ack-first", "throughput", LINE, "100 messages were confirmed, not 97: the handler failed at 3"),
    ("message-doubled", "throughput", {"size": 40, "messages": 100}, "not each message came as it was sent, once"),
    ("shorter-strings", "throughput", LINE, "have 2500 characters in all, not 100 times 40"),
    ("half-work", "throughput", LINE, "the receiver handled 50 messages, not 100"),
    ("one-missing", "population", CROWD, "the host received 99 greetings, not 100"),
    ("one-twice", "population", CROWD, "the numbers of the agents that took leave sum to 4951, not 5050"),
    ("one-at-a-time", "population", CROWD, "some were dismissed before all had greeted"),
    ("half-work", "population", CROWD, "the host received 50 greetings, not 100"),
    ("step-less", "compute", AGENTS, "agent 1 took 333 steps, not 334"),
    ("one-does-all", "compute", AGENTS, "agent 1 took 1000 steps, not 334"),
    ("half-work", "compute", AGENTS, "agent 1 took 167 steps, not 334"),
    ("asks-next", "echo-all", CIRCLE, "agent 0 ends with acc 917087137, not"),
    ("answers-itself", "echo-all", CIRCLE, "the requests that agent 0 answered sum to 21, not"),
    ("ignores-schedule", "echo-all", SCHEDULE, "the last request is due 136.000 ms after the start, but"),
    ("half-work", "echo-all", CIRCLE, "the agents handled 15 replies, not 35"),
    ("all-to-first", "mass-reception", HOT_SPOT, "receiver 0 answered 35 requests, not 14"),
    ("one-by-one", "mass-reception", MANY, "by rtt.csv no sender waited longer than"),
    ("half-work", "mass-reception", HOT_SPOT, "the senders handled 15 replies, not 35"),
]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("variant", "workload", "params", "message"), CAUGHT, ids=lambda v: v if isinstance(v, str) and " " not in v else ""
)
def test_wrong_work_is_caught(bench: Trials, variant: str, workload: str, params: dict[str, int], message: str) -> None:
    invocation = bench.run(f"{MUTANTS}:{variant}", workload, params)
    assert invocation.reason is not None
    assert invocation.reason.code == "oracle"
    assert message in invocation.reason.message


@pytest.mark.parametrize("workload", list(all_workloads()))
def test_a_late_clock_is_caught(workload: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Further attempts take long and change nothing: one workload shows it.
    monkeypatch.setattr(growth, "ATTEMPTS", 2 if workload == "chameneos" else 1)
    # fibonacci gives itself away earlier: its clients' times do not fit into the iteration's.
    clock = (
        "but the iteration is reported to have lasted" if workload == "fibonacci" else "but the reported time grew by"
    )
    # What other programs take of the machine may look like growth, once.
    findings = []
    for _ in range(3):
        findings = check(find(f"{MUTANTS}:late-clock"), workloads=[workload])
        if any(not f.ok and f.aspect == "growth" and clock in f.message for f in findings):
            return
    pytest.fail(f"not caught: {findings}")


def test_no_mutant_is_left_out() -> None:
    tried = {(variant, workload) for variant, workload, _, _ in CAUGHT}
    for workload, offer in read_manifest(MUTANTS).workloads.items():
        assert set(offer.variants) - {"late-clock"} == {v for v, w in tried if w == workload}
