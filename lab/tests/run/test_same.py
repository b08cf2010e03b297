"""An experiment that goes on does so with the builds that it began with."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.places import REFERENCE

from agon.errors import StoreError
from agon.platforms.build import build
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform, find
from agon.results.model import Cell, Experiment, Invocation, Limits, Plan
from agon.results.store import load
from agon.run.experiment import Silent, resume, start
from agon.run.machine import environment
from agon.run.plan import Request, Wish, plan_experiment
from agon.workloads.registry import get

RING = {"workers": 7, "tokens": 3, "passes": 23}


def flagged(tmp_path: Path) -> Platform:
    """The reference, whose build keeps a flag of the user's, as a compiler would."""
    folder = tmp_path / "flagged"
    shutil.copytree(REFERENCE, folder)
    manifest = folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8")
    command = '[["sh", "-c", "cat ../flags > {build}/flags; printf %s \\"$RUSTFLAGS\\" >> {build}/flags"]]'
    manifest.write_text(text.replace("commands = []", f"commands = {command}"), encoding="utf-8")
    (tmp_path / "flags").write_text("-O3")
    platform = find(str(folder))
    build(platform)
    return platform


def experiment(platform: Platform, invocations: int = 3) -> Experiment:
    wish = Wish(get("token-ring"), [RING], [platform], [1], iterations=1)
    plan = Plan(protocol="agon", seed=1, invocations=invocations)
    return plan_experiment(Request("t", [wish], plan, Limits(time_s=30)), environment(cgroup=False))


class After(Silent):
    """Does something after the first invocation."""

    def __init__(self, what: Callable[[], object]) -> None:
        self._what = what
        self._finished = 0

    def invocation_finished(self, cell: Cell, invocation: Invocation) -> None:
        self._finished += 1
        if self._finished == 1:
            self._what()


def interrupt() -> None:
    raise KeyboardInterrupt


def begun(tmp_path: Path) -> tuple[Platform, Path]:
    platform, out = flagged(tmp_path), tmp_path / "out"
    assert not start(out, experiment(platform), [platform], After(interrupt))
    return platform, out


def test_the_build_and_what_reached_it_are_on_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSTFLAGS", "-Copt-level=0")
    monkeypatch.setenv("GOPROXY", "https://ada:pw@proxy.example")
    (record,) = experiment(flagged(tmp_path)).platforms
    (built,) = record.builds
    assert len(built.digest) == 16
    assert built.environment["GOPROXY"] == "https://...@proxy.example"
    assert "PATH" in built.environment and "RUSTFLAGS" not in built.environment


def test_flags_do_not_reach_a_build_of_what_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    platform, out = begun(tmp_path)
    shutil.rmtree(build_folder(platform).parent)
    monkeypatch.setenv("RUSTFLAGS", "-Copt-level=0")
    assert resume(out, Silent())  # the same files came of it
    assert [i.status for i in load(out).invocations] == ["ok"] * 3


def test_two_builds_are_not_pooled(tmp_path: Path) -> None:
    platform, out = begun(tmp_path)
    (tmp_path / "flags").write_text("-O0")
    build(platform, force=True)
    with pytest.raises(StoreError, match=r"built again since the experiment began.* begin a new experiment \(--out\)"):
        resume(out, Silent())
    assert len(load(out).invocations) == 1
    (tmp_path / "flags").write_text("-O3")
    build(platform, force=True)
    assert resume(out, Silent())


def test_what_differs_of_what_reached_the_build_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPATH", "/opt/one")
    platform, out = begun(tmp_path)
    monkeypatch.setenv("CPATH", "/opt/two")
    (tmp_path / "flags").write_text("-O0")
    with pytest.raises(StoreError, match="CPATH was '/opt/one' and is '/opt/two'"):
        resume(out, Silent())
    assert platform.label in load(out).experiment.platforms[0].label


def test_a_build_that_changes_while_it_is_measured_is_not_pooled_either(tmp_path: Path) -> None:
    platform, out = flagged(tmp_path), tmp_path / "out"

    def rebuild() -> None:
        (tmp_path / "flags").write_text("-O0")
        build(platform, force=True)

    assert start(out, experiment(platform), [platform], After(rebuild))
    first, *others = load(out).invocations
    assert first.status == "ok"
    assert {(i.status, i.reason.code if i.reason else "") for i in others} == {("failed", "start")}
    assert others[0].reason is not None and "its build has changed" in others[0].reason.message
    assert others[0].iterations == []


def test_what_a_program_adds_to_its_build_is_no_change(tmp_path: Path) -> None:
    platform, out = flagged(tmp_path), tmp_path / "out"
    added = build_folder(platform) / "cache.bin"
    assert start(out, experiment(platform), [platform], After(lambda: added.write_text("x")))
    assert [i.status for i in load(out).invocations] == ["ok"] * 3


def test_a_record_of_an_earlier_lab_has_no_builds_and_goes_on(tmp_path: Path) -> None:
    platform, out = begun(tmp_path)
    file = out / "experiment.json"
    made = Experiment.model_validate_json(file.read_text())
    old = made.model_copy(update={"platforms": [made.platforms[0].model_copy(update={"builds": []})]})
    file.write_text(old.model_dump_json())
    (tmp_path / "flags").write_text("-O0")
    build(platform, force=True)
    assert resume(out, Silent())
