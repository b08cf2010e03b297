#!/bin/sh
# run.sh FOLDER FLAGS...: compiles the tests of the shared C++ into FOLDER, and runs them.
set -eu
out=$1
shift
cd "$(dirname "$0")/.."
mkdir -p "$out"
g++ -g -I. "$@" -o "$out/harness_test" tests/harness_test.cpp agon/*.cpp agon/workload/*.cpp
exec "$out/harness_test"
