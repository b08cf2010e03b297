"""What is measured where nothing is asked for: the newest version, the newest runtime, the faster variant."""

from __future__ import annotations

import re

import pytest

from agon.platforms.registry import find, known_ids


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


SEVERAL = [name for name in known_ids() if len(find(name).manifest.versions.all) > 1]
"""Platforms that offer more than one version."""
RUNTIMES = [name for name in known_ids() if find(name).manifest.versions.runtime_of]
"""Platforms whose versions have a runtime of their own."""


def test_those_with_a_choice_are_looked_at() -> None:
    assert {"jason", "nats", "akka", "pekko", "java-threads", "java-virtual-threads"} <= set(SEVERAL)
    assert {"jason", "akka", "pekko", "java-threads"} <= set(RUNTIMES)


@pytest.mark.parametrize("name", SEVERAL)
def test_the_newest_version_offered_is_the_default(name: str) -> None:
    versions = find(name).manifest.versions
    assert versions.default == max(versions.all, key=_number)


@pytest.mark.parametrize("name", RUNTIMES)
def test_the_default_version_has_the_newest_runtime_that_is_fetched(name: str) -> None:
    versions = find(name).manifest.versions
    fetched = {*versions.runtime_of.values(), *versions.runtimes} - {"path"}
    assert versions.runtime_of[versions.default] == max(fetched, key=_number)


@pytest.mark.parametrize(
    ("spec", "version"),
    [
        ("jason@3.2.0", "3.2.0"),
        ("nats@2.9.10", "2.9.10"),
        ("java-threads@17.0.9", "17.0.9"),
        ("pekko@1.1.5", "1.1.5"),
        ("python-agentspeak@0.2.2", "0.2.2"),
    ],
)
def test_an_old_version_can_still_be_asked_for(spec: str, version: str) -> None:
    assert find(spec).version == version


@pytest.mark.parametrize(
    ("name", "workload", "variant"),
    [
        ("tokio", "chameneos", "local"),
        ("kilim", "token-ring", "fork-join"),
        ("kilim", "echo-all", "fork-join"),
        ("kilim", "mass-reception", "fork-join"),
        ("kilim", "grid-swap", "affine"),
    ],
)
def test_the_variant_that_took_less_time_is_the_default(name: str, workload: str, variant: str) -> None:
    assert find(name).variant_for(workload) == variant


def test_each_version_of_python_agentspeak_is_pinned() -> None:
    platform = find("python-agentspeak")
    for version in platform.manifest.versions.all:
        pinned = (platform.folder / f"requirements-{version}.txt").read_text().split()[0]
        assert pinned in (f"agentspeak=={version}", f"py-agentspeak=={version}")


@pytest.mark.parametrize(("variant", "setting"), [("virtual", "virtualize=on"), ("runnable", "minimum-runnable=-1")])
def test_pekko_has_the_settings_of_newer_virtual_machines(variant: str, setting: str) -> None:
    manifest = find(f"pekko:{variant}").manifest
    assert any(word.endswith(setting) for word in manifest.run.options_of[variant])
    assert {w for w, offer in manifest.workloads.items() if variant in offer.variants} >= {"token-ring", "chameneos"}
