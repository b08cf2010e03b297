#!/bin/sh
# Builds the programs for a version of Jason: build.sh VERSION BUILD
#
# Jason 3.3 is compiled for Java 21, whose runtime is to be had without a compiler: the programs are compiled against 3.2, with
# whatever Java is here, and run with 3.3's jars.
set -eu
version=$1 build=$2
against=3.2.0

mvn -q -B -DskipTests -Dplatform.version=$against -Dagon.build="$build" clean package
if [ "$version" != "$against" ]; then
    find "$build/lib" -name '*.jar' ! -name 'agon-*' -delete
    mvn -q -B -Dplatform.version="$version" -Dagon.build="$build" dependency:copy-dependencies@lib
fi
