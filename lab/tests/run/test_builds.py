"""Several builds of a platform, which blocks take turns with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from run.test_same import RING, After, interrupt
from support.places import REFERENCE

from agon.analysis.builds import builds_apart
from agon.analysis.compare import compare
from agon.errors import StoreError, UsageError
from agon.platforms.build import build, is_current
from agon.platforms.built import built_digest
from agon.platforms.manifest import read_manifest
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform, find
from agon.results.model import Experiment, Limits, Plan
from agon.results.store import load
from agon.run.experiment import Silent, resume, start
from agon.run.layouts import alike
from agon.run.machine import environment
from agon.run.plan import Request, Wish, plan_experiment
from agon.workloads.registry import get

COMMANDS = '[["sh", "-c", "echo $0 > {build}/order; echo $@ > {build}/flags", "{seed}", "{layout}"]]'


def laid_out(tmp_path: Path, name: str = "laid-out", build_table: str | None = None) -> Platform:
    """The reference, whose build takes a seed."""
    folder = tmp_path / name
    shutil.copytree(REFERENCE, folder)
    manifest = folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8").replace('id = "reference"', f'id = "{name}"')
    table = build_table if build_table is not None else f'commands = {COMMANDS}\nlayout = ["--order={{seed}}"]'
    manifest.write_text(text.replace("commands = []", table), encoding="utf-8")
    return find(str(folder))


def experiment(platforms: list[Platform], builds: int, invocations: int, until: float | None = None) -> Experiment:
    for platform in platforms:
        for one in platform.builds(builds):
            build(one)
    wish = Wish(get("token-ring"), [RING], platforms, [1], iterations=1)
    plan = Plan(
        protocol="agon",
        seed=1,
        invocations=invocations,
        builds=builds,
        discarded_blocks=1,
        until_ci=until,
        min_invocations=builds * 2,
        max_invocations=invocations,
    )
    return plan_experiment(Request("t", [wish], plan, Limits(time_s=30)), environment(cgroup=False))


def test_the_first_build_is_the_ordinary_one(tmp_path: Path) -> None:
    platform = laid_out(tmp_path)
    first, second, third = platform.builds(3)
    assert first == platform
    for one in (first, second, third):
        build(one)
        assert is_current(one)
    read = [
        (build_folder(one) / "order").read_text() + (build_folder(one) / "flags").read_text() for one in (first, third)
    ]
    assert read == ["0\n\n", "2\n--order=2\n"]
    assert len({built_digest(one) for one in (first, second, third)}) == 3
    assert [one.label for one in (first, second)] == ["laid-out", "laid-out (build 2)"]


def test_blocks_take_turns_with_the_builds(tmp_path: Path) -> None:
    varied, single = laid_out(tmp_path), laid_out(tmp_path, "single", "commands = []")
    made = experiment([varied, single], 3, 6)
    assert [len(p.builds) for p in made.platforms] == [3, 1]
    assert len({b.digest for b in made.platforms[0].builds}) == 3
    assert start(tmp_path / "out", made, [varied, single], Silent())
    results = load(tmp_path / "out")
    turns = {(c.cell.platform, i.block): i.build for c in results.cells for i in c.invocations}
    assert turns == {("laid-out", b): b % 3 for b in range(-1, 6)} | {("single", b): 0 for b in range(-1, 6)}
    for cell in results.cells:
        assert cell.status == "ok"
        assert list(cell.by_block("elapsed")) == [0, 1, 2]
        assert list(cell.in_blocks("elapsed")) == list(range(6))
        assert cell.metrics["elapsed"].n == 3
    unit, varies = builds_apart(results)
    assert "the unit of intervals and verdicts is the build" in unit
    assert varies.startswith("laid-out: times vary by ") and "between its 3 builds" in varies


def test_an_interrupted_one_goes_on_with_the_build_whose_turn_it_is(tmp_path: Path) -> None:
    platform, out = laid_out(tmp_path), tmp_path / "out"
    assert not start(out, experiment([platform], 3, 6), [platform], After(interrupt))
    shutil.rmtree(build_folder(platform.builds(3)[2]))  # it is built again, and to the same files
    assert resume(out, Silent())
    assert [i.build for i in load(out).invocations] == [2, 0, 1, 2, 0, 1, 2]


def test_each_build_must_be_the_one_that_it_was(tmp_path: Path) -> None:
    platform, out = laid_out(tmp_path), tmp_path / "out"
    assert not start(out, experiment([platform], 3, 6), [platform], After(interrupt))
    (build_folder(platform.builds(3)[1]) / "order").write_text("by hand")
    with pytest.raises(StoreError, match=r"laid-out \(build 2\) was built again"):
        resume(out, Silent())


def test_until_the_interval_looks_at_whole_rounds_of_builds(tmp_path: Path) -> None:
    platform, out = laid_out(tmp_path), tmp_path / "out"
    assert start(out, experiment([platform], 3, 30, until=0.999), [platform], Silent())
    (cell,) = load(out).cells
    assert len(cell.counted) % 3 == 0
    assert len(cell.counted) >= 6
    if cell.stopped is not None:
        assert "after 3 builds" in cell.stopped


def test_a_moved_checkout_builds_them_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = laid_out(tmp_path).builds(2)[1]
    build(second)
    before = Path(os.environ["AGON_STATE"])
    shutil.copytree(before, before.with_name("elsewhere"))
    monkeypatch.setenv("AGON_STATE", str(before.with_name("elsewhere")))
    assert not is_current(second)
    build(second)
    assert is_current(second)


def test_quick_builds_are_apart_from_all_of_them(tmp_path: Path) -> None:
    table = f'commands = {COMMANDS.replace("echo $@", "echo {profile} $@")}\nlayout = ["{{seed}}"]'
    platform = laid_out(tmp_path, build_table=table)
    both = [*platform.builds(2), *(one.built_quickly() for one in platform.builds(2))]
    assert len({build_folder(one) for one in both}) == 4


def test_other_numbers_of_builds_are_compared_with_a_word(tmp_path: Path) -> None:
    platform = laid_out(tmp_path)
    for name, builds in (("a", 1), ("b", 5)):
        assert start(tmp_path / name, experiment([platform], builds, 5), [platform], Silent())
    comparison = compare(load(tmp_path / "a"), load(tmp_path / "b"))
    (note,) = [n for n in comparison.notes if "other files came of them" in n]
    assert "1 build was measured in A, 5 in B" in note
    assert not any(c.unchanged for c in comparison.cells)
    assert [c.figures.n for c in comparison.cells if c.figures] == [5]


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ('commands = [["true"]]\nlayout = ["{seed}"]', "no command has '{layout}'"),
        ('commands = [["true", "{layout}"]]\nlayout = ["-O3"]', "so all builds would be alike"),
        ('commands = [["true", "{seed}"]]\none_build = "why"', "one_build: commands and layout have '{seed}'"),
        ('commands = [["true", "{layuot}"]]', "did you mean 'layout'"),
        ('commands = [["true", "{layout}"]]\nlayout = ["{sede}"]', "so all builds would be alike"),
    ],
)
def test_a_mistake_in_the_manifest_is_named(tmp_path: Path, table: str, wrong: str) -> None:
    with pytest.raises(UsageError) as error:
        laid_out(tmp_path, build_table=table)
    assert wrong in str(error.value)


def test_check_knows_whether_a_second_build_differs(tmp_path: Path) -> None:
    assert alike(laid_out(tmp_path), print) == ""
    assert alike(laid_out(tmp_path, "single", "commands = []"), print) == ""
    table = 'commands = [["true", "{layout}"]]\nlayout = ["{seed}"]'
    assert "has the same files as the first" in alike(laid_out(tmp_path, "constant", table), print)


def test_every_platform_can_be_laid_out_or_gives_the_reason() -> None:
    from agon import home

    for file in home.platforms().glob("*/platform.toml"):
        rules = read_manifest(file.parent).build
        assert rules.varies or rules.one_build, file


def agon(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "agon", *map(str, words)]
    return subprocess.run(
        argv, capture_output=True, text=True, check=False, cwd=cwd, env=os.environ | {"COLUMNS": "300"}
    )


def test_the_command_line(tmp_path: Path) -> None:
    laid_out(tmp_path)
    laid_out(tmp_path, "single", 'commands = []\none_build = "its runtime interprets it"')
    ring = [f"--set={name}={value}" for name, value in RING.items()]
    words = ("run", "token-ring", "-p", "./laid-out,./single", *ring, "--builds", 2, "--iterations", 1)
    looked = agon(*words, "--dry-run", cwd=tmp_path)
    assert looked.returncode == 0, looked.stderr
    assert "laid-out (build 2)" in looked.stdout
    assert "single: one build: its runtime interprets it" in looked.stderr
    assert "fewer than 5 decide no ranking" in looked.stderr
    few = agon(*words, "--invocations", 1, cwd=tmp_path)
    assert few.returncode == 2 and "fewer than --builds 2" in few.stderr
    done = agon(*words, "--invocations", 4, "--out", "r", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "laid-out: times vary by" in done.stdout
    assert "laid-out: times vary by" in agon("results", "r", cwd=tmp_path).stdout
    page = agon("report", "r", "--format", "md", cwd=tmp_path)
    assert page.returncode == 0, page.stderr


def test_where_no_platform_has_several_builds_there_is_one(tmp_path: Path) -> None:
    laid_out(tmp_path, "single", "commands = []")
    ring = [f"--set={name}={value}" for name, value in RING.items()]
    done = agon(
        "run",
        "token-ring",
        "-p",
        "./single",
        *ring,
        "--builds",
        3,
        "--iterations",
        1,
        "--invocations",
        5,
        "--out",
        "r",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "single: one build: its platform.toml has no [build] layout" in done.stderr
    assert load(tmp_path / "r").experiment.plan.builds == 1
    assert load(tmp_path / "r").cells[0].metrics["elapsed"].n == 5
