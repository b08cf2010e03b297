# Where a script has Cargo compile what it checks: `. ci/common/target.sh NAME`. AGON_TARGET_DIR names another folder.
state="${AGON_STATE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/.agon}"
export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-$state/test/$1}"
