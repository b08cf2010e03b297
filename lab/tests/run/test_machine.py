"""The environment, on a made-up machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon.run.machine import environment, pick_cpus


def fake_machine(root: Path) -> Path:
    (root / "proc").mkdir()
    (root / "proc/cpuinfo").write_text("model name\t: Fast 9000\nflags\t\t: fpu hypervisor\n")
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text('PRETTY_NAME="Some Linux 1"\n')
    frequency = root / "sys/devices/system/cpu/cpu0/cpufreq"
    frequency.mkdir(parents=True)
    (frequency / "scaling_governor").write_text("powersave\n")
    return root


def topology(root: Path, cores: dict[int, int]) -> Path:
    for cpu, core in cores.items():
        folder = root / f"sys/devices/system/cpu/cpu{cpu}/topology"
        folder.mkdir(parents=True)
        (folder / "core_id").write_text(f"{core}\n")
        (folder / "physical_package_id").write_text("0\n")
    return root


def test_the_machine_is_described(tmp_path: Path) -> None:
    here = environment(cgroup=False, root=fake_machine(tmp_path))
    assert here.cpu_model == "Fast 9000"
    assert here.os == "Some Linux 1"
    assert here.virtualised.startswith("yes")
    assert here.memory_limit_method == "measured"
    assert any("powersave" in note for note in here.notes)
    assert any("control group" in note for note in here.notes)


def test_the_machine_is_distinguished_from_another(tmp_path: Path) -> None:
    root = fake_machine(tmp_path)
    one = environment(cgroup=True, root=root).machine_id
    assert environment(cgroup=False, root=root).machine_id == one
    (root / "proc/cpuinfo").write_text("model name\t: Slow 1\n")
    assert environment(cgroup=True, root=root).machine_id != one


@pytest.mark.parametrize(("count", "chosen"), [(1, [0]), (2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_different_cores_come_before_second_threads(tmp_path: Path, count: int, chosen: list[int]) -> None:
    root = topology(tmp_path, {0: 0, 1: 0, 2: 1, 3: 1})
    assert pick_cpus(count, root, [0, 1, 2, 3]) == chosen


def test_without_topology_cpus_come_in_order(tmp_path: Path) -> None:
    assert pick_cpus(2, tmp_path, [3, 5, 9]) == [3, 5]
