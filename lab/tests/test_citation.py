"""CITATION.cff is what the Citation File Format 1.2.0 allows, as far as it uses that."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
import yaml

from agon import home

Citation: TypeAlias = dict[str, Any]

REQUIRED = {"authors", "cff-version", "message", "title"}
TEXTS = {
    *("abstract", "cff-version", "commit", "doi", "license", "license-url", "message", "repository"),
    *("repository-artifact", "repository-code", "title", "type", "url", "version"),
}
OTHERS = {"authors", "contact", "date-released", "identifiers", "keywords", "preferred-citation", "references"}
OF_REFERENCE = {"authors", "title", "type"}
REFERENCE_TYPES = {"article", "book", "conference-paper", "generic", "report", "software", "thesis"}
"""Those of the format that a source of a workload may be."""
OF_PERSON = {"affiliation", "alias", "email", "family-names", "given-names", "name-particle", "name-suffix", "orcid"}
DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)?/[A-Za-z0-9:/_;\-.()\[\]\\]+")


def read() -> Citation:
    return yaml.safe_load((home.root() / "CITATION.cff").read_text(encoding="utf-8"))


def is_author(author: Any) -> bool:
    """A person, or an entity: something with a name."""
    if not isinstance(author, dict) or not all(isinstance(part, str) and part for part in author.values()):
        return False
    return bool(author) and (set(author) <= OF_PERSON or ("name" in author and not set(author) & OF_PERSON))


def of_work(work: Citation, where: str) -> list[str]:
    """What is wrong with a work's authors and identifier."""
    authors = work.get("authors")
    wrong = [] if isinstance(authors, list) and authors and all(map(is_author, authors)) else [f"{where}authors"]
    return wrong + ([f"{where}doi"] if "doi" in work and not DOI.fullmatch(str(work["doi"])) else [])


def faults(citation: Citation) -> list[str]:
    """The keys that are missing, unknown, or have a value that the format does not allow."""
    found = sorted(REQUIRED - citation.keys()) + sorted(citation.keys() - TEXTS - OTHERS)
    found += sorted(key for key in TEXTS & citation.keys() if not isinstance(citation[key], str) or not citation[key])
    found += of_work(citation, "")
    if citation.get("cff-version") != "1.2.0":
        found.append("cff-version")
    if citation.get("type", "software") not in ("software", "dataset"):
        found.append("type")
    keywords = citation.get("keywords", ["a"])
    if not keywords or len(set(keywords)) < len(keywords) or not all(isinstance(word, str) for word in keywords):
        found.append("keywords")
    for number, reference in enumerate(citation.get("references", [])):
        where = f"references[{number}]."
        found += [f"{where}{key}" for key in sorted(OF_REFERENCE - reference.keys())] + of_work(reference, where)
        if reference.get("type") not in REFERENCE_TYPES:
            found.append(f"{where}type")
    return sorted(set(found))


def test_the_citation_is_one() -> None:
    citation = read()
    assert faults(citation) == []
    assert {"abstract", "keywords", "license", "type", "version"} <= citation.keys()
    assert all("name" in author for author in citation["authors"]), "the authors are an entity"


def test_its_licence_is_that_of_the_lab() -> None:
    project = tomllib.loads((home.root() / "lab" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert read()["license"] == project["license"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda cff: cff.pop("message"), "message"),
        (lambda cff: cff.update(authors=[]), "authors"),
        (lambda cff: cff.update(authors=["Agon"]), "authors"),
        (lambda cff: cff.update(authors=[{"name": "Agon", "given-names": "A."}]), "authors"),
        (lambda cff: cff.update(licence="MIT"), "licence"),
        (lambda cff: cff.update(version=0.1), "version"),
        (lambda cff: cff.update(doi="https://doi.org/10.1145/1"), "doi"),
        (lambda cff: cff.update(type="program"), "type"),
        (lambda cff: cff.update(keywords=["actors", "actors"]), "keywords"),
        (lambda cff: cff.update({"cff-version": "1.1.0"}), "cff-version"),
        (lambda cff: cff["references"][0].pop("title"), "references[0].title"),
        (lambda cff: cff["references"][0].update(type="talk"), "references[0].type"),
    ],
)
def test_a_fault_is_found(change: Callable[[Citation], None], fault: str) -> None:
    citation = read()
    change(citation)
    assert faults(citation) == [fault]
