"""Findings on noise: each with its figures and something to do, and none on a quiet machine."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from support.measured import Made, measured
from support.result_sets import Options, write_result_set

from agon.analysis.noise import Finding, findings
from agon.results.model import Invocation, Noise
from agon.results.summary import ResultSet

QUIET = Options(workloads=("token-ring",), platforms=("go", "agon-actor", "erlang"), invocations=10, flaws=False)


@pytest.fixture
def quiet(tmp_path: Path) -> ResultSet:
    return write_result_set(tmp_path / "quiet", QUIET)


def disturbed(results: ResultSet, change: Callable[[Invocation, Noise], Noise]) -> ResultSet:
    def one(invocation: Invocation) -> Invocation:
        assert invocation.noise is not None
        return invocation.model_copy(update={"noise": change(invocation, invocation.noise)})

    return dataclasses.replace(results, invocations=tuple(one(i) for i in results.invocations))


def only(results: ResultSet, kind: str) -> Finding:
    found = [f for f in findings(results) if f.kind == kind]
    assert len(found) == 1, [f.kind for f in findings(results)]
    return found[0]


def test_a_quiet_machine_has_none(quiet: ResultSet) -> None:
    assert findings(quiet) == ()


def test_what_a_noisy_block_shows(tmp_path: Path) -> None:
    results = write_result_set(tmp_path, dataclasses.replace(QUIET, flaws=True))
    assert [f.kind for f in findings(results)] == ["steal", "other CPU", "drift"]
    assert "all in block 9" in only(results, "steal").evidence
    assert "block 9 took 10" in only(results, "drift").evidence
    assert all(f.advice for f in findings(results))


def test_steal(quiet: ResultSet) -> None:
    results = disturbed(quiet, lambda i, n: n.model_copy(update={"steal_fraction": 0.2 if i.order % 10 == 3 else 0.0}))
    assert only(results, "steal").evidence.startswith("15 of 150 invocations lost more than 1%")
    assert "at most 20%" in only(results, "steal").evidence


@pytest.mark.parametrize("sign", ["steal_fraction", "other_cpu_fraction"])
def test_a_few_disturbed_invocations_of_many_are_quiet(quiet: ResultSet, sign: str) -> None:
    """Of 150 invocations some are always disturbed: a sign that is always there means nothing."""
    results = disturbed(quiet, lambda i, n: n.model_copy(update={sign: 0.3 if i.order % 11 == 3 else 0.0}))
    assert findings(results) == ()


def scattered(root: Path, noise: float, drift: float, seed: int) -> ResultSet:
    """Three cells in ten blocks: each time strays by itself, and the last five blocks are slower by `drift`."""
    rng = random.Random(seed)
    times = [[math.exp(rng.gauss(0, noise) + (drift if b >= 5 else 0)) for b in range(10)] for _ in range(3)]
    cells = [
        Made("go", "token-ring", {"tokens": n}, process_s=9, each_s=t, invocations=10) for n, t in enumerate(times)
    ]
    return measured(root, cells)


def drifts(root: Path, noise: float, drift: float) -> int:
    sets = [scattered(root, noise, drift, seed) for seed in range(40)]
    return sum("drift" in [f.kind for f in findings(s)] for s in sets)


def test_drift_is_distinguished_from_noise(tmp_path: Path) -> None:
    """Blocks of few cells stray by more than 3% at random."""
    assert drifts(tmp_path, noise=0.04, drift=0.0) <= 5
    assert drifts(tmp_path, noise=0.02, drift=0.06) >= 35


def test_other_programs(quiet: ResultSet) -> None:
    results = disturbed(quiet, lambda _, n: n.model_copy(update={"other_cpu_fraction": 0.3}))
    assert "In 150 of 150 invocations" in only(results, "other CPU").evidence


def test_load_that_the_programs_cannot_explain(quiet: ResultSet) -> None:
    own = disturbed(quiet, lambda _, n: n.model_copy(update={"load_before": 2.0}))
    assert findings(own) == ()
    foreign = disturbed(quiet, lambda _, n: n.model_copy(update={"load_before": 7.5}))
    assert "at most 7.5" in only(foreign, "load").evidence


def test_frequency_that_sinks(quiet: ResultSet) -> None:
    sinking = disturbed(quiet, lambda i, n: n.model_copy(update={"frequency_mhz": 3500 if i.block < 5 else 2000}))
    assert "(2000 against 3500 MHz)" in only(sinking, "frequency").evidence
    assert "cpupower" in only(sinking, "frequency").advice


def test_governor(quiet: ResultSet) -> None:
    saving = quiet.experiment.environment.model_copy(update={"governor": "powersave"})
    results = dataclasses.replace(quiet, experiment=quiet.experiment.model_copy(update={"environment": saving}))
    assert only(results, "governor").evidence == "The frequency governor is 'powersave'."


def test_few_invocations(tmp_path: Path) -> None:
    results = write_result_set(tmp_path, dataclasses.replace(QUIET, invocations=3))
    assert "15 of 15 cells" in only(results, "few").evidence
