"""Finds platforms: those that come with Agon, and folders named by path. Reads `name[:variant][@version][+runtime]`,
where the version may be the prefix of an installation: `erlang@/opt/otp-28`."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from pathlib import Path

from agon import home
from agon.errors import MissingError, UsageError
from agon.platforms import own, published_only
from agon.platforms.manifest import RUNTIME, Manifest, Offer, read_manifest

QUICK = "quick"
"""The profile of a build that is done sooner: for checks, and for a first look. Those in Rust have it from Cargo.toml
in Agon's own folder."""

_RUNTIME = re.compile(rf"\+({RUNTIME})\Z")


@dataclass(frozen=True)
class Platform:
    """A platform in one version and, where asked for, one variant."""

    manifest: Manifest
    folder: Path
    version: str
    variant: str | None
    """None: each workload's own first variant."""
    label: str
    """What the user wrote, made canonical; unique within an experiment."""
    outside: bool
    runtime: str = ""
    """The one asked for, else the one that the version needs; empty: the one that is here."""

    quick: bool = False
    """Built to be checked or for a first look: compiling takes less time, and the program more."""
    nth: int = 0
    """Which of several builds: the first is the ordinary one, each of the others is laid out in another way."""

    def built_quickly(self) -> Platform:
        """The same platform built in less time, where its build can do that; else itself."""
        return replace(self, quick=True) if self.manifest.build.has_profiles else self

    def builds(self, wanted: int) -> list[Platform]:
        """Its builds, as many as wanted where it can be built in several ways, else the only one."""
        others = range(1, wanted if self.manifest.build.varies else 1)
        return [self, *(replace(self, nth=n, label=f"{self.label} (build {n + 1})") for n in others)]

    @property
    def profile(self) -> str:
        """What stands for `{profile}` in the commands of its build."""
        return QUICK if self.quick else self.manifest.build.profile

    @property
    def own_runtime(self) -> bool:
        """Does it run on what its version runs on where nothing is asked for?"""
        return self.runtime == self.manifest.versions.runtime_of.get(self.version, "")

    @property
    def prefix(self) -> str:
        """Of the user's own installation; empty where it is what a registry or the distribution has."""
        return self.version if own.is_prefix(self.version) else ""

    @property
    def edition(self) -> str:
        """The version, and a runtime that is not the version's own: what distinguishes two builds of a platform."""
        if self.prefix:
            return own.edition(self.prefix)
        return self.version if self.own_runtime else f"{self.version}+{self.runtime}"

    @property
    def to_install(self) -> str:
        """What `install` calls it: all that a build depends on, and no more."""
        name = str(self.folder) if self.outside else self.id
        plain = self.version == self.manifest.versions.default
        name += ("" if plain else f"@{self.version}") + ("" if self.own_runtime else f"+{self.runtime}")
        return f"{name} --quick" if self.quick else name

    @property
    def id(self) -> str:
        return self.manifest.platform.id

    def offer(self, workload: str) -> Offer | None:
        """What it declares of a workload; None if nothing."""
        return self.manifest.workloads.get(workload)

    def variant_for(self, workload: str) -> str:
        """The variant that runs that workload: the one asked for, else the workload's first."""
        offer = self.offer(workload)
        if self.variant is not None or offer is None:
            return self.variant or "default"
        return offer.variants[0]


def known_ids() -> list[str]:
    """Ids of the platforms that come with Agon: of folders, and of those without a program. None without a checkout."""
    if home.checkout() is None:
        return []
    folders = {path.parent.name for path in home.platforms().glob("*/platform.toml")}
    entries = published_only.entries()
    if both := sorted(folders & entries.keys()):
        raise UsageError(f"{published_only.path()}: platforms.{both[0]}: a folder has that platform, too: remove one")
    return sorted(folders | entries.keys())


def split(spec: str) -> tuple[str, str | None, str | None, str | None]:
    """`name[:variant][@version][+runtime]` taken apart; the name may be a path."""
    if in_prefix := own.split(spec):
        return (*in_prefix, None)
    head, slash, tail = spec.rpartition("/")
    found = _RUNTIME.search(tail)
    tail = tail[: found.start()] if found else tail
    rest, _, version = tail.partition("@")
    name, _, variant = rest.partition(":")
    return head + slash + name, variant or None, version or None, found[1] if found else None


def _is_path(name: str) -> bool:
    return "/" in name or name.startswith(".")


