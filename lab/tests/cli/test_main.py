"""A verb starts with what it needs, and all verbs are known."""

from __future__ import annotations

import subprocess
import sys

import pytest

from agon.cli.main import wanted, with_verbs


def imported_by(*arguments: str) -> set[str]:
    code = "import sys; from agon.cli import main; main.with_verbs(main.wanted(sys.argv[1:])); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("verb", ["exec", "asl", "new"])
def test_what_runs_agents_starts_without_what_measures(verb: str) -> None:
    heavy = {"numpy", "polars", "pydantic", "agon.workloads.registry", "agon.results.model", "agon.report"}
    assert not imported_by(verb, "x.asl") & heavy


def test_one_look_at_a_system_needs_nothing_that_measures_or_draws_again_and_again() -> None:
    heavy = {"numpy", "polars", "rich.live", "agon.workloads.registry", "agon.results.model", "agon.report"}
    assert not imported_by("top", "--once") & heavy


def test_the_version_needs_no_verb() -> None:
    assert list(wanted(["--version"])) == []
    assert not {name for name in imported_by("--version") if name.startswith("agon.cli.") and name != "agon.cli.main"}


def test_a_verb_is_imported_alone_and_what_is_none_is_compared_with_all() -> None:
    assert list(wanted(["run", "token-ring"])) == ["run"]
    assert list(wanted(["rnu"])) == list(wanted([])) == list(wanted(["--help"]))


def test_each_verb_is_registered_under_its_name() -> None:
    for verb in wanted([]):
        made = with_verbs([verb])
        names = [c.name for c in made.registered_commands] + [g.name for g in made.registered_groups]
        assert names == [verb]
