"""`platform.toml` as data. The keys' docstrings are the table of docs/adding-a-platform.md."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from agon.errors import UsageError

Argv: TypeAlias = Annotated[list[str], Field(min_length=1)]
_ID = re.compile(r"[a-z0-9][a-z0-9-]*\Z")
RUNTIME = r"[a-z][a-z0-9.-]*"
"""How the name of a runtime is written: nothing that the end of a version could be taken for."""

RELEASED = r"^[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$"
"""How the day or the month of a release is written: `2023-05-09` or `2023-05`."""

PLACEHOLDERS = (
    *("source", "build", "shared", "version", "root", "jars", "threads", "cores", "memory_mb", "variant"),
    *("heap", "growth", "options", "runtime", "profile", "layout", "seed"),
)
"""What stands in braces in commands and is filled in (docs/adding-a-platform.md)."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Identity(_Part):
    id: str
    """The folder's name: a-z, 0-9 and '-'."""
    name: str
    """As reports write it."""
    family: Literal["actor", "agent", "messaging"]
    """What it is compared with first."""
    language: str
    """Of its programs."""
    homepage: str
    """Of the platform."""
    licence: str
    """Of the platform."""
    summary: str = ""
    """One sentence on what it is."""

    @model_validator(mode="after")
    def _id_is_plain(self) -> Identity:
        if not _ID.match(self.id):
            raise ValueError(f"platform.id '{self.id}': use a-z, 0-9 and '-'")
        return self


class Versions(_Part):
    default: str
    """The pinned version."""
    offered: list[str] = Field(default_factory=list)
    """What `@` may ask for."""
    prefix: list[str] = Field(default_factory=list)
    """What a user's own installation, named after `@`, must have, e.g. `bin/erl`."""
    installed: list[str] = Field(default_factory=list)
    """argv whose first line of output is the version really used."""
    runtimes: list[str] = Field(default_factory=list)
    """What `+` may ask for: other runtimes of the language."""
    runtime_of: dict[str, str] = Field(default_factory=dict)
    """By version: the runtime that it needs."""
    runtime_installed: list[str] = Field(default_factory=list)
    """argv whose first line of output is the runtime really used."""
    released: dict[str, Annotated[str, Field(pattern=RELEASED)]] = Field(default_factory=dict)
    """By version, offered or as found: the day or the month of its release."""

    def release(self, version: str, found: str = "") -> str:
        """When what was found was released, else the version asked for; empty where it is not known."""
        return self.released.get(found) or self.released.get(version, "")

    @model_validator(mode="after")
    def _runtimes_are_plain(self) -> Versions:
        for runtime in [*self.runtimes, *self.runtime_of.values()]:
            if not re.fullmatch(RUNTIME, runtime):
                raise ValueError(f"runtime '{runtime}': begin with a-z, and go on with a-z, 0-9, '.' and '-'")
        for version in self.runtime_of:
            if version not in self.all:
                raise ValueError(f"runtime_of: version {version} is not offered")
        return self

    @property
    def all(self) -> list[str]:
        return list(dict.fromkeys([self.default, *self.offered]))


class Need(_Part):
    command: str
    """What must be on PATH."""
    header: str | None = None
    """A header that `command`, a C++ compiler, must find."""
    apt: list[str] = Field(default_factory=list)
    """Packages of Debian that install it."""
    hint: str
    """How to get it, for people."""

    @property
    def name(self) -> str:
        """What it is called where it is missing."""
        return self.header or self.command


class Supply(_Part):
    """How to get what no registry holds. With `jar` the programs build against a jar of the user's; else there are no
    programs, only the published figures."""

    where: str
    """Who has it: a site, or a sentence."""
    jar: str = ""
    """Which jars, in words, e.g. `madkit-5.x.jar`."""

    def how(self, platform: str) -> str:
        """One sentence on how to supply it."""
        if not self.jar:
            return f"no registry holds it and Agon has no program for it, only its published figures; see {self.where}"
        return f"no registry holds it: get {self.jar} ({self.where}), then: ./agon install {platform} --jar FILE"


