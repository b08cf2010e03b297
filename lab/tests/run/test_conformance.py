"""What the conformance check finds of platforms, honest and not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from support.places import PLATFORMS, REFERENCE

from agon.platforms.registry import find
from agon.run.conformance import Finding, check

MANIFEST = """
schema = 1
[platform]
id = "odd"
name = "Odd"
family = "actor"
language = "Python"
homepage = "https://example.org"
licence = "Apache-2.0"
[versions]
default = "1"
[run]
command = [{python}, "-B", "{{source}}/main.py"]
[workloads.{workload}]
sources = {sources}
"""


def odd_platform(folder: Path, program: str, *, workload: str = "token-ring", sources: str = '["main.py"]') -> Path:
    text = MANIFEST.format(python=repr(sys.executable), workload=workload, sources=sources)
    (folder / "platform.toml").write_text(text, encoding="utf-8")
    (folder / "main.py").write_text(program, encoding="utf-8")
    return folder


def messages(findings: list[Finding]) -> str:
    return "\n".join(finding.message for finding in findings if not finding.ok)


def test_an_honest_platform_passes() -> None:
    stages: list[str] = []
    seen: list[Finding] = []
    findings = check(find(str(REFERENCE)), workloads=["token-ring"], progress=stages.append, found=seen.append)
    assert messages(findings) == ""
    assert seen == findings
    assert {finding.aspect for finding in findings} == {"work", "arguments", "growth", "folder"}
    assert "token-ring (default): growth" in stages


@pytest.mark.full
@pytest.mark.parametrize("workload", ["chameneos", "fibonacci"])
def test_an_honest_platform_passes_everywhere(workload: str) -> None:
    assert messages(check(find(str(REFERENCE)), workloads=[workload])) == ""


def test_one_variant_alone_is_checked() -> None:
    findings = check(find(f"{PLATFORMS / 'fakes'}:nothing"), workloads=["token-ring"])
    assert {finding.variant for finding in findings if finding.workload} == {"nothing"}
    assert "protocol: it printed nothing" in messages(findings)


@pytest.mark.parametrize(("brief", "grown"), [(True, {"red"}), (False, {"red", "green"})])
def test_a_brief_check_times_the_first_variant_only(tmp_path: Path, brief: bool, grown: set[str]) -> None:
    folder = odd_platform(tmp_path, "pass")
    manifest = folder / "platform.toml"
    two = manifest.read_text(encoding="utf-8") + 'variants = ["red", "green"]\n[variants]\nred = "a"\ngreen = "b"\n'
    manifest.write_text(two, encoding="utf-8")
    findings = check(find(str(folder)), brief=brief)
    assert {finding.variant for finding in findings if finding.aspect == "work"} == {"red", "green"}
    assert {finding.variant for finding in findings if finding.aspect == "growth"} == grown


def test_a_brief_check_times_every_third_workload_and_platforms_differ_in_which(tmp_path: Path) -> None:
    timed: dict[str, set[str]] = {}
    for name in ("odd-a", "odd-b", "odd-d"):
        (tmp_path / name).mkdir()
        folder = odd_platform(tmp_path / name, "pass")
        manifest = folder / "platform.toml"
        text = manifest.read_text(encoding="utf-8")
        text = text.replace('id = "odd"', f'id = "{name}"') + "[workloads.chameneos]\n[workloads.compute]\n"
        manifest.write_text(text, encoding="utf-8")
        timed[name] = {f.workload for f in check(find(str(folder)), brief=True) if f.aspect == "growth"}
    assert sorted(map(sorted, timed.values())) == [["chameneos"], ["compute"], ["token-ring"]]


def test_a_program_that_takes_any_argument_is_reported(tmp_path: Path) -> None:
    findings = check(find(str(odd_platform(tmp_path, "pass"))))
    assert "an unknown workload: it ended with status 0, not with status 2" in messages(findings)
    assert "an unknown key: it ended with status 0, not with status 2" in messages(findings)
    assert "workers=many: it ended with status 0, not with status 2" in messages(findings)


HANGS = """
import sys, time
if sys.argv[1] != "token-ring" or "no-such-key=1" in sys.argv or "workers=many" in sys.argv:
    sys.exit("no")
