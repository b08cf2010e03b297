#!/usr/bin/env bash
# What has to hold before agon-actor is published: the packed crate builds, another crate runs the README's first example with it, its
# documentation has no warnings, and it builds with the oldest versions that its manifest allows (needs a nightly toolchain, to resolve
# them). Budget: four minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

. ci/common/target.sh
cargo package --quiet --package agon-actor --all-features --locked --allow-dirty
echo "publish.sh: the packed crate builds"

copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
version="$(cargo pkgid --package agon-actor | sed 's/.*[#@]//')"
mkdir -p "$copy/user/src"
tar -x -f "$CARGO_TARGET_DIR/package/agon-actor-$version.crate" -C "$copy"
mv "$copy/agon-actor-$version" "$copy/agon-actor"
printf '[package]\nname = "user"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\nagon-actor = { path = "../agon-actor" }\n\n[workspace]\n' \
    >"$copy/user/Cargo.toml"
awk '/^```/ { if (on) exit; on = 1; next } on' "$copy/agon-actor/README.md" >"$copy/user/src/main.rs"
(cd "$copy/user" && cargo run --quiet)
rm -rf "${copy:?}"/*
echo "publish.sh: another crate runs the README's first example with it"

RUSTDOCFLAGS="-D warnings" cargo doc --quiet --package agon-actor --no-deps --all-features --locked
if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "publish.sh: documented; SKIPPED: docs.rs's way, and the oldest dependencies. No nightly toolchain here." >&2
    echo "publish.sh: get it with: rustup toolchain install nightly" >&2
    exit 77
fi
RUSTDOCFLAGS="-D warnings --cfg docsrs" cargo +nightly doc --quiet --package agon-actor --no-deps --all-features --locked
echo "publish.sh: the documentation has no warnings"

# A workspace of what is published alone: the oldest versions that the others would do with are no concern of these.
libraries=(engine/actor engine/agentspeak engine/java)
mkdir "$copy/engine"
for library in "${libraries[@]}"; do
    cp -r "../$library" "$copy/engine"
done
rm -rf "$copy/engine/agentspeak/fuzz"
sed -E '/^members = /,/^\]/{/^    "/d}; /^default-members = /,/^\]/d' ../Cargo.toml |
    sed "s|^members = \[|&$(printf '"%s", ' "${libraries[@]}")|" >"$copy/Cargo.toml"
cd "$copy"
cargo +nightly update --quiet -Z direct-minimal-versions
cargo +nightly check --quiet --workspace --lib --bins --all-features --locked
echo "publish.sh: the oldest dependencies do"
