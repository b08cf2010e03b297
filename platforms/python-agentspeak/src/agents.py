"""The agents of a workload: those of its project, each with its program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import agentspeak
import agentspeak.lexer
import agentspeak.parser
import agentspeak.runtime

from actions import actions
from harness.files import read_integers
from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload
from run import Files, Run

PROGRAMS = Path(__file__).parent / "asl"
"""The platforms' common programs, with this platform's own in the places of those that it cannot run."""

_AGENTS = re.compile(r"(\w+) (\w+\.asl)(?: #\{(\w+)\})?;")
"""In a project: a name, a program, and the parameter that is the number of agents."""

LATEST_US = 2**31 - 1
"""Of a schedule."""

LARGEST = 1 << 53
"""AgentSpeak's numbers are floats, which hold all integers up to here."""


@dataclass(frozen=True)
class Program:
    """What a file holds, read once."""

    source: Any
    tree: Any


def workload(name: str, shape: Shape) -> Workload:
    """The workload of that name."""

    def prepare(parameters: Parameters) -> Iterate:
        values = _values(parameters)
        lines = _input(parameters, values) if shape.has_input else []
        print_path = None if values.get("log") == "off" else parameters.print
        project = (PROGRAMS / name / f"{name}.mas2j").read_text(encoding="utf-8")
        entries = [(agent, _read(PROGRAMS / name / file), key) for agent, file, key in _AGENTS.findall(project)]

        files = Files(parameters.samples)

        def iterate(index: int) -> Outcome:
            run = Run(index, values, lines, files, print_path)
            table = actions(run)
            system = agentspeak.runtime.Environment()
            for agent, program, key in entries:
                for own_name in _names(agent, values[key] if key else None):
                    system.build_agent_from_ast(program.source, program.tree, table, name=own_name)
            _run(system)
            return run.outcome()

        return iterate

    return Workload(shape, prepare)


def _run(system: agentspeak.runtime.Environment) -> None:
    """Until all agents are idle."""
    while True:
        try:
            system.run()
        except ValueError:  # what an agent waits for has come while the system was about to sleep until then
            continue
        return


def _values(parameters: Parameters) -> dict[str, Any]:
    """The parameters as the programs ask for them."""
    values: dict[str, Any] = {**parameters.integers, **parameters.choices}
    values["witness"] = "on" if parameters.witness else "off"
    for name, value in parameters.integers.items():
        if value > LARGEST:
            raise UsageError(f"{name}={value}: at most {LARGEST} is possible")
    if "side" in values:
        values["cells"] = values["side"] ** 2
    if values.get("rate") and values["clock"] == "off":
        raise UsageError(f"rate={values['rate']}: give clock=on with it")
    if values.get("receivers", 0) > values.get("senders", 0):
        raise UsageError(f"receivers={values['receivers']}: at most one for each of the {values['senders']} senders")
    return values


def _input(parameters: Parameters, values: dict[str, Any]) -> list[list[int]]:
    if values.get("rate") == 0:
        return []
    greatest = LATEST_US if "rate" in values else values["max_n"] if "max_n" in values else values["cells"] - 1
    lines = read_integers(parameters.input_path, greatest)
    count = next((values[key] for key in ("clients", "agents", "senders") if key in values), 1)
    each = next((key for key in ("requests", "messages") if key in values), None)
    if len(lines) != count:
        raise UsageError(f"{parameters.input}: must hold {count} lines, holds {len(lines)}")
    for number, line in enumerate(lines, 1):
        if each is not None and len(line) != values[each]:
            raise UsageError(f"{parameters.input}:{number}: must hold {values[each]} integers, holds {len(line)}")
    return lines


def _read(path: Path) -> Program:
    log = agentspeak.Log(agentspeak.get_logger(__name__), 3)
    source = agentspeak.StringSource(str(path), path.read_text(encoding="utf-8"))
    tree = agentspeak.parser.parse(source.name, agentspeak.lexer.TokenStream(source, log), log)
    log.throw()
    return Program(source, tree)


def _names(agent: str, count: int | None) -> Iterator[str]:
    if count is None:
        yield agent
    else:
        yield from (f"{agent}{number}" for number in range(1, count + 1))
