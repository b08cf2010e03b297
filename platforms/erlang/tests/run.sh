#!/bin/sh
# run.sh FOLDER: compiles the harness and its tests into FOLDER, and runs them there.
set -eu
out=$1
cd "$(dirname "$0")/.."
mkdir -p "$out"
erlc -Werror -o "$out" src/agon_harness.erl src/agon_arguments.erl src/agon_orders.erl src/agon_json.erl
erlc -Werror -pa "$out" -o "$out" tests/harness_test.erl
cd "$out"
erl="erl -noinput -boot no_dot_erlang +S 1:1"
exec $erl -s harness_test main -extra $erl -s harness_test program -extra
