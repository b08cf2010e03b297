"""The packages of the engine's crates: what they contain, where their pages link, and that versions agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from test_docs import LINK, text_of

from agon import __version__, home

PACKAGES = {"agon-actor": "actor", "agon-agentspeak": "agentspeak", "agon-java": "java", "agon-link": "link"}
"""What is to be published, and its folder of the engine."""

MADE = {"Cargo.lock", "Cargo.toml", "Cargo.toml.orig", ".cargo_vcs_info.json"}
ALONE = {"README.md", "LICENSE-APACHE", "LICENSE-MIT"}
FOLDERS = {
    "agon-actor": {"src", "examples", "tests"},
    "agon-agentspeak": {"src", "examples", "docs"},
    "agon-java": {"src", "java"},
    "agon-link": {"src", "examples", "docs"},
}
"""What each contains. Only agon-actor's tests are among it: the others' need files of the repository."""

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo: install Rust (rustup.rs)")


def toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def members() -> dict[str, dict[str, Any]]:
    """The manifest of each crate in the workspace, by its folder."""
    root = home.root()
    folders = toml(root / "Cargo.toml")["workspace"]["members"]
    return {folder: toml(root / folder / "Cargo.toml") for folder in folders}


def version_of(manifest: dict[str, Any]) -> str:
    version = manifest["package"]["version"]
    return version if isinstance(version, str) else toml(home.root() / "Cargo.toml")["workspace"]["package"]["version"]


@cache
def packed(package: str) -> frozenset[str]:
    """The files of a package, as Cargo lists them."""
    command = ["cargo", "package", "--list", "--locked", "--offline", "--allow-dirty", "--package", package]
    done = subprocess.run(command, cwd=home.root(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return frozenset(done.stdout.split("\n")) - {""}


@needs_cargo
@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_contains_what_its_users_need_and_no_more(package: str) -> None:
    files = packed(package)
    assert files >= ALONE
    assert {file.partition("/")[0] for file in files} - MADE - ALONE == FOLDERS[package]


@needs_cargo
@pytest.mark.parametrize("package", PACKAGES)
def test_the_readme_links_only_to_files_of_its_package(package: str) -> None:
    page = home.root() / "engine" / PACKAGES[package] / "README.md"
    links = [link.partition("#")[0] for link in LINK.findall(text_of(page)) if not re.match(r"[a-z]+:|#", link)]
    assert [link for link in links if link not in packed(package)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_published_can_be(package: str) -> None:
    manifest = members()[f"engine/{PACKAGES[package]}"]
    assert manifest["package"]["name"] == package
    assert "publish" not in manifest["package"]
    assert {"description", "license", "readme", "keywords", "categories", "include"} <= manifest["package"].keys()
    ours = [wanted for name, wanted in manifest["dependencies"].items() if name.startswith("agon-")]
    assert all(wanted["version"] == __version__ for wanted in ours), "a registry knows no paths"


def test_what_is_not_published_cannot_be() -> None:
    kept = {folder: m["package"].get("publish", True) for folder, m in members().items()}
    assert {folder for folder, may in kept.items() if may} == {f"engine/{folder}" for folder in PACKAGES.values()}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_readme_has_how_to_depend_on_the_crate(package: str) -> None:
    text = (home.root() / "engine" / PACKAGES[package] / "README.md").read_text(encoding="utf-8")
    release = __version__.rpartition(".")[0]
    assert re.search(rf'{package} = (?:"{release}"|\{{ version = "{release}")', text)
    assert f'{package} = {{ path = "../agon/engine/{PACKAGES[package]}"' in text


def test_one_version_is_everywhere() -> None:
    root = home.root()
    assert {folder: version_of(m) for folder, m in members().items()} == dict.fromkeys(members(), __version__)
    locked = {p["name"]: p["version"] for p in toml(root / "Cargo.lock")["package"] if "source" not in p}
    assert locked == dict.fromkeys(locked, __version__)
    for platform in ("agon-actor", "agon-agentspeak", "agon-link"):
        versions = toml(root / "platforms" / platform / "platform.toml")["versions"]
        assert (versions["default"], versions["offered"]) == (__version__, [__version__])
    assert yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))["version"] == __version__
    headings = re.findall(r"^## (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = r"\d{4}-\d{2}-\d{2}"
    newest, *older = [heading for heading in headings if heading != "[Unreleased]"]
    assert re.fullmatch(rf"\[{re.escape(__version__)}\] - (?:unreleased|{released})", newest)
    assert all(re.fullmatch(rf"\[[\d.]+\] - {released}", heading) for heading in older)
