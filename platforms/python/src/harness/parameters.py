"""A workload's arguments, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class UsageError(Exception):
    """The command line asks for something that cannot be done."""


@dataclass(frozen=True)
class Shape:
    """What a workload's arguments may be, in addition to those that every workload has."""

    integers: Mapping[str, int] = field(default_factory=dict)
    """Its own integer parameters with their least values."""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Its own parameters that are one of some words."""
    variants: Sequence[str] = ("default",)
    has_input: bool = False
    has_print: bool = False


@dataclass(frozen=True)
class Parameters:
    """A workload's arguments."""

    threads: int
    iterations: int
    """0: as often as the lab requests."""
    seed: int
    variant: str
    samples: Path
    witness: bool
    input: Path | None
    print: Path | None
    integers: Mapping[str, int]
    choices: Mapping[str, str]

    @property
    def input_path(self) -> Path:
        """The lab's file, of a workload that has one."""
        assert self.input is not None
        return self.input

    @property
    def print_path(self) -> Path:
        """What is printed goes there, in a workload that prints."""
        assert self.print is not None
        return self.print


def parse(arguments: Sequence[str], shape: Shape) -> Parameters:
    """The arguments `key=value` in any order; UsageError names which is wrong, and why."""
    readers: dict[str, Callable[[str, str], Any]] = {
        "threads": _integer(1),
        "iterations": _integer(0),
        "seed": _seed,
        "variant": _choice(shape.variants),
        "samples": _directory,
        "witness": _choice(("on", "off")),
    }
    if shape.has_input:
        readers["input"] = _path
    if shape.has_print:
        readers["print"] = _path
    readers |= {name: _integer(least) for name, least in shape.integers.items()}
    readers |= {name: _choice(words) for name, words in shape.choices.items()}

    values: dict[str, Any] = {}
    for argument in arguments:
        name, equals, text = argument.partition("=")
        if not equals:
            raise UsageError(f"'{argument}' is not key=value")
        if name in values:
            raise UsageError(f"{name} given twice")
        if name not in readers:
            raise UsageError(f"unknown key '{name}': this workload takes {', '.join(sorted(readers))}")
        values[name] = readers[name](name, text)
    if missing := sorted(readers.keys() - values.keys()):
        raise UsageError(f"missing argument {missing[0]}=...")
    return Parameters(
        threads=values["threads"],
        iterations=values["iterations"],
        seed=values["seed"],
        variant=values["variant"],
        samples=values["samples"],
        witness=values["witness"] == "on",
        input=values.get("input"),
        print=values.get("print"),
        integers={name: values[name] for name in shape.integers},
        choices={name: values[name] for name in shape.choices},
    )


LONGEST = 19
"""No integer below 2^63 has more digits."""


def integer_of(text: str) -> int | None:
    """The integer from 0 to below 2^63 that `text` holds in plain digits, if it does."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST):
        return None
    value = int(text)
    return value if value < 1 << 63 else None


def _integer(least: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        value = integer_of(text)
        if value is None or value < least:
            raise UsageError(f"{name}={text}: give an integer of at least {least}")
        return value

    return read


def _seed(name: str, text: str) -> int:
    value = integer_of(text)
    if value is None:
        raise UsageError(f"{name}={text}: give an integer from 0 to below 2^63")
    return value


def _choice(words: Sequence[str]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in words:
            raise UsageError(f"{name}={text}: give one of {', '.join(words)}")
        return text

    return read


def _directory(name: str, text: str) -> Path:
    if not text or not Path(text).is_dir():
        raise UsageError(f"{name}={text}: no such directory")
    return Path(text)


def _path(name: str, text: str) -> Path:
    if not text:
        raise UsageError(f"{name}=: give the name of a file")
    return Path(text)
