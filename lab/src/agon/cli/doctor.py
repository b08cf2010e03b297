"""`agon doctor`: what is ready, what is missing, the command that mends it, and each platform's cost of entry."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from agon import home
from agon.cli import doctor_text, lines
from agon.cli.campaign import console, readable
from agon.cli.jsonout import print_json
from agon.cli.values import names
from agon.cli.within import Within, within
from agon.errors import Exit
from agon.platforms.probe import Readiness, build_folder, installed_runtime, installed_version, probe
from agon.platforms.ready import last_failure, tool_of
from agon.platforms.registry import Platform, find, known_ids
from agon.run import cgroup
from agon.run.estimate import start_up_of
from agon.run.machine import environment
from agon.run.starts import start_each

FAILS = "fails"
"""How a platform is called that is built, and whose program does not do the least work."""
DISK_WANTED = 2 << 30
_INSTALL = "./agon install "


def _folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.exists() else 0


def _platforms(platforms: Sequence[Platform]) -> list[dict[str, Any]]:
    """An entry each; what is built is started before it is called ready."""
    readiness = {platform.label: probe(platform) for platform in platforms}
    outcome = start_each([one for one in platforms if readiness[one.label].word == "ready"])
    return [
        _platform(one, readiness[one.label], outcome.failed.get(one.label, ""), outcome.untried.get(one.label))
        for one in platforms
    ]


def _platform(platform: Platform, readiness: Readiness, wrong: str = "", untried: str | None = None) -> dict[str, Any]:
    """`wrong`: what its program did wrong. `untried`: why it was not started."""
    start_up = start_up_of(platform.id)
    version = installed_version(platform) if readiness.word == "ready" else None
    failure = "" if readiness.built else last_failure(platform)
    log = str(build_folder(platform) / "build.log") if failure else None
    mend = readiness.mend
    if wrong:
        failure = f"{platform.label} is built, but its program fails: {wrong}"
        mend = f"{_INSTALL}{platform.to_install}"
    return {
        "id": platform.id,
        "label": platform.label,
        "ready": FAILS if wrong else readiness.word,
        "within": str(Within.one_command if wrong else within(readiness)),
        "install": platform.to_install,
        "tool": tool_of(platform),
        "untried": untried,
        "version": version,
        "released": platform.manifest.versions.release(platform.version, version or "") or None,
        "runtime": (installed_runtime(platform) or None) if readiness.word == "ready" else None,
        "toolchain": [need.name for need in platform.manifest.needs],
        "missing": [{"command": need.name, "hint": need.hint} for need in readiness.missing],
        "licence": platform.manifest.platform.licence,
        "build_bytes": _folder_bytes(build_folder(platform)),
        "start_up_s": start_up,
        "mend": mend,
        "supply": readiness.supply or None,
        "failure": failure or None,
        "log": log,
    }


def _machine() -> list[dict[str, str]]:
    exact = cgroup.available()
    here = environment(cgroup=exact)
    free = shutil.disk_usage(next(f for f in (home.state(), *home.state().parents) if f.is_dir())).free
    noise = "ok" if here.governor in ("performance", "not reported") else "may vary"
    return [
        {"what": "machine", "state": f"{here.cpu_model}, {here.cores_logical} cores, {here.os}", "mend": ""},
        {
            "what": "memory limits",
            "state": "by control group" if exact else "by measured size",
            "mend": "" if exact else "as root, or with a delegated memory controller, limits are exact",
        },
        {
            "what": "CPU frequency",
            "state": f"{noise} (governor: {here.governor})",
            "mend": "" if noise == "ok" else "cpupower frequency-set -g performance",
        },
        {
            "what": "virtual machine",
            "state": here.virtualised,
            "mend": "" if here.virtualised == "no" else "neighbours may steal time: the report shows how much",
        },
        {
            "what": "disk",
            "state": f"{free / (1 << 30):.1f} GiB free",
            "mend": "" if free > DISK_WANTED else "make room: builds and raw data want about 2 GiB",
        },
    ]


def doctor(
    platform: list[str] = typer.Argument(None, help="Only these platforms (default: all)."),
    everything: bool = typer.Option(False, "--all", help="What no one command makes ready, too; toolchains, licences."),
    json: bool = typer.Option(False, "--json", help="As data (schema agon.doctor/1)."),
) -> None:
    """Show what is ready, what is missing and how to get it; start what is built, once.

    Exit code 3 if one asked for by name is not ready.
    """
    asked = names(platform or [])
    platforms = [find(name) for name in asked] if asked else readable(known_ids())
    entries = _platforms(platforms)
    machine = _machine()
    if json:
        print_json({"schema_id": "agon.doctor/1", "machine": machine, "platforms": entries})
    else:
        width = lines.width(console, piped=lines.NARROW)
        shown = doctor_text.asked_for(entries, width) if asked else doctor_text.every(entries, width, more=everything)
        for line in (*doctor_text.machine(machine, width), *shown):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    if asked and any(entry["ready"] != "ready" for entry in entries):
        raise typer.Exit(int(Exit.MISSING))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("doctor", epilog="Example: ./agon doctor jason")(doctor)
