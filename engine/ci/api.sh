#!/usr/bin/env bash
# Compares the public interface of agon-actor, as rustdoc shows it, with actor/api.txt. `api.sh --write` writes that file again: what
# differs is what a new version has to announce. Budget: one minute.
set -euo pipefail
cd "$(dirname "$0")/.."

. ci/common/target.sh
rm -rf "$CARGO_TARGET_DIR/doc/agon_actor"
cargo doc --quiet --package agon-actor --no-deps --all-features --locked
found="$(mktemp)"
trap 'rm -f "$found"' EXIT
python3 ci/api.py "$CARGO_TARGET_DIR/doc/agon_actor" >"$found"
if [ "${1:-}" = --write ]; then
    cp "$found" actor/api.txt
elif ! diff -u actor/api.txt "$found"; then
    echo "api.sh: the public interface has changed. If it should: engine/ci/api.sh --write, and a line in CHANGELOG.md" >&2
    exit 1
fi
echo "api.sh: $(wc -l <actor/api.txt) lines"
