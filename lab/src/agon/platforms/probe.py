"""Is a platform ready on this machine? What is missing, and the command that mends it."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from agon import home
from agon.platforms import surroundings
from agon.platforms.manifest import Need
from agon.platforms.registry import Platform


@dataclass(frozen=True)
class Readiness:
    """`missing`: toolchains not found. `built`: the build is there and newer than every source. `supply`: how to get
    what no registry holds, in words; empty where it is here or a registry has it."""

    platform: Platform
    missing: tuple[Need, ...]
    built: bool
    supply: str = ""

    @property
    def obtainable(self) -> bool:
        """Can the lab build it here, now, without installing a toolchain?"""
        return not self.missing and not self.supply

    @property
    def mend(self) -> str | None:
        """The command that makes it ready; None if it is, or if there is no such command."""
        if self.supply:
            return f"./agon install {self.platform.id} --jar FILE" if self.platform.manifest.runs else None
        if self.missing or not self.built:
            return f"./agon install {self.platform.to_install}"
        return None

    @property
    def word(self) -> str:
        if self.supply:
            return "not obtainable"
        if self.missing:
            return "missing " + ", ".join(need.name for need in self.missing)
        return "ready" if self.built else "not built"


def build_folder(platform: Platform) -> Path:
    """Where the platform's build lies: one folder a platform, version, runtime and layout, and as many more for quick
    builds."""
    from agon.platforms.build import path_key

    name = platform.id if not platform.outside else f"{platform.id}-{path_key(platform.folder)}"
    edition = platform.edition + (f".build{platform.nth + 1}" if platform.nth else "")
    return home.state() / ("build-quick" if platform.quick else "build") / name / edition


def shared_folder() -> Path:
    """What compilers keep between builds, for platforms that have code in common: each tool has a folder below it, and
    takes care itself that two builds do not write there at a time."""
    return home.state() / "shared"


def jar_folder(platform: Platform) -> Path:
    """Where the user's jars for the platform lie: one folder a platform."""
    return home.state() / "jars" / platform.id


def jars(platform: Platform) -> list[Path]:
    """The jars that the user has supplied for the platform."""
    return sorted(jar_folder(platform).glob("*.jar")) if platform.manifest.supply is not None else []


def supply_wanted(platform: Platform) -> str:
    """How to get what no registry holds, in words; nothing where the platform is not such a one, or its jar is here."""
    supply = platform.manifest.supply
    return "" if supply is None or jars(platform) else supply.how(platform.id)


def substitutions(platform: Platform, **more: str | int) -> dict[str, str]:
    """The placeholders of platform.toml with their values."""
    values: dict[str, str | int] = {
        "source": str(platform.folder),
        "build": str(build_folder(platform)),
        "shared": str(shared_folder()),
        "version": platform.version,
        "runtime": platform.runtime,
        "profile": platform.profile,
        "seed": platform.nth,
        "jars": str(jar_folder(platform)),
    }
    if (checkout := home.checkout()) is not None:
        values["root"] = str(checkout)
    return {key: str(value) for key, value in (values | more).items()}


def fill(argv: list[str], values: dict[str, str]) -> list[str]:
    """`argv` with every `{name}` in `values` replaced; other braces are left as they are."""
    filled: list[str] = []
    for word in argv:
        for key, value in values.items():
            word = word.replace("{" + key + "}", value)  # noqa: PLW2901 - one replacement after the other
        filled.append(word)
    return filled


def missing_needs(platform: Platform) -> tuple[Need, ...]:
    """The toolchains that are not here."""
    environment = surroundings.environment(platform)
    return tuple(need for need in platform.manifest.needs if not _is_here(need, environment))


def _is_here(need: Need, environment: dict[str, str]) -> bool:
    if shutil.which(need.command, path=environment.get("PATH")) is None:
        return False
    if need.header is None:
        return True
    compiler = [need.command, "-E", "-x", "c++", "-"]  # it alone knows where it looks; nothing is compiled
    question = f"#if !__has_include(<{need.header}>)\n#error\n#endif\n"
    done = subprocess.run(compiler, input=question, capture_output=True, text=True, check=False, env=environment)
    return done.returncode == 0


def probe(platform: Platform) -> Readiness:
    """What stands between the platform and a run."""
    from agon.platforms.build import is_current

    missing = missing_needs(platform)
    return Readiness(platform, missing, is_current(platform), supply_wanted(platform))


def glance(platform: Platform) -> Readiness:
    """The same as far as it shows in files: nothing is run."""
    from agon.platforms.build import is_built

    path = surroundings.environment(platform).get("PATH")
    missing = tuple(need for need in platform.manifest.needs if shutil.which(need.command, path=path) is None)
    return Readiness(platform, missing, is_built(platform), supply_wanted(platform))


def installed_version(platform: Platform) -> str:
    """The version really used, read from the platform itself; the pinned one where it offers no way to ask."""
    argv = platform.manifest.versions.installed
    if not argv:
        return platform.version
    return _first_line(platform, argv) or f"{platform.version} (not confirmed)"


def installed_runtime(platform: Platform) -> str:
    """The runtime really used, read from itself; empty where the platform declares no way to ask."""
    argv = platform.manifest.versions.runtime_installed
    if not argv:
        return ""
    return _first_line(platform, argv) or f"{platform.runtime} (not confirmed)".lstrip()


def _first_line(platform: Platform, argv: list[str]) -> str:
    """The first line that a command of the platform's prints; empty where it fails."""
    # the very words that start a run, without a run: threads=1 satisfies commands that name it
    command = fill(argv, substitutions(platform, threads=1, cores=1))
    try:
        done = subprocess.run(
            command,
            cwd=platform.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            env=surroundings.environment(platform),
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = done.stdout.strip().splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else ""
