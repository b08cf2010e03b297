"""What continuous integration runs: the default size on a machine that has little, with what it needs installed first.

The installations are jobs themselves, so that they take place while Cargo compiles. Of the platforms those are
installed that tests need, and those whose turn it is to be checked.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from agon import home
from agon.platforms.probe import supply_wanted
from agon.platforms.registry import Platform, find

from dev import rust
from dev.jobs import Job
from dev.platforms import by_turns, checked, conformance
from dev.suite import default_jobs

PACKAGES = {
    "chromium": ("chromium", "fonts-dejavu-core"),
    "Xvfb": ("xvfb",),
    "clang-format": ("clang-format",),
    "erl": ("erlang-base", "erlang-dev"),
    "mix": ("elixir",),
}
"""A command that tests want, and the Debian packages that bring it."""

NEEDED = ("jason@3.2.0", "jason@3.3.0")
"""Platforms that tests of the engine compare it with."""

DISTRIBUTION, CHECKERS, OTHERS, IN_RUST = (
    f"install: {what}" for what in ("packages", "checkers", "platforms", "platforms in Rust")
)


def jobs(turn: int) -> list[Job]:
    """At this turn: installation, the default size, the brief checkers, conformance of a few platforms, a demo."""
    platforms = [platform for platform in by_turns(checked(), turn) if not supply_wanted(platform)]
    installed = [find(name) for name in NEEDED]
    installed += [platform for platform in platforms if platform.label not in NEEDED]
    compiled = [platform for platform in installed if _is_in_rust(platform)]
    others = [platform for platform in installed if not _is_in_rust(platform)]
    return [
        _install_packages(),
        _install(OTHERS, others, 180),
        *map(_after_installation, default_jobs()),
        _install(IN_RUST, compiled, 240, lock=rust.target()),
        _install_checkers(),
        *(replace(job, after=(CHECKERS,)) for job in rust.checkers()),
        *(conformance(platform, after=(OTHERS, IN_RUST)) for platform in platforms),
        _demo(),
    ]


def _is_in_rust(platform: Platform) -> bool:
    return any(need.name == "cargo" for need in platform.manifest.needs)


def _after_installation(job: Job) -> Job:
    """Only what reads sources, or compiles, begins at once; a test may use any program that is to be installed."""
    if set(job.needs) <= {"cargo"} and not job.name.endswith(("tests", "random programs")):
        return job
    return replace(job, after=(*job.after, DISTRIBUTION, OTHERS))


def _install_packages() -> Job:
    return Job(DISTRIBUTION, ["sh", "-c", _script()], home.root(), ("apt-get",), "for Debian only", 120)


def _script() -> str:
    """Fetches and unpacks what is not there yet, all at once."""
    lines = ["set -eu", "wanted="]
    for command, packages in PACKAGES.items():
        lines.append(f'command -v {command} >/dev/null || wanted="$wanted {" ".join(packages)}"')
    lines += [
        '[ -n "$wanted" ] || exit 0',
        "export DEBIAN_FRONTEND=noninteractive",
        "apt-get update -q >/dev/null",
        "apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 $wanted >/dev/null",
    ]
    return "\n".join(lines)


def _install(name: str, platforms: Sequence[Platform], budget_s: float, lock: str = "") -> Job:
    labels = [platform.label for platform in platforms]
    command = [sys.executable, "-m", "agon", "install", "--quick", *labels]
    return Job(name, command, home.root(), (), "", budget_s, lock=lock, after=(DISTRIBUTION,))


def _install_checkers() -> Job:
    """Miri, and the standard library's source for it and for ThreadSanitizer. It fails where they cannot be installed;
    the scripts that use them name the setting that skips one."""
    add = ["timeout", "110", "rustup", "component", "add", "miri", "rust-src", "--toolchain", "nightly"]
    return Job(CHECKERS, add, home.root(), ("rustup",), "rustup toolchain install nightly", 60)


def _demo() -> Job:
    """The demo from end to end, in little time."""
    out = Path(tempfile.gettempdir()) / "agon-ci-demo"
    script = f"rm -rf {out} && ./agon demo --no --time-budget 60s --out {out} && test -s {out}/report.html"
    return Job("demo: smoke test", ["sh", "-c", script], home.root(), (), "", 75, exclusive=True)
