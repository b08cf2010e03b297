"""What an observer is notified of: the invocations that are still to come, given-up cells left out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from support.measured import Made, measured

from agon.platforms.registry import find
from agon.results.model import Cell, Invocation
from agon.results.store import Store
from agon.run import experiment as running
from agon.run.experiment import Campaign, Silent


class Progress(Silent):
    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []

    def invocation_started(self, cell: Cell, number: int, total: int, remaining_s: float) -> None:
        self.calls.append((number, total))


def carried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platforms: Sequence[str], **plan: object) -> Progress:
    """An experiment whose invocations pass at once."""
    made = measured(tmp_path / "made", [Made(p, "token-ring", {"tokens": 1, "workers": 10}) for p in platforms])
    experiment = made.experiment.model_copy(update={"plan": made.experiment.plan.model_copy(update=plan)})
    by_cell = {i.cell: i for i in made.invocations}

    def at_once(warden: object, order: Any, *, block: int, position: int) -> Invocation:
        update = {"id": f"i{position}", "block": block, "order": position, "discarded": block < 0}
        return by_cell[order.cell.id].model_copy(update=update)

    monkeypatch.setattr(running, "run", at_once)
    monkeypatch.setattr(running, "alone", lambda note: nullcontext())  # type: ignore[misc]
    monkeypatch.setattr(running, "Warden", lambda mark: nullcontext())  # type: ignore[misc]
    progress = Progress()
    with Store(tmp_path / "run") as store:
        store.create(experiment)
        assert Campaign(store, {p: find("erlang") for p in platforms}, progress).carry_out()
    return progress


def test_the_total_is_all_invocations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = carried_out(tmp_path, monkeypatch, ["go", "akka"], invocations=3, discarded_blocks=1).calls
    assert calls == [(n, 8) for n in range(1, 9)]


def test_cells_that_are_given_up_leave_the_total(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = {"invocations": 3, "discarded_blocks": 1, "time_budget_s": 1e-9}
    calls = carried_out(tmp_path, monkeypatch, ["go", "akka", "erlang"], **plan).calls
    assert calls == [(1, 12), (2, 12), (3, 12), (4, 9), (5, 9)]