class Build(_Part):
    commands: list[Argv] = Field(default_factory=list[Argv])
    """Each an argv, run in the platform's folder, in order."""
    inputs: list[str] = Field(default_factory=list)
    """Further folders and files whose change asks for a new build."""
    kept: list[str] = Field(default_factory=list)
    """Patterns below the build folder: files whose size and time an archive of classes has on record."""
    profile: str = "release"
    """`{profile}` in `commands` where it is built to be measured."""
    layout: list[str] = Field(default_factory=list)
    """`{layout}` in `commands`, in builds after the first: flags that lay the same code out differently for each
    `{seed}`."""
    one_build: str = ""
    """In place of layout: why there is nothing to lay out when it is built."""
    environment: list[str] = Field(default_factory=list)
    """Further variables of the user's environment that reach the build."""
    time_limit_s: float = Field(default=1800, gt=0)
    """For all commands together, in seconds; then the build is ended and has failed."""

    @property
    def varies(self) -> bool:
        """Whether the same sources can be built into several programs that differ in their layout alone."""
        return bool(self.layout) or any("{seed}" in word for argv in self.commands for word in argv)

    @model_validator(mode="after")
    def _layout_has_a_place(self) -> Build:
        if self.layout and not any("{layout}" in argv for argv in self.commands):
            raise ValueError("layout: no command has '{layout}', where it would stand")
        if self.layout and not any("{seed}" in word for word in self.layout):
            raise ValueError("layout: nothing in it has '{seed}', so all builds would be alike")
        if self.varies and self.one_build:
            raise ValueError("one_build: commands and layout have '{seed}', by which several builds are made")
        return self

    @property
    def has_profiles(self) -> bool:
        """Whether `commands` can build in less time."""
        return any("{profile}" in word for argv in self.commands for word in argv)


class Run(_Part):
    command: list[str] = Field(default_factory=list)
    """argv that starts the program; the lab adds WORKLOAD key=value .."""
    heap: list[str] = Field(default_factory=list)
    """`{heap}` in `command`, if memory is limited."""
    growth: list[str] = Field(default_factory=list)
    """`{growth}` in `command`, in `agon check` alone: flags under which time grows with work from the start."""
    # Growth judges honesty, not speed, and would else wait until such a compiler has done its part.
    options_of: dict[str, Annotated[list[str], Field(min_length=1)]] = Field(default_factory=dict)
    """By variant: `{options}` in `command`."""
    least_memory_mb_of: dict[str, Annotated[int, Field(ge=1)]] = Field(default_factory=dict)
    """By variant: the least memory limit under which it can run."""
    max_iterations: int | None = Field(default=None, ge=1)
    """1 where the platform cannot repeat inside a process."""

    def short_of_memory(self, variant: str, memory_bytes: int | None) -> str | None:
        """That a memory limit is too low for the variant, in words; None if it is not."""
        least = self.least_memory_mb_of.get(variant)
        if least is None or memory_bytes is None or memory_bytes >= least << 20:
            return None
        return f"variant '{variant}' needs {least} MiB of memory, the limit is {memory_bytes / (1 << 20):.0f} MiB"


class Tuning(_Part):
    setting: str
    """One that is not the platform's default."""
    reason: str
    """Why it is set."""


class Restriction(_Part):
    """The values of one parameter that the platform can do, and why not the others."""

    values: Annotated[list[str | int], Field(min_length=1)]
    reason: str


