"""`platforms/published-only.toml` as data: the platforms without a program, which no registry holds either.

Reports compare their published figures with those of others. docs/adding-a-platform.md describes the keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agon import home
from agon.errors import UsageError
from agon.platforms.manifest import Identity, Manifest, Supply, Versions, mistake

NAME = "published-only.toml"


class _File(BaseModel):
    """The whole file; its entries are judged one by one."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_version: Literal[1] = Field(alias="schema")
    platforms: dict[str, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]])


class _Entry(BaseModel):
    """One platform."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    family: Literal["actor", "agent", "messaging"]
    language: str
    homepage: str
    licence: str
    summary: str
    version: str
    """The one that was measured, or when it was released."""
    where: str
    """What has it: a site, or a sentence where there is none any more."""

    def manifest(self, platform: str) -> Manifest:
        """As a platform.toml would describe it."""
        about = self.model_dump(exclude={"version", "where"})
        return Manifest(
            schema=1,
            platform=Identity(id=platform, **about),
            versions=Versions(default=self.version),
            supply=Supply(where=self.where),
        )


def path() -> Path:
    """Where the file lies. A tree without it has no such platforms."""
    return home.platforms() / NAME


def entries() -> Mapping[str, dict[str, Any]]:
    """What the file holds, by id, not judged yet. UsageError where it is no such file at all."""
    try:
        data = tomllib.loads(path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path()}: not valid TOML: {error}") from None
    try:
        return _File.model_validate(data).platforms
    except ValidationError as error:
        raise UsageError(f"{path()}: {mistake(error, lambda _: _keys(_File))}") from None


def manifest_of(platform: str) -> Manifest | None:
    """The platform's manifest; None if the file has no such entry. UsageError names the key and what is wrong."""
    entry = entries().get(platform)
    if entry is None:
        return None
    try:
        return _Entry.model_validate(entry).manifest(platform)
    except ValidationError as error:
        what = mistake(error, lambda _: _keys(_Entry))
        raise UsageError(f"{path()}: platforms.{platform}: {what} (docs/adding-a-platform.md)") from None


def _keys(part: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in part.model_fields.items()]
