#!/bin/sh
# Runs a compiler with its sources in an order of their own, by which their code lies in the program: link_order.sh SEED COMMAND...
#
# With seed 0 they stay as they stand. What is no source keeps its place.
set -eu
seed=$1
shift
[ "$seed" = 0 ] && exec "$@"
sources=$(printf '%s\n' "$@" | grep '\.cpp$' | awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f %s\n", rand(), $0 }' | sort | cut -d ' ' -f 2-)
count=$#
while [ "$count" -gt 0 ]; do
    case $1 in
    *.cpp)
        set -- "$@" "$(printf '%s\n' "$sources" | head -n 1)"
        sources=$(printf '%s\n' "$sources" | tail -n +2)
        ;;
    *) set -- "$@" "$1" ;;
    esac
    shift
    count=$((count - 1))
done
exec "$@"