class Offer(_Part):
    """What the platform declares of one workload."""

    variants: list[str] = Field(default_factory=lambda: ["default"])
    """Those that do it; the first is the default one."""
    sources: list[str] = Field(default_factory=list)
    """The workload's own program, whose size is measured."""
    ceiling: dict[str, int] = Field(default_factory=dict)
    """By parameter: beyond it a quick ladder leaves the platform out, `over the quick budget`."""
    ceiling_of: dict[str, dict[str, int]] = Field(default_factory=dict)
    """The same by variant."""
    only: dict[str, Restriction] = Field(default_factory=dict[str, Restriction])
    """By parameter: the `values` that it can do, and the `reason` why not the others."""
    unranked: dict[str, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """By variant: why it is shown but has no place in a ranking, e.g. since it does other work."""
    kind_of: dict[str, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """By variant: the kind of run it is, where it is not the ordinary one. Kinds are ranked apart."""
    not_applicable: str | None = None
    """Why the platform cannot do it, in place of all else."""

    def beyond(self, params: Mapping[str, int | float | str]) -> str | None:
        """Which of `params` the platform cannot do, and why; None if it can do them all."""
        for name, restriction in self.only.items():
            if name in params and params[name] not in restriction.values:
                return f"{name}={params[name]}: {restriction.reason}"
        return None

    @property
    def restrictions(self) -> str:
        """What the offer is restricted to, in words; empty where it is not."""
        parts = (f"only {n}={','.join(map(str, r.values))}: {r.reason}" for n, r in self.only.items())
        return "; ".join(parts)

    def over(self, variant: str, params: dict[str, int | float | str]) -> str | None:
        """Which ceiling `params` lie beyond for that variant, in words; None if they lie within."""
        limits = self.ceiling | self.ceiling_of.get(variant, {})
        for name, limit in limits.items():
            value = params.get(name)
            if isinstance(value, int | float) and value > limit:
                return f"{name}={value} is over the quick budget (ceiling {limit})"
        return None


class Manifest(_Part):
    """A whole platform.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_version: Literal[1] = Field(alias="schema")
    platform: Identity
    versions: Versions
    needs: list[Need] = Field(default_factory=list[Need])
    supply: Supply | None = None
    build: Build = Field(default_factory=Build)
    run: Run = Field(default_factory=Run)
    variants: dict[str, str] = Field(default_factory=dict)
    """By name: what it is. `default` needs no line."""
    tunings: list[Tuning] = Field(default_factory=list[Tuning])
    workloads: dict[str, Offer] = Field(default_factory=dict[str, Offer])

    @property
    def runs(self) -> bool:
        """Has it programs at all? Without them it is a row: what it is, and how to get it."""
        return self.supply is None or bool(self.supply.jar)

    @model_validator(mode="after")
    def _a_row_has_no_programs(self) -> Manifest:
        if self.runs and not (self.run.command and self.workloads):
            raise ValueError("give [run] command and at least one [workloads.NAME] (or [supply] without jar)")
        if not self.runs and (self.run.command or self.workloads):
            raise ValueError("[supply] without jar means that there are no programs: leave out [run] and [workloads]")
        return self

    @model_validator(mode="after")
    def _runtimes_have_a_place(self) -> Manifest:
        named = self.versions.runtimes or self.versions.runtime_of
        if named and not any("{runtime}" in word for command in self.build.commands for word in command):
            raise ValueError("versions: no command of [build] has '{runtime}', which would fetch the runtimes named")
        return self

    @model_validator(mode="after")
    def _options_have_a_place(self) -> Manifest:
        given = {"options_of": "options", "growth": "growth", "heap": "heap"}
        for key, place in given.items():
            if getattr(self.run, key) and "{" + place + "}" not in self.run.command:
                raise ValueError(f"run.{key}: run.command has no '{{{place}}}', where they would stand")
        return self

    @model_validator(mode="after")
    def _placeholders_are_spelt_right(self) -> Manifest:
        # Braces may be the program's own: only what resembles a placeholder is a mistake.
        for where, argv in self._argvs():
            for name in re.findall(r"\{([a-z_]+)\}", " ".join(argv)):
                if name not in PLACEHOLDERS and (near := _like(name, PLACEHOLDERS)):
                    raise ValueError(f"{where}: there is no placeholder '{{{name}}}'{near}")
        return self

    def _argvs(self) -> Iterator[tuple[str, list[str]]]:
        """Every argv with its key."""
        yield "versions.installed", self.versions.installed
        for argv in self.build.commands:
            yield "build.commands", argv
        yield "build.layout", self.build.layout
        yield "run.command", self.run.command
        yield "run.heap", self.run.heap
        yield "run.growth", self.run.growth
        for variant, options in self.run.options_of.items():
            yield f"run.options_of.{variant}", options

    @model_validator(mode="after")
    def _variants_are_named(self) -> Manifest:
        known = set(self.variants) | {"default"}
        for key in ("options_of", "least_memory_mb_of"):
            for variant in getattr(self.run, key):
                if variant not in known:
                    raise ValueError(f"run.{key}: variant '{variant}' is not in [variants]")
        for workload, offer in self.workloads.items():
            for variant in [*offer.variants, *offer.ceiling_of, *offer.unranked, *offer.kind_of]:
                if variant not in known:
                    raise ValueError(f"workloads.{workload}: variant '{variant}' is not in [variants]")
            if offer.not_applicable is None and not offer.variants:
                raise ValueError(f"workloads.{workload}: name at least one variant")
        return self


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the platform in `folder`; UsageError names the file, the key and what is wrong with it."""
    path = folder / "platform.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{folder}: no platform.toml there. Start one with: agon new platform NAME") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from None
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        raise UsageError(f"{path}: {mistake(error, _keys)} (docs/adding-a-platform.md)") from None


_PARTS: Mapping[str, type[_Part]] = {
    "platform": Identity,
    "versions": Versions,
    "needs": Need,
    "supply": Supply,
    "build": Build,
    "run": Run,
    "tunings": Tuning,
    "workloads": Offer,
}
"""What each table of the file is."""


def mistake(error: ValidationError, keys: Callable[[tuple[int | str, ...]], Iterable[str]]) -> str:
    """The first of them in words: the key, and what is wrong with it. `keys`: which keys a table may have."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"{where}: there is no such key{_like(str(first['loc'][-1]), keys(first['loc'][:-1]))}"
    if first["type"] == "missing":
        return f"{where}: it is missing"
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}: {message}" if where else message


def _keys(parents: tuple[int | str, ...]) -> list[str]:
    """The keys that a table may have."""
    part = _PARTS.get(str(parents[0]), Manifest) if parents else Manifest
    return [field.alias or name for name, field in part.model_fields.items()]


def _like(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'run'?` if `word` resembles a known one, else nothing."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean '{close[0]}'?" if close else ""
