#!/usr/bin/env bash
# guided.sh TARGET [INPUTS] [SEED]: libFuzzer, which is guided by what inputs reach, on a target. Needs a C++ compiler and Python.
# What is found to be new is kept in target/corpus/TARGET; a crash is a file in the current folder.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:?which target: program, project or term} inputs=${2:-1000000} seed=${3:-1}

# What cargo-fuzz sets, but for the sanitizer: there is no unsafe code to be caught, and no nightly compiler is needed so.
export RUSTFLAGS="--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
host=$(rustc -vV | sed -n 's/^host: //p')
# With a target named, what only builds the crate is not instrumented.
cargo build -q --locked --profile fuzz --features guided --bin guided --target "$host" --target-dir target/guided

corpus=target/corpus/$target cases=target/cases
mkdir -p "$corpus"
../tests/case_file.py "$cases"
extension=$([ "$target" = project ] && echo mas2j || echo asl)
find "$cases" -name "*.$extension" -size -3k | while read -r file; do
    cp "$file" "$corpus/$(basename "$(dirname "$file")")-$(basename "$file")"
done
AGON_FUZZ_TARGET=$target exec "target/guided/$host/fuzz/guided" "$corpus" -runs="$inputs" -seed="$seed" -max_len=2048 \
    -dict=agentspeak.dict -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
