"""Each rule on its source's own figures: they bear the claim out, and with the platforms' order turned they do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.own_figures import Change, as_measured, turned

from agon.published.claims import verdicts
from agon.published.model import ClaimOutcome, VerdictWord
from agon.published.sources import Figure

Table = tuple[str, tuple[str, ...]]

RING: Table = ("agere13", ("table1", "table2"))
FAIR: Table = ("agere13", ("table3",))
SIZE: Table = ("agere13", ("table4",))
CLUSTERS: Table = ("microagents", ("table1",))
GRID: Table = ("microagents", ("table2",))
LIBRARIES: Table = ("agentslang", ("table1",))
MODES: Table = ("agentslang", ("table2",))


def _part(root: Path, table: Table, start: str, change: Change = lambda f: f) -> ClaimOutcome:
    source, tables = table
    found = verdicts(as_measured(root, source, *tables, change=change), source)
    parts = [p for claim in found for p in claim.parts if p.claim.startswith(start)]
    assert len(parts) == 1, [p.claim for claim in found for p in claim.parts]
    return parts[0]


ORDERS = [
    (RING, "the order of those measured is erlang, actorfoundry, akka, jason"),
    (RING, "Erlang is orders of magnitude"),
    (FAIR, "ActorFoundry is the fairest"),
    (FAIR, "Jason is fairer than Erlang"),
    (SIZE, "Jason's and Erlang's programs are smaller"),
    (SIZE, "2APL's and GOAL's programs are the largest"),
    (
        ("blog09", ("table1",)),
        "the order of those measured is jetlang, kilim, actorfoundry, scala-actors:react, actorsg",
    ),
    (("blog09", ("table2",)), "the order of those measured is jetlang, kilim, scala-actors:react, actorfoundry, scala"),
    (CLUSTERS, "3APL is slowest by far"),
    (CLUSTERS, "madkit is faster than jade"),
    (CLUSTERS, "madkit is faster than opal"),
    (CLUSTERS, "opal-microagents is faster than jade"),
    (CLUSTERS, "opal-microagents is faster than opal"),
    (CLUSTERS, "OPAL's micro-agents are about twice"),
    (GRID, "Kilim is fair"),
    (GRID, "Korus is fair"),
    (GRID, "Jetlang is unfair"),
    (GRID, "Actorfoundry is unfair"),
    (LIBRARIES, "ZeroMQ is faster than ActiveMQ"),
    (MODES, "AgentSlang's pattern is faster than SEMAINE's"),
    (MODES, "AgentSlang's pattern with MsgPack is faster than SEMAINE's"),
    (MODES, "AgentSlang's pattern is faster than VHToolkit's"),
    (MODES, "AgentSlang's pattern with MsgPack is faster than VHToolkit's"),
]
"""Statements about the order of platforms."""


@pytest.mark.parametrize(("table", "start"), ORDERS, ids=[start[:60] for _, start in ORDERS])
def test_an_order_holds_on_its_sources_figures_and_not_on_turned_ones(tmp_path: Path, table: Table, start: str) -> None:
    assert _part(tmp_path / "own", table, start).verdict == "holds"
    assert _part(tmp_path / "turned", table, start, turned(*table)).verdict == "does not hold"


def _of(platform: str, value: Callable[[Figure], float]) -> Change:
    """Other figures of that platform, or of all where it is empty."""
    return lambda f: f.model_copy(update={"value": value(f)}) if platform in ("", f.platform) else f


def _tokens(figure: Figure) -> int:
    return int(figure.params.get("tokens", 0))


def _slow_if_confirmed(figure: Figure) -> float:
    return 10.0 if figure.params.get("acks") == "off" else 1.0


def _as_close_as_in_the_ring(figure: Figure) -> float:
    return 2.8 if figure.workload == "chameneos" else figure.value or 0.0


def _swapped(name: str, one: str, other: str) -> Change:
    """The two modes of a parameter exchanged."""
    words = {one: other, other: one}

    def change(figure: Figure) -> Figure:
        params = {k: words.get(str(v), v) if k == name else v for k, v in figure.params.items()}
        return figure.model_copy(update={"params": params})

    return change


LARGE = "above 10000 characters acknowledgements"
WITHOUT = "up to 10000 characters AgentSlang's pattern is faster without acknowledgements"
SHAPES: list[tuple[Table, str, Change]] = [
    (RING, "the time peaks from 1 to 250 tokens", _of("", lambda f: 10.0)),
    (RING, "from 250 tokens on it grows close to linearly", _of("", lambda f: 2.0 ** (_tokens(f) / 50) + 1)),
    (RING, "Erlang's time is almost independent", _of("erlang", lambda f: float(f.params.get("creatures", 1)))),
    (RING, "Akka's time is almost independent", _of("akka", lambda f: float(f.params.get("creatures", 1)))),
    (RING, "in token-ring Jason follows Akka closely", _of("jason", lambda f: 3 * (f.value or 0))),
    (RING, "in chameneos it is much further behind", _of("jason", _as_close_as_in_the_ring)),
    (FAIR, "Jason surpasses Akka in fairness", _of("jason", lambda f: 1e5)),
    (FAIR, "Erlang's fairness gets worse", _of("erlang", lambda f: 1000.0 / float(f.params["creatures"]) ** 2)),
    (RING, "Jason's time grows", _of("jason", lambda f: 10.0)),
    (MODES, f"{LARGE} do not increase the time of messages sent natively", _of("", _slow_if_confirmed)),
    (MODES, f"{LARGE} do not increase the time of messages sent with", _of("", _slow_if_confirmed)),
    (MODES, "the native serialisation is usable", _of("agentslang", lambda f: 2.0)),
    (MODES, "MsgPack is usable", _of("agentslang", lambda f: 2.0)),
    (MODES, f"{WITHOUT}, sent natively", _swapped("acks", "on", "off")),
    (MODES, f"{WITHOUT}, sent with MsgPack", _swapped("acks", "on", "off")),
    (MODES, "with acknowledgements off MsgPack is faster", _swapped("serializer", "native", "msgpack")),
    (MODES, "with acknowledgements on MsgPack is faster", _swapped("serializer", "native", "msgpack")),
]  # fmt: skip
"""Statements about one platform, with figures that contradict them."""


@pytest.mark.parametrize(("table", "start", "change"), SHAPES, ids=[start[:90] for _, start, _ in SHAPES])
def test_a_shape_holds_on_its_sources_figures_and_not_on_others(
    tmp_path: Path, table: Table, start: str, change: Change
) -> None:
    assert _part(tmp_path / "own", table, start).verdict == "holds"
    assert _part(tmp_path / "other", table, start, change).verdict == "does not hold"


@pytest.mark.parametrize(("tasks", "word"), [(100_000, "inconclusive"), (1_000_000, "holds")])
def test_the_size_that_a_claim_names_is_part_of_it(tmp_path: Path, tasks: int, word: VerdictWord) -> None:
    """With Scala 2.7.3 the post's own order at 10^5 tasks is another than that at 10^6, which the claim is about."""
    at: Change = lambda f: f if f.params["tasks"] == tasks else None  # noqa: E731
    found = verdicts(as_measured(tmp_path, "blog09", "table2", change=at), "blog09")[1]
    assert found.verdict == word
