"""The commands that would answer what an experiment leaves open."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from support.measured import Made, measured
from typer.testing import CliRunner

from agon.analysis import following
from agon.analysis.choice import choose, not_measured
from agon.analysis.judged import Judged
from agon.cli.main import with_verbs
from agon.platforms.manifest import Identity
from agon.platforms.registry import find
from agon.results.model import PlatformRecord
from agon.results.summary import ResultSet
from agon.workloads.registry import all_workloads


def with_preset(results: ResultSet, preset: str | None) -> ResultSet:
    return replace(results, experiment=results.experiment.model_copy(update={"preset": preset}))


def of_folder(results: ResultSet, label: str, folder: str) -> ResultSet:
    """The first platform as a folder of the user's own."""
    first, *others = results.experiment.platforms
    mine = first.model_copy(update={"label": label, "folder": folder})
    cells = [
        c.model_copy(update={"platform": label if c.platform == first.label else c.platform})
        for c in results.experiment.cells
    ]
    experiment = results.experiment.model_copy(update={"platforms": [mine, *others], "cells": cells})
    return replace(results, experiment=experiment)


@pytest.mark.parametrize("workload", [w for w in all_workloads() if not w.startswith("remote-")])
@pytest.mark.parametrize("family", get_args(Identity.model_fields["family"].annotation))
def test_every_rival_has_a_program_for_the_workload(workload: str, family: str) -> None:
    if family == "messaging" and workload != "throughput":
        return  # there is none
    for name in following.rivals(workload, family):
        platform = find(name)
        offer = platform.offer(workload)
        assert offer is not None and offer.not_applicable is None, (name, workload)
        # Of the agent platforms only jason has population: its rival is of another family.
        other = (workload, family, name) == ("population", "agent", "erlang")
        assert other or platform.manifest.platform.family == family


@pytest.mark.parametrize("workload", [w for w in all_workloads() if w.startswith("remote-")])
def test_every_remote_rival_has_a_program(workload: str) -> None:
    assert all(find(name).offer(workload) for name in following.rivals(workload, "actor"))


def test_a_platform_alone_gets_a_rival_at_its_size(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made("go", w, {}) for w in ("token-ring", "chameneos")])
    demo = with_preset(results, "demo")
    assert following.with_rivals(demo, demo.cells) == ["./agon run token-ring,chameneos -p go,erlang --preset demo"]
    given = with_preset(measured(tmp_path / "g", [Made("erlang", "token-ring", {"tokens": 7})]), None)
    (command,) = following.with_rivals(given, given.cells)
    assert command.startswith("./agon run token-ring -p erlang,go --set ") and "--set tokens=7" in command
    own = of_folder(demo, "my-go", "/home/me/a b/my-go")
    assert shlex.split(following.with_rival(own, own.cells[0]))[4] == "/home/me/a b/my-go,erlang"


def test_of_two_platforms_none_is_alone(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made("go", "token-ring", {}), Made("akka", "token-ring", {}, failed="no")])
    assert following.alone(results.cells, results.cells) is results.cells[0]
    both = measured(tmp_path / "b", [Made("go", "token-ring", {}), Made("akka", "token-ring", {})])
    assert following.alone(both.cells, both.cells) is None


def test_each_need_is_answered_or_has_its_command(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", {"tokens": 10}, work_s=s) for p, s in (("go", 1.0), ("erlang", 2.0))]
    judged = Judged(with_preset(measured(tmp_path, cells), "demo"))
    assert [(n.name, n.command) for n in choose(judged)] == [("throughput", ""), ("memory", "")]
    assert [need.command for need in not_measured(judged)] == [
        "./agon run fibonacci -p go,erlang --preset demo",
        "./agon run token-ring -p go,erlang --set tokens=1",
        "./agon run chameneos -p go,erlang --preset demo",
        "./agon run token-ring -p jason,agon-agentspeak --preset demo",
    ]


def test_a_need_that_is_not_decided_has_its_command(tmp_path: Path) -> None:
    def command(folder: str, *cells: Made) -> str:
        judged = Judged(with_preset(measured(tmp_path / folder, cells), "demo"))
        return next(n.command for n in choose(judged) if n.name == "throughput")

    few = (Made(p, "token-ring", {"tokens": 10}, invocations=2) for p in ("go", "akka"))
    assert command("few", *few) == "./agon run token-ring -p go,akka --preset demo --invocations 10"
    one = Made("go", "token-ring", {"tokens": 10})
    assert command("one", one) == "./agon run token-ring -p go,erlang --preset demo"
    short = (Made(p, "token-ring", {"tokens": 10}, work_s=1e-5) for p in ("go", "akka"))
    assert command("short", *short) == "./agon run token-ring -p go,akka --preset quick"


def test_platforms_without_the_workload_are_not_in_the_command(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made(p, "token-ring", {"tokens": 10}) for p in ("go", "akka")])

    def with_sources(record: PlatformRecord) -> PlatformRecord:
        return record.model_copy(
            update={"sources": {"token-ring": ["x"]} | ({"chameneos": ["y"]} if record.id == "go" else {})}
        )

    platforms = [with_sources(p) for p in results.experiment.platforms]
    experiment = results.experiment.model_copy(update={"platforms": platforms, "preset": "demo"})
    found = [need.command for need in not_measured(Judged(replace(results, experiment=experiment)))]
    assert "./agon run chameneos -p go,erlang --preset demo" in found


def test_the_commands_are_ones_that_run_takes(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", {"tokens": 10}) for p in ("go", "erlang")]
    for need in not_measured(Judged(with_preset(measured(tmp_path, cells), "demo"))):
        words = [*shlex.split(need.command)[1:], "--dry-run"]
        done = CliRunner().invoke(with_verbs(["run"]), words)
        assert done.exit_code == 0, (need.command, done.output)
