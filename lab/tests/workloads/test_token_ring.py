from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from honest import evidence, token_ring
from hypothesis import given
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError
from agon.workloads.token_ring import TokenRing

RING = TokenRing()
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["token-ring"]
NOWHERE = Path("/nonexistent")

sizes = st.fixed_dictionaries(
    {"workers": st.integers(2, 12), "tokens": st.integers(1, 15), "passes": st.integers(1, 60)}
)


def judge(params: dict[str, int], report: Any, **more: Any) -> dict[str, float]:
    return RING.judge(params, evidence(report, NOWHERE, **more))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['workers']}-{v['tokens']}-{v['passes']}")
def test_agrees_with_the_known_values(vector: dict[str, Any]) -> None:
    params = {key: vector[key] for key in ("workers", "tokens", "passes")}
    judge(params, {"ends": vector["ends"], "witness": vector["witness"]}, witness=True)


@given(sizes, st.booleans())
def test_an_honest_run_passes(params: dict[str, int], witness: bool) -> None:
    judge(params, token_ring(**params, witness=witness), witness=witness)


@given(sizes, st.booleans(), st.data())
def test_any_single_mutation_fails(params: dict[str, int], witness: bool, data: st.DataObject) -> None:
    report = data.draw(mutated(token_ring(**params, witness=witness)))
    with pytest.raises(OracleError):
        judge(params, report, witness=witness)


@given(sizes.filter(lambda p: p["passes"] > p["workers"]))
def test_a_lap_less_fails_by_its_witness_alone(params: dict[str, int]) -> None:
    shorter = params | {"passes": params["passes"] - params["workers"]}
    judge(params, token_ring(**shorter, witness=False))
    with pytest.raises(OracleError, match="witness"):
        judge(params, token_ring(**shorter, witness=True), witness=True)


def test_names_the_token_that_was_lost() -> None:
    params = {"workers": 7, "tokens": 3, "passes": 23}
    report = token_ring(**params, witness=False)
    report["ends"][1] = 0
    with pytest.raises(OracleError, match="the counter received no end of token 2, due at worker"):
        judge(params, report)


def test_the_largest_published_size_is_judged_in_no_time() -> None:
    params = {"workers": 500, "tokens": 1000, "passes": 500_000}
    start = time.perf_counter()
    with pytest.raises(OracleError, match="witness"):
        judge(params, {"ends": [max(1, (i + 1) // 2) for i in range(1, 1001)], "witness": [0] * 1000}, witness=True)
    assert time.perf_counter() - start < 0.2


def test_the_rate_counts_every_pass() -> None:
    params = {"workers": 7, "tokens": 10, "passes": 23}
    metrics = judge(params, token_ring(**params, witness=False), elapsed_ns=500_000_000)
    assert metrics == {"message_rate": 460.0}


def test_no_time_is_refused() -> None:
    params = {"workers": 7, "tokens": 1, "passes": 23}
    with pytest.raises(OracleError, match="no work is done in no time"):
        judge(params, token_ring(**params, witness=False), elapsed_ns=0)


@given(sizes)
def test_doubling_never_ends_on_a_whole_lap(params: dict[str, int]) -> None:
    doubled = RING.doubled(params)
    assert int(doubled["passes"]) % params["workers"] != 0
    assert 0 <= RING.size(doubled) - 2 * RING.size(params) <= params["tokens"]


@pytest.mark.parametrize("name", ["quick", "check", "demo"])
def test_small_sizes_never_end_on_a_whole_lap(name: str) -> None:
    for params in RING.preset(name).ladder:
        assert int(params["passes"]) % int(params["workers"]) != 0
