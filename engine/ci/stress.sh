#!/usr/bin/env bash
# A hundred million messages on 2, 3, 4 and 7 workers each, while actors are moved between them all the time: order, exactness,
# exclusion. AGON_STRESS_MESSAGES=n for another number. Budget: about a minute per number of workers on two cores.
# Then the soak: ten million actors that live shortly, from all sides at once, with memory flat. AGON_SOAK_ACTORS=n for another number.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "stress.sh: ${AGON_STRESS_MESSAGES:-100000000} messages for each number of workers; some five minutes"
. ci/common/target.sh
cargo test --release --package agon-actor --test stress very_many_messages -- --ignored --nocapture "$@"
echo "stress.sh: soak of ${AGON_SOAK_ACTORS:-10000000} actors; some minutes"
cargo test --release --package agon-actor --test soak ten_million_actors -- --ignored --nocapture
