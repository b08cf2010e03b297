"""A user's own installation is measured by its prefix: its programs run, and its build is apart from all others."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.trials import trials

from agon.analysis.following import spec_of
from agon.errors import UsageError
from agon.platforms import surroundings
from agon.platforms.build import build, source_digest
from agon.platforms.compilers import compilers
from agon.platforms.probe import build_folder, installed_version, probe
from agon.platforms.registry import find
from agon.results.model import Limits, Plan
from agon.run.machine import environment
from agon.run.plan import Request, Wish, plan_experiment
from agon.run.same import same_platform
from agon.workloads.registry import get

NEEDS_ERLANG = pytest.mark.skipif(shutil.which("erl") is None, reason="needs erl: apt-get install erlang-base")


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def otp(tmp_path: Path) -> Path:
    """An installation whose programs note that they were called, and are else the system's."""
    prefix = tmp_path / "otp-28"
    for name in ("erl", "erlc"):
        real = shutil.which(name) or "false"
        script(prefix / "bin" / name, f'echo {name} >>"{tmp_path}/called"\nexec {real} "$@"')
    return prefix


def test_a_prefix_stands_where_a_version_does(otp: Path) -> None:
    own, named = find(f"erlang@{otp}"), find(f"erlang:functions@{otp}")
    assert (own.prefix, own.label) == (str(otp), "erlang@from-otp-28")
    assert (named.variant, named.label) == ("functions", "erlang:functions@from-otp-28")
    assert find("erlang").prefix == ""
    assert own.to_install == f"erlang@{otp}"


def test_its_build_is_its_own_and_another_once_its_programs_are_others(otp: Path, tmp_path: Path) -> None:
    own, packaged = find(f"erlang@{otp}"), find("erlang")
    shutil.copytree(otp, tmp_path / "more" / "otp-28")
    other = find(f"erlang@{tmp_path}/more/otp-28")
    assert len({build_folder(own), build_folder(other), build_folder(packaged)}) == 3
    before = source_digest(own)
    script(otp / "bin" / "erl", "exit 1")
    assert source_digest(own) != before


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("erlang@{here}", "erlang@{here}: there is no bin/erl in it; name the prefix of an installation of erlang"),
        ("erlang@/no/such/folder", "there is no bin/erl in it"),
        ("caf@{here}", "there is no include/caf/all.hpp in it"),
        ("nats@{here}", "there is no bin/nats-server in it"),
        ("zeromq@{here}", "there is no include/zmq.h in it"),
        ("go@{here}", "go cannot be measured from a folder"),
    ],
)
def test_what_is_not_there_is_named_in_one_sentence(tmp_path: Path, spec: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        find(spec.format(here=tmp_path))
    assert message.format(here=tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_compiler_finds_headers_and_libraries_below_it_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPATH", "/mine")
    for name in ("include/zmq.h", "lib/x86_64-linux-gnu/libzmq.so.5"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = surroundings.environment(find(f"zeromq@{tmp_path}"))
    libraries = f"{tmp_path}/lib:{tmp_path}/lib/x86_64-linux-gnu"
    assert found["CPATH"] == f"{tmp_path}/include:/mine"
    assert found["LIBRARY_PATH"] == libraries
    assert found["LD_LIBRARY_PATH"].startswith(libraries)
    assert found["PATH"] == f"{tmp_path}/bin:{os.environ['PATH']}"
    assert surroundings.environment(find("zeromq")).get("CPATH") == "/mine"


def test_what_the_system_lacks_need_not_be_installed(
    otp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert [need.command for need in probe(find("erlang")).missing] == ["erl", "erlc"]
    assert probe(find(f"erlang@{otp}")).missing == ()


@NEEDS_ERLANG
def test_its_programs_are_what_is_built_with_and_run(otp: Path, tmp_path: Path) -> None:
    own = find(f"erlang@{otp}")
    build(own)
    assert "erlc" in (tmp_path / "called").read_text().splitlines()
    assert installed_version(own).isdecimal()
    assert "erl" in compilers(own)
    (tmp_path / "called").write_text("")
    with trials(tmp_path / "trials") as bench:
        done = bench.run(own.to_install, "token-ring", {"workers": 5, "tokens": 2, "passes": 20}, iterations=2)
    assert (done.status, len(done.iterations)) == ("ok", 2), done.stderr_tail
    assert (tmp_path / "called").read_text().splitlines() == ["erl"]


@NEEDS_ERLANG
def test_an_experiment_goes_on_with_it_and_names_it_in_commands(otp: Path) -> None:
    own = find(f"erlang@{otp}")
    wish = Wish(get("token-ring"), [{"workers": 5, "tokens": 2, "passes": 20}], [own, find("erlang")], [1])
    plan = Plan(protocol="agon", seed=1, invocations=3)
    experiment = plan_experiment(Request("test", [wish], plan, Limits(time_s=10)), environment(cgroup=False))
    assert [cell.platform for cell in experiment.cells] == ["erlang@from-otp-28", "erlang"]
    record = experiment.platforms[0]
    assert (record.label, record.version_asked) == ("erlang@from-otp-28", str(otp))
    assert record.version_found.isdecimal()
    assert same_platform(record).prefix == str(otp)
    assert spec_of(record) == f"erlang@{otp}"


@NEEDS_ERLANG
def test_a_folder_of_links_to_an_installation_will_do(tmp_path: Path) -> None:
    (tmp_path / "links" / "bin").mkdir(parents=True)
    for name in ("erl", "erlc"):
        (tmp_path / "links" / "bin" / name).symlink_to(shutil.which(name) or "")
    own = find(f"erlang@{tmp_path}/links")
    build(own)
    assert installed_version(own) == installed_version(find("erlang"))


@pytest.mark.skipif(shutil.which("go") is None, reason="needs go")
def test_a_server_of_ones_own_is_linked_and_its_version_read(tmp_path: Path) -> None:
    script(tmp_path / "nats" / "bin" / "nats-server", "echo nats-server: v9.9.9")
    own = find(f"nats@{tmp_path}/nats")
    build(own)
    assert (build_folder(own) / "nats-server").resolve() == tmp_path / "nats" / "bin" / "nats-server"
    assert installed_version(own) == "9.9.9"
