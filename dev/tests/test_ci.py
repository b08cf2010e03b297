"""What continuous integration installs and checks, and that it comes in an order in which it can work."""

from __future__ import annotations

import pytest
from agon import home
from dev import ci
from dev.platforms import TURNS, by_turns, checked, conformance, conformance_budget_s
from dev.suite import default_jobs
from support import names, one


@pytest.mark.parametrize("turn", [0, 1, 12345])
def test_it_runs_the_default_size_the_checkers_and_a_demo(turn: int) -> None:
    found = ci.jobs(turn)
    assert {*names(default_jobs())} <= {*names(found)}
    assert {"engine: loom, briefly", "engine: miri, briefly", "engine: tsan, briefly", "demo: smoke test"} <= {
        *names(found)
    }
    assert len({*names(found)}) == len(found)


def test_what_a_job_comes_after_is_a_job() -> None:
    found = ci.jobs(7)
    assert {name for job in found for name in job.after} <= {*names(found)}


def test_each_platform_is_checked_within_a_few_turns_and_each_language_and_family_at_every_one() -> None:
    platforms = checked()
    everything = {platform.label for platform in platforms}
    for first in (0, 1000):
        turns = [by_turns(platforms, first + turn) for turn in range(TURNS)]
        assert {platform.label for turn in turns for platform in turn} == everything
        for turn in turns:
            for group in ("language", "family"):
                every = {getattr(platform.manifest.platform, group) for platform in platforms}
                assert {getattr(platform.manifest.platform, group) for platform in turn} == every
            assert len(turn) <= len(platforms) / 2


def test_what_is_checked_is_installed_before() -> None:
    found = ci.jobs(3)
    installed = {word for name in (ci.OTHERS, ci.IN_RUST) for word in one(found, name).argv}
    checks = [job for job in found if job.name.endswith(": conformance")]
    assert checks
    for job in checks:
        assert job.argv[-1] in installed
        assert {ci.OTHERS, ci.IN_RUST} <= {*job.after}


def test_tests_begin_after_the_installation_and_compiling_at_once() -> None:
    found = ci.jobs(0)
    assert ci.OTHERS in one(found, "lab: tests").after
    assert ci.DISTRIBUTION in one(found, "node: tests").after
    assert one(found, "rust: lint").after == ()
    assert one(found, "lab: types").after == ()


def test_the_packages_are_those_of_commands_that_are_missing() -> None:
    script = one(ci.jobs(0), ci.DISTRIBUTION).argv[-1]
    assert 'command -v chromium >/dev/null || wanted="$wanted chromium fonts-dejavu-core"' in script


def test_the_script_of_ci_runs_this_size() -> None:
    assert "./agon test --ci" in (home.root() / ".ci" / "run").read_text(encoding="utf-8")


def test_the_budget_of_conformance_grows_with_what_is_tried_and_all_fit_into_the_whole() -> None:
    budgets = {platform.id: conformance_budget_s(platform) for platform in checked()}
    assert budgets["nats"] < budgets["erlang"] < budgets["jason"]
    assert sum(budgets.values()) <= 9 * 60
    assert all(sum(conformance_budget_s(p) for p in by_turns(checked(), turn)) <= 5 * 60 for turn in range(60))


def test_one_platform_is_checked_on_another_runtime_than_its_own() -> None:
    (job,) = [conformance(platform) for platform in checked() if platform.label == "artemis+path"]
    assert list(job.argv[-4:]) == ["check", "--brief", "--quick", "artemis+path"]