time.sleep(3600)
"""


def test_a_program_that_hangs_is_not_waited_for_at_every_size(tmp_path: Path) -> None:
    findings = check(find(str(odd_platform(tmp_path, HANGS))), time_limit_s=1)
    hung = [finding.message for finding in findings if "time limit: it was still running after 1 s" in finding.message]
    assert len(hung) in (2, 3)  # two run at a time: another may have begun before both were over
    assert re.search(r"\d further sizes? and growth: not tried, since it hangs", messages(findings))
    assert not any(finding.aspect == "growth" for finding in findings)


def with_growth_flag(folder: Path) -> Path:
    manifest = folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8")
    flags = text.replace('main.py"]', 'main.py", "{growth}"]\ngrowth = ["--growth"]', 1)
    manifest.write_text(flags, encoding="utf-8")
    return folder


FALLS = """
import runpy, sys
from pathlib import Path
def falls():
    for number in range({times}):
        try:
            Path({folder!r}, str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        return True
    return False
sys.argv[1:2] == ["--growth"] and sys.argv.pop(1)
if {word!r} in sys.orig_argv and falls():
    raise SystemExit("it stumbled")
sys.path.insert(0, {reference!r})
runpy.run_path({reference!r} + "/main.py", run_name="__main__")
"""


def stumbling(folder: Path, word: str, times: int) -> list[Finding]:
    """What is found of a platform that is honest, but of which the first programs with that word fall over."""
    falls, platform = folder / "falls", folder / "platform"
    falls.mkdir()
    platform.mkdir()
    program = FALLS.format(times=times, folder=str(falls), word=word, reference=str(REFERENCE))
    return check(find(str(with_growth_flag(odd_platform(platform, program)))))


def test_work_that_fails_is_tried_once_more_and_reported_so(tmp_path: Path) -> None:
    findings = stumbling(tmp_path, "witness=on", 2)
    assert messages(findings) == ""
    # growth may be tried again for what else the machine does
    retried = [finding for finding in findings if finding.retried and finding.aspect != "growth"]
    assert [finding.aspect for finding in retried] == ["work", "work"]
    assert all("its last words: it stumbled" in finding.message for finding in retried)


def test_work_that_fails_again_and_again_is_reported(tmp_path: Path) -> None:
    failed = [finding for finding in stumbling(tmp_path, "witness=on", 3) if not finding.ok]
    assert [finding.aspect for finding in failed] == ["work"] * 3
    assert all("it ended with status 1; its last words: it stumbled" in finding.message for finding in failed)


def test_a_timing_that_falls_over_is_tried_once_more(tmp_path: Path) -> None:
    assert messages(stumbling(tmp_path, "--growth", 1)) == ""


def test_growth_alone_is_judged_with_the_flags_of_growth(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = f"import sys\nprint(*sys.argv[1:3], file=open({str(log)!r}, 'a'))\n"
    findings = check(find(str(with_growth_flag(odd_platform(tmp_path, program)))))
    growth = [line.startswith("--growth token-ring") for line in log.read_text(encoding="utf-8").splitlines()]
    assert growth == [False] * (len(growth) - 1) + [True]
    assert findings[-2].aspect == "growth"


def test_briefly_the_smallest_work_alone_is_done_without_the_flags_of_growth(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = f"import sys\nprint(*sys.argv[1:], file=open({str(log)!r}, 'a'))\n"
    folder = with_growth_flag(odd_platform(tmp_path, program))
    manifest = folder / "platform.toml"
    two = manifest.read_text(encoding="utf-8") + 'variants = ["red", "green"]\n[variants]\nred = "a"\ngreen = "b"\n'
    manifest.write_text(two, encoding="utf-8")
    check(find(str(folder)), brief=True)
    lines = log.read_text(encoding="utf-8").splitlines()
    without = [line for line in lines if not line.startswith("--growth")]
    assert len(lines) > len(without) == 1
    assert {"token-ring", "workers=7", "tokens=1", "variant=red", "iterations=0"} <= set(without[0].split())


def test_a_silent_refusal_is_reported(tmp_path: Path) -> None:
    findings = check(find(str(odd_platform(tmp_path, "raise SystemExit(2)"))))
    assert "an unknown key: it ended with status 2 without a message" in messages(findings)


def test_a_program_that_writes_next_to_its_source_is_reported(tmp_path: Path) -> None:
    program = "import pathlib\npathlib.Path(__file__).with_name('cache.txt').write_text('')"
    assert "running changed" in messages(check(find(str(odd_platform(tmp_path, program)))))


def test_a_manifest_that_names_what_is_not_there_is_reported(tmp_path: Path) -> None:
    findings = check(find(str(odd_platform(tmp_path, "pass", sources='["ring.py"]'))))
    assert "names the source ring.py, which is not there" in messages(findings)


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ('colour = { values = ["red"], reason = "why" }', "throughput has no parameter 'colour'"),
        ('transport = { values = ["udp"], reason = "why" }', "transport=udp: choose one of inproc, ipc, tcp"),
        ('size = { values = [123], reason = "why" }', "it leaves none of the sizes that are checked"),
    ],
)
def test_a_restriction_that_makes_no_sense_is_reported(tmp_path: Path, only: str, message: str) -> None:
    folder = odd_platform(tmp_path, "pass", workload="throughput")
    with (folder / "platform.toml").open("a", encoding="utf-8") as file:
        file.write(f"[workloads.throughput.only]\n{only}\n")
    assert f"workloads.throughput.only: {message}" in messages(check(find(str(folder))))


def test_sizes_that_a_platform_cannot_do_are_not_tried(tmp_path: Path) -> None:
    folder = odd_platform(tmp_path, "pass", workload="throughput")
    with (folder / "platform.toml").open("a", encoding="utf-8") as file:
        file.write('[workloads.throughput.only]\ntransport = { values = ["tcp"], reason = "it knows TCP alone" }\n')
    tried = [finding.message for finding in check(find(str(folder))) if finding.aspect == "work"]
    assert tried
    assert all("transport=tcp" in message for message in tried)


def test_a_manifest_that_offers_an_unknown_workload_is_reported(tmp_path: Path) -> None:
    findings = check(find(str(odd_platform(tmp_path, "pass", workload="token-rings"))))
    assert "platform.toml offers token-rings, but there is no workload 'token-rings'; did you mean" in messages(
        findings
    )
