#!/bin/sh
# Builds the programs for a version of Jason: build.sh VERSION BUILD
#
# Jason 3.3 is compiled for Java 21, whose runtime is to be had without a compiler: the programs are compiled against 3.2, with
# whatever Java is here, and run with 3.3's jars.
set -eu
version=$1 build=$2
against=3.2.0

mvn -q -B -DskipTests -Dplatform.version=$against -Dagon.build="$build" clean package
if [ "$version" = "$against" ]; then
    mkdir -p "$build/java/bin"
    ln -sf "$(command -v java)" "$build/java/bin/java"
    exit
fi
find "$build/lib" -name '*.jar' ! -name 'agon-*' -delete
mvn -q -B -Dplatform.version="$version" -Dagon.build="$build" dependency:copy-dependencies@lib
python3 -m venv "$build/python"
"$build/python/bin/python" -m pip -q --disable-pip-version-check install -r ../java-virtual-threads/runtimes/21.0.8.txt
"$build/python/bin/python" ../java-virtual-threads/link_java.py "$build/java"
"$build/java/bin/java" -Xshare:dump
