#!/usr/bin/env bash
# Two nodes of agon-link in two network namespaces, and a network between them that loses, delays, reorders, repeats and cuts off packets;
# one of them is killed, or paused. What both sides record is checked against the promise. AGON_LINK_MESSAGES=n for another number of messages
# in each of the eight scenarios than 1,000,000. Before that, a hundred thousand schedules of the simulations, and ten million frames,
# all malformed. What has namespaces needs root on Linux, with /dev/net/tun, ip and python3; without it it reports that,
# and exits with status 77 ('skipped').
set -euo pipefail
cd "$(dirname "$0")/../link"

. ../ci/common/target.sh
AGON_LINK_FRAMES="${AGON_LINK_FRAMES:-10000000}" AGON_LINK_SCHEDULES="${AGON_LINK_SCHEDULES:-8400}" \
    cargo test --quiet --locked --profile quick --package agon-link --lib -- wire:: protocol::simulation
status=0
python3 -B tests/support/stretch.py "agl-$$" </dev/null >/dev/null || status=$?
if [ "$status" -ne 0 ]; then
    echo "link.sh: SKIPPED, the nodes in network namespaces: run it as root, on Linux with /dev/net/tun, iproute2 and python3." >&2
    exit 77
fi
export AGON_LINK_MESSAGES="${AGON_LINK_MESSAGES:-1000000}"
cargo test --quiet --locked --profile quick --package agon-link --test namespaces -- --ignored --nocapture --test-threads 1 scenario_
