"""Programs for platforms that no registry holds, against stand-ins with the same entry points."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.places import PLATFORMS
from support.trials import Trials, trials

from agon.platforms.build import build
from agon.platforms.install import supply
from agon.platforms.probe import probe
from agon.platforms.registry import find
from agon.workloads.registry import all_workloads

STANDINS = PLATFORMS / "standins"

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK (javac)")


def stand_in(name: str, folder: Path) -> Path:
    """The jar of the stand-in for that platform."""
    classes, jar = folder / "classes", folder / f"{name}.jar"
    sources = sorted(str(path) for path in (STANDINS / name).rglob("*.java"))
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(classes), *sources], check=True)
    subprocess.run(["jar", "--create", "--file", str(jar), "-C", str(classes), "."], check=True)
    return jar


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made
        assert made.left_running() == []


@pytest.mark.parametrize("name", ["actorfoundry", "actorsguild", "madkit"])
def test_it_does_its_work_with_the_jar_of_a_user(bench: Trials, tmp_path: Path, name: str) -> None:
    platform = find(name)
    supply(platform, [stand_in(name, tmp_path)])
    build(platform)
    assert probe(platform).word == "ready"
    iterations = min(2, platform.manifest.run.max_iterations or 2)
    for workload, offer in platform.manifest.workloads.items():
        for variant in offer.variants if offer.not_applicable is None else []:
            spec = name if variant == "default" else f"{name}:{variant}"
            for params in all_workloads()[workload].preset("check").ladder:
                invocation = bench.run(spec, workload, params, iterations=iterations)
                assert invocation.status == "ok", (spec, workload, params, invocation.reason, invocation.stderr_tail)


def test_the_foundry_does_not_pass_its_one_iteration_off_as_two(bench: Trials, tmp_path: Path) -> None:
    platform = find("actorfoundry")
    supply(platform, [stand_in("actorfoundry", tmp_path)])
    build(platform)
    params = all_workloads()["pipeline"].preset("check").ladder[0]
    twice = bench.run("actorfoundry", "pipeline", params, iterations=2)
    assert twice.exit_status == 1
    assert "ask for one iteration" in twice.stderr_tail
