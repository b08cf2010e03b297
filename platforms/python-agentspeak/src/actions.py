"""The programs' actions in addition to the library's own. Those that other platforms have too are described in
platforms/agentspeak/README.md; `lab.name`, `lab.number`, `lab.reword`, `lab.request`, `lab.requests`, `lab.column` and
`lab.table` are for what Jason's library can do and this one cannot."""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, TypeAlias
from zlib import crc32

import agentspeak
import agentspeak.stdlib

from run import Run
from workload import compute, pipeline

Act: TypeAlias = Callable[[Any, Any, Any], Iterator[None]]


def actions(run: Run) -> agentspeak.Actions:
    """All of them, for the agents of one run."""
    table = agentspeak.Actions(agentspeak.stdlib.actions)
    table.add("lab.param", 2, _param(run))
    table.add("lab.sample", None, _sample(run))
    table.add("lab.print", None, _print(run))
    table.add("lab.steps", 4, _steps)
    table.add_function("lab.clock", (), run.clock)
    table.add_function("lab.input", (int,), run.line)
    table.add_function("lab.crc", (str,), lambda text: crc32(text.encode()))
    table.add_function("lab.xor", (tuple,), lambda numbers: functools.reduce(operator.xor, map(int, numbers), 0))
    table.add_function("lab.name", (str, int), lambda letter, number: agentspeak.Literal(f"{letter}{number}"))
    table.add_function("lab.number", (None,), lambda name: int(name.functor[1:]))
    table.add_function("lab.reword", (str, str, str), _replaced if run.values.get("work") == "regex" else _cut)
    witness = run.values["witness"] == "on"
    table.add_function("lab.request", (int,), lambda number: pipeline.request(number, witness))
    table.add_function("lab.requests", (int,), lambda count: tuple(pipeline.requests(count, witness)))
    table.add_procedure("lab.flush", (), run.flush)
    table.add_procedure("lab.report", (None, None), lambda key, value: run.report(_text(key), _value(value)))
    table.add_procedure("lab.column", (None, tuple, int), functools.partial(_column, run))
    table.add_procedure("lab.table", (None, tuple), functools.partial(_table, run))
    table.add_procedure("lab.iteration", (int,), run.finish)
    table.add_procedure(".stopMAS", (), lambda: None)  # a system ends when all agents are idle
    return table


def _replaced(text: str, before: str, word: str) -> str:
    return re.sub(f"{before} ", f"{word} ", text, count=1)


def _cut(text: str, _: str, word: str) -> str:
    return word + text[text.index(" ") :]


def _param(run: Run) -> Act:
    values = {
        name: agentspeak.Literal(value) if isinstance(value, str) else value for name, value in run.values.items()
    }

    def param(_: Any, term: Any, intention: Any) -> Iterator[None]:
        value = values.get(term.args[0].functor)
        if value is not None and agentspeak.unify(term.args[1], value, intention.scope, intention.stack):
            yield

    return param


def _sample(run: Run) -> Act:
    def sample(_: Any, term: Any, intention: Any) -> Iterator[None]:
        file, *columns = (agentspeak.grounded(argument, intention.scope) for argument in term.args)
        if agentspeak.is_atom(columns[0]):
            run.begin_samples(file, [column.functor for column in columns])
        else:
            run.sample(file, [int(column) for column in columns])
        yield

    return sample


def _print(run: Run) -> Act:
    def print_line(_: Any, term: Any, intention: Any) -> Iterator[None]:
        texts = (agentspeak.asl_str(agentspeak.grounded(argument, intention.scope)) for argument in term.args)
        run.print("".join(texts))
        yield

    return print_line


def _steps(_: Any, term: Any, intention: Any) -> Iterator[None]:
    start, count = (int(agentspeak.grounded(argument, intention.scope)) for argument in term.args[:2])
    result = compute.calculate(start, count)
    scope, stack = intention.scope, intention.stack
    if agentspeak.unify(term.args[2], result.x, scope, stack) and agentspeak.unify(
        term.args[3], result.steps, scope, stack
    ):
        yield


def _column(run: Run, key: Any, facts: tuple[Any, ...], place: int) -> None:
    """Reports an argument of facts, counted from 1, in the order of their first ones."""
    ordered = sorted(facts, key=lambda fact: fact.args[0])
    run.report(_text(key), [_value(fact.args[place - 1]) for fact in ordered])


def _table(run: Run, key: Any, facts: tuple[Any, ...]) -> None:
    """Reports the third argument of facts, row by row: the first names the row, the second the column."""
    ordered = sorted(
        ((_text(fact.args[0]), _text(fact.args[1]), fact.args[2]) for fact in facts), key=lambda row: row[:2]
    )
    rows: Iterable[Any] = (row for _, row in groupby(ordered, key=lambda row: row[0]))
    run.report(_text(key), [[_value(cell) for _, _, cell in row] for row in rows])


def _text(term: Any) -> str:
    """An atom's name."""
    return str(term.functor)


def _value(term: Any) -> Any:
    """An integer, a name, or a list of such."""
    if isinstance(term, tuple):
        return [_value(item) for item in term]
    return _text(term) if agentspeak.is_atom(term) else int(term)
