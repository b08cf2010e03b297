"""The warden measures whole process groups, and ends them."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.trials import WARDEN

from agon.run.warden.client import Warden
from agon.run.warden.counters import loads
from agon.run.warden.messages import Batch, Job, encode
from agon.survivors import end_survivors, marked

MIB = 1 << 20


SHORT_LIVED = """if True:
    import os, time
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            held = bytearray(100 << 20); time.sleep(0.4); os._exit(0)
        children.append(child)
    held = bytearray(100 << 20)
    for child in children: os.waitpid(child, 0)
"""
"""A parent with 100 MiB and three children with 100 MiB each for 0.4 s."""


@pytest.fixture(name="warden", scope="module")
def _warden() -> Iterator[Warden]:
    with Warden() as warden:
        yield warden


def job(folder: Path, script: str, **changes: Any) -> Job:
    made = Job(
        argv=[sys.executable, "-c", script],
        cwd=str(folder),
        env=dict(os.environ),
        stdout=str(folder / "out"),
        stderr=str(folder / "err"),
        stdout_limit=MIB,
        stderr_limit=MIB,
        cpus=[],
        time_limit_s=30.0,
        memory_limit=None,
        cgroup=None,
        sample_interval_s=0.02,
        repeated=False,
    )
    return replace(made, **changes)


def test_output_status_and_start_up(warden: Warden, tmp_path: Path) -> None:
    script = """if True:
        import sys, time
        time.sleep(0.2)
        print('{"event":"ready"}', flush=True)
        time.sleep(0.2)
        print('word', file=sys.stderr)
        sys.exit(7)
    """
    answer = warden.run(job(tmp_path, script))
    assert answer.exit_status == 7
    assert (tmp_path / "out").read_text() == '{"event":"ready"}\n'
    assert (tmp_path / "err").read_text() == "word\n"
    assert answer.ready_ns is not None
    assert 0.2e9 < answer.ready_ns < answer.elapsed_ns - 0.15e9


def test_a_signal_is_distinguished_from_a_status(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "import os; os.kill(os.getpid(), 11)"))
    assert (answer.exit_status, answer.signal) == (None, 11)


def test_cpu_time_is_that_of_the_whole_group(warden: Warden, tmp_path: Path) -> None:
    script = """if True:
        import os, time
        def burn():
            while time.process_time() < 0.4: pass
        for _ in range(2):
            if os.fork() == 0: burn(); os._exit(0)
        burn()
        for _ in range(2): os.wait()
    """
    answer = warden.run(job(tmp_path, script))
    assert 1.15e9 < answer.cpu_user_ns + answer.cpu_system_ns < 2.5e9
    assert answer.processes >= 1


def test_memory_is_summed_over_the_group_and_followed_over_time(warden: Warden, tmp_path: Path) -> None:
    script = """if True:
        import os, time
        if os.fork() == 0:
            held = bytearray(64 << 20); time.sleep(2); os._exit(0)
        held = bytearray(64 << 20)
        time.sleep(2); os.wait()
    """
    answer = warden.run(job(tmp_path, script))
    assert 128 * MIB < answer.memory_peak < 220 * MIB
    assert len(answer.memory_points) > 10
    assert answer.memory_points[0][1] < answer.memory_peak


def test_children_of_half_a_second_count(warden: Warden, tmp_path: Path) -> None:
    """Without a control group: three children that live 0.4 s next to their parent, 100 MB each."""
    answer = warden.run(job(tmp_path, SHORT_LIVED, sample_interval_s=0.2))
    assert answer.processes == 4
    assert 400 * MIB < answer.memory_peak < 480 * MIB


def test_a_control_group_knows_the_peak_of_short_lived_children(warden: Warden, tmp_path: Path) -> None:
    group = warden.cgroup
    if group is None:
        pytest.skip("no control group may be made here: run as root")
    assert group.renew()
    answer = warden.run(job(tmp_path, SHORT_LIVED, cgroup=str(group.path), sample_interval_s=10.0))
    assert answer.exit_status == 0
    assert 400 * MIB < (group.peak() or 0) < 440 * MIB


def test_a_short_peak_of_one_process_is_not_missed(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "held = bytearray(96 << 20)", sample_interval_s=10.0))
    assert 96 * MIB < answer.memory_peak < 160 * MIB


def test_a_small_program_is_not_charged_with_the_wardens_own_size(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "", argv=["/bin/sleep", "0.2"]))
    assert 0 < answer.memory_peak < 6 * MIB


def test_affinity_holds_for_the_program(warden: Warden, tmp_path: Path) -> None:
    cpu = sorted(os.sched_getaffinity(0))[-1]
    script = "import os; print(sorted(os.sched_getaffinity(0)))"
    warden.run(job(tmp_path, script, cpus=[cpu]))
    assert (tmp_path / "out").read_text() == f"[{cpu}]\n"


def test_the_time_limit_ends_the_group(warden: Warden, tmp_path: Path) -> None:
    script = "import os, signal, time; signal.signal(15, signal.SIG_IGN); os.fork(); os.fork(); time.sleep(60)"
    began = time.monotonic()
    answer = warden.run(job(tmp_path, script, time_limit_s=0.5, env=dict(os.environ) | {"AGON_MARK": "warden-test"}))
    assert answer.ended == "time limit"
    assert time.monotonic() - began < 10
    assert marked("warden-test") == []


def test_the_measured_size_ends_the_group_where_no_control_group_does(warden: Warden, tmp_path: Path) -> None:
    script = "held = []\nwhile True: held.append(bytearray(8 << 20))"
    answer = warden.run(job(tmp_path, script, memory_limit=200 * MIB))
    assert answer.ended == "memory limit"


def test_what_a_program_leaves_behind_is_ended_and_counted(warden: Warden, tmp_path: Path) -> None:
    script = """if True:
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0: time.sleep(60)
            os._exit(0)
        os.wait()
    """
    answer = warden.run(job(tmp_path, script, env=dict(os.environ) | {"AGON_MARK": "orphan-test"}))
    assert answer.orphans == 1
    assert marked("orphan-test") == []


def test_endless_output_is_cut_off(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "while True: print('x' * 1000)"))
    assert answer.ended == "output limit"
    assert (tmp_path / "out").stat().st_size == MIB


def test_a_program_that_cannot_start_has_its_reason(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "", argv=["/no/such/program"]))
    assert "No such file" in str(answer.failure)
    answer = warden.run(job(tmp_path, "", argv=["no-such-program"]))
    assert answer.failure == "No such file or directory: no-such-program"
    answer = warden.run(job(tmp_path, "", cwd=str(tmp_path / "gone")))
    assert "No such file" in str(answer.failure)


def test_a_full_disk_is_reported(warden: Warden, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    answer = warden.run(job(tmp_path, "print('x')", stdout="/dev/full"))
    assert "No space" in str(answer.write_failure)


def test_a_folder_for_the_output_that_has_gone_is_reported_and_the_warden_goes_on(
    warden: Warden, tmp_path: Path
) -> None:
    answer = warden.run(job(tmp_path, "print('x')", stdout=str(tmp_path / "gone" / "out")))
    assert "No such file" in str(answer.write_failure)
    assert warden.run(job(tmp_path, "print('x')")).write_failure is None


def test_an_answer_larger_than_a_pipe_arrives_whole(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "import time; time.sleep(2)", sample_interval_s=0.0005))
    assert len(answer.memory_points) > 500


def test_the_program_dies_with_its_warden(tmp_path: Path) -> None:
    """Even if the warden itself is killed, which leaves it no time to clean up."""
    began = time.monotonic()
    with Warden("dies-with-warden") as mine:
        pid = os.fork()
        if pid == 0:
            time.sleep(0.8)
            for victim in marked("dies-with-warden"):
                if WARDEN in Path(f"/proc/{victim}/cmdline").read_bytes():
                    os.kill(victim, signal.SIGKILL)
            os._exit(0)
        environment = dict(os.environ) | {"AGON_MARK": "dies-with-warden"}
        with pytest.raises(Exception, match="measuring process was ended"):
            mine.run(job(tmp_path, "import time; time.sleep(60)", env=environment))
        os.waitpid(pid, 0)
    time.sleep(0.2)
    assert marked("dies-with-warden") == []
    assert end_survivors("dies-with-warden") == 0
    assert time.monotonic() - began < 20


def test_the_load_of_a_cell_is_that_of_the_cpus_it_was_given() -> None:
    before, after = ({0: (b, n), 1: (0, n), 3: (0, n)} for b, n in ((50, 1000), (140, 1100)))
    assert loads(before, after, [0]) == ([0.9, 0.0, 0.0], 0.9, [90])
    assert loads(before, after, [0, 3]) == ([0.9, 0.0, 0.0], 0.45, [90, 0])
    assert loads(before, after, []) == ([0.9, 0.0, 0.0], 0.3, [90, 0, 0])


def test_an_invocation_records_the_load_of_its_own_cpus(warden: Warden, tmp_path: Path) -> None:
    busy = "import time\nend = time.time() + 0.5\nwhile time.time() < end: pass"
    answer = warden.run(job(tmp_path, busy, cpus=[min(os.sched_getaffinity(0))]))
    assert answer.own_load > 0.7
    assert len(answer.core_load) >= len(os.sched_getaffinity(0))


ENDS_AT_ONCE = """if True:
    import os, time
    from agon.run.warden.group import Group
    pid = os.fork()
    if pid == 0:
        os.setsid()
        time.sleep(60)
    while os.getpgid(pid) != pid: time.sleep(0.01)
    kill = os.killpg
    def until_gone(group, number):
        kill(group, number)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    os.killpg = until_gone
    print(Group(pid, None, None).kill())
