"""Control groups, on a made-up file system."""

from __future__ import annotations

from pathlib import Path

from agon.run.cgroup import Cgroup, make


def test_without_a_memory_controller_there_is_none(tmp_path: Path) -> None:
    assert make(tmp_path) is None


def test_version_2_needs_the_controller_delegated(tmp_path: Path) -> None:
    base = tmp_path / "sys/fs/cgroup"
    base.mkdir(parents=True)
    (base / "cgroup.subtree_control").write_text("cpu pids\n")
    assert make(tmp_path) is None
    (base / "cgroup.subtree_control").write_text("cpu memory\n")
    group = make(tmp_path)
    assert group is not None
    assert group.version == 2
    assert (group.path / "memory.max").read_text() == "max"


def test_version_1_limits_swap_with_memory(tmp_path: Path) -> None:
    group = Cgroup(tmp_path, 1)
    group.set_limit(1 << 30)
    assert (tmp_path / "memory.limit_in_bytes").read_text() == str(1 << 30)
    assert (tmp_path / "memory.memsw.limit_in_bytes").read_text() == str(1 << 30)
    group.set_limit(None)
    assert (tmp_path / "memory.limit_in_bytes").read_text() == "-1"


def test_kills_are_counted_in_both_versions(tmp_path: Path) -> None:
    (tmp_path / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n")
    (tmp_path / "memory.events").write_text("oom 1\noom_kill 2\n")
    assert Cgroup(tmp_path, 1).kills() == 3
    assert Cgroup(tmp_path, 2).kills() == 2
    assert Cgroup(tmp_path / "gone", 2).kills() == 0


def test_groups_of_dead_labs_are_taken_away(tmp_path: Path) -> None:
    base = tmp_path / "sys/fs/cgroup"
    (base / "agon-999999").mkdir(parents=True)
    (base / "agon-77").mkdir()
    (tmp_path / "proc/77").mkdir(parents=True)
    (base / "cgroup.subtree_control").write_text("memory\n")
    make(tmp_path)
    assert not (base / "agon-999999").exists()
    assert (base / "agon-77").exists()


def test_the_peak_is_read_in_both_versions(tmp_path: Path) -> None:
    (tmp_path / "memory.max_usage_in_bytes").write_text("1234\n")
    (tmp_path / "memory.peak").write_text("567\n")
    assert Cgroup(tmp_path, 1).peak() == 1234
    assert Cgroup(tmp_path, 2).peak() == 567
    assert Cgroup(tmp_path / "gone", 2).peak() is None


def test_a_group_is_renewed_only_where_it_can_be_taken_away(tmp_path: Path) -> None:
    busy, empty = tmp_path / "busy", tmp_path / "empty"
    (busy / "below").mkdir(parents=True)
    empty.mkdir()
    assert not Cgroup(busy, 2).renew()
    assert Cgroup(empty, 2).renew()
    assert empty.is_dir()
