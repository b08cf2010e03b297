#!/usr/bin/env bash
# Builds the libraries and programs, with all features, with the oldest Rust that they promise (`rust-version`). Budget: four minutes.
# Needs that toolchain; without it it reports that and exits with status 77 ('skipped').
set -euo pipefail
cd "$(dirname "$0")/../.."

version="$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)"
toolchain="$(rustup toolchain list 2>/dev/null | grep -E "^${version//./\\.}[.-]" | head -n 1 | cut -d' ' -f1 || true)"
if [ -z "$toolchain" ]; then
    echo "msrv.sh: SKIPPED, nothing was checked: no Rust $version here." >&2
    echo "msrv.sh: get it with: rustup toolchain install $version --profile minimal" >&2
    exit 77
fi
. engine/ci/common/target.sh msrv
cargo "+$toolchain" check -p agon-actor -p agon-agentspeak -p agon-java --lib --bins --all-features --locked
cargo "+$toolchain" check -p agon-actor --lib --no-default-features --locked
cargo "+$toolchain" check -p agon-link --lib --locked
echo "msrv.sh: all builds with $toolchain"
