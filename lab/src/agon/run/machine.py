"""What machine this is: the environment of an experiment. Readers take the file system's root, to be testable."""

from __future__ import annotations

import hashlib
import os
import platform as system
import shutil
import subprocess
from pathlib import Path

import psutil

from agon.results.model import Environment


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _field(text: str, key: str, separator: str) -> str:
    for line in text.splitlines():
        name, found, value = line.partition(separator)
        if found and name.strip() == key:
            return value.strip().strip('"')
    return ""


def allowed_cpus() -> list[int]:
    """The CPUs this process may use."""
    return sorted(os.sched_getaffinity(0))


def pick_cpus(count: int, root: Path = Path("/"), allowed: list[int] | None = None) -> list[int]:
    """`count` CPUs to pin to: different physical cores before second hardware threads of the same core."""
    cpus = allowed if allowed is not None else allowed_cpus()
    rank: dict[int, tuple[int, int]] = {}
    used: dict[tuple[str, str], int] = {}
    for cpu in cpus:
        topology = root / f"sys/devices/system/cpu/cpu{cpu}/topology"
        package, core = _read(topology / "physical_package_id"), _read(topology / "core_id")
        core_of = (package, core if core else f"cpu{cpu}")
        rank[cpu] = (used.get(core_of, 0), cpu)
        used[core_of] = used.get(core_of, 0) + 1
    return sorted(sorted(cpus, key=lambda cpu: rank[cpu])[:count])


def _virtualised(root: Path) -> str:
    flags = _field(_read(root / "proc/cpuinfo"), "flags", ":").split()
    product = _read(root / "sys/class/dmi/id/product_name")
    if "hypervisor" in flags:
        return f"yes ({product})" if product else "yes"
    return "no"


def _machine_id(root: Path, model: str, memory: int) -> str:
    words = [_read(root / "etc/machine-id"), model, str(memory), str(os.cpu_count())]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]


def _first_line(argv: list[str]) -> str | None:
    if shutil.which(argv[0]) is None:
        return None
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[0][:120] if lines else None


def toolchains() -> dict[str, str]:
    """Version line of each toolchain found."""
    commands = {
        "java": ["java", "-version"],
        "rustc": ["rustc", "--version"],
        "go": ["go", "version"],
        "cc": ["cc", "--version"],
    }
    found = {name: _first_line(argv) for name, argv in commands.items()}
    return {name: line for name, line in found.items() if line is not None}


PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "TZ", "LD_LIBRARY_PATH"),
    *("JAVA_HOME", "CARGO_HOME", "RUSTUP_HOME", "GOROOT", "PYENV_ROOT", "PYENV_VERSION"),  # where toolchains lie
    "AGON_OBSERVE",  # docs/observing.md
)
"""Environment variables that programs get. What tunes a runtime (JAVA_TOOL_OPTIONS, GOGC, LD_PRELOAD, ERL_FLAGS ..) is
not among them: a platform's tuning stands in its platform.toml, the same for every user."""


def handed_over() -> dict[str, str]:
    """What programs get of the lab's own environment."""
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}


def environment(*, cgroup: bool, root: Path = Path("/")) -> Environment:
    """This machine, as it is now."""
    cpuinfo = _read(root / "proc/cpuinfo")
    model = _field(cpuinfo, "model name", ":") or system.processor() or system.machine()
    memory = psutil.virtual_memory().total
    governor = _read(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    notes: list[str] = []
    if governor and governor != "performance":
        notes.append(
            f"CPU frequency governor is '{governor}': clocks may vary (as root: cpupower frequency-set -g performance)"
        )
    if not cgroup:
        notes.append("no control group may be made here: memory limits act on the measured size of the process group")
    return Environment(
        machine_id=_machine_id(root, model, memory),
        os=_field(_read(root / "etc/os-release"), "PRETTY_NAME", "=") or system.system(),
        kernel=system.release(),
        cpu_model=model,
        cores_logical=len(allowed_cpus()),
        cores_physical=psutil.cpu_count(logical=False) or len(allowed_cpus()),
        memory_bytes=memory,
        virtualised=_virtualised(root),
        python=system.python_version(),
        governor=governor or "not reported",
        root=os.geteuid() == 0,
        memory_limit_method="cgroup" if cgroup else "measured",
        handed_over=handed_over(),
        toolchains=toolchains(),
        notes=notes,
    )