"""


def test_a_process_that_is_gone_as_soon_as_it_is_ended_was_still_left_behind() -> None:
    """On a busy machine it is gone before the warden looks again: the invocation then passed for clean."""
    done = subprocess.run([sys.executable, "-c", ENDS_AT_ONCE], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "1\n"


def test_a_name_that_is_no_text_is_reported_as_well(warden: Warden, tmp_path: Path) -> None:
    answer = warden.run(job(tmp_path, "", argv=["/no/such/\udcff"]))
    assert answer.failure == "No such file or directory: /no/such/?"


def test_a_time_of_endless_digits_is_the_programs_fault_and_does_not_end_the_warden(
    warden: Warden, tmp_path: Path
) -> None:
    script = """if True:
        import sys
        print('{"event":"ready"}', flush=True)
        for digits in (18, 19, 5000):
            sys.stdin.readline()
            print('{"event":"iteration","elapsed_ns":' + '9' * digits + '}', flush=True)
        sys.stdin.readline()
    """
    batches: list[list[int]] = []

    def more(batch: Sequence[int]) -> int:
        batches.append([*batch])
        return 1 if len(batches) < 4 else 0

    warden.begin(job(tmp_path, script, repeated=True))
    answer = warden.result(more)
    assert (answer.exit_status, answer.requested) == (0, 3)
    assert batches == [[], *[[10**18 - 1]] * 3]


def test_a_program_that_ends_before_the_lab_has_replied_costs_no_warden(tmp_path: Path) -> None:
    """The batch and the answer are then read together, and the request follows the answer."""
    mark = f"crossed-{os.getpid()}"
    with Warden(mark) as mine:
        before = marked(mark)
        mine.begin(job(tmp_path, """print('{"event":"ready"}')""", repeated=True))
        waiting = bytearray(4)
        while int.from_bytes(waiting, sys.byteorder) <= len(encode(Batch([]))):
            time.sleep(0.01)
            fcntl.ioctl(mine.fileno(), termios.FIONREAD, waiting)
        answer = mine.result(lambda _: 1)
        assert (answer.exit_status, answer.ready_ns is not None, answer.requested) == (0, True, 0)
        assert mine.run(job(tmp_path, "raise SystemExit(7)")).exit_status == 7
        assert marked(mark) == before
