# Where a script has Cargo compile what it checks: `. ci/common/target.sh`, where all that is in Rust is compiled, and `. ci/common/target.sh NAME`
# in a folder below that, which one needs that compiles in a way of its own. AGON_TARGET_DIR names another folder.
state="${AGON_STATE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/.agon}"
export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-$state/shared/rust${1:+/$1}}"
