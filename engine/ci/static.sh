#!/usr/bin/env bash
# Builds agon-asl as one static binary, and runs a project with it where nothing else is: with an empty environment, in a folder that
# is the root of all that it sees. Budget: two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${AGON_STATIC_TARGET:-$(rustc -vV | sed -n 's/^host: //p')}"
. ci/common/target.sh static
RUSTFLAGS="-C target-feature=+crt-static" \
    cargo build --quiet --release --locked --package agon-agentspeak --bin agon-asl --target "$target"
program="$CARGO_TARGET_DIR/$target/release/agon-asl"
if readelf --program-headers "$program" | grep --quiet INTERP; then
    echo "static.sh: $program wants a dynamic linker" >&2
    exit 1
fi

root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
cp "$program" "$root/agon-asl"
cat >"$root/market.mas2j" <<'MAS'
MAS market { agents: buyer; seller #3; }
MAS
cat >"$root/buyer.asl" <<'ASL'
!buy.
+!buy <- .send(seller2, askOne, price(tea, _), price(_, P)); .print("tea costs ", P); .stopMAS.
ASL
cat >"$root/seller.asl" <<'ASL'
price(tea, 9).
ASL

# As root the folder can be the root of all; as anybody else where the kernel allows that.
enter=(chroot "$root" /agon-asl)
if [ "$(id -u)" != 0 ]; then
    enter=(unshare --map-root-user --root="$root" /agon-asl)
    if ! unshare --map-root-user true 2>/dev/null; then
        echo "static.sh: this user may not change the root: an empty folder has to do"
        cd "$root"
        enter=(./agon-asl)
    fi
fi
output="$(env -i "$(command -v "${enter[0]}")" "${enter[@]:1}" run market.mas2j)"
if [ "$output" != "[buyer] tea costs 9" ]; then
    echo "static.sh: $output" >&2
    exit 1
fi
echo "static.sh: $(stat -c %s "$program") bytes, $target, nothing else needed: $output"
