"""AgentSlang's benchmark: its tables and the measurement, and its claims in both directions."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.published.claims import verdicts
from agon.published.compare import tables
from agon.published.matching import PATTERNS
from agon.published.model import ClaimOutcome, PublishedTable, Row
from agon.published.sources import claims, figures
from agon.report.literature import section
from agon.results.model import Skipped
from agon.results.summary import ResultSet

SIZES = (10, 100_000)


def _row(platform: str, rates: Mapping[int, float], **mode: object) -> list[Made]:
    """Cells of one platform: messages a second by size. `failed` is a reason; the rest are parameters."""
    failed = mode.pop("failed", None)
    noise = {"spread": mode.pop("spread"), "apart": True} if "spread" in mode else {}
    return [
        Made(platform, "throughput", {"size": size, **mode}, metrics={"message_rate": rate}, failed=failed, **noise)  # type: ignore[arg-type]
        for size, rate in rates.items()
    ]


def _flat(platform: str, rate: float, **mode: object) -> list[Made]:
    return _row(platform, dict.fromkeys(SIZES, rate), **mode)


def _modes(native_off: float, native_on: float, msgpack_off: float, msgpack_on: float) -> list[Made]:
    """AgentSlang's pattern in its four modes."""
    rates = {
        ("native", "off"): native_off,
        ("native", "on"): native_on,
        ("msgpack", "off"): msgpack_off,
        ("msgpack", "on"): msgpack_on,
    }
    return [m for (s, a), r in rates.items() for m in _flat("jeromq:myblock", r, serializer=s, acks=a)]


def _source(as_itself: tuple[str, ...] = ()) -> list[Made]:
    """The source's own figures as if measured, of the patterns in place of the platforms."""
    cells: list[Made] = []
    for f in figures("agentslang"):
        name = f.platform if f.platform in as_itself else PATTERNS.get(f.platform, f.platform)
        assert f.value is not None
        made = Made(name, "throughput", f.params, metrics={"message_rate": f.value}, spread=0.0001)
        cells.append(made)
    return cells


def _table(results: ResultSet, number: int) -> PublishedTable:
    """0 and 1: table 1 over TCP and in a process; 2: table 2."""
    return [t for t in tables(results) if t.source == "agentslang"][number]


def _at(table: PublishedTable, platform: str, params: str = "size=100000") -> Row:
    return next(r for r in table.rows if (r.platform, r.params) == (platform, params))


def _claim(results: ResultSet, id: str) -> ClaimOutcome:
    number = [c.id for c in claims("agentslang")].index(id)
    return verdicts(results, "agentslang")[number]


# --- tables -----------------------------------------------------------------------------------------------------------


def test_the_libraries_stand_relative_to_activemq_and_more_is_better(tmp_path: Path) -> None:
    table = _table(measured(tmp_path, _flat("activemq", 1000) + _flat("zeromq", 3000) + _flat("nats", 2000)), 0)
    zeromq = _at(table, "zeromq")
    assert zeromq.ratio_published == pytest.approx(558 / 292)
    assert zeromq.ratio_measured == pytest.approx(3.0)
    assert _at(table, "nats").published_note == "not in the source"
    assert {r.platform: (r.published, r.measured) for r in table.ranks} == {"activemq": (2, 2), "zeromq": (1, 1)}
    assert (table.shared, table.tau) == (2, None)
    assert "inconclusive: 2 platforms" in section(table).agreement
    assert "pauses between messages are not counted" in table.parameters_note


def test_the_two_transports_are_never_mixed(tmp_path: Path) -> None:
    results = measured(tmp_path, _flat("zeromq", 1) + _flat("activemq", 1) + _flat("zeromq", 5, transport="inproc"))
    over_tcp, inside = (_at(_table(results, n), "zeromq").measured for n in (0, 1))
    assert over_tcp is not None and inside is not None
    assert (over_tcp.median, inside.median) == (pytest.approx(1), pytest.approx(5))


