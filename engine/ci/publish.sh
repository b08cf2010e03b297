#!/usr/bin/env bash
# What has to hold before the libraries are published: they build from their packages, another crate runs the first program in each README
# with the packed one, agon-actor's documentation has no warnings, and it builds with the oldest versions that its manifest allows (needs a
# nightly toolchain, to resolve them). Budget: ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

. ci/common/target.sh
# All at once: what one needs of another is in no registry yet. That the others build from their packages is shown by the programs below.
libraries=(agon-actor agon-java agon-agentspeak agon-link)
cargo package --quiet --package agon-actor --all-features --locked --allow-dirty
cargo package --quiet "${libraries[@]/#/--package=}" --no-verify --locked --allow-dirty
echo "publish.sh: the packed agon-actor builds"

copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
for library in "${libraries[@]}"; do
    version="$(cargo pkgid --package "$library" | sed 's/.*[#@]//')"
    tar -x -f "$CARGO_TARGET_DIR/package/$library-$version.crate" -C "$copy"
    mv "$copy/$library-$version" "$copy/$library"
done

# The first block in Rust of a README, as rustdoc reads it: a hidden line shows, and what has no main function gets one.
example() {
    local code
    code="$(awk 'on && /^```/ { exit } on { sub(/^# /, ""); print } /^```rust$/ { on = 1 }' "$1")"
    if [ -z "$code" ]; then
        echo "publish.sh: no program in ${1#"$copy/"}" >&2
        return 1
    fi
    if ! grep -q '^fn main' <<<"$code"; then
        code="fn main() { fn run() -> Result<(), impl std::fmt::Debug> {"$'\n'"$code"$'\n'"} run().unwrap() }"
    fi
    printf '%s\n' "$code"
}

# A program with a library's first example and these other dependencies. It takes the versions that are locked here, so that nothing is
# compiled twice.
try_packed() {
    local name="user-of-$1" library
    mkdir -p "$copy/$name/src"
    {
        printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n' "$name"
        printf '%s\n' "$1 = { path = \"../$1\" }" "${@:2}"
        printf '\n[patch.crates-io]\n'
        for library in "${libraries[@]}"; do
            printf '%s = { path = "../%s" }\n' "$library" "$library"
        done
    } >"$copy/$name/Cargo.toml"
    cp ../Cargo.lock "$copy/$name"
    example "$copy/$1/README.md" >"$copy/$name/src/main.rs"
    (cd "$copy/$name" && cargo run --quiet)
    echo "publish.sh: another crate runs the first program in $1's README with it"
}
try_packed agon-actor
try_packed agon-agentspeak
try_packed agon-link 'agon-actor = { path = "../agon-actor" }' 'serde = { version = "1", features = ["derive"] }'
rm -rf "${copy:?}"/*

RUSTDOCFLAGS="-D warnings" cargo doc --quiet --package agon-actor --no-deps --all-features --locked
if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "publish.sh: documented; SKIPPED: docs.rs's way, and the oldest dependencies. No nightly toolchain here." >&2
    echo "publish.sh: get it with: rustup toolchain install nightly" >&2
    exit 77
fi
RUSTDOCFLAGS="-D warnings --cfg docsrs" cargo +nightly doc --quiet --package agon-actor --no-deps --all-features --locked
echo "publish.sh: the documentation has no warnings"

# A workspace of what is published alone: the oldest versions that the others would do with are no concern of these.
folders=(engine/actor engine/agentspeak engine/java)
mkdir "$copy/engine"
for folder in "${folders[@]}"; do
    cp -r "../$folder" "$copy/engine"
done
rm -rf "$copy/engine/agentspeak/fuzz"
sed -E '/^members = /,/^\]/{/^    "/d}; /^default-members = /,/^\]/d' ../Cargo.toml |
    sed "s|^members = \[|&$(printf '"%s", ' "${folders[@]}")|" >"$copy/Cargo.toml"
cd "$copy"
cargo +nightly update --quiet -Z direct-minimal-versions
cargo +nightly check --quiet --workspace --lib --bins --all-features --locked
echo "publish.sh: the oldest dependencies do"
