"""Counts words that are no terms of the field, by folder and by where they stand; the counts only fall.

    .venv/bin/python -m dev.wording                            # what the tree counts, compared with counts.toml
    .venv/bin/python -m dev.wording list docs                  # each use below a folder: file, line, kind, word
    .venv/bin/python -m dev.wording list engine/actor functions
    .venv/bin/python -m dev.wording lower                      # writes counts.toml; refuses to raise a count

A conflict in counts.toml: take either version, then `lower`.
"""