def test_table_2_has_the_patterns_in_their_modes_and_explains_them(tmp_path: Path) -> None:
    cells = _modes(4, 2, 8, 4) + _flat("activemq:semaine", 2) + _flat("activemq:vhmsg", 1) + _flat("erlang", 9)
    table = _table(measured(tmp_path, cells), 2)
    mode = "agentslang acks=off serializer=msgpack"
    assert _at(table, mode).ratio_measured == pytest.approx(4.0)
    assert _at(table, mode).ratio_published == pytest.approx(765 / 298)
    assert (
        "pattern of AgentSlang's messages (MyBlock) on ZeroMQ in Java, not AgentSlang itself"
        in _at(table, mode).measured_note
    )
    assert "not SEMAINE itself" in _at(table, "semaine").measured_note
    assert _at(table, "erlang acks=off serializer=native").published_note == "not in the source"
    assert not [r for r in table.rows if r.platform.startswith("erlang acks=on")]
    assert "measured with messages=100 serializer=native acks=off transport=tcp" in table.parameters_note
    assert " or messages" not in table.parameters_note
    assert (table.shared, table.ranks_at) == (6, "at size=100000")
    assert table.tau is not None and table.tau > 0.5
    assert "over 6 contestants" in section(table).agreement


def test_a_pattern_stands_for_no_library(tmp_path: Path) -> None:
    results = measured(tmp_path, _flat("activemq:semaine", 2) + _flat("jeromq:myblock", 2))
    assert _at(_table(results, 0), "activemq").measured is None
    assert _at(_table(results, 0), "zeromq").measured is None


def test_a_platform_itself_comes_before_its_pattern(tmp_path: Path) -> None:
    table = _table(measured(tmp_path, _flat("activemq:semaine", 2) + _flat("semaine", 3)), 2)
    found = _at(table, "semaine").measured
    assert found is not None and found.median == pytest.approx(3)


def test_who_was_left_out_in_one_transport_is_not_listed_so_in_the_other(tmp_path: Path) -> None:
    skipped = [
        Skipped(
            platform="activemq",
            workload="throughput",
            params={"size": 10, "transport": "inproc", **_PLAIN},
            kind="not applicable",
            reason="no",
        )
    ]
    results = measured(tmp_path, _row("zeromq", {10: 1.0}), skipped=skipped)
    assert _at(_table(results, 0), "activemq", "size=10").measured_note == "not measured"
    assert _at(_table(results, 1), "activemq", "size=10").measured_note == "not applicable: no"


_PLAIN = {"acks": "off", "serializer": "native", "protocol": "sprint", "faults": 0}


def test_a_stream_is_not_compared_with_the_sources_messages(tmp_path: Path) -> None:
    assert tables(measured(tmp_path, _flat("zeromq", 1, protocol="stream"))) == []


# --- claims -----------------------------------------------------------------------------------------------------------


def test_the_sources_own_figures_bear_its_claims_out(tmp_path: Path) -> None:
    patterns = measured(tmp_path, _source())
    itself = measured(tmp_path / "itself", _source(as_itself=("agentslang",)))
    for claim in ("zeromq", "faster-than-peers", "acknowledgement-size", "both-serialisations"):
        assert _claim(patterns, claim).verdict == "holds", claim
    assert _claim(itself, "msgpack").verdict == "holds"
    assert [p.verdict for p in _claim(itself, "advice").parts[:2]] == ["holds", "holds"]


def test_zeromq_is_best_of_all_that_were_measured(tmp_path: Path) -> None:
    cells = _flat("zeromq", 3) + _flat("activemq", 1)
    assert _claim(measured(tmp_path, cells), "zeromq").verdict == "holds"
    found = _claim(measured(tmp_path, cells + _flat("nats", 4)), "zeromq")
    assert (found.verdict, found.parts[0].verdict) == ("does not hold", "holds")
    assert "ZeroMQ's messages a second over nats's" in found.evidence
    assert _claim(measured(tmp_path, _flat("zeromq", 3) + _flat("activemq", 3)), "zeromq").verdict == "does not hold"
    assert _claim(measured(tmp_path, _flat("zeromq", 3)), "zeromq").verdict == "inconclusive"
    # An actor platform is no communication library.
    assert len(_claim(measured(tmp_path, cells + _flat("erlang", 9)), "zeromq").parts) == 1


def test_agentslangs_pattern_against_its_peers_without_acknowledgements(tmp_path: Path) -> None:
    peers = _flat("activemq:semaine", 3) + _flat("activemq:vhmsg", 2)
    # Acknowledgements would lose: they play no part.
    found = _claim(measured(tmp_path, [*peers, *_modes(4, 1, 5, 1)]), "faster-than-peers")
    assert found.verdict == "holds"
    assert "of the patterns, jeromq:myblock over activemq:semaine" in found.evidence
    assert _claim(measured(tmp_path, [*peers, *_modes(2.5, 9, 5, 9)]), "faster-than-peers").verdict == "does not hold"
    alone = _claim(measured(tmp_path, _modes(4, 1, 5, 1)), "faster-than-peers")
    assert alone.verdict == "inconclusive"
    assert "semaine at size=10: not measured" in alone.evidence


