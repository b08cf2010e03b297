"""`agon doctor`: what is ready, what is missing, the command that mends it, and each platform's cost of entry."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from agon import home
from agon.cli import lines
from agon.cli.campaign import console, readable
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.cli.values import names
from agon.errors import Exit
from agon.platforms.probe import Readiness, build_folder, installed_runtime, installed_version, probe
from agon.platforms.ready import last_failure
from agon.platforms.registry import Platform, find, known_ids
from agon.run import cgroup
from agon.run.estimate import start_up_of
from agon.run.machine import environment
from agon.run.starts import start_each

FAILS = "fails"
"""How a platform is called that is built, and whose program does not do the least work."""
DISK_WANTED = 2 << 30
_INSTALL = "./agon install "
MOST_SUPPLIED = 3
"""How many platforms that no registry holds are shown one by one."""


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
    free = shutil.disk_usage(home.root()).free
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


def _show(machine: Sequence[dict[str, str]], platforms: Sequence[dict[str, Any]]) -> None:
    width = lines.width(console)
    rows = [(row["what"], row["state"], row["mend"]) for row in machine]
    console.print(tabulate(("this machine", "state", "advice"), rows), width=width)
    headers = ("platform", "here", "version", "runtime", "toolchain", "licence", "size", "start-up")
    console.print(tabulate(headers, [_row(p) for p in platforms]), width=width)
    for line in _advice(platforms):
        lines.print_line(console, line)


def _row(p: dict[str, Any]) -> tuple[str, ...]:
    size = f"{p['build_bytes'] / (1 << 20):.1f} MiB" if p["build_bytes"] else "-"
    start_up = f"{p['start_up_s']:.2f} s" if p["start_up_s"] is not None else "-"
    return (
        p["label"],
        p["ready"],
        p["version"] or "-",
        _short(p["runtime"]),
        ", ".join(p["toolchain"]),
        p["licence"],
        size,
        start_up,
    )


def _short(runtime: str | None) -> str:
    """The first words of its version text, its name and version: the table is narrow."""
    return " ".join(runtime.split()[:2]) if runtime else "-"


def _advice(platforms: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What stands in the way, each thing once, and the command that mends it."""
    hints: dict[str, list[str]] = {}
    for p in platforms:
        for missing in p["missing"]:
            hints.setdefault(f"{missing['command']}: {missing['hint']}", []).append(p["label"])
    for hint, wanted in hints.items():
        yield f"missing  {hint} (for {', '.join(wanted)})"
    for p in platforms:
        if p["failure"]:
            log = f"; its output: {p['log']}" if p["log"] else ""
            yield f"failed  {p['failure']}. Again: {p['mend']}{log}"
    for reason in dict.fromkeys(p["untried"] for p in platforms if p["untried"]):
        yield f"not started  {', '.join(p['label'] for p in platforms if p['untried'] == reason)}: {reason}"
    supplied = [p for p in platforms if p["supply"]]
    if len(supplied) > MOST_SUPPLIED:
        ids = ", ".join(p["id"] for p in supplied)
        yield f"not obtainable  {ids}: no registry holds them; ./agon doctor NAME shows where to get it"
    else:
        for p in supplied:
            yield f"not obtainable  {p['id']}: {p['supply']}"
    mendable = [
        p["mend"].removeprefix(_INSTALL) for p in platforms if p["mend"] and not p["supply"] and not p["failure"]
    ]
    if mendable:
        yield f"To make ready what is not: {_INSTALL}{' '.join(mendable)}"


def doctor(
    platform: list[str] = typer.Argument(None, help="Only these platforms (default: all)."),
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
        _show(machine, entries)
    if asked and any(entry["ready"] != "ready" for entry in entries):
        raise typer.Exit(int(Exit.MISSING))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("doctor", epilog="Example: ./agon doctor jason")(doctor)
