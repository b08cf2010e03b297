#!/bin/sh
# Builds the programs for a version of Jason: build.sh VERSION BUILD
#
# Jason 3.3 is compiled for Java 21, whose runtime is to be had without a compiler: the programs are compiled against 3.2, with
# whatever Java is here, and run with 3.3's jars. Eclipse's compiler, which is a jar, is put next to links to that runtime, so that
# projects with Java classes have a whole kit there.
set -eu
version=$1 build=$2
against=3.2.0
compiler=3.43.0

mvn -q -B -DskipTests -Dplatform.version=$against -Dagon.build="$build" clean package
if [ "$version" != "$against" ]; then
    find "$build/lib" -name '*.jar' ! -name 'agon-*' -delete
    mvn -q -B -Dplatform.version="$version" -Dagon.build="$build" dependency:copy-dependencies@lib
    if [ ! -e "$build/java/bin/javac" ]; then
        mvn -q -B -Dplatform.version="$version" -Dagon.build="$build" dependency:copy -Dartifact=org.eclipse.jdt:ecj:$compiler -DoutputDirectory="$build/compiler"
        runtime=$(readlink "$build/java")
        rm "$build/java"
        mkdir -p "$build/java/bin"
        ln -s "$runtime"/* "$build/java/" 2>/dev/null || true # all but bin, which is there
        ln -s "$runtime"/bin/* "$build/java/bin/"
        cat >"$build/java/bin/javac" <<EOF
#!/bin/sh
exec "\$(dirname "\$0")/java" -jar "$build/compiler/ecj-$compiler.jar" -21 "\$@"
EOF
        chmod +x "$build/java/bin/javac"
    fi
fi