@pytest.mark.parametrize(("large", "word"), [(95, "holds"), (50, "does not hold"), (84, "inconclusive")])
def test_acknowledgements_cost_nothing_above_ten_thousand_characters(tmp_path: Path, large: float, word: str) -> None:
    cells = [
        made
        for serializer in ("native", "msgpack")
        for acks, rates in (("off", {10: 100.0, 100_000: 100.0}), ("on", {10: 10.0, 100_000: large}))
        for made in _row("jeromq:myblock", rates, spread=0.03, serializer=serializer, acks=acks)
    ]
    others = _flat("erlang", 10, acks="off") + _flat("erlang", 5, acks="on")
    found = _claim(measured(tmp_path, cells + others), "acknowledgement-size")
    assert found.verdict == word
    assert "of the others: erlang 2 " in found.evidence


def test_small_messages_do_not_decide_on_large_ones(tmp_path: Path) -> None:
    cells = [m for m in _modes(1, 1, 1, 1) if m.params["size"] == 10]
    found = _claim(measured(tmp_path, cells), "acknowledgement-size")
    assert found.verdict == "inconclusive"
    assert "no size above 10000 passed in both ways" in found.evidence


def test_both_serialisations_are_usable_if_all_sizes_passed_in_time(tmp_path: Path) -> None:
    assert _claim(measured(tmp_path, _modes(20, 20, 20, 20)), "both-serialisations").verdict == "holds"
    slow = _claim(measured(tmp_path, _modes(20, 5, 20, 20)), "both-serialisations")
    assert [p.verdict for p in slow.parts] == ["does not hold", "holds"]
    crash = _row("jeromq:myblock", {1_000_000: 1}, serializer="msgpack", failed="it crashed")
    failed = _claim(measured(tmp_path, [*_modes(20, 20, 20, 20), *crash]), "both-serialisations")
    assert [p.verdict for p in failed.parts] == ["holds", "does not hold"]
    assert "size=1000000: 5 of 5 failed: time limit: it crashed" in failed.evidence
    assert _claim(measured(tmp_path, _flat("zeromq", 1)), "both-serialisations").verdict == "inconclusive"


def test_replies_of_the_benchmarks_programs_show_nothing_of_what_platforms_confirm(tmp_path: Path) -> None:
    alone = _claim(measured(tmp_path, _modes(4, 2, 8, 4)), "advice")
    assert [p.verdict for p in alone.parts] == ["holds", "holds", "inconclusive"]
    others = _claim(measured(tmp_path, _modes(4, 2, 8, 4) + _flat("nats", 1, acks="on")), "advice")
    assert others.parts[2].verdict == "inconclusive"
    assert others.parts[2].evidence.endswith("own programs; measured with such replies: nats")
    slower = _claim(measured(tmp_path, _modes(4, 5, 8, 4)), "advice")
    assert [p.verdict for p in slower.parts[:2]] == ["does not hold", "holds"]


def test_msgpack_is_held_against_javas_serialisation_and_nothing_else(tmp_path: Path) -> None:
    cells = _flat("agentslang", 4) + _flat("agentslang", 8, serializer="msgpack")
    on = _flat("agentslang", 4, acks="on") + _flat("agentslang", 3, serializer="msgpack", acks="on")
    found = _claim(measured(tmp_path, cells + on), "msgpack")
    assert [p.verdict for p in found.parts] == ["holds", "does not hold"]
    in_java = _flat("jeromq", 9) + _flat("jeromq:objects", 1) + _flat("jeromq:objects", 2, serializer="msgpack")
    assert _claim(measured(tmp_path, in_java), "msgpack").parts[0].verdict == "holds"
    assert _claim(measured(tmp_path, _modes(4, 2, 8, 4)), "msgpack").verdict == "holds"
    # ZeroMQ from C++ sends bytes: that is no serialisation of Java's.
    in_cpp = _flat("zeromq", 4) + _flat("zeromq", 8, serializer="msgpack")
    found = _claim(measured(tmp_path, in_cpp), "msgpack")
    assert found.verdict == "inconclusive"
    assert "no platform measured sends strings by Java's serialisation" in found.evidence
