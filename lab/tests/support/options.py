"""The options of every verb, as the command line has them: a part of docs/reference.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from agon.cli.main import app

HIDDEN = frozenset({"--help"})
"""What every verb has."""
ELSEWHERE = frozenset({"exec", "asl check", "asl fmt", "check-projects", "top", "test"})
"""Verbs of agents and of the project's own tests: their help has their options."""
SHARED = "run"
"""The verb to whose options others refer where theirs are the same."""


def commands() -> dict[str, Any]:
    """Every verb, those within verbs as `asl check`."""
    root: Any = typer.main.get_command(app)
    found: dict[str, Any] = {}
    for name, command in root.commands.items():
        inner = getattr(command, "commands", None)
        found |= {f"{name} {n}": c for n, c in inner.items()} if inner else {name: command}
    return found


def options(command: Any) -> Iterator[Any]:
    """Its options, in the order of its help."""
    return (p for p in command.params if p.param_type_name == "option" and not HIDDEN.intersection(p.opts))


def sections() -> str:
    """A heading, a sentence and a list for each verb but those of `ELSEWHERE`."""
    shared = {_line(option) for option in options(commands()[SHARED])}
    return "\n".join(_section(n, c, shared) for n, c in commands().items() if n not in ELSEWHERE)


def _section(name: str, command: Any, shared: set[str]) -> str:
    summary = " ".join(str(command.help).partition("\n\n")[0].split())
    listed: list[str] = []
    same: list[str] = []
    for option in options(command):
        line = _line(option)
        if line in shared and name != SHARED:
            same.append(f"`{_name(option)}`")
        else:
            listed.append(line)
    if same:
        listed.append(f"- {', '.join(same)}: as in `{SHARED}`\n")
    return f"### agon {name}\n\n{summary}\n" + ("\n" + "".join(listed) if listed else "")


def _name(option: Any) -> str:
    return str(max(option.opts, key=len))


def _line(option: Any) -> str:
    names = [_name(option), *sorted(set(option.opts) - {_name(option)}), *option.secondary_opts]
    return f"- {', '.join(f'`{name}`' for name in names)}: {_meaning(option)}\n"


def _meaning(option: Any) -> str:
    words = re.sub(r"(?<!\.)\.$", "", str(option.help or "").replace("\\[", "["))
    is_plain = option.default is None or isinstance(option.default, bool) or option.default in ("", [])
    if is_plain or "default" in words or not option.show_default:
        return words
    return f"{words} (default: {option.default})"
