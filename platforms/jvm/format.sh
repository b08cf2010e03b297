#!/bin/sh
# Whether all Java of the project, the engine's and the lab's too, is as google-java-format has it; `format.sh --write` formats it.
# Maven fetches the formatter once.
set -eu
cd "$(dirname "$0")/../.."
case ${1:-} in
"") set -- --dry-run --set-exit-if-changed ;;
--write) set -- --replace ;;
*)
    echo "format.sh: $1 is no option; there is --write" >&2
    exit 2
    ;;
esac
formatter=com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

fetch() {
    mvn -q -B "$@" dependency:copy -Dartifact="$formatter" -DoutputDirectory="$place" >"$place/log" 2>&1
}
if ! fetch --offline && ! fetch; then
    cat "$place/log" >&2
    echo "format.sh: Maven cannot fetch google-java-format: see above" >&2
    exit 77
fi

exports=$(printf -- ' --add-exports jdk.compiler/com.sun.tools.javac.%s=ALL-UNNAMED' api code file parser tree util)
find . \( -name '.?*' -o -name target \) -prune -o -name '*.java' -print >"$place/files"
# shellcheck disable=SC2086 # options without spaces
if ! java $exports -jar "$place"/google-java-format-*.jar "$@" "@$place/files"; then
    echo "format.sh: not formatted, see above: run platforms/jvm/format.sh --write" >&2
    exit 1
fi
