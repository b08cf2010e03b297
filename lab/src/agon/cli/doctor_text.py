"""What `agon doctor` prints: what is ready, what failed, what one command makes ready, and with --all the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agon.cli.tables import columns, paragraph
from agon.cli.within import Within, install_commands
from agon.counted import counted

Entries = Sequence[dict[str, Any]]

_HEADERS = ("platform", "version", "size", "start-up", "runtime")


def machine(rows: Sequence[dict[str, str]], width: int) -> list[str]:
    """This machine: what it is, and advice where there is some."""
    shown = [(row["what"], row["state"] + (f"; {row['mend']}" if row["mend"] else "")) for row in rows]
    return [*columns((), shown, width, 0), ""]


def every(found: Entries, width: int, *, more: bool) -> Iterator[str]:
    """All platforms. `more`: those, too, that need more than one command, and what each costs."""
    failed = [e for e in found if e["failure"]]
    ready = [e for e in found if e["within"] == Within.ready]
    rest = [e for e in found if e["within"] == Within.more and not e["failure"]]
    yield f"Ready: {len(ready) or 'none'} of {counted(len(found), 'platform')}"
    yield from _ready(ready, width)
    yield from _failed(failed, width)
    able = [(e["install"], e["tool"]) for e in found if e["within"] == Within.one_command and not e["failure"]]
    if able:
        yield from paragraph(f"One command makes ready: {len(able)}. All of them: ./agon install --all", width)
        yield from (f"  {command}" for command in install_commands(able, width - 2))
    if rest and not more:
        yield from paragraph(f"{len(rest)} more need a toolchain, or no registry has them: ./agon doctor --all", width)
    if more:
        if rest:
            yield f"\nMore than one command makes ready: {len(rest)}"
            yield from columns((), [(e["label"], obstacle(e)) for e in rest], width)
        yield "\nToolchains and licences"
        rows = [(e["label"], ", ".join(e["toolchain"]) or "-", e["licence"]) for e in found]
        yield from columns(("platform", "toolchain", "licence"), rows, width)


def asked_for(found: Entries, width: int) -> Iterator[str]:
    """All about platforms that were named."""
    for e in found:
        yield f"{e['label']}: {e['ready']}"
        facts = [
            ("version", e["version"]),
            ("runtime", e["runtime"]),
            ("toolchain", ", ".join(e["toolchain"])),
            ("licence", e["licence"]),
            ("size", _size(e) if e["build_bytes"] else ""),
            ("start-up", _start_up(e) if e["start_up_s"] is not None else ""),
            ("not started", e["untried"]),
            ("failed", e["failure"]),
            ("its output", e["log"]),
            ("missing", obstacle(e) if e["missing"] or e["supply"] else ""),
            ("make ready", e["mend"] if not e["supply"] else ""),
        ]
        yield from columns((), [(name, value) for name, value in facts if value], width)


def obstacle(entry: dict[str, Any]) -> str:
    """What one command does not get, and how to."""
    if entry["supply"]:
        return str(entry["supply"])
    return "; ".join(f"{missing['command']}: {missing['hint']}" for missing in entry["missing"])


def _ready(found: Entries, width: int) -> Iterator[str]:
    if found:
        rows = [(e["label"], e["version"] or "-", _size(e), _start_up(e), _short(e["runtime"])) for e in found]
        yield from columns(_HEADERS, rows, width)
    for reason in dict.fromkeys(e["untried"] for e in found if e["untried"]):
        whose = ", ".join(e["label"] for e in found if e["untried"] == reason)
        yield from columns((), [("not started", f"{whose}: {reason}")], width)


def _failed(found: Entries, width: int) -> Iterator[str]:
    if found:
        yield f"\nFailed: {len(found)}"
    for e in found:
        log = f"; its output: {e['log']}" if e["log"] else ""
        yield from columns((), [(e["label"], f"{e['failure']}{log}")], width)
        yield f"    {e['mend']}"


def _size(e: dict[str, Any]) -> str:
    return f"{e['build_bytes'] / (1 << 20):.1f} MiB" if e["build_bytes"] else "-"


def _start_up(e: dict[str, Any]) -> str:
    return f"{e['start_up_s']:.2f} s" if e["start_up_s"] is not None else "-"


def _short(runtime: str | None) -> str:
    """The first words of its version text, its name and version."""
    return " ".join(runtime.split()[:2]) if runtime else "-"
