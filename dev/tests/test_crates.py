"""Which packages are tested after a change: by the workspace's own manifests."""

from __future__ import annotations

import pytest
from agon import home
from dev import crates


def concerned(*files: str) -> list[str] | None:
    return crates.concerned(home.root(), files)


def test_a_change_of_a_platform_concerns_it_alone() -> None:
    assert concerned("platforms/tokio/src/main.rs") == ["agon-tokio"]


def test_a_change_of_agentspeak_concerns_what_is_built_on_it_and_not_what_it_is_built_on() -> None:
    found = concerned("engine/agentspeak/src/lib.rs")
    assert found is not None
    assert "agon-agentspeak" in found
    assert "agon-agentspeak-platform" in found
    assert not {"agon-actor", "agon-tokio"} & {*found}


def test_what_all_share_concerns_all_and_what_needs_zenoh_is_not_among_the_default_members() -> None:
    found = concerned("engine/actor/src/lib.rs", "platforms/rust/src/lib.rs")
    everything = [package.name for package in crates.packages(home.root()) if package.default]
    assert found is not None
    assert {"agon-actor", "agon-agentspeak", "agon-actix", "agon-tokio"} <= {*found} <= {*everything}
    assert "agon-link" not in found


def test_a_member_within_another_is_not_that_other() -> None:
    assert concerned("engine/agentspeak/fuzz/src/main.rs") == ["agon-agentspeak-fuzz"]


@pytest.mark.parametrize("file", ["Cargo.lock", "Cargo.toml", "rustfmt.toml", "platforms/agentspeak/ring.asl"])
def test_what_belongs_to_no_member_concerns_all(file: str) -> None:
    assert concerned("platforms/tokio/src/main.rs", file) is None