def find(spec: str) -> Platform:
    """The platform that `spec` names. UsageError names what exists, with the closest match first."""
    name, variant, version, runtime = split(spec)
    if not name:
        raise UsageError(f"'{spec}' names no platform: write name[:variant][@version][+runtime] or a path")
    outside = _is_path(name)
    folder = Path(name).resolve() if outside else _own_folder(name)
    if outside and not folder.is_dir():
        raise UsageError(f"{name}: no such folder; a platform is a folder with a platform.toml")
    manifest = read_manifest(folder) if outside else _manifest(name, folder)
    has_folder = outside or manifest.runs
    described = "[versions] in its platform.toml" if has_folder else f"platforms/{published_only.NAME}"
    if not outside and manifest.platform.id != name:
        raise UsageError(f"{folder}/platform.toml: platform.id is '{manifest.platform.id}', the folder is '{name}'")
    if version and own.is_prefix(version):
        prefix = own.checked(name, version, manifest.versions.prefix)
        label = f"{name}{f':{variant}' if variant and variant != 'default' else ''}@{own.label(prefix)}"
        _check_variant(name, variant, manifest)
        return Platform(manifest, folder, prefix, variant, label, outside)
    wanted = version or manifest.versions.default
    if version and runtime and f"{version}+{runtime}" in manifest.versions.all:
        wanted, version, runtime = f"{version}+{runtime}", f"{version}+{runtime}", None
    if wanted not in manifest.versions.all:
        offered = ", ".join(manifest.versions.all)
        raise UsageError(f"{name} has no version {wanted}; it offers {offered} ({described})")
    if runtime is not None and runtime not in manifest.versions.runtimes:
        offered = ", ".join(manifest.versions.runtimes) or "none but its own"
        raise UsageError(f"{name} has no runtime {runtime}; it offers {offered} ({described})")
    _check_variant(name, variant, manifest)
    base = manifest.platform.id
    label = base + (f":{variant}" if variant and variant != "default" else "") + (f"@{version}" if version else "")
    label += f"+{runtime}" if runtime else ""
    used = runtime or manifest.versions.runtime_of.get(wanted, "")
    return Platform(manifest, folder, wanted, variant, label, outside, used)


def _check_variant(name: str, variant: str | None, manifest: Manifest) -> None:
    if variant is not None and variant != "default" and variant not in manifest.variants:
        offered = (
            f"no variant '{variant}'; it has: {', '.join(manifest.variants)}" if manifest.variants else "no variants"
        )
        raise UsageError(f"{name} has {offered}")


def _own_folder(name: str) -> Path:
    """Where a platform that comes with Agon lies. MissingError where none comes with what is installed."""
    if home.checkout() is None:
        raise MissingError(
            f"no platform '{name}': Agon's platforms are part of its checkout ({home.ADVICE}). "
            f"A folder of your own: -p ./{name}"
        )
    return home.platforms() / name


def _manifest(name: str, folder: Path) -> Manifest:
    """The manifest of a platform that comes with Agon."""
    if (folder / "platform.toml").exists():
        return read_manifest(folder)
    manifest = published_only.manifest_of(name)
    if manifest is None:
        raise UsageError(_unknown(name))
    return manifest


def find_all(specs: list[str]) -> list[Platform]:
    """Every platform named; labels made unique (two folders with one id are distinguished by the ends of their
    paths)."""
    found = [find(spec) for spec in dict.fromkeys(specs)]
    alike: dict[str, list[Platform]] = {}
    for platform in found:
        alike.setdefault(platform.label, []).append(platform)
    unique = [_apart(platform, alike[platform.label]) for platform in found]
    labels = [p.label for p in unique]
    for label in labels:
        if labels.count(label) > 1:
            raise UsageError(f"{label} is named twice: give the two different variants, versions or runtimes")
    return unique


def _apart(platform: Platform, alike: list[Platform]) -> Platform:
    """The platform with a label that no other has: for one given by path, the shortest end of the path that separates
    it from the others, and at least two names, so that it is no platform of Agon's."""
    if len(alike) == 1 or not platform.outside:
        return platform
    others = [other.folder for other in alike if other.folder != platform.folder]
    parts = platform.folder.parts[1:]
    ends = ("/".join(parts[-n:]) for n in range(2, len(parts)))
    end = next((e for e in ends if not any(str(o).endswith(f"/{e}") for o in others)), str(platform.folder))
    return replace(platform, label=end + platform.label.removeprefix(platform.id))


def _unknown(name: str) -> str:
    ids = known_ids()
    close = difflib.get_close_matches(name, ids, n=1)
    guess = f" Did you mean '{close[0]}'?" if close else ""
    return f"no platform '{name}'.{guess} There are: {', '.join(ids)}. A folder of your own: -p ./{name}"
