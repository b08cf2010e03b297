"""The keys of `platform.toml`, as the lab's model of it has them: a part of docs/adding-a-platform.md."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from agon.platforms import manifest

TABLES: dict[str, type[BaseModel] | None] = {
    "platform": manifest.Identity,
    "versions": manifest.Versions,
    "needs[]": manifest.Need,
    "supply": manifest.Supply,
    "build": manifest.Build,
    "run": manifest.Run,
    "variants": None,
    "tunings[]": manifest.Tuning,
    "workloads.NAME": manifest.Offer,
}
"""The tables of the file with their models, in the order in which they are written."""


def docstrings(model: type[BaseModel]) -> dict[str, str]:
    """What stands below each field of the model."""
    (defined,) = ast.parse(inspect.getsource(model)).body
    assert isinstance(defined, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in zip(defined.body, defined.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found


def keys(model: type[BaseModel]) -> Iterator[tuple[str, str, str]]:
    """Each key, whether it is required or what stands for it where it is left out, and what it means."""
    texts = docstrings(model)
    for name, field in model.model_fields.items():
        choices = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        yield name, absent(field), texts[name] + (f" One of {', '.join(choices)}." if choices else "")


def absent(field: FieldInfo) -> str:
    """What stands for the key where it is left out, `*` where it must not be."""
    if field.is_required():
        return " *"
    default = field.get_default(call_default_factory=True)
    return "" if default in (None, "", [], {}) else f" ({default})".replace("'", '"')


def table() -> str:
    """All keys as one table in Markdown."""
    rows = ["| key | |\n|---|---|\n"]
    for name, model in TABLES.items():
        if model is None:
            rows.append(f"| `{name}.NAME` | {docstrings(manifest.Manifest)[name]} |\n")
            continue
        rows += [f"| `{name}.{key}`{without} | {text} |\n" for key, without, text in keys(model)]
    return "".join(rows)
