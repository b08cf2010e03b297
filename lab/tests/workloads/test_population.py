from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from honest import evidence, population
from hypothesis import given
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError
from agon.workloads.population import Population

POPULATION = Population()
sizes = st.integers(1, 400)


def judge(agents: int, report: Any, **more: Any) -> dict[str, float]:
    return POPULATION.judge({"agents": agents}, evidence(report, Path("/nonexistent"), **more))


def test_the_worked_example() -> None:
    judge(1000, {"greetings": 1000, "goodbyes": 1000, "sum": 500500, "witness": 16515500}, witness=True)


@given(sizes, st.booleans())
def test_an_honest_run_passes(agents: int, witness: bool) -> None:
    metrics = judge(agents, population(agents, witness=witness), witness=witness, elapsed_ns=500_000_000)
    assert metrics == {"agent_rate": 2.0 * agents}


@given(sizes, st.booleans(), st.data())
def test_any_single_mutation_fails(agents: int, witness: bool, data: st.DataObject) -> None:
    report = data.draw(mutated(population(agents, witness=witness)))
    with pytest.raises(OracleError):
        judge(agents, report, witness=witness)


def test_agents_that_never_lived_together_show_by_their_witness() -> None:
    report = population(10, witness=True)
    report["witness"] = sum(31 * number + number for number in range(1, 11))
    with pytest.raises(OracleError, match="before all had greeted"):
        judge(10, report, witness=True)


def test_memory_is_shown_by_agent() -> None:
    assert POPULATION.agents({"agents": 7}) == 7
