"""A ranking keeps its level however the experiment ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from support.measured import Made, measured

from agon.analysis.judged import Judged


def test_where_the_data_decided_when_to_stop_each_look_has_its_part_of_the_level(tmp_path: Path) -> None:
    """A difference that one look at the data decides, and one of five looks does not."""
    slower = [1.03, 1.10, 1.06, 1.01, 1.08, 1.05]
    made = [
        Made("go", "token-ring", {}, each_s=[1.0] * 6, invocations=6, iterations=24, settles=True),
        Made("akka", "token-ring", {}, each_s=slower, invocations=6, iterations=24, settles=True),
    ]
    once = measured(tmp_path, made)
    plan = once.experiment.plan.model_copy(update={"looks": 5})
    often = replace(once, experiment=once.experiment.model_copy(update={"plan": plan}))
    outcomes = [Judged(results).ranking("token-ring") for results in (once, often)]
    assert [r.between("akka", "go").decided for r in outcomes if r is not None] == [True, False]
